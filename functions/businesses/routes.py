"""The routes of businesses, of those who act for them, and of the saved plan."""

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
    PlanReply,
    PlanRequest,
    RemovalReply,
)
from functions.businesses.service import BusinessesService
from portal.errors import Conflict, Forbidden, NotFound, TooManyRequests
from portal.routes import Reply, Request, Routes

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
    return service.list_businesses(request)


@routes.endpoint(
    "POST",
    f"{_ROOT}/businesses",
    summary="Add a business, whose owner the caller becomes",
    input=BusinessRequest,
    replies={201: BusinessSummaryReply, 200: BusinessSummaryReply},
    raises=(Conflict,),
    idempotency_key=True,
)
def add_business(request: Request[BusinessRequest], service: BusinessesService) -> Reply:
    """409 is `notRegistered`, `tooManyBusinesses` or `idempotencyKeyReused`."""
    return service.add_business(request)


@routes.endpoint(
    "GET",
    f"{_ROOT}/businesses/{{id}}",
    summary="A business and who acts for it",
    replies={200: BusinessReply},
    raises=(NotFound,),
)
def get_business(request: Request[None], service: BusinessesService) -> BusinessReply:
    """404 is `businessNotFound`, also where the caller does not act for it."""
    return service.get_business(request)


@routes.endpoint(
    "PUT",
    f"{_ROOT}/businesses/{{id}}",
    summary="Change a business; owners and managers",
    input=BusinessChangeRequest,
    replies={200: BusinessSummaryReply},
    raises=(NotFound, Forbidden, Conflict),
)
def change_business(
    request: Request[BusinessChangeRequest], service: BusinessesService
) -> BusinessSummaryReply:
    """404 is `businessNotFound`, 403 `roleNotAllowed`, 409 `businessChanged`."""
    return service.change_business(request)


@routes.endpoint(
    "DELETE",
    f"{_ROOT}/businesses/{{id}}",
    summary="Remove a business that has no application; owners",
    replies={200: RemovalReply},
    raises=(NotFound, Forbidden, Conflict),
)
def remove_business(request: Request[None], service: BusinessesService) -> RemovalReply:
    """404 is `businessNotFound`, 403 `roleNotAllowed`, 409 `businessHasApplications`."""
    return service.remove_business(request)


@routes.endpoint(
    "PUT",
    f"{_ROOT}/businesses/{{id}}/members/{{member}}",
    summary="Give a member another role; owners",
    input=MemberRoleRequest,
    replies={200: MemberReply},
    raises=(NotFound, Forbidden, Conflict),
)
def change_member(request: Request[MemberRoleRequest], service: BusinessesService) -> MemberReply:
    """404 is `businessNotFound` or `memberNotFound`, 403 `roleNotAllowed`, 409 `lastOwner`."""
    return service.change_member(request)


@routes.endpoint(
    "DELETE",
    f"{_ROOT}/businesses/{{id}}/members/{{member}}",
    summary="Remove a member; owners, and everybody themselves",
    replies={200: RemovalReply},
    raises=(NotFound, Forbidden, Conflict),
)
def remove_member(request: Request[None], service: BusinessesService) -> RemovalReply:
    """404 is `businessNotFound` or `memberNotFound`, 403 `roleNotAllowed`, 409 `lastOwner`."""
    return service.remove_member(request)


@routes.endpoint(
    "POST",
    f"{_ROOT}/businesses/{{id}}/invitations",
    summary="Invite somebody by e-mail; owners. The same again while it is open sends nothing",
    input=InvitationRequest,
    replies={201: InvitationReply, 200: InvitationReply},
    raises=(NotFound, Forbidden, Conflict, TooManyRequests),
)
def invite(request: Request[InvitationRequest], service: BusinessesService) -> Reply:
    """404 is `businessNotFound`, 403 `roleNotAllowed`, 409 `tooManyInvitations`, 429 `tooManyInvitations`."""
    return service.invite(request)


@routes.endpoint(
    "DELETE",
    f"{_ROOT}/businesses/{{id}}/invitations/{{invitation}}",
    summary="Withdraw an invitation; owners",
    replies={200: RemovalReply},
    raises=(NotFound, Forbidden, Conflict),
)
def withdraw_invitation(request: Request[None], service: BusinessesService) -> RemovalReply:
    """404 is `businessNotFound` or `invitationNotFound`, 403 `roleNotAllowed`, 409 `invitationUsed`."""
    return service.withdraw_invitation(request)


@routes.endpoint(
    "POST",
    f"{_ROOT}/invitations/preview",
    summary="What the link of an invitation is about",
    input=InvitationTokenRequest,
    replies={200: InvitationPreviewReply},
    raises=(NotFound,),
)
def preview_invitation(
    request: Request[InvitationTokenRequest], service: BusinessesService
) -> InvitationPreviewReply:
    """404 is `invitationNotFound`."""
    return service.preview_invitation(request)


@routes.endpoint(
    "POST",
    f"{_ROOT}/invitations/acceptance",
    summary="Accept an invitation; the same person again changes nothing",
    input=InvitationTokenRequest,
    replies={200: BusinessSummaryReply},
    raises=(NotFound, Conflict),
)
def accept_invitation(
    request: Request[InvitationTokenRequest], service: BusinessesService
) -> BusinessSummaryReply:
    """404 is `invitationNotFound`; 409 `notRegistered`, `invitationUsed`, `invitationExpired`,
    `invitationWithdrawn` or `invitationForAnotherAddress`.
    """
    return service.accept_invitation(request)


@routes.endpoint(
    "GET",
    f"{_ROOT}/plan",
    summary="The caller's saved plan",
    replies={200: PlanReply},
)
def get_plan(request: Request[None], service: BusinessesService) -> PlanReply:
    """Empty where none is saved."""
    return service.get_plan(request)


@routes.endpoint(
    "PUT",
    f"{_ROOT}/plan",
    summary="Save the plan",
    input=PlanRequest,
    replies={200: PlanReply},
    raises=(Conflict,),
)
def save_plan(request: Request[PlanRequest], service: BusinessesService) -> PlanReply:
    """409 is `notRegistered` or `planChanged`."""
    return service.save_plan(request)


@routes.endpoint(
    "DELETE",
    f"{_ROOT}/plan",
    summary="Forget the saved plan",
    replies={200: PlanReply},
)
def forget_plan(request: Request[None], service: BusinessesService) -> PlanReply:
    """The answer is that of no plan."""
    return service.forget_plan(request)
