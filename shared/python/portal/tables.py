"""DynamoDB tables over PynamoDB: how entities are stored, and every read and write of them.

A `Schema` converts between entities of a type and items. A `Table` is a schema together with the name of a
table; several tables of different schemas may share a name. All of them share one connection.

Conditions are PynamoDB's, of `Attr("name")`. A condition that does not hold is a result and no error; a
call that fails raises one of `TABLE_ERRORS`.
"""

import random
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, reduce
from operator import and_
from typing import Any, Generic, Literal, NamedTuple, TypedDict, Unpack

from botocore.exceptions import BotoCoreError, ClientError
from pynamodb.connection import Connection
from pynamodb.expressions.condition import Condition
from pynamodb.expressions.condition import size as _size
from pynamodb.expressions.operand import Path as Attr
from pynamodb.expressions.operand import Value
from pynamodb.expressions.projection import create_projection_expression
from pynamodb.expressions.update import Action, Update

from portal.aws import ATTEMPTS, CONNECT_SECONDS, READ_SECONDS
from portal.items import REVISION, Entity, Item, Schema, decode_item, encode_item

__all__ = ["Action", "Attr", "Condition"]

TABLE_ERRORS = (ClientError, BotoCoreError)
"""Errors of a call to DynamoDB that failed."""

Cursor = dict[str, dict[str, Any]]
"""DynamoDB's position in a query: the keys of the last item, in its own form."""

_CONDITION_FAILED = "ConditionalCheckFailedException"
_LOST_RACES = {"ConditionalCheckFailed", "TransactionConflict"}
_MAX_KEYS = 100  # of a BatchGetItem
_MAX_DELETES = 25  # of a BatchWriteItem
# AWS asks for exponential backoff before unprocessed entries of a batch are sent again.
_PAUSE_SECONDS = 0.025
_MAX_PAUSE_SECONDS = 1


class QueryOptions(TypedDict, total=False):
    """Options of a query."""

    index: str  # name of the index to query instead of the table
    filters: Condition | None  # condition on other attributes than the keys
    attributes: Sequence[str]  # names of the only attributes to return
    newest_first: bool
    consistent: bool  # false for an eventually consistent read, such as any of a global index


class Page(NamedTuple):
    """Result of one call of a query."""

    items: list[Item]
    cursor: Cursor | None  # position of the next page; None after the last


@dataclass(frozen=True, slots=True)
class Write:
    """Action of a transaction, with its condition."""

    kind: Literal["ConditionCheck", "Delete", "Put", "Update"]
    parameters: Mapping[str, Any]


