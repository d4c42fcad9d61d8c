"""Compares the messages of a whole table with the index of the unread ones, in both directions.

Only keys and times of messages are read from DynamoDB, and only ids are reported.
"""

from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from pynamodb.attributes import UTCDateTimeAttribute

from domains.messages.files_table import FILE_KEY, FILES_KEY
from domains.messages.message import BIN_FOLDER, KEPT_IN_BIN, PORTAL_FOLDER
from domains.messages.message_items import AGENCY_UNREAD, FOLDER_KEY, RECEIPT_KEY, make_folder_key
from infrastructure.operations.reports import count

SEGMENTS = 8
INDEX = "unread"

# Number of reads that must show a fault, and of tries while the message changes.
_LOOKS = 3
_TRIES = 20
_READ = (
    "user_id",
    "id",
    "service_id",
    "sent_at",
    "deleted_at",
    "expires_at",
    "by_folder",
    "unread",
    "was_unread",
)
_PROJECTION = {
    "ProjectionExpression": ", ".join(f"#{name}" for name in _READ),
    "ExpressionAttributeNames": {f"#{name}": name for name in _READ},
    "ConsistentRead": True,
}
_MOMENT: Any = UTCDateTimeAttribute()

Key = tuple[str, str]
"""A person's id and the message's, or `folder#SERVICE`."""

Stored = Mapping[str, str]
"""Stored attributes of a message."""


@dataclass(frozen=True, slots=True, order=True)
class Difference:
    """A contradiction between a message and the index.

    Attributes:
        item: the message's id, or `folder#SERVICE`.
    """

    user_id: str
    item: str
    fault: str

    def __str__(self) -> str:
        return f"{self.user_id} {self.item}: {self.fault}"


@dataclass(slots=True)
class Figures:
    """Counts of a table and its faults."""

    messages: int = count("messages")
    unread_portal: int = count("unread, of the portal")
    unread_agency: int = count("unread, of agencies")
    binned: int = count("in the bin")
    folders: int = count("services with messages")
    people: int = count("people")
    differences: list[Difference] = field(default_factory=list)


@dataclass(slots=True)
class _Found:
    """Findings in one segment of the table."""

    figures: Figures = field(default_factory=Figures)
    people: set[str] = field(default_factory=set)
    services: set[Key] = field(default_factory=set)
    folders: set[Key] = field(default_factory=set)
    suspects: set[Key] = field(default_factory=set)


def verify(dynamodb: Any, table: str, segments: int = SEGMENTS) -> Figures:
    """Compare a whole table.

    The index and the table are not read at the same time. A difference is checked again, and reported only
    if it is seen three times without a change of the message.

    Args:
        dynamodb: boto3's client.
        segments: how many parts are read at once.

    Returns:
        The figures; the differences in order.

    Raises:
        ClientError: DynamoDB refused.
    """
    with ThreadPoolExecutor(segments) as pool:

        def map_segments(work: Any) -> list[Any]:
            return list(pool.map(work, range(segments)))

        reader = _Reader(dynamodb, table, segments)
        index: dict[Key, str] = {}
        for part in map_segments(lambda segment: dict(reader.list_unread(segment))):
            index.update(part)
        indexed = dict(index)
        found = map_segments(lambda segment: _read_segment(reader, segment, index))
        figures = _sum_up(found)
        # Entries without a message are only in the index.
        suspects = sorted(set[Key](index).union(*(part.suspects for part in found)))
        for differences in pool.map(lambda key: _confirm(reader, key, indexed.get(key)), suspects):
            figures.differences += differences
        services = set[Key]().union(*(part.services for part in found))
        folders = set[Key]().union(*(part.folders for part in found))
        for key in services - folders:
            if reader.get_item(key) is None:
                figures.differences.append(
                    Difference(key[0], key[1], "there are messages of a service that has no folder")
                )
        figures.differences.sort()
        return figures


@dataclass(frozen=True, slots=True)
class _Reader:
    """The reads of one table, all of them strongly consistent."""

    dynamodb: Any
    table: str
    segments: int

    def list_unread(self, segment: int) -> Iterator[tuple[Key, str]]:
        """Yield the entries of the index."""
        for entry in self._scan(segment, IndexName=INDEX, ConsistentRead=True):
            yield (entry["user_id"], entry["id"]), entry["unread"]

    def list_items(self, segment: int) -> Iterator[Stored]:
        """Return the items of the table."""
        return self._scan(segment, **_PROJECTION)

    def get_item(self, key: Key) -> Stored | None:
        """Read one item now."""
        answer = self.dynamodb.get_item(
            TableName=self.table, Key={"user_id": {"S": key[0]}, "id": {"S": key[1]}}, **_PROJECTION
        )
        return _parse_item(answer["Item"]) if "Item" in answer else None

    def is_indexed(self, key: Key, unread: str) -> bool:
        """Return whether the index has a message under a key now."""
        answer = self.dynamodb.query(
            TableName=self.table,
            IndexName=INDEX,
            KeyConditionExpression="user_id = :user AND unread = :unread",
            ExpressionAttributeValues={":user": {"S": key[0]}, ":unread": {"S": unread}},
            ConsistentRead=True,
        )
        return any(entry["id"]["S"] == key[1] for entry in answer["Items"])

    def _scan(self, segment: int, **options: Any) -> Iterator[Stored]:
        pages = self.dynamodb.get_paginator("scan").paginate(
            TableName=self.table, Segment=segment, TotalSegments=self.segments, **options
        )
        for page in pages:
            yield from map(_parse_item, page["Items"])


