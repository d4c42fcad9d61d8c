"""The hosted pages: sign-in, second factor, sign-up, reset of a password, and the person's account.

Each shows its form and takes it; the pages up to the account belong to an authorization request.
"""

from collections.abc import Callable
from typing import Any, Final
from uuid import uuid4

from starlette.responses import Response

from infrastructure.sandbox.identity_provider.accounts import SAMPLE_PASSWORD, Account, hash_password
from infrastructure.sandbox.identity_provider.authorization import complete, make_digits
from infrastructure.sandbox.identity_provider.calls import PAGES, STEPS, Call

MAILED_CODE_SECONDS: Final = 10 * 60


@STEPS.at("/sign-in")
def sign_in(call: Call) -> Response:
    """Sign in with a password, in the form or of a demonstration account; one message for each refusal."""
    accounts = call.services.accounts
    if call.is_post:
        account, password = accounts.find(call.read_email()), call.read_password()
        if account and account.has_password(password):
            call.sign_in(account)
            return complete(call, account)
        call.errors = call.errors or {"form": "error_wrong_password"}
    else:
        call.values["email"] = call.get("login_hint")
    return call.show("sign_in.html", samples=accounts.list_samples(), sample_password=SAMPLE_PASSWORD)


@STEPS.at("/second-factor")
def enter_second_factor(call: Call) -> Response:
    """Show the code of the demonstration, and accept it after the password."""
    awaited = call.session.codes.get("second factor")
    if call.account is None or awaited is None:
        return call.go_to("/sign-in")
    if call.is_post and _read_code(call) == awaited["code"]:
        del call.session.codes["second factor"]
        call.session.has_second_factor = True
        call.save_session()
        return complete(call, call.account)
    if call.is_post:
        call.errors = call.errors or {"code": "error_second_factor_wrong"}
    return call.show("second_factor.html", sample_code=awaited["code"])


@STEPS.at("/sign-up")
def sign_up(call: Call) -> Response:
    """Send a code to the address of a new account."""
    if not call.is_post:
        return call.show("sign_up.html")
    names = {name: call.read_field(name, ".{1,60}") for name in ("given_name", "family_name")}
    email, password = call.read_email(), call.read_password(is_new=True)
    if call.services.accounts.find(email):
        call.errors["email"] = "error_email_taken"
    if call.errors:
        return call.show("sign_up.html")
    _send_code(call, "sign_up", email, {**names, "password_hash": hash_password(password)})
    return call.go_to("/sign-up/code")


@STEPS.at("/sign-up/code")
def enter_sign_up_code(call: Call) -> Response:
    """Create the account and sign it in."""

    def join(awaited: dict[str, Any]) -> Response:
        account = Account(subject=str(uuid4()), email=awaited["email"], **awaited["details"])
        if not call.services.accounts.add(account):
            return call.go_to("/sign-up")
        call.sign_in(account)
        return complete(call, account)

    return _take_code(call, "sign_up", "/sign-up", join)


@STEPS.at("/reset")
def reset(call: Call) -> Response:
    """Send a code, if there is an account; the page is the same if there is none."""
    email = call.read_email() if call.is_post else ""
    if not email or call.errors:
        call.values.setdefault("email", call.get("login_hint"))
        return call.show("reset.html")
    _send_code(call, "reset", email)
    return call.go_to("/reset/code")


@STEPS.at("/reset/code")
def enter_reset_code(call: Call) -> Response:
    """Accept the code, which allows one new password."""

    def go_on(awaited: dict[str, Any]) -> Response:
        awaited["is_entered"] = True
        call.save_session()
        return call.go_to("/reset/password")

    return _take_code(call, "reset", "/reset", go_on)


@STEPS.at("/reset/password")
def set_password(call: Call) -> Response:
    """Set the password and sign in. Without a right code, start again."""
    awaited = call.session.codes.get("reset", {})
    account = call.services.accounts.find(awaited["email"]) if "is_entered" in awaited else None
    if account is None:
        return call.go_to("/reset")
    password = call.read_password(is_new=True) if call.is_post else ""
    if not password or call.errors:
        return call.show("reset_password.html", email=account.email)
    call.services.accounts.set_password(account, hash_password(password))
    call.sign_in(account)
    return complete(call, account)


PAGES["/"] = lambda call: call.show("home.html")


@PAGES.at("/account")
def show_account(call: Call) -> Response:
    """Show what the provider knows about the signed-in person."""
    if call.account is None:
        return call.show("message.html", key="not_signed_in")
    return call.show("account.html", account=call.account)


@PAGES.at("/account/sign-out")
def sign_out(call: Call) -> Response:
    """End the session here; the portal notices at its next token."""
    if not call.is_post:
        return show_account(call)
    call.sign_out()
    return call.show("message.html", key="signed_out")


@PAGES.at("/account/delete")
def delete_account(call: Call) -> Response:
    """Delete the sign-in after the password. The same address can sign up again, as a new person."""
    account = call.account
    if account is None:
        return show_account(call)
    if call.is_post and account.has_password(call.read_password()):
        call.services.accounts.delete(account)
        call.sign_out()
        return call.show("message.html", key="deleted")
    if call.is_post:
        call.errors = call.errors or {"password": "error_password_wrong"}
    return call.show("account_delete.html", account=account)


def _send_code(call: Call, purpose: str, email: str, details: dict[str, Any] | None = None) -> None:
    """Mail a code that this browser then waits for. A new one replaces the one before."""
    code, expires_at = make_digits(), call.now + MAILED_CODE_SECONDS
    # A new password is for somebody with an account, a sign-up for somebody without.
    if details or call.services.accounts.find(email):
        subject, text = f"mail_{purpose}_subject", f"mail_{purpose}_text"
        call.settings.send_mail(email, call.get_text(subject), call.get_text(text, code=code))
    kept = {"email": email, "code": code, "details": details, "expires_at": expires_at}
    call.session.codes[purpose] = kept
    call.save_session()


def _take_code(call: Call, purpose: str, path: str, finish: Callable[[dict[str, Any]], Response]) -> Response:
    """Show the page for a mailed code of the form at the path, and finish with the right one."""
    awaited = call.session.codes.get(purpose)
    if awaited is None:
        return call.go_to(path)
    code = _read_code(call) if call.is_post else ""
    if code and not call.errors and awaited["expires_at"] <= call.now:
        call.errors["code"] = "error_code_void"
    elif code and not call.errors and code != awaited["code"]:
        call.errors["code"] = "error_code_wrong"
    if not call.is_post or call.errors:
        return call.show("code.html", email=awaited["email"], purpose=purpose, form_path=path)
    return finish(awaited)


def _read_code(call: Call) -> str:
    return call.read_field("code", "[0-9]{3} ?[0-9]{3}").replace(" ", "")
