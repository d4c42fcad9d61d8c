"""CloudFormation as a deployment meets it: changes, rollbacks, policies of resources, quotas and names.

It makes buckets, tables, keys and user pools in moto and remembers everything else. moto's own CloudFormation
knows neither SAM nor half of the types of the templates, and never rolls back.

Sources: the CloudFormation user guide (DeletionPolicy, UpdateReplacePolicy, stack status codes), and of each
refusal, the service's API reference.
"""

import json
import re
import secrets
import string
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any
from urllib.parse import urlsplit

import boto3
from botocore.exceptions import ClientError
from cfnlint.schema import PROVIDER_SCHEMA_MANAGER
from samtranslator.parser.parser import Parser
from samtranslator.translator.translator import Translator
from samtranslator.yaml_helper import yaml_parse

from infrastructure.local.intrinsics import Resolver

ACCOUNT_ID = "123456789012"
REGION = "us-east-1"
UNRESERVED_MINIMUM = 100
"""Concurrency that Lambda keeps for functions that reserve none."""

STACK = "AWS::CloudFormation::Stack"
_ID_LENGTH = 13
_NAMES = {
    "AWS::Cognito::UserPoolDomain": "Domain",
    "AWS::IAM::Role": "RoleName",
    "AWS::Logs::LogGroup": "LogGroupName",
    "AWS::Logs::DeliveryDestination": "Name",
    "AWS::Logs::DeliverySource": "Name",
    "AWS::SES::ConfigurationSet": "Name",
    "AWS::WAFv2::WebACL": "Name",
}
"""Properties by which two resources of a type cannot share a name in an account and region."""
_TABLE_SETTINGS = (
    "AttributeDefinitions",
    "BillingMode",
    "GlobalSecondaryIndexes",
    "KeySchema",
    "LocalSecondaryIndexes",
)
_POOL_SETTINGS = ("Policies", "Schema", "UsernameAttributes")


class Refused(Exception):
    """AWS refuses a request, or a resource cannot be made or deleted; the message is AWS's."""


@dataclass(slots=True)
class Resource:
    """A resource of a stack."""

    logical_id: str
    type: str
    physical_id: str
    properties: Mapping[str, Any]
    attributes: Mapping[str, str]
    deletion_policy: str
    replace_policy: str


@dataclass(slots=True)
class Event:
    """An event of a stack."""

    id: str
    logical_id: str
    physical_id: str
    type: str
    status: str
    reason: str
    at: datetime = field(default_factory=lambda: datetime.now(UTC))


@dataclass(slots=True)
class ChangeSet:
    """A change that waits to be executed."""

    id: str
    name: str
    template: str
    parameters: Mapping[str, str]
    tags: Mapping[str, str]
    changes: list[tuple[str, str, str, str]]
    """Action, logical id, type, and `True` for a replacement."""


@dataclass(slots=True)
class StackState:
    """A stack, nested or not."""

    id: str
    name: str
    status: str = "REVIEW_IN_PROGRESS"
    reason: str = ""
    template: str = ""
    parameters: dict[str, str] = field(default_factory=dict)
    tags: Mapping[str, str] = field(default_factory=dict)
    definitions: Mapping[str, Any] = field(default_factory=dict)
    resources: dict[str, Resource] = field(default_factory=dict)
    outputs: dict[str, str] = field(default_factory=dict)
    events: list[Event] = field(default_factory=list)
    change_sets: dict[str, ChangeSet] = field(default_factory=dict)


