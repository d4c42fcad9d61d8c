"""Adds up what the templates need of each AWS quota in `aws_quotas.yaml`."""

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

import yaml

from infrastructure.checks.resolved_templates import (
    ResolvedTemplate,
    count_dynamic_references,
    find_values,
    get_physical_names,
    list_resources,
)
from infrastructure.checks.stored_data import RELEASED, describe_stored_data
from infrastructure.checks.web_acls import measure_capacity

QUOTAS = Path(__file__).with_name("aws_quotas.yaml")
STAGES_IN_ONE_ACCOUNT = 3
WARNED_SHARE = 0.8

_OVERHEAD_OF_A_PERMISSION = len(
    '{"Sid":"","Effect":"Allow","Principal":{"Service":""},"Action":"","Resource":"","Condition":{"ArnLike":'
    '{"AWS:SourceArn":""},"StringEquals":{"AWS:SourceAccount":"123456789012"}}},'
)

Figure = tuple[str, int]
"""A place in the templates, and the figure there."""
Measure = Callable[[Sequence[ResolvedTemplate]], Iterable[Figure]]


@dataclass(frozen=True)
class Quota:
    """A limit of AWS."""

    name: str
    what: str
    value: int
    raisable: bool  # AWS raises it on request
    source: str  # address of the page that states it
    looked: date | None  # when somebody compared the value with that page; None if nobody has


@dataclass(frozen=True)
class Need:
    """How much of a quota the templates need at most, and where."""

    quota: Quota
    place: str
    figure: int

    @property
    def share(self) -> float:
        """Return the share of the quota."""
        return self.figure / self.quota.value

    def __str__(self) -> str:
        """Return a line for people."""
        asked = " (AWS raises it on request)" if self.quota.raisable else ""
        return (
            f"{self.quota.name}: {self.figure:,} of {self.quota.value:,}{asked} at {self.place}. "
            f"{self.quota.what}; {self.quota.source}"
        )


def read_quotas() -> Mapping[str, Quota]:
    """Read the quotas by name."""
    rows = yaml.safe_load(QUOTAS.read_text(encoding="utf-8"))
    return {name: Quota(name, **row) for name, row in rows.items()}


def list_needs(templates: Sequence[ResolvedTemplate]) -> list[Need]:
    """Return the largest figure for each quota; 0 if no template has such a thing.

    Raises:
        KeyError: a quota without a measure, or a measure without a quota.
    """
    quotas = read_quotas()
    if difference := quotas.keys() ^ MEASURES.keys():
        raise KeyError(f"in aws_quotas.yaml or in MEASURES alone: {sorted(difference)}")
    needs = []
    for name, quota in quotas.items():
        place, figure = max(MEASURES[name](templates), key=lambda each: each[1], default=("no template", 0))
        needs.append(Need(quota, place, figure))
    return needs


def check_quotas(templates: Sequence[ResolvedTemplate]) -> str:
    """Return a line for each quota that AWS would refuse the templates for; print what comes near."""
    needs = list_needs(templates)
    for need in needs:
        if WARNED_SHARE < need.share <= 1:
            print(f"note: {need.share:.0%} of {need}")
    return "\n".join(f"AWS refuses {need}" for need in needs if need.share > 1)


def get_size(value: Any) -> int:
    """Return the bytes of a text, or of JSON without spaces."""
    text = value if isinstance(value, str) else json.dumps(value, separators=(",", ":"), ensure_ascii=False)
    return len(text.encode())


def _measure_stack(section: str) -> Measure:
    return lambda templates: ((each.name, len(each.written.get(section, ()))) for each in templates)


def _measure_values(kind: str, key: str, size: Callable[[Any], int] = get_size) -> Measure:
    """Measure each value under a key, at any depth of the resources of a type."""
    return lambda templates: (
        (place, size(value))
        for place, properties in list_resources(templates, kind)
        for value in find_values(properties, key)
    )


def _measure_total(kind: str, key: str, size: Callable[[Any], int]) -> Measure:
    """Measure the sum of the values under a key, for each resource of a type."""
    return lambda templates: (
        (place, sum(map(size, find_values(properties, key))))
        for place, properties in list_resources(templates, kind)
    )


def _count_in_account(*kinds: str, others: int = 0) -> Measure:
    def count(templates: Sequence[ResolvedTemplate]) -> Iterator[Figure]:
        found = sum(len(list(list_resources(templates, kind))) for kind in kinds)
        yield "the account", found * STAGES_IN_ONE_ACCOUNT + others

    return count


