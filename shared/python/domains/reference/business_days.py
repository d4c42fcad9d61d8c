"""Business days: weekdays on which state offices are open.

Source: A.R.S. § 1-301, subsections A to C; Sundays are covered by the weekday. A.A.C. R2-5A-B601 makes the
same days holidays of state employees. Neither includes June 19, a federal holiday.
"""

from calendar import MONDAY, SATURDAY, SUNDAY, THURSDAY
from collections.abc import Iterator
from datetime import date, timedelta
from functools import cache

_DAY = timedelta(days=1)
_WEEK = timedelta(days=7)


def is_business_day(day: date) -> bool:
    """Tell if a day is neither on a weekend nor a holiday."""
    return day.weekday() < SATURDAY and day not in list_holidays(day.year)


def add(start: date, count: int) -> date:
    """Return the day a number of business days after a day.

    Args:
        count: number of business days, at least 1; the start does not count.
    """
    day = start
    for _ in range(count):
        day += _DAY
        while not is_business_day(day):
            day += _DAY
    return day


def count_left(today: date, last: date) -> int:
    """Count the business days until a last day.

    Returns:
        The number; 0 if there is no business day until then, negative if the last day has passed.
    """
    if today > last:
        return -max(1, _count_business_days(last, today))
    return _count_business_days(today, last)


@cache
def list_holidays(year: int) -> frozenset[date]:
    """Return the observed holidays of a year, except Sundays."""
    # New Year's Day of the next year may be observed on the last day of this one.
    observed = {_get_observed_day(day) for day in (*_list_fixed_holidays(year), date(year + 1, 1, 1))}
    return frozenset(day for day in observed | set(_list_weekday_holidays(year)) if day.year == year)


def _list_fixed_holidays(year: int) -> Iterator[date]:
    for month, day in ((1, 1), (7, 4), (11, 11), (12, 25)):
        yield date(year, month, day)


def _get_observed_day(day: date) -> date:
    if day.weekday() == SUNDAY:
        return day + _DAY
    return day - _DAY if day.weekday() == SATURDAY else day


def _list_weekday_holidays(year: int) -> Iterator[date]:
    yield _find_nth_weekday(year, 1, MONDAY, 3)
    yield _find_nth_weekday(year, 2, MONDAY, 3)
    yield _find_nth_weekday(year, 6, MONDAY, 1) - _WEEK
    yield _find_nth_weekday(year, 9, MONDAY, 1)
    yield _find_nth_weekday(year, 10, MONDAY, 2)
    yield _find_nth_weekday(year, 11, THURSDAY, 4)


def _find_nth_weekday(year: int, month: int, weekday: int, number: int) -> date:
    first = date(year, month, 1)
    return first + timedelta(days=(weekday - first.weekday()) % 7) + _WEEK * (number - 1)


def _count_business_days(start: date, end: date) -> int:
    """Count business days after the start until the end."""
    days = (end - start).days
    return sum(is_business_day(start + _DAY * number) for number in range(1, days + 1))
