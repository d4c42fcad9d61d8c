"""How often a person may ask an agency about accounts: whoever guesses passwords is slowed down.

Every attempt counts as failed from before the agency is asked until it turns out well, so that no number of
attempts at the same moment gets past the limit.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from math import ceil

COUNTED_FOR = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class Attempt:
    """One attempt.

    Attributes:
        is_failed: also while the agency is being asked.
    """

    id: str
    at: datetime
    is_failed: bool = True


@dataclass(frozen=True, slots=True)
class Attempts:
    """Those of one person at one agency.

    Attributes:
        made: about as they came.
        revision: of the stored list.
    """

    made: tuple[Attempt, ...] = ()
    revision: int = 0

    def with_one_more(self, attempt: Attempt) -> "Attempts":
        """The next revision: what counts still, and another attempt."""
        counted = [made for made in self.made if attempt.at - made.at < COUNTED_FOR]
        return Attempts((*counted, attempt), self.revision + 1)

    def passed(self, attempt_id: str) -> "Attempts":
        """The next revision: an attempt has not failed."""
        made = tuple(replace(each, is_failed=False) if each.id == attempt_id else each for each in self.made)
        return Attempts(made, self.revision + 1)

    def without(self, attempt_id: str) -> "Attempts":
        """The next revision: an attempt does not count, because the agency said nothing."""
        return Attempts(tuple(made for made in self.made if made.id != attempt_id), self.revision + 1)

    def has(self, attempt_id: str) -> bool:
        """Whether an attempt is one of these."""
        return any(made.id == attempt_id for made in self.made)


@dataclass(frozen=True, slots=True)
class Limit:
    """How many attempts within an hour.

    Attributes:
        failed: that failed.
        all: of any outcome.
    """

    failed: int
    all: int

    def seconds_to_wait(self, attempts: Attempts, now: datetime) -> int:
        """Whole seconds until another attempt is allowed; 0 when it is."""
        counted = sorted(
            (made for made in attempts.made if now - made.at < COUNTED_FOR), key=lambda made: made.at
        )
        failed = [made for made in counted if made.is_failed]
        return max(_seconds(failed, self.failed, now), _seconds(counted, self.all, now))


def _seconds(made: Sequence[Attempt], most: int, now: datetime) -> int:
    if len(made) < most:
        return 0
    return ceil((made[-most].at + COUNTED_FOR - now).total_seconds())
