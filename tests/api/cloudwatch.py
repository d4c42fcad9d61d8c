"""Alarms of monitoring.yaml, evaluated over metrics as CloudWatch does.

Sources: the CloudWatch user guide, "Using Amazon CloudWatch alarms" and "Using math expressions with
CloudWatch metrics"; of each metric, the developer guide of its service.
"""

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from infrastructure.checks.resolved_templates import resolve_templates
from infrastructure.settings import REPOSITORY

MONITORING = REPOSITORY / "infrastructure/stacks/monitoring.yaml"
NAMESPACE = "Saguaro/saguaro-prod"
QUOTAS = {"MailDailyQuota": 3_000_000, "TextMonthlySpend": 20_000, "AccountConcurrency": 1000}
PARAMETERS = {
    "AlarmMail": "on-call@az.example.gov",
    "MetricsNamespace": NAMESPACE,
    "ApiId": "api",
    "ApiLogsName": "/aws/vendedlogs/apigateway/saguaro-prod",
    "AccessLogSealerFunctionName": "accesslogsealer",
    "DeliveryEventsFunctionName": "deliveryevents",
    "MaintenanceFunctionName": "maintenance",
    "NotifierFunctionName": "notifier",
    "PeopleTokensFunctionName": "peopletokens",
    "SignInTokensFunctionName": "signintokens",
    "UserPoolId": "pool",
    "UserPoolClientId": "client",
    "SignInAclName": "sign-in",
    "FailuresQueueName": "failures",
    "DistributionId": "distribution",
    "WebAclName": "portal",
    "CertificateArn": "certificate",
    "MalwarePlanId": "plan",
    "AttachmentsBucketName": "attachments",
    **QUOTAS,
}

Alarm = Mapping[str, Any]
Series = tuple[str, str, frozenset[tuple[str, str]]]
"""Namespace, name, and dimensions of a metric."""
Observation = tuple[float, float]
"""A value, and how often it was observed."""


def read_alarms() -> Mapping[str, Alarm]:
    """Return the alarms of a stage by name."""
    (template,) = resolve_templates(MONITORING, "saguaro-prod", PARAMETERS)
    return {
        place.partition(".")[2]: alarm for place, alarm in template.list_resources("AWS::CloudWatch::Alarm")
    }


def make_series(metric: Mapping[str, Any]) -> Series:
    """Return the series of an alarm, or of a metric in its expression."""
    dimensions = frozenset((each["Name"], str(each["Value"])) for each in metric.get("Dimensions", ()))
    return metric["Namespace"], metric["MetricName"], dimensions


def list_series(alarm: Alarm) -> Iterator[Series]:
    """List the series that an alarm looks at."""
    if "MetricName" in alarm:
        yield make_series(alarm)
    for each in alarm.get("Metrics", ()):
        if "MetricStat" in each:
            yield make_series(each["MetricStat"]["Metric"])


@dataclass
class Metrics:
    """Observations of each series, by minute."""

    observations: dict[Series, dict[int, list[Observation]]] = field(
        default_factory=lambda: defaultdict(lambda: defaultdict(list))
    )

    def add(self, series: Series, minute: int, value: float, count: float = 1) -> None:
        """Add a value that was observed some times in a minute."""
        self.observations[series][minute].append((value, count))

    def replace(self, series: Series, minutes: Iterable[int], *observed: Observation) -> None:
        """Replace what was observed in each of the minutes; without observations there is no data."""
        for minute in minutes:
            self.observations[series].pop(minute, None)
            if observed:
                self.observations[series][minute] = list(observed)

    def read(self, series: Series, end: int, minutes: int) -> list[Observation]:
        """Return what was observed in the minutes before `end`."""
        by_minute = self.observations.get(series, {})
        return [each for minute in range(end - minutes, end) for each in by_minute.get(minute, ())]

    def add_logged(self, output: str, minute: int) -> None:
        """Add the metrics of log lines in embedded metric format."""
        for line in output.splitlines():
            if '"CloudWatchMetrics"' not in line:
                continue
            content = json.loads(line)
            for each in content["_aws"]["CloudWatchMetrics"]:
                (names,) = each["Dimensions"]
                dimensions = frozenset((name, content[name]) for name in names)
                for metric in each["Metrics"]:
                    for value in content[metric["Name"]]:
                        self.add((NAMESPACE, metric["Name"], dimensions), minute, value)


