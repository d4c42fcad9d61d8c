"""The table of tries: an item for each account, and one for all accounts registered as the same person."""

import hashlib
import hmac
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from pynamodb.attributes import TTLAttribute, UnicodeAttribute, VersionAttribute
from pynamodb.exceptions import DoesNotExist
from pynamodb.transactions import TransactWrite

from domains.accounts.same_person import LegalIdentity, make_canonical_identity
from domains.assurance.slots import FAILURE_WINDOW, Slots, Tries
from portal.dynamo import Codec, EntityItem, TableMeta, Write, bind_table, get_version_before, write_together
from portal.secrets import RotatingSecret

# User ids never contain this character.
_PERSON = "#person#"


class _SlotsItem(EntityItem):
    class Meta(TableMeta):
        table_name = ""

    owner = UnicodeAttribute(hash_key=True)
    expires_at = TTLAttribute(null=True)
    version = VersionAttribute()


def _get_attributes(slots: Slots) -> Mapping[str, Any]:
    # An item without slots can expire at once.
    expires_at = max((slot.taken_at + FAILURE_WINDOW for slot in slots.taken), default=timedelta(0))
    return {"expires_at": expires_at, **get_version_before(slots.revision)}


_SLOTS = Codec(_SlotsItem, Slots, _get_attributes)


class TriesTable:
    """Reads and writes tries; every read is strongly consistent."""

    def __init__(self, table_name: str, person_secret: RotatingSecret) -> None:
        """Use the table of that name.

        Args:
            person_secret: key of the hash of name and birth date, which prevents lookups of people. Tries are
                kept by the hash of every accepted secret, so that a rotation forgets none.
        """
        bind_table(_SlotsItem, table_name)
        self._person_secret = person_secret

    def get_tries(self, user_id: str, person: LegalIdentity | None) -> Tries:
        """Return the tries that count for an account.

        Args:
            person: the account's registration, or None.
        """
        codes = self._list_codes(person) if person else []
        return Tries(_get_slots(user_id), tuple(_get_slots(code) for code in codes))

    def save_tries(self, user_id: str, person: LegalIdentity | None, before: Tries, after: Tries) -> bool:
        """Replace the tries of an account in one transaction.

        Returns:
            False if they changed since the read; nothing is written.
        """
        return write_together(self.write_tries(user_id, person, before, after))

    def write_tries(self, user_id: str, person: LegalIdentity | None, before: Tries, after: Tries) -> Write:
        """Return a write that replaces the tries of an account, if unchanged since the read."""

        def write(transaction: TransactWrite) -> None:
            if after.account != before.account:
                transaction.save(_SLOTS.make_item(after.account, owner=user_id))
            codes = self._list_codes(person) if person else []
            for code, old, new in zip(codes, before.person, after.person, strict=True):
                if new != old:
                    transaction.save(_SLOTS.make_item(new, owner=code))

        return write

    def _list_codes(self, person: LegalIdentity) -> list[str]:
        identity = "\n".join(("person", *make_canonical_identity(person))).encode()
        return [
            _PERSON + hmac.new(secret.encode(), identity, hashlib.sha256).hexdigest()
            for secret in self._person_secret.accepted
        ]


def _get_slots(owner: str) -> Slots:
    try:
        return _SLOTS.parse_item(_SlotsItem.get(owner, consistent_read=True))
    except DoesNotExist:
        return Slots()
