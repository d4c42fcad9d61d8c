"""Applications with a lost DynamoDB reply at every call of every change."""

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from tests.api.agency_support import run_agency
from tests.api.applications_support import ANSWERS, APPLICATIONS, OWNER, ApplicationsWorld, make_status
from tests.api.inbound_support import empty_bucket, list_inbox
from tests.api.lost_replies import lose_reply
from tests.api.support import APPLICATIONS_TABLE, Client

pytestmark = pytest.mark.proof

MAX_CALLS = 30


@pytest.fixture
def world(client: Client) -> Iterator[ApplicationsWorld]:
    empty_bucket()
    with run_agency() as agency:
        yield ApplicationsWorld(client, agency)


def begin(world: Any) -> tuple[Any, ...]:
    key = f"key-of-{len(world.by(OWNER).get(APPLICATIONS).json['items'])}"
    return (lambda: world.begin(key=key)), (lambda kept: kept["state"] == "draft")


def save(world: Any) -> tuple[Any, ...]:
    application_id = world.begin().json["id"]
    return (lambda: world.save(application_id, ANSWERS, 0)), (lambda kept: kept["revision"] == 1)


def submit(world: Any) -> tuple[Any, ...]:
    application_id = world.draft()
    return (lambda: world.submit(application_id, 1)), _is_submitted_once


def withdraw(world: Any) -> tuple[Any, ...]:
    application_id = world.submitted()
    return (lambda: world.withdraw(application_id)), (
        lambda kept: [each["state"] for each in kept["history"]].count("withdrawn") == 1
    )


def add(world: Any) -> tuple[Any, ...]:
    application_id = world.draft()
    return (lambda: world.add(application_id)), (
        lambda kept: (len(kept["documents"]), kept["revision"]) == (1, 2)
    )


def remove(world: Any) -> tuple[Any, ...]:
    application_id = world.draft()
    document = world.add(application_id).json["id"]
    path = f"{APPLICATIONS}/{application_id}/documents/{document}"
    return (lambda: world.by(OWNER).delete(path)), (
        lambda kept: (kept["documents"], kept["revision"]) == ([], 3)
    )


def tell(world: Any) -> tuple[Any, ...]:
    application_id = world.submitted()
    reported = make_status("inReview")
    return (lambda: world.tell(application_id, reported)), (
        lambda kept: [each["state"] for each in kept["history"]].count("inReview") == 1
    )


def _is_submitted_once(kept: Any) -> bool:
    return (kept["state"], [each["state"] for each in kept["history"]].count("submitted")) == ("submitted", 1)


CHANGES = (begin, save, submit, withdraw, add, remove, tell)


@pytest.mark.parametrize("also_again", [False, True], ids=["once", "also again"])
@pytest.mark.parametrize("prepare", CHANGES, ids=lambda change: change.__name__)
def test_repeat_after_lost_reply_applies_once(
    world: ApplicationsWorld, stored: Mapping[str, Any], prepare: Any, also_again: bool
) -> None:
    for place in range(MAX_CALLS):
        for item in stored[APPLICATIONS_TABLE].scan()["Items"]:
            key = {"application_id": item["application_id"], "item": item["item"]}
            stored[APPLICATIONS_TABLE].delete_item(Key=key)
        change, is_done = prepare(world)
        with lose_reply(place, also_again=also_again) as calls:
            first = change()
        again = change() if first.status >= 500 else first
        assert again.status in (200, 201), (place, again.text)
        [kept] = [world.get(each["id"]) for each in world.by(OWNER).get(APPLICATIONS).json["items"]]
        assert is_done(kept), (place, kept)
        if place >= len(calls.ids):
            break
    else:
        pytest.fail("There are more calls than are tried")


def test_scheduled_work_delivers_interrupted_submission(world: ApplicationsWorld) -> None:
    for place in range(MAX_CALLS):
        application_id = world.draft()
        with lose_reply(place, also_again=True) as calls:
            first = world.submit(application_id, 1)
        if first.status >= 500:
            assert world.submit(application_id, 1).status == 200
        world.passes(minutes=2)
        world.maintenance().run(lambda: 60_000)
        assert world.get(application_id)["isDelivered"] is True
        sent = [call for call in world.calls("application") if call["applicationId"] == application_id]
        assert sent
        assert {call["submission"] for call in sent} == {1}
        if place >= len(calls.ids):
            return
    pytest.fail("There are more calls than are tried")


def test_repeated_status_after_lost_reply_sends_one_message(world: ApplicationsWorld) -> None:
    for place in range(MAX_CALLS):
        application_id = world.submitted()
        reported = make_status("approved")
        before = len(list_inbox(OWNER))
        with lose_reply(place, also_again=True) as calls:
            world.tell(application_id, reported)
        assert world.tell(application_id, reported).status == 200
        assert len(list_inbox(OWNER)) == before + 1
        if place >= len(calls.ids):
            return
    pytest.fail("There are more calls than are tried")
