"""The table of tries: an item for each account, and one for all accounts registered as the same person."""

import hashlib
import hmac
from collections.abc import Mapping
from typing import Any

from domains.accounts.same_person import LegalIdentity, make_canonical_identity
from domains.assurance.slots import FAILURE_WINDOW, AttemptSlots, Tries
from portal.items import JsonSchema, to_seconds
from portal.secrets import RotatingSecret
from portal.tables import Table, Write, write_together
from portal.types import get_utc_now

# User ids never contain this character.
_PERSON = "#person#"


def _get_attributes(slots: AttemptSlots) -> Mapping[str, Any]:
    # An item without slots can expire at once.
    ends = [slot.taken_at + FAILURE_WINDOW for slot in slots.taken]
    return {"expires_at": to_seconds(max(ends, default=get_utc_now()))}


_SLOTS = JsonSchema(AttemptSlots, ("owner",), _get_attributes, has_revision=True)


class TriesTable:
    """Reads and writes tries; every read is strongly consistent."""

    def __init__(self, table_name: str, person_secret: RotatingSecret) -> None:
        """Use the table of that name.

        Args:
            person_secret: key of the hash of name and birth date, which prevents lookups of people. Tries are
                kept by the hash of every accepted secret, so that a rotation forgets none.
        """
        self._table = Table(table_name, _SLOTS)
        self._person_secret = person_secret

    def get_tries(self, user_id: str, person: LegalIdentity | None) -> Tries:
        """Return the tries that count for an account.

        Args:
            person: the account's registration, or None.
        """
        codes = self._list_codes(person) if person else []
        return Tries(self._get_slots(user_id), tuple(map(self._get_slots, codes)))

    def save_tries(self, user_id: str, person: LegalIdentity | None, before: Tries, after: Tries) -> bool:
        """Replace the tries of an account in one transaction.

        Returns:
            False if they changed since the read; nothing is written.
        """
        return write_together(self.write_tries(user_id, person, before, after))

    def write_tries(
        self, user_id: str, person: LegalIdentity | None, before: Tries, after: Tries
    ) -> list[Write]:
        """Return writes that replace the tries of an account, if unchanged since the read."""
        codes = self._list_codes(person) if person else []
        changes = [
            (user_id, before.account, after.account),
            *zip(codes, before.person, after.person, strict=True),
        ]
        return [self._table.make_put(new, owner=owner) for owner, old, new in changes if new != old]

    def _get_slots(self, owner: str) -> AttemptSlots:
        return self._table.get(owner) or AttemptSlots()

    def _list_codes(self, person: LegalIdentity) -> list[str]:
        identity = "\n".join(("person", *make_canonical_identity(person))).encode()
        return [
            _PERSON + hmac.new(secret.encode(), identity, hashlib.sha256).hexdigest()
            for secret in self._person_secret.accepted
        ]
