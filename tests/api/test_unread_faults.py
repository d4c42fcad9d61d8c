"""Unread counts with parallel calls and lost DynamoDB replies."""

import itertools
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from threading import Barrier
from typing import Any

import pytest

from domains.messages.message import Message
from domains.messages.messages_table import MessagesTable
from domains.messages.portal_notices import welcome
from tests.api.lost_replies import lose_reply
from tests.api.messages_support import BEN, ROSA, deliver, make_agency_message
from tests.api.records_support import PASSES, VEHICLES
from tests.api.support import MESSAGES_TABLE, Answer, Client, Person
from tests.api.unread_support import (
    AGENCY,
    NOW,
    PORTAL,
    Inboxes,
    Record,
    clear,
    connect,
    get_stored_messages,
    store_again,
)

pytestmark = pytest.mark.proof

VEHICLE = Record(VEHICLES, "vehicle-1")
PASS = Record(PASSES, "pass-1")
AT_ONCE = 50
MAX_CALLS = 60


@pytest.fixture
def inboxes(client: Client) -> Iterator[Inboxes]:
    """Return the real handlers, with a person connected to a vehicle."""
    with Inboxes.opened() as inboxes:
        connect(ROSA, VEHICLE)
        yield inboxes


@pytest.fixture(autouse=True)
def _many_switches() -> Iterator[None]:
    """Make threads switch often."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    yield
    sys.setswitchinterval(before)


def call_at_once(*calls: Callable[[], Answer]) -> list[Answer]:
    barrier = Barrier(len(calls), timeout=30)

    def run(call: Callable[[], Answer]) -> Answer:
        barrier.wait()
        return call()

    with ThreadPoolExecutor(len(calls)) as threads:
        return [each.result() for each in [threads.submit(run, call) for call in calls]]


def get_message(message_id: str, person: Person = ROSA) -> Message | None:
    return MessagesTable(MESSAGES_TABLE).read(person.user_id, message_id)


def has_unread(inboxes: Inboxes) -> bool:
    reported: bool = inboxes.of(ROSA).get(f"{AGENCY}/unread/status").json["hasUnread"]
    return reported


class TestParallelCalls:
    def test_parallel_openings_of_same_message_count_once(self, inboxes: Inboxes) -> None:
        inboxes.post(VEHICLE, "one")
        inboxes.post(VEHICLE, "other")
        message_id = VEHICLE.get_message_id(ROSA, "one")
        identity_id = VEHICLE.get_identity_id(ROSA)
        sandboxes = inboxes.sandboxes("agencymessages", AT_ONCE)
        answers = call_at_once(
            *[lambda box=box: box.open(ROSA, message_id, identity_id) for box in sandboxes]
        )
        assert {(answer.status, answer.json["isRead"]) for answer in answers} == {(200, True)}
        assert len({answer.json["readAt"] for answer in answers}) == 1
        figures = inboxes.verified()
        assert (figures.messages, figures.unread_agency) == (2, 1)
        counted = inboxes.of(ROSA).get(f"{AGENCY}/service/{VEHICLES}/unread/count").json
        assert counted == {"count": 1, "atLeast": False}

    def test_parallel_openings_of_fifty_messages_all_count(self, inboxes: Inboxes) -> None:
        own_ids = [str(number) for number in range(AT_ONCE)]
        identity_id = VEHICLE.get_identity_id(ROSA)
        messages = [make_agency_message(ROSA, own_id, VEHICLES, identity_id) for own_id in own_ids]
        deliver(*messages)
        assert inboxes.verified().unread_agency == AT_ONCE
        ids = [message.id for message in messages]
        sandboxes = inboxes.sandboxes("agencymessages", AT_ONCE)
        pairs = zip(sandboxes, ids, strict=True)
        answers = call_at_once(
            *[lambda box=box, each=each: box.open(ROSA, each, identity_id) for box, each in pairs]
        )
        assert [answer.json["messageId"] for answer in answers] == ids
        assert inboxes.verified().unread_agency == 0
        assert not has_unread(inboxes)

    def test_parallel_deliveries_of_same_message_store_one(self, inboxes: Inboxes) -> None:
        connect(BEN, VEHICLE)
        sandboxes = inboxes.sandboxes("agencyinbound", AT_ONCE)
        answers = call_at_once(*[lambda box=box: box.post(VEHICLE, "one") for box in sandboxes])
        outcomes = [answer.json["outcome"] for answer in answers]
        # With two holders, different calls may deliver to each of them.
        assert 1 <= outcomes.count("delivered") <= 2
        assert set(outcomes) <= {"delivered", "unchanged"}
        figures = inboxes.verified()
        assert (figures.messages, figures.unread_agency, figures.people) == (2, 2, 2)


@dataclass(frozen=True)
class State:
    """State of a message in the model."""

    is_unread: bool
    is_binned: bool


Step = Callable[[State], tuple[State, Any]]
"""Returns the next state of a message and the answer."""


def apply_open(state: State) -> tuple[State, Any]:
    after = state if state.is_binned else State(False, False)
    return after, not after.is_unread


def apply_mark(state: State) -> tuple[State, Any]:
    return (state, "notFound") if state.is_binned else (State(True, False), "marked")


def apply_delete(state: State) -> tuple[State, Any]:
    return State(state.is_unread, True), "deleted"


def apply_restore(state: State) -> tuple[State, Any]:
    return State(state.is_unread, False), "restored"


STEPS: dict[str, Step] = {
    "open": apply_open,
    "mark": apply_mark,
    "delete": apply_delete,
    "restore": apply_restore,
}


def list_possible_results(start: State, names: Sequence[str]) -> set[tuple[Any, ...]]:
    """Return the possible results in sequence: answers in the order of the names, and the final state."""
    possible = set()
    for order in itertools.permutations(range(len(names))):
        state, reported = start, [None] * len(names)
        for place in order:
            state, reported[place] = STEPS[names[place]](state)
        possible.add((*reported, state))
    return possible


class TestParallelWindows:
    """Parallel calls have the same result as sequential ones."""

    @pytest.mark.parametrize("start", [State(True, False), State(False, False), State(True, True)])
    def test_parallel_changes_of_same_message_stay_consistent(self, inboxes: Inboxes, start: State) -> None:
        message_id, identity_id = VEHICLE.get_message_id(ROSA, "one"), VEHICLE.get_identity_id(ROSA)
        named = [(message_id, identity_id)]
        agency = [*inboxes.sandboxes("agencymessages", 4), *inboxes.sandboxes("messages", 1)]
        calls: dict[str, Callable[[], Answer]] = {
            "open": lambda: agency[0].open(ROSA, message_id, identity_id),
            "mark": lambda: agency[1].change_agency(ROSA, "mark", named, isRead=False),
            "delete": lambda: agency[2].change_agency(ROSA, "delete", named),
            "restore": lambda: agency[4].change_portal(ROSA, "restore", [message_id]),
        }
        names = tuple(calls)
        possible = list_possible_results(start, names)
        for _ in range(12):
            clear(MESSAGES_TABLE)
            inboxes.post(VEHICLE, "one")
            if not start.is_unread:
                inboxes.open(ROSA, message_id, identity_id)
            if start.is_binned:
                inboxes.change_agency(ROSA, "delete", named)
            answers = call_at_once(*calls.values())
            message = get_message(message_id)
            assert message is not None
            state = State(message.is_unread, message.deleted_at is not None)
            reported = [
                answer.json["isRead"] if name == "open" else answer.json["results"][0]["outcome"]
                for name, answer in zip(names, answers, strict=True)
            ]
            assert (*reported, state) in possible
            inboxes.verified()
            assert has_unread(inboxes) is (state.is_unread and not state.is_binned)

    def test_parallel_changes_of_many_messages_stay_consistent(self, inboxes: Inboxes) -> None:
        own_ids = [str(number) for number in range(6)]
        for own_id in own_ids:
            inboxes.post(VEHICLE, own_id)
        ids = [VEHICLE.get_message_id(ROSA, own_id) for own_id in own_ids]
        named = [(message_id, VEHICLE.get_identity_id(ROSA)) for message_id in ids]
        agency, portal = inboxes.sandboxes("agencymessages", 9), inboxes.sandboxes("messages", 4)
        calls: list[Callable[[], Answer]] = []
        for number in range(3):
            part = named[number:] + named[:number]
            calls += [
                partial(agency[number].change_agency, ROSA, "mark", part, isRead=False),
                partial(agency[number + 3].change_agency, ROSA, "delete", part),
                partial(agency[number + 6].open, ROSA, *part[0]),
                partial(portal[number].change_portal, ROSA, "restore", [id_ for id_, _ in part]),
            ]
        calls.append(lambda: portal[3].empty_bin(ROSA))
        for _ in range(4):
            # Attempts are limited, so that a call can be refused and repeated.
            assert {answer.status for answer in call_at_once(*calls)} <= {200, 404, 503}
            figures = inboxes.verified()
            assert has_unread(inboxes) is (figures.unread_agency > 0)
            reported = inboxes.of(ROSA).get(f"{AGENCY}/service/{VEHICLES}?unread=true").json["groups"]
            assert sum(len(group["messages"]) for group in reported) == figures.unread_agency


@dataclass(frozen=True)
class Operation:
    """Call that changes messages, and the expected content of the table.

    Attributes:
        before: state of the three messages.
        unread: number of unread messages afterwards, and of messages in and outside of the bin.
    """

    call: Callable[[Inboxes], Answer]
    before: tuple[str, ...]
    unread: int
    binned: int = 0
    messages: int = 3


IDS = [VEHICLE.get_message_id(ROSA, own_id) for own_id in "abc"]
NAMED = [(message_id, VEHICLE.get_identity_id(ROSA)) for message_id in IDS]
OPERATIONS = {
    "deliver": Operation(lambda box: box.post(PASS, "d"), (), 5, messages=5),
    "deliver a batch": Operation(
        lambda box: box.post_batch([PASS, Record(PASSES, "pass-2")], "d"), (), 6, messages=6
    ),
    "open": Operation(lambda box: box.open(ROSA, *NAMED[0]), (), 2),
    "mark as read": Operation(lambda box: box.change_agency(ROSA, "mark", NAMED, isRead=True), (), 0),
    "mark as unread": Operation(
        lambda box: box.change_agency(ROSA, "mark", NAMED, isRead=False), ("read",), 3
    ),
    "delete unread": Operation(lambda box: box.change_agency(ROSA, "delete", NAMED), (), 0, 3),
    "delete read": Operation(lambda box: box.change_agency(ROSA, "delete", NAMED), ("read",), 0, 3),
    "restore unread": Operation(lambda box: box.change_portal(ROSA, "restore", IDS), ("deleted",), 3),
    "restore read": Operation(lambda box: box.change_portal(ROSA, "restore", IDS), ("read", "deleted"), 0),
    "empty the bin": Operation(lambda box: box.empty_bin(ROSA), ("deleted",), 0, messages=0),
}


@pytest.mark.parametrize("also_again", [False, True], ids=["once", "also when sent again"])
@pytest.mark.parametrize("operation", OPERATIONS.values(), ids=OPERATIONS)
def test_repeat_after_lost_reply_keeps_counts(
    inboxes: Inboxes, operation: Operation, also_again: bool
) -> None:
    """Lose the reply of each DynamoDB call in turn, and repeat the request."""
    prepare(inboxes, operation)
    before = get_stored_messages()
    for place in range(MAX_CALLS):
        store_again(before)
        with lose_reply(place, also_again=also_again) as calls:
            answer = operation.call(inboxes)
        is_done = answer.status == 200 and "failed" not in answer.text
        if not also_again:
            assert is_done, answer.text
        elif not is_done:
            inboxes.verified()
            answer = operation.call(inboxes)
            assert answer.status == 200, answer.text
            assert "failed" not in answer.text
        figures = inboxes.verified()
        assert (figures.unread_agency, figures.binned) == (operation.unread, operation.binned)
        assert figures.messages == operation.messages
        assert has_unread(inboxes) is (operation.unread > 0)
        if place >= len(calls.ids):
            assert place > 0
            return
    pytest.fail("it never ended")


def prepare(inboxes: Inboxes, operation: Operation) -> None:
    connect(ROSA, VEHICLE)
    for person, reference in [(ROSA, "pass-1"), (BEN, "pass-1"), (BEN, "pass-2")]:
        connect(person, Record(PASSES, reference))
    for own_id in "abc":
        inboxes.post(VEHICLE, own_id, NOW)
    if "read" in operation.before:
        inboxes.change_agency(ROSA, "mark", NAMED, isRead=True)
    if "deleted" in operation.before:
        inboxes.change_agency(ROSA, "delete", NAMED)


def test_portal_inbox_keeps_counts_after_lost_reply(inboxes: Inboxes) -> None:
    """Use the same calls as for agency messages, with different counts."""
    message = welcome(ROSA.user_id, NOW)
    table = MessagesTable(MESSAGES_TABLE)
    with lose_reply(0, also_again=False):
        assert not table.add(message)
    path = f"{PORTAL}/{message.id}/markasread"
    for place in range(3):
        inboxes.of(ROSA).call("PATCH", path.replace("markasread", "markasunread"))
        assert inboxes.of(ROSA).get(f"{PORTAL}/unread/count").json["count"] == 1
        with lose_reply(place, also_again=True):
            inboxes.of(ROSA).call("PATCH", path)
        assert inboxes.of(ROSA).call("PATCH", path).json == {"id": message.id, "isRead": True}
        assert inboxes.of(ROSA).get(f"{PORTAL}/unread/count").json["count"] == 0
        assert inboxes.verified().unread_portal == 0
