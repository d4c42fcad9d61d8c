"""All that stands for a proven name in the table of enhanced authentication: statuses and passkeys."""

from collections.abc import Sequence
from datetime import datetime

from domains.assurance.enhanced_authentication_table import KEYS, STATUS_KEY
from portal.items import Item, PlainSchema, to_seconds
from portal.tables import Attr, Table, Write

PASSKEYS_KEY = "passkeys"


class IdentityProofsTable:
    """Finds and ends a person's proofs of identity."""

    def __init__(self, table_name: str) -> None:
        self._items = Table(table_name, PlainSchema(*KEYS))

    def list_proofs(self, user_id: str, now: datetime) -> list[Item]:
        """Return the items of statuses and passkeys that have not expired. Takes one query."""
        return [
            item
            for item in self._items.query(Attr("user_id") == user_id)
            if (item["item"] == PASSKEYS_KEY or item["item"].startswith(STATUS_KEY))
            and item["expires_at"] > to_seconds(now)
        ]

    def end_proofs(self, proofs: Sequence[Item]) -> list[Write]:
        """Return the writes that end proofs, which fail if one of them has ended."""
        is_stored = Attr("item").exists()
        return [
            self._items.make_delete(proof["user_id"], proof["item"], condition=is_stored) for proof in proofs
        ]
