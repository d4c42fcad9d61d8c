"""The reset policy: email address, code, new password, and back to the portal signed in."""

from typing import Final

from flask import request
from werkzeug.wrappers import Response

from infrastructure.sandbox.identity_provider import browser, mail
from infrastructure.sandbox.identity_provider.accounts import UnknownAccountError, hash_password
from infrastructure.sandbox.identity_provider.authorization import complete, require_authorization
from infrastructure.sandbox.identity_provider.codes import VoidCodeError
from infrastructure.sandbox.identity_provider.forms import Form
from infrastructure.sandbox.identity_provider.pages import create_blueprint, go_to, show
from infrastructure.sandbox.identity_provider.services import get_services
from infrastructure.sandbox.identity_provider.views.code_steps import enter_code, issue_code, require_code

blueprint = create_blueprint("reset", __name__)

PURPOSE: Final = "reset"

_START = "reset.show_email"


@blueprint.get("/reset")
@require_authorization
def show_email() -> Response:
    """Show the form for the address."""
    return show("reset.html", Form(values={"email": request.args.get("login_hint", "")}))


@blueprint.post("/reset")
@require_authorization
def check_email() -> Response:
    """Send a code, if there is an account; the page is the same if there is none."""
    form = Form()
    address = form.read_email()
    if form.errors:
        return show("reset.html", form)
    exists = get_services().accounts.by_email(address) is not None
    code = issue_code(form, PURPOSE, address, {}, is_decoy=not exists)
    if code is None:
        return show("reset.html", form)
    if exists:
        mail.send_code("reset", address, code)
    return go_to("reset.show_code")


@blueprint.get("/reset/code")
@require_code(PURPOSE, _START)
def show_code(_identifier: str, email: str) -> Response:
    """Show the form for the code."""
    return show("reset_code.html", email=email)


@blueprint.post("/reset/code")
@require_code(PURPOSE, _START)
def check_code(identifier: str, email: str) -> Response:
    """Accept the code; its proof is used up with the new password."""
    form = Form()
    if enter_code(form, PURPOSE, identifier) is None:
        return show("reset_code.html", form, email=email)
    return go_to("reset.show_password")


@blueprint.get("/reset/password")
@require_code(PURPOSE, _START)
def show_password(_identifier: str, email: str) -> Response:
    """Show the form for the new password."""
    return show("reset_password.html", email=email)


@blueprint.post("/reset/password")
@require_code(PURPOSE, _START)
def set_password(identifier: str, email: str) -> Response:
    """Set the password and sign in. Without a right code, start again."""
    form = Form()
    new_password = form.read_new_password()
    if form.errors:
        return show("reset_password.html", form, email=email)
    try:
        proven = get_services().codes.spend(identifier, PURPOSE)
        account = get_services().accounts.set_password(proven.email, hash_password(new_password))
    except (VoidCodeError, UnknownAccountError):
        browser.forget_code(PURPOSE)
        form.errors["form"] = "error_code_void"
        return show("reset.html", form)
    browser.sign_in(get_services().sessions, account)
    return complete(account)
