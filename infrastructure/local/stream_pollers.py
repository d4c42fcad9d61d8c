"""Invokes functions with the records of streams, in order, with retries.

Source: the Lambda developer guide (Using AWS Lambda with Amazon DynamoDB: event, partial batch responses,
retained records of failed batches).
"""

import json
import threading
import uuid
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from infrastructure.local import queues
from infrastructure.local.functions import MAX_PAYLOAD, FunctionFailed
from infrastructure.local.loops import run_until_stopped
from infrastructure.local.stream_mappings import StreamMapping
from infrastructure.local.streams import get_number, list_shards, make_event

_PAUSES_SECONDS = (0.5, 1.0, 2.0, 4.0, 8.0)


_SECONDS_TO_STOP = 2.0


Failed = Callable[[FunctionFailed], None]
"""Told of each failure of a function, for the log."""


@dataclass(frozen=True, slots=True)
class _Piece:
    """A part of a batch, with the number of tries."""

    records: Sequence[Mapping[str, Any]]
    tries: int = 0


class StreamPoller:
    """Invokes the function of a mapping with each record, in order, with retries."""

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
        self._changed = list_shards()[mapping.table].join(mapping.reader)
        self._thread = threading.Thread(
            target=run_until_stopped,
            args=(self._turn, self._stopping),
            name=f"stream of {mapping.table}",
            daemon=True,
        )

    def start(self) -> None:
        """Start with the records that were not handled before."""
        self._thread.start()

    def stop(self) -> None:
        """Stop; the remaining records are handled after the next start."""
        self._stopping.set()
        self._changed.set()
        self._thread.join(_SECONDS_TO_STOP)

    def _turn(self) -> None:
        self._changed.clear()
        batch = self._take_batch()
        if batch:
            self._deliver(batch)
        elif batch is None and not self._stopping.is_set():
            self._changed.wait()

    def _take_batch(self) -> list[dict[str, Any]] | None:
        """Return records for the function; None if no records wait, empty if all were skipped."""
        with self._exclusively():
            # Looked up each time: a transaction that fails puts a copy of the table into its place.
            shard = list_shards()[self._mapping.table]
            waiting = shard.list_waiting(self._mapping.reader)
            if not waiting:
                return None
            batch: list[dict[str, Any]] = []
            size = 0
            last = shard.positions[self._mapping.reader]
            for record in waiting:
                event = make_event(record) | {"eventSourceARN": self._mapping.stream_arn}
                if self._mapping.is_wanted(event):
                    size += len(json.dumps(event)) + len(", ")
                    if batch and size > MAX_PAYLOAD - len('{"Records": []}'):
                        break
                    batch.append(event)
                last = get_number(record)
                if len(batch) == self._mapping.batch_size:
                    break
            if not batch:
                shard.settle(self._mapping.reader, last)
        if not batch:
            self._kept()
        return batch

    def _deliver(self, batch: Sequence[Mapping[str, Any]]) -> None:
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
        """Invoke the function with records; return the number of handled ones, from the first on."""
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
            shard = list_shards()[self._mapping.table]
            shard.settle(self._mapping.reader, _get_number(records[-1]), failed)
        self._kept()

    def _give_up(self, piece: _Piece) -> None:
        if self._mapping.on_failure:
            queues.send(self._mapping.on_failure, json.dumps(self._note(piece)))
        self._settle(piece.records, map(_get_number, piece.records))

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
            "timestamp": _format_time(datetime.now(UTC).timestamp()),
            "DDBStreamBatchInfo": {
                "shardId": list_shards()[self._mapping.table].id,
                "startSequenceNumber": first["SequenceNumber"],
                "endSequenceNumber": last["SequenceNumber"],
                "approximateArrivalOfFirstRecord": _format_time(first["ApproximateCreationDateTime"]),
                "approximateArrivalOfLastRecord": _format_time(last["ApproximateCreationDateTime"]),
                "batchSize": len(piece.records),
                "streamArn": self._mapping.stream_arn,
            },
        }


def _get_number(event: Mapping[str, Any]) -> int:
    return int(event["dynamodb"]["SequenceNumber"])


def _format_time(seconds: float) -> str:
    moment = datetime.fromtimestamp(seconds, UTC)
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")
