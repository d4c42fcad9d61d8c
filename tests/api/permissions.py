"""Checks of table permissions against the template, because moto allows everything."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from typing import Any

from tests.api.support import (
    calling,
    get_group,
    get_table_definitions,
    get_template_functions,
    load_template,
)

_IN_TRANSACTIONS = {
    "ConditionCheck": "dynamodb:ConditionCheckItem",
    "Delete": "dynamodb:DeleteItem",
    "Put": "dynamodb:PutItem",
    "Update": "dynamodb:UpdateItem",
}
_EXPRESSIONS = ("ProjectionExpression", "UpdateExpression", "ConditionExpression", "FilterExpression")
_NAME = re.compile(r"#\w+")
_PARTITION_EQUALS = re.compile(r"(#\w+) = (:\w+)")


@dataclass(frozen=True, slots=True)
class Wanted:
    """Single action of a call, as IAM evaluates it.

    Attributes:
        resource: name of the table, with the index.
        context: values of the condition keys; a key without a value is missing.
    """

    action: str
    resource: str
    context: Mapping[str, frozenset[str]]


@dataclass(frozen=True, slots=True)
class Statement:
    """Statement of a policy."""

    actions: frozenset[str]
    pattern: str
    condition: Mapping[str, Mapping[str, Any]]

    def allows(self, wanted: Wanted) -> bool:
        return (
            wanted.action in self.actions
            and fnmatchcase(wanted.resource, self.pattern)
            and is_met(self.condition, wanted.context)
        )


def refuse_forbidden_calls(params: Mapping[str, Any], model: Any, **_: Any) -> None:
    """Check a DynamoDB call before it is sent; calls of the tests themselves are not limited."""
    group = calling.get()
    if group is None:
        return
    for wanted in list_wanted(model.name, params):
        assert any(each.allows(wanted) for each in list_statements(group)), (
            f"The template does not allow {group} {wanted}"
        )


def is_met(condition: Mapping[str, Mapping[str, Any]], context: Mapping[str, frozenset[str]]) -> bool:
    """Evaluate the condition of a statement like IAM does.

    Raises:
        NotImplementedError: for an operator that no table statement used so far.
    """
    return all(
        _is_operator_met(operator, [expected] if isinstance(expected, str) else expected, context.get(key))
        for operator, keys in condition.items()
        for key, expected in keys.items()
    )


def _is_operator_met(operator: str, expected: Iterable[str], values: frozenset[str] | None) -> bool:
    match operator:
        # "ForAllValues" is true if the request has no such key (IAM user guide, "Multivalued context keys").
        case "ForAllValues:StringEquals":
            return (values or frozenset()) <= set(expected)
        case "ForAllValues:StringLike":
            return all(any(fnmatchcase(value, each) for each in expected) for value in values or ())
        case "ForAllValues:StringNotLike":
            return not any(fnmatchcase(value, each) for each in expected for value in values or ())
        case "StringEqualsIfExists":
            return values is None or values <= set(expected)
        case _:
            raise NotImplementedError(operator)


def list_wanted(operation: str, params: Mapping[str, Any]) -> Iterator[Wanted]:
    """List the actions of a call, with the condition keys of DynamoDB.

    Source: the DynamoDB developer guide, "Using IAM policy conditions for fine-grained access control". A
    read that names no attributes asks for all of them.
    """
    if operation == "TransactWriteItems":
        for item in params["TransactItems"]:
            ((kind, change),) = item.items()
            yield _make_wanted(_IN_TRANSACTIONS[kind], change["TableName"], change)
    elif operation == "BatchGetItem":
        for table, asked in params["RequestItems"].items():
            for key in asked["Keys"]:
                yield _make_wanted(f"dynamodb:{operation}", table, {**asked, "Key": key})
    elif operation == "BatchWriteItem":
        for table, changes in params["RequestItems"].items():
            for change in changes:
                ((_, request),) = change.items()
                yield _make_wanted(f"dynamodb:{operation}", table, request)
    elif operation != "DescribeTable":
        yield _make_wanted(f"dynamodb:{operation}", params["TableName"], params)


def _make_wanted(action: str, table: str, asked: Mapping[str, Any]) -> Wanted:
    index = asked.get("IndexName")
    names = asked.get("ExpressionAttributeNames", {})
    attributes = set(asked.get("Item", {})) | set(asked.get("Key", {}))
    for expression in _EXPRESSIONS:
        attributes |= {names[name] for name in _NAME.findall(asked.get(expression, ""))}
    context = {"dynamodb:Attributes": frozenset(attributes)}
    if (partition := _get_partition(table, index, asked)) is not None:
        context["dynamodb:LeadingKeys"] = frozenset({partition})
    is_read = action in ("dynamodb:GetItem", "dynamodb:BatchGetItem", "dynamodb:Query", "dynamodb:Scan")
    if is_read:
        names_attributes = "ProjectionExpression" in asked
        context["dynamodb:Select"] = frozenset(
            {"SPECIFIC_ATTRIBUTES" if names_attributes else "ALL_ATTRIBUTES"}
        )
    return Wanted(action, f"{table}/index/{index}" if index else table, context)


def _get_partition(table: str, index: str | None, asked: Mapping[str, Any]) -> str | None:
    keys = get_table_definitions()[table]
    indexes = [*keys.get("GlobalSecondaryIndexes", ()), *keys.get("LocalSecondaryIndexes", ())]
    schema = next((each for each in indexes if each["IndexName"] == index), keys)["KeySchema"]
    (hash_key,) = [each["AttributeName"] for each in schema if each["KeyType"] == "HASH"]
    for holder in ("Key", "Item"):
        if holder in asked:
            return next(iter(asked[holder][hash_key].values()), None)
    for name, value in _PARTITION_EQUALS.findall(asked.get("KeyConditionExpression", "")):
        if asked["ExpressionAttributeNames"][name] == hash_key:
            return next(iter(asked["ExpressionAttributeValues"][value].values()), None)
    return None


@cache
def list_statements(group: str) -> list[Statement]:
    """List the table permissions of a function in the template."""
    function = next(each for name, each in get_template_functions().items() if get_group(name) == group)
    found = []
    for policy in _list_policies(function["Properties"]):
        for statement in policy["Statement"]:
            actions = statement.get("Action", ())
            actions = frozenset([actions] if isinstance(actions, str) else actions)
            if pattern := _get_table_pattern(statement.get("Resource")):
                found.append(Statement(actions, pattern, statement.get("Condition", {})))
    return found


def _list_policies(properties: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """List the policies of a function, or those of its role where the template declares that."""
    match properties.get("Role"):
        case {"Fn::GetAtt": [role, "Arn"]}:
            declared = load_template()["Resources"][role]["Properties"]["Policies"]
            return [policy["PolicyDocument"] for policy in declared]
        case _:
            return list(properties.get("Policies", []))


def _get_table_pattern(resource: Any) -> str | None:
    """Return the table name in tests, with the index, or None for other resources."""
    match resource:
        case {"Fn::GetAtt": ["Data", str(output)]}:
            return output.removeprefix("Outputs.").removesuffix("TableArn").lower()
        case {"Fn::Sub": str(text)} if text.startswith("${Data.Outputs."):
            output, _, rest = text.removeprefix("${Data.Outputs.").partition("}")
            return output.removesuffix("TableArn").lower() + rest
    return None
