"""Unread counts with parallel calls."""

import itertools
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Barrier
from typing import Any

import pytest

from tests.api.faults import disturb_each_call, run_before_call
from tests.api.messages_support import ROSA
from tests.api.records_support import VEHICLES
from tests.api.support import Answer, Client
from tests.api.unread_support import (
    AGENCY,
    Inboxes,
    Record,
    connect,
    get_stored_messages,
    store_again,
)

pytestmark = pytest.mark.proof

VEHICLE = Record(VEHICLES, "vehicle-1")
NAMED = (VEHICLE.get_message_id(ROSA, "one"), VEHICLE.get_identity_id(ROSA))


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


def has_unread(inboxes: Inboxes) -> bool:
    reported: bool = inboxes.of(ROSA).get(f"{AGENCY}/unread/status").json["hasUnread"]
    return reported


CHANGES: dict[str, Callable[[Inboxes], Answer]] = {
    "open": lambda box: box.open(ROSA, *NAMED),
    "mark": lambda box: box.change_agency(ROSA, "mark", [NAMED], isRead=False),
    "delete": lambda box: box.change_agency(ROSA, "delete", [NAMED]),
    "restore": lambda box: box.change_portal(ROSA, "restore", [NAMED[0]]),
}


def get_outcome(answer: Answer) -> Any:
    return answer.json["isRead"] if "isRead" in answer.json else answer.json["results"][0]["outcome"]


@pytest.mark.parametrize("start", [(), ("open",), ("delete",)], ids=["unread", "read", "deleted"])
@pytest.mark.parametrize(("name", "other"), itertools.product(CHANGES, repeat=2))
def test_change_overtaken_at_any_call_is_like_one_after_the_other(
    inboxes: Inboxes, name: str, other: str, start: tuple[str, ...]
) -> None:
    def get_result(*answers: Answer) -> tuple[Any, ...]:
        figures = inboxes.verified()
        assert has_unread(inboxes) is (figures.counts["unread, of agencies"] > 0)
        return *map(get_outcome, answers), figures.counts["unread, of agencies"], figures.counts["in the bin"]

    inboxes.post(VEHICLE, "one")
    for each in start:
        CHANGES[each](inboxes)
    before = get_stored_messages()
    own, others = CHANGES[name](inboxes), CHANGES[other](inboxes)
    possible = {get_result(own, others)}
    store_again(before)
    others, own = CHANGES[other](inboxes), CHANGES[name](inboxes)
    possible.add(get_result(own, others))
    overtaking: list[Answer] = []
    overtake = partial(run_before_call, other=lambda: overtaking.append(CHANGES[other](inboxes)))
    for place, overtaken in disturb_each_call(overtake, lambda: store_again(before)):
        overtaking.clear()
        with overtaken:
            own = CHANGES[name](inboxes)
        if overtaking:
            assert get_result(own, *overtaking) in possible, place


def test_parallel_changes_of_many_messages_stay_consistent(inboxes: Inboxes) -> None:
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
        assert has_unread(inboxes) is (figures.counts["unread, of agencies"] > 0)
        reported = inboxes.of(ROSA).get(f"{AGENCY}/service/{VEHICLES}?unread=true").json["groups"]
        assert sum(len(group["messages"]) for group in reported) == figures.counts["unread, of agencies"]
