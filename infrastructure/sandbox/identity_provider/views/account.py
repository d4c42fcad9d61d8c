"""The signed-in person's own page: who am I here, and delete my sign-in."""

from flask import redirect, url_for
from flask.typing import ResponseReturnValue

from infrastructure.sandbox.identity_provider import browser
from infrastructure.sandbox.identity_provider.accounts import WrongPasswordError
from infrastructure.sandbox.identity_provider.attempts import LockedOutError
from infrastructure.sandbox.identity_provider.forms import Form
from infrastructure.sandbox.identity_provider.pages import create_blueprint, page_address, show
from infrastructure.sandbox.identity_provider.services import services

blueprint = create_blueprint("account", __name__)


@blueprint.get("/")
def home() -> ResponseReturnValue:
    """Show what this server is."""
    return show("home.html")


@blueprint.get("/account")
def overview() -> ResponseReturnValue:
    """Show what the provider knows about the signed-in person."""
    session = browser.signed_in(services().sessions)
    if session is None:
        return show("message.html", key="not_signed_in")
    return show("account.html", account=session.account)


@blueprint.post("/account/sign-out")
def sign_out() -> ResponseReturnValue:
    """End the session here; the portal notices at its next token."""
    browser.sign_out(services().sessions)
    return show("message.html", key="signed_out")


@blueprint.get("/account/delete")
def delete() -> ResponseReturnValue:
    """Ask for the password before anything is deleted."""
    session = browser.signed_in(services().sessions)
    if session is None:
        return redirect(page_address("account.overview"))
    return show("account_delete.html", account=session.account)


@blueprint.post("/account/delete")
def confirm_delete() -> ResponseReturnValue:
    """Delete the sign-in. The same address can sign up again and is then somebody new."""
    session = browser.signed_in(services().sessions)
    if session is None:
        return redirect(url_for("account.overview"), 303)
    form = Form()
    password = form.password()
    if not form.errors:
        try:
            services().accounts.authenticate(session.account.email, password)
        except WrongPasswordError:
            form.errors["password"] = "error_password_wrong"  # noqa: S105 - a text key
        except LockedOutError:
            form.errors["form"] = "error_locked_out"
    if form.errors:
        return show("account_delete.html", form, account=session.account)
    services().accounts.delete(session.account.subject)
    browser.sign_out(services().sessions)
    return show("message.html", key="deleted")