class Table(Generic[Entity]):
    """Reads and writes the items of one schema in a table.

    A key is the value of the partition key and, if the schema has one, of the sort key. Reads are strongly
    consistent unless they say otherwise; queries of a global index cannot be.
    """

    def __init__(self, name: str, schema: Schema[Entity]) -> None:
        self.name = name
        self.schema = schema

    def get(self, *key: str, consistent: bool = True) -> Entity | None:
        """Return an entity, or None."""
        item = self.get_item(*key, consistent=consistent)
        return None if item is None else self.schema.parse_item(item)

    def get_item(self, *key: str, attributes: Sequence[str] = (), consistent: bool = True) -> Item | None:
        """Return an item, or None.

        Args:
            attributes: names of the only attributes to return.
        """
        parameters = self._make_parameters(
            Key=self._make_key(key), ConsistentRead=consistent, projection=attributes
        )
        answer = _call("get_item", parameters)
        return decode_item(answer["Item"]) if "Item" in answer else None

    def list_items(
        self, keys: Iterable[tuple[str, ...]], *, attributes: Sequence[str] = (), consistent: bool = True
    ) -> list[Item]:
        """Return the items that exist among some keys, in any order, with a call for each 100 keys."""
        items: list[Item] = []
        request = _make_request({"ConsistentRead": consistent}, projection=attributes)

        def read(batch: Sequence[Any]) -> Sequence[Any]:
            answer = _call("batch_get_item", {"RequestItems": {self.name: request | {"Keys": batch}}})
            items.extend(map(decode_item, answer["Responses"].get(self.name, ())))
            unprocessed: list[Any] = answer.get("UnprocessedKeys", {}).get(self.name, {}).get("Keys", [])
            return unprocessed

        _process_batches([self._make_key(key) for key in dict.fromkeys(keys)], _MAX_KEYS, read)
        return items

    def query(
        self,
        keys: Condition,
        *,
        limit: int | None = None,
        page_size: int | None = None,
        **options: Unpack[QueryOptions],
    ) -> Iterator[Item]:
        """Yield items of a partition in the order of the sort key, page by page.

        Args:
            keys: condition on the partition key, which it must name, and on the sort key.
            limit: maximum number of items.
            page_size: maximum number of items that a call reads, including those that the filters drop.
        """
        cursor, left = None, limit
        while True:
            page = self.query_page(keys, page_size=page_size or left, cursor=cursor, **options)
            yield from page.items[:left]
            cursor = page.cursor
            if left is not None:
                left -= len(page.items)
            if cursor is None or (left is not None and left <= 0):
                return

    def query_page(
        self,
        keys: Condition,
        *,
        page_size: int | None = None,
        cursor: Cursor | None = None,
        **options: Unpack[QueryOptions],
    ) -> Page:
        """Return the items of one call; see `query`.

        Args:
            cursor: position at which the previous page ended; None for the first page.
        """
        answer = self._query_once(
            keys,
            filters=options.get("filters"),
            projection=options.get("attributes", ()),
            IndexName=options.get("index"),
            ScanIndexForward=not options.get("newest_first"),
            Limit=page_size,
            ExclusiveStartKey=cursor,
            ConsistentRead=options.get("consistent", True),
        )
        return Page([decode_item(each) for each in answer["Items"]], answer.get("LastEvaluatedKey"))

    def count(self, keys: Condition, *, index: str | None = None) -> tuple[int, bool]:
        """Count items of a partition with one call.

        Returns:
            Their number within a megabyte, and whether there are more.
        """
        answer = self._query_once(keys, IndexName=index, ConsistentRead=True, Select="COUNT")
        return answer["Count"], "LastEvaluatedKey" in answer

    def list(self, keys: Condition, *, consistent: bool = True) -> list[Entity]:
        """Return the entities of a partition in the order of the sort key; see `query`."""
        return [self.schema.parse_item(item) for item in self.query(keys, consistent=consistent)]

    def put(self, entity: Entity, condition: Condition | None = None, **more: Any) -> bool:
        """Store an entity.

        Args:
            condition: condition on the stored item, besides that on its revision.
            more: attributes that the entity lacks.

        Returns:
            False if the condition does not hold, or another revision is stored; nothing is written.
        """
        return _write("put_item", self._make_put(entity, condition, more)) is not None

    def update(
        self, key: tuple[str, ...], actions: Sequence[Action], condition: Condition | None = None
    ) -> Item | None:
        """Change attributes of an item, which is created if it does not exist.

        Returns:
            The changed item; None if the condition does not hold, in which case nothing is written.
        """
        parameters = self._make_update(key, actions, condition)
        answer = _write("update_item", {**parameters, "ReturnValues": "ALL_NEW"})
        return None if answer is None else decode_item(answer["Attributes"])

    def delete(self, *key: str, condition: Condition | None = None) -> bool:
        """Delete an item; safe to repeat.

        Returns:
            False if the condition does not hold; nothing is written.
        """
        return _write("delete_item", self._make_conditional(key, condition)) is not None

    def delete_items(self, keys: Iterable[tuple[str, ...]]) -> None:
        """Delete items, 25 with each call; safe to repeat."""

        def delete(batch: Sequence[Any]) -> Sequence[Any]:
            answer = _call("batch_write_item", {"RequestItems": {self.name: batch}})
            unprocessed: list[Any] = answer.get("UnprocessedItems", {}).get(self.name, [])
            return unprocessed

        _process_batches(
            [{"DeleteRequest": {"Key": self._make_key(key)}} for key in keys], _MAX_DELETES, delete
        )

    def make_put(self, entity: Entity, condition: Condition | None = None, **more: Any) -> Write:
        """Return a write that stores an entity; see `put`."""
        return Write("Put", self._make_put(entity, condition, more))

    def make_update(
        self, key: tuple[str, ...], actions: Sequence[Action], condition: Condition | None = None
    ) -> Write:
        """Return a write that changes attributes of an item; see `update`."""
        return Write("Update", self._make_update(key, actions, condition))

    def make_delete(self, *key: str, condition: Condition | None = None) -> Write:
        """Return a write that deletes an item; see `delete`."""
        return Write("Delete", self._make_conditional(key, condition))

    def make_check(self, *key: str, condition: Condition) -> Write:
        """Return a write that changes nothing, and whose transaction fails unless a condition holds."""
        return Write("ConditionCheck", self._make_conditional(key, condition))

    def make_cursor(self, item: Item, *index_keys: str) -> Cursor:
        """Return the position of a query after an item.

        Args:
            index_keys: names of the keys of the index that is queried, besides those of the table.
        """
        return {name: Value(item[name]).value for name in (*self.schema.keys, *index_keys)}

    def _make_key(self, key: tuple[str, ...]) -> dict[str, Any]:
        return {name: {"S": value} for name, value in zip(self.schema.keys, key, strict=True)}

    def _make_parameters(self, **more: Any) -> dict[str, Any]:
        return _make_request({"TableName": self.name}, **more)

    def _make_conditional(self, key: tuple[str, ...], condition: Condition | None) -> dict[str, Any]:
        return self._make_parameters(Key=self._make_key(key), condition=condition)

    def _make_put(
        self, entity: Entity, condition: Condition | None, more: Mapping[str, Any]
    ) -> dict[str, Any]:
        item = self.schema.make_item(entity, **more)
        if self.schema.has_revision:
            version, revision = Attr(REVISION), item[REVISION]
            is_before = version == revision - 1 if revision > 1 else version.does_not_exist()
            condition = is_before if condition is None else condition & is_before
        return self._make_parameters(Item=encode_item(item), condition=condition)

    def _make_update(
        self, key: tuple[str, ...], actions: Sequence[Action], condition: Condition | None
    ) -> dict[str, Any]:
        return self._make_parameters(Key=self._make_key(key), condition=condition, actions=actions)

    def _query_once(self, keys: Condition, **more: Any) -> Any:
        return _call("query", self._make_parameters(keys=keys, **more))


