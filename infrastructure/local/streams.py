"""DynamoDB streams: functions are invoked with the changes of tables, in order and with retries.

A stream keeps a record until its functions have handled it, also while the portal is stopped. Source: the
Lambda developer guide (Using AWS Lambda with Amazon DynamoDB: event, filters, partial batch responses).
"""

import copy
import json
import threading
import uuid
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from moto.dynamodb.models import dynamodb_backends
from moto.dynamodb.models.dynamo_type import Item
from moto.dynamodb.models.table import StreamRecord, StreamShard, Table
from moto.events.models import EventPattern, EventPatternParser

from infrastructure.local import queues
from infrastructure.local.functions import Function, FunctionFailed
from infrastructure.local.loops import run_until_stopped
from infrastructure.local.stack import Stack
from infrastructure.settings import ACCOUNT_ID, REGION

_MAPPING = "AWS::Lambda::EventSourceMapping"
# The same at every start, so that a stream continues.
_LABEL = "2026-01-01T00:00:00.000"
_DEFAULT_BATCH_SIZE = 100
_PAUSES_SECONDS = (0.5, 1.0, 2.0, 4.0, 8.0)
_SECONDS_TO_STOP = 2.0


@dataclass(frozen=True, slots=True)
class StreamMapping:
    """A function that is invoked with the records of a table's stream."""

    function: Function
    table: str
    stream_arn: str
    batch_size: int
    # A record that matches none is skipped; if there are none, no record is skipped.
    patterns: tuple[EventPattern, ...]
    retries: int | None  # of a failed batch; None for no limit
    on_failure: str | None  # ARN of the queue that gets a note of what was given up; None for none

    @property
    def reader(self) -> str:
        """Name of the stream's reader, the same at every start."""
        return self.function.definition.name

    def is_wanted(self, record: Any) -> bool:
        """Return whether the function gets a record."""
        return not self.patterns or any(pattern.matches_event(record) for pattern in self.patterns)


def list_mappings(stack: Stack, functions: Mapping[str, Function]) -> list[StreamMapping]:
    """Return the stream mappings of a stack.

    Args:
        functions: by ARN.
    """
    return [_read_mapping(stack.get_properties(each), functions) for each in stack.list_by_type(_MAPPING)]


def _read_mapping(properties: Mapping[str, Any], functions: Mapping[str, Function]) -> StreamMapping:
    stream = str(properties["EventSourceArn"])
    name = str(properties["FunctionName"])
    filters = properties.get("FilterCriteria", {}).get("Filters", [])
    retries = int(properties.get("MaximumRetryAttempts", -1))
    return StreamMapping(
        function=next(each for arn, each in functions.items() if name in (arn, arn.rpartition(":")[2])),
        table=stream.split("/")[1],
        stream_arn=stream,
        batch_size=int(properties.get("BatchSize", _DEFAULT_BATCH_SIZE)),
        patterns=tuple(
            EventPattern(each["Pattern"], EventPatternParser(each["Pattern"]).parse()) for each in filters
        ),
        retries=None if retries < 0 else retries,
        on_failure=properties.get("DestinationConfig", {}).get("OnFailure", {}).get("Destination"),
    )


class KeptShard(StreamShard):
    """The stream of a table, with the records that wait for each function.

    Attributes:
        next_number: sequence number of the record that comes next.
        waiting: by reader, the records that its function has not handled, oldest first.
    """

    def __init__(self, account_id: str, table: Table) -> None:
        super().__init__(account_id, table)
        self.next_number = self.starting_sequence_number
        self.waiting: Mapping[str, Sequence[Mapping[str, Any]]] = {}
        self._mappings: dict[str, StreamMapping] = {}
        self._changed: dict[str, threading.Event] = {}

    def __deepcopy__(self, _memo: object) -> "KeptShard":
        """Copy what a transaction restores when it fails."""
        made = copy.copy(self)
        made.items = list(self.items)
        return made

    def join(self, mapping: StreamMapping) -> threading.Event:
        """Keep each record that the mapping wants, from now on. Returns an event that each of them sets."""
        self._mappings[mapping.reader] = mapping
        return self._changed.setdefault(mapping.reader, threading.Event())

    def add(self, old: Item | None, new: Item | None) -> None:
        """Take a change of an item."""
        name = "INSERT" if old is None else "REMOVE" if new is None else "MODIFY"
        view = (self.table.stream_specification or {})["StreamViewType"]
        record = StreamRecord(self.table, view, name, old, new, self.next_number)
        self.items.append(record)
        self.next_number += 1
        event = _make_event(record)
        for reader, mapping in self._mappings.items():
            made = event | {"eventSourceARN": mapping.stream_arn}
            if mapping.is_wanted(made):
                self.waiting = {**self.waiting, reader: (*self.waiting.get(reader, ()), made)}
                self._changed[reader].set()

    def get(self, start: int, quantity: int) -> list[dict[str, Any]]:
        """Return the records of this run from a sequence number on."""
        numbers = (int(each.record["dynamodb"]["SequenceNumber"]) for each in self.items)
        return [each.to_json() for number, each in zip(numbers, self.items, strict=True) if number >= start][
            :quantity
        ]

    def remove(self, reader: str, count: int) -> None:
        """Drop the first records that wait for a reader."""
        self.waiting = {**self.waiting, reader: tuple(self.waiting[reader][count:])}


