"""The routes of businesses, of those who act for them, and of the saved plan."""

from domains.accounts.account import NotRegistered
from domains.businesses.business import BusinessNotFound, RoleNotAllowed
from functions.businesses.business_rules import BusinessDetails
from functions.businesses.business_service import BusinessService
from functions.businesses.contract import (
    BusinessChangeRequest,
    BusinessesReply,
    BusinessReply,
    BusinessRequest,
    BusinessSummaryReply,
    NewBusinessRequest,
    RemovalReply,
)
from functions.businesses.errors import (
    BusinessAlreadyAdded,
    BusinessChanged,
    BusinessHasApplications,
    OthersAdded,
    TooManyBusinesses,
)
from functions.businesses.replies import make_business_reply, make_business_summary
from portal.errors import IdempotencyKeyReused
from portal.routes import HttpReply, Request, Routes

routes = Routes("businesses")

_BUSINESSES = "/api/businessapplications/businesses"


@routes.endpoint(
    "GET",
    _BUSINESSES,
    summary="List the businesses for which the caller acts",
    replies={200: BusinessesReply},
)
def list_businesses(request: Request[None], service: BusinessService) -> BusinessesReply:
    """List businesses by name, with the role of the caller in each."""
    businesses = service.list_businesses(request.principal)
    return BusinessesReply(items=[make_business_summary(business, role) for business, role in businesses])


@routes.endpoint(
    "POST",
    _BUSINESSES,
    summary="Add a business, whose owner the caller becomes",
    input=NewBusinessRequest,
    replies={201: BusinessSummaryReply, 200: BusinessSummaryReply},
    raises=(NotRegistered, BusinessAlreadyAdded, TooManyBusinesses, OthersAdded, IdempotencyKeyReused),
    idempotency_key=True,
)
def add_business(request: Request[NewBusinessRequest], service: BusinessService) -> HttpReply:
    """Add a business and return it, with the caller as its owner."""
    business, role, is_added = service.add_business(
        request.principal,
        request.idempotency_key,
        _make_details(request.input),
        allow_same_name=request.input.allow_same_name,
    )
    return HttpReply(make_business_summary(business, role), 201 if is_added else 200)


@routes.endpoint(
    "GET",
    f"{_BUSINESSES}/{{id}}",
    summary="Get a business with its members",
    replies={200: BusinessReply},
    raises=(BusinessNotFound,),
)
def get_business(request: Request[None], service: BusinessService) -> BusinessReply:
    """Return a business that the caller acts for."""
    team, caller = service.get_business(request.principal, request.path["id"])
    return make_business_reply(team, caller, service.now)


@routes.endpoint(
    "PUT",
    f"{_BUSINESSES}/{{id}}",
    summary="Change a business; owners and managers",
    input=BusinessChangeRequest,
    replies={200: BusinessSummaryReply},
    raises=(BusinessNotFound, RoleNotAllowed, BusinessChanged),
)
def change_business(
    request: Request[BusinessChangeRequest], service: BusinessService
) -> BusinessSummaryReply:
    """Save the details of a business and return it. Needs the revision before."""
    business, role = service.change_business(
        request.principal, request.path["id"], _make_details(request.input), request.input.revision
    )
    return make_business_summary(business, role)


@routes.endpoint(
    "DELETE",
    f"{_BUSINESSES}/{{id}}",
    summary="Remove a business that has no application; owners",
    replies={200: RemovalReply},
    raises=(BusinessNotFound, RoleNotAllowed, BusinessHasApplications, BusinessChanged),
)
def remove_business(request: Request[None], service: BusinessService) -> RemovalReply:
    """Remove the business. Safe to repeat for the person who removed it."""
    return RemovalReply(id=service.remove_business(request.principal, request.path["id"]))


def _make_details(request: BusinessRequest) -> BusinessDetails:
    return BusinessDetails(request.name, request.entity_type, request.county_id)
