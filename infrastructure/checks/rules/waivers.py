"""House rule: each waiver of a check has a reason."""

from typing import Any

from cfnlint.rules import CloudFormationLintRule, RuleMatch
from cfnlint.template import Template

MIN_REASON_LENGTH = 20


class Waivers(CloudFormationLintRule):
    """A waiver without a reason looks like an oversight."""

    id = "E9105"
    shortdesc = "Waivers"
    description = (
        "Every waiver of a check in a resource's metadata has a reason; cfn-lint's rules are not waived"
    )
    tags = ("metadata",)

    def match(self, cfn: Template) -> list[RuleMatch]:
        """Find waivers without a reason."""
        found = []
        for name, resource in cfn.get_resources().items():
            metadata = resource.get("Metadata", {})
            if "cfn-lint" in metadata:
                found.append(RuleMatch(["Resources", name], f"{name} waives a rule of cfn-lint"))
            found += [
                RuleMatch(["Resources", name], f"{name} waives {waiver.get('id')} without a reason")
                for waiver in list_waivers(metadata)
                if len(str(waiver.get("comment", ""))) < MIN_REASON_LENGTH
            ]
        return found


def list_waivers(metadata: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the checks that a resource's metadata waives."""
    waivers: list[dict[str, Any]] = metadata.get("checkov", {}).get("skip", [])
    return waivers