def _measure_generated_names(kind: str, *keys: str) -> Measure:
    """Measure names that the template gives; AWS shortens those that it makes up."""
    return lambda templates: (
        (place, len(properties[key]))
        for place, properties in list_resources(templates, kind)
        for key in keys
        if key in properties
    )


def _measure_parameters(templates: Sequence[ResolvedTemplate]) -> Iterator[Figure]:
    for place, properties in list_resources(templates, "AWS::CloudFormation::Stack"):
        for name, value in properties.get("Parameters", {}).items():
            yield f"{place}.{name}", get_size(str(value))


def _measure_stack_names(templates: Sequence[ResolvedTemplate]) -> Iterator[Figure]:
    # A nested stack is named after the root, its logical id, and 13 characters.
    for template in templates:
        for place, properties in template.list_resources("AWS::Cognito::UserPool"):
            yield place, len(properties["UserPoolName"])


def _measure_role_policies(templates: Sequence[ResolvedTemplate]) -> Iterator[Figure]:
    sizes: Counter[str] = Counter()
    for place, properties in list_resources(templates, "AWS::IAM::Role"):
        sizes[place] += sum(get_size(each["PolicyDocument"]) for each in properties.get("Policies", ()))
    largest = max(sizes.values(), default=0)
    yield from sizes.items()
    for place, properties in list_resources(templates, "AWS::IAM::Policy"):
        # Attached to a role of another stack: at worst to the largest.
        yield place, get_size(properties["PolicyDocument"]) + largest


def _measure_function_policies(templates: Sequence[ResolvedTemplate]) -> Iterator[Figure]:
    sizes: Counter[str] = Counter()
    for place, properties in list_resources(templates, "AWS::Lambda::Permission"):
        sizes[properties["FunctionName"]] += _OVERHEAD_OF_A_PERMISSION + len(place)
        sizes[properties["FunctionName"]] += sum(get_size(str(value)) for value in properties.values())
    return iter(sizes.items())


def _measure_environments(templates: Sequence[ResolvedTemplate]) -> Iterator[Figure]:
    for place, properties in list_resources(templates, "AWS::Lambda::Function"):
        variables = properties.get("Environment", {}).get("Variables", {})
        yield place, get_size({name: str(value) for name, value in variables.items()})


def _list_api_functions(templates: Sequence[ResolvedTemplate]) -> tuple[set[str], set[str]]:
    """Return the ARNs in addresses of integrations, and of authorizers."""
    called, asked = set(), set()
    for _, properties in list_resources(templates, "AWS::ApiGatewayV2::Api"):
        body = properties["Body"]
        called |= {each["uri"] for each in find_values(body, "x-amazon-apigateway-integration")}
        asked |= {each["authorizerUri"] for each in find_values(body, "x-amazon-apigateway-authorizer")}
    return called, asked


def _measure_timeouts(chosen: int) -> Measure:
    def measure(templates: Sequence[ResolvedTemplate]) -> Iterator[Figure]:
        addresses = _list_api_functions(templates)[chosen]
        names = get_physical_names(templates)
        for place, properties in list_resources(templates, "AWS::Lambda::Function"):
            if any(f":function:{names[place]}/" in address for address in addresses):
                yield place, properties["Timeout"]

    return measure


def _measure_trigger_timeouts(templates: Sequence[ResolvedTemplate]) -> Iterator[Figure]:
    triggers = [
        arn
        for _, properties in list_resources(templates, "AWS::Cognito::UserPool")
        for arn in find_values(properties.get("LambdaConfig", {}), "LambdaArn")
    ]
    names = get_physical_names(templates)
    for place, properties in list_resources(templates, "AWS::Lambda::Function"):
        if any(arn.endswith(f":function:{names[place]}") for arn in triggers):
            yield place, properties["Timeout"]


def _measure_api(part: str) -> Measure:
    def measure(templates: Sequence[ResolvedTemplate]) -> Iterator[Figure]:
        for place, properties in list_resources(templates, "AWS::ApiGatewayV2::Api"):
            yield place, len(list(find_values(properties["Body"], part)))

    return measure


def _measure_new_indexes(templates: Sequence[ResolvedTemplate]) -> Iterator[Figure]:
    del templates
    released = json.loads(RELEASED.read_text(encoding="utf-8"))
    root = Path(__file__).parents[2] / "template.yaml"
    for place, after in describe_stored_data(root).items():
        before = released.get(place)
        if before is not None and "GlobalIndexes" in after:
            yield place, len(after["GlobalIndexes"].keys() - before.get("GlobalIndexes", {}).keys())


