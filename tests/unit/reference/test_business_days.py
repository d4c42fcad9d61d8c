"""Business days by A.R.S. § 1-301, compared with published calendars of the state."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domains.reference.business_days import add, count_left, is_business_day, list_holidays

DAYS = st.dates(date(2020, 1, 1), date(2060, 12, 31))


@pytest.mark.parametrize(
    ("year", "expected"),
    [
        (
            2026,
            ["01-01", "01-19", "02-16", "05-25", "07-03", "09-07", "10-12", "11-11", "11-26", "12-25"],
        ),
        # New Year's Day of 2028 is a Saturday.
        (
            2027,
            [
                *("01-01", "01-18", "02-15", "05-31", "07-05", "09-06", "10-11", "11-11", "11-25", "12-24"),
                "12-31",
            ],
        ),
        # New Year's Day of 2022 was a Saturday, so it was observed in 2021.
        (
            2022,
            ["01-17", "02-21", "05-30", "07-04", "09-05", "10-10", "11-11", "11-24", "12-26"],
        ),
    ],
)
def test_state_holidays_of_a_year(year: int, expected: list[str]) -> None:
    assert sorted(f"{day:%m-%d}" for day in list_holidays(year)) == expected


def test_juneteenth_is_a_business_day() -> None:
    assert is_business_day(date(2026, 6, 19))


@pytest.mark.parametrize(
    ("start", "count", "expected"),
    [
        (date(2026, 11, 20), 1, date(2026, 11, 23)),
        (date(2026, 11, 20), 5, date(2026, 11, 30)),  # over Thanksgiving Day
        (date(2026, 11, 21), 1, date(2026, 11, 23)),
        (date(2026, 12, 24), 1, date(2026, 12, 28)),
        (date(2027, 12, 30), 1, date(2028, 1, 3)),
    ],
)
def test_counting_starts_after_the_first_day(start: date, count: int, expected: date) -> None:
    assert add(start, count) == expected


@pytest.mark.parametrize(
    ("today", "last", "expected"),
    [
        (date(2026, 11, 20), date(2026, 11, 20), 0),
        (date(2026, 11, 20), date(2026, 11, 22), 0),
        (date(2026, 11, 20), date(2026, 11, 23), 1),
        (date(2026, 11, 21), date(2026, 11, 20), -1),
        (date(2026, 11, 23), date(2026, 11, 20), -1),
        (date(2026, 11, 30), date(2026, 11, 20), -5),
    ],
)
def test_remaining_days_are_counted(today: date, last: date, expected: int) -> None:
    assert count_left(today, last) == expected


@given(DAYS, st.integers(1, 60))
def test_counting_forward_and_back_agree(start: date, count: int) -> None:
    last = add(start, count)
    assert is_business_day(last)
    assert count_left(start, last) == count
    assert count_left(last + timedelta(days=1), last) < 0
