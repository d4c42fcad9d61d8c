"""Items that the previous release stored, in stored_items.json by the schema that reads them.

They were recorded when items had no schema version yet. Add the items of a release when it ends.
"""

import importlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from infrastructure.checks.data_map import list_schemas
from portal.items import JsonSchema, NewerItem, Schema, encode_item

STORED: Mapping[str, list[dict[str, dict[str, Any]]]] = json.loads(
    Path(__file__).with_name("stored_items.json").read_text(encoding="utf-8")
)
ITEMS = [(name, item) for name, items in STORED.items() for item in items]
# Attributes that are new with each write.
NEW_EACH_TIME = {"salt", "accessed_at"}
# Schemas whose empty entities expire at once, by the clock.
EXPIRE_AT_ONCE = {
    "domains.assurance.tries_table._SLOTS",
    "functions.authentication.repository._PASSKEY_LISTS",
}


def find_schema(name: str) -> Schema[Any]:
    module, _, attribute = name.rpartition(".")
    schema: Schema[Any] = getattr(importlib.import_module(module), attribute)
    return schema


def sort_sets(item: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    return {name: sorted(value["SS"]) if "SS" in value else value for name, value in item.items()}


@pytest.mark.parametrize(("name", "item"), ITEMS)
def test_item_of_previous_release_is_read_and_written_alike(name: str, item: dict[str, Any]) -> None:
    schema = find_schema(name)
    written = encode_item(schema.make_item(schema.parse_raw_item(item)))
    assert written.pop("schema") == {"N": str(schema.version)}
    ignored = NEW_EACH_TIME | ({"expires_at"} if name in EXPIRE_AT_ONCE else set())
    compared = written.keys() - ignored
    # Attributes that the entity lacks, such as its owner, come with the write.
    assert sort_sets({key: written[key] for key in compared}) == sort_sets(
        {key: item[key] for key in compared}
    )


def test_every_schema_has_an_item_of_the_previous_release() -> None:
    assert {id(schema) for _, schema in list_schemas()} == {id(find_schema(name)) for name in STORED}


def test_item_of_later_release_is_refused() -> None:
    schema: JsonSchema[dict[str, str]] = JsonSchema(dict[str, str], ("id",))
    item = schema.make_item({"name": "Ann"}, id="1")
    assert schema.parse_item(item) == {"name": "Ann"}
    with pytest.raises(NewerItem):
        schema.parse_item(item | {"schema": schema.version + 1})
