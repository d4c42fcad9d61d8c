"""Capacity units of web access control lists."""

from collections.abc import Iterator, Sequence

from infrastructure.checks.resolved_templates import ResolvedTemplate, find_values, list_resources

_UNITS_OF_A_STATEMENT = {"RegexMatchStatement": 3, "ByteMatchStatement": 10, "RateBasedStatement": 2}
_UNITS_OF_A_TRANSFORMATION = 10
_UNITS_OF_A_KEY = 30
_UNITS_OF_A_MANAGED_GROUP = {
    "AWSManagedRulesAmazonIpReputationList": 25,
    "AWSManagedRulesCommonRuleSet": 700,
    "AWSManagedRulesKnownBadInputsRuleSet": 200,
}


def measure_capacity(templates: Sequence[ResolvedTemplate]) -> Iterator[tuple[str, int]]:
    """Yield each list with the most units that it can need.

    AWS counts a transformation once that several statements share. Source: AWS WAF developer guide, the page
    of each statement.
    """
    for place, properties in list_resources(templates, "AWS::WAFv2::WebACL"):
        units = sum(
            _UNITS_OF_A_STATEMENT[name]
            for name in _UNITS_OF_A_STATEMENT
            for _ in find_values(properties, name)
        )
        units += _UNITS_OF_A_TRANSFORMATION * sum(map(len, find_values(properties, "TextTransformations")))
        units += _UNITS_OF_A_KEY * sum(map(len, find_values(properties, "CustomKeys")))
        units += sum(
            _UNITS_OF_A_MANAGED_GROUP[group["Name"]]
            for group in find_values(properties, "ManagedRuleGroupStatement")
        )
        yield place, units
