"""The routes of a person's own details."""

from domains.accounts.account import NotRegistered
from domains.accounts.registration_rules import get_typed_names
from functions.profile.details_contract import DetailChangeReply, DetailsReply, DetailsRequest
from functions.profile.details_service import Details, DetailsService
from functions.profile.errors import DetailsChanged, TooManyDetailChanges
from portal.errors import EnhancedAuthenticationRequired
from portal.routes import Request, Routes

routes = Routes("profile")

SECTION = "details"


@routes.endpoint(
    "GET",
    "/api/profile/details",
    summary="Get the caller's name, date of birth and county, with the history of corrections",
    replies={200: DetailsReply},
    section=SECTION,
    raises=(NotRegistered,),
)
def read_details(request: Request[None], service: DetailsService) -> DetailsReply:
    """Return the caller's details, and if the legal name and the date of birth may be changed now."""
    return _make_reply(service.read_details(request.principal))


@routes.endpoint(
    "PUT",
    "/api/profile/details",
    summary="Correct the caller's name, date of birth and county",
    input=DetailsRequest,
    replies={200: DetailsReply},
    section=SECTION,
    raises=(NotRegistered, EnhancedAuthenticationRequired, DetailsChanged, TooManyDetailChanges),
)
def save_details(request: Request[DetailsRequest], service: DetailsService) -> DetailsReply:
    """Replace the details. A changed legal name or date of birth ends proofs and passkeys."""
    return _make_reply(service.save_details(request.principal, request.input))


def _make_reply(details: Details) -> DetailsReply:
    registration = details.registration
    first_name, last_name = get_typed_names(registration)
    return DetailsReply(
        legal_first_name=first_name or None,
        legal_last_name=last_name,
        preferred_name=registration.preferred_name,
        date_of_birth=registration.date_of_birth,
        county_id=registration.county_id,
        registered_at=registration.registered_at,
        revision=registration.revision,
        identity_change=details.identity_change,
        can_change_identity=details.can_change_identity,
        changes=[
            DetailChangeReply.from_entity(change, changed_at=saved.changed_at)
            for saved in reversed(details.history)
            for change in saved.changes
        ],
    )
