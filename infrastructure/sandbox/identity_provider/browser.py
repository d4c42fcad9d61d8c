"""State of one browser: the signed-in session and the current step."""

import secrets
from hmac import compare_digest

from flask import session

from infrastructure.sandbox.identity_provider.accounts import Account
from infrastructure.sandbox.identity_provider.codes import Purpose
from infrastructure.sandbox.identity_provider.sessions import BrowserSession, Sessions

SESSION_KEY = "session"
FORGERY_KEY = "csrf"
SECOND_FACTOR_KEY = "second-factor"


def find_session(sessions: Sessions) -> BrowserSession | None:
    """Return the signed-in session of this browser, or None."""
    token = session.get(SESSION_KEY)
    return sessions.find(token) if token else None


def sign_in(sessions: Sessions, account: Account) -> None:
    """Begin a session for this account. The old cookie is dropped, which prevents session fixation."""
    sign_out(sessions)
    session[SESSION_KEY] = sessions.start(account)


def sign_out(sessions: Sessions) -> None:
    """End the session, if there is one."""
    current = find_session(sessions)
    if current:
        sessions.end(current)
    session.clear()


def get_forgery_token() -> str:
    """Return the secret that this browser's forms carry back."""
    return str(session.setdefault(FORGERY_KEY, secrets.token_urlsafe(24)))


def is_genuine(token: str) -> bool:
    """Return whether a form came from a page that this browser was shown."""
    expected = session.get(FORGERY_KEY)
    return bool(expected) and compare_digest(str(expected).encode(), token.encode())


def await_second_factor(request: str) -> None:
    """Note that the first factor was given for the authorization request with this challenge (PKCE).

    It does not unlock the page of another request, which might ask for the password again.
    """
    session[SECOND_FACTOR_KEY] = request


def is_second_factor_awaited(request: str) -> bool:
    """Return whether the first factor was given for the authorization request with this challenge."""
    return bool(request) and session.get(SECOND_FACTOR_KEY) == request


def forget_second_factor() -> None:
    """Forget the first factor after the second was given."""
    session.pop(SECOND_FACTOR_KEY, None)


def remember_code(purpose: Purpose, identifier: str, email: str) -> None:
    """Keep which code this browser waits for."""
    session[purpose] = {"id": identifier, "email": email}


def find_awaited_code(purpose: Purpose) -> tuple[str, str] | None:
    """Return the id and address of the code that this browser waits for."""
    waiting = session.get(purpose)
    return (waiting["id"], waiting["email"]) if waiting else None


def forget_code(purpose: Purpose) -> None:
    """Forget a code that was used or is void."""
    session.pop(purpose, None)
