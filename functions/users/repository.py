"""What the users group reads and writes in the users table."""

from collections.abc import Sequence
from datetime import datetime
from functools import partial

from pynamodb.expressions.condition import Condition
from pynamodb.transactions import TransactWrite

from portal.account import Registration
from portal.account_table import (
    AccessItem,
    AccountItem,
    AccountRepository,
    AddressBookItem,
    ContactPreferencesItem,
    FailedCodesItem,
    OneTimeCodeItem,
    RefusedRegistrationItem,
    RegistrationItem,
    TermsDecisionItem,
    TransferItem,
)
from portal.dynamo import save_if, write_together

# DynamoDB takes 100 actions in a transaction. Each item is put and deleted, and so is a note of a transfer.
_LARGEST_MOVE = 49


class UsersRepository(AccountRepository):
    """Adds registrations, finds them by e-mail address, and moves accounts."""

    def add_registration(self, user_id: str, registration: Registration) -> bool:
        """Register a person.

        Returns:
            False when the person is registered; nothing was changed then.
        """
        item = RegistrationItem(
            user_id,
            RegistrationItem.KEY,
            legal_first_name=registration.legal_first_name,
            legal_last_name=registration.legal_last_name,
            preferred_name=registration.preferred_name,
            display_name=registration.display_name,
            date_of_birth=registration.date_of_birth.isoformat(),
            county_id=registration.county_id,
            language=registration.language,
            email_key=registration.email or None,
            registered_at=registration.registered_at,
        )
        return save_if(item, RegistrationItem.item.does_not_exist())

    def refuse_registration(self, user_id: str, until: datetime) -> None:
        """Keep that a person may not register until then, and nothing else of them."""
        expires_at = int(until.timestamp())
        RefusedRegistrationItem(user_id, RefusedRegistrationItem.KEY, expires_at=expires_at).save()

    def is_registration_refused(self, user_id: str, now: datetime) -> bool:
        """Whether that is so; DynamoDB removes what has expired only hours later."""
        key = RefusedRegistrationItem.item == RefusedRegistrationItem.KEY
        found = RefusedRegistrationItem.query(user_id, key, consistent_read=True)
        return any(int(item.expires_at) > now.timestamp() for item in found)

    def users_registered_with(self, email: str) -> Sequence[str]:
        """Ids of the people who are registered with an e-mail address, in lower case.

        The index is a moment behind the table, so what it finds is looked up there.
        """
        found = [entry.user_id for entry in AccountItem.by_email.query(email)]
        return [user_id for user_id in found if self._email_of(user_id) == email]

    def move_account(self, earlier_user_id: str, user_id: str, at: datetime) -> None:
        """Move an account to a new identity of the same person, and leave a note of it behind.

        All of it moves in one transaction. Only of an account with more items than a transaction takes do the
        oldest decisions on the terms go ahead, so that whatever happens the registration moves last and the
        move can be repeated. Nothing moves when either account changed meanwhile; reading the new one tells.
        """
        kept = (FailedCodesItem, OneTimeCodeItem, RefusedRegistrationItem, TransferItem)
        items = [item for item in self.items_of(earlier_user_id) if not isinstance(item, kept)]
        items.sort(key=lambda item: not isinstance(item, TermsDecisionItem))
        history, rest = items[:-_LARGEST_MOVE], items[-_LARGEST_MOVE:]
        for start in range(0, len(history), _LARGEST_MOVE):
            if not write_together(partial(_move, history[start : start + _LARGEST_MOVE], user_id)):
                return

        def finish(transaction: TransactWrite) -> None:
            _move(rest, user_id, transaction)
            note = TransferItem(earlier_user_id, TransferItem.KEY, moved_to=user_id, moved_at=at)
            transaction.save(note)
            transaction.delete(TransferItem(user_id, TransferItem.KEY))

        write_together(finish)

    def _email_of(self, user_id: str) -> str | None:
        registration = self.read_account(user_id).registration
        return registration.email if registration else None


def _move(items: Sequence[AccountItem], user_id: str, transaction: TransactWrite) -> None:
    for item in items:
        transaction.save(_copy(item, user_id), AccountItem.item.does_not_exist())
        transaction.delete(item, _is_unchanged(item))


def _copy(item: AccountItem, user_id: str) -> AccountItem:
    values = {name: value for name, value in item.attribute_values.items() if name != "kind"}
    copy = type(item)(**values | {"user_id": user_id})
    if isinstance(copy, RegistrationItem):
        copy.linked_from = item.user_id
    return copy


def _is_unchanged(item: AccountItem) -> Condition:
    """What holds for an item that is as it was read; what is ever changed has a revision."""
    if isinstance(item, ContactPreferencesItem):
        return ContactPreferencesItem.revision == item.revision
    if isinstance(item, AddressBookItem):
        return AddressBookItem.revision == item.revision
    if isinstance(item, AccessItem):
        accepted = AccessItem.accepted_terms
        return accepted == item.accepted_terms if item.accepted_terms else accepted.does_not_exist()
    return AccountItem.item.exists()
