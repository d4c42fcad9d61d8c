"""Policies of a role that deploys: `python -m infrastructure.checks.deployer_policy --write`.

CloudFormation makes resources with the rights of whoever deploys. AWS's schema of each type names the actions
of its handlers; `docs/deployer/` has those of the templates' types, without those that read or write data.
"""

import json
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from cfnlint.schema import PROVIDER_SCHEMA_MANAGER

from infrastructure.checks.resolved_templates import ResolvedTemplate, resolve_templates

REPOSITORY = Path(__file__).parents[2]
FOLDER = REPOSITORY / "docs/deployer"
MAX_CHARACTERS = 6144
"""Characters of a managed policy, without spaces. Source: IAM user guide, "IAM and AWS STS quotas"."""

_HANDLERS = ("create", "read", "update", "delete")
_SERVICES = {
    "ApiGatewayV2": "apigateway",
    "CloudFormation": "cloudformation",
    "CloudFront": "cloudfront",
    "CloudTrail": "cloudtrail",
    "CloudWatch": "cloudwatch",
    "Cognito": "cognito-idp",
    "DynamoDB": "dynamodb",
    "Events": "events",
    "GuardDuty": "guardduty",
    "IAM": "iam",
    "KMS": "kms",
    "Lambda": "lambda",
    "Logs": "logs",
    "S3": "s3",
    "SES": "ses",
    "SNS": "sns",
    "SQS": "sqs",
    "SecretsManager": "secretsmanager",
    "WAFv2": "wafv2",
}
"""Prefix of a service's actions, by the second part of a type."""
_DATA = {
    "dynamodb": (
        "BatchWriteItem",
        "DeleteItem",
        "GetItem",
        "ImportTable",
        "PutItem",
        "Query",
        "Scan",
        "UpdateItem",
    ),
    "iam": (
        "DeleteGroupPolicy",
        "DeleteUserPolicy",
        "DescribeOrganization",
        "GetGroupPolicy",
        "GetUserPolicy",
        "PutGroupPolicy",
        "PutUserPolicy",
    ),
    "kms": (
        "Decrypt",
        "Encrypt",
        "GenerateDataKey",
        "GenerateDataKeyWithoutPlaintext",
        "ReEncryptFrom",
        "ReEncryptTo",
    ),
    "logs": ("CreateLogStream", "PutLogEvents"),
    "s3": (
        "DeleteObject",
        "GetObject",
        "GetObjectMetadata",
        "GetObjectVersion",
        "PutObjectAcl",
        "REST.PUT.OBJECT",
        "getObject",
    ),
}
"""Actions that read or write people's data, or belong to things that the templates do not have."""
_UNNAMED = {
    # CloudWatch Logs delivers CloudFront's log. Source: its user guide, "Enable logging from AWS services".
    "cloudfront": ("AllowVendedLogDeliveryForResource",),
    # A function's environment has a key of its own, which Lambda encrypts with for whoever deploys.
    "kms": ("Decrypt", "Encrypt", "GenerateDataKey"),
    # SAM takes the code of functions from its bucket.
    "s3": ("GetObject",),
}
"""Actions that the schemas leave out, or that are left out above and needed all the same."""

COMMANDS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "Account": {
        "sts": ("GetCallerIdentity",),
        "cloudformation": ("ListStacks",),
    },
    "Checks": {
        "acm": ("DescribeCertificate",),
        "cloudtrail": ("DescribeTrails", "GetTrailStatus"),
        "cognito-idp": ("DescribeUserPool", "DescribeUserPoolDomain"),
        "lambda": ("GetAccountSettings",),
        "servicequotas": ("GetServiceQuota", "ListServiceQuotas"),
        "ses": ("GetAccount", "GetEmailIdentity"),
        "sms-voice": ("DescribePhoneNumbers",),
        "sns": ("GetSMSAttributes", "GetSMSSandboxAccountStatus", "ListSubscriptionsByTopic"),
        "ssm": ("DescribeParameters", "GetParameter", "GetParameters"),
    },
    "Deployment": {
        "cloudformation": (
            "CreateChangeSet",
            "DeleteChangeSet",
            "DescribeChangeSet",
            "DescribeStackEvents",
            "DescribeStackResource",
            "DescribeStackResources",
            "DescribeStacks",
            "ExecuteChangeSet",
            "GetTemplate",
            "GetTemplateSummary",
            "ListStackResources",
            "UpdateTerminationProtection",
        ),
    },
    "WebAppAndPackages": {
        "cloudfront": ("CreateInvalidation",),
        "s3": ("CreateBucket", "DeleteObject", "GetBucketLocation", "GetObject", "ListBucket", "PutObject"),
    },
}
"""Actions of the commands in docs/deploy.md up to its section 5."""


