"""Takes the work that grows with a table out of moto's queries and transactions, and some out of its answers.

moto sorts the whole table for each query and copies it whole for each transaction; at 10,000 items that is 57
and 600 ms. Here a query looks at the items of its own key, sorts no more of an index than its page, and a
transaction copies the items it names. For each value and each member of an answer moto asks for the ten types
it could have under every name that an object of its own may have for them; of each value by which it finds or
compares items which of seven types it is; for each attribute of an item that is made or copied it measures
all the others. Stock moto makes the tests of the API take over twice as long.
"""

import copy
import heapq
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from operator import itemgetter
from typing import Any

from moto.core.responses import ActionResult
from moto.dynamodb.models import DynamoDBBackend
from moto.dynamodb.models.dynamo_type import DynamoType, Item, LimitedSizeDict
from moto.dynamodb.models.table import Table
from moto.dynamodb.responses import DynamoHandler


class _Scope(threading.local):
    """Scope of this thread's call, for the methods of `Table` that it calls."""

    table: Table | None = None
    hash_key: DynamoType | None = None
    index_conditions: list[tuple[str, DynamoType]] | None = None
    page: list[Item] | None = None
    touched: dict[int, set[str]] | None = None


_scope = _Scope()
_query = Table.query
_transact_write_items = DynamoDBBackend.transact_write_items
_serialized = DynamoHandler.serialized
_cast_value = vars(DynamoType)["cast_value"]
# Moto answers each of these with a dictionary whose names are those of the SDK.
_DATA_OPERATIONS = frozenset(
    {
        *("BatchGetItem", "BatchWriteItem", "DeleteItem", "GetItem", "PutItem", "Query", "Scan"),
        *("TransactWriteItems", "UpdateItem"),
    }
)


def install() -> None:
    """Make moto's tables fast. Idempotent."""
    replacements: tuple[tuple[Any, str, Any], ...] = (
        (Table, "query", _query_fast),
        (Table, "all_items", _list_items_fast),
        (Table, "__deepcopy__", _deepcopy_fast),
        (DynamoDBBackend, "transact_write_items", _transact_write_items_fast),
        (DynamoHandler, "serialized", _serialize_fast),
        (DynamoType, "cast_value", property(_cast_value_fast)),
        (Item, "__init__", _make_item_fast),
        (LimitedSizeDict, "__reduce__", _reduce_fast),
    )
    for owner, name, replacement in replacements:
        setattr(owner, name, replacement)


@contextmanager
def _set_scope(**values: Any) -> Iterator[None]:
    before = {name: getattr(_scope, name) for name in values}
    vars(_scope).update(values)
    try:
        yield
    finally:
        vars(_scope).update(before)


def _query_fast(
    self: Table,
    hash_key: DynamoType | None,
    range_comparison: str | None,
    range_objs: list[DynamoType],
    limit: int,
    exclusive_start_key: dict[str, Any],
    scan_index_forward: bool,
    projection_expressions: list[list[str]] | None,
    index_name: str | None = None,
    *others: Any,
    **named: Any,
) -> Any:
    conditions = named.get("hash_key_conditions") if index_name else None
    key = None if index_name else hash_key
    page = None
    if index_name and conditions and limit and len(named.get("range_key_conditions") or ()) <= 1:
        condition = _RangeCondition(range_comparison, [str(value.value) for value in range_objs or ()])
        page = _make_page(
            self, index_name, conditions, condition, limit, exclusive_start_key, scan_index_forward
        )
    with _set_scope(table=self, hash_key=key, index_conditions=conditions, page=page):
        return _query(
            self,
            hash_key,
            range_comparison,
            range_objs,
            limit,
            exclusive_start_key,
            scan_index_forward,
            projection_expressions,
            index_name,
            *others,
            **named,
        )


def _list_items_fast(self: Table) -> list[Item]:
    if _scope.table is not self:
        # A scan goes on after the last key of the page before, and so needs moto's own order.
        return sorted(
            copy_items(self),
            key=lambda item: (item.hash_key, item.range_key) if item.range_key else item.hash_key,
        )
    if _scope.page is not None:
        return _scope.page
    if _scope.hash_key is not None:
        row: Any = self.items.get(_scope.hash_key)
        if row is None:
            return []
        return list(row.values()) if self.range_key_attr else [row]
    conditions = _scope.index_conditions
    if not conditions:
        return copy_items(self)
    return _list_items_with(self, conditions)


