"""Compare all messages with the index of the unread ones: `npm run verify-counts [-- --stage STAGE]`.

Only keys and times of messages are read from DynamoDB, and only ids are reported. A first pass compares
checksums of table and index, and a second one looks at the messages in the buckets that differ.
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from domains.messages.files_table import FILE_KEY, FILES_KEY
from domains.messages.message import BIN_FOLDER, KEPT_IN_BIN, PORTAL_FOLDER
from domains.messages.message_items import AGENCY_UNREAD, FOLDER_KEY, RECEIPT_KEY, make_folder_key
from infrastructure.operations.comparison import (
    SEGMENTS,
    BucketChecksums,
    Figures,
    Item,
    Row,
    flatten,
    make_projection,
    scan,
)
from infrastructure.operations.portals import add_portal_arguments, open_portal, run_command
from portal.items import parse_moment

# Number of reads that must show a fault, and of tries while the message changes.
_LOOKS = 3
_TRIES = 20
_CHANGES = "it changes too fast to be compared: verify again"
_PROJECTION = make_projection(
    "user_id", "id", "service_id", "sent_at", "deleted_at", "expires_at", "by_folder", "unread", "was_unread"
)

Key = tuple[str, str]
"""A person's id and the message's, or `folder#SERVICE`."""
Pages = Iterator[Sequence[Item]]


def verify(dynamodb: Any, table: str, segments: int = SEGMENTS) -> Figures:
    """Compare a whole table.

    The index and the table are not read at the same time. A difference is checked again, and reported only
    if it is seen three times without a change of the message.
    """
    comparison = _Comparison(dynamodb, table)
    scan(dynamodb, table, comparison.add_index, segments, IndexName="unread")
    scan(dynamodb, table, comparison.add_items, segments, **_PROJECTION)
    if not comparison.checksums.agree():
        scan(dynamodb, table, comparison.confirm_index, segments, IndexName="unread")
        scan(dynamodb, table, comparison.confirm_items, segments, **_PROJECTION)
    return comparison.figures


class _Comparison:
    """The passes over index and table, each for the pages of one segment."""

    def __init__(self, dynamodb: Any, table: str) -> None:
        self._dynamodb = dynamodb
        self._table = table
        self.checksums = BucketChecksums()
        self.figures = Figures(
            "messages",
            "unread, of the portal",
            "unread, of agencies",
            "in the bin",
            "services with messages",
            "people",
        )

    def add_index(self, pages: Pages) -> None:
        """Add the checksums of the index."""
        for page in pages:
            self.checksums.add(*((_get_key(entry), entry["unread"]) for entry in map(flatten, page)))

    def add_items(self, pages: Pages) -> None:
        """Subtract the checksums of the table, and find faults within single messages and missing folders."""
        counts, person, folders, services = Counter[str](), "", set[str](), set[str]()
        for page in pages:
            items = [flatten(item) for item in page]
            unread = [(_get_key(item), item["unread"]) for item in items if _is_unread(item)]
            self.checksums.add(*unread, times=-1)
            for item in items:
                if item["user_id"].startswith(FILE_KEY):
                    continue
                # DynamoDB keeps the items of a person together. If it did not, more folders would be looked
                # up, and people counted twice.
                if item["user_id"] != person:
                    self._report_missing_folders(person, services - folders)
                    person, folders, services = item["user_id"], set(), set()
                    counts["people"] += 1
                if item["id"].startswith(FOLDER_KEY):
                    folders.add(item["id"])
                    counts["services with messages"] += 1
                elif _is_message(item):
                    counts.update(_list_labels(item))
                    if service := item.get("service_id"):
                        services.add(f"{FOLDER_KEY}{service}")
                    if _find_faults(item):
                        self._confirm(_get_key(item))
        self._report_missing_folders(person, services - folders)
        self.figures.count(counts)

    def _report_missing_folders(self, user_id: str, folders: set[str]) -> None:
        for folder in folders:
            if self._read((user_id, folder)) is None:
                self.figures.add(f"{user_id} {folder}", "there are messages of a service that has no folder")

    def confirm_index(self, pages: Pages) -> None:
        """Look again at entries of the index in buckets that differ."""
        for entry in (flatten(entry) for page in pages for entry in page):
            key = _get_key(entry)
            if not self.checksums.agree_for(key):
                item = self._read(key)
                if item is None or item.get("unread") != entry["unread"]:
                    self._confirm(key, entry["unread"])

    def confirm_items(self, pages: Pages) -> None:
        """Look again at unread messages in buckets that differ."""
        for item in (flatten(item) for page in pages for item in page):
            key = _get_key(item)
            is_suspect = _is_unread(item) and not self.checksums.agree_for(key)
            if is_suspect and not self._is_indexed(key, item["unread"]):
                self._confirm(key)

    def _confirm(self, key: Key, indexed: str | None = None) -> None:
        """Check a message again, and report its faults.

        Args:
            indexed: the key under which the index had it.
        """
        looks = 0
        for _ in range(_TRIES):
            item = self._read(key)
            keys = {each for each in (indexed, item and item.get("unread")) if each}
            entries = {each for each in keys if self._is_indexed(key, each)}
            if self._read(key) != item:
                continue
            faults = [*_find_index_faults(item, entries), *(_find_faults(item) if item else ())]
            looks += 1
            if not faults or looks == _LOOKS:
                break
        else:
            faults = [_CHANGES]
        for fault in faults:
            self.figures.add(" ".join(key), fault)

    def _read(self, key: Key) -> Row | None:
        answer = self._dynamodb.get_item(
            TableName=self._table,
            Key={"user_id": {"S": key[0]}, "id": {"S": key[1]}},
            ConsistentRead=True,
            **_PROJECTION,
        )
        return flatten(answer["Item"]) if "Item" in answer else None

    def _is_indexed(self, key: Key, unread: str) -> bool:
        answer = self._dynamodb.query(
            TableName=self._table,
            IndexName="unread",
            KeyConditionExpression="user_id = :user AND unread = :unread",
            ExpressionAttributeValues={":user": {"S": key[0]}, ":unread": {"S": unread}},
            ConsistentRead=True,
        )
        return any(entry["id"]["S"] == key[1] for entry in answer["Items"])


def _get_key(item: Row) -> Key:
    return item["user_id"], item["id"]


def _is_message(item: Row) -> bool:
    return not (
        item["user_id"].startswith(FILE_KEY) or item["id"].startswith((FOLDER_KEY, RECEIPT_KEY, FILES_KEY))
    )


def _is_unread(item: Row) -> bool:
    return bool(item.get("unread")) and _is_message(item)


def _list_labels(item: Row) -> Iterator[str]:
    yield "messages"
    if unread := item.get("unread"):
        yield "unread, of agencies" if unread.startswith(AGENCY_UNREAD) else "unread, of the portal"
    if "deleted_at" in item:
        yield "in the bin"


def _find_index_faults(item: Row | None, entries: set[str]) -> Iterator[str]:
    """Find contradictions between a message and the keys under which the index has it."""
    unread = item.get("unread") if item else None
    if item is None and entries:
        yield "the index has a message that is not there"
    elif entries - {unread}:
        yield "the index has it under a key that it does not have"
    if unread and unread not in entries:
        yield "it is unread, and the index does not have it"


def _find_faults(item: Row) -> list[str]:
    """Find contradictions among the attributes of a message."""
    try:
        return list(_find_attribute_faults(item))
    except (KeyError, ValueError):
        return ["it is not a whole message"]


def _find_attribute_faults(item: Row) -> Iterator[str]:
    service = item.get("service_id")
    place = make_folder_key(service or PORTAL_FOLDER, parse_moment(item["sent_at"]), item["id"])
    key = f"{AGENCY_UNREAD}{place}" if service else place
    unread, was_unread = item.get("unread"), item.get("was_unread")
    if unread not in (None, key):
        yield "its key in the index is not that of its service, moment and id"
    if was_unread not in (None, key):
        yield "the key that it gets back from the bin is not that of its service, moment and id"
    if "deleted_at" in item:
        deleted_at = parse_moment(item["deleted_at"])
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


def main(arguments: list[str] | None = None) -> int:
    """Compare a table and return the exit code: 1 when something differs or cannot be read."""
    parser = argparse.ArgumentParser(
        prog="npm run verify-counts --", description="Compare all messages with the index of the unread ones."
    )
    add_portal_arguments(parser)
    parser.add_argument("--table", help="the name of the table, where it is not the portal's own")
    options = parser.parse_args(arguments)
    return run_command(lambda: _run(options))


def _run(options: argparse.Namespace) -> int:
    started = time.perf_counter()
    portal = open_portal(options)
    table = options.table or portal.get_table("MessagesTable")
    figures = verify(portal.client("dynamodb"), table)
    figures.print_report(f"{table}, read in {time.perf_counter() - started:.1f} s")
    return 1 if figures.differences else 0


if __name__ == "__main__":
    sys.exit(main())
