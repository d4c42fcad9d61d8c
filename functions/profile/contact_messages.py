"""Messages to contact addresses: codes, a welcome, and notices of changes."""

from collections.abc import Iterable

from domains.accounts.account import Channel, ContactAddress, ContactPreferences, PendingAddress
from domains.accounts.masking import mask_address
from functions.profile import texts
from functions.profile.preferences import KnownAddress, PreferencesState
from portal.errors import Unavailable
from portal.language import Language
from portal.mail import Mail


def send_code(
    mail: Mail, to: KnownAddress, code: str, minutes: int, new: str | None, language: Language
) -> None:
    """Send a code by email or text message.

    Args:
        new: see `texts.make_code_email`.
    """
    if to.channel == "text":
        mail.send_text_message(to.address, texts.make_code_text_message(code, minutes, new, language))
        return
    email = texts.make_code_email(code, minutes, new, language)
    mail.send_email(to.address, email)


def notify_of_changes(mail: Mail, before: PreferencesState, after: ContactPreferences) -> None:
    """Notify each replaced verified address, and its replacement.

    The change is already saved and in the inbox, so a failed message does not undo it.
    """
    places = map_places(after.addresses)
    for old in before.addresses:
        new = places.get(old.channel)
        if not old.is_verified or new == old.address:
            continue
        for address in [old.address, *([new] if new else [])]:
            try:
                _notify(mail, old.channel, address, old.address, new, after.language)
            except Unavailable:
                continue


def _notify(
    mail: Mail, channel: Channel, address: str, old: str, new: str | None, language: Language
) -> None:
    masked = mask_address(channel, new) if new else None
    if channel == "text":
        message = texts.make_change_text_message(mask_address(channel, old), masked, language)
        mail.send_text_message(address, message)
    elif masked:
        email = texts.make_change_email(mask_address(channel, old), masked, language)
        mail.send_email(address, email)


def map_places(addresses: Iterable[ContactAddress | KnownAddress | PendingAddress]) -> dict[Channel, str]:
    """Return addresses by channel."""
    return {address.channel: address.address for address in addresses}
