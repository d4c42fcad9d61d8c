"""The tries that count, their duration, and the return of slots."""

from datetime import UTC, datetime, timedelta

import pytest

from domains.assurance.enhanced_authentication import EID, MID
from domains.assurance.slots import FAILURE_WINDOW, AttemptSlots, TryLimit

NOW = datetime(2026, 11, 23, 18, 30, tzinfo=UTC)
LIMIT = TryLimit(max_failures=3)


def add_minutes(minutes: int) -> datetime:
    return NOW + timedelta(minutes=minutes)


def take_slots(*minutes: int) -> AttemptSlots:
    slots = AttemptSlots()
    for minute in minutes:
        slots = slots.take_slot(f"attempt {minute}", EID, add_minutes(minute))
    return slots


def test_fewer_failures_than_the_limit_do_not_lock() -> None:
    assert take_slots(0, 1).get_locked_until(EID, LIMIT, add_minutes(2)) is None


def test_lock_ends_with_the_first_failure_window() -> None:
    assert take_slots(0, 1, 2).get_locked_until(EID, LIMIT, add_minutes(3)) == NOW + FAILURE_WINDOW
    assert take_slots(0, 1, 2).get_locked_until(EID, LIMIT, NOW + FAILURE_WINDOW) is None


def test_failures_of_one_type_do_not_lock_another() -> None:
    assert take_slots(0, 1, 2).get_locked_until(MID, LIMIT, add_minutes(3)) is None


def test_expired_failure_is_dropped_on_the_next_try() -> None:
    later = take_slots(0, 1).take_slot("later", EID, NOW + FAILURE_WINDOW)
    assert [slot.attempt_id for slot in later.taken] == ["attempt 1", "later"]


def test_returned_slot_does_not_count() -> None:
    assert take_slots(0, 1, 2).give_back("attempt 1").get_locked_until(EID, LIMIT, add_minutes(3)) is None


def test_success_clears_failures_of_its_type_only() -> None:
    both = take_slots(0, 1).take_slot("other", MID, add_minutes(2))
    assert [slot.attempt_id for slot in both.remove_slots(EID).taken] == ["other"]


@pytest.mark.parametrize("change", ["take", "give back", "succeed"])
def test_change_increments_the_revision(change: str) -> None:
    slots = take_slots(0)
    changed = {
        "take": slots.take_slot("more", EID, add_minutes(1)),
        "give back": slots.give_back("attempt 0"),
        "succeed": slots.remove_slots(EID),
    }[change]
    assert changed.revision == slots.revision + 1


def test_no_change_keeps_the_revision() -> None:
    assert take_slots(0).give_back("another") == take_slots(0)
    assert take_slots(0).remove_slots(MID) == take_slots(0)


WAITING = TryLimit(max_failures=5, free_failures=2, wait=timedelta(minutes=3))


def test_next_try_waits_after_the_previous_try() -> None:
    assert take_slots(0).get_next_try(EID, WAITING, add_minutes(1)) is None
    assert take_slots(0, 1).get_next_try(EID, WAITING, add_minutes(2)) == add_minutes(4)
    assert take_slots(0, 1).get_next_try(EID, WAITING, add_minutes(4)) is None
    assert take_slots(0, 1, 4).get_next_try(EID, WAITING, add_minutes(5)) == add_minutes(7)


def test_wait_is_not_a_lock() -> None:
    assert take_slots(0, 1).get_locked_until(EID, WAITING, add_minutes(2)) is None


def test_lock_outlasts_the_wait() -> None:
    slots = take_slots(0, 1, 4, 7, 10)
    assert slots.get_next_try(EID, WAITING, add_minutes(11)) == NOW + FAILURE_WINDOW
    assert slots.get_locked_until(EID, WAITING, add_minutes(11)) == NOW + FAILURE_WINDOW
