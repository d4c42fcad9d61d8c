"""The authorization request that a hosted page belongs to, and its answers.

It travels in the query string of every page, and every step checks it again: pages work in several tabs,
after a restart and with the back button, and no step can be reached with a request that is not valid.
"""

import secrets
from typing import Final
from urllib.parse import urlencode

from starlette.responses import RedirectResponse, Response

from infrastructure.sandbox.identity_provider.accounts import Account
from infrastructure.sandbox.identity_provider.calls import STEPS, Call, Refused
from infrastructure.sandbox.identity_provider.tokens import SECOND_FACTOR_ACR

CODE_SECONDS: Final = 5 * 60

_RESET_POLICY = "B2C_1_reset_password"
_POLICIES = ("", "B2C_1_sign_up_sign_in", _RESET_POLICY)
_CALLBACKS = ("signin-callback", "popup-callback.html", "silent-callback.html")


def check_request(call: Call) -> None:
    """Refuse a request that the portal must not make, and tell it only at an address that is registered."""
    if call.get("client_id") != call.settings.client_id:
        raise Refused("invalid_client", "The client is not known.")
    # Compared exactly: no prefixes, no patterns (RFC 9700, section 2.1).
    if call.get("redirect_uri") not in [f"{call.settings.portal_origin}/{name}" for name in _CALLBACKS]:
        raise Refused("invalid_request", "The redirect URI is not registered for this client.")
    has_challenge = call.get("code_challenge") and call.get("code_challenge_method") == "S256"
    faults = (
        (call.get("response_type") != "code", "unsupported_response_type"),
        ("openid" not in call.get("scope").split(), "invalid_scope"),
        (not has_challenge, "invalid_request"),
        (call.get("p") not in _POLICIES, "invalid_request"),
        (call.get("prompt") not in ("", "none", "login"), "invalid_request"),
    )
    for is_wrong, code in faults:
        if is_wrong:
            raise _make_refusal(call, code)


@STEPS.at("/oauth2/authorize")
def authorize(call: Call) -> Response:
    """Issue a code at once, or redirect to the first page of the request."""
    account, is_reset = call.account, call.get("p") == _RESET_POLICY
    if call.get("prompt") == "none":
        if account is None:
            raise _make_refusal(call, "login_required")
        if is_reset or _needs_second_factor(call, account):
            raise _make_refusal(call, "interaction_required")
    if is_reset:
        return call.go_to("/reset")
    # prompt=login asks for a password, whoever is signed in.
    if account is None or call.get("prompt") == "login":
        return call.go_to("/sign-in")
    return complete(call, account)


def complete(call: Call, account: Account) -> Response:
    """Send the browser of somebody signed in back to the client with a code, or on to the second factor."""
    session, code = call.session, secrets.token_urlsafe(32)
    if _needs_second_factor(call, account):
        session.codes["second factor"] = {"code": make_digits()}
        call.save_session()
        return call.go_to("/second-factor")
    at, is_strong = session.authenticated_at, session.has_second_factor
    grant = call.services.tokens.open_grant(account, call.get("scope"), session.id, at, is_strong=is_strong)
    kept = {name: call.get(name) for name in ("redirect_uri", "nonce", "code_challenge")}
    call.services.store.put("authorization code", code, {"grant_id": grant.id, **kept}, CODE_SECONDS)
    return RedirectResponse(_make_answer(call, code=code), 302)


@STEPS.at("/cancel")
def cancel(call: Call) -> Response:
    """Go back to the portal without a code."""
    return _leave(call, "AADB2C90091: The user has cancelled entering self-asserted information.")


@STEPS.at("/forgotten-password")
def report_forgotten_password(call: Call) -> Response:
    """Return to the portal, which then starts the reset policy."""
    return _leave(call, "AADB2C90118: The user has forgotten their password.")


def make_digits() -> str:
    """Return six random digits for a person to type."""
    return f"{secrets.randbelow(10**6):06d}"


def _needs_second_factor(call: Call, account: Account) -> bool:
    """Return whether the session lacks a second factor, of staff or where the request asks for it."""
    is_asked_for = bool(account.groups) or SECOND_FACTOR_ACR in call.get("acr_values").split()
    return is_asked_for and not call.session.has_second_factor


def _leave(call: Call, message: str) -> Response:
    """Send the browser back to the client with one of B2C's errors."""
    return RedirectResponse(_make_answer(call, error="access_denied", error_description=message), 302)


def _make_refusal(call: Call, code: str) -> Refused:
    return Refused(code, address=_make_answer(call, error=code))


def _make_answer(call: Call, **parameters: str) -> str:
    """Return the client's address with parameters."""
    return f"{call.get('redirect_uri')}?{urlencode({**parameters, 'state': call.get('state')})}"
