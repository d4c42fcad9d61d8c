"""A person's address book, and its changes.

Exactly one address is primary unless the book is empty. Changes are safe to repeat.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Literal

AddressType = Literal["home", "mailing", "business", "other"]

MAX_ADDRESSES = 50
REMEMBERED_FOR = timedelta(days=1)
_REMEMBERED_AT_MOST = 100


@dataclass(frozen=True, slots=True)
class AddressDetails:
    """A valid address; see `functions.profile.address_book_rules`."""

    label: str | None  # the person's own name for it
    type: AddressType
    recipient: str
    line1: str
    line2: str | None
    city: str
    state: str  # code of two capital letters
    zip: str
    zip4: str | None
    country: str
    phone: str | None  # E.164


@dataclass(frozen=True, slots=True)
class Address:
    """An address of the book."""

    id: str
    details: AddressDetails
    made_from: str  # digest of the original details, which identifies a repeated request
    changed_at: datetime


@dataclass(frozen=True, slots=True)
class AddressBook:
    """All addresses of a person."""

    addresses: tuple[Address, ...] = ()  # oldest first
    primary_id: str | None = None  # id of the primary address; None if the book is empty
    # Times of recent removals by address id, oldest first.
    removed: Mapping[str, datetime] = field(default_factory=dict)
    revision: int = 0  # revision of the stored item; 0 if there is none

    def get_address(self, address_id: str) -> Address | None:
        return next((address for address in self.addresses if address.id == address_id), None)

    def list_in_order(self) -> list[Address]:
        """Return the primary address, then the others by age."""
        return sorted(self.addresses, key=lambda address: address.id != self.primary_id)

    def with_added(self, address: Address) -> "AddressBook":
        """Return the book with another address; the first one is primary."""
        return replace(self, addresses=(*self.addresses, address), primary_id=self.primary_id or address.id)

    def with_changed(self, address_id: str, details: AddressDetails, now: datetime) -> "AddressBook":
        """Return the book with new details of an address, which keeps its position and role."""
        return replace(
            self,
            addresses=tuple(
                replace(address, details=details, changed_at=now)
                if address.id == address_id and address.details != details
                else address
                for address in self.addresses
            ),
        )

    def with_primary(self, address_id: str) -> "AddressBook":
        """Return the book with another of its addresses as the primary one."""
        return replace(self, primary_id=address_id)

    def remove_address(self, address_id: str, now: datetime) -> "AddressBook":
        """Return the book without an address; the oldest one replaces a primary address."""
        rest = tuple(address for address in self.addresses if address.id != address_id)
        primary_id = self.primary_id
        if primary_id == address_id:
            primary_id = rest[0].id if rest else None
        recent_removals = {
            each: removed_at for each, removed_at in self.removed.items() if now - removed_at < REMEMBERED_FOR
        }
        removals = [*recent_removals.items(), (address_id, now)][-_REMEMBERED_AT_MOST:]
        return replace(self, addresses=rest, primary_id=primary_id, removed=dict(removals))
