"""The routes by which people see where they are signed in, and sign out there."""

from collections.abc import Sequence

from domains.accounts.sign_ins import SignIn
from functions.profile.errors import SignInNotFound, SignInsChanged
from functions.profile.sign_in_contract import SignInEnd, SignInReply, SignInsEnd, SignInsReply
from functions.profile.sign_in_service import SignInService
from portal.principal import Principal
from portal.routes import Request, Routes

routes = Routes("profile")

SECTION = "signIns"


@routes.endpoint(
    "GET",
    "/api/profile/signins",
    summary="List the caller's sign-ins of the last year: time, browser, system and approximate place",
    replies={200: SignInsReply},
    section=SECTION,
)
def list_sign_ins(request: Request[None], service: SignInService) -> SignInsReply:
    """List at most 30 sign-ins, newest first."""
    return _make_reply(request.principal, service.list_sign_ins(request.principal))


@routes.endpoint(
    "POST",
    "/api/profile/signins/end",
    summary="End one of the caller's sign-ins; doing it again changes nothing",
    input=SignInEnd,
    replies={200: SignInsReply},
    section=SECTION,
    raises=(SignInNotFound, SignInsChanged),
)
def end_sign_in(request: Request[SignInEnd], service: SignInService) -> SignInsReply:
    """End a sign-in, whose tokens the portal refuses within a minute."""
    return _make_reply(request.principal, service.end_sign_in(request.principal, request.input.id))


@routes.endpoint(
    "POST",
    "/api/profile/signins/end-all",
    summary="End all of the caller's sign-ins, also this one",
    input=SignInsEnd,
    replies={200: SignInsReply},
    section=SECTION,
    raises=(SignInsChanged,),
)
def end_all_sign_ins(request: Request[SignInsEnd], service: SignInService) -> SignInsReply:
    """Refuse, within a minute, the tokens of every sign-in before now."""
    return _make_reply(request.principal, service.end_all(request.principal))


def _make_reply(caller: Principal, sign_ins: Sequence[SignIn]) -> SignInsReply:
    return SignInsReply(
        items=[
            SignInReply(
                id=each.session_id,
                signed_in_at=each.signed_in_at,
                browser=each.device.browser,
                system=each.device.system,
                city=each.place.city,
                region=each.place.region,
                country=each.place.country,
                is_current=each.session_id == caller.session_id,
                has_second_factor=each.has_second_factor,
                ended_at=each.ended_at,
            )
            for each in sign_ins
        ]
    )
