"""The number of allowed calls and the waiting time after too many."""

from datetime import UTC, datetime, timedelta
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from portal.errors import TooManyRequests
from portal.rate_window import HOUR, Call, Limit, RateWindow

NOW = datetime(2026, 11, 20, 18, 30, tzinfo=UTC)
LIMIT = Limit(all=10, failed=5)

MADE = st.lists(
    st.builds(
        Call,
        st.uuids().map(str),
        st.integers(0, 7200).map(lambda seconds: NOW - timedelta(seconds=seconds)),
        st.booleans(),
    ),
    max_size=25,
)


def make_calls(*minutes_ago: Any, is_failed: bool = True) -> Any:
    return tuple(Call(str(each), NOW - timedelta(minutes=each), is_failed) for each in minutes_ago)


def wait(*calls: Any) -> Any:
    return LIMIT.count_seconds_to_wait(RateWindow(calls, 1), NOW)


def test_fifth_failure_has_to_wait() -> None:
    assert wait(*make_calls(4, 3, 2, 1)) == 0
    assert wait(*make_calls(50, 4, 3, 2, 1)) == 10 * 60


def test_successes_count_for_the_total_limit_only() -> None:
    assert wait(*make_calls(*range(9, 0, -1), is_failed=False)) == 0
    assert wait(*make_calls(*range(10, 0, -1), is_failed=False)) == 50 * 60


def test_longer_wait_wins() -> None:
    calls = (*make_calls(59, 58, 57, 56, 55, is_failed=False), *make_calls(5, 4, 3, 2, 1))
    assert wait(*calls) == 55 * 60


def test_call_is_forgotten_after_an_hour() -> None:
    assert wait(*make_calls(60, 4, 3, 2, 1)) == 0
    kept = LIMIT.admit_call(RateWindow(make_calls(60, 59), 7), Call("new", NOW), TooManyRequests)
    assert [call.id for call in kept.calls] == ["59", "new"]
    assert kept.revision == 8


def test_wait_is_rounded_up_to_seconds() -> None:
    at = NOW - HOUR + timedelta(milliseconds=1)
    assert wait(Call("first", at), *make_calls(4, 3, 2, 1)) == 1


def test_outcome_changes_its_own_call_only() -> None:
    calls = RateWindow(make_calls(2, 1), 3)
    assert [each.is_failed for each in calls.record_success("2").calls] == [False, True]
    assert [each.id for each in calls.remove_call("2").calls] == ["1"]
    assert calls.record_success("gone").calls == calls.remove_call("gone").calls == calls.calls


@given(MADE)
def test_call_is_allowed_exactly_after_the_wait(calls: Any) -> None:
    stored = RateWindow(tuple(calls), 1)
    seconds = LIMIT.count_seconds_to_wait(stored, NOW)
    assert 0 <= seconds <= HOUR.total_seconds()
    assert LIMIT.count_seconds_to_wait(stored, NOW + timedelta(seconds=seconds)) == 0
    if seconds:
        assert LIMIT.count_seconds_to_wait(stored, NOW + timedelta(seconds=seconds - 1)) == 1
