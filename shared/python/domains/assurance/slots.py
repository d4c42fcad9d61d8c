"""Limits on tries of enhanced authentication: each try takes a slot in advance, and only success frees it.

So concurrent tries cannot exceed a limit, and the slot of a try that crashes stays in use.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Annotated, Literal

from pydantic import BaseModel, Field

from domains.assurance.enhanced_authentication import CREDIT_BUREAU, EID, FACE, MID, TYPE_NAMES, TypeId
from portal.language import Text

Lock = TypeId | Literal["passkey"]
"""A unit that is locked by itself: a type, or passkeys whatever they stand for."""

FAILURE_WINDOW = timedelta(hours=24)
"""Time for which a failure counts, and the longest lock."""

COUNTED_BY_PERSON: frozenset[Lock] = frozenset({FACE, CREDIT_BUREAU})
"""The types whose provider is asked about the registered person. A stranger who registers with the name and
birth date of somebody else gets no tries of their own. EID and MID look at the document that was shown, so a
stranger's failures say nothing about the person and must not lock them out."""


def get_lock_name(lock: Lock) -> Text:
    """Return the display name of a lock."""
    return Text(en="Passkey", es="Llave de acceso") if lock == "passkey" else TYPE_NAMES[lock]


@dataclass(frozen=True, slots=True)
class TryLimit:
    """A limit on failed tries of a type."""

    max_failures: int  # number of failures within the window that locks the type
    # Number of failures within the window after which each try must wait; None for no wait.
    free_failures: int | None = None
    wait: timedelta = timedelta(0)  # pause after the previous try


FACE_TRY_LIMIT = TryLimit(max_failures=50, free_failures=5, wait=timedelta(seconds=30))
"""NIST SP 800-63B: 5 failures, then 30 s between tries, 50 in all (facts/enhanced_auth.json, `bio`)."""
PASSKEY_TRY_LIMIT = TryLimit(max_failures=5)
"""NIST SP 800-63B-4, section 3.2.2, allows 100 failures in a row."""


class TryLimitSettings(BaseModel):
    """Settings of functions that check locks."""

    # Failures within 24 hours that lock EID. NIST SP 800-63B-4, section 3.2.2, allows 100 failures in a row.
    eid_max_failures: Annotated[int, Field(ge=1, le=100)]
    mid_max_failures: Annotated[int, Field(ge=1, le=100)]  # failures within 24 hours that lock MID
    # Failures within 24 hours that lock the credit bureau check. Vendors allow 3 to 5
    # (facts/enhanced_auth.json, `credit_bureau_practice`).
    credit_bureau_max_failures: Annotated[int, Field(ge=1, le=5)]

    @property
    def try_limits(self) -> Mapping[Lock, TryLimit]:
        """Limits of each type and of passkeys."""
        return {
            FACE: FACE_TRY_LIMIT,
            CREDIT_BUREAU: TryLimit(self.credit_bureau_max_failures),
            EID: TryLimit(self.eid_max_failures),
            MID: TryLimit(self.mid_max_failures),
            "passkey": PASSKEY_TRY_LIMIT,
        }


@dataclass(frozen=True, slots=True)
class Slot:
    """The slot of a try."""

    attempt_id: str
    lock: Lock
    taken_at: datetime


