"""DynamoDB streams: what a table tells of its changes, and the functions that are invoked with it.

moto's own streams forget nothing while the process runs, and everything when it ends. Here a stream keeps
what no function has handled yet, and for a day what one could not handle, also on disk.

Sources: the Lambda developer guide (Using AWS Lambda with Amazon DynamoDB: event, filters, partial batch
responses, retained records of failed batches).
"""

import json
import threading
import uuid
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from moto.dynamodb.models import dynamodb_backends
from moto.dynamodb.models.dynamo_type import Item
from moto.dynamodb.models.table import StreamRecord, StreamShard, Table
from moto.events.models import EventPattern, EventPatternParser

from infrastructure.local import queues
from infrastructure.local.errors import CannotStart
from infrastructure.local.functions import MAX_PAYLOAD, Function, FunctionFailed
from infrastructure.local.loops import run_until_stopped
from infrastructure.local.stack import Stack
from infrastructure.settings import ACCOUNT_ID, REGION

MAPPING = "AWS::Lambda::EventSourceMapping"
KEPT_FOR = timedelta(hours=24)
"""Retention of a record. Source: DynamoDB developer guide, data retention limit of streams."""

# The same at every start: a table that was filled before goes on with the stream that it had.
_LABEL = "2026-01-01T00:00:00.000"
_DEFAULT_BATCH_SIZE = 100
_PAUSES_SECONDS = (0.5, 1.0, 2.0, 4.0, 8.0)
_SECONDS_TO_STOP = 2.0
_KNOWN = {
    "BatchSize",
    "BisectBatchOnFunctionError",
    "DestinationConfig",
    "Enabled",
    "EventSourceArn",
    "FilterCriteria",
    "FunctionName",
    "FunctionResponseTypes",
    "MaximumRecordAgeInSeconds",
    "MaximumRetryAttempts",
    "StartingPosition",
}
_KNOWN_COMPARISONS = {"exists", "prefix"}

Failed = Callable[[FunctionFailed], None]
"""Told of each failure of a function, for the log."""


class UnsupportedMapping(CannotStart):
    """The template uses something of event source mappings that the local cloud does not do."""


class KeptShard(StreamShard):
    """The stream of a table, and how far each function has come that reads it.

    Attributes:
        next_number: sequence number of the record that comes next.
        forgotten: sequence number of the last record that everybody had handled at the last start; who has
            never read before begins after it.
        positions: by reader, sequence number of the last record that it has handled.
        failed: those that a function did not handle, for as long as they can be read again.
    """

    def __init__(self, account_id: str, table: Table) -> None:
        """Begin a stream in which nothing happened yet."""
        super().__init__(account_id, table)
        self.next_number = self.starting_sequence_number
        self.forgotten = self.next_number - 1
        self.positions: dict[str, int] = {}
        self.failed: frozenset[int] = frozenset()
        self._changed: dict[str, threading.Event] = {}

    def join(self, reader: str) -> threading.Event:
        """Keep each record until this reader has handled it, too, from now on.

        Returns:
            What is set by each new record.
        """
        self.positions.setdefault(reader, self.forgotten)
        return self._changed.setdefault(reader, threading.Event())

    def add(self, old: Item | None, new: Item | None) -> None:
        """Take a change of an item."""
        name = "INSERT" if old is None else "REMOVE" if new is None else "MODIFY"
        view = (self.table.stream_specification or {})["StreamViewType"]
        self.items.append(StreamRecord(self.table, view, name, old, new, self.next_number))
        self.next_number += 1
        for changed in self._changed.values():
            changed.set()

    def get(self, start: int, quantity: int) -> list[dict[str, Any]]:
        """Return the records from a sequence number on."""
        return [record.to_json() for record in self.items if _number(record) >= start][:quantity]

    def waiting(self, reader: str) -> list[StreamRecord]:
        """Return the records that a reader has not handled yet."""
        position = self.positions[reader]
        return [record for record in self.items if _number(record) > position]

    def settle(self, reader: str, through: int, failed: Iterable[int] = ()) -> None:
        """Move a reader on, and forget what all of them have handled.

        Args:
            through: the last record that is settled.
            failed: those of them that were not handled and can be read again.
        """
        self.positions = {**self.positions, reader: through}
        slowest = min(self.positions[name] for name in self._changed)
        oldest = datetime.now(UTC).replace(tzinfo=None) - KEPT_FOR
        kept = {*self.failed, *failed}
        self.items = [
            record
            for record in self.items
            if _number(record) > slowest or (_number(record) in kept and _made_at(record) > oldest)
        ]
        self.failed = frozenset(kept & {_number(record) for record in self.items})


