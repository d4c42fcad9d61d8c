"""Checks of permissions against the template, because moto allows everything.

A call that is not granted is refused. A grant that was never used fails a run of the whole suite.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from typing import Any

from tests.api.calls import calling
from tests.api.support import (
    ACCESS_LOG_BUCKET,
    ACCESS_LOG_KEY,
    ATTACHMENTS_BUCKET,
    FAILURES_QUEUE_URL,
    REGION,
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
# Other services name most actions like their operations.
_ACTIONS = {"s3:HeadObject": "s3:GetObject"}
_NEVER_CALLED_HERE = {
    # It calls DynamoDB without botocore; its unit tests check the whole request.
    ("authorizer", "AcceptedTerms"),
    # Changes of the key are tested on the service, which is not limited to the permissions of a function.
    ("accesslogsealer", "SignedChangeOfTheKey"),
    # Tests give these to the services. tests/infrastructure/test_template.py compares such permissions with
    # the variables of the functions.
    ("authentication", "RootsOfTheListOfIssuers"),
    ("authentication", "SignerOfRequestsToWallets"),
    ("chatbot", "SecretOfAnotherAssistant"),
}
"""Groups and statements that API tests cannot use."""

_VARIABLE = re.compile(r"\$\{.*?\}")
_NAME = re.compile(r"#\w+")
_PARTITION_EQUALS = re.compile(r"(#\w+) = (:\w+)")


@dataclass(frozen=True, slots=True)
class Wanted:
    """Single action of a call, as IAM evaluates it.

    Attributes:
        resource: name of the table, with the index; for other services see `list_wanted_elsewhere`.
        context: values of the condition keys; a key without a value is missing.
    """

    action: str
    resource: str
    context: Mapping[str, frozenset[str]]


@dataclass(frozen=True, slots=True)
class Statement:
    """Statement of a policy.

    Attributes:
        patterns: of resources; one of them has to match.
        excludes: True if none of them may match.
    """

    name: str
    actions: frozenset[str]
    patterns: tuple[str, ...]
    condition: Mapping[str, Mapping[str, Any]]
    excludes: bool = False

    def allows(self, wanted: Wanted) -> bool:
        return (
            wanted.action in self.actions
            and any(fnmatchcase(wanted.resource, each) for each in self.patterns) is not self.excludes
            and is_met(self.condition, wanted.context)
        )


used_permissions: set[tuple[str, int, str]] = set()
"""Group, place of its statement, and action of each permission that allowed a call."""


def refuse_forbidden_calls(params: Mapping[str, Any], model: Any, **_: Any) -> None:
    """Check a call before it is sent or a URL is signed; calls of the tests themselves are not limited."""
    group = calling.get()
    if group is None:
        return
    service = model.service_model.service_name
    if service == "dynamodb":
        wanted = list_wanted(model.name, params)
    else:
        wanted = list_wanted_elsewhere(service, model.name, params)
    for one in wanted:
        allowing = [place for place, each in enumerate(list_statements(group)) if each.allows(one)]
        assert allowing, f"The template does not allow {group} {one}"
        used_permissions.add((group, allowing[0], one.action))


def list_unused(used: Set[tuple[str, int, str]]) -> list[str]:
    """Describe the permissions of the template that allowed no call, also those that repeat another."""
    return [
        f"{group}, statement {statement.name}: {action} on {', '.join(statement.patterns)}"
        for group in map(get_group, get_template_functions())
        for place, statement in enumerate(list_statements(group))
        for action in sorted(statement.actions)
        if (group, place, action) not in used and (group, statement.name) not in _NEVER_CALLED_HERE
    ]


def is_met(condition: Mapping[str, Mapping[str, Any]], context: Mapping[str, frozenset[str]]) -> bool:
    """Evaluate the condition of a statement like IAM does.

    Raises:
        NotImplementedError: for an operator that no statement used so far.
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
        case "StringEquals":
            return values is not None and values <= set(expected)
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


