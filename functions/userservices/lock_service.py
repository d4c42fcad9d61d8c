"""Locks of a person for support staff."""

from collections.abc import Mapping
from dataclasses import dataclass

from domains.assurance.slots import Lock, Tries, TryLimit, get_lock_name
from domains.assurance.tries_table import TriesTable
from domains.messages.support_notices import make_lock_lifted_notice
from functions.userservices.case_access import Case, CaseAccess, Writes
from functions.userservices.errors import LocksChanged, NotLocked
from functions.userservices.locks import FailedTries, find_lock, list_failed_tries
from functions.userservices.repository import NoticesRepository
from portal.types import Clock


@dataclass(frozen=True, slots=True, kw_only=True)
class LockDesk:
    """Shows and lifts the locks of a person's ways to step up.

    Every method raises the errors of `Reach.find_account`.
    """

    clock: Clock
    access: CaseAccess
    tries: TriesTable
    inbox: NoticesRepository
    limits: Mapping[Lock, TryLimit]  # limits of tries for each way to step up

    def list_locks(self, case: Case, user_id: str) -> list[FailedTries]:
        """Return the ways to step up with current failures."""
        person = self.access.get_reach(case).find_account(user_id, "locks", case.reason).registration
        self.access.record_access(case, user_id, "view", "locks")
        return list_failed_tries(self.tries.get_tries(user_id, person), self.limits, self.clock())

    def lift_lock(self, case: Case, user_id: str, lock_id: str, reason: str) -> list[FailedTries]:
        """Clear the failures of a lock, and notify the person in the same transaction."""
        person = self.access.get_reach(case).find_account(user_id, "lift", case.reason).registration
        lock = find_lock(lock_id)
        now = self.clock()

        def lift() -> tuple[Tries, Writes]:
            before = self.tries.get_tries(user_id, person)
            if lock is None or not before.count_slots(lock, now):
                raise NotLocked
            after = before.remove_slots(lock)
            notice = make_lock_lifted_notice(user_id, get_lock_name(lock), case.staff.number, reason, now)
            writes = self.tries.write_tries(user_id, person, before, after)
            return after, [*writes, self.inbox.write_notice(notice)]

        tries = self.access.write_change(case, user_id, "locks", lift, LocksChanged)
        return list_failed_tries(tries, self.limits, now)
