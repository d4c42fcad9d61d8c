"""The writes of the profile group to the users table."""

from domains.accounts.account import ContactPreferences, Registration, TermsDecision
from domains.accounts.account_table import (
    ACCESS_KEY,
    ADDRESS_BOOK_KEY,
    CONTACT_PREFERENCES,
    DETAIL_CHANGES,
    KEYS,
    REGISTRATION_KEY,
    REGISTRATIONS,
    TERMS_DECISIONS,
    AccountRepository,
    is_detail_change,
    make_terms_decision_key,
)
from domains.accounts.detail_changes import DetailChanges
from functions.profile.address_book import AddressBook
from portal.items import REVISION, JsonSchema
from portal.tables import Attr, Table, Write, write_together

_ADDRESS_BOOKS = JsonSchema(AddressBook, KEYS, lambda _: {"item": ADDRESS_BOOK_KEY}, has_revision=True)


class ProfileRepository(AccountRepository):
    """Stores decisions on the terms, contact preferences, corrected registrations, and address books."""

    def __init__(self, table_name: str) -> None:
        super().__init__(table_name)
        self._decisions = Table(table_name, TERMS_DECISIONS)
        self._preferences = Table(table_name, CONTACT_PREFERENCES)
        self._registrations = Table(table_name, REGISTRATIONS)
        self._detail_changes = Table(table_name, DETAIL_CHANGES)
        self._address_books = Table(table_name, _ADDRESS_BOOKS)

    def create_terms_decision(self, user_id: str, decision: TermsDecision, number: int) -> bool:
        """Add a decision, which is immutable, and open or close the portal accordingly.

        Args:
            number: number of earlier decisions on that version.

        Returns:
            False if another decision with this number came first; nothing was written.
        """
        key = make_terms_decision_key(decision.version, number)
        accepted_terms = Attr("accepted_terms")
        is_accepted = decision.outcome == "accepted"
        access = accepted_terms.set(decision.version) if is_accepted else accepted_terms.remove()
        is_new = Attr("item").does_not_exist()
        return write_together(
            [
                self._decisions.make_put(decision, is_new, user_id=user_id, item=key),
                self._items.make_update((user_id, ACCESS_KEY), [access]),
            ]
        )

    def save_contact_preferences(self, user_id: str, preferences: ContactPreferences, *others: Write) -> bool:
        """Replace the preferences' previous revision, and make other writes in the same transaction.

        Returns:
            False if another revision is stored; nothing was written.
        """
        if not others:
            return self._preferences.put(preferences, user_id=user_id)
        return write_together([self._preferences.make_put(preferences, user_id=user_id), *others])

    def get_registration(self, user_id: str) -> tuple[Registration | None, list[DetailChanges]]:
        """Return a person's registration and its corrections, oldest first. Makes one query."""
        items = self.list_items(user_id)
        registrations = [item for item in items if item["item"] == REGISTRATION_KEY]
        registration = REGISTRATIONS.parse_item(registrations[0]) if registrations else None
        return registration, [DETAIL_CHANGES.parse_item(item) for item in items if is_detail_change(item)]

    def save_registration(
        self, user_id: str, registration: Registration, changes: DetailChanges, *others: Write
    ) -> bool:
        """Replace the registration's previous revision, and record the changes, in one transaction.

        Returns:
            False if another revision is stored or another write was refused; nothing was written.
        """
        before = registration.revision - 1
        revision = Attr(REVISION)
        is_before = revision == before if before > 1 else revision.does_not_exist()
        is_unchanged = Attr("item").exists() & is_before
        return write_together(
            [
                self._registrations.make_put(registration, is_unchanged, user_id=user_id),
                self._detail_changes.make_put(changes, user_id=user_id),
                *others,
            ]
        )

    def get_address_book(self, user_id: str) -> AddressBook | None:
        """Return a person's address book, which may be empty; None if not registered.

        Makes one strongly consistent query.
        """
        by_key = {item["item"]: item for item in self.list_items(user_id)}
        if REGISTRATION_KEY not in by_key:
            return None
        book = by_key.get(ADDRESS_BOOK_KEY)
        return _ADDRESS_BOOKS.parse_item(book) if book else AddressBook()

    def save_address_book(self, user_id: str, book: AddressBook) -> bool:
        """Replace the address book's previous revision; false if another revision is stored."""
        return self._address_books.put(book, user_id=user_id)
