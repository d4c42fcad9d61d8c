"""The breaker by the clock, with as many sandboxes as needed over one store."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domains.agencies.breaker import BreakerState, CircuitBreaker

AGENCY = "test-agency"


class Store:
    """A store in memory."""

    def __init__(self) -> None:
        self.states: dict[str, Any] = {}
        self.reads = 0

    def get_state(self, agency_id: Any) -> Any:
        self.reads += 1
        return self.states.get(agency_id, BreakerState())

    def put_state(self, agency_id: Any, state: Any) -> bool:
        if self.states.get(agency_id, BreakerState()).revision != state.revision - 1:
            return False
        self.states[agency_id] = state
        return True


class World:
    def __init__(self) -> None:
        self.now = datetime(2026, 11, 21, 18, 30, tzinfo=UTC)
        self.store = Store()

    def passes(self, seconds: Any) -> None:
        self.now += timedelta(seconds=seconds)

    def sandbox(self) -> CircuitBreaker:
        return CircuitBreaker(self.store, lambda: self.now, lambda: self.now.timestamp())


@pytest.fixture
def world() -> World:
    return World()


def fail(breaker: Any, times: Any) -> None:
    for _ in range(times):
        breaker.record_failure(AGENCY, "late")


def test_breaker_opens_after_five_failures(world: World) -> None:
    breaker = world.sandbox()
    fail(breaker, 4)
    assert breaker.is_call_allowed(AGENCY)
    fail(breaker, 1)
    assert not breaker.is_call_allowed(AGENCY)
    assert breaker.is_call_allowed("another-agency")


def test_failures_older_than_a_minute_do_not_count(world: World) -> None:
    breaker = world.sandbox()
    fail(breaker, 4)
    world.passes(60)
    fail(breaker, 4)
    assert breaker.is_call_allowed(AGENCY)


def test_successes_do_not_reset_failures(world: World) -> None:
    breaker = world.sandbox()
    for _ in range(5):
        assert breaker.is_call_allowed(AGENCY)
        breaker.record_failure(AGENCY, "late")
        breaker.record_success(AGENCY)
        world.passes(1)
    assert not breaker.is_call_allowed(AGENCY)


def test_sandboxes_share_failures_within_five_seconds(world: World) -> None:
    one, other = world.sandbox(), world.sandbox()
    assert other.is_call_allowed(AGENCY)
    fail(one, 5)
    assert not one.is_call_allowed(AGENCY)
    assert other.is_call_allowed(AGENCY)
    world.passes(5)
    assert not other.is_call_allowed(AGENCY)


def test_memory_avoids_table_reads(world: World) -> None:
    breaker = world.sandbox()
    for _ in range(50):
        assert breaker.is_call_allowed(AGENCY)
        breaker.record_success(AGENCY)
    assert world.store.reads == 1
    assert world.store.states == {}


def test_single_sandbox_probes_after_30_seconds(world: World) -> None:
    fail(world.sandbox(), 5)
    world.passes(29)
    assert not world.sandbox().is_call_allowed(AGENCY)
    world.passes(1)
    sandboxes = [world.sandbox() for _ in range(5)]
    assert [each.is_call_allowed(AGENCY) for each in sandboxes] == [True, False, False, False, False]


def test_successful_probe_closes_the_breaker_for_all(world: World) -> None:
    breaker, other = world.sandbox(), world.sandbox()
    fail(breaker, 5)
    world.passes(30)
    assert breaker.is_call_allowed(AGENCY)
    assert not other.is_call_allowed(AGENCY)
    breaker.record_success(AGENCY)
    assert breaker.is_call_allowed(AGENCY)
    world.passes(5)
    assert other.is_call_allowed(AGENCY)
    assert world.store.states[AGENCY].failed_at == ()


def test_failed_probe_reopens_the_breaker(world: World) -> None:
    breaker = world.sandbox()
    fail(breaker, 5)
    world.passes(30)
    assert breaker.is_call_allowed(AGENCY)
    fail(breaker, 1)
    state = world.store.states[AGENCY]
    assert state.opened_at is not None
    assert state.paused_since == state.opened_at - timedelta(seconds=30)
    assert state.asked_again_from == state.opened_at + timedelta(seconds=30)
    world.passes(29)
    assert not world.sandbox().is_call_allowed(AGENCY)
    world.passes(1)
    assert world.sandbox().is_call_allowed(AGENCY)


def test_lost_probe_is_replaced_after_ten_seconds(world: World) -> None:
    fail(world.sandbox(), 5)
    world.passes(30)
    assert world.sandbox().is_call_allowed(AGENCY)
    world.passes(9)
    assert not world.sandbox().is_call_allowed(AGENCY)
    world.passes(1)
    assert world.sandbox().is_call_allowed(AGENCY)


def test_late_failures_do_not_extend_the_open_time(world: World) -> None:
    breaker = world.sandbox()
    fail(breaker, 5)
    world.passes(20)
    fail(breaker, 3)
    world.passes(10)
    assert breaker.is_call_allowed(AGENCY)


@given(st.lists(st.tuples(st.sampled_from(["ask", "fail", "answer"]), st.integers(0, 40), st.integers(0, 2))))
def test_recovered_agency_is_asked_again(steps: Any) -> None:
    world = World()
    sandboxes = [world.sandbox() for _ in range(3)]
    for step, seconds, number in steps:
        world.passes(seconds)
        sandbox = sandboxes[number]
        match step:
            case "ask":
                sandbox.is_call_allowed(AGENCY)
            case "fail":
                sandbox.record_failure(AGENCY, "late")
            case _:
                sandbox.record_success(AGENCY)
        assert len(world.store.get_state(AGENCY).failed_at) <= 5
    world.passes(41)
    asking = [sandbox for sandbox in sandboxes if sandbox.is_call_allowed(AGENCY)]
    assert asking
    asking[0].record_success(AGENCY)
    world.passes(5)
    assert all(sandbox.is_call_allowed(AGENCY) for sandbox in sandboxes)