def keep_stream(table: Table) -> None:
    """Replace the stream of a table with one that outlives the process."""
    table.latest_stream_label = _LABEL
    table.stream_shard = KeptShard(ACCOUNT_ID, table)


class KeptStreams:
    """Stored state of the streams; see `storage.Part`."""

    def state(self) -> Any:
        return {
            name: {"next": shard.next_number, "waiting": shard.waiting}
            for name, shard in _list_shards().items()
        }

    def restore(self, kept: Any) -> None:
        for name, shard in _list_shards().items():
            if state := kept.get(name):
                shard.next_number, shard.waiting = state["next"], state["waiting"]


def _list_shards() -> dict[str, KeptShard]:
    tables = dynamodb_backends[ACCOUNT_ID][REGION].tables
    return {
        name: table.stream_shard
        for name, table in tables.items()
        if isinstance(table.stream_shard, KeptShard)
    }


def _make_event(record: StreamRecord) -> dict[str, Any]:
    """Return a record as a function gets it, without the ARN of the stream."""
    details = record.record["dynamodb"]
    made_at = details["ApproximateCreationDateTime"].replace(tzinfo=UTC).timestamp()
    return record.record | {
        "eventVersion": "1.1",
        "dynamodb": details | {"ApproximateCreationDateTime": made_at},
    }


class StreamPoller:
    """Invokes the function of a mapping with each record, in order, with retries."""

    def __init__(
        self,
        mapping: StreamMapping,
        exclusively: Callable[[], AbstractContextManager[Any]],
        changed: Callable[[], None],
        failed: Callable[[FunctionFailed], None],
        pauses: Sequence[float] = _PAUSES_SECONDS,
    ) -> None:
        """Keep records for the function from now on; `start` delivers them.

        Args:
            exclusively: while its context lasts, nobody writes to a table.
            changed: called when records were handled.
            failed: called with each failure, for the log.
            pauses: seconds before each further try; the last one holds for all that follow.
        """
        self._mapping = mapping
        self._exclusively = exclusively
        self._kept = changed
        self._failed = failed
        self._pauses = pauses
        self._tries = 0
        self._stopping = threading.Event()
        self._changed = self._get_shard().join(mapping)
        self._thread = threading.Thread(
            target=run_until_stopped,
            args=(self._turn, self._stopping),
            name=f"stream of {mapping.table}",
            daemon=True,
        )

    def start(self) -> None:
        """Start with the records that wait already."""
        self._changed.set()
        self._thread.start()

    def stop(self) -> None:
        """Stop; the remaining records are handled after the next start."""
        self._stopping.set()
        self._changed.set()
        self._thread.join(_SECONDS_TO_STOP)

    def _get_shard(self) -> KeptShard:
        # Looked up each time: a transaction that fails puts a copy of the table into its place.
        return _list_shards()[self._mapping.table]

    def _turn(self) -> None:
        self._changed.wait()
        self._changed.clear()
        with self._exclusively():
            waiting = self._get_shard().waiting.get(self._mapping.reader, ())
        batch = waiting[: self._mapping.batch_size]
        if not batch:
            return
        self._changed.set()
        handled = self._invoke(batch)
        if handled:
            self._remove(handled)
            self._tries = 0
        elif self._mapping.retries is not None and self._tries >= self._mapping.retries:
            if self._mapping.on_failure:
                queues.send(self._mapping.on_failure, json.dumps(self._make_note(batch)))
            self._remove(len(batch))
            self._tries = 0
        else:
            self._stopping.wait(self._pauses[min(self._tries, len(self._pauses) - 1)])
            self._tries += 1

    def _remove(self, count: int) -> None:
        with self._exclusively():
            self._get_shard().remove(self._mapping.reader, count)
        self._kept()

    def _invoke(self, records: Sequence[Mapping[str, Any]]) -> int:
        """Invoke the function with records; return the number of handled ones, from the first on."""
        try:
            answer = self._mapping.function.invoke({"Records": list(records)})
        except FunctionFailed as error:
            self._failed(error)
            return 0
        failures = {entry["itemIdentifier"] for entry in (answer or {}).get("batchItemFailures", ())}
        numbers = [record["dynamodb"]["SequenceNumber"] for record in records]
        return next((place for place, number in enumerate(numbers) if number in failures), len(records))

    def _make_note(self, records: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
        first, last = records[0]["dynamodb"], records[-1]["dynamodb"]
        return {
            "requestContext": {
                "requestId": str(uuid.uuid4()),
                "functionArn": self._mapping.function.definition.arn,
                "condition": "RetryAttemptsExhausted",
                "approximateInvokeCount": self._tries + 1,
            },
            "responseContext": {
                "statusCode": 200,
                "executedVersion": "$LATEST",
                "functionError": "Unhandled",
            },
            "version": "1.0",
            "timestamp": _format_time(datetime.now(UTC).timestamp()),
            "DDBStreamBatchInfo": {
                "shardId": self._get_shard().id,
                "startSequenceNumber": first["SequenceNumber"],
                "endSequenceNumber": last["SequenceNumber"],
                "approximateArrivalOfFirstRecord": _format_time(first["ApproximateCreationDateTime"]),
                "approximateArrivalOfLastRecord": _format_time(last["ApproximateCreationDateTime"]),
                "batchSize": len(records),
                "streamArn": self._mapping.stream_arn,
            },
        }


def _format_time(seconds: float) -> str:
    moment = datetime.fromtimestamp(seconds, UTC)
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")