def _read_segment(reader: _Reader, segment: int, index: dict[Key, str]) -> _Found:
    """Read the items of a segment, and remove their entries from `index`."""
    found = _Found()
    for item in reader.list_items(segment):
        key = (item["user_id"], item["id"])
        if key[0].startswith(FILE_KEY):
            continue
        found.people.add(key[0])
        if key[1].startswith(FOLDER_KEY):
            found.folders.add(key)
            continue
        if key[1].startswith((RECEIPT_KEY, FILES_KEY)):
            continue
        figures = found.figures
        figures.messages += 1
        figures.binned += _is_binned(item)
        if service := item.get("service_id"):
            found.services.add((key[0], f"{FOLDER_KEY}{service}"))
        if unread := item.get("unread"):
            is_agency = unread.startswith(AGENCY_UNREAD)
            figures.unread_agency += is_agency
            figures.unread_portal += not is_agency
        if index.pop(key, None) != unread or _find_faults(item):
            found.suspects.add(key)
    return found


def _sum_up(found: list[_Found]) -> Figures:
    figures = Figures(
        people=len(set[str]().union(*(part.people for part in found))),
        folders=sum(len(part.folders) for part in found),
    )
    for part in found:
        figures.messages += part.figures.messages
        figures.unread_portal += part.figures.unread_portal
        figures.unread_agency += part.figures.unread_agency
        figures.binned += part.figures.binned
    return figures


def _confirm(reader: _Reader, key: Key, indexed: str | None) -> list[Difference]:
    """Check a message again and return its faults.

    Args:
        indexed: the key under which the index had it.
    """
    looks = 0
    for _ in range(_TRIES):
        item = reader.get_item(key)
        keys = {each for each in (indexed, item and item.get("unread")) if each}
        entries = {each for each in keys if reader.is_indexed(key, each)}
        if reader.get_item(key) != item:
            continue
        faults = [*_find_index_faults(item, entries), *(_find_faults(item) if item else ())]
        looks += 1
        if not faults or looks == _LOOKS:
            return [Difference(*key, fault) for fault in faults]
    return [Difference(*key, "it changes too fast to be compared: verify again")]


def _find_index_faults(item: Stored | None, entries: set[str]) -> Iterator[str]:
    unread = item.get("unread") if item else None
    if item is None:
        if entries:
            yield "the index has a message that is not there"
        return
    if unread and unread not in entries:
        yield "it is unread, and the index does not have it"
    if entries - {unread}:
        yield "the index has it under a key that it does not have"


def _find_faults(item: Stored) -> list[str]:
    """Find contradictions among the attributes of a message."""
    try:
        return list(_find_attribute_faults(item))
    except (KeyError, ValueError):
        return ["it is not a whole message"]


def _find_attribute_faults(item: Stored) -> Iterator[str]:
    service = item.get("service_id")
    place = make_folder_key(service or PORTAL_FOLDER, _parse_moment(item["sent_at"]), item["id"])
    key = f"{AGENCY_UNREAD}{place}" if service else place
    unread, was_unread = item.get("unread"), item.get("was_unread")
    if unread not in (None, key):
        yield "its key in the index is not that of its service, moment and id"
    if was_unread not in (None, key):
        yield "the key that it gets back from the bin is not that of its service, moment and id"
    if "deleted_at" in item:
        deleted_at = _parse_moment(item["deleted_at"])
        if unread:
            yield "it is unread in the bin"
        if item["by_folder"] != make_folder_key(BIN_FOLDER, deleted_at, item["id"]):
            yield "it was deleted, and its place in the bin is not that of its moment and id"
        if item.get("expires_at") != str(int((deleted_at + KEPT_IN_BIN).timestamp())):
            yield "its time in the bin does not end 30 days after it was deleted"
    else:
        if was_unread:
            yield "it is not in the bin, and has a key to get back from there"
        if item["by_folder"] != place:
            yield "its place in its folder is not that of its service, moment and id"
        if "expires_at" in item:
            yield "it is not in the bin, and will be removed"


def _parse_moment(stored: str) -> datetime:
    moment: datetime = _MOMENT.deserialize(stored)
    return moment


def _is_binned(item: Stored) -> bool:
    return "deleted_at" in item


def _parse_item(raw: Mapping[str, Mapping[str, str]]) -> Stored:
    return {name: next(iter(value.values())) for name, value in raw.items()}
