"""Compares the access log's table with what was sealed of it, in both directions.

It reports only keys, numbers and places, and no content of records.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from datetime import datetime, timedelta
from typing import Any

from pydantic import ValidationError

from domains.accesslog.access_log_table import RECORDS, UNSEALED, get_key, make_seal
from domains.accesslog.erasure import ERASED_PARTITION, ERASURES, Erasure
from domains.accesslog.record import AccessRecord
from domains.accesslog.sealing_table import LOG_PARTITION
from infrastructure.operations.access_log.sealed import Difference, SealedLog, read_sealed_log
from infrastructure.operations.reports import count

_RECORD_FIELDS = {each.name for each in fields(AccessRecord)}
WAITS_AT_MOST = timedelta(minutes=5)
"""Longer than the sealer, which runs each minute, takes for a record."""


@dataclass(slots=True)
class Figures:
    """Counts of a log and its faults."""

    lines: int = count("lines")
    sealed: int = count("sealed")
    waiting: int = count("waiting to be sealed")
    erased: int = count("erased")
    staff: int = count("staff members")
    checkpoints: int = count("checkpoints")
    differences: list[Difference] = field(default_factory=list)


@dataclass(slots=True)
class _Accesses:
    """The lines of the accesses of one staff member.

    Attributes:
        own: for each number, how many people were shown, None where the line was erased.
        sealed: the numbers whose own lines are sealed.
        people: for each number, how many lines of people there are.
    """

    own: dict[int, int | None] = field(default_factory=dict)
    sealed: set[int] = field(default_factory=set)
    people: dict[int, int] = field(default_factory=lambda: defaultdict(int))


@dataclass(slots=True)
class _Person:
    """The numbers of the accesses to one person.

    Attributes:
        last_sealed: the highest one whose line is sealed; all up to it were there before.
    """

    numbers: set[int] = field(default_factory=set)
    last_sealed: int = 0


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

    Args:
        dynamodb: boto3's client.
        s3: boto3's client.
        kept: checkpoints that somebody kept, such as a witness.
        kept_keys: verifier keys that somebody kept, such as a browser.

    Returns:
        The figures; the differences in order.

    Raises:
        ClientError: AWS refused.
    """
    log = read_sealed_log(s3, bucket, kept, kept_keys)
    figures = Figures(sealed=log.size, checkpoints=log.checkpoints, differences=list(log.differences))
    comparison = _Comparison(log, figures, now)
    for item in _list_items(dynamodb, table):
        comparison.look_at(item)
    comparison.finish()
    figures.differences.sort()
    return figures


