"""Collects the records of a person from the tables, as the data map describes them."""

import json
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from domains.reference.data_map import DataMap, ItemKind
from portal.items import Item, decode_item
from portal.types import is_derived_id

PAGE_SIZE = 500
"""Items that a call reads at most, so that memory does not grow with their number."""

_MEMBERS, _BUSINESSES, _APPLICATIONS = "by_member", "BusinessesTable", "ApplicationsTable"
_HIDDEN = "•••"


@dataclass(frozen=True, slots=True)
class Record:
    """A stored record of a person."""

    table: str
    name: str  # of its kind
    kind: ItemKind
    key: Mapping[str, str]
    values: Mapping[str, Any]  # by attribute, JSON values; those about other people are masked


@dataclass(frozen=True, slots=True)
class Collector:
    """Reads the records of one person at a time; every read but that of indexes is strongly consistent."""

    dynamodb: Any  # a client of boto3
    tables: Mapping[str, str]  # names of the tables by logical id
    data_map: DataMap

    def collect_records(self, user_id: str) -> Iterator[Record]:
        """Yield every record with attributes that a person gets a copy of, table by table."""
        threads: list[str] = []
        for table, described in self.data_map.tables.items():
            partitions = {
                kind.key[0].replace("{person}", user_id): None
                for kind in described.items.values()
                if kind.find == "partition" and kind.has_copy
            }
            for partition in partitions:
                for record in self._read_partition(table, partition):
                    if record.values.get("accepts_replies"):
                        threads.append(record.key["id"])
                    yield record
        for thread in threads:
            yield from self._read_partition("RepliesTable", thread)
        for business_id in sorted(self._list_ids(_BUSINESSES, _MEMBERS, "member_id", user_id, "business_id")):
            yield from self._read_partition(_BUSINESSES, business_id, only_member=user_id)
            applications = self._list_ids(
                _APPLICATIONS, "by_business", "business_id", business_id, "application_id"
            )
            for application_id in sorted(applications):
                yield from self._read_partition(_APPLICATIONS, application_id)

    def _read_partition(self, table: str, partition: str, only_member: str = "") -> Iterator[Record]:
        """Yield the records of a partition.

        Args:
            only_member: leave out the members of a business other than this one.
        """
        described = self.data_map.tables[table]
        for item in self._query(table, described.keys[0], partition):
            key = {name: str(item[name]) for name in described.keys}
            fields = _parse_fields(item)
            name, kind = described.find_kind(list(key.values()), fields)
            if kind.has_copy and not (only_member and name == "member" and item["member_id"] != only_member):
                yield Record(table, name, kind, key, _make_values(kind, fields))

    def _list_ids(self, table: str, index: str, key: str, value: str, id_name: str) -> Collection[str]:
        return {item[id_name] for item in self._query(table, key, value, IndexName=index)}

    def _query(self, table: str, key: str, value: str, **options: Any) -> Iterator[Item]:
        pages = self.dynamodb.get_paginator("query").paginate(
            TableName=self.tables[table],
            KeyConditionExpression="#key = :value",
            ExpressionAttributeNames={"#key": key},
            ExpressionAttributeValues={":value": {"S": value}},
            ConsistentRead="IndexName" not in options,
            PaginationConfig={"PageSize": PAGE_SIZE},
            **options,
        )
        for page in pages:
            yield from map(decode_item, page["Items"])


def _parse_fields(item: Item) -> dict[str, Any]:
    """Return the attributes of an item, and the fields of its content."""
    content = json.loads(item["content"]) if "content" in item else None
    return {**item, **content} if isinstance(content, dict) else dict(item)


def _make_values(kind: ItemKind, fields: Mapping[str, Any]) -> dict[str, Any]:
    def convert(name: str) -> Any:
        return _make_json_value(json.loads(fields[name]) if name in kind.json_texts else fields[name])

    return {name: convert(name) for name in kind.shown if fields.get(name) is not None} | {
        name: _mask(convert(name)) for name in kind.others if fields.get(name) is not None
    }


def _make_json_value(value: Any) -> Any:
    if isinstance(value, Decimal):
        return int(value) if value == value.to_integral_value() else float(value)
    if isinstance(value, (set, frozenset)):
        return sorted(map(_make_json_value, value))
    if isinstance(value, Mapping):
        return {str(key): _make_json_value(each) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [_make_json_value(each) for each in value]
    return value


def _mask(value: Any) -> Any:
    """Return a value with texts cut to their first character, ids of people in keys as well."""
    if isinstance(value, Mapping):
        return {_mask(key) if is_derived_id(key) else key: _mask(each) for key, each in value.items()}
    if isinstance(value, list):
        return [_mask(each) for each in value]
    return value[:1] + _HIDDEN if isinstance(value, str) and value else value
