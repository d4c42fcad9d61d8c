"""The tries of a person: each takes a slot before anybody is asked, and only a success gives it back.

No number of tries at the same moment gets past a limit, and a function that dies between taking the slot and
the answer leaves it taken.
"""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Literal

from functions.authentication.types import FAILURE_WINDOW
from portal.enhanced_authentication import TypeId

Lock = TypeId | Literal["passkey"]
"""What is locked by itself: a type, or passkeys whatever they stand for."""


@dataclass(frozen=True, slots=True)
class TryLimit:
    """How many tries of a type may fail.

    Attributes:
        max_failures: so many within the window lock it.
        free_failures: after so many within the window each further try has to wait; None where none has.
        wait: how long, from the try before.
    """

    max_failures: int
    free_failures: int | None = None
    wait: timedelta = timedelta(0)


FACE_TRY_LIMIT = TryLimit(max_failures=50, free_failures=5, wait=timedelta(seconds=30))
"""NIST SP 800-63B: 5 failures, then 30 s between tries, 50 in all (facts/enhanced_auth.json, `bio`)."""


@dataclass(frozen=True, slots=True)
class Slot:
    """One try."""

    attempt_id: str
    lock: Lock
    taken_at: datetime


@dataclass(frozen=True, slots=True)
class Slots:
    """The tries of a person that did not succeed, of every type.

    Attributes:
        revision: of what is stored; 0 for nothing.
    """

    taken: tuple[Slot, ...] = ()
    revision: int = 0

    def locked_until(self, lock: Lock, limit: TryLimit, now: datetime) -> datetime | None:
        """When a type is not locked any more; None when it is not."""
        counted = self._counted(lock, now)
        if len(counted) < limit.max_failures:
            return None
        return counted[-limit.max_failures].taken_at + FAILURE_WINDOW

    def next_try_at(self, lock: Lock, limit: TryLimit, now: datetime) -> datetime | None:
        """When a type can be tried again, be it locked or waited for; None when it can be now."""
        until = self.locked_until(lock, limit, now)
        counted = self._counted(lock, now)
        if until is not None or limit.free_failures is None or len(counted) < limit.free_failures:
            return until
        waited = counted[-1].taken_at + limit.wait
        return waited if waited > now else None

    def take(self, attempt_id: str, lock: Lock, now: datetime) -> "Slots":
        """The next state: a try more. What does not count any more is dropped."""
        others = tuple(slot for slot in self.taken if slot.lock != lock)
        counted = self._counted(lock, now)
        return self._changed((*others, *counted, Slot(attempt_id, lock, now)))

    def give_back(self, attempt_id: str) -> "Slots":
        """The next state without a try, because nobody answered it; the same where it has no slot."""
        return self._changed(tuple(slot for slot in self.taken if slot.attempt_id != attempt_id))

    def succeed(self, lock: Lock) -> "Slots":
        """The next state after a success, which ends the failures before it.

        Source: facts/enhanced_auth.json, `throttle` (a success clears the count).
        """
        return self._changed(tuple(slot for slot in self.taken if slot.lock != lock))

    def _counted(self, lock: Lock, now: datetime) -> tuple[Slot, ...]:
        counted = [s for s in self.taken if s.lock == lock and now - s.taken_at < FAILURE_WINDOW]
        return tuple(sorted(counted, key=lambda slot: slot.taken_at))

    def _changed(self, taken: tuple[Slot, ...]) -> "Slots":
        return self if taken == self.taken else replace(self, taken=taken, revision=self.revision + 1)
