"""The routes that a wallet on another device calls, as OpenID4VP 1.0 has laid them down."""

from domains.accounts.account import NotRegistered
from functions.authentication.contract import RequestObject, WalletPost, WalletPosted
from functions.authentication.errors import (
    AttemptNotFound,
    AttemptUsed,
    IdentityServiceUnavailable,
    TooManyTriesAtOnce,
    TypeLocked,
)
from functions.authentication.wallet_service import WalletService
from portal.audiences import PUBLIC
from portal.routes import FORM, Body, Request, Routes

routes = Routes("authentication")


@routes.endpoint(
    "GET",
    "/api/authentication/walletrequests/{handle}",
    summary="Get the request for a wallet that scanned a QR code",
    replies={200: RequestObject},
    media_type="application/oauth-authz-req+jwt",
    raises=(AttemptNotFound, AttemptUsed, IdentityServiceUnavailable),
    audience=PUBLIC,
)
def get_request_object(request: Request[None], service: WalletService) -> RequestObject:
    """Return the request to the holder of the handle; it contains nothing about the person."""
    return RequestObject(service.get_request_object(request.path["handle"]))


@routes.endpoint(
    "POST",
    "/api/authentication/walletrequests/{handle}",
    summary="Take the answer of a wallet that scanned a QR code, once",
    audience=PUBLIC,
    input=Body(WalletPost, media_type=FORM),
    replies={200: WalletPosted},
    raises=(
        AttemptNotFound,
        AttemptUsed,
        NotRegistered,
        TypeLocked,
        TooManyTriesAtOnce,
        IdentityServiceUnavailable,
    ),
)
def take_answer(request: Request[WalletPost], service: WalletService) -> WalletPosted:
    """Confirm receipt to the wallet, without the outcome."""
    service.take_answer(request.path["handle"], request.input.response, request.input.error)
    return WalletPosted()
