"""Questions to support: from the conversation to the inbox and queue, and the answer back."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine

from domains.accesslog.record import get_staff_number
from domains.messages.messages_table import MessagesTable
from domains.questions.notices import get_question_message_id
from domains.questions.question import MAX_OPEN_QUESTIONS, SupportQuestion
from domains.questions.questions_table import QuestionsTable
from functions.chatbot.errors import TooManyQuestions
from functions.chatbot.questions import QuestionService
from functions.chatbot.repository import ConversationRepository
from functions.userservices.question_service import MAX_LISTED
from portal.types import derive_id
from tests.api.businesses_support import call_at_once
from tests.api.chatbot_support import Chat
from tests.api.profile_support import ROSA, register
from tests.api.records_support import register_agencies
from tests.api.support import (
    ACCESS_LOG_TABLE,
    CONVERSATIONS_TABLE,
    MESSAGES_TABLE,
    QUESTIONS_TABLE,
    Answer,
    Client,
    Person,
)
from tests.api.user_services_support import SAM

# Monday before Thanksgiving, at noon in Arizona.
NOON = datetime(2026, 11, 23, 19, tzinfo=UTC)
ADA = Person("ada@example.com", groups=("admin",), second_factor=True)
BEN = Person("ben@example.com", name="Ben Whitehorse")
OF_AN_AGENCY = replace(SAM, email="omar@example.com", agency_id="adot-mvd")
ASK = "/api/chatbot/questions"
QUEUE = "/api/users/questions"


@pytest.fixture(autouse=True)
def _noon() -> Iterator[None]:
    with time_machine.travel(NOON, tick=False):
        yield


@pytest.fixture
def rosa(client: Client, table: Any) -> Client:
    register_agencies()
    for person in (ROSA, BEN):
        table.put_item(
            Item={"user_id": person.user_id, "item": "access", "accepted_terms": person.accepted_terms}
        )
    return register(client, ROSA)


@pytest.fixture
def sam(client: Client) -> Client:
    return client.acting_as(SAM)


def ask(client: Client, text: str = "Why two bills?", key: str = "question-1", **more: Any) -> Answer:
    body = {"text": text, "language": "en", "activityIds": [], **more}
    return client.sending(idempotency_key=key).post(ASK, body)


def make_service() -> QuestionService:
    """Return the service for calls at once; an app takes one event at a time."""
    return QuestionService(
        clock=lambda: NOON,
        conversations=ConversationRepository(CONVERSATIONS_TABLE),
        questions=QuestionsTable(QUESTIONS_TABLE),
        inbox=MessagesTable(MESSAGES_TABLE),
    )


def get_path(question: dict[str, Any], step: str = "") -> str:
    return f"/api/users/{question['userId']}/questions/{question['id']}{step and f'/{step}'}"


def take(client: Client, question: dict[str, Any], taken_by: str | None = None) -> Answer:
    return client.post(get_path(question, "take"), {"takenBy": taken_by})


def answer(client: Client, question: dict[str, Any], text: str = "One is for 2025.") -> Answer:
    return client.post(get_path(question, "answer"), {"text": text})


def list_queue(client: Client) -> list[dict[str, Any]]:
    listed = client.get(QUEUE)
    assert listed.status == 200, listed.text
    return listed.json["items"]


class TestAsking:
    def test_question_is_in_inbox_with_approved_messages_only(self, rosa: Client) -> None:
        chat = Chat(rosa)
        chat.ask("zebra")
        chat.ask("Where are my bills?")
        approved = [each["id"] for each in chat.list()[2:]]
        said = [each["text"] for each in chat.list()]

        asked = ask(rosa, activityIds=approved)
        assert asked.status == 201, asked.text
        message = rosa.get(f"/api/messages/{asked.json['messageId']}").json
        assert message["subject"] == f"Your question to support, {asked.json['number']}"
        assert message["body"].startswith("Why two bills?\n\n")
        assert f"You: {said[2]}" in message["body"]
        assert f"Assistant: {said[3]}" in message["body"]
        assert "zebra" not in message["body"]
        assert (message["from"], message["isRead"], message["isOwn"]) == ("You", True, True)
        assert message["thread"] == []

    def test_answer_date_skips_weekend_and_holiday(self, rosa: Client) -> None:
        assert ask(rosa).json["expectedOn"] == "2026-11-25"
        with time_machine.travel(NOON + timedelta(days=2)):
            assert ask(rosa, key="question-2").json["expectedOn"] == "2026-11-30"

    def test_question_is_in_language_of_person(self, rosa: Client) -> None:
        asked = ask(rosa, "¿Por qué dos cuentas?", language="es")
        message = rosa.get(f"/api/messages/{asked.json['messageId']}").json
        assert message["language"] == "es"
        assert "a más tardar el 25 de noviembre de 2026" in message["body"]

    def test_repeated_question_is_stored_once(self, rosa: Client, sam: Client) -> None:
        first = ask(rosa)
        assert ask(rosa).json == first.json
        reused = ask(rosa, "Something else?")
        assert (reused.status, reused.json["code"]) == (409, "idempotencyKeyReused")
        assert len(list_queue(sam)) == 1

    def test_open_questions_are_limited_to_three(self, rosa: Client, sam: Client) -> None:
        for number in range(MAX_OPEN_QUESTIONS):
            assert ask(rosa, key=f"question-{number}").status == 201
        refused = ask(rosa, key="question-9")
        assert (refused.status, refused.json["code"]) == (409, "tooManyQuestions")
        first = list_queue(sam)[0]
        assert take(sam, first).status == 200
        assert answer(sam, first).status == 200
        assert ask(rosa, key="question-9").status == 201

    def test_fifty_questions_at_once_leave_exactly_three(self, rosa: Client, sam: Client) -> None:
        service = make_service()

        def ask_one(number: int) -> bool:
            try:
                service.ask_question(ROSA.user_id, f"question-{number}", "Why?", (), "en")
            except TooManyQuestions:
                return False
            return True

        assert sum(call_at_once(range(50), ask_one)) == MAX_OPEN_QUESTIONS
        assert len(list_queue(sam)) == MAX_OPEN_QUESTIONS

    def test_same_question_at_once_takes_one_place(self, rosa: Client, sam: Client) -> None:
        service = make_service()
        asked = call_at_once(
            range(20), lambda _: service.ask_question(ROSA.user_id, "question-1", "Why?", (), "en")
        )
        assert {each.id for each in asked} == {list_queue(sam)[0]["id"]}
        assert ask(rosa, key="question-2").status == 201

    def test_messages_of_deleted_conversation_are_refused(self, rosa: Client, sam: Client) -> None:
        chat = Chat(rosa)
        chat.ask("Where are my bills?")
        ids = [each["id"] for each in chat.list()]
        assert rosa.delete("/api/chatbot/conversation").status == 200
        refused = ask(rosa, activityIds=ids)
        assert (refused.status, refused.json["code"]) == (409, "messagesGone")
        assert list_queue(sam) == []

    def test_messages_of_other_person_are_refused(self, rosa: Client, client: Client) -> None:
        chat = Chat(rosa)
        chat.ask("Where are my bills?")
        ids = [each["id"] for each in chat.list()]
        ben = client.acting_as(BEN)
        Chat(ben).ask("hello")
        assert ask(ben, activityIds=ids).json["code"] == "messagesGone"

    @pytest.mark.parametrize(
        ("more", "field"),
        [
            ({"text": ""}, "text"),
            ({"text": "x" * 2001}, "text"),
            ({"language": "fr"}, "language"),
            ({"activityIds": ["1"]}, "activityIds.0"),
            ({"activityIds": [f"{'0' * 26}|000001"] * 31}, "activityIds"),
        ],
    )
    def test_invalid_field_is_reported(self, rosa: Client, more: dict[str, Any], field: str) -> None:
        refused = ask(rosa, **more)
        assert refused.status == 400
        assert [each["propertyName"] for each in refused.json] == [field]

    def test_emergency_question_gets_crisis_numbers(self, rosa: Client) -> None:
        assert ask(rosa).json["crisis"] is None
        crisis = ask(rosa, "I want to die", key="question-2").json["crisis"]
        assert "988" in crisis["text"]
        assert crisis["sources"][0]["href"] == "https://988lifeline.org/"


class TestQueue:
    def test_queue_is_oldest_first_without_personal_data(
        self, rosa: Client, sam: Client, stored: Any
    ) -> None:
        for number, language in enumerate(("en", "es")):
            with time_machine.travel(NOON + timedelta(minutes=number)):
                ask(rosa, "Why two bills?", f"question-{number}", language=language)
        listed = list_queue(sam)
        assert [each["language"] for each in listed] == ["en", "es"]
        assert [each["takenBy"] for each in listed] == [None, None]
        assert "bills" not in str(listed)
        assert "Rosa" not in str(listed)
        assert stored[ACCESS_LOG_TABLE].scan()["Items"] == []

    def test_queue_omits_own_question(self, client: Client, sam: Client) -> None:
        register(client, SAM)
        asked = ask(sam)
        question = QuestionsTable(QUESTIONS_TABLE).list_open(1)[0]
        assert question.number == asked.json["number"]
        assert list_queue(sam) == []
        refused = take(sam, {"userId": SAM.user_id, "id": question.id})
        assert (refused.status, refused.json["code"]) == (403, "ownRecord")

    def test_queue_is_closed_to_agency_staff(self, rosa: Client, client: Client) -> None:
        ask(rosa)
        question = QuestionsTable(QUESTIONS_TABLE).list_open(1)[0]
        own = {"userId": question.user_id, "id": question.id}
        omar = client.acting_as(OF_AN_AGENCY)
        for refused in (omar.get(QUEUE), omar.get(get_path(own)), take(omar, own), answer(omar, own)):
            assert (refused.status, refused.json["code"]) == (403, "notYourCase")

    def test_long_queue_is_marked_truncated(self, sam: Client) -> None:
        table = QuestionsTable(QUESTIONS_TABLE)
        for number in range(MAX_LISTED + 1):
            question_id = derive_id("question", str(number))
            message_id = get_question_message_id(ROSA.user_id, question_id)
            question = SupportQuestion(
                question_id, ROSA.user_id, message_id, "Why?", "en", (), NOON, NOON.date()
            )
            assert table.save_question(question)
        listed = sam.get(QUEUE).json
        assert (len(listed["items"]), listed["isTruncated"]) == (MAX_LISTED, True)


class TestAnswering:
    @pytest.fixture
    def question(self, rosa: Client, sam: Client) -> dict[str, Any]:
        ask(rosa)
        return list_queue(sam)[0]

    def test_answer_arrives_in_thread(self, rosa: Client, sam: Client, question: dict[str, Any]) -> None:
        taken = take(sam, question)
        assert (taken.json["displayName"], taken.json["text"]) == ("Rosa Delgado", "Why two bills?")
        assert list_queue(sam)[0]["isMine"]
        answered = answer(sam, question)
        assert answered.status == 200, answered.text
        assert list_queue(sam) == []

        assert rosa.get("/api/messages/unread/count").json["count"] >= 1
        newest = rosa.get("/api/messages?unread=true").json["items"][0]
        assert newest["subject"] == f"Answer from support, {question['number']}"
        assert newest["from"] == "Support"
        opened = rosa.get(f"/api/messages/{newest['id']}").json
        assert opened["body"].startswith("One is for 2025.\n\n")
        assert get_staff_number(SAM.user_id) in opened["body"]
        assert [each["subject"] for each in opened["thread"]] == [
            f"Your question to support, {question['number']}"
        ]
        asked = rosa.get(f"/api/messages/{opened['thread'][0]['id']}").json
        assert [each["id"] for each in asked["thread"]] == [newest["id"]]

    def test_deleted_message_leaves_thread(self, rosa: Client, sam: Client, question: dict[str, Any]) -> None:
        take(sam, question)
        answer(sam, question)
        newest = rosa.get("/api/messages?unread=true").json["items"][0]["id"]
        first = rosa.get(f"/api/messages/{newest}").json["thread"][0]["id"]
        assert rosa.post("/api/messages/delete", {"ids": [first]}).status == 200
        assert rosa.get(f"/api/messages/{newest}").json["thread"] == []

    def test_every_access_is_in_access_log_of_person(
        self, rosa: Client, sam: Client, question: dict[str, Any]
    ) -> None:
        assert sam.get(get_path(question)).status == 200
        take(sam, question)
        answer(sam, question)
        lines = rosa.get("/api/profile/access").json["items"]
        assert [each["kind"] for each in lines] == ["change", "view", "view"]
        for line in lines:
            assert line["caseNumber"] == question["number"]
        # The answer changes the question, and not the name.
        assert [each["fields"] for each in lines] == [
            ["questions"],
            ["name", "questions"],
            ["name", "questions"],
        ]

    def test_repeated_answer_is_sent_once(self, rosa: Client, sam: Client, question: dict[str, Any]) -> None:
        take(sam, question)
        assert answer(sam, question).status == answer(sam, question).status == 200
        other = answer(sam, question, "Another answer.")
        assert (other.status, other.json["code"]) == (409, "questionAnswered")
        assert (
            len(
                [
                    each
                    for each in rosa.get("/api/messages").json["items"]
                    if each["subject"].startswith("Answer from support")
                ]
            )
            == 1
        )

    def test_colleague_takes_over_only_with_seen_staff_number(
        self, client: Client, sam: Client, question: dict[str, Any]
    ) -> None:
        ada = client.acting_as(ADA)
        take(sam, question)
        late = take(ada, question)
        assert (late.status, late.json["code"]) == (409, "questionTaken")
        assert answer(ada, question).json["code"] == "questionTaken"
        number = get_staff_number(SAM.user_id)
        assert take(ada, question, number).json["isMine"]
        assert answer(sam, question).json["code"] == "questionTaken"
        assert answer(ada, question).status == 200

    def test_released_question_keeps_place_in_queue(
        self, rosa: Client, sam: Client, question: dict[str, Any]
    ) -> None:
        with time_machine.travel(NOON + timedelta(minutes=1)):
            ask(rosa, key="question-2")
        take(sam, question)
        for _ in range(2):
            released = sam.post(get_path(question, "release"))
            assert (released.status, released.json["takenBy"]) == (200, None)
        assert list_queue(sam)[0]["id"] == question["id"]
        assert answer(sam, question).json["code"] == "questionTaken"

    def test_answered_question_is_removed_after_thirty_days(
        self, sam: Client, question: dict[str, Any]
    ) -> None:
        take(sam, question)
        answer(sam, question)
        with time_machine.travel(NOON + timedelta(days=30) - timedelta(seconds=1)):
            assert sam.get(get_path(question)).json["answer"]["text"] == "One is for 2025."
            assert take(sam, question).json["code"] == "questionAnswered"
            assert sam.post(get_path(question, "release")).json["code"] == "questionAnswered"
        with time_machine.travel(NOON + timedelta(days=30)):
            assert sam.get(get_path(question)).json["code"] == "questionNotFound"

    def test_failed_access_log_sends_no_answer(
        self, rosa: Client, sam: Client, question: dict[str, Any], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        take(sam, question)
        monkeypatch.setattr("domains.accesslog.access_log_table.AccessLogTable.add_records", lambda *_: False)
        assert answer(sam, question).status == 409
        assert rosa.get("/api/messages?unread=true").json["items"][0]["from"] != "Support"


def test_logs_contain_no_question_text(rosa: Client, sam: Client, capsys: pytest.CaptureFixture[str]) -> None:
    ask(rosa, "Why is my armadillo taxed?")
    question = list_queue(sam)[0]
    take(sam, question)
    answer(sam, question, "Armadillos are not taxed.")
    assert "rmadillo" not in capsys.readouterr().out
