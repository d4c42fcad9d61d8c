"""DynamoDB calls of a request: their number, their capacity units, and keys that it reads twice.

Units follow the developer guide of DynamoDB ("Capacity unit consumption"): a strongly consistent read takes
one for each 4 KB, an eventually consistent one half of that, a write one for each KB of the larger of the
items before and after, and a transaction twice as much. Writes of indexes are not included.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from math import ceil
from threading import Lock
from typing import Any

from botocore.client import BaseClient
from moto.core import DEFAULT_ACCOUNT_ID
from moto.core.botocore_stubber import BotocoreStubber
from moto.dynamodb.models import dynamodb_backends
from moto.dynamodb.models.dynamo_type import DynamoType

calling: ContextVar[str | None] = ContextVar("calling", default=None)
"""Group whose function is running, None while a test itself calls AWS."""

_READ_BYTES = 4096
_WRITE_BYTES = 1024
_SHAPING = frozenset({"FilterExpression", "ProjectionExpression", "ReturnConsumedCapacity", "Select"})
_NAME = re.compile(r"[#:]\w+")

Call = Callable[[BaseClient, str, Mapping[str, Any]], Any]
Place = tuple[str, str]
"""Table and key, or the question of a query."""


@dataclass(slots=True, eq=False)
class RequestCalls:
    """Calls of one request.

    Attributes:
        made: operation and table of each call, in order.
        units: read and write units.
        read_twice: items and queries that the request read again although it changed nothing there.
        is_disturbed: a call failed, a test interferes, or another request runs, so that it may do more than
            usual.
    """

    made: list[str] = field(default_factory=list)
    units: float = 0
    read_twice: list[str] = field(default_factory=list)
    is_disturbed: bool = False
    _read: set[Place] = field(default_factory=set)
    _lock: Lock = field(default_factory=Lock)

    def add_units(self, units: float) -> None:
        """Add the units of a call, which may be one of several at the same time."""
        with self._lock:
            self.units += units

    def record_reads(self, places: Iterable[Place]) -> None:
        """Note what a call reads."""
        for place in places:
            if place in self._read and not _is_breaker(place):
                self.read_twice.append(" ".join(place))
            self._read.add(place)

    def record_writes(self, tables: Iterable[str]) -> None:
        """Let the request read the tables again, which it changed."""
        changed = set(tables)
        self._read = {place for place in self._read if place[0] not in changed}


def _is_breaker(place: Place) -> bool:
    """Tell if an item is the state of an agency, which other functions change during a call of the agency."""
    return place[0] == "agencies" and '"breaker"' in place[1]


_request: ContextVar[RequestCalls | None] = ContextVar("request", default=None)
_installed: dict[str, Any] = {}
_active: list[RequestCalls] = []
_active_lock = Lock()


@contextmanager
def record_request() -> Iterator[RequestCalls]:
    """Record the calls that functions make."""
    calls = RequestCalls(is_disturbed=_is_intercepted())
    token = _request.set(calls)
    with _active_lock:
        _active.append(calls)
        if len(_active) > 1:
            # Chance decides how much requests at the same time do for each other.
            for each in _active:
                each.is_disturbed = True
    try:
        yield calls
    finally:
        _request.reset(token)
        with _active_lock:
            _active.remove(calls)
        calls.is_disturbed |= _is_intercepted()


def record_calls(call: Call) -> Call:
    """Return the SDK's method that makes a call, recording calls of functions for `record_request`."""

    def recorded(self: BaseClient, operation: str, parameters: Mapping[str, Any]) -> Any:
        request = _request.get()
        is_measured = self.meta.service_model.service_name == "dynamodb" and operation != "DescribeTable"
        if request is None or calling.get() is None or not is_measured or _is_kept(parameters):
            return call(self, operation, parameters)
        tables, keys = list_keys(operation, parameters)
        request.made.append(f"{operation} {' '.join(sorted(set(tables)))}")
        is_write = operation not in ("BatchGetItem", "GetItem", "Query", "Scan", "TransactGetItems")
        if is_write:
            request.record_writes(tables)
        else:
            request.record_reads(list_places(operation, parameters))
        is_write_measured = is_write and not request.is_disturbed
        before = [_measure_stored(self, place) for place in keys] if is_write_measured else []
        try:
            answer = call(self, operation, parameters)
        except BaseException:
            request.is_disturbed = True
            raise
        if request.is_disturbed:
            return answer
        if is_write:
            pairs = zip(before, (_measure_stored(self, place) for place in keys), strict=True)
            factor = 2 if operation.startswith("Transact") else 1
            units: float = sum(factor * max(1, ceil(max(pair) / _WRITE_BYTES)) for pair in pairs)
        else:
            units = _count_read_units(self, call, operation, parameters, answer, keys)
        request.add_units(units)
        return answer

    _installed["call"] = recorded
    return recorded


