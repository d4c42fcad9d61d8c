"""Sign up: details, then the code from the mail."""

from typing import Final

from werkzeug.wrappers import Response

from infrastructure.sandbox.identity_provider import browser, mail
from infrastructure.sandbox.identity_provider.accounts import EmailTakenError, hash_password
from infrastructure.sandbox.identity_provider.authorization import complete, require_authorization
from infrastructure.sandbox.identity_provider.forms import Form
from infrastructure.sandbox.identity_provider.pages import create_blueprint, go_to, show
from infrastructure.sandbox.identity_provider.services import get_services
from infrastructure.sandbox.identity_provider.views.code_steps import enter_code, issue_code, require_code

blueprint = create_blueprint("sign_up", __name__)

PURPOSE: Final = "sign-up"

_START = "sign_up.show_details"


@blueprint.get("/sign-up")
@require_authorization
def show_details() -> Response:
    """Show the form for a new account."""
    return show("sign_up.html")


@blueprint.post("/sign-up")
@require_authorization
def check_details() -> Response:
    """Send a code. The page does not tell whether the address has an account: the mail does."""
    form = Form()
    given_name = form.read_person_name("given_name")
    family_name = form.read_person_name("family_name")
    email = form.read_email()
    password = form.read_new_password()
    if form.errors:
        return show("sign_up.html", form)
    kept = {"given_name": given_name, "family_name": family_name, "password_hash": hash_password(password)}
    exists = get_services().accounts.by_email(email) is not None
    code = issue_code(form, PURPOSE, email, kept, is_decoy=exists)
    if code is None:
        return show("sign_up.html", form)
    if exists:
        mail.send_account_exists(email)
    else:
        mail.send_code("sign_up", email, code)
    return go_to("sign_up.show_code")


@blueprint.get("/sign-up/code")
@require_code(PURPOSE, _START)
def show_code(_identifier: str, email: str) -> Response:
    """Show the form for the code."""
    return show("sign_up_code.html", email=email)


@blueprint.post("/sign-up/code")
@require_code(PURPOSE, _START)
def check_code(identifier: str, email: str) -> Response:
    """Create the account and sign it in."""
    form = Form()
    proven = enter_code(form, PURPOSE, identifier)
    if proven is None:
        return show("sign_up_code.html", form, email=email)
    try:
        account = get_services().accounts.create(proven.email, **proven.details)
    except EmailTakenError:
        browser.forget_code(PURPOSE)
        form.errors["email"] = "error_email_taken"
        return show("sign_up.html", form)
    browser.sign_in(get_services().sessions, account)
    return complete(account)