def list_wanted_elsewhere(service: str, operation: str, params: Mapping[str, Any]) -> Iterator[Wanted]:
    """List the actions of a call of another service than DynamoDB.

    Resources are ARNs, but an object is `bucket/key`, and others are named as in the call.
    """
    match service, params:
        case "sesv2", {"FromEmailAddress": sender, "ConfigurationSetName": configuration}:
            context = {"ses:FromAddress": frozenset({sender})}
            actions = ["ses:SendEmail", *(["ses:SendRawEmail"] if "Raw" in params["Content"] else [])]
            for action in actions:
                for named in (f"identity/{sender.partition('@')[2]}", f"configuration-set/{configuration}"):
                    yield Wanted(action, f"arn:aws:ses:{REGION}::{named}", context)
        case _:
            action = f"{service}:{operation}"
            yield Wanted(_ACTIONS.get(action, action), _get_resource(service, params), {})


def _get_resource(service: str, params: Mapping[str, Any]) -> str:
    match service, params:
        case "s3", {"Bucket": bucket, "Key": key}:
            return f"{bucket}/{key}"
        case "ssm", {"Name": name}:
            return f"arn:aws:ssm:{REGION}::parameter{name}"
        case (
            ("kms", {"KeyId": name})
            | ("sqs", {"QueueUrl": name})
            | ("sts", {"RoleArn": name})
            | ("sns", {"PhoneNumber": name})
        ):
            return str(name)
        case "geo-places", _:
            return f"arn:aws:geo-places:{REGION}::provider/default"
        case "rekognition", _:
            return ""
        case _:
            raise NotImplementedError(f"{service} with {sorted(params)}")


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
    """List the permissions of a function in the template, also those that a parameter leaves out."""
    function = next(each for name, each in get_template_functions().items() if get_group(name) == group)
    return [
        _make_statement(written["Fn::If"][1] if "Fn::If" in written else written)
        for policy in _list_policies(function["Properties"])
        for written in policy["Statement"]
    ]


def _make_statement(written: Mapping[str, Any]) -> Statement:
    if written["Effect"] == "Deny":
        raise NotImplementedError("Effect: Deny")
    actions = written["Action"]
    resources = written.get("Resource", written.get("NotResource"))
    condition = {
        operator: {key: _get_condition_value(value) for key, value in keys.items()}
        for operator, keys in written.get("Condition", {}).items()
    }
    return Statement(
        written["Sid"],
        frozenset([actions] if isinstance(actions, str) else actions),
        tuple(map(_make_pattern, resources if isinstance(resources, list) else [resources])),
        condition,
        excludes="NotResource" in written,
    )


def _get_condition_value(value: Any) -> Any:
    match value:
        case {"Ref": parameter}:
            return load_template()["Parameters"][parameter]["Default"]
        case _:
            return value


def _list_policies(properties: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """List the policies of a function, or those of its role where the template declares that."""
    match properties.get("Role"):
        case {"Fn::GetAtt": [role, "Arn"]}:
            declared = load_template()["Resources"][role]["Properties"]["Policies"]
            return [policy["PolicyDocument"] for policy in declared]
        case _:
            return list(properties.get("Policies", []))


def _make_pattern(resource: Any) -> str:
    """Return the pattern of the names that tests give to a resource of the template."""
    match resource:
        case {"Fn::GetAtt": ["Data", str(output)]}:
            return output.removeprefix("Outputs.").removesuffix("TableArn").lower()
        case {"Fn::GetAtt": ["AccessLog", "Outputs.KeyArn"]}:
            return ACCESS_LOG_KEY
        case {"Fn::GetAtt": ["Delivery", "Outputs.FailuresQueueArn"]}:
            return FAILURES_QUEUE_URL
        case {"Fn::If": [_, used, _]}:
            return _make_pattern(used)
        case {"Ref": "AccessLogFormerKey"}:
            return "alias/*"
        case {"Fn::Sub": [str(text), _]} | {"Fn::Sub": str(text)}:
            return _VARIABLE.sub(_get_variable, text)
        case "*":
            return "*"
        case _:
            raise NotImplementedError(f"a permission on {resource}")


def _get_variable(found: re.Match[str]) -> str:
    match found[0][2:-1].split("."):
        case ["Data", "Outputs", output]:
            return output.removesuffix("TableArn").lower()
        case ["Attachments", "Outputs", "BucketArn"]:
            return ATTACHMENTS_BUCKET
        case ["AccessLog", "Outputs", "BucketArn"]:
            return ACCESS_LOG_BUCKET
        case _:
            return "*"