@dataclass(frozen=True, slots=True)
class _RangeCondition:
    """The condition of a query for the range key of an index.

    Attributes:
        comparison: None for none.
        values: of a string key.
    """

    comparison: str | None
    values: list[str]

    @property
    def is_known(self) -> bool:
        return self.comparison in (None, "BEGINS_WITH", "BETWEEN")

    def is_met(self, value: str) -> bool:
        if self.comparison is None:
            return True
        if self.comparison == "BEGINS_WITH":
            return value.startswith(self.values[0])
        return self.values[0] <= value <= self.values[1]

    def is_passed(self, value: str, is_forward: bool) -> bool:
        """Return whether a value that fails the condition comes after those that meet it."""
        return value > self.values[0] if is_forward else value < self.values[0]


def _make_page(
    table: Table,
    index_name: str,
    conditions: list[tuple[str, DynamoType]],
    condition: _RangeCondition,
    limit: int,
    start: dict[str, Any] | None,
    is_forward: bool,
) -> list[Item] | None:
    """Return the items that a query of an index needs for one page, and the one after them.

    None where moto has to look at every item of the key.
    """
    index = next((known for known in table.all_indexes() if known.name == index_name), None)
    attributes = {key["KeyType"]: key["AttributeName"] for key in index.schema} if index else {}
    names = [str(name) for name in (attributes.get("RANGE"), table.hash_key_attr, table.range_key_attr)]
    strings = {entry["AttributeName"] for entry in table.attr if entry["AttributeType"] == "S"}
    if not condition.is_known or not strings.issuperset(names):
        return None
    before = tuple(DynamoType(start[name]).value for name in names) if start else None
    matching, passed = [], []
    for item in _list_items_with(table, conditions):
        attribute = item.attrs.get(names[0])
        if attribute is None:
            continue
        value = attribute.value
        # Most items of a long history are skipped here, before the search for their place.
        if before is not None and (value < before[0] if is_forward else value > before[0]):
            continue
        place = (value, item.attrs[names[1]].value, item.attrs[names[2]].value)
        if before is not None and (place <= before if is_forward else place >= before):
            continue
        if condition.is_met(value):
            matching.append((place, item))
        elif condition.is_passed(value, is_forward):
            passed.append((place, item))
    first = heapq.nsmallest if is_forward else heapq.nlargest
    found = first(limit + 1, matching, key=itemgetter(0))
    if len(found) <= limit:
        found += first(1, passed, key=itemgetter(0))
    return [item for _, item in found]


def _list_items_with(table: Table, conditions: list[tuple[str, DynamoType]]) -> list[Item]:
    """Return the items whose attributes have these values."""
    if [name for name, _ in conditions] == [table.hash_key_attr] and table.range_key_attr:
        row: Any = table.items.get(conditions[0][1], {})
        return list(row.values())
    return [item for item in copy_items(table) if _has(item, conditions)]


def copy_items(table: Table) -> list[Item]:
    """Return the items of a table while another thread may write to it.

    Reads write as well: moto adds an empty row for each missing key that is looked up.
    """
    rows: list[Any] = list(table.items.values())
    return [item for row in rows for item in list(row.values())] if table.range_key_attr else rows


def _has(item: Item, conditions: list[tuple[str, DynamoType]]) -> bool:
    # moto's types cannot be compared with None.
    return all(name in item.attrs and item.attrs[name] == value for name, value in conditions)


def _transact_write_items_fast(self: DynamoDBBackend, transact_items: list[dict[str, Any]]) -> None:
    touched: dict[int, set[str]] = {}
    for entry in transact_items:
        for operation in entry.values():
            table = self.tables.get(operation.get("TableName"))
            if table is not None:
                touched.setdefault(id(table), set()).add(_get_key(table, operation))
    with _set_scope(touched=touched):
        _transact_write_items(self, transact_items)


def _get_key(table: Table, operation: dict[str, Any]) -> str:
    attributes = operation.get("Key") or operation.get("Item") or {}
    return json.dumps([attributes.get(table.hash_key_attr), attributes.get(table.range_key_attr)])


