"""The reset policy: e-mail address, code, new password, and back to the portal signed in."""

from typing import Final

from flask import request
from werkzeug.wrappers import Response

from infrastructure.sandbox.identity_provider import browser, mail
from infrastructure.sandbox.identity_provider.accounts import UnknownAccountError, hash_password
from infrastructure.sandbox.identity_provider.authorization import complete, within_authorization
from infrastructure.sandbox.identity_provider.codes import TooManyCodesError, VoidCodeError, WrongCodeError
from infrastructure.sandbox.identity_provider.forms import Form
from infrastructure.sandbox.identity_provider.pages import create_blueprint, go_to, show
from infrastructure.sandbox.identity_provider.services import services

blueprint = create_blueprint("reset", __name__)

PURPOSE: Final = "reset"


@blueprint.get("/reset")
@within_authorization
def email() -> Response:
    """Return the form for the address."""
    return show("reset.html", Form(values={"email": request.args.get("login_hint", "")}))


@blueprint.post("/reset")
@within_authorization
def check_email() -> Response:
    """Send a code, if there is an account; the page is the same if there is none."""
    form = Form()
    address = form.email()
    if form.errors:
        return show("reset.html", form)
    exists = services().accounts.by_email(address) is not None
    try:
        identifier, code = services().codes.issue(PURPOSE, address, {}, is_decoy=not exists)
    except TooManyCodesError:
        form.errors["form"] = "error_too_many_codes"
        return show("reset.html", form)
    browser.remember_code(PURPOSE, identifier, address)
    if exists:
        mail.send_code("reset", address, code)
    return go_to("reset.code")


@blueprint.get("/reset/code")
@within_authorization
def code() -> Response:
    """Return the form for the code."""
    awaited = browser.awaited_code(PURPOSE)
    if awaited is None:
        return go_to("reset.email")
    return show("reset_code.html", email=awaited[1])


@blueprint.post("/reset/code")
@within_authorization
def check_code() -> Response:
    """Accept the code; its proof is used up with the new password."""
    awaited = browser.awaited_code(PURPOSE)
    if awaited is None:
        return go_to("reset.email")
    identifier, address = awaited
    form = Form()
    entered = form.code()
    if form.errors:
        return show("reset_code.html", form, email=address)
    try:
        services().codes.enter(identifier, PURPOSE, entered)
    except WrongCodeError:
        form.errors["code"] = "error_code_wrong"
        return show("reset_code.html", form, email=address)
    except VoidCodeError:
        form.errors["code"] = "error_code_void"
        return show("reset_code.html", form, email=address)
    return go_to("reset.password")


@blueprint.get("/reset/password")
@within_authorization
def password() -> Response:
    """Return the form for the new password."""
    awaited = browser.awaited_code(PURPOSE)
    if awaited is None:
        return go_to("reset.email")
    return show("reset_password.html", email=awaited[1])


@blueprint.post("/reset/password")
@within_authorization
def set_password() -> Response:
    """Set the password and sign in. Without a code that was entered rightly it starts again."""
    awaited = browser.awaited_code(PURPOSE)
    if awaited is None:
        return go_to("reset.email")
    identifier, address = awaited
    form = Form()
    new_password = form.new_password()
    if form.errors:
        return show("reset_password.html", form, email=address)
    try:
        proven = services().codes.spend(identifier, PURPOSE)
        account = services().accounts.set_password(proven.email, hash_password(new_password))
    except (VoidCodeError, UnknownAccountError):
        browser.forget_code(PURPOSE)
        form.errors["form"] = "error_code_void"
        return show("reset.html", form)
    browser.sign_in(services().sessions, account)
    return complete(account)