def list_resource_actions(templates: Iterable[ResolvedTemplate]) -> Mapping[str, set[str]]:
    """Return the actions with which the templates' types are made, changed and removed, by service."""
    actions: dict[str, set[str]] = defaultdict(set)
    kinds = {resource["Type"] for each in templates for resource in each.resolved["Resources"].values()}
    known = {_SERVICES[kind.split("::")[1]] for kind in kinds}
    for kind in sorted(kinds):
        schema = PROVIDER_SCHEMA_MANAGER.get_resource_schema("us-east-1", kind).schema
        for handler in _HANDLERS:
            for action in schema.get("handlers", {}).get(handler, {}).get("permissions", ()):
                service, _, name = action.partition(":")
                if service.lower() in known and name not in _DATA.get(service.lower(), ()):
                    actions[service.lower()].add(name[0].upper() + name[1:])
    for service, names in _UNNAMED.items():
        actions[service].update(names)
    return actions


def build_policies(templates: Iterable[ResolvedTemplate]) -> Mapping[str, dict[str, Any]]:
    """Return the policies by the names of their files; each fits into a managed policy."""
    statements = list(_make_statements(list_resource_actions(templates)))
    policies: dict[str, dict[str, Any]] = {
        "commands.json": _make_policy(
            [statement for sid, actions in COMMANDS.items() for statement in [_make_statement(sid, actions)]]
        )
    }
    part: list[dict[str, Any]] = []
    for statement in statements:
        if count_characters(_make_policy([*part, statement])) > MAX_CHARACTERS:
            policies[f"resources-{len(policies)}.json"] = _make_policy(part)
            part = []
        part.append(statement)
    policies[f"resources-{len(policies)}.json"] = _make_policy(part)
    return policies


def count_characters(policy: Mapping[str, Any]) -> int:
    """Return the characters of a policy that count."""
    return len(json.dumps(policy, separators=(",", ":")))


def is_allowed(policies: Iterable[Mapping[str, Any]], action: str) -> bool:
    """Tell if one of the policies allows an action."""
    return any(action in statement["Action"] for policy in policies for statement in policy["Statement"])


def _make_statements(actions: Mapping[str, set[str]]) -> Iterator[dict[str, Any]]:
    for service in sorted(actions):
        yield _make_statement(service.title().replace("-", ""), {service: tuple(sorted(actions[service]))})


def _make_statement(sid: str, actions: Mapping[str, tuple[str, ...]]) -> dict[str, Any]:
    named = [f"{service}:{name}" for service, names in actions.items() for name in names]
    return {"Sid": sid, "Effect": "Allow", "Action": sorted(named), "Resource": "*"}


def _make_policy(statements: list[dict[str, Any]]) -> dict[str, Any]:
    return {"Version": "2012-10-17", "Statement": statements}


def read_policies() -> Mapping[str, dict[str, Any]]:
    """Read the policies in docs/deployer by the names of their files."""
    return {file.name: json.loads(file.read_text(encoding="utf-8")) for file in FOLDER.glob("*.json")}


def check_deployer_policy(templates: Iterable[ResolvedTemplate]) -> str:
    """Return a line if the files in docs/deployer are not those of the templates."""
    if read_policies() == build_policies(templates):
        return ""
    return "docs/deployer is out of date: run python -m infrastructure.checks.deployer_policy --write"


def main(arguments: list[str]) -> int:
    """Check the policies, or write them."""
    templates = resolve_templates(REPOSITORY / "template.yaml")
    if arguments == ["--write"]:
        FOLDER.mkdir(exist_ok=True)
        for file in FOLDER.glob("*.json"):
            file.unlink()
        for name, policy in build_policies(templates).items():
            (FOLDER / name).write_text(f"{json.dumps(policy, indent=2)}\n", encoding="utf-8")
        return 0
    finding = check_deployer_policy(templates)
    print(finding or "The policies are those of the templates.")
    return 1 if finding else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
