"""DynamoDB through PynamoDB: one codec of items, and how long to wait and how often to try."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, Generic, TypeVar

from botocore.exceptions import ClientError
from pydantic import TypeAdapter
from pynamodb.attributes import UnicodeAttribute
from pynamodb.connection import Connection
from pynamodb.exceptions import (
    DeleteError,
    PutError,
    PynamoDBException,
    TransactWriteError,
    UpdateError,
)
from pynamodb.expressions.condition import Condition
from pynamodb.expressions.update import Action
from pynamodb.models import Model
from pynamodb.transactions import TransactWrite

from portal.aws import ATTEMPTS, CONNECT_SECONDS, READ_SECONDS

_CONDITION_FAILED = "ConditionalCheckFailedException"
_LOST_RACES = {"ConditionalCheckFailed", "TransactionConflict"}

Entity = TypeVar("Entity")


class TableMeta:
    """Base of the `Meta` of every table: a call answers or fails within about two reads' time."""

    connect_timeout_seconds = CONNECT_SECONDS
    read_timeout_seconds = READ_SECONDS
    max_retry_attempts = ATTEMPTS - 1


class EntityItem(Model):
    """Base of items that keep an entity whole.

    A subclass adds what DynamoDB itself looks at: keys, indexes, attributes of conditions and filters.

    Attributes:
        content: the entity as JSON.
    """

    content = UnicodeAttribute()


Item = TypeVar("Item", bound=EntityItem)


class Codec(Generic[Item, Entity]):
    """Makes items of the entities of one type, and entities of items, so that no field is mapped by hand."""

    def __init__(
        self, item: type[Item], entity: type[Entity], attributes: Callable[[Entity], Mapping[str, Any]]
    ) -> None:
        """Derive both ways from the type of the entity: a dataclass or a Pydantic model.

        Args:
            attributes: what an item has besides its content.
        """
        self._item = item
        self._adapter = TypeAdapter(entity)
        self._attributes = attributes

    def make_item(self, entity: Entity, **more: Any) -> Item:
        """Make the item that stores an entity.

        Args:
            more: attributes that do not follow from the entity, such as its owner.

        Raises:
            PydanticSerializationError: a field holds another type than the entity declares.
        """
        content = self._adapter.dump_json(entity, by_alias=True, warnings="error").decode()
        return self._item(content=content, **self._attributes(entity), **more)

    def parse_item(self, item: EntityItem) -> Entity:
        """Return the entity that an item keeps."""
        return self._adapter.validate_json(item.content)

    def parse_raw_item(self, item: Mapping[str, Mapping[str, Any]]) -> Entity:
        """Parse an item from DynamoDB's answer into an entity."""
        return self._adapter.validate_json(item[EntityItem.content.attr_name]["S"])


def get_version_before(revision: int) -> Mapping[str, int]:
    """Return the attribute `version` of an item that is about to be saved as a revision of its entity.

    PynamoDB makes one more of it, on condition that nothing else did.

    Args:
        revision: 1 for what is not stored yet.
    """
    return {"version": revision - 1} if revision > 1 else {}


def bind_table(model: type[Model], table_name: str) -> None:
    """Name the table of a model at cold start, when the settings are known.

    Args:
        model: its `Meta` derives from `TableMeta`.
        table_name: as the template names the table in this stage.
    """
    model.Meta.table_name = table_name


def is_condition_failure(error: PynamoDBException) -> bool:
    """Tell if DynamoDB refused a write because its condition does not hold.

    PynamoDB's own `cause_response_code` raises AttributeError where there was no answer at all.
    """
    cause = error.cause
    return isinstance(cause, ClientError) and cause.response["Error"]["Code"] == _CONDITION_FAILED


def save_if(item: Model, condition: Condition | None = None) -> bool:
    """Put an item, if a condition holds for what is stored under its key.

    Args:
        condition: besides that of the item's version, where it has one.

    Returns:
        False when it does not hold; nothing was written then.
    """
    try:
        item.save(condition)
    except PutError as error:
        if not is_condition_failure(error):
            raise
        return False
    return True


def update_if(item: Model, actions: Sequence[Action], condition: Condition) -> bool:
    """Change attributes of the item that is stored under a key, if a condition holds for it.

    Returns:
        False when it does not hold; nothing was written then.
    """
    try:
        item.update(list(actions), condition=condition)
    except UpdateError as error:
        if not is_condition_failure(error):
            raise
        return False
    return True


def delete_if(item: Model, condition: Condition) -> bool:
    """Delete the item that is stored under a key, if a condition holds for it.

    Returns:
        False when it does not hold; nothing was written then.
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
        write: tells the transaction what to write.

    Returns:
        False when a condition did not hold or something else wrote one of the items at the same moment;
        nothing was written then.
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
