"""The sealer's changes of the access log's table: assigning leaf indexes to lines, in a single order.

The item `log`/`head` holds the size of the tree. A transaction advances it and assigns indexes to the lines
together, so that concurrent sealers never give a line two indexes or an index two lines.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from domains.accesslog.access_log_table import KEYS, RECORDS, UNSEALED, make_seal
from portal.items import Item, JsonSchema
from portal.tables import Attr, Table, write_together
from transparency_log.hashes import EMPTY_ROOT

LOG_PARTITION = "log"
_HEAD = "head"

MAX_SEALED_TOGETHER = 99
"""Number of lines that fit a transaction of DynamoDB beside the head."""


@dataclass(frozen=True, slots=True)
class LogHead:
    """Size and root of the sealed tree."""

    revision: int = 0  # revision of the item; 0 before it is first stored
    sealed_size: int = 0  # number of leaves under the newest checkpoint
    root: str = EMPTY_ROOT.hex()  # root hash of these leaves, in hexadecimal
    # Hashes, in hexadecimal, of the following leaves, which have indexes and no checkpoint yet.
    pending: tuple[str, ...] = ()
    witnessed_day: str = ""  # day of the last report to the witness, as YYYY-MM-DD
    # Verifier key to which the log's key is being changed, from the next leaf on; empty for none. Nothing is
    # pending then.
    next_key: str = ""
    key_changes: int = 0  # minimum number of published changes of the key


@dataclass(frozen=True, slots=True)
class WaitingLine:
    """A line without a leaf index."""

    partition: str
    item: str
    accessed_at: str  # time of the access, in UTC to the microsecond
    seal: bytes  # see `make_seal`


_HEADS = JsonSchema(LogHead, KEYS, lambda _: {"partition": LOG_PARTITION, "item": _HEAD}, has_revision=True)


class LogHeads:
    """Reader of the size of the sealed tree."""

    def __init__(self, table_name: str) -> None:
        self._heads = Table(table_name, _HEADS)

    def read_head(self) -> LogHead:
        """Return the head; strongly consistent."""
        return self._heads.get(LOG_PARTITION, _HEAD) or LogHead()


class SealingTable(LogHeads):
    """The access log's table as the sealer uses it."""

    def __init__(self, table_name: str) -> None:
        super().__init__(table_name)
        self._records = Table(table_name, RECORDS)

    def list_waiting(self, limit: int = MAX_SEALED_TOGETHER) -> list[WaitingLine]:
        """Return the waiting lines, oldest first.

        Lines that the eventually consistent index still lists, though they have an index by now, are left
        out.

        Args:
            limit: maximum number of lines to read.
        """
        entries = self._list_entries(limit)
        items = self._records.list_items((each["partition"], each["item"]) for each in entries)
        lines = [
            WaitingLine(
                item["partition"],
                item["item"],
                item["accessed_at"],
                make_seal(item["salt"], item["content"]),
            )
            for item in items
            if "unsealed" in item
        ]
        return sorted(lines, key=lambda line: (line.accessed_at, line.partition, line.item))

    def get_oldest_waiting(self) -> str | None:
        """Return the time of the oldest waiting line, or None."""
        return next((entry["accessed_at"] for entry in self._list_entries(1)), None)

    def _list_entries(self, limit: int) -> list[Item]:
        """Return the keys of waiting lines from the index, oldest first."""
        is_waiting = Attr("unsealed") == UNSEALED
        return list(self._records.query(is_waiting, index=UNSEALED, limit=limit, consistent=False))

    def give_places(self, head: LogHead, lines: Sequence[WaitingLine]) -> LogHead | None:
        """Assign the next leaf indexes to lines, all or none.

        Args:
            head: the stored head, with nothing pending and no change of the key.
            lines: at most `MAX_SEALED_TOGETHER` lines, in order.

        Returns:
            The head with the lines pending; None if another sealer changed it first, in which case nothing
            changes.
        """
        moved = replace(head, revision=head.revision + 1, pending=tuple(line.seal.hex() for line in lines))
        leaf_index, unsealed = Attr("leaf_index"), Attr("unsealed")
        is_waiting = (unsealed == UNSEALED) & leaf_index.does_not_exist()
        updates = [
            self._records.make_update(
                (line.partition, line.item), [leaf_index.set(place), unsealed.remove()], is_waiting
            )
            for place, line in enumerate(lines, start=head.sealed_size)
        ]
        return moved if write_together([self._heads.make_put(moved), *updates]) else None

    def save_head(self, head: LogHead) -> LogHead | None:
        """Store a changed head.

        Args:
            head: new state with the revision that was read.

        Returns:
            The stored head; None if another sealer changed it first, in which case nothing changes.
        """
        moved = replace(head, revision=head.revision + 1)
        return moved if self._heads.put(moved) else None
