"""Locks of a person: the ways to step up, by the failures that still count."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from domains.assurance.enhanced_authentication import CREDIT_BUREAU, EID, FACE, MID
from domains.assurance.slots import Lock, Tries, TryLimit, lock_name
from portal.language import Text

LockId = Literal["1", "2", "3", "4", "passkey"]

_LOCKS: Mapping[LockId, Lock] = {
    "1": FACE,
    "2": CREDIT_BUREAU,
    "3": EID,
    "4": MID,
    "passkey": "passkey",
}


@dataclass(frozen=True, slots=True)
class FailedTries:
    """Failures that still count.

    Attributes:
        locked_until: until when there is no next try; None when there is one now.
    """

    id: LockId
    lock: Lock
    failures: int
    locked_until: datetime | None

    @property
    def name(self) -> Text:
        """The name that people read."""
        return lock_name(self.lock)


def list_failed_tries(tries: Tries, limits: Mapping[Lock, TryLimit], now: datetime) -> list[FailedTries]:
    """Every way to step up with failures that still count."""
    found = [
        FailedTries(lock_id, lock, tries.count(lock, now), tries.next_try_at(lock, limits[lock], now))
        for lock_id, lock in _LOCKS.items()
    ]
    return [each for each in found if each.failures]


def find_lock(lock_id: str) -> Lock | None:
    """Return the lock with an id of the contract; None where there is no such."""
    return next((lock for each, lock in _LOCKS.items() if each == lock_id), None)
