"""Which tries count, for how long, and what gives a slot back."""

from datetime import UTC, datetime, timedelta

import pytest

from domains.assurance.enhanced_authentication import EID, MID
from domains.assurance.slots import FAILURE_WINDOW, Slots, TryLimit

NOW = datetime(2026, 11, 23, 18, 30, tzinfo=UTC)
LIMIT = TryLimit(max_failures=3)


def after(minutes: int) -> datetime:
    return NOW + timedelta(minutes=minutes)


def taken(*minutes: int) -> Slots:
    slots = Slots()
    for minute in minutes:
        slots = slots.take(f"attempt {minute}", EID, after(minute))
    return slots


def test_nobody_is_locked_before_the_last_try() -> None:
    assert taken(0, 1).locked_until(EID, LIMIT, after(2)) is None


def test_the_lock_ends_when_the_first_failure_does_not_count_any_more() -> None:
    assert taken(0, 1, 2).locked_until(EID, LIMIT, after(3)) == NOW + FAILURE_WINDOW
    assert taken(0, 1, 2).locked_until(EID, LIMIT, NOW + FAILURE_WINDOW) is None


def test_failures_of_one_type_lock_no_other() -> None:
    assert taken(0, 1, 2).locked_until(MID, LIMIT, after(3)) is None


def test_what_does_not_count_any_more_is_dropped_with_the_next_try() -> None:
    later = taken(0, 1).take("later", EID, NOW + FAILURE_WINDOW)
    assert [slot.attempt_id for slot in later.taken] == ["attempt 1", "later"]


def test_a_slot_that_is_given_back_does_not_count() -> None:
    assert taken(0, 1, 2).give_back("attempt 1").locked_until(EID, LIMIT, after(3)) is None


def test_a_success_ends_the_failures_of_its_type_alone() -> None:
    both = taken(0, 1).take("other", MID, after(2))
    assert [slot.attempt_id for slot in both.without(EID).taken] == ["other"]


@pytest.mark.parametrize("change", ["take", "give back", "succeed"])
def test_every_change_is_the_next_revision(change: str) -> None:
    slots = taken(0)
    changed = {
        "take": slots.take("more", EID, after(1)),
        "give back": slots.give_back("attempt 0"),
        "succeed": slots.without(EID),
    }[change]
    assert changed.revision == slots.revision + 1


def test_what_changes_nothing_is_no_revision() -> None:
    assert taken(0).give_back("another") == taken(0)
    assert taken(0).without(MID) == taken(0)


WAITING = TryLimit(max_failures=5, free_failures=2, wait=timedelta(minutes=3))


def test_a_further_try_waits_from_the_one_before() -> None:
    assert taken(0).next_try_at(EID, WAITING, after(1)) is None
    assert taken(0, 1).next_try_at(EID, WAITING, after(2)) == after(4)
    assert taken(0, 1).next_try_at(EID, WAITING, after(4)) is None
    assert taken(0, 1, 4).next_try_at(EID, WAITING, after(5)) == after(7)


def test_a_wait_is_no_lock() -> None:
    assert taken(0, 1).locked_until(EID, WAITING, after(2)) is None


def test_a_lock_outlasts_the_wait() -> None:
    slots = taken(0, 1, 4, 7, 10)
    assert slots.next_try_at(EID, WAITING, after(11)) == NOW + FAILURE_WINDOW
    assert slots.locked_until(EID, WAITING, after(11)) == NOW + FAILURE_WINDOW
