"""The routes of businesses, of those who act for them, and of the saved plan."""

from datetime import datetime

from functions.businesses.business_rules import BusinessDetails
from functions.businesses.contract import (
    BusinessChangeRequest,
    BusinessesReply,
    BusinessReply,
    BusinessRequest,
    BusinessSummaryReply,
    InvitationPreviewReply,
    InvitationReply,
    InvitationRequest,
    InvitationTokenRequest,
    MemberReply,
    MemberRoleRequest,
    PlanAnswers,
    PlanReply,
    PlanRequest,
    RemovalReply,
)
from functions.businesses.errors import (
    BusinessChanged,
    BusinessHasApplications,
    InvitationExpired,
    InvitationForAnotherAddress,
    InvitationNotFound,
    InvitationUsed,
    InvitationWithdrawn,
    LastOwner,
    MemberNotFound,
    OthersAdded,
    PlanChanged,
    TooManyBusinesses,
    TooManyInvitationsOpen,
    TooManyInvitationsSent,
    TooManyMembers,
)
from functions.businesses.plans import Answers, Plan
from functions.businesses.service import BusinessesService
from functions.businesses.team import Invitation, Team
from portal.account import NotRegistered
from portal.businesses.business import Business, BusinessNotFound, Member, Role, RoleNotAllowed
from portal.errors import IdempotencyKeyReused
from portal.mail import MessageNotSent
from portal.masking import mask_email
from portal.routes import Reply, Request, Routes
from portal.text import searchable

routes = Routes("businesses")

_ROOT = "/api/businessapplications"


@routes.endpoint(
    "GET",
    f"{_ROOT}/businesses",
    summary="The businesses for which the caller acts",
    replies={200: BusinessesReply},
)
def list_businesses(request: Request[None], service: BusinessesService) -> BusinessesReply:
    """By name."""
    found = service.businesses.of(request.principal)
    return BusinessesReply(items=[_summary(business, role) for business, role in found])


@routes.endpoint(
    "POST",
    f"{_ROOT}/businesses",
    summary="Add a business, whose owner the caller becomes",
    input=BusinessRequest,
    replies={201: BusinessSummaryReply, 200: BusinessSummaryReply},
    raises=(NotRegistered, TooManyBusinesses, OthersAdded, IdempotencyKeyReused),
    idempotency_key=True,
)
def add_business(request: Request[BusinessRequest], service: BusinessesService) -> Reply:
    """The business, which the caller owns."""
    business, role, is_added = service.businesses.add(
        request.principal, request.idempotency_key, _details(request.input)
    )
    return Reply(_summary(business, role), 201 if is_added else 200)


@routes.endpoint(
    "GET",
    f"{_ROOT}/businesses/{{id}}",
    summary="A business and who acts for it",
    replies={200: BusinessReply},
    raises=(BusinessNotFound,),
)
def get_business(request: Request[None], service: BusinessesService) -> BusinessReply:
    """Not found, too, where the caller does not act for it."""
    team, own = service.businesses.get(request.principal, request.path["id"])
    return _business_reply(team, own, service.clock())


@routes.endpoint(
    "PUT",
    f"{_ROOT}/businesses/{{id}}",
    summary="Change a business; owners and managers",
    input=BusinessChangeRequest,
    replies={200: BusinessSummaryReply},
    raises=(BusinessNotFound, RoleNotAllowed, BusinessChanged),
)
def change_business(
    request: Request[BusinessChangeRequest], service: BusinessesService
) -> BusinessSummaryReply:
    """The business as it is kept."""
    business, role = service.businesses.change(
        request.principal, request.path["id"], _details(request.input), request.input.revision
    )
    return _summary(business, role)


@routes.endpoint(
    "DELETE",
    f"{_ROOT}/businesses/{{id}}",
    summary="Remove a business that has no application; owners",
    replies={200: RemovalReply},
    raises=(BusinessNotFound, RoleNotAllowed, BusinessHasApplications, BusinessChanged),
)
def remove_business(request: Request[None], service: BusinessesService) -> RemovalReply:
    """Repeated by who removed it, it is answered in the same way."""
    return RemovalReply(id=service.businesses.remove(request.principal, request.path["id"]))


@routes.endpoint(
    "PUT",
    f"{_ROOT}/businesses/{{id}}/members/{{member}}",
    summary="Give a member another role; owners",
    input=MemberRoleRequest,
    replies={200: MemberReply},
    raises=(BusinessNotFound, RoleNotAllowed, MemberNotFound, LastOwner, BusinessChanged),
)
def change_member(request: Request[MemberRoleRequest], service: BusinessesService) -> MemberReply:
    """The member with the new role."""
    member = service.members.change_role(
        request.principal, request.path["id"], request.path["member"], request.input.role
    )
    return _member_reply(member, request.principal.user_id)


@routes.endpoint(
    "DELETE",
    f"{_ROOT}/businesses/{{id}}/members/{{member}}",
    summary="Remove a member; owners, and everybody themselves",
    replies={200: RemovalReply},
    raises=(BusinessNotFound, RoleNotAllowed, MemberNotFound, LastOwner, BusinessChanged),
)
def remove_member(request: Request[None], service: BusinessesService) -> RemovalReply:
    """The user id of whoever is gone."""
    member_id = service.members.remove(request.principal, request.path["id"], request.path["member"])
    return RemovalReply(id=member_id)


