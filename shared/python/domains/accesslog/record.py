"""Records of the access log: staff member, time, purpose, case, and data shown."""

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
    """Return the pseudonymous number that residents see for a staff member.

    Returns:
        `S-` and ten characters of A-Z and 2-7: 50 bits derived from the user id, so that no table has to
        assign them. The odds that two of ten thousand staff members share a number are one in 20 million.
    """
    digest = hashlib.sha256(b"staff number\n" + user_id.encode()).digest()
    return "S-" + base64.b32encode(digest).decode()[:_STAFF_NUMBER_LENGTH]


@dataclass(frozen=True, slots=True)
class StaffMember:
    """A person with access to other people's records."""

    user_id: str
    role: StaffRole  # the widest role that the token grants
    agency_id: str | None  # the staff member's agency; None for the portal's own support

    @property
    def number(self) -> str:
        """Number of the staff member; see `get_staff_number`."""
        return get_staff_number(self.user_id)

    @classmethod
    def from_principal(cls, principal: Principal) -> "StaffMember":
        """Return the caller of a route for staff.

        Raises:
            LookupError: the caller has no role. Routes for staff refuse such callers before.
        """
        if principal.staff_role is None:
            raise LookupError("No staff member")
        return cls(principal.user_id, principal.staff_role, principal.staff_agency_id)


@dataclass(frozen=True, slots=True)
class AccessReason:
    """Purpose of an access, chosen before the data is shown."""

    purpose: Purpose
    case_number: str  # number of the support case, as the staff member typed it


@dataclass(frozen=True, slots=True)
class AccessRecord:
    """A line of the log. Each access has a line for the staff member and one for each person shown."""

    accessed_at: datetime
    staff_number: str
    number: int  # sequence number of the staff member's accesses, from 1 without gaps
    role: StaffRole
    agency_id: str | None
    purpose: Purpose
    case_number: str
    kind: AccessKind
    call: str  # method and path pattern of the route called
    fields: tuple[ShownField, ...]  # what was shown or changed, in alphabetical order
    result_count: int  # number of people shown in this access
    user_id: str | None = None  # the person whose record was accessed; None in the staff member's own line
    # Sequence number of the accesses to this person, from 1 without gaps; None in the staff member's own
    # line.
    person_number: int | None = None


@dataclass(frozen=True, slots=True)
class Access:
    """An access that is about to happen."""

    staff: StaffMember
    reason: AccessReason
    kind: AccessKind
    call: str
    fields: Sequence[ShownField]
    people: Sequence[str]  # user ids of the people shown, without duplicates, at most `MAX_PEOPLE`

    def make_records(
        self, number: int, person_numbers: Sequence[int], accessed_at: datetime
    ) -> list[AccessRecord]:
        """Return the lines for the log: first the staff member's, then one for each person.

        Args:
            number: sequence number for the staff member.
            person_numbers: sequence number for each of the people, in their order.

        Raises:
            ValueError: more than `MAX_PEOPLE` people, or a duplicate.
        """
        if len(set(self.people)) != len(self.people) or len(self.people) > MAX_PEOPLE:
            raise ValueError("An access shows each person once, and not more than fit a transaction")
        staff_record = AccessRecord(
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
        return [
            staff_record,
            *(replace(staff_record, user_id=user_id, person_number=each) for user_id, each in people),
        ]
