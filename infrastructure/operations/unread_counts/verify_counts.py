"""Compares the messages of a whole table with the index of the unread ones, in both directions.

Only keys and times of messages are read from DynamoDB, and only ids are reported. Memory does not grow with
the number of messages: a first pass compares checksums, and a second one looks at the messages in the buckets
that differ, one after the other.
"""

import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from pynamodb.attributes import UTCDateTimeAttribute

from domains.messages.files_table import FILE_KEY, FILES_KEY
from domains.messages.message import BIN_FOLDER, KEPT_IN_BIN, PORTAL_FOLDER
from domains.messages.message_items import AGENCY_UNREAD, FOLDER_KEY, RECEIPT_KEY, make_folder_key
from infrastructure.operations.checksums import BucketChecksums
from infrastructure.operations.reports import MAX_KEPT, count

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
    """Counts of a table and its faults.

    Attributes:
        differences: at most `MAX_KEPT`.
        more: the number of differences that are not in the list.
    """

    messages: int = count("messages")
    unread_portal: int = count("unread, of the portal")
    unread_agency: int = count("unread, of agencies")
    binned: int = count("in the bin")
    folders: int = count("services with messages")
    people: int = count("people")
    differences: list[Difference] = field(default_factory=list)
    more: int = 0

    def add(self, other: "Figures") -> None:
        """Add the counts of a segment of the table."""
        self.messages += other.messages
        self.unread_portal += other.unread_portal
        self.unread_agency += other.unread_agency
        self.binned += other.binned
        self.folders += other.folders
        self.people += other.people


@dataclass(slots=True)
class _Differences:
    """Differences without repetitions; threads add them."""

    found: set[Difference] = field(default_factory=set)
    more: int = 0
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def add(self, differences: Iterable[Difference]) -> None:
        with self._lock:
            for difference in differences:
                if len(self.found) < MAX_KEPT or difference in self.found:
                    self.found.add(difference)
                else:
                    self.more += 1


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
    comparison = _Comparison(_Reader(dynamodb, table, segments))
    figures = Figures()
    with ThreadPoolExecutor(segments) as pool:

        def read(work: Callable[[int], Figures | None]) -> None:
            for part in pool.map(work, range(segments)):
                if part is not None:
                    figures.add(part)

        read(comparison.add_index)
        read(comparison.add_items)
        if not comparison.checksums.agree():
            read(comparison.confirm_index)
            read(comparison.confirm_items)
    figures.differences = sorted(comparison.differences.found)
    figures.more = comparison.differences.more
    return figures


@dataclass(frozen=True, slots=True)
class _Reader:
    """The reads of one table, all of them strongly consistent."""

    dynamodb: Any
    table: str
    segments: int

    def list_index(self, segment: int) -> Iterator[list[Stored]]:
        """Yield the entries of the index, page by page."""
        return self._scan(segment, IndexName=INDEX, ConsistentRead=True)

    def list_items(self, segment: int) -> Iterator[list[Stored]]:
        """Yield the items of the table, page by page."""
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

    def _scan(self, segment: int, **options: Any) -> Iterator[list[Stored]]:
        pages = self.dynamodb.get_paginator("scan").paginate(
            TableName=self.table, Segment=segment, TotalSegments=self.segments, **options
        )
        for page in pages:
            yield [_parse_item(item) for item in page["Items"]]


Find = Callable[[Stored | None, set[str]], Iterable[str]]
"""Finds faults of a message, None if it is gone, under those keys that the index has it under now."""


