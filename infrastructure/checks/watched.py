"""Finds resources of the templates that no alarm watches.

Without one, a fault lasts until somebody complains. Each function, queue, stream, scheduled rule, user pool,
distribution, and web ACL needs an alarm on its errors, refusals, age or silence.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from infrastructure.checks.resolved_templates import ResolvedTemplate, get_physical_names, list_resources

_ALARM = "AWS::CloudWatch::Alarm"


def find_unwatched(templates: Sequence[ResolvedTemplate]) -> list[str]:
    """Return a sentence for each resource without an alarm, and for each alarm that tells nobody."""
    metrics = {name: list(_list_metrics(alarm)) for name, alarm in list_resources(templates, _ALARM)}
    watched = [metric for listed in metrics.values() for metric in listed]
    return [
        *_find_functions(templates, watched),
        *_find_streams(templates, watched),
        *_find_rules(templates, watched),
        *_find_others(templates, watched),
        *_find_silent_alarms(templates),
    ]


Metric = tuple[str, str, frozenset[str], bool]
"""Namespace, name, values of its dimensions, and true if an alarm on it rings without data."""


def _list_metrics(alarm: Mapping[str, Any]) -> Iterator[Metric]:
    rings_without_data = alarm["TreatMissingData"] == "breaching"
    expression = " ".join(each.get("Expression", "") for each in alarm.get("Metrics", ()))
    listed = [
        each["MetricStat"]["Metric"]
        for each in alarm.get("Metrics", ())
        if "MetricStat" in each and not _is_subtracted(each["Id"], expression)
    ]
    for metric in listed or [alarm]:
        values = frozenset(each["Value"] for each in metric.get("Dimensions", ()))
        yield metric.get("Namespace", ""), metric.get("MetricName", ""), values, rings_without_data


def _is_subtracted(metric: str, expression: str) -> bool:
    """Tell if more of a metric makes an expression smaller, so that no alarm rings for it."""
    return bool(re.search(rf"-\s*(\d+ \* )?(FILL\()?{metric}\b", expression))


def _is_watched(watched: Sequence[Metric], namespace: str, names: Sequence[str], value: str) -> bool:
    return any(
        metric[0] == namespace and metric[1] in names and (value in metric[2] or not value)
        for metric in watched
    )


def _find_functions(templates: Sequence[ResolvedTemplate], watched: Sequence[Metric]) -> Iterator[str]:
    names = get_physical_names(templates)
    behind_the_gateway = json.dumps(
        [api["Body"] for _, api in list_resources(templates, "AWS::ApiGatewayV2::Api")]
    )
    watches_gateway = _is_watched(watched, "AWS/ApiGateway", ("5xx",), "")
    watches_account = any(metric[:3] == ("AWS/Lambda", "Throttles", frozenset()) for metric in watched)
    for place, function in list_resources(templates, "AWS::Lambda::Function"):
        service = function["Environment"]["Variables"]["POWERTOOLS_SERVICE_NAME"]
        is_heard = any(service in metric[2] and metric[3] for metric in watched)
        is_gateways = f":function:{names[place]}/" in behind_the_gateway and watches_gateway
        if not (is_heard or is_gateways or _is_watched(watched, "AWS/Lambda", ("Errors",), names[place])):
            yield f"{place}: no alarm on its errors or its silence"
        has_reserve = "ReservedConcurrentExecutions" in function
        is_refusal_seen = watches_account and not has_reserve
        if not (
            is_refusal_seen or is_heard or _is_watched(watched, "AWS/Lambda", ("Throttles",), names[place])
        ):
            yield f"{place}: no alarm on its throttles"


def _find_streams(templates: Sequence[ResolvedTemplate], watched: Sequence[Metric]) -> Iterator[str]:
    for place, mapping in list_resources(templates, "AWS::Lambda::EventSourceMapping"):
        if not _is_watched(watched, "AWS/Lambda", ("IteratorAge",), mapping["FunctionName"]):
            yield f"{place}: no alarm on the age of its records"
        if "OnFailure" not in mapping.get("DestinationConfig", {}):
            yield f"{place}: records that fail go nowhere"


def _find_rules(templates: Sequence[ResolvedTemplate], watched: Sequence[Metric]) -> Iterator[str]:
    names = get_physical_names(templates)
    services = {
        names[place]: function["Environment"]["Variables"]["POWERTOOLS_SERVICE_NAME"]
        for place, function in list_resources(templates, "AWS::Lambda::Function")
    }
    for place, rule in list_resources(templates, "AWS::Events::Rule"):
        for target in rule["Targets"]:
            service = services.get(target["Arn"].rpartition(":")[2], "")
            if not any(service in metric[2] and metric[3] for metric in watched):
                yield f"{place}: no alarm that rings when it does not run"


def _find_others(templates: Sequence[ResolvedTemplate], watched: Sequence[Metric]) -> Iterator[str]:
    physical = get_physical_names(templates)
    for kind, namespace, names, what in (
        ("AWS::SQS::Queue", "AWS/SQS", ("ApproximateNumberOfMessagesVisible",), "what waits in it"),
        ("AWS::SQS::Queue", "AWS/SQS", ("ApproximateAgeOfOldestMessage",), "the age of what waits in it"),
        ("AWS::WAFv2::WebACL", "AWS/WAFV2", ("BlockedRequests",), "its refusals"),
        ("AWS::Cognito::UserPool", "AWS/Cognito", ("SignInThrottles",), "its throttles"),
        ("AWS::Cognito::UserPool", "AWS/Cognito", ("SignInSuccesses",), "its sign-ins"),
        ("AWS::CloudFront::Distribution", "AWS/CloudFront", ("5xxErrorRate",), "its errors"),
        ("AWS::CloudFront::Distribution", "AWS/CloudFront", ("4xxErrorRate",), "its refusals"),
        (
            "AWS::GuardDuty::MalwareProtectionPlan",
            "AWS/GuardDuty/MalwareProtection",
            ("FailedScanCount",),
            "its failures",
        ),
    ):
        for place, properties in list_resources(templates, kind):
            known = properties.get("Name", physical[place])
            # AWS makes up the ids of pools, distributions and plans, which the templates pass on.
            value = known if kind in ("AWS::SQS::Queue", "AWS::WAFv2::WebACL") else ""
            if not _is_watched(watched, namespace, names, value):
                yield f"{place}: no alarm on {what}"


def _find_silent_alarms(templates: Sequence[ResolvedTemplate]) -> Iterator[str]:
    for place, alarm in list_resources(templates, _ALARM):
        if not alarm.get("AlarmActions") or alarm.get("OKActions") != alarm["AlarmActions"]:
            yield f"{place}: tells nobody that it rings, or that it ends"


def check_watched(templates: Sequence[ResolvedTemplate]) -> str:
    """Return the sentences of `find_unwatched` as lines."""
    return "\n".join(find_unwatched(templates))