def _deepcopy_fast(self: Table, memo: dict[int, Any]) -> Table:
    duplicate = copy.copy(self)
    touched = (_scope.touched or {}).get(id(self))
    if touched is None:
        for name, value in vars(self).items():
            setattr(duplicate, name, copy.deepcopy(value, memo))
        return duplicate
    duplicate.items = copy.copy(self.items)
    if self.stream_shard is not None:
        duplicate.stream_shard = copy.copy(self.stream_shard)
        duplicate.stream_shard.items = list(self.stream_shard.items)
    copied_rows = set()
    for hash_value, range_value in map(json.loads, touched):
        if hash_value is None:
            continue
        row: Any = duplicate.items
        key = DynamoType(hash_value)
        if self.range_key_attr:
            if key not in duplicate.items or range_value is None:
                continue
            if key not in copied_rows:
                copied_rows.add(key)
                duplicate.items[key] = copy.copy(duplicate.items[key])
            row, key = duplicate.items[key], DynamoType(range_value)
        if key in row:
            row[key] = copy.deepcopy(row[key], memo)
    return duplicate


def _cast_value_fast(self: DynamoType) -> Any:
    # Most values that are compared and all that items are found by are texts.
    return self.value if self.type == "S" else _cast_value.fget(self)


def _make_item_fast(
    self: Item, hash_key: DynamoType, range_key: DynamoType | None, attrs: dict[str, Any]
) -> None:
    self.hash_key = hash_key
    self.range_key = range_key
    self.attrs = _get_attributes({name: DynamoType(value) for name, value in attrs.items()})
    for name in list(attrs)[-1:]:
        # Setting an attribute measures the whole item, and refuses one that is too large.
        self.attrs[name] = self.attrs.pop(name)


def _reduce_fast(self: LimitedSizeDict) -> tuple[Any, ...]:
    # A copy keeps the size that was measured before.
    return _get_attributes, (dict(self),)


def _get_attributes(values: dict[str, Any]) -> LimitedSizeDict:
    made = LimitedSizeDict()
    dict.update(made, values)
    return made


def _serialize_fast(self: DynamoHandler, action_result: ActionResult) -> Any:
    answer = None
    if self._get_action() in _DATA_OPERATIONS and type(action_result.result) is dict:
        answer = _make_plain_answer(action_result.result)
    if answer is None:
        return _serialized(self, action_result)
    return 200, {"Content-Type": "application/x-amz-json-1.0", **self.response_headers}, json.dumps(answer)


def _make_plain_answer(result: dict[str, Any]) -> dict[str, Any] | None:
    """Return the answer as it is sent; None if moto has to make it."""
    answer = {}
    for name, value in result.items():
        # The SDK knows no member of this name.
        if value is None or name == "ConsumedCapacityUnits":
            continue
        plain = _make_plain_member(name, value)
        if plain is None:
            return None
        answer[name] = plain
    return answer


def _make_plain_member(name: str, value: Any) -> Any:
    match name, value:
        case "Count" | "ScannedCount" | "ConsumedCapacity" | "ItemCollectionMetrics", _:
            return value
        case "UnprocessedItems" | "UnprocessedKeys", _ if not value:
            return value
        case ("Item" | "Attributes" | "LastEvaluatedKey", dict()):
            return _make_plain_item(value)
        case "Items", list():
            return _make_plain_items(value)
        case "Responses", dict():
            tables = {name: _make_plain_items(items) for name, items in value.items()}
            return None if None in tables.values() else tables
    return None


def _make_plain_items(items: list[dict[str, Any]]) -> list[Any] | None:
    plain = [_make_plain_item(item) for item in items]
    return None if None in plain else plain


def _make_plain_item(attributes: dict[str, Any]) -> dict[str, Any] | None:
    plain = {name: _make_plain_value(value) for name, value in attributes.items()}
    return None if None in plain.values() else plain


def _make_plain_value(value: Any) -> dict[str, Any] | None:
    """Return the value of an attribute as it is sent; None if moto has to make it, as with bytes."""
    if type(value) is not dict or len(value) != 1:
        return None
    ((kind, content),) = value.items()
    match kind, content:
        case ("S" | "N", str()) | ("BOOL" | "NULL", bool()):
            return {kind: content}
        case "M", dict():
            members = _make_plain_item(content)
            return None if members is None else {kind: members}
        case "L", list():
            entries = [_make_plain_value(entry) for entry in content]
            return None if None in entries else {kind: entries}
    return None
