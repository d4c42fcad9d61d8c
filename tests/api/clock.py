"""Clocks for the functions under test."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import time_machine

_travels: list[time_machine.travel] = []


@dataclass
class Clock:
    """Clock that moves only on request."""

    now: datetime = datetime(2026, 11, 21, 18, 30, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def advance(self, **duration: float) -> None:
        """Advance the clock; takes the arguments of `timedelta`."""
        self.now += timedelta(**duration)


class MovesProcessClock:
    """Base of test worlds whose attribute `now` also sets the time of this process.

    Functions of the template read the process clock, so that they agree with functions that the world makes.
    """

    def __setattr__(self, name: str, value: Any) -> None:
        super().__setattr__(name, value)
        if name == "now":
            restore_process_clock()
            travel = time_machine.travel(value, tick=False)
            travel.start()
            _travels.append(travel)


def restore_process_clock() -> None:
    """Return to the ticking clock of the session, after a test."""
    while _travels:
        _travels.pop().stop()
