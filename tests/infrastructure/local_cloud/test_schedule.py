"""Functions are invoked at the rates of the template, and at once on request."""

import json
import re
import threading
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from infrastructure.local.functions import FunctionFailed
from infrastructure.local.schedule import (
    Schedule,
    Scheduler,
    UnknownSchedule,
    UnsupportedSchedule,
    find_schedules,
)
from infrastructure.local.stack import Stack
from infrastructure.local.template_parameters import make_parameters
from infrastructure.settings import REPOSITORY, LocalSettings
from infrastructure.stacks.transform import transform
from tests.infrastructure.local_cloud.fakes import ENOUGH_SECONDS, Stage, wait_until
from tests.infrastructure.templates import get_transformed


class Services:
    def create(self, resource_type: str, name: str, properties: Mapping[str, Any]) -> Mapping[str, str]:
        return {"Ref": name, "Arn": f"arn:{name}"}

    def get_secret_value(self, arn: str) -> str:
        return '{"current": "c", "previous": "p"}'


def make_stack(tmp_path: Path, rule: dict[str, Any], target: dict[str, Any] | None = None) -> Stack:
    resources = {
        "Tidy": {"Type": "AWS::Lambda::Function", "Properties": {"Handler": "fake.handler"}},
        "Rule": {
            "Type": "AWS::Events::Rule",
            "Properties": {
                "ScheduleExpression": "rate(5 minutes)",
                "Targets": [{"Arn": {"Fn::GetAtt": ["Tidy", "Arn"]}, "Id": "t", **(target or {})}],
                **rule,
            },
        },
    }
    template = tmp_path / "template.yaml"
    template.write_text(json.dumps({"Resources": resources}))
    return Stack(template, {}, Services(), transform)


def list_schedules(stage: Stage, stack: Stack, handler: Any = lambda event, _: event) -> list[Schedule]:
    function = stage.function("Tidy", handler)
    return find_schedules(stack, {stack.get_attribute("Tidy", "Arn"): function})


@pytest.mark.parametrize(
    ("expression", "seconds"),
    [("rate(1 minute)", 60), ("rate(5 minutes)", 300), ("rate(2 hours)", 7_200), ("rate(1 day)", 86_400)],
)
def test_rate_is_an_interval(stage: Stage, tmp_path: Path, expression: str, seconds: int) -> None:
    (schedule,) = list_schedules(stage, make_stack(tmp_path, {"ScheduleExpression": expression}))

    assert schedule.seconds == seconds


@pytest.mark.parametrize(
    ("rule", "target"),
    [
        ({"ScheduleExpression": "cron(0 12 * * ? *)"}, {}),
        ({"ScheduleExpression": "rate(0 minutes)"}, {}),
        ({"ScheduleExpression": "rate(5 weeks)"}, {}),
        ({"EventPattern": {"source": ["aws.s3"]}}, {}),
        ({}, {"InputTransformer": {"InputTemplate": "1"}}),
        ({}, {"Arn": "arn:aws:sqs:us-east-1:123456789012:queue"}),
    ],
)
def test_unsupported_rule_stops_the_start(
    stage: Stage, tmp_path: Path, rule: dict[str, Any], target: dict[str, Any]
) -> None:
    with pytest.raises(UnsupportedSchedule):
        list_schedules(stage, make_stack(tmp_path, rule, target))


def test_disabled_rule_is_left_out(stage: Stage, tmp_path: Path) -> None:
    assert list_schedules(stage, make_stack(tmp_path, {"State": "DISABLED"})) == []


