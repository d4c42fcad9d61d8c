"""Shared parts of the commands that compare tables: reads, checksums, counts, differences, and the report.

Memory does not grow with the tables: large sides are compared by checksums, and only keys whose checksums
differ are looked at again.
"""

import threading
from array import array
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from typing import Any, NamedTuple

SEGMENTS = 8
"""How many parts of a table are read at once."""
MAX_LISTED = 1_000
"""Maximum number of differences in a report."""
MAX_KEPT = 20_000
"""Maximum number of differences that a comparison keeps, to report the first of them; it counts others."""
# More than there are people, so that few of them share a bucket; 32 MB.
BUCKETS = 2**22
_WRAP = 2**64 - 1

Item = Mapping[str, Mapping[str, Any]]
"""An item as DynamoDB returns it."""
Row = Mapping[str, str]
"""The attributes of an item as text."""


class Difference(NamedTuple):
    """A contradiction; `where` has ids and keys, and no content."""

    where: str
    fault: str

    def __str__(self) -> str:
        return f"{self.where}: {self.fault}"


class Figures:
    """Counts of a comparison, and the differences that it found. Threads may add to it.

    Attributes:
        more: the number of differences that are not kept.
        is_complete: False if too much differs to compare everything.
    """

    def __init__(self, *labels: str) -> None:
        """Count from zero under each label, in the order of the report."""
        self.counts = dict.fromkeys(labels, 0)
        self.more = 0
        self.is_complete = True
        self._found: set[Difference] = set()
        self._lock = threading.Lock()

    @property
    def differences(self) -> list[Difference]:
        """The kept differences, in order and each once; at most `MAX_KEPT`."""
        return sorted(self._found)

    def count(self, counts: Mapping[str, int]) -> None:
        with self._lock:
            for label, number in counts.items():
                self.counts[label] += number

    def add(self, where: str, fault: str) -> None:
        """Keep a difference, or count it."""
        difference = Difference(where, fault)
        with self._lock:
            if len(self._found) < MAX_KEPT or difference in self._found:
                self._found.add(difference)
            else:
                self.more += 1

    def add_all(self, faults: Iterable[tuple[str, str]]) -> None:
        for where, fault in faults:
            self.add(where, fault)

    def keep_only(self, differences: Iterable[Difference]) -> None:
        """Drop the differences that a second look does not show."""
        self._found &= set(differences)

    def print_report(self, title: str, label: str = "differences") -> None:
        total = len(self._found) + self.more
        print(title)
        for name, number in {**self.counts, label: total}.items():
            print(f"  {name:<24}{number:>12,}")
        for difference in self.differences[:MAX_LISTED]:
            print(f"  {difference}")
        if total > MAX_LISTED:
            print(f"  and {total - MAX_LISTED:,} more")


class BucketChecksums:
    """Compares the values of two sides by key, in bounded memory.

    Each bucket of keys has a sum of hashes. One side adds a value, and the other subtracts it. So the sum is
    zero if both agree, in any order of reading.
    """

    def __init__(self) -> None:
        self._sums = array("Q", bytes(8 * BUCKETS))
        self._lock = threading.Lock()

    def add(self, *values: tuple[Hashable, Hashable], times: int = 1) -> None:
        """Add keys with values; -1 times for the other side."""
        with self._lock:
            for key, value in values:
                bucket = hash(key) % len(self._sums)
                self._sums[bucket] = (self._sums[bucket] + times * hash((key, value))) & _WRAP

    def agree_for(self, key: Hashable) -> bool:
        """Tell if both sides agree for a key and the others of the bucket."""
        return not self._sums[hash(key) % len(self._sums)]

    def agree(self) -> bool:
        return not any(self._sums)


def list_pages(dynamodb: Any, table: str, **options: Any) -> Iterator[Sequence[Item]]:
    """Yield the pages of a strongly consistent scan."""
    pages = dynamodb.get_paginator("scan").paginate(TableName=table, ConsistentRead=True, **options)
    for page in pages:
        yield page["Items"]


def scan(
    dynamodb: Any,
    table: str,
    read: Callable[[Iterator[Sequence[Item]]], None],
    segments: int = SEGMENTS,
    **options: Any,
) -> None:
    """Read a table in several threads.

    Args:
        read: takes the pages of a segment; threads call it concurrently. An error of one ends the others.
        options: of DynamoDB's operation.
    """
    is_ended = threading.Event()

    def list_segment(segment: int) -> Iterator[Sequence[Item]]:
        for page in list_pages(dynamodb, table, Segment=segment, TotalSegments=segments, **options):
            if is_ended.is_set():
                return
            yield page

    with ThreadPoolExecutor(segments) as pool:
        try:
            for segment in as_completed([pool.submit(read, list_segment(n)) for n in range(segments)]):
                segment.result()
        finally:
            is_ended.set()


def flatten(item: Item) -> Row:
    """Return the attributes of an item as text."""
    return {name: str(next(iter(value.values()))) for name, value in item.items()}


def make_projection(*names: str) -> Mapping[str, Any]:
    """Return the options that read only these attributes, whose names may be reserved words."""
    return {
        "ProjectionExpression": ", ".join(f"#{name}" for name in names),
        "ExpressionAttributeNames": {f"#{name}": name for name in names},
    }
