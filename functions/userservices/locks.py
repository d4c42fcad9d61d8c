"""A person's locks: ways to step up, with their current failures."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from domains.assurance.enhanced_authentication import CREDIT_BUREAU, EID, FACE, MID
from domains.assurance.slots import Lock, Tries, TryLimit, get_lock_name
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
    """Current failures of a way to step up."""

    id: LockId
    lock: Lock
    failures: int
    locked_until: datetime | None  # time of the next allowed try; None if one is allowed now

    @property
    def name(self) -> Text:
        return get_lock_name(self.lock)


def list_failed_tries(tries: Tries, limits: Mapping[Lock, TryLimit], now: datetime) -> list[FailedTries]:
    """List the ways to step up with current failures."""
    failed_tries = [
        FailedTries(lock_id, lock, tries.count_slots(lock, now), tries.get_next_try(lock, limits[lock], now))
        for lock_id, lock in _LOCKS.items()
    ]
    return [each for each in failed_tries if each.failures]


def find_lock(lock_id: str) -> Lock | None:
    """Return the lock with an id of the contract, or None."""
    return next((lock for each, lock in _LOCKS.items() if each == lock_id), None)