def compute(statistic: str, observed: list[Observation]) -> float | None:
    """Compute a statistic; None without data."""
    if not observed:
        return None
    total = sum(count for _, count in observed)
    if statistic == "Sum":
        return sum(value * count for value, count in observed)
    if statistic == "SampleCount":
        return total
    if statistic == "Average":
        return sum(value * count for value, count in observed) / total
    if statistic in ("Minimum", "Maximum"):
        choose = min if statistic == "Minimum" else max
        return choose(value for value, count in observed if count)
    share, passed = float(statistic.removeprefix("p")) / 100, 0.0
    for value, count in sorted(observed):
        passed += count
        if passed >= share * total:
            return value
    raise AssertionError(statistic)


def is_ringing(alarm: Alarm, metrics: Metrics, end: int) -> bool:
    """Tell if an alarm is in its state ALARM at a minute."""
    (seconds,) = {
        each.get("Period") or each["MetricStat"]["Period"]
        for each in (alarm.get("Metrics") or [alarm])
        if "Period" in each or "MetricStat" in each
    }
    minutes = seconds // 60
    return all(
        _is_breaching(alarm, _evaluate(alarm, metrics, end - period * minutes, minutes))
        for period in range(alarm["EvaluationPeriods"])
    )


def list_ringing(alarms: Mapping[str, Alarm], metrics: Metrics, minutes: Iterable[int]) -> set[str]:
    """Return the names of the alarms that ring at one of the minutes."""
    moments = list(minutes)
    return {name for name, alarm in alarms.items() if any(is_ringing(alarm, metrics, end) for end in moments)}


def _is_breaching(alarm: Alarm, value: float | None) -> bool:
    if value is None:
        return bool(alarm["TreatMissingData"] == "breaching")
    threshold = alarm["Threshold"]
    return {
        "GreaterThanThreshold": value > threshold,
        "GreaterThanOrEqualToThreshold": value >= threshold,
        "LessThanOrEqualToThreshold": value <= threshold,
    }[alarm["ComparisonOperator"]]


def _evaluate(alarm: Alarm, metrics: Metrics, end: int, minutes: int) -> float | None:
    if "MetricName" in alarm:
        statistic = alarm.get("Statistic") or alarm["ExtendedStatistic"]
        return compute(statistic, metrics.read(make_series(alarm), end, minutes))
    values: dict[str, float | None] = {}
    for each in alarm["Metrics"]:
        if "MetricStat" in each:
            stat = each["MetricStat"]
            values[each["Id"]] = compute(
                stat["Stat"], metrics.read(make_series(stat["Metric"]), end, minutes)
            )
        elif each["Expression"].startswith("SELECT"):
            return _query(each["Expression"], metrics, end, minutes)
        else:
            return _calculate(each["Expression"], values)
    raise AssertionError("an alarm has one expression or metric")


def _query(expression: str, metrics: Metrics, end: int, minutes: int) -> float | None:
    found = re.fullmatch(r'SELECT SUM\((\w+)\) FROM SCHEMA\("([^"]+)", (.+)\)', expression)
    assert found, expression
    keys = set(found[3].split(", "))
    observed = [
        each
        for series in list(metrics.observations)
        if series[:2] == (found[2], found[1]) and {name for name, _ in series[2]} == keys
        for each in metrics.read(series, end, minutes)
    ]
    return compute("Sum", observed)


def _calculate(expression: str, values: Mapping[str, float | None]) -> float | None:
    text = expression.replace(" AND ", " and ")
    functions = {
        "IF": lambda condition, then, otherwise: then if condition else otherwise,
        "FILL": lambda value, filling: filling if value is None else value,
    }
    try:
        return float(eval(text, {"__builtins__": {}}, {**functions, **values}))  # noqa: S307
    except (TypeError, ZeroDivisionError):
        # CloudWatch returns nothing for a period in which a metric has no data, or a divisor is 0.
        return None