def write_together(writes: Iterable[Write]) -> bool:
    """Make up to 100 writes in one transaction.

    Returns:
        False if a condition does not hold or a concurrent write interfered; nothing is written.
    """
    actions = [{write.kind: write.parameters} for write in writes]
    try:
        _call("transact_write_items", {"TransactItems": actions})
    except ClientError as error:
        reasons = error.response.get("CancellationReasons", ())
        codes = {reason["Code"] for reason in reasons} - {"None"}
        if codes and codes <= _LOST_RACES:
            return False
        raise
    return True


def combine_conditions(*conditions: Condition) -> Condition:
    """Return the condition that all of one or more conditions hold."""
    return reduce(and_, conditions)


def get_size(attribute: Attr) -> Any:
    """Return the operand for the size of a set or text, to compare with a number."""
    return _size(attribute)  # type: ignore[no-untyped-call]  # PynamoDB's


def _make_request(
    parameters: dict[str, Any],
    *,
    keys: Condition | None = None,
    filters: Condition | None = None,
    condition: Condition | None = None,
    actions: Sequence[Action] = (),
    projection: Sequence[str] = (),
    **more: Any,
) -> dict[str, Any]:
    """Add expressions with their names and values, and other parameters that are not None."""
    request = parameters | {name: value for name, value in more.items() if value is not None}
    names: dict[str, str] = {}
    values: dict[str, Any] = {}
    conditions = {
        "KeyConditionExpression": keys,
        "FilterExpression": filters,
        "ConditionExpression": condition,
    }
    for name, each in conditions.items():
        if each is not None:
            request[name] = each.serialize(names, values)
    if actions:
        request["UpdateExpression"] = Update(*actions).serialize(names, values)
    if projection:
        request["ProjectionExpression"] = create_projection_expression(list(projection), names)
    if names:
        request["ExpressionAttributeNames"] = {placeholder: name for name, placeholder in names.items()}
    if values:
        request["ExpressionAttributeValues"] = values
    return request


def _process_batches(
    entries: Sequence[Any], size: int, process: Callable[[Sequence[Any]], Sequence[Any]]
) -> None:
    """Process entries in batches; send again, after a pause, those that DynamoDB did not process.

    DynamoDB processes at least one entry of a batch, or fails.

    Args:
        process: processes a batch, and returns the unprocessed entries.
    """
    refusals = 0
    while entries:
        unprocessed = process(entries[:size])
        if unprocessed:
            refusals += 1
            longest = min(_MAX_PAUSE_SECONDS, _PAUSE_SECONDS * 2**refusals)
            time.sleep(random.uniform(0, longest))  # noqa: S311
        entries = [*unprocessed, *entries[size:]]


def _write(operation: str, parameters: dict[str, Any]) -> Any:
    """Call DynamoDB; return None if the condition does not hold."""
    try:
        return _call(operation, parameters)
    except ClientError as error:
        if error.response["Error"]["Code"] != _CONDITION_FAILED:
            raise
        return None


def _call(operation: str, parameters: Mapping[str, Any]) -> Any:
    return getattr(get_client(), operation)(**parameters)


def get_client() -> Any:
    """Return the client of DynamoDB that all tables share."""
    return _get_connection().client


@cache
def _get_connection() -> Connection:
    return Connection(
        connect_timeout_seconds=CONNECT_SECONDS,
        read_timeout_seconds=READ_SECONDS,
        max_retry_attempts=ATTEMPTS - 1,
    )
