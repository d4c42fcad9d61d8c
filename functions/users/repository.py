"""Writes of the users group to the users table, and the search for registrations."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime

from domains.accounts.account import Registration
from domains.accounts.account_table import (
    ACCESS_KEY,
    ADDRESS_BOOK_KEY,
    CONTACT_PREFERENCES_KEY,
    REFUSED_REGISTRATION_KEY,
    REGISTRATION_KEY,
    REGISTRATIONS,
    TRANSFER_KEY,
    TRANSFERS,
    AccountRepository,
    Transfer,
    is_detail_change,
    is_terms_decision,
)
from portal.items import Item, from_seconds, to_seconds
from portal.tables import Attr, Condition, Table, Write, combine_conditions, write_together

_MOVED_KEYS = (REGISTRATION_KEY, ACCESS_KEY, CONTACT_PREFERENCES_KEY, ADDRESS_BOOK_KEY)
# DynamoDB allows 100 actions in a transaction. Each item is put and deleted, like the note of a transfer.
_MAX_MOVED = 49


class UsersRepository(AccountRepository):
    """Adds registrations, finds them by email address, and moves accounts."""

    def __init__(self, table_name: str) -> None:
        super().__init__(table_name)
        self._registrations = Table(table_name, REGISTRATIONS)
        self._transfers = Table(table_name, TRANSFERS)

    def create_registration(self, user_id: str, registration: Registration) -> bool:
        """Register a person; false if the person is registered."""
        return self._registrations.put(registration, Attr("item").does_not_exist(), user_id=user_id)

    def refuse_registration(self, user_id: str, until: datetime) -> None:
        """Store a refusal until a time, and nothing else about the person."""
        item = {"user_id": user_id, "item": REFUSED_REGISTRATION_KEY, "expires_at": to_seconds(until)}
        self._items.put(item)

    def is_registration_refused(self, user_id: str, now: datetime) -> bool:
        """Return whether a refusal still holds; DynamoDB removes expired items only hours later."""
        items = self._list_some(user_id, REFUSED_REGISTRATION_KEY)
        return any(from_seconds(item["expires_at"]) > now for item in items)

    def list_others_registered_with(self, email: str, user_id: str) -> Sequence[str]:
        """List the ids of other people registered with a lower-case email address.

        The index lags the table, so its results are verified there.
        """
        entries = self._items.query(Attr("email_key") == email, index="by_email", consistent=False)
        user_ids = [entry["user_id"] for entry in entries]
        return [each for each in user_ids if each != user_id and self._get_email(each) == email]

    def move_account(self, earlier_user_id: str, user_id: str, at: datetime) -> None:
        """Move an account to a new identity of the same person, and leave a note.

        The move is one transaction. For an account with too many items, the oldest corrections and decisions
        on the terms move first and the registration last, so the move can be repeated. Nothing moves if
        either account changed meanwhile; reading the new one shows the result.
        """
        items = self.list_items(earlier_user_id)
        records = [item for item in items if is_terms_decision(item) or is_detail_change(item)]
        moved = records + [item for item in items if item["item"] in _MOVED_KEYS]
        history, rest = moved[:-_MAX_MOVED], moved[-_MAX_MOVED:]
        for start in range(0, len(history), _MAX_MOVED):
            part = history[start : start + _MAX_MOVED]
            if not write_together(self._move(part, user_id)):
                return

        transfer = Transfer(user_id, at)
        write_together(
            [
                *self._move(rest, user_id),
                self._transfers.make_put(transfer, user_id=earlier_user_id),
                self._transfers.make_delete(user_id, TRANSFER_KEY),
            ]
        )

    def _get_email(self, user_id: str) -> str | None:
        registration = self.get_account(user_id).registration
        return registration.email if registration else None

    def _move(self, items: Sequence[Item], user_id: str) -> Iterator[Write]:
        for item in items:
            yield self._items.make_put(_make_copy(item, user_id), Attr("item").does_not_exist())
            yield self._items.make_delete(item["user_id"], item["item"], condition=_is_unchanged(item))


def _make_copy(item: Item, user_id: str) -> Item:
    if item["item"] == REGISTRATION_KEY:
        registration = replace(REGISTRATIONS.parse_item(item), linked_from=item["user_id"])
        return REGISTRATIONS.make_item(registration, user_id=user_id)
    return item | {"user_id": user_id}


def _is_unchanged(item: Item) -> Condition:
    """Return the condition that a stored item is unchanged."""
    name = "accepted_terms" if item["item"] == ACCESS_KEY else "version"
    if name in item:
        is_same: Condition = Attr(name) == item[name]
        return is_same
    return combine_conditions(Attr("item").exists(), Attr(name).does_not_exist())