def test_event_matches_eventbridge(stage: Stage, tmp_path: Path) -> None:
    scheduler = Scheduler(list_schedules(stage, make_stack(tmp_path, {})), stage.failures.append)

    event, other = scheduler.run("Tidy"), scheduler.run("Tidy")

    assert re.fullmatch(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", event["id"])
    assert event["id"] != other["id"]
    assert datetime.strptime(event["time"], "%Y-%m-%dT%H:%M:%S%z").tzinfo is not None
    assert {name: value for name, value in event.items() if name not in ("id", "time")} == {
        "version": "0",
        "detail-type": "Scheduled Event",
        "source": "aws.events",
        "account": "123456789012",
        "region": "us-east-1",
        "resources": ["arn:aws:events:us-east-1:123456789012:rule/portal-Rule"],
        "detail": {},
    }


def test_event_of_the_template_is_used(stage: Stage, tmp_path: Path) -> None:
    stack = make_stack(tmp_path, {}, {"Input": '{"task": "tidy"}'})

    assert Scheduler(list_schedules(stage, stack), stage.failures.append).run("Tidy") == {"task": "tidy"}


def test_function_without_a_schedule_is_unknown(stage: Stage, tmp_path: Path) -> None:
    scheduler = Scheduler(list_schedules(stage, make_stack(tmp_path, {})), stage.failures.append)

    for name in ("Other", "tidy", ""):
        with pytest.raises(UnknownSchedule):
            scheduler.run(name)


def test_failed_run_is_reported_to_the_caller(stage: Stage, tmp_path: Path) -> None:
    def fail(_event: Any, _context: Any) -> Any:
        raise ValueError("broken")

    scheduler = Scheduler(list_schedules(stage, make_stack(tmp_path, {}), fail), stage.failures.append)

    with pytest.raises(FunctionFailed, match="broken"):
        scheduler.run("Tidy")


class Timer(threading.Event):
    """A clock for the scheduler that the test moves."""

    def __init__(self) -> None:
        super().__init__()
        self.seconds = 0.0
        self._changed = threading.Condition()
        self.wakes_at: float | None = None

    def monotonic(self) -> float:
        return self.seconds

    def set(self) -> None:
        super().set()
        with self._changed:
            self._changed.notify_all()

    def wait(self, timeout: float | None = None) -> bool:
        assert timeout is not None
        with self._changed:
            self.wakes_at = self.seconds + timeout
            self._changed.wait_for(lambda: self.is_set() or self.seconds >= (self.wakes_at or 0))
            self.wakes_at = None
        return self.is_set()

    def pass_until(self, seconds: float) -> None:
        """Lets time pass, and waits until the scheduler sleeps again."""
        with self._changed:
            self.seconds = seconds
            self._changed.notify_all()
        wait_until(lambda: self.wakes_at is not None and self.wakes_at > seconds)


def test_rule_runs_at_its_rate_after_the_first_interval(stage: Stage) -> None:
    timer, runs = Timer(), threading.Semaphore(0)

    def handler(_event: Any, _context: Any) -> None:
        runs.release()
        raise ValueError("a failure ends no schedule")

    def ran() -> bool:
        return runs.acquire(timeout=ENOUGH_SECONDS)

    schedule = Schedule("rule", stage.function("Tidy", handler), 300, None)
    scheduler = Scheduler([schedule], stage.failures.append, timer.monotonic)
    scheduler._stopping = timer
    scheduler.start()
    wait_until(lambda: timer.wakes_at == 300)
    timer.pass_until(299)
    assert not runs.acquire(blocking=False)

    for seconds in (300, 600, 900):
        timer.pass_until(seconds)
        assert ran()
        assert timer.wakes_at == seconds + 300
        assert not runs.acquire(blocking=False)
    wait_until(lambda: len(stage.failures) == 3)
    assert "a failure ends no schedule" in str(stage.failures[0])

    scheduler.stop()
    wait_until(lambda: not any(thread.name == "scheduler" for thread in threading.enumerate()))
    timer.seconds = 1_200
    assert not runs.acquire(blocking=False)


def test_portal_schedules_have_their_intervals(
    stage: Stage,
) -> None:
    stack = Stack(
        REPOSITORY / "template.yaml",
        make_parameters(LocalSettings(port=9100)),
        Services(),
        get_transformed,
    )
    functions = {
        definition.arn: stage.function(definition.name, lambda *_: None)
        for definition in stack.list_functions()
    }

    found = {
        schedule.function.definition.name: schedule.seconds for schedule in find_schedules(stack, functions)
    }

    assert found == {"AccessLogSealerFunction": 60, "MaintenanceFunction": 300, "NotifierFunction": 60}
