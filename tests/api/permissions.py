"""What the template allows each function to do with tables; moto itself allows everything."""

from collections.abc import Iterator, Mapping
from fnmatch import fnmatchcase
from functools import cache
from typing import Any

from tests.api.support import calling, group_of, serverless_functions

_IN_TRANSACTIONS = {
    "ConditionCheck": "dynamodb:ConditionCheckItem",
    "Delete": "dynamodb:DeleteItem",
    "Put": "dynamodb:PutItem",
    "Update": "dynamodb:UpdateItem",
}


def refuse_what_the_policy_does_not_allow(params: Mapping[str, Any], model: Any, **_: Any) -> None:
    """Check a call of DynamoDB before it is sent; calls of the tests themselves are not held to anything."""
    group = calling.get()
    if group is None:
        return
    for action, resource in _wanted(model.name, params):
        assert any(
            action in actions and fnmatchcase(resource, pattern) for actions, pattern in _allowed(group)
        ), f"The template does not allow {group} {action} on {resource}"


def _wanted(operation: str, params: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    if operation == "TransactWriteItems":
        for item in params["TransactItems"]:
            ((kind, change),) = item.items()
            yield _IN_TRANSACTIONS[kind], change["TableName"]
    elif operation in ("BatchGetItem", "BatchWriteItem"):
        for table in params["RequestItems"]:
            yield f"dynamodb:{operation}", table
    elif operation == "DescribeTable":
        return
    else:
        table = params["TableName"]
        index = params.get("IndexName")
        yield f"dynamodb:{operation}", f"{table}/index/{index}" if index else table


@cache
def _allowed(group: str) -> list[tuple[frozenset[str], str]]:
    function = next(each for name, each in serverless_functions().items() if group_of(name) == group)
    found = []
    for policy in function["Properties"].get("Policies", []):
        for statement in policy["Statement"]:
            actions = statement["Action"]
            actions = frozenset([actions] if isinstance(actions, str) else actions)
            if pattern := _table_pattern(statement.get("Resource")):
                found.append((actions, pattern))
    return found


def _table_pattern(resource: Any) -> str | None:
    """The name of the table in tests, with the index; None where the resource is no table."""
    match resource:
        case {"Fn::GetAtt": ["Data", str(output)]}:
            return output.removeprefix("Outputs.").removesuffix("TableArn").lower()
        case {"Fn::Sub": str(text)} if text.startswith("${Data.Outputs."):
            output, _, rest = text.removeprefix("${Data.Outputs.").partition("}")
            return output.removesuffix("TableArn").lower() + rest
    return None
