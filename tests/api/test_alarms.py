"""Each fault rings its own alarms and no others, and a normal week is quiet."""

import math
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from datetime import timedelta
from typing import Any
from unittest.mock import Mock

import pytest
from aws_lambda_powertools import Logger

from domains.agencies.disconnects import GIVES_UP_AFTER
from domains.agencies.subscriptions_table import SubscriptionsTable
from domains.assurance.enhanced_authentication import EID
from functions.authentication.recorder import OutcomeRecorder
from functions.authorizer.wiring import PortalJudge
from portal.observability import Telemetry
from portal.tokens.decision import Authorizer, get_keys
from portal.tokens.keys import KeysUnavailableError
from portal.tokens.refusal import Reason, RefusedError
from portal.types import get_utc_now
from tests.api.agency_support import World, run_agency
from tests.api.cloudwatch import (
    NAMESPACE,
    QUOTAS,
    Metrics,
    Series,
    is_ringing,
    list_ringing,
    list_series,
    read_alarms,
)
from tests.api.faults import throttle_calls
from tests.api.profile_support import register
from tests.api.support import Client, act_as, load_app, renew_apps
from tests.api.test_maintenance import Context, store_disconnect

ALARMS = read_alarms()
MINUTES = 120
BEGIN = 60
"""The minute in which a fault begins."""
HOUR = 60
DAY = 24 * HOUR
AT_REST = RefusedError(next(iter(Reason)))

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


def find_series(name: str, metric: str) -> Series:
    """Return the series of a metric that an alarm looks at."""
    (found,) = {series for series in list_series(ALARMS[name]) if series[1] == metric}
    return found


@pytest.fixture
def metrics() -> Metrics:
    """Return two quiet hours."""
    return make_quiet_metrics()


def test_quiet_hours_ring_nothing(metrics: Metrics) -> None:
    assert list_ringing(ALARMS, metrics, range(1, MINUTES)) == set()


Fault = Callable[[Metrics], None]


def observe(
    name: str, metric: str, *observed: tuple[float, float], minutes: int = 1, begin: int = BEGIN
) -> Fault:
    """Make a fault in which a metric of an alarm has other observations; without any it has no data."""
    return lambda metrics: metrics.replace(
        find_series(name, metric), range(begin, min(begin + minutes, MINUTES)), *observed
    )


def combine(*faults: Fault) -> Fault:
    def happen(metrics: Metrics) -> None:
        for fault in faults:
            fault(metrics)

    return happen


def throttle_table(metrics: Metrics) -> None:
    dimensions = frozenset({("Operation", "Query"), ("TableName", "users")})
    metrics.add(("AWS/DynamoDB", "ThrottledRequests", dimensions), BEGIN, 1)


def throttle_reserved_function(name: str) -> Fault:
    """Throttle a function at its own reserve; the account's figure counts it, too."""

    def happen(metrics: Metrics) -> None:
        account: Series = ("AWS/Lambda", "Throttles", frozenset())
        function: Series = ("AWS/Lambda", "Throttles", frozenset({("FunctionName", name)}))
        for series in (account, function):
            metrics.replace(series, [BEGIN], (1, 2))

    return happen


