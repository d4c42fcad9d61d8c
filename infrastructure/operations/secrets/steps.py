"""The steps of a rotation, each a version of the secret that is deployed by itself.

Functions of one deployment are updated one after another. So at any time some have a step and the others the
one before or after it, and every pair of neighbors accepts what the other signs. Source: docs/adr/0074.
"""

from enum import Enum

from portal.secrets import RotatingSecret


class Step(Enum):
    """A secret's place in its rotation."""

    SETTLED = "settled"
    ANNOUNCED = "announced"
    REPLACED = "replaced"


def find_step(secret: RotatingSecret, before: RotatingSecret | None) -> Step:
    """Tell where a secret stands."""
    if not secret.previous:
        return Step.SETTLED
    is_signing_as_before = before is not None and before.current == secret.current
    return Step.ANNOUNCED if is_signing_as_before else Step.REPLACED


def make_next(secret: RotatingSecret, step: Step, new: str) -> RotatingSecret:
    """Return the next step: settled, announced, replaced, and settled again."""
    match step:
        case Step.SETTLED:
            return RotatingSecret(secret.current, new)
        case Step.ANNOUNCED:
            return RotatingSecret(secret.previous, secret.current)
        case Step.REPLACED:
            return RotatingSecret(secret.current)
