"""Contact preferences for display: saved or proposed, with the state of the addresses."""

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
    """An address and its proof; `verified_at` is None if only the identity provider verified it."""

    channel: Channel
    address: str
    is_verified: bool
    verified_at: datetime | None

    @property
    def masked(self) -> str:
        return mask_address(self.channel, self.address)


@dataclass(frozen=True, slots=True)
class PreferencesState:
    """Contact preferences in force; `saved_at` is None for a proposal."""

    language: Language
    addresses: tuple[KnownAddress, ...]
    notices: Mapping[NoticeKind, tuple[Channel, ...]]
    email_frequency: EmailFrequency
    quiet_hours: QuietHours | None
    saved_at: datetime | None
    pending: tuple[PendingAddress, ...] = ()

    def find_address(self, channel: Channel) -> KnownAddress | None:
        return next((address for address in self.addresses if address.channel == channel), None)

    def find_pending(self, channel: Channel) -> PendingAddress | None:
        """Return the pending address of a channel, or None."""
        return next((pending for pending in self.pending if pending.channel == channel), None)

    def find_address_to_confirm(self, channel: Channel) -> KnownAddress | None:
        """Return the address for a channel's code: the pending one, else the one in force."""
        pending = self.find_pending(channel)
        if pending is None or not pending.address:
            return self.find_address(channel)
        return _make_known(ContactAddress(channel, pending.address, pending.confirmed_at))


@dataclass(frozen=True, slots=True)
class ShownPreferences:
    """Contact preferences with the state of the addresses."""

    state: PreferencesState
    unusable: Mapping[Channel, AddressStatus]  # reason and time, by channel with an unusable address
    at: datetime  # time of the state


def get_state(
    saved: ContactPreferences | None, registration: Registration, principal: Principal
) -> PreferencesState:
    """Return the contact preferences in force: the person's own, or the portal's proposal."""
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
    """Return why an address is unusable and since when, or None, with one read."""
    status = statuses.get_address_status(address.channel, address.address)
    return None if status.is_usable(address.verified_at) else status


def to_shown(state: PreferencesState, statuses: DeliveriesTable, now: datetime) -> ShownPreferences:
    """Return the preferences with the state of their addresses, with one read per address."""
    reasons = {address.channel: find_unusable_reason(address, statuses) for address in state.addresses}
    return ShownPreferences(state, {channel: reason for channel, reason in reasons.items() if reason}, now)


def is_vouched_for(channel: Channel, address: str, principal: Principal) -> bool:
    """Tell if an address is the verified sign-in address, ignoring case."""
    return channel == "email" and principal.is_email_verified and is_same_mailbox(address, principal.email)


def is_same_mailbox(first: str, second: str) -> bool:
    """Tell if two email addresses differ only in case, which mail providers ignore."""
    return first.lower() == second.lower()


def get_proven_at(
    address: KnownAddress, registration: Registration, principal: Principal, now: datetime
) -> datetime | None:
    """Return the time since which an address is proven, or None.

    The identity provider proves the sign-in address, now and at registration.
    """
    if address.verified_at is not None:
        return address.verified_at
    if is_vouched_for(address.channel, address.address, principal):
        return now
    is_registered = address.channel == "email" and is_same_mailbox(address.address, registration.email)
    return registration.registered_at if is_registered else None


def _make_known(saved: ContactAddress) -> KnownAddress:
    # Use the saved address, not the provider's current one: notices go to the saved one.
    return KnownAddress(saved.channel, saved.address, saved.verified_at is not None, saved.verified_at)