class EmulatedAccount:
    """CloudFormation of an account.

    Attributes:
        concurrency_quota: of Lambda; that of a new account is 10.
        fails_at: logical id of a resource that cannot be made, to see a rollback; None for none.
        verified_domains: of SES.
        stacks: by id; deleted ones stay.
    """

    def __init__(self, endpoint: str, concurrency_quota: int = 10) -> None:
        """Use the other services at `endpoint`."""
        self.endpoint = endpoint
        self.concurrency_quota = concurrency_quota
        self.fails_at: str | None = None
        self.verified_domains: set[str] = set()
        self.stacks: dict[str, StackState] = {}
        self._taken: set[tuple[str, str]] = set()
        self._reserved = 0
        self._clients: dict[str, Any] = {}

    def client(self, service: str) -> Any:
        if service not in self._clients:
            session = boto3.session.Session("test", "test", region_name=REGION)
            self._clients[service] = session.client(service, endpoint_url=self.endpoint)
        return self._clients[service]

    # Requests

    def find(self, name_or_id: str) -> StackState:
        for stack in self.stacks.values():
            if stack.id == name_or_id or (stack.name == name_or_id and stack.status != "DELETE_COMPLETE"):
                return stack
        raise Refused(f"Stack with id {name_or_id} does not exist")

    def create_change_set(
        self,
        stack_name: str,
        name: str,
        template: str,
        parameters: Mapping[str, str | None],
        tags: Mapping[str, str],
        kind: str,
    ) -> tuple[StackState, ChangeSet]:
        """Prepare a change; a parameter without a value keeps the one that it has."""
        if kind == "CREATE":
            stack = StackState(_make_stack_id(stack_name), stack_name)
            self.stacks[stack.id] = stack
            self._note(stack, "REVIEW_IN_PROGRESS", "User Initiated")
        else:
            stack = self.find(stack_name)
            if stack.status in ("ROLLBACK_COMPLETE", "ROLLBACK_FAILED"):
                raise Refused(f"Stack:{stack.id} is in {stack.status} state and can not be updated.")
        given = {
            key: stack.parameters[key] if value is None else value
            for key, value in parameters.items()
            if value is not None or key in stack.parameters
        }
        try:
            plan = _Plan(self, stack, template, given, tags)
        except Refused:
            if kind == "CREATE":
                del self.stacks[stack.id]
            raise
        change_set = ChangeSet(_make_id(), name, template, plan.parameters, tags, plan.list_changes())
        stack.change_sets[change_set.id] = change_set
        return stack, change_set

    def find_change_set(self, name_or_id: str, stack_name: str | None) -> tuple[StackState, ChangeSet]:
        for stack in self.stacks.values():
            for change_set in stack.change_sets.values():
                is_own = stack_name in (None, stack.name, stack.id)
                if change_set.id in name_or_id or (is_own and change_set.name == name_or_id):
                    return stack, change_set
        raise Refused(f"ChangeSet [{name_or_id}] does not exist")

    def execute(self, stack: StackState, change_set: ChangeSet) -> None:
        """Make the change; a failure is rolled back and is a status of the stack."""
        is_new = stack.status == "REVIEW_IN_PROGRESS"
        self.deploy(stack, change_set.template, change_set.parameters, change_set.tags, is_new=is_new)

    def delete(self, stack: StackState) -> None:
        """Delete a stack; what has a policy stays."""
        is_failed_creation = stack.status in ("ROLLBACK_COMPLETE", "ROLLBACK_FAILED")
        self._note(stack, "DELETE_IN_PROGRESS")
        try:
            self._delete_all(stack, is_rollback=is_failed_creation)
        except Refused as error:
            self._note(stack, "DELETE_FAILED", str(error))
            return
        self._note(stack, "DELETE_COMPLETE")

    def purge(self, stack: StackState) -> None:
        """Remove a stack with everything that policies and protection would keep."""
        for resource in reversed(list(stack.resources.values())):
            if resource.type == STACK:
                self.purge(self.stacks[resource.physical_id])
            if resource.type == "AWS::DynamoDB::Table":
                self._protect(resource, False)
            resource.properties = {**resource.properties, "DeletionProtection": "INACTIVE"}
            self.remove(resource)
        stack.resources.clear()
        stack.status = "DELETE_COMPLETE"

    # Changes

    def deploy(
        self,
        stack: StackState,
        template: str,
        parameters: Mapping[str, str],
        tags: Mapping[str, str],
        *,
        is_new: bool,
    ) -> None:
        """Bring a stack in line with a template; raises nothing, see its status."""
        word = "CREATE" if is_new else "UPDATE"
        self._note(stack, f"{word}_IN_PROGRESS", "User Initiated")
        before = (stack.template, dict(stack.parameters))
        try:
            _Plan(self, stack, template, parameters, tags).carry_out()
        except Refused as error:
            self._roll_back(stack, before, str(error), is_new=is_new)
            return
        stack.template, stack.parameters, stack.tags = template, dict(parameters), tags
        self._note(stack, f"{word}_COMPLETE")

    def _roll_back(
        self, stack: StackState, before: tuple[str, dict[str, str]], reason: str, *, is_new: bool
    ) -> None:
        prefix = "" if is_new else "UPDATE_"
        self._note(stack, f"{prefix}ROLLBACK_IN_PROGRESS", reason)
        try:
            if is_new:
                self._delete_all(stack, is_rollback=True)
            else:
                fails_at, self.fails_at = self.fails_at, None
                try:
                    _Plan(self, stack, before[0], before[1], stack.tags).carry_out()
                finally:
                    self.fails_at = fails_at
        except Refused as error:
            self._note(stack, f"{prefix}ROLLBACK_FAILED", f"{reason}; {error}")
            return
        self._note(stack, f"{prefix}ROLLBACK_COMPLETE", reason)

    def _delete_all(self, stack: StackState, *, is_rollback: bool) -> None:
        faults = []
        for resource in reversed(list(stack.resources.values())):
            kept = {"Retain"} if is_rollback else {"Retain", "RetainExceptOnCreate"}
            try:
                if resource.deletion_policy not in kept:
                    self.remove(resource, is_rollback=is_rollback)
                del stack.resources[resource.logical_id]
            except Refused as error:
                faults.append(f"{resource.logical_id}: {error}")
        if faults:
            raise Refused("The following resource(s) failed to delete: " + "; ".join(faults))

    def make(
        self, stack: StackState, logical_id: str, definition: Mapping[str, Any], properties: Any
    ) -> None:
        """Make a resource of a stack.

        Raises:
            Refused: see its docstring.
        """
        if logical_id == self.fails_at:
            raise Refused(f"Resource handler returned message: the test lets {logical_id} fail")
        kind = definition["Type"]
        name = _NAMES.get(kind)
        physical_id = str(properties.get(name) or "") if name else ""
        if physical_id and (kind, physical_id) in self._taken:
            raise Refused(f"{physical_id} already exists in {kind}")
        physical_id = physical_id or f"{stack.name}-{logical_id}-{_make_random()}"
        attributes = self._make_in_service(stack, kind, physical_id, properties)
        self._taken.add((kind, physical_id))
        resource = Resource(
            logical_id,
            kind,
            attributes.pop("Id", physical_id),
            properties,
            attributes,
            definition.get("DeletionPolicy", "Delete"),
            definition.get("UpdateReplacePolicy", "Delete"),
        )
        stack.resources[logical_id] = resource
        self._note_resource(stack, resource, "CREATE_COMPLETE")

    def remove(self, resource: Resource, *, is_rollback: bool = False) -> None:
        """Delete a resource.

        Raises:
            Refused: it is protected, or not empty.
        """
        if resource.type == STACK:
            nested = self.stacks[resource.physical_id]
            self._note(nested, "DELETE_IN_PROGRESS")
            self._delete_all(nested, is_rollback=is_rollback)
            self._note(nested, "DELETE_COMPLETE")
        elif resource.type == "AWS::S3::Bucket":
            try:
                self.client("s3").delete_bucket(Bucket=resource.physical_id)
            except ClientError as error:
                raise Refused(str(error)) from None
        elif resource.type == "AWS::DynamoDB::Table":
            try:
                self.client("dynamodb").delete_table(TableName=resource.physical_id)
            except ClientError as error:
                raise Refused(str(error)) from None
        elif resource.type == "AWS::Cognito::UserPool":
            if resource.properties.get("DeletionProtection") == "ACTIVE":
                raise Refused("The user pool cannot be deleted because deletion protection is activated")
            self.client("cognito-idp").delete_user_pool(UserPoolId=resource.physical_id)
        elif resource.type == "AWS::KMS::Key":
            self.client("kms").schedule_key_deletion(KeyId=resource.physical_id, PendingWindowInDays=7)
        elif resource.type == "AWS::SecretsManager::Secret":
            self.client("secretsmanager").delete_secret(
                SecretId=resource.physical_id, ForceDeleteWithoutRecovery=True
            )
        elif resource.type == "AWS::Lambda::Function":
            self._reserved -= int(resource.properties.get("ReservedConcurrentExecutions", 0))
        self._taken.discard((resource.type, resource.physical_id))

    def update(
        self, stack: StackState, resource: Resource, definition: Mapping[str, Any], properties: Any
    ) -> None:
        """Change a resource in place, or replace it as AWS does.

        Raises:
            Refused: see its docstring.
        """
        if resource.type == STACK:
            self._update_nested(stack, resource, properties)
            return
        if is_replaced(resource.type, resource.properties, properties):
            old = stack.resources.pop(resource.logical_id)
            self.make(stack, old.logical_id, definition, properties)
            if old.replace_policy != "Retain":
                self.remove(old)
            return
        if resource.type == "AWS::Lambda::Function":
            self._check_concurrency(properties)
        if resource.type == "AWS::DynamoDB::Table":
            self._protect(resource, _is_protected(properties))
        resource.properties = properties
        resource.deletion_policy = definition.get("DeletionPolicy", "Delete")
        resource.replace_policy = definition.get("UpdateReplacePolicy", "Delete")
        self._note_resource(stack, resource, "UPDATE_COMPLETE")

    def _protect(self, table: Resource, is_protected: bool) -> None:
        self.client("dynamodb").update_table(
            TableName=table.physical_id, DeletionProtectionEnabled=is_protected
        )

    # Services

    def _make_in_service(
        self, stack: StackState, kind: str, physical_id: str, properties: Mapping[str, Any]
    ) -> dict[str, str]:
        match kind:
            case "AWS::CloudFormation::Stack":
                return self._make_nested(stack, physical_id, properties)
            case "AWS::S3::Bucket":
                name = str(properties.get("BucketName") or physical_id.lower()[:63])
                self.client("s3").create_bucket(Bucket=name)
                self._tag_bucket(name, stack.tags)
                return {"Id": name, "Arn": f"arn:aws:s3:::{name}", "RegionalDomainName": f"{name}.s3"}
            case "AWS::DynamoDB::Table":
                settings = {key: properties[key] for key in _TABLE_SETTINGS if key in properties}
                stream = {"StreamEnabled": True, **properties.get("StreamSpecification", {})}
                if len(stream) > 1:
                    settings["StreamSpecification"] = stream
                made = self.client("dynamodb").create_table(
                    TableName=physical_id,
                    Tags=_list_tags(stack.tags),
                    DeletionProtectionEnabled=_is_protected(properties),
                    **settings,
                )["TableDescription"]
                return {"Arn": made["TableArn"], "StreamArn": made.get("LatestStreamArn", "")}
            case "AWS::Cognito::UserPool":
                return self._make_user_pool(stack, physical_id, properties)
            case "AWS::Cognito::UserPoolClient":
                made = self.client("cognito-idp").create_user_pool_client(
                    UserPoolId=properties["UserPoolId"],
                    ClientName=physical_id,
                    ExplicitAuthFlows=properties["ExplicitAuthFlows"],
                )["UserPoolClient"]
                return {"Id": made["ClientId"]}
            case "AWS::Cognito::UserPoolGroup":
                self.client("cognito-idp").create_group(
                    UserPoolId=properties["UserPoolId"], GroupName=properties["GroupName"]
                )
                return {"Id": str(properties["GroupName"])}
            case "AWS::Lambda::Function":
                self._check_concurrency(properties)
                arn = f"arn:aws:lambda:{REGION}:{ACCOUNT_ID}:function:{physical_id}"
                self._reserved += int(properties.get("ReservedConcurrentExecutions", 0))
                return {"Arn": arn}
            case "AWS::SecretsManager::Secret":
                made = self.client("secretsmanager").create_secret(
                    Name=physical_id, SecretString=_make_secret(properties), Tags=_list_tags(stack.tags)
                )
                return {"Id": made["ARN"]}
            case "AWS::KMS::Key":
                made = self.client("kms").create_key(
                    KeyUsage=properties.get("KeyUsage", "ENCRYPT_DECRYPT"),
                    KeySpec=properties.get("KeySpec", "SYMMETRIC_DEFAULT"),
                )["KeyMetadata"]
                return {"Id": made["KeyId"], "Arn": made["Arn"]}
            case "AWS::CloudFront::Distribution":
                identifier = f"E{_make_random()}"
                return {"Id": identifier, "DomainName": f"{identifier.lower()}.cloudfront.net"}
            case "AWS::SNS::Topic":
                return {"Id": f"arn:aws:sns:{REGION}:{ACCOUNT_ID}:{physical_id}"}
            case "AWS::SQS::Queue":
                arn = f"arn:aws:sqs:{REGION}:{ACCOUNT_ID}:{physical_id}"
                address = f"https://sqs.{REGION}.amazonaws.com/{ACCOUNT_ID}/{physical_id}"
                return {"Id": address, "Arn": arn, "QueueName": physical_id}
            case _:
                return {}

    def _make_user_pool(
        self, stack: StackState, physical_id: str, properties: Mapping[str, Any]
    ) -> dict[str, str]:
        mail = properties.get("EmailConfiguration", {})
        if mail.get("EmailSendingAccount") == "DEVELOPER":
            domain = str(mail["SourceArn"]).rpartition("/")[2]
            if domain not in self.verified_domains:
                raise Refused(f"Email address is not verified. ({domain})")
        pool = self.client("cognito-idp").create_user_pool(
            PoolName=physical_id[:128],
            UserPoolTags=dict(stack.tags),
            **{key: properties[key] for key in _POOL_SETTINGS if key in properties},
        )["UserPool"]
        host = f"cognito-idp.{REGION}.amazonaws.com/{pool['Id']}"
        return {"Id": pool["Id"], "Arn": pool["Arn"], "ProviderURL": f"https://{host}", "ProviderName": host}

    def _check_concurrency(self, properties: Mapping[str, Any]) -> None:
        reserved = int(properties.get("ReservedConcurrentExecutions", 0))
        if reserved and self.concurrency_quota - self._reserved - reserved < UNRESERVED_MINIMUM:
            raise Refused(
                "Specified ReservedConcurrentExecutions for function decreases account's "
                f"UnreservedConcurrentExecution below its minimum value of [{UNRESERVED_MINIMUM}]."
            )

    def _tag_bucket(self, name: str, tags: Mapping[str, str]) -> None:
        if tags:
            self.client("s3").put_bucket_tagging(Bucket=name, Tagging={"TagSet": _list_tags(tags)})

    def _make_nested(
        self, parent: StackState, physical_id: str, properties: Mapping[str, Any]
    ) -> dict[str, str]:
        nested = StackState(_make_stack_id(physical_id), physical_id)
        self.stacks[nested.id] = nested
        template = self.read_template(properties["TemplateURL"])
        self.deploy(nested, template, _read_parameters(properties), parent.tags, is_new=True)
        if nested.status != "CREATE_COMPLETE":
            raise Refused(f"Embedded stack {nested.id} was not successfully created: {nested.reason}")
        return {"Id": nested.id}

    def _update_nested(self, parent: StackState, resource: Resource, properties: Mapping[str, Any]) -> None:
        nested = self.stacks[resource.physical_id]
        template = self.read_template(properties["TemplateURL"])
        self.deploy(nested, template, _read_parameters(properties), parent.tags, is_new=False)
        if nested.status != "UPDATE_COMPLETE":
            raise Refused(f"Embedded stack {nested.id} was not successfully updated: {nested.reason}")
        resource.properties = properties

    def read_template(self, url: str) -> str:
        """Return a template that was uploaded."""
        bucket, _, key = urlsplit(url).path.lstrip("/").partition("/")
        return str(self.client("s3").get_object(Bucket=bucket, Key=key)["Body"].read().decode())

    def get_secret(self, service: str, reference: str) -> str:
        """Return the value of a dynamic reference: `arn:…:SecretString:key:stage:version`."""
        if service != "secretsmanager":
            raise Refused(f"{{{{resolve:{service}:…}}}} is not known")
        arn, _, rest = reference.partition(":SecretString")
        key, _stage, version = [*rest.split(":")[1:], "", "", ""][:3]
        try:
            found = self.client("secretsmanager").get_secret_value(
                SecretId=arn, **({"VersionId": version} if version else {})
            )
        except ClientError as error:
            raise Refused(str(error)) from None
        text = str(found["SecretString"])
        return str(json.loads(text)[key]) if key else text

    def get_attribute(self, resource: Resource, attribute: str) -> str:
        if attribute == "Ref":
            return resource.physical_id
        if resource.type == STACK:
            outputs = self.stacks[resource.physical_id].outputs
            name = attribute.removeprefix("Outputs.")
            if name not in outputs:
                raise Refused(f"Output '{name}' not found in stack '{resource.physical_id}'")
            return outputs[name]
        service = resource.type.split("::")[1].lower()
        arn = f"arn:aws:{service}:{REGION}:{ACCOUNT_ID}:{resource.physical_id}"
        return resource.attributes.get(attribute, arn if attribute == "Arn" else f"{arn}/{attribute}")

    def _note(self, stack: StackState, status: str, reason: str = "") -> None:
        stack.status, stack.reason = status, reason
        event = Event(_make_id(), stack.name, stack.id, STACK, status, reason)
        stack.events.append(event)

    def _note_resource(self, stack: StackState, resource: Resource, status: str) -> None:
        event = Event(_make_id(), resource.logical_id, resource.physical_id, resource.type, status, "")
        stack.events.append(event)


