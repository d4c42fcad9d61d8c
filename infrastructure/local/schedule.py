"""The schedules of a template: rules of EventBridge that invoke a function at an interval.

Sources: the EventBridge user guide (rate expressions; "Scheduled Event").
"""

import json
import re
import threading
import time
import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from typing import Any

from infrastructure.local.errors import CannotStart
from infrastructure.local.functions import Function, FunctionFailed
from infrastructure.local.loops import run_until_stopped
from infrastructure.local.stack import Stack
from infrastructure.settings import ACCOUNT_ID, REGION

RULE = "AWS::Events::Rule"
_RATE = re.compile(r"rate\((\d+) (minute|hour|day)s?\)")
_SECONDS = {"minute": 60, "hour": 3_600, "day": 86_400}

Failed = Callable[[FunctionFailed], None]
"""Receives each failure of a scheduled run, for the log."""


class UnsupportedSchedule(CannotStart):
    """The template uses something of schedules that the local cloud does not do."""


class UnknownSchedule(LookupError):
    """No schedule invokes a function of this name."""


@dataclass(frozen=True, slots=True)
class Schedule:
    """A function that is invoked at an interval."""

    rule: str  # name of the rule
    function: Function
    seconds: float  # between two runs
    input: str | None  # the event of a rule that gives one of its own, as JSON; None for EventBridge's

    def make_event(self, now: datetime) -> Any:
        """Return the event of a run."""
        if self.input is not None:
            return json.loads(self.input)
        return {
            "version": "0",
            "id": str(uuid.uuid4()),
            "detail-type": "Scheduled Event",
            "source": "aws.events",
            "account": ACCOUNT_ID,
            "time": now.strftime("%Y-%m-%dT%H:%M:%SZ"),
            "region": REGION,
            "resources": [f"arn:aws:events:{REGION}:{ACCOUNT_ID}:rule/{self.rule}"],
            "detail": {},
        }


def find_schedules(stack: Stack, functions: Mapping[str, Function]) -> list[Schedule]:
    """Return the schedules of a stack that are switched on.

    Args:
        functions: by ARN.
    """
    found = []
    for logical_id in stack.list_by_type(RULE):
        rule = stack.get_properties(logical_id)
        if rule.get("State", "ENABLED") == "DISABLED":
            continue
        seconds = _parse_seconds(logical_id, rule["ScheduleExpression"])
        for target in rule["Targets"]:
            name = rule.get("Name", stack.make_physical_name(logical_id))
            found.append(Schedule(name, functions[target["Arn"]], seconds, target.get("Input")))
    return found


def _parse_seconds(logical_id: str, expression: str) -> float:
    rate = _RATE.fullmatch(expression)
    if rate is None or int(rate[1]) == 0:
        raise UnsupportedSchedule(f"{logical_id}: {expression}; only rate(N minutes|hours|days) is known")
    return int(rate[1]) * _SECONDS[rate[2]]


class Scheduler:
    """Invokes functions at their interval, the first time one interval after the start."""

    def __init__(
        self, schedules: list[Schedule], failed: Failed, monotonic: Callable[[], float] = time.monotonic
    ) -> None:
        self._schedules = schedules
        self._failed = failed
        self._monotonic = monotonic
        self._stopping = threading.Event()

    def start(self) -> None:
        now = self._monotonic()
        due = {number: now + schedule.seconds for number, schedule in enumerate(self._schedules)}
        if due:
            turn = partial(self._turn, due)
            threading.Thread(
                target=run_until_stopped, args=(turn, self._stopping), name="scheduler", daemon=True
            ).start()

    def stop(self) -> None:
        """Stop; begin no further run."""
        self._stopping.set()

    def run(self, function: str) -> Any:
        """Run a function's schedules at once and wait; their times stay as they are.

        Args:
            function: its logical id.

        Returns:
            The answer of the last run.

        Raises:
            UnknownSchedule: see its docstring.
            FunctionFailed: a run failed.
        """
        own = [schedule for schedule in self._schedules if schedule.function.definition.name == function]
        if not own:
            raise UnknownSchedule(function)
        answer = None
        for schedule in own:
            answer = schedule.function.invoke(schedule.make_event(datetime.now(UTC)))
        return answer

    def _turn(self, due: dict[int, float]) -> None:
        if self._stopping.wait(max(0.0, min(due.values()) - self._monotonic())):
            return
        for number, schedule in enumerate(self._schedules):
            if due[number] <= self._monotonic():
                due[number] += schedule.seconds
                # A run that takes longer than its interval, or hangs, delays no other.
                threading.Thread(target=self._run, args=(schedule,), daemon=True).start()

    def _run(self, schedule: Schedule) -> None:
        try:
            schedule.function.invoke(schedule.make_event(datetime.now(UTC)))
        except FunctionFailed as error:
            self._failed(error)
