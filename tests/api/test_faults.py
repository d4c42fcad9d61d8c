"""Each use case with a fault, or the same call once more, at each DynamoDB call: it applies once."""

from collections.abc import Iterator, Mapping
from contextlib import ExitStack, suppress
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

import pytest
from botocore.exceptions import ReadTimeoutError

from domains.agencies.breaker import BreakerState
from domains.agencies.breaker_table import BreakerTable
from domains.messages.messages_table import MessagesTable
from tests.api.businesses_support import EVA, accept, get_token, invite
from tests.api.conftest import Outbox
from tests.api.faults import FAULTS, HIDDEN, Killed, disturb_each_call, lose_reply, run_before_call
from tests.api.profile_support import TEST, register, use_clock
from tests.api.support import AGENCIES_TABLE, MESSAGES_TABLE, Answer, Client
from tests.api.unread_support import NOW
from tests.api.use_case_world import WELCOME, UseCaseWorld
from tests.api.use_cases import IN_STEPS, OPERATIONS, is_done, list_types
from tests.depth import IS_DEEP

pytestmark = pytest.mark.proof


@pytest.fixture
def world(client: Client, outbox: Outbox, stored: Mapping[str, Any]) -> Iterator[UseCaseWorld]:
    with ExitStack() as stack:
        yield UseCaseWorld(client, outbox, stored, stack)


def list_cases() -> list[tuple[str, str]]:
    """List operations with their faults: two for each operation in the gate, all of them with `--deep`."""
    faults = list(FAULTS)
    if IS_DEEP:
        return [(name, fault) for name in OPERATIONS for fault in faults]
    half = len(faults) // 2
    return [
        (name, faults[(number + step) % len(faults)])
        for number, name in enumerate(OPERATIONS)
        for step in (0, half)
    ]


@pytest.mark.parametrize(("name", "fault"), list_cases())
def test_repeat_after_fault_applies_once(world: UseCaseWorld, name: str, fault: str) -> None:
    operation = OPERATIONS[name]
    getattr(world, operation.before)
    restore = world.save()
    before = operation.state(world)
    assert is_done(operation.request(world))
    done = operation.state(world)
    assert done != before
    for place, disturbed in disturb_each_call(FAULTS[fault], restore):
        answer: Answer | None = None
        with suppress(Killed), disturbed:
            answer = operation.request(world)
        halfway = operation.state(world)
        if fault in HIDDEN:
            assert is_done(answer), (place, answer)
        if name not in IN_STEPS:
            assert halfway in ((done,) if fault in HIDDEN else (before, done)), place
        again = (operation.repeat or operation.request)(world)
        assert is_done(again), (place, again)
        assert operation.state(world) == done, place
        if fault == "throttled":
            return


@pytest.mark.parametrize("name", OPERATIONS)
def test_same_call_in_between_applies_once(world: UseCaseWorld, name: str) -> None:
    operation = OPERATIONS[name]
    getattr(world, operation.before)
    restore = world.save()
    operation.request(world)
    done = operation.state(world)
    others: list[Answer | None] = []
    overtake = partial(run_before_call, other=lambda: others.append(operation.request(world)))
    for place, overtaken in disturb_each_call(overtake, restore):
        others.clear()
        with overtaken:
            own = operation.request(world)
        assert any(map(is_done, (own, *others))), (place, own, others)
        assert operation.state(world) == done, place


@pytest.mark.parametrize("fault", FAULTS)
def test_channel_test_with_fault_is_sent_at_most_once(
    world: UseCaseWorld, monkeypatch: pytest.MonkeyPatch, fault: str
) -> None:
    assert world.preferences
    now = datetime.now(UTC)
    use_clock(monkeypatch, lambda: now)
    for place, disturbed in disturb_each_call(FAULTS[fault], world.save()):
        with suppress(Killed), disturbed:
            world.rosa.post(TEST, {"channel": "email"})
        world.rosa.post(TEST, {"channel": "email"})
        assert list_types(world).count("test") == 1, place


@pytest.mark.parametrize("fault", FAULTS)
def test_invitation_after_fault_is_sent_and_valid(
    world: UseCaseWorld, monkeypatch: pytest.MonkeyPatch, fault: str
) -> None:
    # Repeat a failed sending at once.
    monkeypatch.setattr("functions.businesses.team.MAX_SENDING_TIME", timedelta(seconds=-1))
    assert world.bakery
    eva = register(world.client, EVA)
    for place, disturbed in disturb_each_call(FAULTS[fault], world.save()):
        answer: Answer | None = None
        with suppress(Killed), disturbed:
            answer = invite(world.rosa, world.bakery, EVA.email)
        if fault in HIDDEN:
            assert answer is not None
            assert answer.status == 201, place
            assert len(world.outbox.mail) == 1
        elif answer is None or answer.status >= 500:
            assert invite(world.rosa, world.bakery, EVA.email).status in (200, 201), place
        assert accept(eva, get_token(world.outbox.mail[-1].text)).status == 200, place


def test_write_without_reply_raises_error(stored: Mapping[str, Any]) -> None:
    with lose_reply(0, also_again=True), pytest.raises(ReadTimeoutError):
        MessagesTable(MESSAGES_TABLE).add_message(WELCOME)
    assert stored[MESSAGES_TABLE].scan()["Count"] == 1


def test_portal_message_with_lost_reply_is_not_new(stored: Mapping[str, Any]) -> None:
    with lose_reply(0, also_again=False):
        assert not MessagesTable(MESSAGES_TABLE).add_message(WELCOME)


def test_breaker_write_with_lost_reply_succeeds(stored: Mapping[str, Any]) -> None:
    state = BreakerState(failed_at=(NOW,), opened_at=None, probe_until=None, revision=1)
    with lose_reply(0, also_again=True) as calls:
        assert BreakerTable(AGENCIES_TABLE).put_state("test-agency", state)
    assert len(calls.ids) == 1