def record_processing(process: Any) -> Any:
    """Return moto's processing, known as one that no test intercepts."""
    _installed["process"] = process
    return process


def _is_intercepted() -> bool:
    now = {"call": BaseClient._make_api_call, "process": BotocoreStubber.process_request}
    return now != _installed


def _is_kept(parameters: Mapping[str, Any]) -> bool:
    """Tell if a call reads the list of agencies, which a function keeps for its next requests."""
    values = parameters.get("ExpressionAttributeValues", {}).values()
    return any(value.get("S") == "catalogue" for value in values)


def list_keys(operation: str, parameters: Mapping[str, Any]) -> tuple[list[str], list[Place]]:
    """Return the tables of a call, and the items that it names by key; a put names them by the item."""
    if operation in ("BatchGetItem", "BatchWriteItem"):
        asked = [
            (table, _get_key(one))
            for table, requests in parameters["RequestItems"].items()
            for one in (requests["Keys"] if operation == "BatchGetItem" else requests)
        ]
    elif operation in ("TransactGetItems", "TransactWriteItems"):
        changes = [change for item in parameters["TransactItems"] for change in item.values()]
        asked = [(change["TableName"], _get_key(change)) for change in changes]
    elif operation in ("Query", "Scan"):
        return [parameters["TableName"]], []
    else:
        asked = [(parameters["TableName"], _get_key(parameters))]
    return [table for table, _ in asked], [(table, json.dumps(key, sort_keys=True)) for table, key in asked]


def _get_key(request: Mapping[str, Any]) -> Mapping[str, Any]:
    match request:
        case {"PutRequest": {"Item": item}} | {"Item": item}:
            return dict(item)
        case {"DeleteRequest": {"Key": key}} | {"Key": key}:
            return dict(key)
        case _:
            return request


def list_places(operation: str, parameters: Mapping[str, Any]) -> list[Place]:
    """List what a read reads: items, or all of a query except the attributes to return."""
    if operation in ("Query", "Scan"):
        return [
            (parameters["TableName"], json.dumps(_remove_shaping(parameters), sort_keys=True, default=str))
        ]
    return list_keys(operation, parameters)[1]


def _remove_shaping(query: Mapping[str, Any]) -> dict[str, Any]:
    """Return the query without filter and projection, as DynamoDB counts it."""
    asked = {name: value for name, value in query.items() if name not in _SHAPING}
    used = (
        asked.get("KeyConditionExpression", "").replace("(", " ").replace(")", " ").replace(",", " ").split()
    )
    for names in ("ExpressionAttributeNames", "ExpressionAttributeValues"):
        if names in asked:
            asked[names] = {name: value for name, value in asked[names].items() if name in used}
    return asked


def _count_read_units(
    client: BaseClient,
    call: Call,
    operation: str,
    parameters: Mapping[str, Any],
    answer: Mapping[str, Any],
    keys: list[Place],
) -> float:
    is_consistent = parameters.get("ConsistentRead", False)
    if operation in ("Query", "Scan"):
        items = answer.get("Items", [])
        if any(name in parameters for name in ("FilterExpression", "ProjectionExpression", "Select")):
            token = calling.set(None)
            try:
                items = call(client, operation, _remove_shaping(parameters))["Items"]
            finally:
                calling.reset(token)
        sizes = [sum(map(measure_item, items))]
    else:
        sizes = [_measure_stored(client, place) for place in keys]
    if operation == "BatchGetItem":
        is_consistent = all(each.get("ConsistentRead") for each in parameters["RequestItems"].values())
    factor = 2.0 if operation == "TransactGetItems" else 1.0 if is_consistent else 0.5
    return sum(factor * max(1, ceil(size / _READ_BYTES)) for size in sizes)


def _measure_stored(client: BaseClient, place: Place) -> int:
    """Return the size of a stored item in bytes; 0 if there is none, or no table in this process."""
    name, key = place
    table = dynamodb_backends[DEFAULT_ACCOUNT_ID][client.meta.region_name].tables.get(name)
    if table is None:
        return 0
    values = json.loads(key)
    found: Any = table.items.get(DynamoType(values[table.hash_key_attr]))
    if found is not None and table.range_key_attr:
        found = found.get(DynamoType(values[table.range_key_attr]))
    return sum(len(each.encode()) + value.size() for each, value in found.attrs.items()) if found else 0


def measure_item(item: Mapping[str, Any]) -> int:
    """Return the size of an item in bytes, as DynamoDB counts it: names and values."""
    return sum(len(name.encode()) + _measure_value(value) for name, value in item.items())


def _measure_value(value: Mapping[str, Any]) -> int:
    ((kind, content),) = value.items()
    if kind in ("S", "N"):
        return len(content.encode())
    if kind == "M":
        return 3 + measure_item(content)
    if kind == "L":
        return 3 + sum(map(_measure_value, content))
    return sum(map(len, content)) if kind in ("SS", "NS", "BS") else len(content) if kind == "B" else 1