def keep_stream(table: Table) -> None:
    """Give a table that has a stream one that outlives the process."""
    table.latest_stream_label = _LABEL
    table.stream_shard = KeptShard(ACCOUNT_ID, table)


class KeptStreams:
    """Stored state of the streams; see `storage.Part`."""

    writes = ()

    def state(self) -> Any:
        """Implement `storage.Part`."""
        return {
            name: {
                "next": shard.next_number,
                "positions": shard.positions,
                "failed": sorted(shard.failed),
                "records": [_as_event(record) for record in shard.items],
            }
            for name, shard in _shards().items()
        }

    def restore(self, kept: Any) -> None:
        """Implement `storage.Part`."""
        for name, shard in _shards().items():
            if state := kept.get(name):
                shard.next_number = state["next"]
                # The first version had one reader of each stream, and did not name it.
                shard.positions = state.get("positions", {})
                shard.forgotten = state.get("position") or min(
                    (*shard.positions.values(), shard.next_number - 1)
                )
                shard.failed = frozenset(state["failed"])
                shard.items = [_record(content) for content in state["records"]]


def _shards() -> dict[str, KeptShard]:
    tables = dynamodb_backends[ACCOUNT_ID][REGION].tables
    return {
        name: table.stream_shard
        for name, table in tables.items()
        if isinstance(table.stream_shard, KeptShard)
    }


@dataclass(frozen=True, slots=True)
class StreamMapping:
    """A function that is invoked with the records of a table's stream.

    Attributes:
        patterns: a record that matches none of them is skipped; without any, none is.
        retries: of a batch that fails; None for no end of them.
        oldest_seconds: older records are given up; None for no such limit.
        bisects: whether a batch that fails is tried in two parts.
        reports: whether the function's answer says which records failed.
        on_failure: ARN of the queue that is told of what was given up; None for none.
    """

    function: Function
    table: str
    stream_arn: str
    batch_size: int
    patterns: tuple[EventPattern, ...]
    retries: int | None
    oldest_seconds: int | None
    bisects: bool
    reports: bool
    on_failure: str | None

    @property
    def reader(self) -> str:
        """Name of the stream's reader, the same at every start."""
        return self.function.definition.name

    def is_wanted(self, record: Any) -> bool:
        """Return whether the function gets a record."""
        return not self.patterns or any(pattern.matches_event(record) for pattern in self.patterns)


def list_mappings(stack: Stack, functions: Mapping[str, Function]) -> list[StreamMapping]:
    """Return the stream mappings of a stack that are switched on.

    Args:
        functions: by ARN.

    Raises:
        UnsupportedMapping: see its docstring.
    """
    found: list[StreamMapping] = []
    for logical_id in stack.list_by_type(MAPPING):
        properties = stack.properties(logical_id)
        if not properties.get("Enabled", True):
            continue
        mapping = _mapping(logical_id, properties, functions)
        if any((mapping.table, mapping.reader) == (other.table, other.reader) for other in found):
            raise UnsupportedMapping(
                f"{logical_id}: a second mapping of the stream of {mapping.table} to {mapping.reader}"
            )
        found.append(mapping)
    return found


def _mapping(
    logical_id: str, properties: Mapping[str, Any], functions: Mapping[str, Function]
) -> StreamMapping:
    def refuse(what: str) -> UnsupportedMapping:
        return UnsupportedMapping(f"{logical_id}: {what}")

    if unknown := properties.keys() - _KNOWN:
        raise refuse(f"{', '.join(sorted(unknown))} of an event source mapping")
    stream = str(properties["EventSourceArn"])
    table = stream.split("/")[1] if ":dynamodb:" in stream and "/stream/" in stream else ""
    if table not in _shards():
        raise refuse(f"{stream} is the stream of no table of this stack")
    if properties["StartingPosition"] != "TRIM_HORIZON":
        raise refuse(f"starting position {properties['StartingPosition']}; only TRIM_HORIZON is known")
    name = str(properties["FunctionName"])
    function = next(
        (known for arn, known in functions.items() if name in (arn, arn.rpartition(":")[2])), None
    )
    if function is None:
        raise refuse(f"{name} is no function of this stack")
    types = properties.get("FunctionResponseTypes", [])
    if unknown := set(types) - {"ReportBatchItemFailures"}:
        raise refuse(f"answers of type {', '.join(sorted(unknown))}")
    destination = properties.get("DestinationConfig", {}).get("OnFailure", {}).get("Destination")
    if destination is not None and ":sqs:" not in destination:
        raise refuse(f"{destination} is no queue")
    filters = properties.get("FilterCriteria", {}).get("Filters", [])
    patterns = [EventPatternParser(entry["Pattern"]).parse() for entry in filters]
    if unknown := {name for pattern in patterns for name in _comparisons(pattern)} - _KNOWN_COMPARISONS:
        raise refuse(f"the comparison {', '.join(sorted(unknown))} of a filter")
    return StreamMapping(
        function=function,
        table=table,
        stream_arn=stream,
        batch_size=int(properties.get("BatchSize", _DEFAULT_BATCH_SIZE)),
        patterns=tuple(EventPattern(json.dumps(pattern), pattern) for pattern in patterns),
        retries=_limit(properties.get("MaximumRetryAttempts", -1)),
        oldest_seconds=_limit(properties.get("MaximumRecordAgeInSeconds", -1)),
        bisects=bool(properties.get("BisectBatchOnFunctionError", False)),
        reports="ReportBatchItemFailures" in types,
        on_failure=destination,
    )


