"""Finds stored items and attributes that the data map does not name."""

import json
from collections.abc import Iterator
from typing import Any

from moto.core import DEFAULT_ACCOUNT_ID
from moto.dynamodb.models import dynamodb_backends

from domains.reference.data_map import TableMap
from shared.contract.data_map import load_data_map
from tests.api.support import REGION, get_table_name

_EVERYWHERE = {"content", "schema"}


def list_unmapped() -> list[str]:
    """Return a sentence for each kind of difference between moto's tables and the data map."""
    tables = dynamodb_backends[DEFAULT_ACCOUNT_ID][REGION].tables
    return sorted(
        {
            difference
            for resource, described in load_data_map().tables.items()
            for difference in _list_differences(tables[get_table_name(resource)], described)
        }
    )


def _list_differences(table: Any, described: TableMap) -> Iterator[str]:
    keys = [name for name in (table.hash_key_attr, table.range_key_attr) if name]
    for rows in table.items.values():
        for item in rows.values() if table.range_key_attr else (rows,):
            key = [item.attrs[name].value for name in keys]
            kinds = described.list_kinds(key)
            if not kinds:
                yield f"{table.name}: no row for an item with the key {key}"
                continue
            names = set(item.attrs) - _EVERYWHERE - set(keys) | _list_content_fields(item.attrs)
            if unknown := names.difference(*(kind.names for kind in kinds.values())):
                yield f"{table.name}: the row {', '.join(kinds)} lacks {', '.join(sorted(unknown))}"


def _list_content_fields(attributes: Any) -> set[str]:
    if "content" not in attributes:
        return set()
    content = json.loads(attributes["content"].value)
    return set(content) if isinstance(content, dict) else set()
