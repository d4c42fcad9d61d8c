"""Policies are as narrow as stated; the same evaluation checks every call of the other tests."""

from typing import Any

import pytest

from tests.api.permissions import is_met, list_statements, list_wanted


def query(table: str, partition: str, **more: Any) -> tuple[str, dict[str, Any]]:
    return "Query", {
        "TableName": table,
        "KeyConditionExpression": "#0 = :0",
        "ExpressionAttributeNames": {"#0": "partition"},
        "ExpressionAttributeValues": {":0": {"S": partition}},
        **more,
    }


def projected(attribute: str) -> dict[str, Any]:
    return {
        "ProjectionExpression": "#1",
        "ExpressionAttributeNames": {"#0": "partition", "#1": attribute},
    }


def put(table: str, **item: str) -> tuple[str, dict[str, Any]]:
    return "PutItem", {"TableName": table, "Item": {name: {"S": value} for name, value in item.items()}}


def update(attribute: str) -> tuple[str, dict[str, Any]]:
    change = {
        "TableName": "accesslog",
        "Key": {"partition": {"S": "person#rosa"}, "item": {"S": "1"}},
        "UpdateExpression": "SET #0 = :0",
        "ExpressionAttributeNames": {"#0": attribute},
        "ExpressionAttributeValues": {":0": {"S": "x"}},
    }
    return "TransactWriteItems", {"TransactItems": [{"Update": change}]}


def get(table: str, projection: str | None = None, **key: str) -> tuple[str, dict[str, Any]]:
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
        ("userservices", query("accesslog", "staff#S-1", **projected("item")), True),
        ("userservices", query("accesslog", "person#rosa", **projected("item")), True),
        ("userservices", query("accesslog", "person#rosa", **projected("content")), False),
        ("userservices", query("accesslog", "person#rosa"), False),
        ("userservices", query("accesslog", "staff#S-1"), False),
        ("userservices", query("accesslog", "log"), False),
        ("userservices", put("accesslog", partition="person#rosa", item="1"), True),
        ("userservices", put("accesslog", partition="log", item="head"), False),
        ("userservices", put("accesslog", partition="erased#1", item="1"), False),
        ("userservices", put("authentication", user_id="rosa", item="status#1"), False),
        ("userservices", put("tries", owner="rosa"), True),
        ("userservices", get("users", user_id="rosa", item="access"), False),
        ("userservices", get("users", "content", user_id="rosa", item="access"), False),
        ("userservices", get("users", "accepted_terms", user_id="rosa", item="access"), True),
        ("profile", query("accesslog", "person#rosa"), True),
        ("profile", query("accesslog", "staff#S-1"), False),
        ("profile", get("accesslog", partition="log", item="head"), True),
        ("profile", get("accesslog", partition="person#rosa", item="1"), False),
        ("accesslogsealer", update("leaf_index"), True),
        ("accesslogsealer", update("content"), False),
        ("accesslogsealer", put("accesslog", partition="log", item="head"), True),
        ("accesslogsealer", put("accesslog", partition="person#rosa", item="1"), False),
        ("maintenance", put("accesslog", partition="person#rosa", item="1"), False),
    ],
)
def test_policy_allows_only_stated_calls(group: str, call: tuple[str, Any], is_allowed: bool) -> None:
    statements = list_statements(group)
    wanted = list(list_wanted(*call))
    assert all(any(each.allows(one) for each in statements) for one in wanted) is is_allowed


def test_unknown_condition_operator_raises_error() -> None:
    with pytest.raises(NotImplementedError, match="NumericLessThan"):
        is_met({"NumericLessThan": {"dynamodb:LeadingKeys": "1"}}, {})
