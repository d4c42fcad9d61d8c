"""House rules: each function has its own log group with a retention, and its own narrow role."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from cfnlint.rules import CloudFormationLintRule, RuleMatch
from cfnlint.template import Template

# Added by the transform: to every role writing the function's own log and trace, to the role of a
# function that a table's stream invokes reading streams.
MANAGED_POLICIES = {
    "service-role/AWSLambdaBasicExecutionRole",
    "AWSXrayWriteOnlyAccess",
    "service-role/AWSLambdaDynamoDBExecutionRole",
}
# A phone number has no ARN, so that publishing to one is allowed by leaving out every topic.
WITHOUT_ARN = {"sns:Publish"}
# They take pictures and sessions, and no resource. Source: the service authorization reference.
WITHOUT_RESOURCES = {
    "rekognition:CompareFaces",
    "rekognition:CreateFaceLivenessSession",
    "rekognition:GetFaceLivenessSessionResults",
    "rekognition:StartFaceLivenessSession",
}


class FunctionLogs(CloudFormationLintRule):
    """Lambda's own log groups have no retention, so each function needs a declared one."""

    id = "E9102"
    shortdesc = "Log groups"
    description = "Every function names a log group of its own, and every log group has a retention"
    tags = ("lambda", "logs")

    def match(self, cfn: Template) -> list[RuleMatch]:
        """Find functions without their own log group, and log groups without a retention."""
        groups = cfn.get_resources("AWS::Logs::LogGroup")
        functions = cfn.get_resources("AWS::Lambda::Function")
        named = {
            name: function["Properties"].get("LoggingConfig", {}).get("LogGroup", {})
            for name, function in functions.items()
        }
        uses = Counter(str(reference) for reference in named.values())
        found = [
            RuleMatch(["Resources", name], f"{name} refers to no log group of its own in this template")
            for name, reference in named.items()
            if not isinstance(reference, dict)
            or reference.get("Ref") not in groups
            or uses[str(reference)] > 1
        ]
        return found + [
            RuleMatch(["Resources", name], f"{name} has no RetentionInDays")
            for name, group in groups.items()
            if "RetentionInDays" not in group.get("Properties", {})
        ]


class FunctionPermissions(CloudFormationLintRule):
    """Each function has its own role, with only the permissions that it needs."""

    id = "E9103"
    shortdesc = "Permissions of functions"
    description = "Every function has a role of its own whose actions and resources are listed"
    tags = ("lambda", "iam")

    def match(self, cfn: Template) -> list[RuleMatch]:
        """Find functions that share or import a role, and permissions that are too wide."""
        found = []
        functions = cfn.get_resources("AWS::Lambda::Function")
        roles = cfn.get_resources("AWS::IAM::Role")
        named = {name: get_role(function) for name, function in functions.items()}
        uses = Counter(named.values())
        for name, role in named.items():
            if role not in roles or uses[role] > 1:
                found.append(RuleMatch(["Resources", name], f"{name} has no role of its own"))
        for name, role in roles.items():
            found += [RuleMatch(["Resources", name], f"{name} {fault}") for fault in find_role_faults(role)]
        return found


def get_role(function: dict[str, Any]) -> str:
    """Return the logical id of a function's role; empty if the template does not have it."""
    reference = function["Properties"].get("Role")
    target = reference.get("Fn::GetAtt", [""]) if isinstance(reference, dict) else [""]
    return str(target[0])


def find_role_faults(role: dict[str, Any]) -> Iterator[str]:
    """Find permissions of a role that it does not name."""
    properties = role["Properties"]
    for policy in properties.get("ManagedPolicyArns", []):
        name = policy["Fn::Sub"] if isinstance(policy, dict) and "Fn::Sub" in policy else policy
        if str(name).partition(":policy/")[2] not in MANAGED_POLICIES:
            yield f"has the managed policy {policy}: list the actions instead"
    for policy in properties.get("Policies", []):
        for statement in make_list(policy["PolicyDocument"]["Statement"]):
            if statement.get("Effect") == "Allow":
                yield from find_statement_faults(statement)


def find_statement_faults(statement: dict[str, Any]) -> Iterator[str]:
    """Find permissions of a statement that it does not name."""
    actions = make_list(statement.get("Action", []))
    if not actions:
        yield "allows everything but NotAction"
    for action in actions:
        if "*" in str(action):
            yield f"allows {action}: list the actions"
    if "*" in make_list(statement.get("Resource", [])) and not WITHOUT_RESOURCES.issuperset(actions):
        yield f"allows {', '.join(map(str, actions))} on every resource"
    if "NotResource" in statement and not WITHOUT_ARN.issuperset(actions):
        yield f"allows {', '.join(map(str, actions))} on everything but NotResource"


def make_list(value: Any) -> list[Any]:
    """Return a list; IAM allows a single value in its place."""
    return value if isinstance(value, list) else [value]
