"""How entities become items of DynamoDB's tables, and back."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any, Generic, TypeVar

from pydantic import TypeAdapter
from pynamodb.attributes import DESERIALIZE_CLASS_MAP, UTCDateTimeAttribute
from pynamodb.expressions.operand import Value

Entity = TypeVar("Entity")
Item = dict[str, Any]
"""Attributes by name, as Python values: text, number, boolean, set of texts, list, or dictionary."""
RawItem = Mapping[str, Mapping[str, Any]]
"""Attributes by name in DynamoDB's own form, such as `{"id": {"S": "a"}}`."""

REVISION = "version"
_CONTENT = "content"
_SCHEMA_VERSION = "schema"
_MOMENTS: Any = UTCDateTimeAttribute()


class NewerItem(ValueError):
    """An item has a schema version that this release cannot read."""


class Schema(ABC, Generic[Entity]):
    """Stored form of a type of entity."""

    keys: tuple[str, ...]  # names of the partition key and, if there is one, of the sort key
    # Number that every new item carries. Raise it only for a change that earlier releases cannot read; a new
    # field needs a default instead, and is no such change.
    version: int = 1
    # True if the attribute `version` holds the revision of the entity, 1 when new, which can only replace the
    # one before.
    has_revision: bool = False

    @abstractmethod
    def make_item(self, entity: Entity, **more: Any) -> Item:
        """Return the item that stores an entity.

        Args:
            more: attributes that the entity lacks, such as its owner.
        """

    @abstractmethod
    def parse_item(self, item: Item) -> Entity:
        """Return the entity stored in an item."""

    def parse_raw_item(self, raw: RawItem) -> Entity:
        """Return the entity stored in an item of DynamoDB's answer."""
        return self.parse_item(decode_item(raw))

    def check_version(self, item: Item) -> None:
        """Refuse an item of a later release.

        Raises:
            NewerItem: its schema version is higher. Items without one are of version 1.
        """
        if item.get(_SCHEMA_VERSION, 1) > self.version:
            raise NewerItem(f"an item of schema version {item[_SCHEMA_VERSION]} needs a later release")


class JsonSchema(Schema[Entity]):
    """Stores an entity as JSON in the attribute `content`.

    Beside it stands what DynamoDB itself needs: keys, indexes, attributes of conditions and filters, expiry.
    """

    def __init__(
        self,
        entity: type[Entity],
        keys: tuple[str, ...],
        get_attributes: Callable[[Entity], Mapping[str, Any]] = lambda _: {},
        *,
        has_revision: bool = False,
    ) -> None:
        """Derive the conversions from the type of the entity, a dataclass or a Pydantic model.

        Args:
            get_attributes: returns the attributes besides the content; those that are None are not stored.
            has_revision: see `Schema`; the entity has a field `revision`.
        """
        self.keys = keys
        self.entity = entity
        self._adapter = TypeAdapter(entity)
        self._get_attributes = get_attributes
        self.has_revision = has_revision

    def make_item(self, entity: Entity, **more: Any) -> Item:
        item = {_SCHEMA_VERSION: self.version, **self._get_attributes(entity), **more}
        if self.has_revision:
            item[REVISION] = entity.revision  # type: ignore[attr-defined]  # said by `has_revision`
        item[_CONTENT] = self.make_content(entity)
        return item

    def make_content(self, entity: Entity) -> str:
        """Return an entity as JSON.

        Raises:
            PydanticSerializationError: a field's value is not of its declared type.
        """
        return self._adapter.dump_json(entity, by_alias=True, warnings="error").decode()

    def parse_item(self, item: Item) -> Entity:
        self.check_version(item)
        return self._adapter.validate_json(item[_CONTENT])


class AttributeSchema(Schema[Entity]):
    """Stores each part of an entity as an attribute, for items that DynamoDB filters, projects, or counts."""

    def __init__(
        self,
        keys: tuple[str, ...],
        make: Callable[[Entity], Item],
        parse: Callable[[Item], Entity],
    ) -> None:
        """Use these conversions.

        Args:
            make: returns the attributes of an entity; those that are None are not stored.
            parse: returns the entity of such attributes.
        """
        self.keys = keys
        self._make = make
        self._parse = parse

    def make_item(self, entity: Entity, **more: Any) -> Item:
        return {_SCHEMA_VERSION: self.version, **self._make(entity), **more}

    def parse_item(self, item: Item) -> Entity:
        self.check_version(item)
        return self._parse(item)


class PlainSchema(Schema[Item]):
    """Stores items as they are, such as marks and claims, which have no entity and no schema version."""

    def __init__(self, *keys: str) -> None:
        """Use the names of the partition key and, if there is one, of the sort key."""
        self.keys = keys

    def make_item(self, entity: Item, **more: Any) -> Item:
        return entity | more

    def parse_item(self, item: Item) -> Item:
        return item


def encode_item(item: Item) -> dict[str, dict[str, Any]]:
    """Return an item in DynamoDB's own form, without attributes that are None."""
    return {name: Value(value).value for name, value in item.items() if value is not None}


def decode_item(raw: RawItem) -> Item:
    """Return an item as Python values."""
    return {name: _decode_value(value) for name, value in raw.items()}


def format_moment(moment: datetime) -> str:
    """Return a moment as stored: 2026-11-21T16:40:00.000000+0000. Such texts sort by time."""
    return str(_MOMENTS.serialize(moment))


def parse_moment(text: str) -> datetime:
    """Return the moment of `format_moment`, in UTC."""
    moment: datetime = _MOMENTS.deserialize(text)
    return moment


def to_seconds(moment: datetime) -> int:
    """Return a moment in whole seconds since 1970, as DynamoDB's expiry needs it."""
    return int(moment.timestamp())


def from_seconds(seconds: int) -> datetime:
    """Return the moment of `to_seconds`, in UTC."""
    return datetime.fromtimestamp(seconds, UTC)


def _decode_value(value: Mapping[str, Any]) -> Any:
    ((kind, content),) = value.items()
    return DESERIALIZE_CLASS_MAP[kind].deserialize(content)
