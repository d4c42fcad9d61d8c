"""Contact addresses of a person, and support's changes of them."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime

from domains.accounts.account import Account, ContactAddress, ContactPreferences, PendingAddress
from domains.accounts.masking import mask_address
from domains.deliveries.delivery import AddressStatus, NoticeDelivery
from domains.messages.found_messages import UnreadCount
from functions.userservices import texts
from functions.userservices.notices import NoticeTitle
from portal.errors import Unavailable
from portal.language import Language
from portal.mail import Email, Mail


@dataclass(frozen=True, slots=True)
class Contact:
    """A person's addresses, latest notices, and unread count."""

    account: Account
    addresses: Sequence[tuple[ContactAddress, AddressStatus]]  # each with its latest status
    pending: Sequence[PendingAddress]  # pending new addresses
    deliveries: Sequence[NoticeDelivery]  # newest first
    titles: Mapping[str, NoticeTitle]  # titles of the deliveries' messages by id, without removed ones
    unread: UnreadCount
    at: datetime  # time of the state


@dataclass(frozen=True, slots=True)
class AddressChange:
    """A pending change of address."""

    pending: PendingAddress
    in_force: ContactAddress  # the old address
    language: Language  # the person's language


def list_addresses(account: Account) -> tuple[ContactAddress, ...]:
    """Return the addresses for notices: those of the preferences, or else the registered one."""
    if account.preferences:
        return account.preferences.addresses
    registration = account.registration
    if registration is None or not registration.email:
        return ()
    return (ContactAddress("email", registration.email, registration.registered_at),)


def find_change(saved: ContactPreferences | None, channel: str, change_id: str) -> AddressChange | None:
    """Return the pending change of a channel with an id, or None.

    A masked address is no id: many addresses have one mask, and the pending one can be exchanged.
    """
    pending = saved.find_pending(channel) if saved else None
    in_force = saved.find_address(channel) if saved else None
    if saved is None or pending is None or in_force is None or pending.id != change_id:
        return None
    return AddressChange(pending, in_force, saved.language)


def notify_of_change(mail: Mail, change: AddressChange) -> None:
    """Notify the new address, and an old number, that support allowed a change or took the permission back.

    The inbox's message covers an old email address. The change is already saved and in the inbox, so a failed
    message does not undo it.
    """
    pending, in_force = change.pending, change.in_force
    old, new = mask(in_force), mask(pending)
    if pending.allowed_from:
        subject, body = texts.CHANGE_ALLOWED, texts.make_change_allowed_text(old, new, pending.allowed_from)
    else:
        subject, body = texts.CHANGE_WITHDRAWN, texts.make_change_withdrawn_text(old, new)
    text = body.in_language(change.language)
    for address in filter(None, (in_force.address, pending.address)):
        with suppress(Unavailable):
            if pending.channel == "text":
                mail.send_text_message(address, text)
            elif address == pending.address:
                mail.send_email(address, Email(subject.in_language(change.language), text))


def mask(address: ContactAddress | PendingAddress) -> str:
    """Return the masked form of an address."""
    return mask_address(address.channel, address.address)