class _Plan:
    """A template with its parameters, over the resources that a stack has."""

    def __init__(
        self,
        account: EmulatedAccount,
        stack: StackState,
        text: str,
        given: Mapping[str, str],
        tags: Mapping[str, str],
    ) -> None:
        """Read and check; nothing is changed yet.

        Raises:
            Refused: the template or a parameter is invalid.
        """
        self._account, self._stack, self._tags = account, stack, tags
        template = yaml_parse(text)
        self.parameters = _check_parameters(template.get("Parameters", {}), given)
        if "Transform" in template:
            template = json.loads(_transform(text, tuple(self.parameters.items())))
        self.template = template
        pseudo = {
            "AWS::AccountId": ACCOUNT_ID,
            "AWS::Region": REGION,
            "AWS::Partition": "aws",
            "AWS::URLSuffix": "amazonaws.com",
            "AWS::StackName": stack.name,
            "AWS::StackId": stack.id,
        }
        self._resolver = Resolver(
            template,
            {**pseudo, **self.parameters},
            resource=lambda logical_id: self._get(logical_id, "Ref"),
            attribute=self._get,
            dynamic=account.get_secret,
        )
        if faults := [fault for rule in template.get("Rules", {}).values() for fault in self._check(rule)]:
            raise Refused(f"Template validation error: {'; '.join(faults)}")
        self._definitions: dict[str, Any] = {
            logical_id: each
            for logical_id, each in template["Resources"].items()
            if "Condition" not in each or self._resolver.evaluate_condition(each["Condition"])
        }

    def _check(self, rule: Mapping[str, Any]) -> list[str]:
        if not self._resolver.resolve(rule.get("RuleCondition", True)):
            return []
        return [
            each["AssertDescription"]
            for each in rule["Assertions"]
            if not self._resolver.resolve(each["Assert"])
        ]

    def list_changes(self) -> list[tuple[str, str, str, str]]:
        """Return what differs from the stack: action, logical id, type, and whether it is replaced.

        Properties that depend on a resource which is still to be made count as changed, as in AWS.
        """
        changes = []
        for logical_id, definition in self._definitions.items():
            if logical_id not in self._stack.resources:
                changes.append(("Add", logical_id, definition["Type"], ""))
            elif definition != self._stack.definitions.get(logical_id):
                changes.append(("Modify", logical_id, definition["Type"], "Conditional"))
        for logical_id, resource in self._stack.resources.items():
            if logical_id not in self._definitions:
                changes.append(("Remove", logical_id, resource.type, ""))
        return changes

    def carry_out(self) -> None:
        """Make, change and remove resources in the order of their dependencies.

        Raises:
            Refused: a resource could not be made, changed or removed.
        """
        self._stack.tags = self._tags
        for logical_id in self._sort():
            definition = self._definitions[logical_id]
            properties = self._resolver.resolve(definition.get("Properties", {}))
            existing = self._stack.resources.get(logical_id)
            if existing is None:
                self._account.make(self._stack, logical_id, definition, properties)
            elif existing.type == STACK or existing.properties != properties:
                self._account.update(self._stack, existing, definition, properties)
        for logical_id in list(self._stack.resources):
            if logical_id not in self._definitions:
                resource = self._stack.resources.pop(logical_id)
                if resource.deletion_policy == "Delete":
                    self._account.remove(resource)
        self._stack.definitions = self._definitions
        self._stack.outputs = {
            name: str(self._resolver.resolve(output["Value"]))
            for name, output in self.template.get("Outputs", {}).items()
            if "Condition" not in output or self._resolver.evaluate_condition(output["Condition"])
        }

    def _get(self, logical_id: str, attribute: str) -> str:
        resource = self._stack.resources.get(logical_id)
        if resource is None:
            raise Refused(f"Template error: {logical_id} is used before it exists")
        return self._account.get_attribute(resource, attribute)

    def _sort(self) -> list[str]:
        """Return the logical ids so that each comes after those that it refers to.

        Raises:
            Refused: the dependencies are circular.
        """
        waiting = {
            logical_id: {each for each in self._list_references(definition) if each in self._definitions}
            for logical_id, definition in self._definitions.items()
        }
        ordered: list[str] = []
        while waiting:
            ready = [name for name, needs in waiting.items() if needs <= set(ordered)]
            if not ready:
                raise Refused(f"Circular dependency between resources: [{', '.join(waiting)}]")
            ordered += ready
            for name in ready:
                del waiting[name]
        return ordered

    def _list_references(self, value: Any) -> Iterator[str]:
        if isinstance(value, list):
            for each in value:
                yield from self._list_references(each)
        elif isinstance(value, dict):
            for key, each in value.items():
                match key:
                    case "Ref":
                        yield each
                    case "DependsOn":
                        yield from [each] if isinstance(each, str) else each
                    case "Fn::GetAtt":
                        yield each.split(".")[0] if isinstance(each, str) else each[0]
                    case "Fn::If":
                        is_true = self._resolver.evaluate_condition(each[0])
                        yield from self._list_references(each[1] if is_true else each[2])
                    case "Fn::Sub":
                        text, own = (each, {}) if isinstance(each, str) else each
                        yield from set(re.findall(r"\$\{([A-Za-z0-9]+)[.}]", text)) - own.keys()
                        yield from self._list_references(own)
                    case _:
                        yield from self._list_references(each)


