from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import strategies as st

from domains.accounts.account import QuietHours
from domains.state.time import ARIZONA
from functions.notifier.moments import get_end_of_quiet, get_next_digest

NIGHT = QuietHours("21:00", "07:00")
SIESTA = QuietHours("13:00", "15:30")
MINUTES = st.integers(0, 1439).map(lambda minute: f"{minute // 60:02}:{minute % 60:02}")


def make_arizona_time(clock: Any, day: int = 21) -> Any:
    hour, minute, second = (int(part) for part in clock.split(":"))
    return datetime(2026, 11, day, hour, minute, second, tzinfo=ARIZONA)


@pytest.mark.parametrize(
    ("quiet", "now", "end"),
    [
        (NIGHT, make_arizona_time("20:59:59"), None),
        (NIGHT, make_arizona_time("21:00:00"), make_arizona_time("07:00:00", 22)),
        (NIGHT, make_arizona_time("23:59:59"), make_arizona_time("07:00:00", 22)),
        (NIGHT, make_arizona_time("00:00:00"), make_arizona_time("07:00:00")),
        (NIGHT, make_arizona_time("06:59:59"), make_arizona_time("07:00:00")),
        (NIGHT, make_arizona_time("07:00:00"), None),
        (SIESTA, make_arizona_time("12:59:59"), None),
        (SIESTA, make_arizona_time("13:00:00"), make_arizona_time("15:30:00")),
        (SIESTA, make_arizona_time("15:29:59"), make_arizona_time("15:30:00")),
        (SIESTA, make_arizona_time("15:30:00"), None),
        (None, make_arizona_time("03:00:00"), None),
    ],
)
def test_quiet_hours_start_inclusive_and_end_exclusive(quiet: QuietHours | None, now: Any, end: Any) -> None:
    assert get_end_of_quiet(quiet, now) == end
    assert get_end_of_quiet(quiet, now.astimezone(UTC)) == end


def test_arizona_has_no_summer_time() -> None:
    # In UTC the same hour of the evening in January and in July.
    for month in (1, 7):
        assert get_end_of_quiet(NIGHT, datetime(2026, month, 10, 4, 0, tzinfo=UTC)) == datetime(
            2026, month, 10, 14, 0, tzinfo=UTC
        )


@pytest.mark.parametrize(
    ("quiet", "now", "digest"),
    [
        (None, make_arizona_time("07:59:59"), make_arizona_time("08:00:00")),
        (None, make_arizona_time("08:00:00"), make_arizona_time("08:00:00", 22)),
        (None, make_arizona_time("23:00:00"), make_arizona_time("08:00:00", 22)),
        (QuietHours("21:00", "09:30"), make_arizona_time("22:00:00"), make_arizona_time("09:30:00", 22)),
        (QuietHours("08:00", "08:01"), make_arizona_time("01:00:00"), make_arizona_time("08:01:00")),
        (NIGHT, make_arizona_time("22:00:00"), make_arizona_time("08:00:00", 22)),
    ],
)
def test_daily_email_is_due_at_eight_or_after_quiet_hours(
    quiet: QuietHours | None, now: Any, digest: Any
) -> None:
    assert get_next_digest(quiet, now) == digest
