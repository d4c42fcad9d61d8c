"""The tries of a person: each takes a slot before anybody is asked, and only a success gives it back.

No number of tries at the same moment gets past a limit, and a function that dies between taking the slot and
the answer leaves it taken.
"""

from dataclasses import dataclass, replace
from datetime import datetime

from functions.authentication.types import FAILURE_WINDOW
from portal.enhanced_authentication import TypeId


@dataclass(frozen=True, slots=True)
class Slot:
    """One try."""

    attempt_id: str
    type_id: TypeId
    taken_at: datetime


@dataclass(frozen=True, slots=True)
class Slots:
    """The tries of a person that did not succeed, of every type.

    Attributes:
        revision: of what is stored; 0 for nothing.
    """

    taken: tuple[Slot, ...] = ()
    revision: int = 0

    def locked_until(self, type_id: TypeId, max_failures: int, now: datetime) -> datetime | None:
        """When a type can be tried again; None when it can be now.

        Args:
            max_failures: so many within the window lock it.
        """
        counted = self._counted(type_id, now)
        if len(counted) < max_failures:
            return None
        return counted[-max_failures].taken_at + FAILURE_WINDOW

    def take(self, attempt_id: str, type_id: TypeId, now: datetime) -> "Slots":
        """The next state: a try more. What does not count any more is dropped."""
        others = tuple(slot for slot in self.taken if slot.type_id != type_id)
        counted = self._counted(type_id, now)
        return self._changed((*others, *counted, Slot(attempt_id, type_id, now)))

    def give_back(self, attempt_id: str) -> "Slots":
        """The next state without a try, because nobody answered it; the same where it has no slot."""
        return self._changed(tuple(slot for slot in self.taken if slot.attempt_id != attempt_id))

    def succeed(self, type_id: TypeId) -> "Slots":
        """The next state after a success, which ends the failures before it.

        Source: facts/enhanced_auth.json, `throttle` (a success clears the count).
        """
        return self._changed(tuple(slot for slot in self.taken if slot.type_id != type_id))

    def _counted(self, type_id: TypeId, now: datetime) -> tuple[Slot, ...]:
        counted = [s for s in self.taken if s.type_id == type_id and now - s.taken_at < FAILURE_WINDOW]
        return tuple(sorted(counted, key=lambda slot: slot.taken_at))

    def _changed(self, taken: tuple[Slot, ...]) -> "Slots":
        return self if taken == self.taken else replace(self, taken=taken, revision=self.revision + 1)
