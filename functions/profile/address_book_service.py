"""A person's use cases with the address book."""

import hashlib
import json
from collections.abc import Callable, Collection
from dataclasses import asdict, dataclass, replace

from domains.accounts.account import NotRegistered
from functions.profile.address_book import MAX_ADDRESSES, Address, AddressBook
from functions.profile.address_book_contract import AddressBookEntryRequest
from functions.profile.address_book_rules import check_address
from functions.profile.errors import AddressBookChanged, AddressBookFull, AddressNotFound
from functions.profile.repository import ProfileRepository
from portal.errors import IdempotencyKeyReused
from portal.principal import Principal
from portal.types import Clock, derive_id
from portal.updates import update_until_saved


@dataclass(slots=True, kw_only=True)
class AddressBookService:
    """A person's use cases with the address book; retries after concurrent changes."""

    clock: Clock
    repository: ProfileRepository
    state_codes: Collection[str]

    def get_address_book(self, principal: Principal) -> AddressBook:
        book = self.repository.get_address_book(principal.user_id)
        if book is None:
            raise NotRegistered
        return book

    def add_address(
        self, principal: Principal, key: str, request: AddressBookEntryRequest
    ) -> tuple[AddressBook, Address, bool]:
        """Add an address; repeating key and address adds nothing.

        Args:
            key: the caller's idempotency key.

        Returns:
            The book, the address in it, and whether it is new.
        """
        details = check_address(request, self.state_codes)
        address_id = derive_id(principal.user_id, key)
        made_from = hashlib.sha256(json.dumps(asdict(details), sort_keys=True).encode()).hexdigest()

        def add(book: AddressBook) -> AddressBook:
            existing = book.get_address(address_id)
            if existing is not None and existing.made_from == made_from:
                return book
            if existing is not None or address_id in book.removed:
                raise IdempotencyKeyReused
            if len(book.addresses) >= MAX_ADDRESSES:
                raise AddressBookFull
            return book.with_added(Address(address_id, details, made_from, self.clock()))

        book, is_changed = self._update(principal, add)
        return book, _require_address(book, address_id), is_changed

    def change_address(
        self, principal: Principal, address_id: str, request: AddressBookEntryRequest
    ) -> tuple[AddressBook, Address]:
        """Replace the details of an address.

        Returns:
            The book, and the address in it.
        """
        details = check_address(request, self.state_codes)

        def change(book: AddressBook) -> AddressBook:
            _require_address(book, address_id)
            return book.with_changed(address_id, details, self.clock())

        book, _ = self._update(principal, change)
        return book, _require_address(book, address_id)

    def make_primary(self, principal: Principal, address_id: str) -> AddressBook:

        def mark_primary(book: AddressBook) -> AddressBook:
            _require_address(book, address_id)
            return book.with_primary(address_id)

        return self._update(principal, mark_primary)[0]

    def remove_address(self, principal: Principal, address_id: str) -> AddressBook:
        """Remove an address; safe to repeat within a day."""

        def remove(book: AddressBook) -> AddressBook:
            if address_id in book.removed:
                return book
            _require_address(book, address_id)
            return book.remove_address(address_id, self.clock())

        return self._update(principal, remove)[0]

    def _update(
        self, principal: Principal, change: Callable[[AddressBook], AddressBook]
    ) -> tuple[AddressBook, bool]:
        def save(before: AddressBook, after: AddressBook) -> bool:
            next_book = replace(after, revision=before.revision + 1)
            return self.repository.save_address_book(principal.user_id, next_book)

        return update_until_saved(lambda: self.get_address_book(principal), change, save, AddressBookChanged)


def _require_address(book: AddressBook, address_id: str) -> Address:
    address = book.get_address(address_id)
    if address is None:
        raise AddressNotFound
    return address