ALARMS = read_alarms()


MINUTES = 120


QUIET: dict[tuple[str, str], list[tuple[float, float]]] = {
    ("AWS/ApiGateway", "Count"): [(1, 600)],
    ("AWS/ApiGateway", "4xx"): [(0, 588), (1, 12)],
    ("AWS/ApiGateway", "5xx"): [(0, 600)],
    ("AWS/ApiGateway", "Latency"): [(120, 580), (900, 20)],
    ("AWS/CertificateManager", "DaysToExpiry"): [(200, 1)],
    ("AWS/CloudFront", "Requests"): [(1, 2000)],
    ("AWS/CloudFront", "4xxErrorRate"): [(1.5, 1)],
    ("AWS/CloudFront", "5xxErrorRate"): [(0.02, 1)],
    ("AWS/Cognito", "SignInSuccesses"): [(1, 20), (0, 3)],
    ("AWS/Cognito", "SignInThrottles"): [(0, 23)],
    ("AWS/Cognito", "SignUpThrottles"): [(0, 2)],
    ("AWS/Cognito", "TokenRefreshSuccesses"): [(1, 60)],
    ("AWS/Cognito", "TokenRefreshThrottles"): [(0, 60)],
    ("AWS/GuardDuty/MalwareProtection", "CompletedScanCount"): [(1, 4)],
    ("AWS/GuardDuty/MalwareProtection", "FailedScanCount"): [(0, 4)],
    ("AWS/GuardDuty/MalwareProtection", "SkippedScanCount"): [(0, 4)],
    ("AWS/Lambda", "ConcurrentExecutions"): [(40, 1)],
    ("AWS/Lambda", "Duration"): [(30, 80), (900, 1)],
    ("AWS/Lambda", "Errors"): [(0, 20)],
    ("AWS/Lambda", "IteratorAge"): [(800, 3)],
    ("AWS/Lambda", "Throttles"): [(0, 20)],
    ("AWS/SES", "Reputation.BounceRate"): [(0.01, 1)],
    ("AWS/SES", "Reputation.ComplaintRate"): [(0.0002, 1)],
    ("AWS/SES", "Send"): [(1, 60)],
    ("AWS/SNS", "SMSMonthToDateSpentUSD"): [(4000, 1)],
    ("AWS/SQS", "ApproximateAgeOfOldestMessage"): [(0, 1)],
    ("AWS/SQS", "ApproximateNumberOfMessagesVisible"): [(0, 1)],
    ("AWS/WAFV2", "BlockedRequests"): [(1, 6)],
    (NAMESPACE, "AccessLogWaitingSeconds"): [(20, 1)],
    (NAMESPACE, "AnnouncementsSent"): [(30, 1)],
    (NAMESPACE, "GatewayRefusals"): [(0, 600)],
    (NAMESPACE, "NewsOverdue"): [(0, 1)],
    (NAMESPACE, "RunsIncomplete"): [(0, 1)],
    (NAMESPACE, "TrustListAgeHours"): [(5, 1)],
    # These are written when something is wrong.
    (NAMESPACE, "Authorization"): [],
    (NAMESPACE, "EnhancedAuthentication"): [],
    (NAMESPACE, "SigningKeysAgeHours"): [],
    (NAMESPACE, "StaffGroupsRefused"): [],
}
"""Observations of each metric in a minute of an ordinary afternoon."""


def list_all_series() -> set[Series]:
    return {series for alarm in ALARMS.values() for series in list_series(alarm)}


def make_quiet_metrics(minutes: int = MINUTES) -> Metrics:
    metrics = Metrics()
    for series in list_all_series():
        observed = QUIET[series[:2]]
        if observed:
            metrics.replace(series, range(minutes), *observed)
    return metrics


BEGIN = 60
"""The minute in which a fault begins."""


def find_series(name: str, metric: str) -> Series:
    """Return the series of a metric that an alarm looks at."""
    (found,) = {series for series in list_series(ALARMS[name]) if series[1] == metric}
    return found
