"""The authorization request that a hosted page belongs to.

It travels in the query string of every page, and every step checks it again: pages work in several tabs,
after a restart and with the back button, and no step can be reached with a request that is not valid.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec
from urllib.parse import urlsplit, urlunsplit

from authlib.oauth2.rfc6749.errors import (
    InvalidClientError,
    InvalidRequestError,
    OAuth2Error,
    UnsupportedResponseTypeError,
)
from authlib.oidc.core.errors import InteractionRequiredError
from flask import Response, make_response, redirect, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from infrastructure.sandbox.identity_provider import browser
from infrastructure.sandbox.identity_provider.accounts import Account
from infrastructure.sandbox.identity_provider.pages import go_to
from infrastructure.sandbox.identity_provider.policies import RESET_PASSWORD, make_error_address
from infrastructure.sandbox.identity_provider.second_factors import ACR
from infrastructure.sandbox.identity_provider.services import get_services
from infrastructure.sandbox.identity_provider.sessions import BrowserSession

P = ParamSpec("P")


def validate(account: Account | None) -> Any:
    """Return Authlib's grant for the current request.

    Raises OAuth2Error, with a `redirect_uri` only when that address is the client's. What Authlib would
    quote in its message is checked here first, because it fails on characters that OAuth forbids there.
    """
    client = get_services().server.query_client(request.args.get("client_id", ""))
    if client is None:
        raise InvalidClientError(description="The client is not known.")
    redirect_uri = request.args.get("redirect_uri", "")
    if not client.check_redirect_uri(redirect_uri):
        raise InvalidRequestError("The redirect URI is not registered for this client.")
    response_type = request.args.get("response_type", "")
    if response_type != "code":
        raise UnsupportedResponseTypeError(
            response_type, redirect_uri=redirect_uri, state=request.args.get("state")
        )
    return get_services().server.get_consent_grant(end_user=account)


def authorize() -> tuple[Account | None, Any]:
    """Return the grant for a new request, and the account that may get a code at once.

    The account is None if the person has to sign in. Raises OAuth2Error, for `prompt=none`
    also when a page would have to be shown.
    """
    session = browser.find_session(get_services().sessions)
    account = session.account if session and _is_good_enough(session) else None
    grant = validate(account)
    is_silent = "none" in request.args.get("prompt", "").split()
    needs_page = request.args.get("p") == RESET_PASSWORD or (account and _needs_second_factor(account))
    if needs_page and is_silent:
        raise InteractionRequiredError(redirect_uri=grant.redirect_uri)
    return account, grant


def _is_good_enough(session: BrowserSession) -> bool:
    """Return whether the session satisfies `max_age` and is the one that `id_token_hint` means."""
    max_age = request.args.get("max_age", "")
    now = int(get_services().settings.clock().timestamp())
    if max_age.isdecimal() and now - session.authenticated_at >= int(max_age):
        return False
    hint = request.args.get("id_token_hint")
    return hint is None or get_services().tokens.read_subject(hint) == session.account.subject


def _needs_second_factor(account: Account) -> bool:
    """Return whether this sign-in still needs a second factor.

    Staff always do, and everybody whose request asks for it.
    """
    session = browser.find_session(get_services().sessions)
    is_asked_for = account.is_staff or ACR in request.args.get("acr_values", "").split()
    return is_asked_for and not (session and session.has_second_factor)


def complete(account: Account) -> BaseResponse:
    """Send the browser back to the client with a code for this account, or on to its second factor."""
    grant = validate(account)
    if _needs_second_factor(account):
        browser.await_second_factor(request.args["code_challenge"])
        return go_to("second_factor.enter")
    response: Response = get_services().server.create_authorization_response(grant_user=account, grant=grant)
    return _apply_response_mode(response)


def refuse(error: OAuth2Error) -> Response:
    """Redirect to the client if its address is valid, else show a page."""
    if not error.redirect_uri:
        page = render_template("request_error.html", code=error.error, details=error.get_error_description())
        return make_response(page, 400)
    error.state = request.args.get("state")
    response: Response = get_services().server.handle_error_response(request, error)
    return _apply_response_mode(response)


def leave(message: str) -> BaseResponse:
    """Send the browser back to the client with one of B2C's errors."""
    grant = validate(None)
    return redirect(
        make_error_address(
            grant.redirect_uri,
            message,
            request.args.get("state"),
            in_fragment=request.args.get("response_mode") == "fragment",
            clock=get_services().settings.clock,
        )
    )


def require_authorization(view: Callable[P, BaseResponse]) -> Callable[P, BaseResponse]:
    """Decorate a page that is a step of a valid authorization request."""

    @wraps(view)
    def checked(*args: P.args, **kwargs: P.kwargs) -> BaseResponse:
        try:
            validate(None)
            return view(*args, **kwargs)
        except OAuth2Error as error:
            return refuse(error)

    return checked


def _apply_response_mode(response: Response) -> Response:
    """Move the parameters to the fragment when the client asked for that; its addresses have no query."""
    if request.args.get("response_mode") == "fragment" and response.location:
        parts = urlsplit(response.location)
        response.location = urlunsplit((parts.scheme, parts.netloc, parts.path, "", parts.query))
    return response