@routes.endpoint(
    "POST",
    f"{_ROOT}/businesses/{{id}}/invitations",
    summary="Invite somebody by e-mail; owners. The same again while it is open sends nothing",
    input=InvitationRequest,
    replies={201: InvitationReply, 200: InvitationReply},
    raises=(
        NotRegistered,
        BusinessNotFound,
        RoleNotAllowed,
        TooManyInvitationsOpen,
        BusinessChanged,
        TooManyInvitationsSent,
        MessageNotSent,
    ),
)
def invite(request: Request[InvitationRequest], service: BusinessesService) -> Reply:
    """201 when it was sent, 200 when the same one is open already."""
    invitation, is_new = service.invitations.invite(
        request.principal, request.path["id"], request.input.email, request.input.role
    )
    return Reply(_invitation_reply(invitation, service.clock()), 201 if is_new else 200)


@routes.endpoint(
    "DELETE",
    f"{_ROOT}/businesses/{{id}}/invitations/{{invitation}}",
    summary="Withdraw an invitation; owners",
    replies={200: RemovalReply},
    raises=(BusinessNotFound, RoleNotAllowed, InvitationNotFound, InvitationUsed, BusinessChanged),
)
def withdraw_invitation(request: Request[None], service: BusinessesService) -> RemovalReply:
    """Withdrawing twice is withdrawing once."""
    invitation_id = service.invitations.withdraw(
        request.principal, request.path["id"], request.path["invitation"]
    )
    return RemovalReply(id=invitation_id)


@routes.endpoint(
    "POST",
    f"{_ROOT}/invitations/preview",
    summary="What the link of an invitation is about",
    input=InvitationTokenRequest,
    replies={200: InvitationPreviewReply},
    raises=(InvitationNotFound,),
)
def preview_invitation(
    request: Request[InvitationTokenRequest], service: BusinessesService
) -> InvitationPreviewReply:
    """Whoever has the link sees what it offers."""
    offer = service.invitations.preview(request.principal, request.input.token)
    invitation = offer.invitation
    return InvitationPreviewReply(
        business_name=offer.business.name,
        role=invitation.role,
        invited_by=invitation.inviter_name,
        email=mask_email(invitation.email),
        expires_at=invitation.expires_at,
        state=invitation.state(service.clock()),
        is_for_you=offer.is_for_you,
    )


@routes.endpoint(
    "POST",
    f"{_ROOT}/invitations/acceptance",
    summary="Accept an invitation; the same person again changes nothing",
    input=InvitationTokenRequest,
    replies={200: BusinessSummaryReply},
    raises=(
        InvitationNotFound,
        NotRegistered,
        InvitationUsed,
        InvitationExpired,
        InvitationWithdrawn,
        InvitationForAnotherAddress,
        TooManyMembers,
        BusinessChanged,
    ),
)
def accept_invitation(
    request: Request[InvitationTokenRequest], service: BusinessesService
) -> BusinessSummaryReply:
    """The business, and the role of the caller in it."""
    return _summary(*service.invitations.accept(request.principal, request.input.token))


@routes.endpoint(
    "GET",
    f"{_ROOT}/plan",
    summary="The caller's saved plan",
    replies={200: PlanReply},
)
def get_plan(request: Request[None], service: BusinessesService) -> PlanReply:
    """Empty where none is saved."""
    return _plan_reply(service.plans.read(request.principal))


@routes.endpoint(
    "PUT",
    f"{_ROOT}/plan",
    summary="Save the plan",
    input=PlanRequest,
    replies={200: PlanReply},
    raises=(NotRegistered, PlanChanged),
)
def save_plan(request: Request[PlanRequest], service: BusinessesService) -> PlanReply:
    """The plan with its next revision."""
    answers = Answers(**dict(request.input.answers))
    return _plan_reply(service.plans.save(request.principal, answers, request.input.revision))


@routes.endpoint(
    "DELETE",
    f"{_ROOT}/plan",
    summary="Forget the saved plan",
    replies={200: PlanReply},
    raises=(PlanChanged,),
)
def forget_plan(request: Request[None], service: BusinessesService) -> PlanReply:
    """The answer is that of no plan, with the revision for saving another."""
    return _plan_reply(service.plans.forget(request.principal))


def _details(sent: BusinessRequest) -> BusinessDetails:
    return BusinessDetails(sent.name, sent.entity_type, sent.county_id)


def _summary(business: Business, role: Role) -> BusinessSummaryReply:
    return BusinessSummaryReply(
        id=business.id,
        name=business.name,
        entity_type=business.entity_type,
        county_id=business.county_id,
        role=role,
        created_at=business.created_at,
        revision=business.revision,
    )


def _business_reply(team: Team, own: Member, now: datetime) -> BusinessReply:
    members = sorted(
        team.members, key=lambda member: (member.role != "owner", searchable(member.name), member.user_id)
    )
    invitations = team.known_invitations(now) if own.role == "owner" else ()
    return BusinessReply(
        **dict(_summary(team.business, own.role)),
        members=[_member_reply(member, own.user_id) for member in members],
        invitations=[_invitation_reply(invitation, now) for invitation in invitations],
    )


def _member_reply(member: Member, caller_id: str) -> MemberReply:
    return MemberReply(
        id=member.user_id,
        name=member.name,
        role=member.role,
        joined_at=member.joined_at,
        is_you=member.user_id == caller_id,
    )


def _invitation_reply(invitation: Invitation, now: datetime) -> InvitationReply:
    return InvitationReply(
        id=invitation.id,
        email=invitation.email,
        role=invitation.role,
        invited_by=invitation.inviter_name,
        sent_at=invitation.sent_at,
        expires_at=invitation.expires_at,
        state=invitation.state(now),
    )


def _plan_reply(plan: Plan) -> PlanReply:
    answers = plan.answers
    return PlanReply(
        answers=PlanAnswers(
            categoryId=answers.category_id,
            businessCountyId=answers.business_county_id,
            municipalityId=answers.municipality_id,
            entityType=answers.entity_type,
            employees=answers.employees,
            name=answers.name,
        )
        if answers
        else None,
        saved_at=plan.saved_at,
        revision=plan.revision,
    )
