"""A clock for the functions under test."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta


@dataclass
class Clock:
    """Stands still until it is moved."""

    now: datetime = datetime(2026, 11, 21, 18, 30, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def advance(self, **duration: float) -> None:
        """Let time pass; takes what `timedelta` takes."""
        self.now += timedelta(**duration)
