"""Requests and replies of the businesses routes."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field

from domains.businesses.business import EntityType, Role
from portal.contract import Contract, ErrorReply, RequestContract

BusinessName = Annotated[str, Field(min_length=1, max_length=200)]
CountyId = Annotated[str, Field(min_length=1, max_length=40)]
Revision = Annotated[int, Field(ge=0)]
InvitationState = Literal["open", "accepted", "expired", "withdrawn"]


class BusinessRequest(RequestContract):
    """A new business.

    Attributes:
        county_id: county of its known place of business.
    """

    name: BusinessName
    entity_type: EntityType
    county_id: CountyId


class NewBusinessRequest(BusinessRequest):
    """A business to add.

    Attributes:
        allow_same_name: true to add it although the caller has a business of the same kind and name.
    """

    allow_same_name: bool = False


class BusinessAlreadyAddedReply(ErrorReply):
    """A refusal of a business that the caller seems to have already.

    Attributes:
        business_id: id of the business that the caller has.
        business_name: its name as the caller can read it.
    """

    business_id: str
    business_name: str


class BusinessChangeRequest(BusinessRequest):
    """The new details of a business.

    Attributes:
        revision: revision that the caller read; an outdated revision is refused.
    """

    revision: Revision


class BusinessSummaryReply(Contract):
    """A business for which the caller acts.

    Attributes:
        role: role of the caller.
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
    """An invitation to act for a business, shown until 30 days after its end.

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
    """A business with its members and invitations.

    Attributes:
        members: owners first, then by name.
        invitations: latest first; visible to owners only.
    """

    members: list[MemberReply]
    invitations: list[InvitationReply]


class RemovalReply(Contract):
    """Confirms the removal, also if it was removed before."""

    id: str
    outcome: Literal["removed"] = "removed"


class MemberRoleRequest(RequestContract):
    """The new role of a member."""

    role: Role


class InvitationRequest(RequestContract):
    """Request to invite a person to act for a business.

    Attributes:
        email: address of the invitation; only a sign-in with this verified address can accept it.
    """

    email: Annotated[str, Field(min_length=3, max_length=254)]
    role: Role


class InvitationTokenRequest(RequestContract):
    """The token of an invitation's link."""

    token: Annotated[str, Field(min_length=1, max_length=200)]


class InvitationPreviewReply(Contract):
    """An invitation as shown to the invited person before accepting.

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
    """The answers of the guided plan; unanswered questions are empty."""

    category_id: Annotated[str, Field(max_length=60)] = ""
    business_county_id: Annotated[str, Field(max_length=40)] = ""
    municipality_id: Annotated[str, Field(max_length=60)] = ""
    entity_type: EntityType | Literal[""] = ""
    employees: Annotated[str, Field(max_length=6)] = ""
    name: Annotated[str, Field(max_length=200)] = ""


class PlanRequest(RequestContract):
    """The plan to save.

    Attributes:
        revision: revision that the caller read; 0 if there was none.
    """

    answers: PlanAnswers
    revision: Revision


class PlanReply(Contract):
    """The caller's saved plan.

    Attributes:
        answers: None, like `saved_at`, if no plan is saved.
        revision: 0 if none was ever saved.
    """

    answers: PlanAnswers | None
    saved_at: datetime | None
    revision: int
