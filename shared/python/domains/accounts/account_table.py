"""The users table: a person's account is one partition, readable with one query.

The range key names the kind of an item. Items that change have a version, so that concurrent changes are
refused. One-time codes are in the same table; see `domains.accounts.one_time_code`.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from pynamodb.attributes import NumberAttribute, TTLAttribute, UnicodeAttribute, VersionAttribute
from pynamodb.exceptions import DoesNotExist
from pynamodb.indexes import GlobalSecondaryIndex, KeysOnlyProjection
from pynamodb.transactions import TransactWrite

from domains.accounts.account import Account, ContactPreferences, Registration, TermsDecided, TermsDecision
from portal.dynamo import Codec, EntityItem, TableMeta, bind_table, get_version_before

REGISTRATION_KEY = "registration"
REFUSED_REGISTRATION_KEY = "refusedregistration"
ACCESS_KEY = "access"
CONTACT_PREFERENCES_KEY = "contactpreferences"
ADDRESS_BOOK_KEY = "addressbook"
TRANSFER_KEY = "transfer"
_TERMS_KEY = "terms#"

_LISTED_KEYS = (REGISTRATION_KEY, ACCESS_KEY, CONTACT_PREFERENCES_KEY)
# DynamoDB takes 100 keys in a call.
MAX_LISTED_ACCOUNTS = 100 // len(_LISTED_KEYS)


class ByEmail(GlobalSecondaryIndex["AccountItem"]):  # type: ignore[no-untyped-call]  # PynamoDB's
    """Finds the registrations of an email address."""

    class Meta(TableMeta):
        index_name = "by_email"
        projection = KeysOnlyProjection()

    email_key = UnicodeAttribute(hash_key=True)


class AccountItem(EntityItem):
    """An item of a person's partition."""

    class Meta(TableMeta):
        table_name = ""

    user_id = UnicodeAttribute(hash_key=True)
    item = UnicodeAttribute(range_key=True)
    content = UnicodeAttribute(null=True)
    # Only of items that are replaced as a whole; see `VersionedAccountItem`.
    version = NumberAttribute(null=True)
    email_key = UnicodeAttribute(null=True)  # the email address; only of a registration with one
    # Only of `access`: the version of the terms that the person last accepted and did not decline later. The
    # authorizer and the terms gate read only this item.
    accepted_terms = UnicodeAttribute(null=True)
    # Only of a refused registration: end of the period in which this sign-in cannot register.
    expires_at = TTLAttribute(null=True)
    by_email = ByEmail()


class VersionedAccountItem(AccountItem):
    """An item that is replaced as a whole; a concurrent change of the same version is refused."""

    version = VersionAttribute()


@dataclass(frozen=True, slots=True)
class Transfer:
    """Forwarding item in the partition of an account that moved to a new identity of the same person."""

    moved_to: str
    moved_at: datetime


def _get_registration_attributes(registration: Registration) -> Mapping[str, Any]:
    return {"item": REGISTRATION_KEY, "email_key": registration.email or None}


def _get_preferences_attributes(preferences: ContactPreferences) -> Mapping[str, Any]:
    return {"item": CONTACT_PREFERENCES_KEY, **get_version_before(preferences.revision)}


REGISTRATIONS = Codec(AccountItem, Registration, _get_registration_attributes)
CONTACT_PREFERENCES = Codec(VersionedAccountItem, ContactPreferences, _get_preferences_attributes)
TERMS_DECISIONS = Codec(AccountItem, TermsDecision, lambda _: {})
TRANSFERS = Codec(AccountItem, Transfer, lambda _: {"item": TRANSFER_KEY})


def make_terms_decision_key(version: str, number: int) -> str:
    """Return the range key of a decision on a version of the terms; numbers begin at 0."""
    return f"{_TERMS_KEY}{version}#{number:06d}"


def is_terms_decision(item: AccountItem) -> bool:
    """Tell if an item holds a decision on the terms."""
    return item.item.startswith(_TERMS_KEY)


class AccountRepository:
    """Reads accounts; subclasses in the groups add their writes."""

    def __init__(self, table_name: str) -> None:
        for model in (AccountItem, VersionedAccountItem):
            bind_table(model, table_name)

    def get_account(self, user_id: str) -> Account:
        """Return the account of a person, empty if there is none. Takes one strongly consistent query."""
        return parse_account(self.list_items(user_id))

    def get_accepted_terms(self, user_id: str) -> str | None:
        """Return the accepted version of the terms, or None. Takes one strongly consistent read."""
        try:
            item = AccountItem.get(
                user_id,
                ACCESS_KEY,
                consistent_read=True,
                attributes_to_get=[AccountItem.accepted_terms.attr_name],
            )
        except DoesNotExist:
            return None
        return item.accepted_terms

    def get_current_user_id(self, user_id: str) -> str:
        """Return the current user id of an account, which may have moved to a new identity of its owner."""
        while moved := list(
            AccountItem.query(user_id, AccountItem.item == TRANSFER_KEY, consistent_read=True)
        ):
            user_id = TRANSFERS.parse_item(moved[0]).moved_to
        return user_id

    def list_accounts(self, user_ids: Collection[str]) -> Mapping[str, Account]:
        """Return the accounts of several people, by user id, without their decisions on the terms.

        Takes one strongly consistent call. A person without an account gets an empty one.

        Args:
            user_ids: at most `MAX_LISTED_ACCOUNTS` ids, without duplicates.
        """
        items: dict[str, list[AccountItem]] = {user_id: [] for user_id in user_ids}
        keys = [(user_id, key) for user_id in user_ids for key in _LISTED_KEYS]
        for item in AccountItem.batch_get(keys, consistent_read=True):
            items[item.user_id].append(item)
        return {user_id: parse_account(each) for user_id, each in items.items()}

    def list_items(self, user_id: str) -> list[AccountItem]:
        """List the items of a person's partition by range key. Takes one strongly consistent query."""
        return list(AccountItem.query(user_id, consistent_read=True))


def parse_account(items: Iterable[AccountItem]) -> Account:
    """Build an account from the items of its partition.

    Args:
        items: items in the order of their range keys. Decisions are ordered by these, because the clocks of
            functions differ.
    """
    items = list(items)
    by_key = {item.item: item for item in items}
    registration, preferences = by_key.get(REGISTRATION_KEY), by_key.get(CONTACT_PREFERENCES_KEY)
    access = by_key.get(ACCESS_KEY)
    return Account(
        registration=REGISTRATIONS.parse_item(registration) if registration else None,
        decisions=tuple(TERMS_DECISIONS.parse_item(item) for item in items if is_terms_decision(item)),
        preferences=CONTACT_PREFERENCES.parse_item(preferences) if preferences else None,
        accepted_terms=access.accepted_terms if access else None,
    )


def update_access(event: TermsDecided, transaction: TransactWrite) -> None:
    """Open the portal to a person who accepts the terms; close it to a person who declines them."""
    decision = event.decision
    accepted_terms = decision.version if decision.outcome == "accepted" else None
    transaction.save(AccountItem(event.user_id, ACCESS_KEY, accepted_terms=accepted_terms))