# Metrics of AWS, in faults that none of our code sees.
FAULTS_OF_AWS: dict[str, tuple[Fault, set[str]]] = {
    "calls take three seconds": (observe("ApiLatency", "Latency", (3000, 60), minutes=30), {"ApiLatency"}),
    "a short slow moment": (observe("ApiLatency", "Latency", (3000, 60), minutes=5), set()),
    "the account is at its limit": (
        lambda metrics: metrics.replace(("AWS/Lambda", "Throttles", frozenset()), [BEGIN], (1, 5)),
        {"FunctionThrottles"},
    ),
    "maintenance is at its reserve": (throttle_reserved_function("maintenance"), set()),
    "the trigger is at its reserve": (throttle_reserved_function("signintokens"), set()),
    "the account is nearly used": (
        observe("ConcurrencyNearlyUsed", "ConcurrentExecutions", (850, 1), minutes=6),
        {"ConcurrencyNearlyUsed"},
    ),
    "a peak of a minute": (observe("ConcurrencyNearlyUsed", "ConcurrentExecutions", (950, 1)), set()),
    "a table refuses": (throttle_table, {"TableThrottles"}),
    "more calls than the rate": (observe("ApiThrottles", "GatewayRefusals", (1, 150)), {"ApiThrottles"}),
    "the trigger crashes for a while": (observe("SignInErrors", "Errors", (1, 4)), {"SignInErrors"}),
    "the pool refuses": (observe("SignInThrottles", "SignInThrottles", (1, 5)), {"SignInThrottles"}),
    "refreshes are refused": (
        observe("SignInThrottles", "TokenRefreshThrottles", (1, 5)),
        {"SignInThrottles"},
    ),
    "the trigger is slow": (
        observe("SignInDuration", "Duration", (3600, 80), minutes=15),
        {"SignInDuration"},
    ),
    "wrong passwords": (
        observe("SignInFailures", "SignInSuccesses", (0, 40), (1, 10), minutes=15),
        {"SignInFailures"},
    ),
    "nobody gets in": (
        combine(
            observe("SignInsMissing", "SignInSuccesses", minutes=35),
            observe("SignInsMissing", "TokenRefreshSuccesses", minutes=35),
        ),
        {"SignInsMissing"},
    ),
    "the trigger is down": (
        combine(
            observe("SignInErrors", "Errors", (1, 80), minutes=40),
            observe("SignInFailures", "SignInSuccesses", (0, 80), minutes=40),
            observe("SignInsMissing", "TokenRefreshSuccesses", (0, 80), minutes=40),
        ),
        {"SignInErrors", "SignInFailures", "SignInsMissing"},
    ),
    "a night without people": (
        combine(
            observe("SignInsMissing", "Requests", (1, 3), minutes=60),
            observe("SignInsMissing", "SignInSuccesses", minutes=60),
            observe("SignInsMissing", "TokenRefreshSuccesses", minutes=60),
        ),
        set(),
    ),
    "somebody guesses passwords": (
        observe("SignInAclRefusals", "BlockedRequests", (1, 600)),
        {"SignInAclRefusals"},
    ),
    "a flood of calls": (observe("PortalAclRefusals", "BlockedRequests", (1, 9000)), {"PortalAclRefusals"}),
    "CloudFront cannot reach the bucket": (
        observe("WebErrors", "5xxErrorRate", (4, 1), minutes=12),
        {"WebErrors"},
    ),
    "files of the web app are missing": (
        observe("WebRefusals", "4xxErrorRate", (12, 1), minutes=20),
        {"WebRefusals"},
    ),
    "the API refuses, and CloudFront counts it": (
        combine(
            observe("WebRefusals", "4xxErrorRate", (10, 1), minutes=20),
            observe("WebRefusals", "4xx", (1, 180), minutes=20),
        ),
        set(),
    ),
    "GuardDuty may not read the bucket": (
        combine(
            observe("MalwareScans", "SkippedScanCount", (1, 4), minutes=20),
            observe("MalwareScans", "CompletedScanCount", minutes=20),
        ),
        {"MalwareScans"},
    ),
    "files with a password": (observe("MalwareScans", "SkippedScanCount", (1, 5)), set()),
    "GuardDuty fails": (observe("MalwareScans", "FailedScanCount", (1, 1)), {"MalwareScans"}),
    "a certificate was not renewed": (
        observe("CertificateExpires", "DaysToExpiry", (29, 1)),
        {"CertificateExpires"},
    ),
    "half of the day's mail": (
        observe("MailQuotaHalfUsed", "Send", (1, 0.6 * QUOTAS["MailDailyQuota"])),
        {"MailQuotaHalfUsed"},
    ),
    "most of the day's mail": (
        observe("MailQuotaHalfUsed", "Send", (1, 0.9 * QUOTAS["MailDailyQuota"]), begin=0),
        {"MailQuotaNearlyUsed"},
    ),
    "half of the month's texts": (
        observe("TextSpendHalfUsed", "SMSMonthToDateSpentUSD", (12_000, 1), minutes=60),
        {"TextSpendHalfUsed"},
    ),
    "most of the month's texts": (
        observe("TextSpendHalfUsed", "SMSMonthToDateSpentUSD", (17_000, 1), minutes=60),
        {"TextSpendNearlyUsed"},
    ),
    "mail bounces": (observe("MailBounces", "Reputation.BounceRate", (0.05, 1)), {"MailBounces"}),
    "mail is reported": (
        observe("MailComplaints", "Reputation.ComplaintRate", (0.001, 1)),
        {"MailComplaints"},
    ),
    "something was given up": (
        observe("DeliveryFailures", "ApproximateNumberOfMessagesVisible", (1, 1), minutes=5),
        {"DeliveryFailures"},
    ),
    "something waits for six hours": (
        combine(
            observe("DeliveryFailures", "ApproximateNumberOfMessagesVisible", (3, 1), begin=0, minutes=120),
            observe("DeliveryFailures", "ApproximateAgeOfOldestMessage", (22_000, 1), begin=0, minutes=120),
        ),
        {"DeliveryFailuresAge"},
    ),
    "no announcement is made": (
        combine(
            observe("NewMessagesStalled", "IteratorAge", (1_200_000, 1), minutes=20),
            observe("NewMessagesStalled", "AnnouncementsSent", (0, 1), minutes=20),
        ),
        {"NewMessagesStalled"},
    ),
    "a large notice takes an hour": (
        observe("NewMessagesAge", "IteratorAge", (3_600_000, 1), minutes=60),
        set(),
    ),
    "announcements are six hours late": (
        observe("NewMessagesAge", "IteratorAge", (22_000_000, 1)),
        {"NewMessagesAge"},
    ),
    "removed files wait": (
        observe("RemovedMessagesAge", "IteratorAge", (1_000_000, 1)),
        {"RemovedMessagesAge"},
    ),
    "tokens of people wait": (observe("PeopleTokensAge", "IteratorAge", (1_000_000, 1)), {"PeopleTokensAge"}),
    "the schedule of maintenance stops": (
        observe("MaintenanceIncomplete", "RunsIncomplete", minutes=20),
        {"MaintenanceIncomplete"},
    ),
    "the schedule of the notifier stops": (
        observe("NotifierIncomplete", "RunsIncomplete", minutes=20),
        {"NotifierIncomplete"},
    ),
    "the sealer does not run": (
        observe("AccessLogUnsealed", "AccessLogWaitingSeconds", minutes=6),
        {"AccessLogUnsealed"},
    ),
    "the notifier runs out of time": (observe("NotifierErrors", "Errors", (1, 2)), {"NotifierErrors"}),
    "maintenance runs out of memory": (observe("MaintenanceErrors", "Errors", (1, 2)), {"MaintenanceErrors"}),
}


