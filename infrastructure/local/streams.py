"""DynamoDB streams of tables, with their records kept on disk.

moto's own streams keep every record while the process runs, and none when it ends. Here a stream keeps a
record until every function has handled it, and a record that a function could not handle for a day.
"""

import threading
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from moto.dynamodb.models import dynamodb_backends
from moto.dynamodb.models.dynamo_type import Item
from moto.dynamodb.models.table import StreamRecord, StreamShard, Table

from infrastructure.settings import ACCOUNT_ID, REGION

KEPT_FOR = timedelta(hours=24)
"""Retention of a record. Source: DynamoDB developer guide, data retention limit of streams."""

# The same at every start, so that a stream continues.
_LABEL = "2026-01-01T00:00:00.000"


class KeptShard(StreamShard):
    """The stream of a table, with the position of each function that reads it.

    Attributes:
        next_number: sequence number of the record that comes next.
        forgotten: sequence number of the last record that all readers had handled at the last start; a new
        reader begins after it.
        positions: by reader, sequence number of the last record that it has handled.
        failed: sequence numbers of records that a function gave up and that can still be read.
    """

    def __init__(self, account_id: str, table: Table) -> None:
        """Create an empty stream."""
        super().__init__(account_id, table)
        self.next_number = self.starting_sequence_number
        self.forgotten = self.next_number - 1
        self.positions: dict[str, int] = {}
        self.failed: frozenset[int] = frozenset()
        self._changed: dict[str, threading.Event] = {}

    def join(self, reader: str) -> threading.Event:
        """Add a reader, until which each record is kept.

        Returns: An event that each new record sets.
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
        return [record.to_json() for record in self.items if get_number(record) >= start][:quantity]

    def list_waiting(self, reader: str) -> list[StreamRecord]:
        """Return the records that a reader has not handled yet."""
        position = self.positions[reader]
        return [record for record in self.items if get_number(record) > position]

    def settle(self, reader: str, through: int, failed: Iterable[int] = ()) -> None:
        """Advance a reader, and drop the records that all readers have handled.

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
            if get_number(record) > slowest or (get_number(record) in kept and _get_time(record) > oldest)
        ]
        self.failed = frozenset(kept & {get_number(record) for record in self.items})


def keep_stream(table: Table) -> None:
    """Replace the stream of a table with one that outlives the process."""
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
                "records": [make_event(record) for record in shard.items],
            }
            for name, shard in list_shards().items()
        }

    def restore(self, kept: Any) -> None:
        """Implement `storage.Part`."""
        for name, shard in list_shards().items():
            if state := kept.get(name):
                shard.next_number = state["next"]
                # The first version had one reader of each stream, and did not name it.
                shard.positions = state.get("positions", {})
                shard.forgotten = state.get("position") or min(
                    (*shard.positions.values(), shard.next_number - 1)
                )
                shard.failed = frozenset(state["failed"])
                shard.items = [_parse_record(content) for content in state["records"]]


def list_shards() -> dict[str, KeptShard]:
    """Return the streams by table."""
    tables = dynamodb_backends[ACCOUNT_ID][REGION].tables
    return {
        name: table.stream_shard
        for name, table in tables.items()
        if isinstance(table.stream_shard, KeptShard)
    }


def get_number(record: StreamRecord) -> int:
    """Return the sequence number of a record."""
    return int(record.record["dynamodb"]["SequenceNumber"])


def _get_time(record: StreamRecord) -> datetime:
    made_at: datetime = record.record["dynamodb"]["ApproximateCreationDateTime"]
    return made_at


def make_event(record: StreamRecord) -> dict[str, Any]:
    """Return a record as a function gets it, without the ARN of the stream."""
    made_at = _get_time(record).replace(tzinfo=UTC).timestamp()
    details = record.record["dynamodb"] | {"ApproximateCreationDateTime": made_at}
    return record.record | {"eventVersion": "1.1", "dynamodb": details}


def _parse_record(event: Mapping[str, Any]) -> StreamRecord:
    """Parse a stored record; the reverse of `_as_event`."""
    made_at = datetime.fromtimestamp(event["dynamodb"]["ApproximateCreationDateTime"], UTC)
    made: StreamRecord = object.__new__(StreamRecord)
    details = event["dynamodb"] | {"ApproximateCreationDateTime": made_at.replace(tzinfo=None)}
    made.record = {**event, "dynamodb": details}
    return made
