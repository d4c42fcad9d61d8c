"""People for support staff: search, registration, and applications."""

from collections.abc import Sequence
from dataclasses import dataclass

from domains.accesslog.record import ShownField, StaffMember
from domains.accounts.account import Account
from domains.applications.application import Application
from domains.people.criteria import PersonCriteria, TooManyPeople
from domains.people.finder import FoundPeople, PeopleFinder
from functions.userservices.case_access import Case, CaseAccess
from functions.userservices.reach import Part, is_for, list_parts


@dataclass(frozen=True, slots=True)
class OpenRecord:
    """A person's record for a case."""

    account: Account
    parts: Sequence[Part]  # parts within reach; see `list_parts`


@dataclass(frozen=True, slots=True, kw_only=True)
class PeopleDesk:
    """Finds people and shows their records; logs each access before it returns anything.

    Every method but the search raises the errors of `Reach.find_account`.
    """

    access: CaseAccess
    finder: PeopleFinder

    def search_people(self, case: Case, criteria: PersonCriteria) -> FoundPeople:
        """Return the people within reach who match all criteria.

        Raises:
            InvalidRequest, TooManyPeople: see `PeopleFinder.find_people`; the latter is logged, too.
        """
        reach = self.access.get_reach(case)
        try:
            people = self.finder.find_people(criteria)
        except TooManyPeople:
            # The answer reveals that such people exist, so it counts as access.
            self.access.record_people(case, "view", (), ())
            raise
        items = [each for each in people.items if reach.is_open(each.user_id)]
        reach.hide_work()
        fields = _list_shown_identity(case.staff, "state")
        self.access.record_people(case, "view", fields, [each.user_id for each in items])
        return FoundPeople(items, people.is_truncated)

    def get_person(self, case: Case, user_id: str) -> OpenRecord:
        """Return a person's record; support also gets registration, terms, and the next step."""
        account = self.access.get_reach(case).find_account(user_id, "identity", case.reason)
        self.access.record_access(
            case, user_id, "view", *_list_shown_identity(case.staff, "registration", "state", "terms")
        )
        return OpenRecord(account, list_parts(case.staff, case.reason))

    def list_applications(self, case: Case, user_id: str) -> list[tuple[str, Application]]:
        """Return the applications of a person's businesses, newest first, with the businesses' names."""
        reach = self.access.get_reach(case)
        reach.find_account(user_id, "applications", case.reason)
        applications = reach.list_applications(user_id)
        self.access.record_access(case, user_id, "view", "applications")
        return sorted(applications, key=lambda each: (each[1].created_at, each[1].id), reverse=True)


def _list_shown_identity(staff: StaffMember, *of_account: ShownField) -> tuple[ShownField, ...]:
    """Return the fields that identify a person, and account fields within reach."""
    return ("name", "birthYear", "county", "email", *(of_account if is_for(staff, "account") else ()))
