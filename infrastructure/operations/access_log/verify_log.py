"""Compares the access log's table with what was sealed of it, in both directions.

It reports only keys, numbers and places, and no content of records. A first pass compares checksums, and a
second one looks at the lines in the buckets that differ.
"""

import json
from array import array
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from datetime import datetime, timedelta
from itertools import islice, pairwise
from typing import Any

from pydantic import ValidationError

from domains.accesslog.access_log_table import RECORDS, UNSEALED, get_key, make_seal
from domains.accesslog.erasure import ERASED_PARTITION, ERASURES, Erasure
from domains.accesslog.record import AccessRecord
from domains.accesslog.sealing_table import LOG_PARTITION
from infrastructure.operations.access_log.sealed import SealedLog
from infrastructure.operations.comparison import BucketChecksums, Figures, Row, flatten, list_pages

_RECORD_FIELDS = {each.name for each in fields(AccessRecord)}
_STAFF = "staff#"
_TOO_MANY = "there are too many"
MAX_SUSPECTS = 100_000
"""Places, and accesses, whose lines are looked at again; of more, not all differences are listed."""

WAITS_AT_MOST = timedelta(minutes=5)
"""Longer than the sealer, which runs each minute, takes for a record."""


@dataclass(slots=True)
class _Numbers:
    """The numbers of the lines in one partition: of a staff member, or of a person."""

    partition: str
    found: "array[int]" = field(default_factory=lambda: array("Q"))
    last_sealed: int = 0  # the highest one whose line is sealed; all up to it were there before

    def list_missing(self) -> Iterator[int]:
        """Yield the numbers below the last sealed one that have no line."""
        before = 0
        # DynamoDB has them in order, so that a list of them is hardly ever made.
        is_sorted = all(first <= second for first, second in pairwise(self.found))
        for number in self.found if is_sorted else sorted(self.found):
            if number > self.last_sealed:
                return
            yield from range(before + 1, number)
            before = number


def verify(
    dynamodb: Any,
    table: str,
    s3: Any,
    bucket: str,
    now: datetime,
    kept: Sequence[str] = (),
    kept_keys: Sequence[str] = (),
) -> Figures:
    """Compare a whole log.

    The sealed log is read first, so that all of it is in the table; later lines are counted, and are no
    faults.
    """
    figures = Figures("lines", "sealed", "waiting to be sealed", "erased", "staff members", "checkpoints")
    log = SealedLog(s3, bucket, figures)
    log.compare(kept, kept_keys)
    comparison = _Comparison(log, figures, now)
    comparison.compare(lambda: _list_items(dynamodb, table))
    return figures


