"""The account page of the signed-in person, with the deletion of the account."""

from flask import redirect, url_for
from flask.typing import ResponseReturnValue

from infrastructure.sandbox.identity_provider import browser
from infrastructure.sandbox.identity_provider.accounts import WrongPasswordError
from infrastructure.sandbox.identity_provider.attempts import LockedOutError
from infrastructure.sandbox.identity_provider.forms import Form
from infrastructure.sandbox.identity_provider.pages import create_blueprint, make_page_address, show
from infrastructure.sandbox.identity_provider.services import get_services

blueprint = create_blueprint("account", __name__)


@blueprint.get("/")
def show_home() -> ResponseReturnValue:
    """Show what this server is."""
    return show("home.html")


@blueprint.get("/account")
def show_account() -> ResponseReturnValue:
    """Show what the provider knows about the signed-in person."""
    session = browser.find_session(get_services().sessions)
    if session is None:
        return show("message.html", key="not_signed_in")
    return show("account.html", account=session.account)


@blueprint.post("/account/sign-out")
def sign_out() -> ResponseReturnValue:
    """End the session here; the portal notices at its next token."""
    browser.sign_out(get_services().sessions)
    return show("message.html", key="signed_out")


@blueprint.get("/account/delete")
def delete() -> ResponseReturnValue:
    """Ask for the password before anything is deleted."""
    session = browser.find_session(get_services().sessions)
    if session is None:
        return redirect(make_page_address("account.show_account"))
    return show("account_delete.html", account=session.account)


@blueprint.post("/account/delete")
def confirm_delete() -> ResponseReturnValue:
    """Delete the sign-in. The same address can sign up again, as a new person."""
    session = browser.find_session(get_services().sessions)
    if session is None:
        return redirect(url_for("account.show_account"), 303)
    form = Form()
    password = form.read_password()
    if not form.errors:
        try:
            get_services().accounts.authenticate(session.account.email, password)
        except WrongPasswordError:
            form.errors["password"] = "error_password_wrong"  # noqa: S105 - a text key
        except LockedOutError:
            form.errors["form"] = "error_locked_out"
    if form.errors:
        return show("account_delete.html", form, account=session.account)
    get_services().accounts.delete(session.account.subject)
    browser.sign_out(get_services().sessions)
    return show("message.html", key="deleted")
