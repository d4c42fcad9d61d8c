"""The mails that the provider sends, in the language of the page that asked for them."""

from infrastructure.sandbox.identity_provider.services import get_services
from infrastructure.sandbox.identity_provider.texts import get_text


def send_code(key: str, to: str, code: str) -> None:
    """Mail a one-time code; `key` names the texts. Raises what `send_mail` raises."""
    get_services().settings.send_mail(
        to, get_text(f"mail_{key}_subject"), get_text(f"mail_{key}_text", code=code)
    )


def send_account_exists(to: str) -> None:
    """Tell the owner of an address that somebody tried to sign up with it. Raises what `send_mail` raises."""
    get_services().settings.send_mail(
        to, get_text("mail_account_exists_subject"), get_text("mail_account_exists_text")
    )