class _Comparison:
    def __init__(self, log: SealedLog, figures: Figures, now: datetime) -> None:
        self._log = log
        self._figures = figures
        self._find = figures.add
        self._now = now
        # Leaves and lines by place.
        self._places = BucketChecksums()
        # People that an access showed and lines of people, by staff member and number.
        self._accesses = BucketChecksums()
        # An operator erases each line by hand, so there are few of these.
        self._erasures: dict[int, Erasure] = {}
        self._erased_of_people: Counter[int] = Counter()
        self._staff: set[str] = set()
        self._numbers = _Numbers("")
        self._lacking_accesses: list[tuple[str, int]] = []
        self._lacking_of_people: dict[int, list[str]] = defaultdict(list)

    def compare(self, list_items: Callable[[], Iterator[Row]]) -> None:
        """Compare all lines and leaves, and look again at what is in buckets that differ."""
        for item in list_items():
            self._look_at(item)
        self._note_gaps()
        for place, leaf in self._log.list_leaves():
            self._places.add((place, leaf))
        for place, erasure in self._erasures.items():
            if place < self._log.size:
                self._places.add((place, bytes.fromhex(erasure.leaf_hash)), times=-1)
        self._count("sealed", self._log.size)
        self._count("staff members", len(self._staff))
        self._count(
            "erased",
            sum(place < self._log.size and self._places.agree_for(place) for place in self._erasures),
        )
        if not self._places.agree():
            self._compare_places(list_items)
        if not self._accesses.agree():
            self._compare_accesses(list_items)
        self._report_gaps()

    def _count(self, label: str, number: int = 1) -> None:
        self._figures.count({label: number})

    def _look_at(self, item: Row) -> None:
        """Compare a line by itself, and subtract it from the checksums."""
        where = _get_place(item)
        self._count("lines")
        # DynamoDB's scan has the lines of a partition one after the other.
        if item["partition"] != self._numbers.partition:
            self._note_gaps()
            self._numbers = _Numbers(item["partition"])
        for fault in self._find_faults(item):
            self._find(where, fault)
        if (place := self._get_sealed_place(item)) is not None:
            self._places.add((place, make_seal(item["salt"], item["content"])), times=-1)
        try:
            if item["partition"].startswith(ERASED_PARTITION):
                self._note_erasure(item, where)
            else:
                self._note_access(item, where)
        except (KeyError, ValidationError):
            self._find(where, "it is not a whole line")

    def _find_faults(self, item: Row) -> Iterator[str]:
        if "leaf_index" in item:
            if "unsealed" in item:
                yield "it has a place in the sealed log, and is waiting for one"
            return
        self._count("waiting to be sealed")
        if item.get("unsealed") != UNSEALED:
            yield "it has no place in the sealed log, and is not waiting for one"
        elif self._now - datetime.fromisoformat(item["accessed_at"]) > WAITS_AT_MOST:
            yield f"it is not sealed since {item['accessed_at']}"

    def _get_sealed_place(self, item: Row) -> int | None:
        """Return the place of a line in the sealed log; None if it was sealed later, or not yet."""
        if "leaf_index" not in item:
            return None
        place = int(item["leaf_index"])
        return place if place < self._log.size else None

    def _note_erasure(self, item: Row, where: str) -> None:
        erasure = ERASURES.parse_raw_item(_make_raw(item))
        self._staff.add(erasure.staff_number)
        if item["partition"] != f"{ERASED_PARTITION}{erasure.leaf_index}":
            self._find(where, "it is not under its own key")
        self._erasures[erasure.leaf_index] = erasure
        if erasure.person_number is not None:
            self._accesses.add(((erasure.staff_number, erasure.number), ""), times=-1)
            self._erased_of_people[erasure.person_number] += 1

    def _note_access(self, item: Row, where: str) -> None:
        record: AccessRecord = RECORDS.parse_raw_item(_make_raw(item))
        self._staff.add(record.staff_number)
        if json.loads(item["content"]).keys() != _RECORD_FIELDS:
            self._find(where, "it has other fields than a record")
        if get_key(record) != (item["partition"], item["item"]):
            self._find(where, "it is not under its own key")
            return
        number = record.number if record.person_number is None else record.person_number
        self._numbers.found.append(number)
        if self._get_sealed_place(item) is not None:
            self._numbers.last_sealed = max(self._numbers.last_sealed, number)
        times = record.result_count if record.person_number is None else -1
        self._accesses.add(((record.staff_number, record.number), ""), times=times)

    def _note_gaps(self) -> None:
        """Note the numbers that the partition lacks which was read last."""
        partition = self._numbers.partition
        staff_number = partition.removeprefix(_STAFF)
        for number in islice(self._numbers.list_missing(), MAX_SUSPECTS):
            if staff_number != partition:
                self._lacking_accesses.append((staff_number, number))
            else:
                self._lacking_of_people[number].append(partition)

    def _report_gaps(self) -> None:
        """Find numbers that no erasure explains; an erasure does not name the person."""
        erased = {
            (each.staff_number, each.number) for each in self._erasures.values() if each.person_number is None
        }
        for access in self._lacking_accesses:
            if access not in erased:
                self._find(f"{_STAFF}{access[0]}", f"access number {access[1]} is missing")
        for number, partitions in self._lacking_of_people.items():
            if len(partitions) > self._erased_of_people[number]:
                for partition in partitions:
                    self._find(partition, f"access number {number} to this person is missing")

    def _compare_places(self, list_items: Callable[[], Iterator[Row]]) -> None:
        leaves: dict[int, bytes] = {}
        for place, leaf in self._log.list_leaves():
            if self._places.agree_for(place):
                continue
            if len(leaves) == MAX_SUSPECTS:
                self._find("sealed log", f"from place {place} on, differences are not listed: {_TOO_MANY}")
                break
            leaves[place] = leaf
        found: dict[int, str] = {}
        wrong: list[tuple[str, int, bytes]] = []
        for item in list_items():
            place_of_line = self._get_sealed_place(item)
            if place_of_line is None or place_of_line not in leaves:
                continue
            where = _get_place(item)
            if place_of_line in found:
                self._find(
                    where, f"it has place {place_of_line} in the sealed log, as has {found[place_of_line]}"
                )
            found.setdefault(place_of_line, where)
            seal = make_seal(item["salt"], item["content"])
            if seal != leaves[place_of_line]:
                wrong.append((where, place_of_line, seal))
        self._report_wrong_lines(wrong)
        for place in leaves.keys() - found.keys():
            self._report_missing(place, leaves[place])

    def _report_wrong_lines(self, wrong: Sequence[tuple[str, int, bytes]]) -> None:
        seals = {seal for _, _, seal in wrong}
        places = {leaf: place for place, leaf in self._log.list_leaves() if leaf in seals} if wrong else {}
        for where, place, seal in wrong:
            if seal in places:
                self._find(
                    where,
                    f"it was put in another order: it is sealed in place {places[seal]}, not in {place}",
                )
            else:
                self._find(where, f"it was changed after it was sealed in place {place}")

    def _report_missing(self, place: int, leaf: bytes) -> None:
        erasure = self._erasures.get(place)
        if erasure is not None and erasure.leaf_hash == leaf.hex():
            # Buckets that agree were counted in the first pass.
            self._count("erased")
        else:
            self._find(
                f"place {place}", "what was sealed there was removed, and no erasure of it is recorded"
            )

    def _compare_accesses(self, list_items: Callable[[], Iterator[Row]]) -> None:
        """Compare the people that accesses showed with the lines of people, in buckets that differ."""
        # For each access, the people that its sealed line names, and how many lines of people there are.
        shown: dict[tuple[str, int], int] = {}
        people = Counter(
            key
            for erasure in self._erasures.values()
            if erasure.person_number is not None
            and not self._accesses.agree_for(key := (erasure.staff_number, erasure.number))
        )
        suspects = set(people)
        for item in list_items():
            if item["partition"].startswith(ERASED_PARTITION):
                continue
            try:
                record: AccessRecord = RECORDS.parse_raw_item(_make_raw(item))
            except (KeyError, ValidationError):
                continue
            key = (record.staff_number, record.number)
            if self._accesses.agree_for(key) or get_key(record) != (item["partition"], item["item"]):
                continue
            suspects.add(key)
            if len(suspects) > MAX_SUSPECTS:
                self._find("accesses", f"differences in numbers of people are not all listed: {_TOO_MANY}")
                break
            if record.person_number is not None:
                people[key] += 1
            elif self._get_sealed_place(item) is not None:
                shown[key] = record.result_count
        for key, number in shown.items():
            if number != people[key]:
                self._find(
                    f"{_STAFF}{key[0]}",
                    f"access number {key[1]} was to {number} people, and there are lines of {people[key]}",
                )


def _get_place(item: Row) -> str:
    return f"{item['partition']} {item['item']}"


def _list_items(dynamodb: Any, table: str) -> Iterator[Row]:
    for page in list_pages(dynamodb, table):
        for item in map(flatten, page):
            if item["partition"] != LOG_PARTITION:
                yield item


def _make_raw(item: Row) -> Mapping[str, Mapping[str, str]]:
    return {"content": {"S": item["content"]}}