@dataclass(frozen=True, slots=True)
class _Comparison:
    """The passes over index and table, each for one segment at a time."""

    reader: _Reader
    checksums: BucketChecksums = field(default_factory=BucketChecksums)
    differences: _Differences = field(default_factory=_Differences)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def add_index(self, segment: int) -> None:
        """Add the checksums of the index."""
        for page in self.reader.list_index(segment):
            with self._lock:
                for entry in page:
                    self.checksums.add(_get_key(entry), entry["unread"])

    def add_items(self, segment: int) -> Figures:
        """Add the checksums of the table, and find faults within single messages and missing folders."""
        figures, person = Figures(), _Person("")
        for page in self.reader.list_items(segment):
            items = [item for item in page if not item["user_id"].startswith(FILE_KEY)]
            with self._lock:
                for item in items:
                    if _is_message(item) and (unread := item.get("unread")):
                        self.checksums.subtract(_get_key(item), unread)
            for item in items:
                # DynamoDB keeps the items of a person together. If it did not, more folders would be looked
                # up, and people counted twice.
                if item["user_id"] != person.user_id:
                    self._finish(person, figures)
                    person = _Person(item["user_id"])
                if item["id"].startswith(FOLDER_KEY):
                    person.folders.add(item["id"])
                elif _is_message(item):
                    self._add_message(item, figures, person)
        self._finish(person, figures)
        return figures

    def _add_message(self, item: Stored, figures: Figures, person: "_Person") -> None:
        figures.messages += 1
        figures.binned += _is_binned(item)
        if service := item.get("service_id"):
            person.services.add(f"{FOLDER_KEY}{service}")
        if unread := item.get("unread"):
            is_agency = unread.startswith(AGENCY_UNREAD)
            figures.unread_agency += is_agency
            figures.unread_portal += not is_agency
        if _find_faults(item):
            self._confirm(_get_key(item), None, lambda now, _: _find_faults(now) if now else ())

    def _finish(self, person: "_Person", figures: Figures) -> None:
        """Count a person, and find folders that are missing."""
        if not person.user_id:
            return
        figures.people += 1
        figures.folders += len(person.folders)
        for folder in person.services - person.folders:
            if self.reader.get_item((person.user_id, folder)) is None:
                fault = "there are messages of a service that has no folder"
                self.differences.add([Difference(person.user_id, folder, fault)])

    def confirm_index(self, segment: int) -> None:
        """Look again at entries of the index in buckets that differ."""
        for page in self.reader.list_index(segment):
            for entry in page:
                key = _get_key(entry)
                if self.checksums.agree_for(key):
                    continue
                item = self.reader.get_item(key)
                if item is None or item.get("unread") != entry["unread"]:
                    self._confirm(key, entry["unread"], _find_stale_entries)

    def confirm_items(self, segment: int) -> None:
        """Look again at unread messages in buckets that differ."""
        for page in self.reader.list_items(segment):
            for item in page:
                key, unread = _get_key(item), item.get("unread")
                if not unread or not _is_message(item) or self.checksums.agree_for(key):
                    continue
                if not self.reader.is_indexed(key, unread):
                    self._confirm(key, None, _find_missing_entry)

    def _confirm(self, key: Key, indexed: str | None, find: Find) -> None:
        """Check a message again and add its faults.

        Args:
            indexed: the key under which the index had it.
        """
        looks = 0
        for _ in range(_TRIES):
            item = self.reader.get_item(key)
            keys = {each for each in (indexed, item and item.get("unread")) if each}
            entries = {each for each in keys if self.reader.is_indexed(key, each)}
            if self.reader.get_item(key) != item:
                continue
            faults = list(find(item, entries))
            looks += 1
            if not faults or looks == _LOOKS:
                self.differences.add(Difference(*key, fault) for fault in faults)
                return
        self.differences.add([Difference(*key, "it changes too fast to be compared: verify again")])


@dataclass(slots=True)
class _Person:
    """The folders that one person has, and those that the messages need."""

    user_id: str
    folders: set[str] = field(default_factory=set)
    services: set[str] = field(default_factory=set)


def _get_key(item: Stored) -> Key:
    return item["user_id"], item["id"]


def _is_message(item: Stored) -> bool:
    return not (
        item["user_id"].startswith(FILE_KEY) or item["id"].startswith((FOLDER_KEY, RECEIPT_KEY, FILES_KEY))
    )


def _find_stale_entries(item: Stored | None, entries: set[str]) -> Iterator[str]:
    if item is None:
        if entries:
            yield "the index has a message that is not there"
    elif entries - {item.get("unread")}:
        yield "the index has it under a key that it does not have"


def _find_missing_entry(item: Stored | None, entries: set[str]) -> Iterator[str]:
    unread = item.get("unread") if item else None
    if unread and unread not in entries:
        yield "it is unread, and the index does not have it"


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
