"""Address changes allowed by support for a person who lost the old address; effective after seven days."""

from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any
from unittest import mock

import pytest

from domains.accesslog.access_log_table import AccessLogTable
from portal.mail import Mail, MessageNotSent
from portal.types import get_utc_now
from tests.api.agency_support import World, run_agency
from tests.api.clock import MovesProcessClock
from tests.api.conftest import Outbox
from tests.api.faults import let_others_write_first
from tests.api.profile_support import (
    CONFIRMATION,
    OTHER_ADDRESS,
    PREFERENCES,
    ROSA,
    enter_code,
    make_preferences,
    register,
)
from tests.api.support import MESSAGES_TABLE, Answer, Client
from tests.api.user_services_support import SAM, Desk, make_desk

NUMBER, OTHER_NUMBER = "+16025550123", "+16025550199"
NEW = {"email": OTHER_ADDRESS, "text": OTHER_NUMBER}
MASKED = {"email": "r•••@work.example", "text": "•••-•••-0199"}
ALLOWED_FROM, ALLOWED_UNTIL = "2026-11-28T18:30:00Z", "2026-12-05T18:30:00Z"

channels = pytest.mark.parametrize("channel", ["email", "text"])


class Today(MovesProcessClock):
    """Clock of every function."""

    def __init__(self) -> None:
        self.now = datetime(2026, 11, 21, 18, 30, tzinfo=UTC)


@pytest.fixture
def today(client: Client) -> Today:
    return Today()


@pytest.fixture
def rosa(client: Client, today: Today, outbox: Outbox) -> Client:
    """Return the client of Rosa, with a confirmed new email address and number that are not in force."""
    rosa = register(client)
    rosa.put(PREFERENCES, make_preferences(number=NUMBER))
    assert enter_code(rosa, outbox, "text").status == 200
    rosa.put(PREFERENCES, make_preferences(OTHER_ADDRESS, OTHER_NUMBER))
    for channel in NEW:
        assert enter_code(rosa, outbox, channel).status == 200
    outbox.clear()
    return rosa


@pytest.fixture
def desk(rosa: Client) -> Iterator[Desk]:
    with run_agency() as agency:
        register(rosa, SAM)
        yield make_desk(World(rosa, agency), clock=get_utc_now)


def allow(desk: Desk, channel: str) -> Answer:
    return desk.allow(ROSA, channel)


def finish(rosa: Client, channel: str) -> Answer:
    return rosa.post(CONFIRMATION, {"channel": channel, "address": "current", "changeTo": NEW[channel]})


def get_address_in_force(rosa: Client, channel: str) -> str:
    addresses = rosa.get(PREFERENCES).json["addresses"]
    found: str = next(each["address"] for each in addresses if each["channel"] == channel)
    return found


def get_change(rosa: Client, channel: str) -> dict[str, Any]:
    changes = rosa.get(PREFERENCES).json["changes"]
    found: dict[str, Any] = next(each for each in changes if each["channel"] == channel)
    return found


def list_notices(stored: Mapping[str, Any]) -> list[dict[str, Any]]:
    items = stored[MESSAGES_TABLE].scan()["Items"]
    return [each for each in items if each.get("type") == "addressChangeAllowed"]


@channels
def test_change_takes_effect_after_seven_days(rosa: Client, desk: Desk, today: Today, channel: str) -> None:
    shown = next(each for each in desk.person(ROSA, "contact").json["changes"] if each["channel"] == channel)
    assert allow(desk, channel).json == {
        "id": shown["id"],
        "channel": channel,
        "sentTo": MASKED[channel],
        "isConfirmed": True,
        "isAllowed": False,
        "allowedFrom": ALLOWED_FROM,
        "allowedUntil": ALLOWED_UNTIL,
    }
    assert get_change(rosa, channel) == {
        "channel": channel,
        "address": NEW[channel],
        "needs": ["permission"],
        "allowedFrom": ALLOWED_FROM,
        "allowedUntil": ALLOWED_UNTIL,
    }
    today.now += timedelta(days=7, seconds=-1)
    early = finish(rosa, channel)
    assert (early.status, early.json["code"]) == (403, "enhancedAuthenticationRequired")
    assert get_address_in_force(rosa, channel) != NEW[channel]
    today.now += timedelta(seconds=1)
    assert (get_change(rosa, channel)["needs"], get_change(rosa, channel)["allowedFrom"]) == ([], None)
    assert finish(rosa, channel).status == 200
    assert get_address_in_force(rosa, channel) == NEW[channel]