def _limit(value: Any) -> int | None:
    return None if int(value) < 0 else int(value)


def _comparisons(pattern: Mapping[str, Any]) -> Iterable[str]:
    for value in pattern.values():
        if isinstance(value, dict):
            yield from _comparisons(value)
        else:
            yield from (name for entry in value if isinstance(entry, dict) for name in entry)


@dataclass(frozen=True, slots=True)
class _Piece:
    """A part of a batch, and how often it was tried."""

    records: Sequence[Mapping[str, Any]]
    tries: int = 0


class StreamPoller:
    """Invokes the function of a mapping with each record, in order, until it takes it or it is given up."""

    def __init__(
        self,
        mapping: StreamMapping,
        exclusively: Callable[[], AbstractContextManager[Any]],
        changed: Callable[[], None],
        failed: Failed,
        pauses: Sequence[float] = _PAUSES_SECONDS,
    ) -> None:
        """Prepare; nothing is read yet.

        Args:
            exclusively: while its context lasts, nobody writes to a table.
            changed: told when the position has moved, so that it is kept.
            pauses: seconds before each further try; the last one holds for all that follow.
        """
        self._mapping = mapping
        self._exclusively = exclusively
        self._kept = changed
        self._failed = failed
        self._pauses = pauses
        self._stopping = threading.Event()
        self._changed = _shards()[mapping.table].join(mapping.reader)
        self._thread = threading.Thread(
            target=run_until_stopped,
            args=(self._turn, self._stopping),
            name=f"stream of {mapping.table}",
            daemon=True,
        )

    def start(self) -> None:
        """Begin with what was not handled before."""
        self._thread.start()

    def stop(self) -> None:
        """Begin nothing more; what is not handled is handled after the next start."""
        self._stopping.set()
        self._changed.set()
        self._thread.join(_SECONDS_TO_STOP)

    def _turn(self) -> None:
        self._changed.clear()
        batch = self._next_batch()
        if batch:
            self._work_off(batch)
        elif batch is None and not self._stopping.is_set():
            self._changed.wait()

    def _next_batch(self) -> list[dict[str, Any]] | None:
        """Return records for the function; None when nothing waits, empty when all were skipped."""
        with self._exclusively():
            # Looked up each time: a transaction that fails puts a copy of the table into its place.
            shard = _shards()[self._mapping.table]
            waiting = shard.waiting(self._mapping.reader)
            if not waiting:
                return None
            batch: list[dict[str, Any]] = []
            size = 0
            last = shard.positions[self._mapping.reader]
            for record in waiting:
                event = _as_event(record) | {"eventSourceARN": self._mapping.stream_arn}
                if self._mapping.is_wanted(event):
                    size += len(json.dumps(event)) + len(", ")
                    if batch and size > MAX_PAYLOAD - len('{"Records": []}'):
                        break
                    batch.append(event)
                last = _number(record)
                if len(batch) == self._mapping.batch_size:
                    break
            if not batch:
                shard.settle(self._mapping.reader, last)
        if not batch:
            self._kept()
        return batch

    def _work_off(self, batch: Sequence[Mapping[str, Any]]) -> None:
        pieces = deque([_Piece(batch)])
        while pieces:
            piece = pieces.popleft()
            handled = self._invoke(piece.records)
            if handled:
                self._settle(piece.records[:handled])
                piece = _Piece(piece.records[handled:])
            if not piece.records:
                continue
            if self._is_given_up(piece):
                self._give_up(piece)
                continue
            if self._stopping.wait(self._pauses[min(piece.tries, len(self._pauses) - 1)]):
                return
            if self._mapping.bisects and len(piece.records) > 1:
                # A split does not count as a try.
                middle = len(piece.records) // 2
                pieces.appendleft(_Piece(piece.records[middle:], piece.tries))
                pieces.appendleft(_Piece(piece.records[:middle], piece.tries))
            else:
                pieces.appendleft(_Piece(piece.records, piece.tries + 1))

    def _is_given_up(self, piece: _Piece) -> bool:
        limit = self._mapping.oldest_seconds
        made_at = piece.records[0]["dynamodb"]["ApproximateCreationDateTime"]
        if limit is not None and datetime.now(UTC).timestamp() - made_at > limit:
            return True
        can_be_split = self._mapping.bisects and len(piece.records) > 1
        return self._mapping.retries is not None and piece.tries >= self._mapping.retries and not can_be_split

    def _invoke(self, records: Sequence[Mapping[str, Any]]) -> int:
        """Give records to the function; how many of them, from the first on, are handled."""
        try:
            answer = self._mapping.function.invoke({"Records": list(records)})
        except FunctionFailed as error:
            self._failed(error)
            return 0
        if not self._mapping.reports:
            return len(records)
        numbers = [record["dynamodb"]["SequenceNumber"] for record in records]
        try:
            failures = (answer or {}).get("batchItemFailures") or []
            return min((numbers.index(entry["itemIdentifier"]) for entry in failures), default=len(records))
        except (AttributeError, KeyError, TypeError, ValueError):
            name = self._mapping.function.definition.name
            self._failed(FunctionFailed(name, "The answer does not name records of the batch."))
            return 0

    def _settle(self, records: Sequence[Mapping[str, Any]], failed: Iterable[int] = ()) -> None:
        with self._exclusively():
            shard = _shards()[self._mapping.table]
            shard.settle(self._mapping.reader, _event_number(records[-1]), failed)
        self._kept()

    def _give_up(self, piece: _Piece) -> None:
        if self._mapping.on_failure:
            queues.send(self._mapping.on_failure, json.dumps(self._note(piece)))
        self._settle(piece.records, map(_event_number, piece.records))

    def _note(self, piece: _Piece) -> dict[str, Any]:
        first, last = piece.records[0]["dynamodb"], piece.records[-1]["dynamodb"]
        is_exhausted = self._mapping.retries is not None and piece.tries >= self._mapping.retries
        return {
            "requestContext": {
                "requestId": str(uuid.uuid4()),
                "functionArn": self._mapping.function.definition.arn,
                "condition": "RetryAttemptsExhausted" if is_exhausted else "RecordAgeExceeded",
                "approximateInvokeCount": piece.tries + 1,
            },
            "responseContext": {
                "statusCode": 200,
                "executedVersion": "$LATEST",
                "functionError": "Unhandled",
            },
            "version": "1.0",
            "timestamp": _written(datetime.now(UTC).timestamp()),
            "DDBStreamBatchInfo": {
                "shardId": _shards()[self._mapping.table].id,
                "startSequenceNumber": first["SequenceNumber"],
                "endSequenceNumber": last["SequenceNumber"],
                "approximateArrivalOfFirstRecord": _written(first["ApproximateCreationDateTime"]),
                "approximateArrivalOfLastRecord": _written(last["ApproximateCreationDateTime"]),
                "batchSize": len(piece.records),
                "streamArn": self._mapping.stream_arn,
            },
        }