def _measure_stream_readers(templates: Sequence[ResolvedTemplate]) -> Iterator[Figure]:
    readers: Counter[str] = Counter()
    for _, properties in list_resources(templates, "AWS::Lambda::EventSourceMapping"):
        readers[properties["EventSourceArn"]] += 1
    return iter(readers.items())


def _measure_projections(templates: Sequence[ResolvedTemplate]) -> Iterator[Figure]:
    for place, properties in list_resources(templates, "AWS::DynamoDB::Table"):
        yield place, sum(map(len, find_values(properties, "NonKeyAttributes")))


def _measure_alarm_metrics(templates: Sequence[ResolvedTemplate]) -> Iterator[Figure]:
    for place, properties in list_resources(templates, "AWS::CloudWatch::Alarm"):
        yield place, len(list(find_values(properties.get("Metrics", []), "MetricStat"))) or 1


def _measure_alarm_hours(*, of_queries: bool) -> Measure:
    def measure(templates: Sequence[ResolvedTemplate]) -> Iterator[Figure]:
        for place, properties in list_resources(templates, "AWS::CloudWatch::Alarm"):
            queries = [
                each for each in properties.get("Metrics", []) if "SELECT" in each.get("Expression", "")
            ]
            if bool(queries) is of_queries:
                period = max(find_values(properties, "Period"))
                yield place, -(-period * properties["EvaluationPeriods"] // 3600)

    return measure


def _measure_topic_policies(templates: Sequence[ResolvedTemplate]) -> Iterator[Figure]:
    sizes: dict[str, int] = defaultdict(int)
    for _, properties in list_resources(templates, "AWS::SNS::TopicPolicy"):
        for topic in properties["Topics"]:
            sizes[topic] += get_size(properties["PolicyDocument"])
    return iter(sizes.items())


def _measure_selectors(templates: Sequence[ResolvedTemplate]) -> Iterator[Figure]:
    for place, properties in list_resources(templates, "AWS::CloudTrail::Trail"):
        fields = [each for group in find_values(properties, "FieldSelectors") for each in group]
        yield place, sum(len(value) for each in fields for value in each.values() if isinstance(value, list))


MEASURES: Mapping[str, Measure] = {
    "cloudformation-template-bytes": lambda templates: ((each.name, each.size) for each in templates),
    "cloudformation-resources": _measure_stack("Resources"),
    "cloudformation-parameters": _measure_stack("Parameters"),
    "cloudformation-outputs": _measure_stack("Outputs"),
    "cloudformation-parameter-bytes": _measure_parameters,
    "cloudformation-dynamic-references": lambda templates: (
        (each.name, count_dynamic_references(each)) for each in templates
    ),
    "cloudformation-stack-name-characters": _measure_stack_names,
    "waf-pattern-characters": _measure_values("AWS::WAFv2::WebACL", "RegexString"),
    "waf-string-characters": _measure_values("AWS::WAFv2::WebACL", "SearchString"),
    "waf-rates": _measure_total("AWS::WAFv2::WebACL", "RateBasedStatement", lambda _: 1),
    "waf-response-headers": _measure_total("AWS::WAFv2::WebACL", "ResponseHeaders", len),
    "waf-headers-of-a-response": _measure_values("AWS::WAFv2::WebACL", "ResponseHeaders", len),
    "waf-response-body-bytes": _measure_values("AWS::WAFv2::WebACL", "Content"),
    "waf-transformations": _measure_values("AWS::WAFv2::WebACL", "TextTransformations", len),
    "waf-capacity-units": measure_capacity,
    "waf-web-acls": _count_in_account("AWS::WAFv2::WebACL"),
    "cloudfront-response-headers-policies": _count_in_account("AWS::CloudFront::ResponseHeadersPolicy"),
    "cloudfront-headers-of-a-policy": _measure_values(
        "AWS::CloudFront::ResponseHeadersPolicy", "CustomHeadersConfig", lambda value: len(value["Items"])
    ),
    "cloudfront-cache-policies": _count_in_account("AWS::CloudFront::CachePolicy"),
    "cloudfront-origin-request-policies": _count_in_account("AWS::CloudFront::OriginRequestPolicy"),
    "cloudfront-headers-of-an-origin-request-policy": lambda templates: (
        (place, len(value))
        for kind in ("AWS::CloudFront::OriginRequestPolicy", "AWS::CloudFront::CachePolicy")
        for place, properties in list_resources(templates, kind)
        for value in find_values(properties, "Headers")
    ),
    "cloudfront-behaviors": _measure_values("AWS::CloudFront::Distribution", "CacheBehaviors", len),
    "cloudfront-function-bytes": _measure_values("AWS::CloudFront::Function", "FunctionCode"),
    "cloudfront-function-name-characters": _measure_generated_names("AWS::CloudFront::Function", "Name"),
    "cloudfront-origin-header-characters": _measure_values("AWS::CloudFront::Distribution", "HeaderValue"),
    "iam-role-policy-characters": _measure_role_policies,
    "iam-trust-policy-characters": _measure_values("AWS::IAM::Role", "AssumeRolePolicyDocument"),
    "iam-role-name-characters": _measure_generated_names("AWS::IAM::Role", "RoleName"),
    "iam-managed-policies": _measure_values("AWS::IAM::Role", "ManagedPolicyArns", len),
    "iam-roles": _count_in_account("AWS::IAM::Role"),
    "lambda-environment-bytes": _measure_environments,
    "lambda-layers": _measure_values("AWS::Lambda::Function", "Layers", len),
    "lambda-policy-bytes": _measure_function_policies,
    "lambda-trigger-seconds": _measure_trigger_timeouts,
    "api-routes": _measure_api("x-amazon-apigateway-integration"),
    "api-integrations": _measure_api("x-amazon-apigateway-integration"),
    "api-authorizers": _measure_api("x-amazon-apigateway-authorizer"),
    "api-log-format-bytes": _measure_values("AWS::ApiGatewayV2::Stage", "Format"),
    "api-seconds": _measure_timeouts(0),
    "api-authorizer-seconds": _measure_timeouts(1),
    "dynamodb-indexes": _measure_values("AWS::DynamoDB::Table", "GlobalSecondaryIndexes", len),
    "dynamodb-local-indexes": _measure_values("AWS::DynamoDB::Table", "LocalSecondaryIndexes", len),
    "dynamodb-new-indexes": _measure_new_indexes,
    "dynamodb-stream-readers": _measure_stream_readers,
    "dynamodb-projected-attributes": _measure_projections,
    "cloudwatch-metrics-of-an-alarm": _measure_alarm_metrics,
    "cloudwatch-query-hours": _measure_alarm_hours(of_queries=True),
    "cloudwatch-evaluation-hours": _measure_alarm_hours(of_queries=False),
    "cloudwatch-alarm-actions": _measure_values("AWS::CloudWatch::Alarm", "AlarmActions", len),
    "cloudwatch-alarm-description-characters": _measure_values("AWS::CloudWatch::Alarm", "AlarmDescription"),
    "cloudwatch-alarms": _count_in_account("AWS::CloudWatch::Alarm"),
    "cloudtrail-trails": _count_in_account("AWS::CloudTrail::Trail", others=1),
    "cloudtrail-selector-values": _measure_selectors,
    "cognito-client-urls": lambda templates: (
        (place, len(value))
        for place, properties in list_resources(templates, "AWS::Cognito::UserPoolClient")
        for key in ("CallbackURLs", "LogoutURLs")
        for value in find_values(properties, key)
    ),
    "cognito-attributes": _measure_values("AWS::Cognito::UserPool", "Schema", len),
    "cognito-domain-characters": _measure_generated_names("AWS::Cognito::UserPoolDomain", "Domain"),
    "ses-event-destinations": lambda templates: iter(
        Counter(
            properties["ConfigurationSetName"]
            for _, properties in list_resources(templates, "AWS::SES::ConfigurationSetEventDestination")
        ).items()
    ),
    "ses-configuration-set-name-characters": lambda templates: (
        (place, len(properties["ConfigurationSetName"]))
        for place, properties in list_resources(templates, "AWS::SES::ConfigurationSetEventDestination")
    ),
    "sns-policy-bytes": _measure_topic_policies,
    "sqs-retention-days": _measure_values(
        "AWS::SQS::Queue", "MessageRetentionPeriod", lambda seconds: -(-seconds // 86400)
    ),
    "events-rule-name-characters": _measure_generated_names("AWS::Events::Rule", "Name"),
    "events-targets": _measure_values("AWS::Events::Rule", "Targets", len),
    "s3-policy-bytes": _measure_values("AWS::S3::BucketPolicy", "PolicyDocument"),
    "kms-policy-bytes": _measure_values("AWS::KMS::Key", "KeyPolicy"),
    "logs-delivery-name-characters": lambda templates: (
        figure
        for kind in ("AWS::Logs::DeliverySource", "AWS::Logs::DeliveryDestination")
        for figure in _measure_generated_names(kind, "Name")(templates)
    ),
    "guardduty-buckets": _count_in_account("AWS::GuardDuty::MalwareProtectionPlan"),
}