def test_change_still_needs_the_code_from_the_new_address(
    rosa: Client, desk: Desk, today: Today, outbox: Outbox
) -> None:
    rosa.put(PREFERENCES, make_preferences("rosa@new.example", OTHER_NUMBER))
    assert desk.allow(ROSA, "email").status == 200
    today.now += timedelta(days=7)
    change = {"channel": "email", "address": "current", "changeTo": "rosa@new.example"}
    assert [each["needs"] for each in rosa.post(CONFIRMATION, change).json["changes"]][-1] == ["code"]
    assert get_address_in_force(rosa, "email") == ROSA.email
    enter_code(rosa, outbox)
    assert get_address_in_force(rosa, "email") == "rosa@new.example"


@channels
def test_code_from_the_old_address_ends_the_wait(
    rosa: Client, desk: Desk, outbox: Outbox, channel: str
) -> None:
    allow(desk, channel)
    assert enter_code(rosa, outbox, channel, "current").status == 200
    assert get_address_in_force(rosa, channel) == NEW[channel]


@pytest.mark.parametrize("language", ["en", "es"])
def test_both_addresses_and_inbox_are_notified_once(
    rosa: Client, desk: Desk, today: Today, outbox: Outbox, stored: Mapping[str, Any], language: str
) -> None:
    rosa.put(PREFERENCES, make_preferences(OTHER_ADDRESS, OTHER_NUMBER, language))
    outbox.clear()
    for _ in range(2):
        for channel in NEW:
            assert allow(desk, channel).json["allowedFrom"] == ALLOWED_FROM
        today.now += timedelta(days=1)
    # The old email address receives the announcement of the inbox message.
    assert [mail.address for mail in outbox.mail] == [OTHER_ADDRESS]
    assert [number for number, _ in outbox.text_messages] == [NUMBER, OTHER_NUMBER]
    date = {"en": "November 28, 2026 at 11:30 AM", "es": "28 de noviembre de 2026 a las 11:30 a.m."}[language]
    for text in [outbox.mail[0].text, *(text for _, text in outbox.text_messages)]:
        assert date in text
        assert "lost" not in text
    reported = list_notices(stored)
    assert len(reported) == 2
    assert all(each["notice"] == "security" for each in reported)
    assert all("She lost the old one" in str(each["body"]) for each in reported)


def keep_old_address(rosa: Client) -> None:
    rosa.put(PREFERENCES, make_preferences(number=OTHER_NUMBER))


def ask_for_another(rosa: Client) -> None:
    rosa.put(PREFERENCES, make_preferences("eve@work.example", OTHER_NUMBER))


def ask_again(rosa: Client) -> None:
    keep_old_address(rosa)
    rosa.put(PREFERENCES, make_preferences(OTHER_ADDRESS, OTHER_NUMBER))


@pytest.mark.parametrize("end", [keep_old_address, ask_for_another, ask_again])
def test_permission_ends_with_change(
    rosa: Client, desk: Desk, today: Today, end: Callable[[Client], None]
) -> None:
    allow(desk, "email")
    end(rosa)
    today.now += timedelta(days=8)
    assert finish(rosa, "email").status in (403, 409)
    assert get_address_in_force(rosa, "email") == ROSA.email


@channels
@pytest.mark.parametrize("step", ["allow", "withdraw"])
def test_exchanged_change_behind_one_mask_is_refused(
    rosa: Client, desk: Desk, today: Today, stored: Mapping[str, Any], channel: str, step: str
) -> None:
    """Another address, or another number, can have the mask that support read."""
    read = next(each for each in desk.person(ROSA, "contact").json["changes"] if each["channel"] == channel)
    rosa.put(PREFERENCES, make_preferences("robber@work.example", "+15205550199"))
    shown = desk.person(ROSA, "contact").json["changes"]
    assert read["sentTo"] in {each["sentTo"] for each in shown}
    assert read["id"] not in {each["id"] for each in shown}
    answer = desk.allow(ROSA, channel, read["id"], step=step)
    assert (answer.status, answer.json["code"]) == (409, "changeNotWaiting")
    assert list_notices(stored) == []


def test_support_allows_removal_of_a_lost_number(
    rosa: Client, desk: Desk, today: Today, outbox: Outbox
) -> None:
    rosa.put(PREFERENCES, make_preferences(OTHER_ADDRESS))
    assert desk.allow(ROSA, "text").json["sentTo"] == ""
    ((number, text),) = outbox.text_messages
    assert number == NUMBER
    assert "removing ***-***-0123" in text
    today.now += timedelta(days=7)
    assert rosa.post(CONFIRMATION, {"channel": "text", "address": "current", "changeTo": ""}).status == 200
    assert [each["channel"] for each in rosa.get(PREFERENCES).json["addresses"]] == ["email"]


