"""Results of checks."""

from collections.abc import Collection
from dataclasses import dataclass

from infrastructure.operations.portals import STAGES

EVERYWHERE = frozenset(STAGES)
TEST_AND_PROD = frozenset({"test", "prod"})
PROD = frozenset({"prod"})
NOWHERE = frozenset[str]()


@dataclass(frozen=True, slots=True)
class Problem:
    """Missing preparation.

    Attributes:
        text: names it, and tells what to do.
        stages: stages that must not be deployed with it; in others it can be solved later.
    """

    text: str
    stages: Collection[str]


class NotChecked(Exception):
    """AWS did not answer a check; the message has the reason and the remedy."""
