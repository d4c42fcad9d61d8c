"""Contact preferences as the person sees them: what was saved or is proposed, and which addresses work."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from domains.accounts.account import (
    Channel,
    ContactAddress,
    ContactPreferences,
    EmailFrequency,
    NoticeKind,
    PendingAddress,
    QuietHours,
    Registration,
)
from domains.accounts.masking import mask_address
from domains.deliveries.deliveries_table import DeliveriesTable
from domains.deliveries.delivery import AddressStatus
from functions.profile.contact_rules import PROPOSED_NOTICES
from portal.language import Language
from portal.principal import Principal


@dataclass(frozen=True, slots=True)
class KnownAddress:
    """An address and whether it is proven; `verified_at` is None while the identity provider alone knows."""

    channel: Channel
    address: str
    is_verified: bool
    verified_at: datetime | None

    @property
    def masked(self) -> str:
        """The address as it is shown back."""
        return mask_address(self.channel, self.address)


@dataclass(frozen=True, slots=True)
class PreferencesState:
    """Contact preferences as they are in force; `saved_at` is None while they are a proposal."""

    language: Language
    addresses: tuple[KnownAddress, ...]
    notices: Mapping[NoticeKind, tuple[Channel, ...]]
    email_frequency: EmailFrequency
    quiet_hours: QuietHours | None
    saved_at: datetime | None
    pending: tuple[PendingAddress, ...] = ()

    def find_address(self, channel: Channel) -> KnownAddress | None:
        """Return the address of a channel, if there is one."""
        return next((address for address in self.addresses if address.channel == channel), None)

    def find_pending(self, channel: Channel) -> PendingAddress | None:
        """Return the address that waits to take the place of the one of a channel, if there is one."""
        return next((pending for pending in self.pending if pending.channel == channel), None)

    def find_address_to_confirm(self, channel: Channel) -> KnownAddress | None:
        """Return the address that a code of a channel goes to: the waiting one, else the one in force."""
        pending = self.find_pending(channel)
        if pending is None:
            return self.find_address(channel)
        return _make_known(ContactAddress(channel, pending.address, pending.confirmed_at))


@dataclass(frozen=True, slots=True)
class ShownPreferences:
    """Contact preferences with what the person has to know of the addresses.

    Attributes:
        unusable: the channels whose address cannot be used, why and since when.
        at: the moment for which this is true.
    """

    state: PreferencesState
    unusable: Mapping[Channel, AddressStatus]
    at: datetime


def get_state(
    saved: ContactPreferences | None, registration: Registration, principal: Principal
) -> PreferencesState:
    """Return the contact preferences in force: the person's own, otherwise the proposal of the portal."""
    if saved is None:
        is_verified = is_vouched_for("email", principal.email, principal)
        proposed = (KnownAddress("email", principal.email, is_verified, None),)
        return PreferencesState(
            language=registration.language,
            addresses=proposed if principal.email else (),
            notices=PROPOSED_NOTICES,
            email_frequency="immediate",
            quiet_hours=None,
            saved_at=None,
        )
    return PreferencesState(
        language=saved.language,
        addresses=tuple(_make_known(address) for address in saved.addresses),
        notices=saved.notices,
        email_frequency=saved.email_frequency,
        quiet_hours=saved.quiet_hours,
        saved_at=saved.saved_at,
        pending=saved.pending,
    )


def find_unusable_reason(address: KnownAddress, statuses: DeliveriesTable) -> AddressStatus | None:
    """Return why an address cannot be used and since when; None if it can. One read."""
    status = statuses.status(address.channel, address.address)
    return None if status.is_usable(address.verified_at) else status


def shown(state: PreferencesState, statuses: DeliveriesTable, now: datetime) -> ShownPreferences:
    """Return the preferences with which of their addresses work. One read for each address."""
    found = {address.channel: find_unusable_reason(address, statuses) for address in state.addresses}
    return ShownPreferences(state, {channel: status for channel, status in found.items() if status}, now)


def is_vouched_for(channel: Channel, address: str, principal: Principal) -> bool:
    """Tell if it is the sign-in address, in whatever case, that the identity provider verified."""
    return channel == "email" and principal.is_email_verified and is_same_mailbox(address, principal.email)


def is_same_mailbox(one: str, other: str) -> bool:
    """Tell if two e-mail addresses differ in nothing but their case, which providers of mail ignore."""
    return one.lower() == other.lower()


def proven_at(
    known: KnownAddress, registration: Registration, principal: Principal, now: datetime
) -> datetime | None:
    """Return the time since which an address is known to be the person's, or None.

    The identity provider vouches for the sign-in address, now and when the person registered.
    """
    if known.verified_at is not None:
        return known.verified_at
    if is_vouched_for(known.channel, known.address, principal):
        return now
    is_registered = known.channel == "email" and is_same_mailbox(known.address, registration.email)
    return registration.registered_at if is_registered else None


def _make_known(saved: ContactAddress) -> KnownAddress:
    # Use the saved address, not the provider's present one: notices go to the saved one.
    return KnownAddress(saved.channel, saved.address, saved.verified_at is not None, saved.verified_at)
