"""The access log's table. Functions for staff may only append to it and read its last numbers.

The partition `staff#NUMBER` holds the accesses of a staff member by number, `person#USER` the accesses to a
person's record by number, and `erased#LEAF` the remains of an erased line. Lines that are not sealed yet are
in the sparse index `unsealed`.
"""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from domains.accesslog.record import AccessRecord
from portal.items import Item, JsonSchema
from portal.tables import Attr, Cursor, Table, Write, write_together
from transparency_log.hashes import hash_leaf

UNSEALED = "unsealed"
KEYS = ("partition", "item")
_NUMBER_DIGITS = 10
_SALT_BYTES = 16


def make_staff_partition(staff_number: str) -> str:
    """Return the partition of a staff member's accesses."""
    return f"staff#{staff_number}"


def make_person_partition(user_id: str) -> str:
    """Return the partition of the accesses to a person's record."""
    return f"person#{user_id}"


def get_key(record: AccessRecord) -> tuple[str, str]:
    """Return the partition and item keys of a record."""
    if record.user_id is None or record.person_number is None:
        return make_staff_partition(record.staff_number), _make_item_key(record.number)
    return make_person_partition(record.user_id), _make_item_key(record.person_number)


def make_waiting_attributes(at: datetime) -> Mapping[str, Any]:
    """Return the attributes of a new line other than key and content.

    `content` is an `AccessRecord` as JSON; the seal covers the salt and then exactly its bytes. The sealer
    adds `leaf_index`, the index of the line's leaf in the tree, and removes `unsealed`.

    Args:
        at: time of writing.

    Returns:
        `accessed_at`, in UTC to the microsecond; `salt`, 16 random bytes in hexadecimal, so that nobody can
        guess a record from its seal; and `unsealed`, the key of the index of lines outside of the tree.
    """
    moment = at.astimezone(UTC).isoformat(timespec="microseconds")
    return {"accessed_at": moment, "salt": secrets.token_hex(_SALT_BYTES), "unsealed": UNSEALED}


def _make_item_key(number: int) -> str:
    return f"{number:0{_NUMBER_DIGITS}d}"


def _make_attributes(record: AccessRecord) -> Mapping[str, Any]:
    partition, item = get_key(record)
    return {"partition": partition, "item": item, **make_waiting_attributes(record.accessed_at)}


RECORDS = JsonSchema(AccessRecord, KEYS, _make_attributes)


@dataclass(frozen=True, slots=True)
class LogLine:
    """A record and the inputs of its seal."""

    record: AccessRecord
    salt: str  # 16 random bytes in hexadecimal
    content: str  # the record as JSON, byte for byte as sealed
    leaf_index: int | None  # index of its leaf in the tree; None until it is sealed


def get_line(item: Item) -> LogLine:
    """Return the line stored in an item."""
    return LogLine(RECORDS.parse_item(item), item["salt"], item["content"], item.get("leaf_index"))


def make_seal(salt: str, content: str) -> bytes:
    """Return the leaf hash of a line.

    Args:
        salt: in hexadecimal.
        content: the record as JSON.

    Returns:
        SHA-256 of a byte 0, the bytes of the salt and the content in UTF-8 (RFC 6962, section 2.1).
    """
    return hash_leaf(bytes.fromhex(salt) + content.encode())


class AccessLogTable:
    """Appends to the log and reads it; every read is strongly consistent."""

    def __init__(self, table_name: str) -> None:
        self._records = Table(table_name, RECORDS)

    def get_last_number(self, partition: str) -> int:
        """Return the number of the last access by a staff member, or to a person; 0 before the first.

        Only keys are read, so that a writer of the log cannot see its content.
        """
        newest = self._records.query(
            Attr("partition") == partition, newest_first=True, limit=1, attributes=KEYS
        )
        return next((int(item["item"]) for item in newest), 0)

    def add_records(self, records: list[AccessRecord], *change: Write) -> bool:
        """Store the lines of one access and its change in one transaction.

        Returns:
            False if another access took a number first or a condition of the change does not hold; nothing is
            stored.
        """
        is_free = Attr("partition").does_not_exist()
        lines = [self._records.make_put(record, is_free) for record in records]
        return write_together([*lines, *change])

    def list_lines(
        self, user_id: str, limit: int, place: Cursor | None
    ) -> tuple[list[LogLine], Cursor | None]:
        """Return the accesses to a person's record with the inputs of their seals, newest first.

        Args:
            limit: maximum number of lines.
            place: cursor from the previous page; None for the first page.

        Returns:
            The lines, and the cursor of the next page; None after the last page.
        """
        is_of_person = Attr("partition") == make_person_partition(user_id)
        page = self._records.query_page(is_of_person, newest_first=True, page_size=limit, cursor=place)
        return [get_line(item) for item in page.items], page.cursor
