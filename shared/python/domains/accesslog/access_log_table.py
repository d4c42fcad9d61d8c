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

from pynamodb.attributes import NumberAttribute, UnicodeAttribute
from pynamodb.indexes import GlobalSecondaryIndex, KeysOnlyProjection
from pynamodb.transactions import TransactWrite

from domains.accesslog.record import AccessRecord
from portal.dynamo import Codec, EntityItem, TableMeta, Write, bind_table, write_together
from portal.page_tokens import LastEvaluatedKey
from transparency_log.hashes import hash_leaf

UNSEALED = "unsealed"
_NUMBER_DIGITS = 10
_SALT_BYTES = 16


class Unsealed(GlobalSecondaryIndex["AccessLogItem"]):  # type: ignore[no-untyped-call]  # PynamoDB's
    """Lines that the sealer has not put into the tree yet, oldest first."""

    class Meta(TableMeta):
        index_name = "unsealed"
        projection = KeysOnlyProjection()

    unsealed = UnicodeAttribute(hash_key=True)
    accessed_at = UnicodeAttribute(range_key=True)


class AccessLogItem(EntityItem):
    """A line of the log.

    Attributes:
        content: an `AccessRecord` as JSON; the seal covers the salt and then exactly these bytes.
        salt: 16 random bytes in hexadecimal, so that nobody can guess a record from its seal.
        accessed_at: time of the access, in UTC to the microsecond.
        unsealed: `UNSEALED` until the line is part of the tree.
        leaf_index: index of the line's leaf in the tree.
    """

    class Meta(TableMeta):
        table_name = ""

    partition = UnicodeAttribute(hash_key=True)
    item = UnicodeAttribute(range_key=True)
    salt = UnicodeAttribute()
    accessed_at = UnicodeAttribute()
    unsealed = UnicodeAttribute(null=True)
    leaf_index = NumberAttribute(null=True)
    by_unsealed = Unsealed()


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

    Args:
        at: time of writing.
    """
    return {"accessed_at": _format_moment(at), "salt": secrets.token_hex(_SALT_BYTES), "unsealed": UNSEALED}


def _make_item_key(number: int) -> str:
    return f"{number:0{_NUMBER_DIGITS}d}"


def _format_moment(at: datetime) -> str:
    return at.astimezone(UTC).isoformat(timespec="microseconds")


def _make_attributes(record: AccessRecord) -> Mapping[str, Any]:
    partition, item = get_key(record)
    return {"partition": partition, "item": item, **make_waiting_attributes(record.accessed_at)}


RECORDS = Codec(AccessLogItem, AccessRecord, _make_attributes)


@dataclass(frozen=True, slots=True)
class LogLine:
    """A record and the inputs of its seal."""

    record: AccessRecord
    salt: str  # 16 random bytes in hexadecimal
    content: str  # the record as JSON, byte for byte as sealed
    leaf_index: int | None  # index of its leaf in the tree; None until it is sealed


def get_line(item: AccessLogItem) -> LogLine:
    """Return the line stored in an item."""
    place = item.leaf_index
    return LogLine(RECORDS.parse_item(item), item.salt, item.content, None if place is None else int(place))


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
        bind_table(AccessLogItem, table_name)

    def get_last_number(self, partition: str) -> int:
        """Return the number of the last access by a staff member, or to a person; 0 before the first.

        Only keys are read, so that a writer of the log cannot see its content.
        """
        newest = AccessLogItem.query(
            partition,
            consistent_read=True,
            scan_index_forward=False,
            limit=1,
            attributes_to_get=[AccessLogItem.partition.attr_name, AccessLogItem.item.attr_name],
        )
        return next((int(item.item) for item in newest), 0)

    def add_records(self, records: list[AccessRecord], *change: Write) -> bool:
        """Store the lines of one access and its change in one transaction.

        Returns:
            False if another access took a number first or a condition of the change does not hold; nothing is
            stored.
        """

        def write(transaction: TransactWrite) -> None:
            for record in records:
                transaction.save(RECORDS.make_item(record), AccessLogItem.partition.does_not_exist())
            for part in change:
                part(transaction)

        return write_together(write)

    def list_lines(
        self, user_id: str, limit: int, place: LastEvaluatedKey | None
    ) -> tuple[list[LogLine], LastEvaluatedKey | None]:
        """Return the accesses to a person's record with the inputs of their seals, newest first.

        Args:
            limit: maximum number of lines.
            place: cursor from the previous page; None for the first page.

        Returns:
            The lines, and the cursor of the next page; None after the last page.
        """
        page = AccessLogItem.query(
            make_person_partition(user_id),
            consistent_read=True,
            scan_index_forward=False,
            limit=limit,
            last_evaluated_key=place,
        )
        return [get_line(item) for item in page], page.last_evaluated_key
