"""Sign-in with a password or an existing session, cancellation, and forgotten passwords."""

from flask import request
from werkzeug.wrappers import Response

from infrastructure.sandbox.identity_provider import browser
from infrastructure.sandbox.identity_provider.accounts import WrongPasswordError
from infrastructure.sandbox.identity_provider.attempts import LockedOutError
from infrastructure.sandbox.identity_provider.authorization import complete, leave, require_authorization
from infrastructure.sandbox.identity_provider.forms import Form
from infrastructure.sandbox.identity_provider.pages import create_blueprint, go_to, show
from infrastructure.sandbox.identity_provider.people import SAMPLE_PASSWORD, SAMPLE_PEOPLE
from infrastructure.sandbox.identity_provider.policies import CANCELLED, PASSWORD_FORGOTTEN
from infrastructure.sandbox.identity_provider.services import get_services

blueprint = create_blueprint("sign_in", __name__)


def _show_page(form: Form) -> Response:
    session = browser.find_session(get_services().sessions)
    return show(
        "sign_in.html",
        form,
        # prompt=login asks for a password, whoever is signed in.
        current=session.account if session and "login" not in _list_prompts() else None,
        samples=get_services().accounts.with_sample_password(),
        sample_password=SAMPLE_PASSWORD,
        described={person.email for person in SAMPLE_PEOPLE},
    )


def _list_prompts() -> list[str]:
    return request.args.get("prompt", "").split()


@blueprint.get("/sign-in")
@require_authorization
def sign_in() -> Response:
    """Show the form, next to the demonstration accounts."""
    return _show_page(Form(values={"email": request.args.get("login_hint", "")}))


@blueprint.post("/sign-in")
@require_authorization
def check_password() -> Response:
    """Sign in, or show the form again with one neutral message."""
    form = Form()
    email = form.read_email()
    password = form.read_password()
    if form.errors:
        return _show_page(form)
    try:
        account = get_services().accounts.authenticate(email, password)
    except WrongPasswordError:
        form.errors["form"] = "error_wrong_password"
        return _show_page(form)
    except LockedOutError:
        form.errors["form"] = "error_locked_out"
        return _show_page(form)
    browser.sign_in(get_services().sessions, account)
    return complete(account)


@blueprint.post("/continue")
@require_authorization
def continue_as_current() -> Response:
    """Go on as the person who is signed in."""
    session = browser.find_session(get_services().sessions)
    if session is None or "login" in _list_prompts():
        return go_to("sign_in.sign_in")
    return complete(session.account)


@blueprint.get("/forgotten-password")
@require_authorization
def report_forgotten_password() -> Response:
    """Return to the portal, which then starts the reset policy."""
    return leave(PASSWORD_FORGOTTEN)


@blueprint.get("/cancel")
@require_authorization
def cancel() -> Response:
    """Go back to the portal without a code."""
    return leave(CANCELLED)
