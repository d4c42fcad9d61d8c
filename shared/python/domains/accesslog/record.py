"""Record of each access in the access log: who, when, for which purpose and case, and what was shown."""

import base64
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal

from portal.principal import Principal, StaffRole

Purpose = Literal["resident-asked", "complaint", "fraud-check", "legal-request", "quality-check"]
AccessKind = Literal["view", "change"]
ShownField = Literal[
    "addresses",
    "applications",
    "birthYear",
    "connections",
    "county",
    "dashboard",
    "deliveries",
    "email",
    "locks",
    "name",
    "questions",
    "registration",
    "state",
    "terms",
    "unread",
]
"""Kinds of a person's data that were shown or changed, one word for each; never the data itself."""

MAX_PEOPLE = 20
"""Limit of people in one access: as many as a search shows. With the staff member's own line they fit one
transaction.
"""

_STAFF_NUMBER_LENGTH = 10


def get_staff_number(user_id: str) -> str:
    """Return the number by which residents know a staff member; nobody can tell the person from it.

    Returns:
        `S-` and ten characters of A-Z and 2-7: 50 bits that follow from the user id, so that no table gives
        them out and ten thousand staff members share none (the odds are one in 20 million).
    """
    digest = hashlib.sha256(b"staff number\n" + user_id.encode()).digest()
    return "S-" + base64.b32encode(digest).decode()[:_STAFF_NUMBER_LENGTH]


@dataclass(frozen=True, slots=True)
class StaffMember:
    """A person with access to other people's records.

    Attributes:
        role: the one in which they act: the widest of those that their token grants.
        agency_id: for which agency; None for the portal's own support.
    """

    user_id: str
    role: StaffRole
    agency_id: str | None

    @property
    def number(self) -> str:
        """Number of the staff member; see `get_staff_number`."""
        return get_staff_number(self.user_id)

    @classmethod
    def from_principal(cls, principal: Principal) -> "StaffMember":
        """Return the caller of a route for staff.

        Raises:
            LookupError: the caller has no role; such a route lets nobody in without one.
        """
        if principal.staff_role is None:
            raise LookupError("No staff member")
        return cls(principal.user_id, principal.staff_role, principal.staff_agency_id)


@dataclass(frozen=True, slots=True)
class AccessReason:
    """Purpose of an access, chosen before anything is shown.

    Attributes:
        case_number: of the case at the support desk, as the staff member typed it.
    """

    purpose: Purpose
    case_number: str


@dataclass(frozen=True, slots=True)
class AccessRecord:
    """Access as the log keeps it: a line of the staff member, and one for each person shown.

    Attributes:
        number: of the accesses of this staff member, beginning with 1 and without a gap.
        user_id: whose record it was; None in the staff member's own line.
        call: method and path pattern of the route.
        fields: what was shown or changed, in alphabetical order.
        result_count: how many people were shown at once.
        person_number: of the accesses to this person, beginning with 1 and without a gap; None in the staff
            member's own line.
    """

    accessed_at: datetime
    staff_number: str
    number: int
    role: StaffRole
    agency_id: str | None
    purpose: Purpose
    case_number: str
    kind: AccessKind
    call: str
    fields: tuple[ShownField, ...]
    result_count: int
    user_id: str | None = None
    person_number: int | None = None


@dataclass(frozen=True, slots=True)
class Access:
    """An access that is about to happen.

    Attributes:
        people: the user ids of those who are shown, each once, at most `MAX_PEOPLE`.
    """

    staff: StaffMember
    reason: AccessReason
    kind: AccessKind
    call: str
    fields: Sequence[ShownField]
    people: Sequence[str]

    def records(
        self, number: int, person_numbers: Sequence[int], accessed_at: datetime
    ) -> list[AccessRecord]:
        """Return the lines of the log: that of the staff member, then one for each person.

        Args:
            number: of the accesses of the staff member.
            person_numbers: of the accesses to each of the people, in their order.

        Raises:
            ValueError: more than `MAX_PEOPLE` people, or one of them twice.
        """
        if len(set(self.people)) != len(self.people) or len(self.people) > MAX_PEOPLE:
            raise ValueError("An access shows each person once, and not more than fit a transaction")
        own = AccessRecord(
            accessed_at=accessed_at,
            staff_number=self.staff.number,
            number=number,
            role=self.staff.role,
            agency_id=self.staff.agency_id,
            purpose=self.reason.purpose,
            case_number=self.reason.case_number,
            kind=self.kind,
            call=self.call,
            fields=tuple(sorted(set(self.fields))),
            result_count=len(self.people),
        )
        people = zip(self.people, person_numbers, strict=True)
        return [own, *(replace(own, user_id=user_id, person_number=each) for user_id, each in people)]
