"""Functions are invoked at the rates of the template, and at once on request."""

import json
import re
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from infrastructure.demo.parameters import make_parameters
from infrastructure.local.schedule import (
    Schedule,
    Scheduler,
    UnsupportedSchedule,
    find_schedules,
)
from infrastructure.local.stack import Stack
from infrastructure.settings import REPOSITORY, LocalSettings
from infrastructure.stacks.transform import transform
from tests.infrastructure.local_cloud.fakes import Stage, wait_until
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


@pytest.mark.parametrize("expression", ["cron(0 12 * * ? *)", "rate(0 minutes)", "rate(5 weeks)"])
def test_other_expression_stops_the_start(stage: Stage, tmp_path: Path, expression: str) -> None:
    with pytest.raises(UnsupportedSchedule):
        list_schedules(stage, make_stack(tmp_path, {"ScheduleExpression": expression}))


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


def test_function_runs_at_its_rate(stage: Stage) -> None:
    runs: list[Any] = []
    schedule = Schedule("rule", stage.function("Tidy", lambda event, _: runs.append(event)), 0.02, None)
    scheduler = Scheduler([schedule], stage.failures.append)
    scheduler.start()
    wait_until(lambda: len(runs) > 2)
    scheduler.stop()


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
