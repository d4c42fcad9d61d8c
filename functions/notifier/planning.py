"""Channels and times of announcements."""

from dataclasses import dataclass
from datetime import datetime

from domains.accounts.account import Account, Channel, ContactAddress
from domains.accounts.masking import mask_address
from domains.deliveries.delivery import Reason
from domains.messages.message import InboxMessage
from functions.notifier.moments import get_end_of_quiet, get_next_digest
from portal.language import DEFAULT_LANGUAGE, Language


@dataclass(frozen=True, slots=True)
class Pause:
    """Pause before an announcement."""

    reason: Reason
    until: datetime
    is_digest: bool  # true if it then goes into the daily email


def get_language(account: Account) -> Language:
    """Return the language that a person chose."""
    if account.preferences is not None:
        return account.preferences.language
    return account.registration.language if account.registration is not None else DEFAULT_LANGUAGE


def list_considered_channels(message: InboxMessage, account: Account) -> tuple[Channel, ...]:
    """Return the channels of the delivery record: the wanted ones, or else email."""
    return _list_chosen_channels(message, account) or ("email",)


def find_obstacle(message: InboxMessage, channel: Channel, account: Account) -> Reason | None:
    """Return why a channel cannot announce a message, or None."""
    if channel not in _list_chosen_channels(message, account):
        return "preferences"
    address = get_address(account, channel)
    if address is None:
        return "noAddress"
    return "unverified" if address.verified_at is None else None


def get_address(account: Account, channel: Channel) -> ContactAddress | None:
    """Return the person's address of a channel; without preferences, the registered email address.

    The identity provider verified the latter.
    """
    vouched = _get_vouched_address(account)
    if account.preferences is None:
        return vouched if channel == "email" else None
    saved = account.preferences.find_address(channel)
    is_vouched = saved is not None and vouched is not None and saved.address.lower() == vouched.address
    return vouched if is_vouched and saved is not None and saved.verified_at is None else saved


def mask_contact(address: ContactAddress) -> str:
    """Return the address in its displayed form."""
    return mask_address(address.channel, address.address)


def choose_pause(
    message: InboxMessage, channel: Channel, account: Account, now: datetime, *, is_digest_due: bool
) -> Pause | None:
    """Return the pause before a message's announcement; None for none.

    Security notices and requested tests never wait.

    Args:
        is_digest_due: whether the message has already waited for the daily email.
    """
    preferences = account.preferences
    if preferences is None or is_urgent(message):
        return None
    if channel == "email" and preferences.email_frequency == "daily" and not is_digest_due:
        return Pause("dailyDigest", get_next_digest(preferences.quiet_hours, now), is_digest=True)
    until = get_end_of_quiet(preferences.quiet_hours, now)
    return Pause("quietHours", until, is_digest=is_digest_due) if until is not None else None


def is_urgent(message: InboxMessage) -> bool:
    """Return whether a message is announced at any hour and even if read."""
    return message.notice == "security" or message.only_channel is not None


def _get_vouched_address(account: Account) -> ContactAddress | None:
    registration = account.registration
    if registration is None or not registration.email:
        return None
    return ContactAddress("email", registration.email, registration.registered_at)


def _list_chosen_channels(message: InboxMessage, account: Account) -> tuple[Channel, ...]:
    if message.only_channel is not None:
        return (message.only_channel,)
    chosen = account.preferences.notices[message.notice] if account.preferences is not None else ()
    if message.notice == "security" and "email" not in chosen:
        return ("email", *chosen)
    return chosen
