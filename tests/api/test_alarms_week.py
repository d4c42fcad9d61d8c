"""A normal week with a notice to the state rings no alarm."""

import math
from typing import Any

from tests.api.alarm_fixtures import fresh_handlers, metrics
from tests.api.cloudwatch import (
    NAMESPACE,
    QUIET,
    Metrics,
    is_ringing,
    list_all_series,
    read_alarms,
)

__all__ = ["fresh_handlers", "metrics"]

ALARMS = read_alarms()


HOUR = 60


DAY = 24 * HOUR


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
