"""DynamoDB through PynamoDB: a codec of items, timeouts and retries, and conditional writes."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, Generic, TypeVar

from botocore.exceptions import ClientError
from pydantic import TypeAdapter
from pynamodb.attributes import UnicodeAttribute
from pynamodb.connection import Connection
from pynamodb.exceptions import DeleteError, PutError, PynamoDBException, TransactWriteError, UpdateError
from pynamodb.expressions.condition import Condition
from pynamodb.expressions.update import Action
from pynamodb.models import Model
from pynamodb.transactions import TransactWrite

from portal.aws import ATTEMPTS, CONNECT_SECONDS, READ_SECONDS

_CONDITION_FAILED = "ConditionalCheckFailedException"
_LOST_RACES = {"ConditionalCheckFailed", "TransactionConflict"}

Entity = TypeVar("Entity")


class TableMeta:
    """Base of all tables' `Meta`; a call ends within about two read timeouts."""

    connect_timeout_seconds = CONNECT_SECONDS
    read_timeout_seconds = READ_SECONDS
    max_retry_attempts = ATTEMPTS - 1


class EntityItem(Model):
    """Base of items that store an entity as JSON.

    Subclasses add attributes that DynamoDB needs: keys, indexes, conditions, and filters.
    """

    content = UnicodeAttribute()  # the entity as JSON


Item = TypeVar("Item", bound=EntityItem)


class Codec(Generic[Item, Entity]):
    """Converts between entities of a type and items, without manual mapping of fields."""

    def __init__(
        self, item: type[Item], entity: type[Entity], attributes: Callable[[Entity], Mapping[str, Any]]
    ) -> None:
        """Derive the conversions from the type of the entity, a dataclass or a Pydantic model.

        Args:
            attributes: returns the item's attributes besides its content.
        """
        self._item = item
        self._adapter = TypeAdapter(entity)
        self._attributes = attributes

    def make_item(self, entity: Entity, **more: Any) -> Item:
        """Make the item that stores an entity.

        Args:
            more: attributes that the entity lacks, such as its owner.

        Raises:
            PydanticSerializationError: a field's value is not of its declared type.
        """
        content = self._adapter.dump_json(entity, by_alias=True, warnings="error").decode()
        return self._item(content=content, **self._attributes(entity), **more)

    def parse_item(self, item: EntityItem) -> Entity:
        """Return the entity stored in an item."""
        return self._adapter.validate_json(item.content)

    def parse_raw_item(self, item: Mapping[str, Mapping[str, Any]]) -> Entity:
        """Parse an item from DynamoDB's answer into an entity."""
        return self._adapter.validate_json(item[EntityItem.content.attr_name]["S"])


def get_version_before(revision: int) -> Mapping[str, int]:
    """Return the attribute `version` for saving an entity's revision.

    PynamoDB increments it, on condition that nothing else did.

    Args:
        revision: revision to save; 1 for a new item.
    """
    return {"version": revision - 1} if revision > 1 else {}


def bind_table(model: type[Model], table_name: str) -> None:
    """Set the table of a model at cold start, once the settings are known.

    Args:
        model: model whose `Meta` derives from `TableMeta`.
        table_name: name of the table in this stage.
    """
    model.Meta.table_name = table_name


def is_condition_failure(error: PynamoDBException) -> bool:
    """Tell if DynamoDB refused a write because of its condition.

    PynamoDB's own `cause_response_code` raises AttributeError if there was no answer.
    """
    cause = error.cause
    return isinstance(cause, ClientError) and cause.response["Error"]["Code"] == _CONDITION_FAILED


def save_if(item: Model, condition: Condition | None = None) -> bool:
    """Put an item, if a condition holds for the stored one.

    Args:
        condition: condition besides that on any version of the item.

    Returns:
        False if it does not hold; nothing is written.
    """
    try:
        item.save(condition)
    except PutError as error:
        if not is_condition_failure(error):
            raise
        return False
    return True


def update_if(item: Model, actions: Sequence[Action], condition: Condition) -> bool:
    """Change attributes of a stored item, if a condition holds for it.

    Returns:
        False if it does not hold; nothing is written.
    """
    try:
        item.update(list(actions), condition=condition)
    except UpdateError as error:
        if not is_condition_failure(error):
            raise
        return False
    return True


def delete_if(item: Model, condition: Condition) -> bool:
    """Delete a stored item, if a condition holds for it.

    Returns:
        False if it does not hold; nothing is written.
    """
    try:
        item.delete(condition)
    except DeleteError as error:
        if not is_condition_failure(error):
            raise
        return False
    return True


Write = Callable[[TransactWrite], None]
"""A part of a transaction: what it writes, and on which condition."""


def write_together(write: Write) -> bool:
    """Write several items in one transaction.

    Args:
        write: adds the writes to the transaction.

    Returns:
        False if a condition does not hold or a concurrent write interfered; nothing is written.
    """
    try:
        with TransactWrite(connection=_get_connection()) as transaction:
            write(transaction)
    except TransactWriteError as error:
        codes = {reason.code for reason in error.cancellation_reasons if reason}
        if codes and codes <= _LOST_RACES:
            return False
        raise
    return True


@cache
def _get_connection() -> Connection:
    return Connection(
        connect_timeout_seconds=TableMeta.connect_timeout_seconds,
        read_timeout_seconds=TableMeta.read_timeout_seconds,
        max_retry_attempts=TableMeta.max_retry_attempts,
    )
