"""The users table: a person's account is one partition, readable with one query.

The range key names the kind of an item. Items that change have a version, so that concurrent changes are
refused. One-time codes are in the same table; see `domains.accounts.one_time_codes_table`.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from domains.accounts.access import PortalAccess
from domains.accounts.account import Account, ContactPreferences, Registration, TermsDecision
from domains.accounts.detail_changes import DetailChanges
from portal.items import REVISION, Item, JsonSchema, PlainSchema
from portal.tables import Attr, Table

REGISTRATION_KEY = "registration"
REFUSED_REGISTRATION_KEY = "refusedregistration"
ACCESS_KEY = "access"
CONTACT_PREFERENCES_KEY = "contactpreferences"
ADDRESS_BOOK_KEY = "addressbook"
TRANSFER_KEY = "transfer"
_TERMS_KEY = "terms#"
_ACCESS_ATTRIBUTES = ("accepted_terms", "ended_sessions", "signed_out_before")
_DETAIL_CHANGES_KEY = "detailchange#"

_LISTED_KEYS = (REGISTRATION_KEY, ACCESS_KEY, CONTACT_PREFERENCES_KEY)
# DynamoDB takes 100 keys in a call.
MAX_LISTED_ACCOUNTS = 100 // len(_LISTED_KEYS)


@dataclass(frozen=True, slots=True)
class Transfer:
    """Forwarding item in the partition of an account that moved to a new identity of the same person."""

    moved_to: str
    moved_at: datetime


KEYS = ("user_id", "item")
REGISTRATIONS = JsonSchema(
    Registration,
    KEYS,
    # The email address is the key of the index `by_email`. A registration that was never corrected has no
    # `version`, like those that were made before there was one.
    lambda registration: {
        "item": REGISTRATION_KEY,
        "email_key": registration.email or None,
        REVISION: registration.revision if registration.revision > 1 else None,
    },
)
DETAIL_CHANGES = JsonSchema(
    DetailChanges, KEYS, lambda changes: {"item": f"{_DETAIL_CHANGES_KEY}{changes.id}"}
)
CONTACT_PREFERENCES = JsonSchema(
    ContactPreferences, KEYS, lambda _: {"item": CONTACT_PREFERENCES_KEY}, has_revision=True
)
TERMS_DECISIONS = JsonSchema(TermsDecision, KEYS)
TRANSFERS = JsonSchema(Transfer, KEYS, lambda _: {"item": TRANSFER_KEY})
ACCOUNT_ITEMS = PlainSchema(*KEYS)
"""Any item of an account, as attributes.

`access` has the attributes of `PortalAccess`. The authorizer and the terms gate read only this item.
"""


def make_terms_decision_key(version: str, number: int) -> str:
    """Return the range key of a decision on a version of the terms; numbers begin at 0."""
    return f"{_TERMS_KEY}{version}#{number:06d}"


def is_terms_decision(item: Item) -> bool:
    """Tell if an item holds a decision on the terms."""
    return bool(item["item"].startswith(_TERMS_KEY))


def is_detail_change(item: Item) -> bool:
    """Tell if an item holds corrections of the registration."""
    return bool(item["item"].startswith(_DETAIL_CHANGES_KEY))


class AccountRepository:
    """Reads accounts; subclasses in the groups add their writes."""

    def __init__(self, table_name: str) -> None:
        self._items = Table(table_name, ACCOUNT_ITEMS)

    def get_account(self, user_id: str) -> Account:
        """Return the account of a person, empty if there is none. Takes one strongly consistent query."""
        return parse_account(self.list_items(user_id))

    def get_access(self, user_id: str) -> PortalAccess:
        """Return a person's right to use the portal. Takes one strongly consistent read."""
        item = self._items.get_item(user_id, ACCESS_KEY, attributes=_ACCESS_ATTRIBUTES) or {}
        return PortalAccess(
            accepted_terms=item.get("accepted_terms", ""),
            ended_sessions=frozenset(item.get("ended_sessions", ())),
            signed_out_before=item.get("signed_out_before", 0),
        )

    def get_current_user_id(self, user_id: str) -> str:
        """Return the current user id of an account, which may have moved to a new identity of its owner."""
        while transfers := self._list_some(user_id, TRANSFER_KEY):
            user_id = TRANSFERS.parse_item(transfers[0]).moved_to
        return user_id

    def list_accounts(self, user_ids: Collection[str]) -> Mapping[str, Account]:
        """Return the accounts of several people, by user id, without their decisions on the terms.

        Takes one strongly consistent call. A person without an account gets an empty one.

        Args:
            user_ids: at most `MAX_LISTED_ACCOUNTS` ids, without duplicates.
        """
        items: dict[str, list[Item]] = {user_id: [] for user_id in user_ids}
        keys = [(user_id, key) for user_id in user_ids for key in _LISTED_KEYS]
        for item in self._items.list_items(keys):
            items[item["user_id"]].append(item)
        return {user_id: parse_account(each) for user_id, each in items.items()}

    def list_items(self, user_id: str) -> list[Item]:
        """List the items of a person's partition by range key. Takes one strongly consistent query."""
        return list(self._items.query(Attr("user_id") == user_id))

    def _list_some(self, user_id: str, key: str) -> list[Item]:
        """Return the item with a range key, if there is one, by a query, which all groups are allowed."""
        return list(self._items.query((Attr("user_id") == user_id) & (Attr("item") == key)))


def parse_account(items: Iterable[Item]) -> Account:
    """Build an account from the items of its partition.

    Args:
        items: items in the order of their range keys. Decisions are ordered by these, because the clocks of
            functions differ.
    """
    items = list(items)
    by_key = {item["item"]: item for item in items}
    registration, preferences = by_key.get(REGISTRATION_KEY), by_key.get(CONTACT_PREFERENCES_KEY)
    access = by_key.get(ACCESS_KEY)
    return Account(
        registration=REGISTRATIONS.parse_item(registration) if registration else None,
        decisions=tuple(TERMS_DECISIONS.parse_item(item) for item in items if is_terms_decision(item)),
        preferences=CONTACT_PREFERENCES.parse_item(preferences) if preferences else None,
        accepted_terms=access.get("accepted_terms") if access else None,
    )
