"""The routes of invitations to act for a business."""

from domains.accounts.account import NotRegistered
from domains.accounts.masking import mask_email
from domains.accounts.sending_limits import TooManyInvitationsSent, TooManyInvitationsToAddress
from domains.businesses.business import BusinessNotFound, RoleNotAllowed
from functions.businesses.contract import (
    BusinessSummaryReply,
    InvitationPreviewReply,
    InvitationReply,
    InvitationRequest,
    InvitationTokenRequest,
    RemovalReply,
)
from functions.businesses.errors import (
    BusinessChanged,
    InvitationExpired,
    InvitationForAnotherAddress,
    InvitationNotFound,
    InvitationUsed,
    InvitationWithdrawn,
    TooManyInvitationsOpen,
    TooManyMembers,
)
from functions.businesses.invitation_service import InvitationService
from functions.businesses.replies import make_business_summary, make_invitation_reply
from portal.mail import MessageNotSent
from portal.routes import HttpReply, Request, Routes

routes = Routes("businesses")

_ROOT = "/api/businessapplications"


@routes.endpoint(
    "POST",
    f"{_ROOT}/businesses/{{id}}/invitations",
    summary="Invite somebody by email; owners. The same again while it is open sends nothing",
    input=InvitationRequest,
    replies={201: InvitationReply, 200: InvitationReply},
    raises=(
        NotRegistered,
        BusinessNotFound,
        RoleNotAllowed,
        TooManyInvitationsOpen,
        BusinessChanged,
        TooManyInvitationsSent,
        TooManyInvitationsToAddress,
        MessageNotSent,
    ),
)
def invite(request: Request[InvitationRequest], service: InvitationService) -> HttpReply:
    """Send the invitation: 201; 200 when the same one is open already."""
    invitation, is_new = service.invite_person(
        request.principal, request.path["id"], request.input.email, request.input.role
    )
    return HttpReply(make_invitation_reply(invitation, service.now), 201 if is_new else 200)


@routes.endpoint(
    "DELETE",
    f"{_ROOT}/businesses/{{id}}/invitations/{{invitation}}",
    summary="Withdraw an invitation; owners",
    replies={200: RemovalReply},
    raises=(BusinessNotFound, RoleNotAllowed, InvitationNotFound, InvitationUsed, BusinessChanged),
)
def withdraw_invitation(request: Request[None], service: InvitationService) -> RemovalReply:
    """Withdraw an invitation, so that its link no longer works. Safe to repeat."""
    invitation_id = service.withdraw_invitation(
        request.principal, request.path["id"], request.path["invitation"]
    )
    return RemovalReply(id=invitation_id)


@routes.endpoint(
    "POST",
    f"{_ROOT}/invitations/preview",
    summary="Preview the invitation of a link",
    input=InvitationTokenRequest,
    replies={200: InvitationPreviewReply},
    raises=(InvitationNotFound,),
)
def preview_invitation(
    request: Request[InvitationTokenRequest], service: InvitationService
) -> InvitationPreviewReply:
    """Show the offer to the holder of the link."""
    offer = service.get_offer(request.principal, request.input.token)
    invitation = offer.invitation
    return InvitationPreviewReply(
        business_name=offer.business.name,
        role=invitation.role,
        invited_by=invitation.inviter_name,
        email=mask_email(invitation.email),
        expires_at=invitation.expires_at,
        state=invitation.get_state(service.now),
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
    request: Request[InvitationTokenRequest], service: InvitationService
) -> BusinessSummaryReply:
    """Return the business, and the role of the caller in it."""
    return make_business_summary(*service.accept_invitation(request.principal, request.input.token))
