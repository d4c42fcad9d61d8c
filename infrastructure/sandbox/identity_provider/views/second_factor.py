"""The second step of a sign-in: a code of an authenticator app, which can be set up here."""

from collections.abc import Callable
from functools import wraps

from flask import request
from werkzeug.wrappers import Response

from infrastructure.sandbox.identity_provider import browser
from infrastructure.sandbox.identity_provider.attempts import LockedOutError
from infrastructure.sandbox.identity_provider.authorization import complete, require_authorization
from infrastructure.sandbox.identity_provider.codes import WrongCodeError
from infrastructure.sandbox.identity_provider.forms import Form
from infrastructure.sandbox.identity_provider.pages import create_blueprint, go_to, show
from infrastructure.sandbox.identity_provider.services import get_services
from infrastructure.sandbox.identity_provider.sessions import BrowserSession

blueprint = create_blueprint("second_factor", __name__)


def _require_first_factor(view: Callable[[BrowserSession], Response]) -> Callable[[], Response]:
    """Decorate a page that comes after the password, in the same authorization request."""

    @wraps(view)
    @require_authorization
    def checked() -> Response:
        session = browser.find_session(get_services().sessions)
        if session is None or not browser.is_second_factor_awaited(request.args.get("code_challenge", "")):
            return go_to("sign_in.sign_in")
        return view(session)

    return checked


@blueprint.get("/second-factor")
@_require_first_factor
def enter(session: BrowserSession) -> Response:
    """Show the form for the code, or the setup."""
    if not get_services().second_factors.has(session.account):
        return go_to("second_factor.set_up")
    return _show_page(session, Form())


@blueprint.post("/second-factor")
@_require_first_factor
def check(session: BrowserSession) -> Response:
    """Accept a code, once."""
    form = Form()
    code = form.read_code()
    if not form.errors:
        _try(form, lambda: get_services().second_factors.check(session.account, code))
    return _show_page(session, form) if form.errors else _finish(session)


@blueprint.get("/second-factor/set-up")
@_require_first_factor
def set_up(session: BrowserSession) -> Response:
    """Return a new secret, for somebody who has none."""
    if get_services().second_factors.has(session.account):
        return go_to("second_factor.enter")
    return _show_set_up(session, Form())


@blueprint.post("/second-factor/set-up")
@_require_first_factor
def check_set_up(session: BrowserSession) -> Response:
    """Store the secret after a valid code of it."""
    if get_services().second_factors.has(session.account):
        return go_to("second_factor.enter")
    form = Form()
    code = form.read_code()
    if not form.errors:
        _try(form, lambda: get_services().second_factors.set_up(session, code))
    return _show_set_up(session, form) if form.errors else _finish(session)


def _try(form: Form, attempt: Callable[[], None]) -> None:
    try:
        attempt()
    except WrongCodeError:
        form.errors["code"] = "error_second_factor_wrong"
    except LockedOutError:
        form.errors["form"] = "error_second_factor_locked"


def _show_page(session: BrowserSession, form: Form) -> Response:
    factors = get_services().second_factors
    return show(
        "second_factor.html",
        form,
        is_sample=factors.is_sample(session.account),
        sample_code=factors.sample_code(session.account),
    )


def _show_set_up(session: BrowserSession, form: Form) -> Response:
    factors = get_services().second_factors
    secret = factors.begin(session)
    return show(
        "second_factor_set_up.html",
        form,
        secret=" ".join(secret[at : at + 4] for at in range(0, len(secret), 4)),
        address=factors.make_address(session.account, secret),
    )


def _finish(session: BrowserSession) -> Response:
    get_services().sessions.strengthen(session)
    browser.forget_second_factor()
    return complete(session.account)
