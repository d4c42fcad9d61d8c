"""Functions are invoked at the rates of the template, and at once when somebody asks."""

import json
import re
import threading
import time
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
    schedules_of,
)
from infrastructure.local.server import template_parameters
from infrastructure.local.settings import REPOSITORY, LocalSettings
from infrastructure.local.stack import Stack
from infrastructure.local.transform import transform
from tests.infrastructure.local_cloud.fakes import ENOUGH_SECONDS, Stage, wait_until


class Services:
    def create(self, resource_type: str, name: str, properties: Mapping[str, Any]) -> Mapping[str, str]:
        return {"Ref": name, "Arn": f"arn:{name}"}

    def secret_value(self, arn: str) -> str:
        return '{"current": "c", "previous": "p"}'


def stack_with(tmp_path: Path, rule: dict[str, Any], target: dict[str, Any] | None = None) -> Stack:
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


def schedules(stage: Stage, stack: Stack, handler: Any = lambda event, _: event) -> list[Schedule]:
    function = stage.function("Tidy", handler)
    return schedules_of(stack, {stack.attribute("Tidy", "Arn"): function})


@pytest.mark.parametrize(
    ("expression", "seconds"),
    [("rate(1 minute)", 60), ("rate(5 minutes)", 300), ("rate(2 hours)", 7_200), ("rate(1 day)", 86_400)],
)
def test_a_rate_is_an_interval(stage: Stage, tmp_path: Path, expression: str, seconds: int) -> None:
    (schedule,) = schedules(stage, stack_with(tmp_path, {"ScheduleExpression": expression}))

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
def test_what_is_not_emulated_stops_the_start(
    stage: Stage, tmp_path: Path, rule: dict[str, Any], target: dict[str, Any]
) -> None:
    with pytest.raises(UnsupportedSchedule):
        schedules(stage, stack_with(tmp_path, rule, target))


def test_a_rule_that_is_switched_off_runs_nothing(stage: Stage, tmp_path: Path) -> None:
    assert schedules(stage, stack_with(tmp_path, {"State": "DISABLED"})) == []


def test_the_event_is_that_of_eventbridge(stage: Stage, tmp_path: Path) -> None:
    scheduler = Scheduler(schedules(stage, stack_with(tmp_path, {})), stage.failures.append)

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


def test_an_event_of_the_template_is_taken_as_it_is(stage: Stage, tmp_path: Path) -> None:
    stack = stack_with(tmp_path, {}, {"Input": '{"task": "tidy"}'})

    assert Scheduler(schedules(stage, stack), stage.failures.append).run("Tidy") == {"task": "tidy"}


def test_a_function_without_a_schedule_is_unknown(stage: Stage, tmp_path: Path) -> None:
    scheduler = Scheduler(schedules(stage, stack_with(tmp_path, {})), stage.failures.append)

    for name in ("Other", "tidy", ""):
        with pytest.raises(UnknownSchedule):
            scheduler.run(name)


def test_a_run_that_fails_says_so_to_who_asked(stage: Stage, tmp_path: Path) -> None:
    def fail(_event: Any, _context: Any) -> Any:
        raise ValueError("broken")

    scheduler = Scheduler(schedules(stage, stack_with(tmp_path, {}), fail), stage.failures.append)

    with pytest.raises(FunctionFailed, match="broken"):
        scheduler.run("Tidy")


def test_runs_at_its_rate_from_one_interval_after_the_start_on(stage: Stage) -> None:
    before = set(threading.enumerate())
    began = time.monotonic()
    times: list[float] = []
    enough = threading.Event()

    def handler(_event: Any, _context: Any) -> None:
        times.append(time.monotonic() - began)
        if len(times) == 3:
            enough.set()
            raise ValueError("a failure ends no schedule")

    schedule = Schedule("rule", stage.function("Tidy", handler), 0.1, None)
    scheduler = Scheduler([schedule], stage.failures.append)
    scheduler.start()
    assert enough.wait(ENOUGH_SECONDS)
    wait_until(lambda: len(times) >= 4)
    scheduler.stop()

    assert times[0] >= 0.1
    assert times[2] >= 0.3
    assert len(times) >= 4
    assert "a failure ends no schedule" in str(stage.failures[0])
    # What had begun before ends; the threads of the function itself stay.
    for thread in set(threading.enumerate()) - before:
        if thread.name != "Tidy":
            thread.join(ENOUGH_SECONDS)
    runs = len(times)
    time.sleep(0.3)
    assert len(times) == runs


def test_the_portal_runs_its_maintenance_every_five_minutes_and_the_notifier_every_minute(
    stage: Stage,
) -> None:
    stack = Stack(
        REPOSITORY / "template.yaml", template_parameters(LocalSettings(port=9100)), Services(), transform
    )
    functions = {
        definition.arn: stage.function(definition.name, lambda *_: None) for definition in stack.functions()
    }

    found = {
        schedule.function.definition.name: schedule.seconds for schedule in schedules_of(stack, functions)
    }

    assert found == {"MaintenanceFunction": 300, "NotifierFunction": 60}
