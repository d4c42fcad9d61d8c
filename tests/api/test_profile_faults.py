"""Lost DynamoDB replies: changes apply once, and a repeated request completes them."""

from collections.abc import Callable
from typing import Any

import pytest

from domains.deliveries.unsubscribe_tokens import UnsubscribeTokens, Unsubscription
from portal.types import utc_now
from tests.api.lost_replies import lose_reply
from tests.api.profile_support import (
    OTHER_ADDRESS,
    PREFERENCES,
    ROSA,
    TEST,
    UNSUBSCRIBE,
    make_preferences,
    register,
    use_clock,
)
from tests.api.support import UNSUBSCRIBE_SECRET, Answer, Client

pytestmark = pytest.mark.proof

NUMBER = "+16025550123"
Ask = Callable[[Client], Answer]
DETAILS = {
    "legalFirstName": "Rosa",
    "legalLastName": "Delgado",
    "dateOfBirth": "1988-04-02",
    "countyId": "pima",
    "language": "en",
}
LINK = UnsubscribeTokens(UNSUBSCRIBE_SECRET).issue(Unsubscription(ROSA.user_id, "reminders", "email"))
ASKED: dict[str, Ask] = {
    "registering": lambda rosa: rosa.post("/api/users/register", DETAILS),
    "changing the address": lambda rosa: rosa.put(PREFERENCES, make_preferences(OTHER_ADDRESS)),
    "changing the number": lambda rosa: rosa.put(PREFERENCES, make_preferences(number=NUMBER)),
    "unsubscribing": lambda rosa: rosa.acting_as(None).post(f"{UNSUBSCRIBE}?token={LINK}"),
}
WRITTEN = {
    "registering": "welcome",
    "changing the address": None,
    "changing the number": "contactPreferencesChanged",
    "unsubscribing": None,
}


@pytest.mark.parametrize("also_again", [False, True], ids=["once", "for good"])
@pytest.mark.parametrize("place", range(4))
@pytest.mark.parametrize("what", ASKED)
def test_repeat_after_lost_reply_applies_once(
    client: Client, stored: Any, what: str, place: int, also_again: bool
) -> None:
    rosa = client.acting_as(ROSA)
    if what != "registering":
        register(client)
        assert rosa.put(PREFERENCES, make_preferences()).status == 200
    ask = ASKED[what]
    with lose_reply(place, also_again=also_again):
        first = ask(rosa)
    assert first.status in ({200, 201} if not also_again else {200, 201, 503})
    again = ask(rosa)
    assert again.status in {200, 201}

    types = [item["type"] for item in stored["messages"].scan()["Items"]]
    assert len(types) == len(set(types))
    assert WRITTEN[what] is None or WRITTEN[what] in types
    (registration,) = [item for item in stored["users"].scan()["Items"] if item["item"] == "registration"]
    assert registration["user_id"] == ROSA.user_id
    state = rosa.get(PREFERENCES).json
    if what == "changing the address":
        assert state["addresses"][0]["address"] == ROSA.email
        assert [each["address"] for each in state["changes"]] == [OTHER_ADDRESS]
    if what == "changing the number":
        assert state["addresses"][1]["address"] == NUMBER
    if what == "unsubscribing":
        kept = {notice["kind"]: notice["channels"] for notice in state["notices"]}
        assert kept["reminders"] == []
        assert kept["news"] == ["email"]


@pytest.mark.parametrize("also_again", [False, True], ids=["once", "for good"])
@pytest.mark.parametrize("place", range(4))
def test_channel_test_with_lost_reply_is_sent_once(
    client: Client, stored: Any, monkeypatch: pytest.MonkeyPatch, place: int, also_again: bool
) -> None:
    rosa = register(client)
    assert rosa.put(PREFERENCES, make_preferences()).status == 200
    now = utc_now()
    use_clock(monkeypatch, lambda: now)
    with lose_reply(place, also_again=also_again):
        rosa.post(TEST, {"channel": "email"})
    rosa.post(TEST, {"channel": "email"})
    tests = [item for item in stored["messages"].scan()["Items"] if item["type"] == "test"]
    assert len(tests) == 1
