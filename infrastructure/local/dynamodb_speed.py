"""Takes the work that grows with a table out of moto's queries and transactions.

moto sorts the whole table for each query and copies it whole for each transaction; at 10,000 items that is
57 and 600 ms. Here a query looks at the items of its own key, and a transaction copies the items it names.
"""

import copy
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from moto.dynamodb.models import DynamoDBBackend
from moto.dynamodb.models.dynamo_type import DynamoType, Item
from moto.dynamodb.models.table import Table


class _Scope(threading.local):
    """What the call of this thread is about, for the methods of `Table` that it calls."""

    table: Table | None = None
    hash_key: DynamoType | None = None
    index_conditions: list[tuple[str, DynamoType]] | None = None
    touched: dict[int, set[str]] | None = None


_scope = _Scope()
_query = Table.query
_transact_write_items = DynamoDBBackend.transact_write_items


def install() -> None:
    """Make moto's tables fast; doing it twice is doing it once."""
    replacements: tuple[tuple[type, str, Any], ...] = (
        (Table, "query", _fast_query),
        (Table, "all_items", _fast_all_items),
        (Table, "__deepcopy__", _fast_deepcopy),
        (DynamoDBBackend, "transact_write_items", _fast_transact_write_items),
    )
    for owner, name, replacement in replacements:
        setattr(owner, name, replacement)


@contextmanager
def _scoped(**values: Any) -> Iterator[None]:
    before = {name: getattr(_scope, name) for name in values}
    vars(_scope).update(values)
    try:
        yield
    finally:
        vars(_scope).update(before)


def _fast_query(
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
    with _scoped(table=self, hash_key=key, index_conditions=conditions):
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


def _fast_all_items(self: Table) -> list[Item]:
    if _scope.table is not self:
        # A scan goes on after the last key of the page before, and so needs moto's own order.
        return sorted(
            _copied_items(self),
            key=lambda item: (item.hash_key, item.range_key) if item.range_key else item.hash_key,
        )
    if _scope.hash_key is not None:
        row: Any = self.items.get(_scope.hash_key)
        if row is None:
            return []
        return list(row.values()) if self.range_key_attr else [row]
    conditions = _scope.index_conditions
    if not conditions:
        return _copied_items(self)
    return [item for item in _copied_items(self) if _has(item, conditions)]


def _copied_items(table: Table) -> list[Item]:
    """The items of a table that another thread may be writing to, for which a dictionary cannot be walked."""
    rows: list[Any] = list(table.items.values())
    return [item for row in rows for item in list(row.values())] if table.range_key_attr else rows


def _has(item: Item, conditions: list[tuple[str, DynamoType]]) -> bool:
    # moto's types cannot be compared with None.
    return all(name in item.attrs and item.attrs[name] == value for name, value in conditions)


def _fast_transact_write_items(self: DynamoDBBackend, transact_items: list[dict[str, Any]]) -> None:
    touched: dict[int, set[str]] = {}
    for entry in transact_items:
        for operation in entry.values():
            table = self.tables.get(operation.get("TableName"))
            if table is not None:
                touched.setdefault(id(table), set()).add(_key(table, operation))
    with _scoped(touched=touched):
        _transact_write_items(self, transact_items)


def _key(table: Table, operation: dict[str, Any]) -> str:
    attributes = operation.get("Key") or operation.get("Item") or {}
    return json.dumps([attributes.get(table.hash_key_attr), attributes.get(table.range_key_attr)])


def _fast_deepcopy(self: Table, memo: dict[int, Any]) -> Table:
    duplicate = copy.copy(self)
    touched = (_scope.touched or {}).get(id(self))
    if touched is None:
        for name, value in vars(self).items():
            setattr(duplicate, name, copy.deepcopy(value, memo))
        return duplicate
    duplicate.items = copy.copy(self.items)
    if self.range_key_attr:
        for hash_key, row in self.items.items():
            duplicate.items[hash_key] = copy.copy(row)
    if self.stream_shard is not None:
        duplicate.stream_shard = copy.copy(self.stream_shard)
        duplicate.stream_shard.items = list(self.stream_shard.items)
    for hash_value, range_value in map(json.loads, touched):
        if hash_value is None:
            continue
        row, key = duplicate.items, DynamoType(hash_value)
        if self.range_key_attr:
            if key not in duplicate.items or range_value is None:
                continue
            row, key = duplicate.items[key], DynamoType(range_value)
        if key in row:
            row[key] = copy.deepcopy(row[key], memo)
    return duplicate