@channels
def test_permission_ends_after_fourteen_days(rosa: Client, desk: Desk, today: Today, channel: str) -> None:
    allow(desk, channel)
    today.now += timedelta(days=14, seconds=-1)
    assert get_change(rosa, channel)["needs"] == []
    today.now += timedelta(seconds=1)
    change = get_change(rosa, channel)
    assert (change["needs"], change["allowedFrom"], change["allowedUntil"]) == (["permission"], None, None)
    assert finish(rosa, channel).status == 403
    again = allow(desk, channel).json
    assert again["allowedFrom"] == (today.now + timedelta(days=7)).isoformat().replace("+00:00", "Z")


@channels
@pytest.mark.parametrize("days", [1, 8])
def test_support_takes_permission_back_and_tells_the_person(
    rosa: Client,
    desk: Desk,
    today: Today,
    outbox: Outbox,
    stored: Mapping[str, Any],
    channel: str,
    days: int,
) -> None:
    allow(desk, channel)
    outbox.clear()
    today.now += timedelta(days=days)
    for _ in range(2):
        withdrawn = desk.allow(ROSA, channel, step="withdraw", reason="It was not her")
        assert (withdrawn.status, withdrawn.json["allowedFrom"]) == (200, None)
    notified = [mail.address for mail in outbox.mail] + [number for number, _ in outbox.text_messages]
    assert notified == ([OTHER_ADDRESS] if channel == "email" else [NUMBER, OTHER_NUMBER])
    (notice,) = [
        each
        for each in stored[MESSAGES_TABLE].scan()["Items"]
        if each.get("type") == "addressChangeWithdrawn"
    ]
    assert "It was not her" in str(notice["body"])
    today.now += timedelta(days=8)
    assert finish(rosa, channel).status == 403
    assert get_address_in_force(rosa, channel) != NEW[channel]


@pytest.mark.parametrize(("channel", "change_id"), [("text", "none"), ("letter", "none"), ("email", "none")])
def test_change_that_is_not_waiting_is_refused(
    rosa: Client, desk: Desk, stored: Mapping[str, Any], outbox: Outbox, channel: str, change_id: str
) -> None:
    answer = desk.allow(ROSA, channel, change_id)
    assert (answer.status, answer.json["code"]) == (409, "changeNotWaiting")
    assert {each["allowedFrom"] for each in rosa.get(PREFERENCES).json["changes"]} == {None}
    assert (list_notices(stored), outbox.mail, outbox.text_messages) == ([], [], [])
    assert [each["kind"] for each in rosa.get("/api/profile/access").json["items"]] == ["view"]


@pytest.mark.parametrize("reason", ["", "why", "x" * 301, "why \u202e\u200b"])
def test_empty_reason_is_refused(desk: Desk, reason: str) -> None:
    assert list(desk.allow(ROSA, reason=reason).problems()) == ["reason"]


def test_change_that_ends_during_request_is_refused(
    rosa: Client, desk: Desk, stored: Mapping[str, Any], outbox: Outbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    let_others_write_first(monkeypatch, AccessLogTable, ["add_records"], [lambda: keep_old_address(rosa)])
    answer = allow(desk, "email")
    assert (answer.status, answer.json["code"]) == (409, "changeNotWaiting")
    assert (list_notices(stored), outbox.text_messages) == ([], [])
    assert get_address_in_force(rosa, "email") == ROSA.email


def test_change_is_allowed_when_notice_fails(rosa: Client, desk: Desk) -> None:
    with mock.patch.object(Mail, "send_email", side_effect=MessageNotSent):
        assert allow(desk, "email").status == 200
    assert get_change(rosa, "email")["allowedFrom"] == ALLOWED_FROM


def test_refused_log_line_sends_no_message(desk: Desk, outbox: Outbox) -> None:
    with mock.patch.object(AccessLogTable, "add_records", return_value=False):
        assert allow(desk, "text").status == 503
    assert (outbox.mail, outbox.text_messages) == ([], [])


def test_staff_see_waiting_changes(rosa: Client, desk: Desk) -> None:
    contact = desk.person(ROSA, "contact")
    assert [
        (each["sentTo"], each["isConfirmed"], each["allowedFrom"]) for each in contact.json["changes"]
    ] == [
        (MASKED["email"], True, None),
        (MASKED["text"], True, None),
    ]
    assert OTHER_ADDRESS not in contact.text
