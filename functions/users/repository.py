"""Writes of the users group to the users table, and the search for registrations."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial

from pynamodb.expressions.condition import Condition
from pynamodb.transactions import TransactWrite

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
    AccountItem,
    AccountRepository,
    Transfer,
    is_terms_decision,
)
from portal.dynamo import save_if, write_together

_MOVED_KEYS = (REGISTRATION_KEY, ACCESS_KEY, CONTACT_PREFERENCES_KEY, ADDRESS_BOOK_KEY)
# DynamoDB allows 100 actions in a transaction. Each item is put and deleted, like the note of a transfer.
_MAX_MOVED = 49


class UsersRepository(AccountRepository):
    """Adds registrations, finds them by email address, and moves accounts."""

    def create_registration(self, user_id: str, registration: Registration) -> bool:
        """Register a person; false if the person is registered."""
        return save_if(
            REGISTRATIONS.make_item(registration, user_id=user_id), AccountItem.item.does_not_exist()
        )

    def refuse_registration(self, user_id: str, until: datetime) -> None:
        """Store a refusal until a time, and nothing else about the person."""
        AccountItem(user_id, REFUSED_REGISTRATION_KEY, expires_at=until).save()

    def is_registration_refused(self, user_id: str, now: datetime) -> bool:
        """Return whether a refusal still holds; DynamoDB removes expired items only hours later."""
        items = AccountItem.query(user_id, AccountItem.item == REFUSED_REGISTRATION_KEY, consistent_read=True)
        return any(item.expires_at > now for item in items)

    def list_others_registered_with(self, email: str, user_id: str) -> Sequence[str]:
        """List the ids of other people registered with a lower-case email address.

        The index lags the table, so its results are verified there.
        """
        user_ids = [entry.user_id for entry in AccountItem.by_email.query(email)]
        return [each for each in user_ids if each != user_id and self._get_email(each) == email]

    def move_account(self, earlier_user_id: str, user_id: str, at: datetime) -> None:
        """Move an account to a new identity of the same person, and leave a note.

        The move is one transaction. For an account with too many items, the oldest decisions on the terms
        move first and the registration last, so the move can be repeated. Nothing moves if either account
        changed meanwhile; reading the new one shows the result.
        """
        items = self.list_items(earlier_user_id)
        decisions = [item for item in items if is_terms_decision(item)]
        moved = decisions + [item for item in items if item.item in _MOVED_KEYS]
        history, rest = moved[:-_MAX_MOVED], moved[-_MAX_MOVED:]
        for start in range(0, len(history), _MAX_MOVED):
            part = history[start : start + _MAX_MOVED]
            if not write_together(partial(_move, part, user_id)):
                return

        def finish(transaction: TransactWrite) -> None:
            _move(rest, user_id, transaction)
            transaction.save(TRANSFERS.make_item(Transfer(user_id, at), user_id=earlier_user_id))
            transaction.delete(AccountItem(user_id, TRANSFER_KEY))

        write_together(finish)

    def _get_email(self, user_id: str) -> str | None:
        registration = self.get_account(user_id).registration
        return registration.email if registration else None


def _move(items: Sequence[AccountItem], user_id: str, transaction: TransactWrite) -> None:
    for item in items:
        transaction.save(_make_copy(item, user_id), AccountItem.item.does_not_exist())
        transaction.delete(item, _is_unchanged(item))


def _make_copy(item: AccountItem, user_id: str) -> AccountItem:
    if item.item == REGISTRATION_KEY:
        registration = replace(REGISTRATIONS.parse_item(item), linked_from=item.user_id)
        return REGISTRATIONS.make_item(registration, user_id=user_id)
    return AccountItem(**item.attribute_values | {"user_id": user_id})


def _is_unchanged(item: AccountItem) -> Condition:
    """Return the condition that a stored item is unchanged."""
    if item.version is not None:
        return AccountItem.version == item.version
    if item.item == ACCESS_KEY:
        accepted = AccountItem.accepted_terms
        return accepted == item.accepted_terms if item.accepted_terms else accepted.does_not_exist()
    return AccountItem.item.exists()
