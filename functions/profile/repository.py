"""The writes of the profile group to the users table."""

from collections.abc import Mapping, Sequence
from typing import Any

from pynamodb.transactions import TransactWrite

from domains.accounts.account import ContactPreferences, TermsDecided, TermsDecision
from domains.accounts.account_table import (
    ADDRESS_BOOK_KEY,
    CONTACT_PREFERENCES,
    REGISTRATION_KEY,
    TERMS_DECISIONS,
    AccountItem,
    AccountRepository,
    VersionedAccountItem,
    make_terms_decision_key,
    update_access,
)
from domains.messages.message import Message
from domains.messages.message_items import make_item
from functions.profile.address_book import AddressBook
from portal.dynamo import Codec, get_version_before, save_if, write_together
from portal.events import Listener, save_event


def _get_address_book_attributes(book: AddressBook) -> Mapping[str, Any]:
    return {"item": ADDRESS_BOOK_KEY, **get_version_before(book.revision)}


_ADDRESS_BOOKS = Codec(VersionedAccountItem, AddressBook, _get_address_book_attributes)


class ProfileRepository(AccountRepository):
    """Stores decisions on the terms, contact preferences, and address books."""

    def __init__(
        self, table_name: str, on_terms_decided: Sequence[Listener[TermsDecided]] = (update_access,)
    ) -> None:
        """Use the users table with this name, and these listeners to decisions on the terms."""
        super().__init__(table_name)
        self._on_terms_decided = on_terms_decided

    def create_terms_decision(self, user_id: str, decision: TermsDecision, number: int) -> bool:
        """Add a decision and its listeners' writes; decisions are immutable.

        Args:
            number: number of earlier decisions on that version.

        Returns:
            False if another decision with this number came first; nothing was written.
        """
        key = make_terms_decision_key(decision.version, number)
        item = TERMS_DECISIONS.make_item(decision, user_id=user_id, item=key)

        def write(transaction: TransactWrite) -> None:
            transaction.save(item, AccountItem.item.does_not_exist())

        return save_event(TermsDecided(user_id, decision), write, self._on_terms_decided)

    def save_contact_preferences(
        self, user_id: str, preferences: ContactPreferences, notice: Message | None = None
    ) -> bool:
        """Replace the preferences' previous revision.

        Args:
            notice: message for the person's inbox, in the same transaction.

        Returns:
            False if another revision is stored; nothing was written.
        """
        item = CONTACT_PREFERENCES.make_item(preferences, user_id=user_id)
        if notice is None:
            return save_if(item)

        def write(transaction: TransactWrite) -> None:
            transaction.save(item)
            transaction.save(make_item(notice))

        return write_together(write)

    def get_address_book(self, user_id: str) -> AddressBook | None:
        """Return a person's address book, which may be empty; None if not registered.

        Makes one strongly consistent query.
        """
        by_key = {item.item: item for item in self.list_items(user_id)}
        if REGISTRATION_KEY not in by_key:
            return None
        book = by_key.get(ADDRESS_BOOK_KEY)
        return _ADDRESS_BOOKS.parse_item(book) if book else AddressBook()

    def save_address_book(self, user_id: str, book: AddressBook) -> bool:
        """Replace the address book's previous revision; false if another revision is stored."""
        return save_if(_ADDRESS_BOOKS.make_item(book, user_id=user_id))
