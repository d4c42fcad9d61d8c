"""The routes of reserved names."""

from domains.accounts.account import NotRegistered
from domains.names.errors import NamesUnavailable
from domains.state.time import get_day
from functions.businessnames.contract import (
    RenewalRequest,
    ReservationReply,
    ReservationRequest,
    ReservationsReply,
)
from functions.businessnames.errors import (
    NameNeedsReview,
    NameReserved,
    NameUnavailable,
    NotRenewable,
    OthersReserved,
    RenewedAlready,
    ReservationChanged,
    ReservationEnded,
    ReservationNotFound,
    ReservedRecently,
    TooManyReservations,
)
from functions.businessnames.reservation_fees import make_fee_reply
from functions.businessnames.reservation_service import ReservationService, ReservedName
from portal.language import Language
from portal.routes import HttpReply, Request, Routes

routes = Routes("businessnames")

PATH = "/api/businessapplications/businessnames/reservations"


@routes.endpoint(
    "GET",
    PATH,
    summary="List the caller's reserved names, with those that ended within a year",
    replies={200: ReservationsReply},
)
def list_reservations(request: Request[None], service: ReservationService) -> ReservationsReply:
    """List the caller's reservations; active ones come first."""
    reserved = service.list_reservations(request.principal)
    return ReservationsReply(items=[_make_reply(each, request.language) for each in reserved])


@routes.endpoint(
    "POST",
    PATH,
    summary="Reserve a name; the same request again answers 200 with the same reservation",
    input=ReservationRequest,
    replies={201: ReservationReply, 200: ReservationReply},
    raises=(
        NotRegistered,
        NameReserved,
        NameUnavailable,
        NameNeedsReview,
        ReservedRecently,
        TooManyReservations,
        OthersReserved,
        NamesUnavailable,
    ),
)
def reserve_name(request: Request[ReservationRequest], service: ReservationService) -> HttpReply:
    """Reserve a name. A name with issues of its own is 400."""
    reserved, is_new = service.reserve_name(request.principal, request.input.name, request.input.entity_type)
    return HttpReply(_make_reply(reserved, request.language), 201 if is_new else 200)


@routes.endpoint(
    "POST",
    f"{PATH}/{{id}}/renewal",
    summary="Add a term to a reservation, after the present one",
    input=RenewalRequest,
    replies={200: ReservationReply},
    raises=(ReservationNotFound, NotRenewable, RenewedAlready, ReservationEnded, ReservationChanged),
)
def renew_reservation(request: Request[RenewalRequest], service: ReservationService) -> ReservationReply:
    """Renew the reservation. Renewing the same term again changes nothing."""
    renewed = service.renew_reservation(request.principal, request.path["id"], request.input.expires_at)
    return _make_reply(renewed, request.language)


@routes.endpoint(
    "DELETE",
    f"{PATH}/{{id}}",
    summary="Give up a reservation",
    replies={200: ReservationReply},
    raises=(ReservationNotFound, ReservationChanged),
)
def give_up_reservation(request: Request[None], service: ReservationService) -> ReservationReply:
    """Release a reservation. One that has ended stays as it is."""
    return _make_reply(service.give_up(request.principal, request.path["id"]), request.language)


def _make_reply(reserved: ReservedName, language: Language) -> ReservationReply:
    reservation, terms = reserved.reservation, reserved.terms
    today = get_day(reserved.now)
    return ReservationReply.from_entity(
        reservation,
        status=reservation.get_status(reserved.now),
        is_renewable=reserved.is_renewable,
        fee=make_fee_reply(terms, today, language) if terms else None,
    )