@lru_cache
def _transform(text: str, parameters: tuple[tuple[str, str], ...]) -> str:
    """Transform a template of SAM into plain CloudFormation, as JSON."""
    translator = Translator({}, Parser(), boto_session=boto3.session.Session(region_name=REGION))
    return json.dumps(translator.translate(yaml_parse(text), dict(parameters)))


def is_replaced(kind: str, before: Mapping[str, Any], after: Mapping[str, Any]) -> bool:
    """Return whether a change of properties makes a new resource."""
    schema = PROVIDER_SCHEMA_MANAGER.get_resource_schema(REGION, kind).schema
    fixed = [
        path.removeprefix("/properties/").split("/")[0]
        for key in ("createOnlyProperties", "conditionalCreateOnlyProperties")
        for path in schema.get(key) or []
    ]
    return any(before.get(name) != after.get(name) for name in fixed)


def _check_parameters(declared: Mapping[str, Any], given: Mapping[str, str]) -> dict[str, str]:
    if unknown := given.keys() - declared.keys():
        raise Refused(f"Parameters: [{', '.join(sorted(unknown))}] do not exist in the template")
    values: dict[str, str] = {}
    for name, each in declared.items():
        value = given.get(name, each.get("Default"))
        if value is None:
            raise Refused(f"Parameters: [{name}] must have values")
        values[name] = str(value)
        if "AllowedValues" in each and values[name] not in map(str, each["AllowedValues"]):
            raise Refused(f"Parameter '{name}' must be one of AllowedValues")
        if "AllowedPattern" in each and not re.fullmatch(each["AllowedPattern"], values[name]):
            raise Refused(
                each.get("ConstraintDescription")
                or f"Parameter '{name}' must match pattern {each['AllowedPattern']}"
            )
    return values


def _read_parameters(properties: Mapping[str, Any]) -> dict[str, str]:
    return {key: str(value) for key, value in properties.get("Parameters", {}).items()}


def _is_protected(properties: Mapping[str, Any]) -> bool:
    return properties.get("DeletionProtectionEnabled") in (True, "true")


def _make_secret(properties: Mapping[str, Any]) -> str:
    made = properties.get("GenerateSecretString", {})
    text = secrets.token_hex(int(made.get("PasswordLength", 32)) // 2)
    if "GenerateStringKey" in made:
        return json.dumps({**json.loads(made["SecretStringTemplate"]), made["GenerateStringKey"]: text})
    return text


def _list_tags(tags: Mapping[str, str]) -> list[dict[str, str]]:
    return [{"Key": key, "Value": value} for key, value in tags.items()]


def _make_random() -> str:
    return "".join(secrets.choice(string.ascii_uppercase + string.digits) for _ in range(_ID_LENGTH))


def _make_id() -> str:
    return secrets.token_hex(16)


def _make_stack_id(name: str) -> str:
    return f"arn:aws:cloudformation:{REGION}:{ACCOUNT_ID}:stack/{name}/{_make_id()}"
