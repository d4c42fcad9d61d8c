"""Access of staff to people's records: what is within reach, and the log entry before each access."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from domains.accesslog.access_log import AccessLog
from domains.accesslog.record import Access, AccessKind, AccessReason, ShownField, StaffMember
from domains.agencies.catalog import Catalog
from domains.applications.applications_table import ApplicationsTable
from domains.businesses.businesses_table import BusinessesTable
from functions.userservices.reach import Reach
from functions.userservices.repository import DashboardsRepository, PeopleRepository
from portal.errors import Conflict
from portal.tables import Write
from portal.updates import LostRace, retry_lost_races

AGENCY_ANSWER_SECONDS = 0.4
"""Constant time of searches and refusals for agencies' staff, so it does not reveal who was found."""

Result = TypeVar("Result")
Writes = Sequence[Write]


@dataclass(frozen=True, slots=True)
class Case:
    """A staff member's call with its reason and route."""

    staff: StaffMember
    reason: AccessReason
    call: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseAccess:
    """Finds what is within reach of a case, and logs each access before anything is returned or changed.

    Every method that logs raises `AccessNotRecorded`.
    """

    log: AccessLog
    accounts: PeopleRepository
    subscriptions: DashboardsRepository
    businesses: BusinessesTable
    applications: ApplicationsTable
    catalog: Catalog
    monotonic: Callable[[], float]  # seconds that never go back
    sleep: Callable[[float], None]  # waits for a number of seconds

    def get_reach(self, case: Case) -> Reach:
        """Return the records within reach of a case; the time of its answer runs from here."""
        answers_at = self.monotonic() + AGENCY_ANSWER_SECONDS
        return Reach(
            case.staff,
            self.accounts,
            self.subscriptions,
            self.businesses,
            self.applications,
            self.catalog,
            lambda: self.sleep(max(0.0, answers_at - self.monotonic())),
        )

    def record_access(self, case: Case, user_id: str, kind: AccessKind, *fields: ShownField) -> None:
        """Log an access to a person's record."""
        self.record_people(case, kind, fields, (user_id,))

    def record_people(
        self, case: Case, kind: AccessKind, fields: Sequence[ShownField], user_ids: Sequence[str]
    ) -> None:
        """Log an access to several people's records; an answer without people can reveal something, too."""
        self.log.record_access(
            Access(case.staff, case.reason, kind, case.call, tuple(fields), tuple(user_ids))
        )

    def write_change(
        self,
        case: Case,
        user_id: str,
        field: ShownField,
        prepare: Callable[[], tuple[Result, Writes]],
        conflict: type[Conflict],
    ) -> Result:
        """Write a change and its log entry in one transaction; without a change, the access is logged.

        Args:
            prepare: reads the state, and returns the result and its writes; no writes for no change.
            conflict: error after repeated concurrent changes.
        """

        @retry_lost_races(conflict)
        def write() -> Result:
            result, writes = prepare()
            if not writes:
                self.record_access(case, user_id, "view", field)
                return result
            access = Access(case.staff, case.reason, "change", case.call, (field,), (user_id,))
            if not self.log.record_change(access, *writes):
                raise LostRace
            return result

        try:
            return write()
        except Conflict:
            self.record_access(case, user_id, "view", field)
            raise
