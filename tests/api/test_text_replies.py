"""Text messages to the portal: STOP, START, HELP and other replies."""

import json
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

import pytest

from domains.deliveries.delivery import AddressStatus
from domains.messages.message import InboxMessage
from tests.api.conftest import Outbox
from tests.api.messages_support import BEN, ROSA, make_agency_message
from tests.api.notifier_fixtures import message, notifier
from tests.api.notifier_support import (
    NOON,
    NUMBER,
    Notifier,
    fail_service,
    get_status,
    hear,
    list_portal_messages,
    list_sent_texts,
    list_steps,
    make_refusal,
    make_reply,
    save_preferences,
)
from tests.api.support import MESSAGES_TABLE

__all__ = ["message", "notifier"]

SECOND = timedelta(seconds=1)


DELIVERED, BOUNCED, COMPLAINED = (NOON + number * SECOND for number in (2, 3, 4))


@pytest.fixture
def text(notifier: Notifier) -> InboxMessage:
    """Return a message that was announced by text message."""
    save_preferences(agencyMessages=["text"], language="es")
    message = make_agency_message(ROSA, "1")
    notifier.deliver(message)
    return message


def list_answers() -> Any:
    """List the texts sent to the number after the first announcement."""
    return [said for number, said in list_sent_texts() if number == NUMBER][1:]


@pytest.mark.parametrize("word", ["STOP", "alto", "Baja", "UNSUBSCRIBE"])
def test_stop_ends_text_messages_and_is_answered(
    text: InboxMessage, stored: Mapping[str, Any], notifier: Notifier, word: str
) -> None:
    hear(make_reply(word))
    assert get_status("text", NUMBER) == AddressStatus("stopped", NOON)
    assert list_portal_messages(stored) == ["addressStopped"]
    assert list_answers() == [
        "Saguaro: ya no le enviaremos mensajes de texto. Responda START para recibirlos de nuevo."
    ]
    following = make_agency_message(ROSA, "2")
    notifier.deliver(following)
    assert list_steps(following, "text") == [("notSent", "stopped")]
    assert len(list_answers()) == 1


def test_notice_of_stop_quotes_no_word_of_reply(text: InboxMessage, stored: Mapping[str, Any]) -> None:
    hear(make_reply("Leave me alone"))
    (notice,) = (
        item for item in stored[MESSAGES_TABLE].scan()["Items"] if item.get("type") == "addressStopped"
    )
    said = json.dumps(notice, default=str)
    assert "START" in said
    assert "STOP" not in said
    assert "ALTO" not in said


def test_second_stop_is_not_answered(text: InboxMessage, stored: Mapping[str, Any]) -> None:
    hear(make_reply("STOP"))
    hear(make_reply("STOP"))
    hear(make_reply("STOP", reply_id="reply 2"), at=NOON + SECOND)
    assert len(list_answers()) == 1
    assert list_portal_messages(stored) == ["addressStopped"]


def test_start_reverses_stop(text: InboxMessage, notifier: Notifier) -> None:
    hear(make_reply("STOP"))
    hear(make_reply("START", reply_id="reply 2"), at=NOON + SECOND)
    assert get_status("text", NUMBER) == AddressStatus("usable", NOON + SECOND)
    assert len(list_answers()) == 2
    following = make_agency_message(ROSA, "2")
    notifier.deliver(following)
    assert list_steps(following, "text")[-1] == ("accepted", None)


def test_latest_of_stop_and_start_counts(text: InboxMessage, stored: Mapping[str, Any]) -> None:
    hear(make_reply("STOP"), at=NOON)
    hear(make_reply("STOP", reply_id="reply 3"), at=NOON + 2 * SECOND)
    hear(make_reply("START", reply_id="reply 4"), at=NOON + 4 * SECOND)
    hear(make_reply("STOP", reply_id="reply 2"), at=NOON + 3 * SECOND)
    assert get_status("text", NUMBER) == AddressStatus("usable", NOON + 4 * SECOND)
    assert len(list_answers()) == 2


HOW_TO_REPLY = (
    "Saguaro: nadie lee las respuestas. Responda ALTO para no recibir otros mensajes, "
    "AYUDA para recibir ayuda."
)