def _number(record: StreamRecord) -> int:
    return int(record.record["dynamodb"]["SequenceNumber"])


def _event_number(event: Mapping[str, Any]) -> int:
    return int(event["dynamodb"]["SequenceNumber"])


def _made_at(record: StreamRecord) -> datetime:
    made_at: datetime = record.record["dynamodb"]["ApproximateCreationDateTime"]
    return made_at


def _as_event(record: StreamRecord) -> dict[str, Any]:
    """Return a record as a function is given it, but for the ARN of the stream."""
    made_at = _made_at(record).replace(tzinfo=UTC).timestamp()
    details = record.record["dynamodb"] | {"ApproximateCreationDateTime": made_at}
    return record.record | {"eventVersion": "1.1", "dynamodb": details}


def _record(event: Mapping[str, Any]) -> StreamRecord:
    """Return a record that was kept; the other way round from `_as_event`."""
    made_at = datetime.fromtimestamp(event["dynamodb"]["ApproximateCreationDateTime"], UTC)
    made: StreamRecord = object.__new__(StreamRecord)
    details = event["dynamodb"] | {"ApproximateCreationDateTime": made_at.replace(tzinfo=None)}
    made.record = {**event, "dynamodb": details}
    return made


def _written(seconds: float) -> str:
    moment = datetime.fromtimestamp(seconds, UTC)
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")
