"""The steps of a rotation for tests, and the pairs of them that one deployment has at the same time."""

from itertools import pairwise

from infrastructure.operations.secrets.steps import Step, make_next
from portal.secrets import RotatingSecret

OLD, NEW = "an old secret", "a new secret"


def _list_steps() -> list[RotatingSecret]:
    steps = [RotatingSecret(OLD)]
    for step in (Step.SETTLED, Step.ANNOUNCED, Step.REPLACED):
        steps.append(make_next(steps[-1], step, NEW))
    return steps


STEPS = _list_steps()
HALVES = [pair for each in pairwise(STEPS) for pair in (each, each[::-1])]
"""The secrets of two functions, one of which is updated, in both directions."""