@dataclass(frozen=True, slots=True)
class AttemptSlots:
    """Slots in use, of all types."""

    taken: tuple[Slot, ...] = ()
    revision: int = 0  # stored revision; 0 if nothing is stored

    def count_slots(self, lock: Lock, now: datetime) -> int:
        """Count the slots of a type within the window."""
        return len(self._list_counted(lock, now))

    def get_locked_until(self, lock: Lock, limit: TryLimit, now: datetime) -> datetime | None:
        """Return the end of a type's lock, or None."""
        counted = self._list_counted(lock, now)
        if len(counted) < limit.max_failures:
            return None
        return counted[-limit.max_failures].taken_at + FAILURE_WINDOW

    def get_locking_try(self, lock: Lock, limit: TryLimit, now: datetime) -> str | None:
        """Return the id of the attempt that locked a type, or None."""
        counted = self._list_counted(lock, now)
        return counted[-1].attempt_id if len(counted) >= limit.max_failures else None

    def get_next_try(self, lock: Lock, limit: TryLimit, now: datetime) -> datetime | None:
        """Return the time of the next permitted try of a type; None for now."""
        until = self.get_locked_until(lock, limit, now)
        counted = self._list_counted(lock, now)
        if until is not None or limit.free_failures is None or len(counted) < limit.free_failures:
            return until
        waited = counted[-1].taken_at + limit.wait
        return waited if waited > now else None

    def take_slot(self, attempt_id: str, lock: Lock, now: datetime) -> "AttemptSlots":
        """Return the next state, with a slot for a try and without outdated ones."""
        others = tuple(slot for slot in self.taken if slot.lock != lock)
        counted = self._list_counted(lock, now)
        return self._replace_slot((*others, *counted, Slot(attempt_id, lock, now)))

    def give_back(self, attempt_id: str) -> "AttemptSlots":
        """Return the next state without the slot of an unanswered try, if it has one."""
        return self._replace_slot(tuple(slot for slot in self.taken if slot.attempt_id != attempt_id))

    def remove_slots(self, lock: Lock) -> "AttemptSlots":
        """Return the state without slots of a type, after a success or after staff lifted a lock.

        Source: facts/enhanced_auth.json, `throttle` (a success clears the count).
        """
        return self._replace_slot(tuple(slot for slot in self.taken if slot.lock != lock))

    def _list_counted(self, lock: Lock, now: datetime) -> tuple[Slot, ...]:
        counted = [s for s in self.taken if s.lock == lock and now - s.taken_at < FAILURE_WINDOW]
        return tuple(sorted(counted, key=lambda slot: slot.taken_at))

    def _replace_slot(self, slots: tuple[Slot, ...]) -> "AttemptSlots":
        return self if slots == self.taken else replace(self, taken=slots, revision=self.revision + 1)


@dataclass(frozen=True, slots=True)
class Tries:
    """The slots that count for an account."""

    account: AttemptSlots  # its own slots, of all types
    # Slots of all accounts with the same name and birth date, of the types `COUNTED_BY_PERSON`, once for each
    # accepted secret that keys their hash; empty for an account without a registration.
    person: tuple[AttemptSlots, ...]

    def count_slots(self, lock: Lock, now: datetime) -> int:
        return max(each.count_slots(lock, now) for each in self._all)

    def get_locked_until(self, lock: Lock, limit: TryLimit, now: datetime) -> datetime | None:
        return _get_latest(each.get_locked_until(lock, limit, now) for each in self._all)

    def get_locking_try(self, lock: Lock, limit: TryLimit, now: datetime) -> str | None:
        attempt_ids = [each.get_locking_try(lock, limit, now) for each in self._all]
        return next((each for each in attempt_ids if each), None)

    def get_next_try(self, lock: Lock, limit: TryLimit, now: datetime) -> datetime | None:
        return _get_latest(each.get_next_try(lock, limit, now) for each in self._all)

    def take_slot(self, attempt_id: str, lock: Lock, now: datetime) -> "Tries":
        account = self.account.take_slot(attempt_id, lock, now)
        if lock not in COUNTED_BY_PERSON:
            return Tries(account, self.person)
        return Tries(account, tuple(each.take_slot(attempt_id, lock, now) for each in self.person))

    def give_back(self, attempt_id: str) -> "Tries":
        person = tuple(each.give_back(attempt_id) for each in self.person)
        return Tries(self.account.give_back(attempt_id), person)

    def remove_slots(self, lock: Lock) -> "Tries":
        return Tries(self.account.remove_slots(lock), tuple(each.remove_slots(lock) for each in self.person))

    @property
    def _all(self) -> tuple[AttemptSlots, ...]:
        return self.account, *self.person


def _get_latest(moments: Iterable[datetime | None]) -> datetime | None:
    return max((each for each in moments if each), default=None)
