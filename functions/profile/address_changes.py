"""The change of a contact address.

A proven address is replaced only by one where the person receives messages, and only if the change is
allowed: by a code sent to the old address, by a proof of identity, or by support with a wait of seven days. A
password alone is not enough.
"""

from dataclasses import replace
from datetime import datetime

from domains.accounts.account import (
    Channel,
    ContactAddress,
    ContactPreferences,
    PendingAddress,
    Registration,
)
from functions.profile.preferences import PreferencesState, get_proven_at, is_same_mailbox, is_vouched_for
from portal.principal import Principal
from portal.types import make_id


def choose_address(
    channel: Channel,
    new_address: str,
    before: PreferencesState,
    registration: Registration,
    principal: Principal,
    now: datetime,
) -> tuple[ContactAddress | None, PendingAddress | None]:
    """Return a channel's address in force after a save, and the pending one.

    Addresses that differ in case are equal, and the old spelling stays. A sign-in address that the identity
    provider verified needs no code. Without a proven old address, a new one takes effect at once. Removing a
    proven number is a change like others: otherwise another one could be added without a permission.

    Args:
        new_address: the address of the save; "" for none.
    """
    verified_at = now if not new_address or is_vouched_for(channel, new_address, principal) else None
    stored = before.find_address(channel)
    if stored is None:
        return (ContactAddress(channel, new_address, verified_at) if new_address else None), None
    verified_since = get_proven_at(stored, registration, principal, now)
    in_force = ContactAddress(channel, stored.address, verified_since)
    if is_same_mailbox(new_address, stored.address):
        return in_force, None
    if verified_since is None:
        return (ContactAddress(channel, new_address, verified_at) if new_address else None), None
    pending = before.find_pending(channel)
    if pending is not None and is_same_mailbox(new_address, pending.address):
        return in_force, pending
    return in_force, PendingAddress(channel, new_address, confirmed_at=verified_at, id=make_id(now))


def describe_change(old: str, pending: PendingAddress) -> str:
    """Return both addresses of a change, which bind a code to that change."""
    return f"{old}\n{pending.address}"


def confirm_address(
    saved: ContactPreferences, channel: Channel, address: str, now: datetime, *, is_allowed: bool
) -> ContactPreferences | None:
    """Return the preferences with an address verified; None if it is neither saved nor pending.

    Args:
        is_allowed: whether the person also proved their identity.
    """
    pending = saved.find_pending(channel)
    if pending is not None and pending.address == address:
        allowed_at = pending.allowed_at or (now if is_allowed else None)
        return _apply_pending(saved, replace(pending, confirmed_at=now, allowed_at=allowed_at), now)
    verified = ContactAddress(channel, address, now)
    if not any(each.channel == channel and each.address == address for each in saved.addresses):
        return None
    return _set_address(saved, verified)


def allow_change(
    saved: ContactPreferences, channel: Channel, allowed: str, now: datetime
) -> ContactPreferences | None:
    """Return the preferences with a change allowed; None unless it is pending.

    Args:
        allowed: the new address, or both; see `describe_change`.
    """
    pending, in_force = saved.find_pending(channel), saved.find_address(channel)
    if pending is None or in_force is None:
        return None
    if allowed not in (pending.address, describe_change(in_force.address, pending)):
        return None
    return _apply_pending(saved, replace(pending, allowed_at=pending.allowed_at or now), now)


def _apply_pending(saved: ContactPreferences, pending: PendingAddress, now: datetime) -> ContactPreferences:
    """Return the preferences with a change updated, and in force if it is complete."""
    if pending.list_needs(now):
        return saved.with_pending(pending)
    others = tuple(each for each in saved.pending if each.channel != pending.channel)
    if not pending.address:
        remaining = tuple(each for each in saved.addresses if each.channel != pending.channel)
        return replace(saved, addresses=remaining, pending=others, revision=saved.revision + 1)
    in_force = ContactAddress(pending.channel, pending.address, pending.confirmed_at)
    return replace(_set_address(saved, in_force), pending=others)


def _set_address(saved: ContactPreferences, address: ContactAddress) -> ContactPreferences:
    return replace(
        saved,
        addresses=tuple(address if each.channel == address.channel else each for each in saved.addresses),
        revision=saved.revision + 1,
    )
