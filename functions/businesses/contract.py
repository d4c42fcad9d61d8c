"""Requests and replies of the businesses routes."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field

from domains.businesses.business import EntityType, Role
from portal.contract import Contract, RequestContract

BusinessName = Annotated[str, Field(min_length=1, max_length=200)]
CountyId = Annotated[str, Field(min_length=1, max_length=40)]
Revision = Annotated[int, Field(ge=0)]
InvitationState = Literal["open", "accepted", "expired", "withdrawn"]


class BusinessRequest(RequestContract):
    """A business to be added.

    Attributes:
        county_id: of its known place of business.
    """

    name: BusinessName
    entity_type: EntityType
    county_id: CountyId


class BusinessChangeRequest(BusinessRequest):
    """The new details of a business.

    Attributes:
        revision: of the business as it was read, so that of two changes at once one is refused and not lost.
    """

    revision: Revision


class BusinessSummaryReply(Contract):
    """A business for which the caller acts.

    Attributes:
        role: of the caller.
    """

    id: str
    name: str
    entity_type: EntityType
    county_id: str
    role: Role
    created_at: datetime
    revision: int


class BusinessesReply(Contract):
    """The businesses for which the caller acts, by name."""

    items: list[BusinessSummaryReply]


class MemberReply(Contract):
    """Member of a business.

    Attributes:
        is_you: true when it is the caller.
    """

    id: str
    name: str
    role: Role
    joined_at: datetime
    is_you: bool


class InvitationReply(Contract):
    """An invitation to act for a business; none that is over is shown for longer than 30 days.

    Attributes:
        invited_by: name of the owner who invited.
    """

    id: str
    email: str
    role: Role
    invited_by: str
    sent_at: datetime
    expires_at: datetime
    state: InvitationState


class BusinessReply(BusinessSummaryReply):
    """A business with everybody who acts for it.

    Attributes:
        members: owners first, then by name.
        invitations: the latest first; only an owner sees any.
    """

    members: list[MemberReply]
    invitations: list[InvitationReply]


class RemovalReply(Contract):
    """The thing that was removed, also when it was gone before."""

    id: str
    outcome: Literal["removed"] = "removed"


class MemberRoleRequest(RequestContract):
    """The role that a member is to have."""

    role: Role


class InvitationRequest(RequestContract):
    """Invites somebody to act for a business.

    Attributes:
        email: the address of the invitation; only a sign-in with this verified address can accept it.
    """

    email: Annotated[str, Field(min_length=3, max_length=254)]
    role: Role


class InvitationTokenRequest(RequestContract):
    """The token of an invitation's link."""

    token: Annotated[str, Field(min_length=1, max_length=200)]


class InvitationPreviewReply(Contract):
    """An invitation as the invited sees it before accepting.

    Attributes:
        email: masked.
        is_for_you: true when the caller's verified sign-in address is the invited one.
    """

    business_name: str
    role: Role
    invited_by: str
    email: str
    expires_at: datetime
    state: InvitationState
    is_for_you: bool


class PlanAnswers(RequestContract):
    """The answers of the guided plan; empty where nothing was answered."""

    category_id: Annotated[str, Field(max_length=60)] = ""
    business_county_id: Annotated[str, Field(max_length=40)] = ""
    municipality_id: Annotated[str, Field(max_length=60)] = ""
    entity_type: EntityType | Literal[""] = ""
    employees: Annotated[str, Field(max_length=6)] = ""
    name: Annotated[str, Field(max_length=200)] = ""


class PlanRequest(RequestContract):
    """The plan to be saved.

    Attributes:
        revision: of the saved plan as it was read, 0 where there was none.
    """

    answers: PlanAnswers
    revision: Revision


class PlanReply(Contract):
    """The caller's saved plan.

    Attributes:
        answers: None where no plan is saved; likewise `saved_at`.
        revision: 0 where none was ever saved.
    """

    answers: PlanAnswers | None
    saved_at: datetime | None
    revision: int