@pytest.mark.parametrize(
    "body", ["Stop please", "STOP texting me\n-- Ana", "Ya no me manden mensajes", "STPO"]
)
def test_stop_in_own_words_ends_text_messages(text: InboxMessage, body: str) -> None:
    hear(make_reply(body))
    assert get_status("text", NUMBER).state == "stopped"
    [said] = list_answers()
    assert said.startswith("Saguaro: ya no le enviaremos")


@pytest.mark.parametrize(
    "body", ["The bus stop is closed", "please don't stop", "no alto", "YES", "I am driving", "START"]
)
def test_unclear_reply_stops_nothing_and_is_answered_once_a_day(text: InboxMessage, body: str) -> None:
    for number, later in enumerate((0, 0, 5, 60 * 60)):
        hear(make_reply(body, reply_id=f"reply {number}"), at=NOON + later * SECOND)
    assert list_answers() == [HOW_TO_REPLY]
    assert get_status("text", NUMBER).state == "usable"
    hear(make_reply(body, reply_id="reply 9"), at=NOON + timedelta(days=1))
    assert list_answers() == [HOW_TO_REPLY, HOW_TO_REPLY]


def test_unclear_reply_after_stop_is_not_answered(text: InboxMessage) -> None:
    hear(make_reply("STOP"))
    hear(make_reply("see you tomorrow", reply_id="reply 2"), at=NOON + SECOND)
    assert len(list_answers()) == 1
    assert get_status("text", NUMBER).state == "stopped"


def test_help_is_answered_once_an_hour(text: InboxMessage) -> None:
    for number in range(5):
        hear(make_reply("Who is this?", reply_id=f"reply {number}"), at=NOON + number * SECOND)
    assert len(list_answers()) == 1
    hear(make_reply("HELP", reply_id="reply 9"), at=NOON + timedelta(hours=1))
    assert len(list_answers()) == 2


@pytest.mark.parametrize(("word", "language"), [("AYUDA", "ALTO"), ("HELP", "ALTO"), ("INFO", "ALTO")])
def test_help_is_answered_in_language_of_person(text: InboxMessage, word: str, language: str) -> None:
    hear(make_reply(word))
    hear(make_reply(word))
    [said] = list_answers()
    assert language in said
    assert get_status("text", NUMBER).state == "usable"


def test_spanish_help_word_is_answered_in_spanish(notifier: Notifier) -> None:
    save_preferences(agencyMessages=["text"], language="en")
    notifier.deliver(make_agency_message(ROSA, "1"))
    hear(make_reply("HELP"))
    hear(make_reply("AYUDA", reply_id="reply 2"))
    english, spanish = list_answers()
    assert english.startswith("Saguaro, the state portal")
    assert spanish.startswith("Saguaro, el portal del estado")


def test_stop_from_unknown_number_counts(
    notifier: Notifier, stored: Mapping[str, Any], outbox: Outbox
) -> None:
    hear(make_reply("STOP", number="+16025550199"))
    assert get_status("text", "+16025550199").state == "stopped"
    assert [number for number, _ in list_sent_texts()] == ["+16025550199"]
    assert stored[MESSAGES_TABLE].scan()["Items"] == []


def test_stop_from_shared_number_applies_to_both(notifier: Notifier, stored: Mapping[str, Any]) -> None:
    for person in (ROSA, BEN):
        save_preferences(person, agencyMessages=["text"])
        notifier.deliver(make_agency_message(person, "1"))
    hear(make_reply("STOP"))
    for person in (ROSA, BEN):
        assert list_portal_messages(stored, person) == ["addressStopped"]
        following = make_agency_message(person, "2")
        notifier.deliver(following)
        assert list_steps(following, "text") == [("notSent", "stopped")]
    assert len(list_answers()) == 2


def test_stop_of_former_number_sends_no_message(text: InboxMessage, stored: Mapping[str, Any]) -> None:
    save_preferences(number="+16025550199", revision=2, agencyMessages=["text"])
    hear(make_reply("STOP"), at=NOON + timedelta(days=90))
    assert get_status("text", NUMBER).state == "stopped"
    assert list_portal_messages(stored) == []


def test_stop_counts_when_answer_fails(text: InboxMessage, caplog: pytest.LogCaptureFixture) -> None:
    with fail_service("Publish", make_refusal("Publish", "OptedOut")):
        hear(make_reply("STOP"))
    assert get_status("text", NUMBER).state == "stopped"
    assert list_answers() == []
    assert NUMBER not in str([vars(record) for record in caplog.records])
