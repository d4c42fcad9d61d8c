"""The steps in which a person enters a code from an email, shared by sign-up and reset."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from werkzeug.wrappers import Response

from infrastructure.sandbox.identity_provider import browser
from infrastructure.sandbox.identity_provider.authorization import require_authorization
from infrastructure.sandbox.identity_provider.codes import (
    EnteredCode,
    Purpose,
    TooManyCodesError,
    VoidCodeError,
    WrongCodeError,
)
from infrastructure.sandbox.identity_provider.forms import Form
from infrastructure.sandbox.identity_provider.pages import go_to
from infrastructure.sandbox.identity_provider.services import get_services


def require_code(
    purpose: Purpose, start: str
) -> Callable[[Callable[[str, str], Response]], Callable[[], Response]]:
    """Decorate a page that takes the id and the address of the code that this browser waits for.

    Args:
        start: the endpoint to which other browsers are sent.
    """

    def decorate(view: Callable[[str, str], Response]) -> Callable[[], Response]:
        @wraps(view)
        @require_authorization
        def checked() -> Response:
            awaited = browser.find_awaited_code(purpose)
            return view(*awaited) if awaited else go_to(start)

        return checked

    return decorate


def issue_code(
    form: Form, purpose: Purpose, email: str, details: dict[str, Any], *, is_decoy: bool
) -> str | None:
    """Return a new code that this browser then waits for; None, with an error in the form, after too many."""
    try:
        identifier, code = get_services().codes.issue(purpose, email, details, is_decoy=is_decoy)
    except TooManyCodesError:
        form.errors["form"] = "error_too_many_codes"
        return None
    browser.remember_code(purpose, identifier, email)
    return code


def enter_code(form: Form, purpose: Purpose, identifier: str) -> EnteredCode | None:
    """Return the proof of the code in the form; None, with an error in the form, if it is not right."""
    entered = form.read_code()
    if form.errors:
        return None
    try:
        return get_services().codes.enter(identifier, purpose, entered)
    except WrongCodeError:
        form.errors["code"] = "error_code_wrong"
    except VoidCodeError:
        form.errors["code"] = "error_code_void"
    return None
