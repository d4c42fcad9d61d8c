"""Faults of background functions raise exactly the alarms of the template that describe them."""

import json
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any

import pytest

from domains.agencies.disconnects import GIVES_UP_AFTER
from domains.agencies.subscriptions_table import SubscriptionsTable
from infrastructure.stacks.transform import read
from portal.observability import make_logger
from portal.tokens.decision import Authorizer
from portal.tokens.keys import KeysUnavailableError
from portal.tokens.refusal import Reason, RefusedError
from portal.types import get_utc_now
from tests.api.agency_support import World, run_agency
from tests.api.faults import throttle_calls
from tests.api.support import Client, calling, load_app
from tests.api.test_maintenance import Context, store_disconnect

RUNS = 3
MONITORING = read(Path(__file__).parents[2] / "infrastructure/stacks/monitoring.yaml")["Resources"]
STATISTICS: Mapping[str, Callable[[list[float]], float]] = {"Sum": sum, "Minimum": min, "Maximum": max}
REFUSED = RefusedError(next(iter(Reason)))
NO_KEYS = KeysUnavailableError("timeout")

Alarm = Mapping[str, Any]
Period = list[dict[str, Any]]
"""Metrics of one period: dimensions, and the value under the name."""


@pytest.fixture(autouse=True)
def fresh_handlers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reload the handlers, so that they have no catalog from an earlier test."""
    for group in ("maintenance", "notifier"):
        monkeypatch.delitem(sys.modules, f"functions.{group}.app", raising=False)
        monkeypatch.delattr(f"functions.{group}.app", raising=False)


@pytest.fixture
def world(client: Client) -> Iterator[World]:
    with run_agency() as agency:
        world = World(client, agency)
        world.register()
        yield world


def list_alarms(group: str) -> dict[str, Alarm]:
    """Return the alarms about a function's own metrics and about its errors."""
    found = {}
    for name, resource in MONITORING.items():
        alarm = resource.get("Properties", {})
        values = [each["Value"] for each in alarm.get("Dimensions", [])]
        is_own = alarm.get("Namespace") == {"Ref": "MetricsNamespace"} and group in values
        references = [str(each.get("Ref", "")).lower() for each in values if isinstance(each, dict)]
        is_errors = alarm.get("MetricName") == "Errors" and f"{group}functionname" in references
        if is_own or is_errors:
            found[name] = alarm
    return found


def is_raised(alarm: Alarm, periods: list[Period]) -> bool:
    """Return whether the metrics put an alarm into its state ALARM, as CloudWatch evaluates them."""
    dimensions = {
        each["Name"]: each["Value"] for each in alarm["Dimensions"] if each["Name"] != "FunctionName"
    }
    breaching = []
    for period in periods:
        values = [
            each["values"]
            for each in period
            if each["name"] == alarm["MetricName"] and dimensions == each["dimensions"]
        ]
        if not values:
            breaching.append(alarm["TreatMissingData"] == "breaching")
            continue
        value = STATISTICS[alarm["Statistic"]](values)
        is_equal_enough = alarm["ComparisonOperator"] == "GreaterThanOrEqualToThreshold"
        breaching.append(value > alarm["Threshold"] or (is_equal_enough and value == alarm["Threshold"]))
    return all(breaching[-alarm["EvaluationPeriods"] :])


def parse_metrics(output: str) -> Period:
    """Return the metrics of lines in embedded metric format."""
    found: Period = []
    for line in output.splitlines():
        if '"CloudWatchMetrics"' not in line:
            continue
        content = json.loads(line)
        for each in content["_aws"]["CloudWatchMetrics"]:
            (names,) = each["Dimensions"]
            for metric in each["Metrics"]:
                found.append(
                    {
                        "name": metric["Name"],
                        "dimensions": {name: content[name] for name in names},
                        "values": sum(content[metric["Name"]]),
                    }
                )
    return found


def run_periods(
    call: Callable[[], Any], faults: list[Callable[[], AbstractContextManager[Any]]], capsys: Any
) -> list[Period]:
    """Call a handler twice in each period, with its fault, and return the metrics that AWS would have."""
    periods = []
    for fault in faults:
        period: Period = []
        for _ in range(2):
            capsys.readouterr()
            with fault():
                try:
                    call()
                    errors = 0
                except Exception:
                    errors = 1
            period += parse_metrics(capsys.readouterr().out)
            period.append({"name": "Errors", "dimensions": {}, "values": errors})
        periods.append(period)
    return periods


def get_raised(
    group: str,
    call: Callable[[], Any],
    capsys: Any,
    faults: list[Callable[[], AbstractContextManager[Any]]] | None = None,
) -> set[str]:
    periods = run_periods(call, faults or [nullcontext] * RUNS, capsys)
    return {name for name, alarm in list_alarms(group).items() if is_raised(alarm, periods)}


def refuse_all() -> AbstractContextManager[Any]:
    """Let DynamoDB refuse each call."""
    return throttle_calls(1, 0)


@pytest.mark.parametrize(
    ("group", "raised"),
    [
        # It continues with the catalog that it has, and handles what fails.
        ("maintenance", {"MaintenanceIncomplete"}),
        ("notifier", {"NotifierErrors", "NotifierIncomplete"}),
    ],
)
def test_faults_of_scheduled_work(
    world: World,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    group: str,
    raised: set[str],
) -> None:
    monkeypatch.setenv("POWERTOOLS_SERVICE_NAME", group)
    handler = load_app(group)

    def call() -> Any:
        token = calling.set(group)
        try:
            return handler({}, Context())
        finally:
            calling.reset(token)

    assert get_raised(group, call, capsys) == set()
    assert get_raised(group, call, capsys, [refuse_all, refuse_all, nullcontext]) == set()
    assert get_raised(group, call, capsys, [refuse_all] * RUNS) == raised


def test_failing_part_of_maintenance(
    world: World, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("POWERTOOLS_SERVICE_NAME", "maintenance")
    monkeypatch.setattr(SubscriptionsTable, "list_due_disconnects", lambda *_: 1 / 0)
    handler = load_app("maintenance")
    assert get_raised("maintenance", lambda: handler({}, Context()), capsys) == {"MaintenanceIncomplete"}


def test_disconnect_that_no_agency_took(
    world: World, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("POWERTOOLS_SERVICE_NAME", "maintenance")
    store_disconnect(get_utc_now() - GIVES_UP_AFTER)
    world.agency.mode = "away"
    handler = load_app("maintenance")
    assert get_raised("maintenance", lambda: handler({}, Context()), capsys, [nullcontext]) == {"NewsOverdue"}


@pytest.mark.parametrize(
    ("group", "fault", "raised"),
    [
        ("authorizer", REFUSED, set()),
        ("authorizer", NO_KEYS, {"AuthorizerKeys"}),
        ("agencyauthorizer", REFUSED, set()),
        ("agencyauthorizer", NO_KEYS, {"AgencyAuthorizerKeys"}),
    ],
)
def test_refused_token_is_no_fault(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    group: str,
    fault: Exception,
    raised: set[str],
) -> None:
    monkeypatch.setenv("POWERTOOLS_SERVICE_NAME", group)
    monkeypatch.setenv("POWERTOOLS_METRICS_NAMESPACE", "Saguaro/test")

    def judge(_event: Any) -> Any:
        raise fault

    event = {"requestContext": {"requestId": "r", "resourcePath": "/api/users", "httpMethod": "GET"}}
    authorizer = Authorizer(judge, make_logger())
    assert get_raised(group, lambda: authorizer.decide(event, None), capsys) == raised
