"""Each fault rings its own alarms and no others, and a normal week is quiet."""

from collections.abc import Callable

import pytest

from tests.api.alarm_fixtures import fresh_handlers, metrics
from tests.api.cloudwatch import (
    BEGIN,
    MINUTES,
    QUOTAS,
    Metrics,
    Series,
    find_series,
    list_ringing,
    read_alarms,
)

__all__ = ["fresh_handlers", "metrics"]

ALARMS = read_alarms()


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
