"""House rule: a table can be restored, is encrypted, and outlives its stack."""

from collections.abc import Iterator
from typing import Any

from cfnlint.rules import CloudFormationLintRule, RuleMatch
from cfnlint.template import Template


class Tables(CloudFormationLintRule):
    """Tables hold people's records, which no release may lose."""

    id = "E9104"
    shortdesc = "Safety of tables"
    description = "Point-in-time recovery, encryption with a KMS key, and policies that keep the table"
    tags = ("dynamodb",)

    def match(self, cfn: Template) -> list[RuleMatch]:
        """Find faults of each table."""
        return [
            RuleMatch(["Resources", name], f"{name} {fault}")
            for name, table in cfn.get_resources("AWS::DynamoDB::Table").items()
            for fault in find_table_faults(table)
        ]


def find_table_faults(table: dict[str, Any]) -> Iterator[str]:
    """Find faults of one table."""
    properties = table.get("Properties", {})
    recovery = properties.get("PointInTimeRecoverySpecification", {})
    if recovery.get("PointInTimeRecoveryEnabled") is not True:
        yield "has no point-in-time recovery"
    if properties.get("SSESpecification", {}).get("SSEEnabled") is not True:
        yield "is not encrypted with a KMS key"
    # `Retain` would also keep the tables of a first deployment that was rolled back.
    for policy, value in (("DeletionPolicy", "RetainExceptOnCreate"), ("UpdateReplacePolicy", "Retain")):
        if table.get(policy) != value:
            yield f"is not kept: set {policy} to {value}"
