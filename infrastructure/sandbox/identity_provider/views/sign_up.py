"""Sign up: details, then the code from the mail."""

from typing import Final

from werkzeug.wrappers import Response

from infrastructure.sandbox.identity_provider import browser, mail
from infrastructure.sandbox.identity_provider.accounts import EmailTakenError, hash_password
from infrastructure.sandbox.identity_provider.authorization import complete, within_authorization
from infrastructure.sandbox.identity_provider.codes import TooManyCodesError, VoidCodeError, WrongCodeError
from infrastructure.sandbox.identity_provider.forms import Form
from infrastructure.sandbox.identity_provider.pages import create_blueprint, go_to, show
from infrastructure.sandbox.identity_provider.services import services

blueprint = create_blueprint("sign_up", __name__)

PURPOSE: Final = "sign-up"


@blueprint.get("/sign-up")
@within_authorization
def details() -> Response:
    """Return the form for a new account."""
    return show("sign_up.html")


@blueprint.post("/sign-up")
@within_authorization
def check_details() -> Response:
    """Send a code. The page does not tell whether the address has an account: the mail does."""
    form = Form()
    given_name = form.person_name("given_name")
    family_name = form.person_name("family_name")
    email = form.email()
    password = form.new_password()
    if form.errors:
        return show("sign_up.html", form)
    kept = {"given_name": given_name, "family_name": family_name, "password_hash": hash_password(password)}
    exists = services().accounts.by_email(email) is not None
    try:
        identifier, code = services().codes.issue(PURPOSE, email, kept, is_decoy=exists)
    except TooManyCodesError:
        form.errors["form"] = "error_too_many_codes"
        return show("sign_up.html", form)
    browser.remember_code(PURPOSE, identifier, email)
    if exists:
        mail.send_account_exists(email)
    else:
        mail.send_code("sign_up", email, code)
    return go_to("sign_up.code")


@blueprint.get("/sign-up/code")
@within_authorization
def code() -> Response:
    """Return the form for the code."""
    awaited = browser.awaited_code(PURPOSE)
    if awaited is None:
        return go_to("sign_up.details")
    return show("sign_up_code.html", email=awaited[1])


@blueprint.post("/sign-up/code")
@within_authorization
def check_code() -> Response:
    """Create the account and sign it in."""
    awaited = browser.awaited_code(PURPOSE)
    if awaited is None:
        return go_to("sign_up.details")
    identifier, email = awaited
    form = Form()
    entered = form.code()
    if form.errors:
        return show("sign_up_code.html", form, email=email)
    try:
        proven = services().codes.enter(identifier, PURPOSE, entered)
        account = services().accounts.create(proven.email, **proven.details)
    except WrongCodeError:
        form.errors["code"] = "error_code_wrong"
        return show("sign_up_code.html", form, email=email)
    except VoidCodeError:
        form.errors["code"] = "error_code_void"
        return show("sign_up_code.html", form, email=email)
    except EmailTakenError:
        browser.forget_code(PURPOSE)
        form.errors["email"] = "error_email_taken"
        return show("sign_up.html", form)
    browser.sign_in(services().sessions, account)
    return complete(account)
