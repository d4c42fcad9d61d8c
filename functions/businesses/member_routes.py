"""The routes of those who act for a business."""

from domains.businesses.business import BusinessNotFound, RoleNotAllowed
from functions.businesses.contract import (
    MemberReply,
    MemberRoleRequest,
    RemovalReply,
)
from functions.businesses.errors import (
    BusinessChanged,
    LastOwner,
    MemberNotFound,
)
from functions.businesses.member_service import MemberService
from functions.businesses.replies import make_member_reply
from portal.routes import Request, Routes

routes = Routes("businesses")

_MEMBER = "/api/businessapplications/businesses/{id}/members/{member}"


@routes.endpoint(
    "PUT",
    _MEMBER,
    summary="Give a member another role; owners",
    input=MemberRoleRequest,
    replies={200: MemberReply},
    raises=(BusinessNotFound, RoleNotAllowed, MemberNotFound, LastOwner, BusinessChanged),
)
def change_member(request: Request[MemberRoleRequest], service: MemberService) -> MemberReply:
    """Change the role of a member and return the member."""
    member = service.change_role(
        request.principal, request.path["id"], request.path["member"], request.input.role
    )
    return make_member_reply(member, request.principal.user_id)


@routes.endpoint(
    "DELETE",
    _MEMBER,
    summary="Remove a member; owners, and everybody themselves",
    replies={200: RemovalReply},
    raises=(BusinessNotFound, RoleNotAllowed, MemberNotFound, LastOwner, BusinessChanged),
)
def remove_member(request: Request[None], service: MemberService) -> RemovalReply:
    """Return the user id of the removed member."""
    member_id = service.remove_member(request.principal, request.path["id"], request.path["member"])
    return RemovalReply(id=member_id)