class _Comparison:
    def __init__(self, log: SealedLog, figures: Figures, now: datetime) -> None:
        self._log = log
        self._figures = figures
        self._now = now
        self._places = {leaf: place for place, leaf in enumerate(log.leaves)}
        self._found: dict[int, str] = {}
        self._erasures: dict[int, Erasure] = {}
        self._accesses: dict[str, _Accesses] = defaultdict(_Accesses)
        self._people: dict[str, _Person] = defaultdict(_Person)
        self._erased_of_people: Counter[int] = Counter()

    def look_at(self, item: Mapping[str, str]) -> None:
        """Compare a line with its leaf, and note its numbers."""
        where = f"{item['partition']} {item['item']}"
        self._figures.lines += 1
        for fault in self._find_faults(item, where):
            self._find(where, fault)
        try:
            if item["partition"].startswith(ERASED_PARTITION):
                self._note_erasure(item, where)
            else:
                self._note_access(item, where)
        except (KeyError, ValidationError):
            self._find(where, "it is not a whole line")

    def finish(self) -> None:
        """Find missing lines."""
        for place in range(len(self._log.leaves)):
            if place not in self._found:
                self._report_missing(place)
        for number, accesses in self._accesses.items():
            for fault in _find_gaps(accesses):
                self._find(f"staff#{number}", fault)
        self._figures.staff = len(self._accesses)
        self._look_for_gaps_of_people()

    def _find(self, where: str, fault: str) -> None:
        self._figures.differences.append(Difference(where, fault))

    def _find_faults(self, item: Mapping[str, str], where: str) -> Iterator[str]:
        if "leaf_index" not in item:
            self._figures.waiting += 1
            if item.get("unsealed") != UNSEALED:
                yield "it has no place in the sealed log, and is not waiting for one"
            elif self._now - datetime.fromisoformat(item["accessed_at"]) > WAITS_AT_MOST:
                yield f"it is not sealed since {item['accessed_at']}"
            return
        place = int(item["leaf_index"])
        if "unsealed" in item:
            yield "it has a place in the sealed log, and is waiting for one"
        if place >= len(self._log.leaves):
            return
        if place in self._found:
            yield f"it has place {place} in the sealed log, as has {self._found[place]}"
        self._found.setdefault(place, where)
        seal = make_seal(item["salt"], item["content"])
        if seal == self._log.leaves[place]:
            return
        if seal in self._places:
            yield f"it was put in another order: it is sealed in place {self._places[seal]}, not in {place}"
        else:
            yield f"it was changed after it was sealed in place {place}"

    def _note_erasure(self, item: Mapping[str, str], where: str) -> None:
        erasure = ERASURES.parse_raw_item(_make_raw(item))
        accesses = self._accesses[erasure.staff_number]
        if item["partition"] != f"{ERASED_PARTITION}{erasure.leaf_index}":
            self._find(where, "it is not under its own key")
        self._erasures[erasure.leaf_index] = erasure
        if erasure.person_number is None:
            accesses.own.setdefault(erasure.number, None)
        else:
            accesses.people[erasure.number] += 1
            self._erased_of_people[erasure.person_number] += 1

    def _note_access(self, item: Mapping[str, str], where: str) -> None:
        record: AccessRecord = RECORDS.parse_raw_item(_make_raw(item))
        accesses = self._accesses[record.staff_number]
        if json.loads(item["content"]).keys() != _RECORD_FIELDS:
            self._find(where, "it has other fields than a record")
        is_sealed = "leaf_index" in item and int(item["leaf_index"]) < self._log.size
        if get_key(record) != (item["partition"], item["item"]):
            self._find(where, "it is not under its own key")
        elif record.person_number is None:
            accesses.own[record.number] = record.result_count
            if is_sealed:
                accesses.sealed.add(record.number)
        else:
            accesses.people[record.number] += 1
            person = self._people[item["partition"]]
            person.numbers.add(record.person_number)
            if is_sealed:
                person.last_sealed = max(person.last_sealed, record.person_number)

    def _look_for_gaps_of_people(self) -> None:
        """Find numbers that more people lack than were erased; an erasure does not name the person."""
        lacking: dict[int, list[str]] = defaultdict(list)
        for partition, person in self._people.items():
            for number in set(range(1, person.last_sealed)) - person.numbers:
                lacking[number].append(partition)
        for number, partitions in lacking.items():
            if len(partitions) > self._erased_of_people[number]:
                for partition in partitions:
                    self._find(partition, f"access number {number} to this person is missing")

    def _report_missing(self, place: int) -> None:
        erasure = self._erasures.get(place)
        if erasure is not None and erasure.leaf_hash == self._log.leaves[place].hex():
            self._figures.erased += 1
        else:
            self._find(
                f"place {place}", "what was sealed there was removed, and no erasure of it is recorded"
            )


def _find_gaps(accesses: _Accesses) -> Iterator[str]:
    """Find missing lines of a staff member."""
    # Numbers are consecutive, so all before a sealed one must exist.
    last = max(accesses.sealed, default=0)
    for number in range(1, last + 1):
        if number not in accesses.own:
            yield f"access number {number} is missing"
    for number in sorted(accesses.sealed):
        shown, there = accesses.own[number], accesses.people[number]
        if shown is not None and shown != there:
            yield f"access number {number} was to {shown} people, and there are lines of {there}"


def _list_items(dynamodb: Any, table: str) -> Iterator[Mapping[str, str]]:
    pages = dynamodb.get_paginator("scan").paginate(TableName=table, ConsistentRead=True)
    for page in pages:
        for raw in page["Items"]:
            item = {name: str(next(iter(value.values()))) for name, value in raw.items()}
            if item["partition"] != LOG_PARTITION:
                yield item


def _make_raw(item: Mapping[str, str]) -> Mapping[str, Mapping[str, str]]:
    return {"content": {"S": item["content"]}}