@pytest.mark.parametrize("fault", FAULTS_OF_AWS)
def test_fault_that_aws_measures(metrics: Metrics, fault: str) -> None:
    happen, expected = FAULTS_OF_AWS[fault]
    happen(metrics)
    assert list_ringing(ALARMS, metrics, range(1, MINUTES)) == expected


@pytest.fixture(autouse=True)
def fresh_handlers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reload the handlers, so that they have no catalog from an earlier test."""
    renew_apps(monkeypatch, "maintenance", "notifier")


@pytest.fixture
def world(client: Client) -> Iterator[World]:
    with run_agency() as agency:
        world = World(client, agency)
        world.register()
        yield world


class Function:
    """A handler whose metrics and errors count as those of its Lambda function."""

    def __init__(self, group: str, metrics: Metrics, capsys: Any) -> None:
        self.telemetry = Telemetry(group, NAMESPACE, Logger(group))
        self._group = group
        self._metrics = metrics
        self._capsys = capsys

    def run(self, minute: int, call: Callable[[], Any]) -> None:
        """Run a call in a minute, which gets the metrics that it writes."""
        self._capsys.readouterr()
        with act_as(self._group):
            try:
                call()
            except Exception:
                errors: Series = ("AWS/Lambda", "Errors", frozenset({("FunctionName", self._group)}))
                self._metrics.add(errors, minute, 1)
        self._metrics.add_logged(self._capsys.readouterr().out, minute)

    def run_each_minute(
        self, call: Callable[[], Any], fault: AbstractContextManager[Any], minutes: int
    ) -> None:
        """Run a call in each minute of a fault instead of the quiet runs."""
        for series in list_all_series():
            if ("service", self._group) in series[2]:
                self._metrics.replace(series, range(BEGIN, BEGIN + minutes))
        # It has run before, and remembers what it read.
        self.run(BEGIN - 1, call)
        with fault:
            for minute in range(BEGIN, BEGIN + minutes):
                self.run(minute, call)


@pytest.fixture
def make_function(metrics: Metrics, capsys: Any) -> Callable[[str], Function]:
    return lambda group: Function(group, metrics, capsys)


def refuse_all() -> AbstractContextManager[Any]:
    """Let DynamoDB refuse each call."""
    return throttle_calls(1, 0)


@pytest.mark.parametrize(
    ("group", "minutes", "expected"),
    [
        # It continues with the catalog that it has, and handles what fails.
        ("maintenance", 16, {"MaintenanceIncomplete"}),
        ("notifier", 16, {"NotifierErrors", "NotifierIncomplete"}),
        ("accesslogsealer", 6, {"AccessLogUnsealed"}),
        ("maintenance", 0, set()),
    ],
)
def test_scheduled_work_without_tables(
    world: World,
    metrics: Metrics,
    make_function: Callable[[str], Function],
    group: str,
    minutes: int,
    expected: set[str],
) -> None:
    handler = load_app(group)
    make_function(group).run_each_minute(lambda: handler({}, Context()), refuse_all(), minutes)
    assert list_ringing(ALARMS, metrics, range(1, MINUTES)) == expected


def test_failing_part_of_maintenance(
    world: World,
    metrics: Metrics,
    make_function: Callable[[str], Function],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(SubscriptionsTable, "list_due_disconnects", lambda *_: 1 / 0)
    handler = load_app("maintenance")
    make_function("maintenance").run_each_minute(lambda: handler({}, Context()), nullcontext(), 16)
    assert list_ringing(ALARMS, metrics, range(1, MINUTES)) == {"MaintenanceIncomplete"}


def test_disconnect_that_no_agency_took(
    world: World, metrics: Metrics, make_function: Callable[[str], Function]
) -> None:
    store_disconnect(get_utc_now() - GIVES_UP_AFTER)
    world.agency.mode = "away"
    handler = load_app("maintenance")
    make_function("maintenance").run_each_minute(lambda: handler({}, Context()), nullcontext(), 2)
    assert list_ringing(ALARMS, metrics, range(1, MINUTES)) == {"NewsOverdue"}


@pytest.mark.parametrize(
    ("group", "alarm"), [("peopletokens", "PeopleTokensErrors"), ("deliveryevents", "DeliveryEventsErrors")]
)
def test_function_that_crashes(
    metrics: Metrics, make_function: Callable[[str], Function], stored: Any, group: str, alarm: str
) -> None:
    function, handler = make_function(group), load_app(group)
    for minute in (BEGIN, BEGIN + 1):
        function.run(minute, lambda: handler({"Records": [{"no": "record"}]}, Context()))
    assert list_ringing(ALARMS, metrics, range(1, MINUTES)) == {alarm}


def decide(fault: Exception) -> Callable[[Telemetry], Any]:
    def judge(_event: Any) -> Any:
        raise fault

    event = {"requestContext": {"requestId": "r", "resourcePath": "/api/users", "httpMethod": "GET"}}
    return lambda telemetry: Authorizer(judge, telemetry).decide(event, None)


def report_old_keys(telemetry: Telemetry) -> None:
    keys = get_keys(Mock(jwks_uri="https://login.example/keys"), telemetry)
    keys._on_failed_refresh(KeysUnavailableError("timeout"), 3 * 3600)


@pytest.mark.parametrize(
    ("group", "call", "expected"),
    [
        ("authorizer", decide(AT_REST), set()),
        ("authorizer", decide(KeysUnavailableError("timeout")), {"AuthorizerKeys"}),
        ("agencyauthorizer", decide(AT_REST), set()),
        ("agencyauthorizer", decide(KeysUnavailableError("timeout")), {"AgencyAuthorizerKeys"}),
        ("authorizer", report_old_keys, {"AuthorizerKeysAge"}),
        ("agencyauthorizer", report_old_keys, {"AgencyAuthorizerKeysAge"}),
    ],
)
def test_fault_of_an_authorizer(
    metrics: Metrics,
    make_function: Callable[[str], Function],
    group: str,
    call: Callable[[Telemetry], Any],
    expected: set[str],
) -> None:
    function = make_function(group)
    function.run(BEGIN, lambda: call(function.telemetry))
    assert list_ringing(ALARMS, metrics, range(1, MINUTES)) == expected


def test_groups_that_grant_nothing(metrics: Metrics, make_function: Callable[[str], Function]) -> None:
    function = make_function("authorizer")
    judge = PortalJudge(Mock(), Mock(), function.telemetry)
    function.run(BEGIN, lambda: judge.report_fault("person", "unknownGroup"))
    assert list_ringing(ALARMS, metrics, range(1, MINUTES)) == {"StaffGroups"}


def test_identity_service_that_does_not_answer(
    metrics: Metrics, make_function: Callable[[str], Function]
) -> None:
    function = make_function("authentication")
    recorder = OutcomeRecorder(function.telemetry)
    for _ in range(2):
        function.run(BEGIN, lambda: recorder.record("person", EID, "unavailable"))
    assert list_ringing(ALARMS, metrics, range(1, MINUTES)) == set()
    function.run(BEGIN, lambda: recorder.record("person", EID, "unavailable"))
    assert list_ringing(ALARMS, metrics, range(1, MINUTES)) == {"IdentityServiceSilence"}


def test_old_list_of_issuers(metrics: Metrics, make_function: Callable[[str], Function]) -> None:
    function = make_function("authentication")
    recorder = OutcomeRecorder(function.telemetry)
    function.run(BEGIN, lambda: recorder.record_trust_list(timedelta(hours=49), "timeout"))
    assert list_ringing(ALARMS, metrics, range(1, MINUTES)) == {"TrustListAge"}


@pytest.mark.parametrize(("failures", "expected"), [(0, set()), (4, set()), (40, {"ApiErrors"})])
def test_calls_without_tables(client: Client, metrics: Metrics, failures: int, expected: set[str]) -> None:
    calls, errors = find_series("ApiErrors", "Count"), find_series("ApiErrors", "5xx")
    rosa = register(client)
    for number in range(50):
        with refuse_all() if number < failures else nullcontext():
            status = rosa.call("GET", "/api/users").status
        metrics.add(calls, BEGIN, 1)
        metrics.add(errors, BEGIN, int(status >= 500))
    assert list_ringing(ALARMS, metrics, range(1, MINUTES)) == expected


def test_every_alarm_was_seen_ringing_alone() -> None:
    """The faults above; a new alarm needs one."""
    alone = {next(iter(expected)) for _, expected in FAULTS_OF_AWS.values() if len(expected) == 1}
    ours = {
        "AgencyAuthorizerKeys",
        "AgencyAuthorizerKeysAge",
        "ApiErrors",
        "AuthorizerKeys",
        "AuthorizerKeysAge",
        "DeliveryEventsErrors",
        "IdentityServiceSilence",
        "NewsOverdue",
        "PeopleTokensErrors",
        "StaffGroups",
        "TrustListAge",
    }
    assert set(ALARMS) == alone | ours


WEEK = 7 * DAY
NOTICE = 2 * DAY + 10 * HOUR
"""Wednesday at ten: a notice to a million people, announced within an hour."""
PEOPLE = 1_000_000
VISIT_MINUTES = 180


def get_traffic(minute: int) -> float:
    """Return the traffic relative to an ordinary afternoon: nights, weekends, and what the notice causes."""
    hour = minute % DAY / HOUR
    daily = 0.05 + 0.95 * max(0.0, math.sin(math.pi * (hour - 6) / 16)) if 6 <= hour <= 22 else 0.05
    weekend = 0.4 if minute >= 5 * DAY else 1.0
    since = minute - NOTICE
    notice = 4.0 * math.exp(-since / VISIT_MINUTES) if since >= 0 else 0.0
    return daily * weekend + notice


def make_week() -> Metrics:
    metrics = Metrics()
    scaled = {"AWS/ApiGateway", "AWS/Cognito", "AWS/WAFV2", "AWS/GuardDuty/MalwareProtection", NAMESPACE}
    for series in list_all_series():
        namespace, name, dimensions = series
        for minute in range(WEEK):
            traffic = get_traffic(minute)
            in_notice = NOTICE <= minute < NOTICE + HOUR
            observed = QUIET[series[:2]]
            if namespace in scaled and name not in (
                "AccessLogWaitingSeconds",
                "RunsIncomplete",
                "TrustListAgeHours",
            ):
                observed = [(value, math.floor(count * traffic)) for value, count in observed]
            elif name == "Requests":
                observed = [(1, math.floor(2000 * traffic))]
            elif name == "ConcurrentExecutions":
                observed = [(40 * traffic + 300 * in_notice, 1)]
            elif name == "Latency":
                observed = [(120, 580), (900 + 300 * in_notice, 20)]
            elif name == "Send":
                observed = [(1, 60 * traffic + PEOPLE / HOUR * in_notice)]
            elif name == "IteratorAge" and ("FunctionName", "notifier") in dimensions and in_notice:
                observed = [((minute - NOTICE) * 60_000, 10)]
            elif name == "SMSMonthToDateSpentUSD":
                observed = [(min(4000 + minute / DAY * 150, 9000), 1)]
            if name == "AnnouncementsSent" and in_notice:
                observed = [(PEOPLE / HOUR, 1)]
            if observed:
                metrics.replace(series, [minute], *[each for each in observed if each[1]])
    return metrics


def test_normal_week_with_a_notice_to_the_state_is_quiet() -> None:
    metrics = make_week()
    rung = {
        (name, minute)
        for name, alarm in ALARMS.items()
        for minute in range(HOUR, WEEK, 5 if max(_list_periods(alarm)) < 3600 else HOUR)
        if is_ringing(alarm, metrics, minute)
    }
    assert rung == set()


def _list_periods(alarm: Any) -> list[int]:
    return [
        each.get("Period") or each["MetricStat"]["Period"]
        for each in (alarm.get("Metrics") or [alarm])
        if "Period" in each or "MetricStat" in each
    ]
