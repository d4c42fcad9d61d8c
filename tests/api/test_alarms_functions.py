"""Each fault of a function rings its own alarms and no others."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from datetime import timedelta
from typing import Any
from unittest.mock import Mock

import pytest

from domains.agencies.disconnects import GIVES_UP_AFTER
from domains.agencies.subscriptions_table import SubscriptionsTable
from domains.assurance.enhanced_authentication import EID
from functions.authentication.recorder import OutcomeRecorder
from functions.authorizer.wiring import PortalJudge
from portal.observability import Telemetry
from portal.tokens.decision import Authorizer, get_keys
from portal.tokens.keys import KeysUnavailableError
from portal.tokens.refusal import RefusalReason, RefusedError
from portal.types import get_utc_now
from tests.api.agency_support import World, run_agency
from tests.api.alarm_fixtures import fresh_handlers, metrics
from tests.api.cloudwatch import (
    BEGIN,
    MINUTES,
    NAMESPACE,
    Metrics,
    Series,
    find_series,
    list_all_series,
    list_ringing,
    read_alarms,
)
from tests.api.faults import throttle_calls
from tests.api.profile_support import register
from tests.api.support import TELEMETRY, Client, act_as, load_app
from tests.api.test_maintenance import store_disconnect
from tests.lambda_context import Context

__all__ = ["fresh_handlers", "metrics"]

ALARMS = read_alarms()


AT_REST = RefusedError(next(iter(RefusalReason)))


@pytest.fixture
def world(client: Client) -> Iterator[World]:
    with run_agency() as agency:
        world = World(client, agency)
        world.register()
        yield world


class Function:
    """A handler whose metrics and errors count as those of its Lambda function."""

    def __init__(self, group: str, metrics: Metrics, capsys: Any) -> None:
        self.telemetry = Telemetry(group, NAMESPACE, TELEMETRY.logger)
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
        function.run(BEGIN, lambda: recorder.record_outcome("person", EID, "unavailable"))
    assert list_ringing(ALARMS, metrics, range(1, MINUTES)) == set()
    function.run(BEGIN, lambda: recorder.record_outcome("person", EID, "unavailable"))
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
