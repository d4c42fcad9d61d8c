"""Policies are as narrow as stated; the same evaluation checks every call of the other tests."""

from typing import Any

import pytest

from tests.api.permissions import is_met, list_statements, list_wanted
from tests.api.support import get_group, get_template_functions


def make_query(table: str, partition: str, **more: Any) -> tuple[str, dict[str, Any]]:
    return "Query", {
        "TableName": table,
        "KeyConditionExpression": "#0 = :0",
        "ExpressionAttributeNames": {"#0": "partition"},
        "ExpressionAttributeValues": {":0": {"S": partition}},
        **more,
    }


def make_projected_read(attribute: str) -> dict[str, Any]:
    return {
        "ProjectionExpression": "#1",
        "ExpressionAttributeNames": {"#0": "partition", "#1": attribute},
    }


def make_put(table: str, **item: str) -> tuple[str, dict[str, Any]]:
    return "PutItem", {"TableName": table, "Item": {name: {"S": value} for name, value in item.items()}}


def make_update(attribute: str) -> tuple[str, dict[str, Any]]:
    change = {
        "TableName": "accesslog",
        "Key": {"partition": {"S": "person#rosa"}, "item": {"S": "1"}},
        "UpdateExpression": "SET #0 = :0",
        "ExpressionAttributeNames": {"#0": attribute},
        "ExpressionAttributeValues": {":0": {"S": "x"}},
    }
    return "TransactWriteItems", {"TransactItems": [{"Update": change}]}


def make_get(table: str, projection: str | None = None, **key: str) -> tuple[str, dict[str, Any]]:
    asked: dict[str, Any] = {
        "TableName": table,
        "Key": {name: {"S": value} for name, value in key.items()},
    }
    if projection:
        asked |= {"ProjectionExpression": "#0", "ExpressionAttributeNames": {"#0": projection}}
    return "GetItem", asked


@pytest.mark.parametrize(
    ("group", "call", "is_allowed"),
    [
        ("userservices", make_query("accesslog", "staff#S-1", **make_projected_read("item")), True),
        ("userservices", make_query("accesslog", "person#rosa", **make_projected_read("item")), True),
        ("userservices", make_query("accesslog", "person#rosa", **make_projected_read("content")), False),
        ("userservices", make_query("accesslog", "person#rosa"), False),
        ("userservices", make_query("accesslog", "staff#S-1"), False),
        ("userservices", make_query("accesslog", "log"), False),
        ("userservices", make_put("accesslog", partition="person#rosa", item="1"), True),
        ("userservices", make_put("accesslog", partition="log", item="head"), False),
        ("userservices", make_put("accesslog", partition="erased#1", item="1"), False),
        ("userservices", make_put("authentication", user_id="rosa", item="status#1"), False),
        ("userservices", make_put("tries", owner="rosa"), True),
        ("userservices", make_put("deliveries", owner="rosa", item="1#email", content="{}"), True),
        ("userservices", make_put("deliveries", owner="rosa", item="digest#1", is_open="true"), False),
        ("userservices", make_put("deliveries", owner="address#1", item="status", content="{}"), False),
        ("userservices", make_get("users", user_id="rosa", item="access"), False),
        ("userservices", make_get("users", "content", user_id="rosa", item="access"), False),
        ("userservices", make_get("users", "accepted_terms", user_id="rosa", item="access"), True),
        ("profile", make_query("accesslog", "person#rosa"), True),
        ("profile", make_query("accesslog", "staff#S-1"), False),
        ("profile", make_get("accesslog", partition="log", item="head"), True),
        ("profile", make_get("accesslog", partition="person#rosa", item="1"), False),
        ("accesslogsealer", make_update("leaf_index"), True),
        ("accesslogsealer", make_update("content"), False),
        ("accesslogsealer", make_put("accesslog", partition="log", item="head"), True),
        ("accesslogsealer", make_put("accesslog", partition="person#rosa", item="1"), False),
        ("businesses", make_query("agencies", "catalogue"), False),
        ("maintenance", make_put("accesslog", partition="person#rosa", item="1"), False),
    ],
)
def test_policy_allows_only_stated_calls(group: str, call: tuple[str, Any], is_allowed: bool) -> None:
    statements = list_statements(group)
    wanted = list(list_wanted(*call))
    assert all(any(each.allows(one) for each in statements) for one in wanted) is is_allowed


@pytest.mark.parametrize("group", map(get_group, get_template_functions()))
def test_no_function_changes_the_catalog_of_agencies(group: str) -> None:
    (wanted,) = list_wanted(*make_put("agencies", partition="catalogue", item="adot-mvd"))
    assert not any(each.allows(wanted) for each in list_statements(group))


def test_unknown_condition_operator_raises_error() -> None:
    with pytest.raises(NotImplementedError, match="NumericLessThan"):
        is_met({"NumericLessThan": {"dynamodb:LeadingKeys": "1"}}, {})
