"""Conversation with the assistant: token, Direct Line and answers."""

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any
from unittest import mock

import pytest
import time_machine

from domains.chat.session import ChatSession
from domains.chat.tokens import ChatTokens
from functions.chatbot.answers import Assistant
from functions.chatbot.errors import TooManyMessages
from functions.chatbot.repository import ConversationRepository
from functions.chatbot.service import ChatService
from portal.secrets import RotatingSecret
from tests.api.businesses_support import call_at_once
from tests.api.chatbot_fixtures import BEN, DIRECT_LINE, NOON, ROSA, _noon, rosa
from tests.api.chatbot_support import Chat
from tests.api.support import (
    CHAT_SECRET,
    CONVERSATIONS_TABLE,
    UNKNOWN_ID,
    Answer,
    ChatCaller,
    Client,
    find_service,
    list_template_routes,
)

__all__ = ["_noon", "rosa"]


@pytest.fixture
def chat(rosa: Client) -> Chat:
    return Chat(rosa)


class TestToken:
    def test_names_person_and_service(self, chat: Chat) -> None:
        issued = chat.issued
        assert issued.keys() == {
            "oid",
            "name",
            "token",
            "expiresAt",
            "domain",
            "answerBusinessDays",
        }
        assert (issued["oid"], issued["name"], issued["domain"]) == (
            ROSA.user_id,
            "Rosa Delgado",
            DIRECT_LINE,
        )

    def test_expires_after_thirty_minutes(self, chat: Chat) -> None:
        _, expires_at = ChatTokens(RotatingSecret(CHAT_SECRET)).parse_token(chat.issued["token"])
        assert expires_at == datetime.fromisoformat(chat.issued["expiresAt"]).timestamp()
        assert expires_at == (NOON + timedelta(minutes=30)).timestamp()
        with time_machine.travel(expires_at - 1):
            assert chat.client.get(chat.activities).status == 200
        with time_machine.travel(expires_at):
            expired = chat.client.get(chat.activities)
        assert (expired.status, expired.json["code"]) == (403, "chatTokenExpired")

    def test_two_tabs_share_conversation(self, rosa: Client, chat: Chat) -> None:
        other = Chat(rosa)
        assert other.id == chat.id
        chat.post("hello")
        assert [each["text"] for each in other.list()][:1] == ["hello"]

    def test_works_only_for_chat_routes(self, chat: Chat) -> None:
        for route in list_template_routes():
            if route.authorizer in ("PortalAuthorizer", "AgencyAuthorizer"):
                refused = chat.client.sending(idempotency_key="12345678").call(route.method, route.path)
                assert refused.status == 401, route.key

    def test_can_be_refreshed_for_eight_hours(self, chat: Chat) -> None:
        refreshed = chat.client.post(f"{DIRECT_LINE}/tokens/refresh").json
        assert refreshed["conversationId"] == chat.id
        assert refreshed["expires_in"] == 1800
        session, _ = ChatTokens(RotatingSecret(CHAT_SECRET)).parse_token(refreshed["token"])
        assert session == ChatTokens(RotatingSecret(CHAT_SECRET)).parse_token(chat.issued["token"])[0]
        old = replace(session, issued_at=session.issued_at - 8 * 3600)
        token = ChatTokens(RotatingSecret(CHAT_SECRET)).issue_token(old, datetime.now(UTC)).token
        refused = chat.client.acting_as(ChatCaller(token)).post(f"{DIRECT_LINE}/tokens/refresh")
        assert (refused.status, refused.json["code"]) == (403, "chatTokenExpired")

    @pytest.mark.parametrize("act", ["post", "start", "refresh"])
    def test_declined_terms_close_the_conversation(
        self, rosa: Client, table: Any, chat: Chat, act: str
    ) -> None:
        del rosa
        table.put_item(Item={"user_id": ROSA.user_id, "item": "access"})
        answers: dict[str, Callable[[], Answer]] = {
            "post": lambda: chat.post("hello"),
            "start": lambda: chat.client.post(f"{DIRECT_LINE}/conversations"),
            "refresh": lambda: chat.client.post(f"{DIRECT_LINE}/tokens/refresh"),
        }
        refused = answers[act]()
        assert (refused.status, refused.json["code"]) == (403, "termsNotAccepted")


class TestDirectLine:
    def test_posted_message_is_answered_at_once(self, chat: Chat) -> None:
        posted = chat.post(
            "delete a message",
            "my-client-id",
            textFormat="plain",
            entities=[],
            **{"from": {"id": ROSA.user_id}},
        )
        asked, answered = chat.list()
        assert posted.json == {"id": asked["id"]}
        assert (asked["from"]["role"], asked["text"]) == ("user", "delete a message")
        assert asked["channelData"]["clientActivityID"] == "my-client-id"
        assert (answered["from"]["role"], answered["replyToId"]) == ("bot", asked["id"])

    def test_user_token_is_dropped(
        self, chat: Chat, stored: Mapping[str, Any], output: Callable[[], str]
    ) -> None:
        chat.post(
            "plates of my car",
            channelData={"clientActivityID": "12345678", "userToken": "very-secret", "userName": "Rosa"},
        )
        for place in (str(stored[CONVERSATIONS_TABLE].scan()["Items"]), str(chat.list()), output()):
            assert "very-secret" not in place
        assert "plates" not in output()

    def test_repeated_message_id_is_stored_once(self, chat: Chat) -> None:
        first, again = chat.post("hello", "same-client-id"), chat.post("hello", "same-client-id")
        assert (first.status, again.status, first.json) == (200, 200, again.json)
        assert len(chat.list()) == 2

    def test_parallel_message_id_is_stored_once(self, chat: Chat) -> None:
        ids = ["same-client-id"] * 3 + [f"other-client-{each}" for each in range(2)]
        with ThreadPoolExecutor(len(ids)) as pool:
            answers = list(pool.map(lambda each: chat.post("hello", each), ids))
        assert {each.status for each in answers} <= {200, 503}
        done = {each for each, answer in zip(ids, answers, strict=True) if answer.status == 200}
        messages = chat.list()
        asked = [each["channelData"]["clientActivityID"] for each in messages[::2]]
        assert sorted(asked) == sorted(done)
        assert [each["id"] for each in messages] == [f"{chat.id}|{n + 1:06}" for n in range(len(messages))]

    def test_watermark_returns_later_messages(self, chat: Chat) -> None:
        chat.post("one")
        first = chat.client.get(chat.activities).json
        assert first["watermark"] == "2"
        chat.post("two")
        assert chat.list("2")[0]["text"] == "two"
        assert len(chat.list("0")) == len(chat.list("")) == 4
        beyond = chat.client.get(f"{chat.activities}?watermark=999").json
        assert beyond == {"activities": [], "watermark": "999"}

    def test_reconnect_returns_new_token(self, chat: Chat) -> None:
        answer = chat.client.get(f"{DIRECT_LINE}/conversations/{chat.id}?watermark=0")
        assert answer.json["conversationId"] == chat.id
        assert (
            ChatTokens(RotatingSecret(CHAT_SECRET)).parse_token(answer.json["token"])[0].user_id
            == ROSA.user_id
        )

    def test_deletion_removes_every_message(
        self, rosa: Client, chat: Chat, stored: Mapping[str, Any]
    ) -> None:
        for text in ("one", "two", "three"):
            chat.post(text)
        assert rosa.delete("/api/chatbot/conversation").json == {"isDeleted": True}
        assert rosa.delete("/api/chatbot/conversation").status == 200
        (left,) = stored[CONVERSATIONS_TABLE].scan()["Items"]
        assert left["item"] == "conversation"
        assert chat.client.get(chat.activities).status == 404
        assert Chat(rosa).list() == []

    def test_second_deletion_completes_failed_deletion(
        self, rosa: Client, chat: Chat, stored: Mapping[str, Any]
    ) -> None:
        chat.post("hello")
        with mock.patch.object(ConversationRepository, "delete_other_messages", side_effect=TimeoutError):
            assert rosa.delete("/api/chatbot/conversation").status == 500
        assert rosa.delete("/api/chatbot/conversation").status == 200
        assert [each["item"] for each in stored[CONVERSATIONS_TABLE].scan()["Items"]] == ["conversation"]

    def test_message_older_than_one_day_is_hidden(self, chat: Chat) -> None:
        session, _ = ChatTokens(RotatingSecret(CHAT_SECRET)).parse_token(chat.issued["token"])
        chat.post("first")
        for hours, shown in ((20, ["first", "later"]), (25, ["later"])):
            with time_machine.travel(NOON + timedelta(hours=hours)):
                token = ChatTokens(RotatingSecret(CHAT_SECRET)).issue_token(session, datetime.now(UTC)).token
                chat.client = chat.client.acting_as(ChatCaller(token))
                if hours == 20:
                    chat.post("later")
                assert [each["text"] for each in chat.list()][::2] == shown

    def test_conversation_ends_one_day_after_last_message(self, rosa: Client, chat: Chat) -> None:
        chat.post("hello")
        session, _ = ChatTokens(RotatingSecret(CHAT_SECRET)).parse_token(chat.issued["token"])
        for hours, status in ((23.9, 200), (24.1, 404)):
            with time_machine.travel(NOON + timedelta(hours=hours)):
                token = ChatTokens(RotatingSecret(CHAT_SECRET)).issue_token(session, datetime.now(UTC)).token
                assert chat.client.acting_as(ChatCaller(token)).get(chat.activities).status == status
        with time_machine.travel(NOON + timedelta(hours=24.1)):
            assert Chat(rosa).id != chat.id


class TestBadInput:
    @pytest.fixture
    def ben(self, client: Client) -> Chat:
        return Chat(client.acting_as(BEN))

    def test_conversation_of_other_person_is_404(self, chat: Chat, ben: Chat) -> None:
        for path in (
            f"{DIRECT_LINE}/conversations/{chat.id}",
            f"{DIRECT_LINE}/conversations/{UNKNOWN_ID}",
            chat.activities,
        ):
            assert ben.client.get(path).status == 404
        body = {"type": "message", "text": "hi", "channelData": {"clientActivityID": "12345678"}}
        assert ben.client.post(chat.activities, body).status == 404

    def test_token_of_deleted_conversation_is_404(self, rosa: Client, chat: Chat) -> None:
        rosa.delete("/api/chatbot/conversation")
        later = Chat(rosa)
        later.post("hello")
        for conversation in (chat.id, later.id):
            path = f"{DIRECT_LINE}/conversations/{conversation}/activities"
            assert chat.client.get(path).status == 404

    def test_token_for_conversation_of_other_person_is_404(self, chat: Chat, ben: Chat) -> None:
        mixed = ChatSession(BEN.user_id, chat.id, datetime.now(UTC).timestamp())
        token = ChatTokens(RotatingSecret(CHAT_SECRET)).issue_token(mixed, datetime.now(UTC)).token
        assert ben.client.acting_as(ChatCaller(token)).get(chat.activities).status == 404

    @pytest.mark.parametrize("text", ["x" * 10_000, "", "   ", "\u202e"])
    def test_invalid_text_is_reported(self, chat: Chat, text: str) -> None:
        assert chat.post(text).problems().keys() == {"text"}
        assert chat.list() == []

    @pytest.mark.parametrize(
        ("field", "value"),
        [
            ("type", "event"),
            ("locale", "x" * 36),
            ("channelData", {}),
            ("channelData", {"clientActivityID": "a#message#000001"}),
        ],
    )
    def test_invalid_field_is_reported(self, chat: Chat, field: str, value: Any) -> None:
        (named,) = chat.post("hello", **{field: value}).problems()
        assert named.startswith(field)

    @pytest.mark.parametrize("watermark", ["-1", "abc", "1234567"])
    def test_invalid_watermark_is_reported(self, chat: Chat, watermark: str) -> None:
        answer = chat.client.get(f"{chat.activities}?watermark={watermark}")
        assert answer.problems().keys() == {"watermark"}

    def test_message_rate_is_limited(self, rosa: Client, chat: Chat) -> None:
        statuses = [chat.post("hello").status for _ in range(200)]
        assert statuses.count(200) == 20
        refused = chat.post("hello")
        assert (refused.status, refused.json["code"]) == (429, "tooManyMessages")
        assert 0 < int(refused.headers["retry-after"]) <= 60
        assert "Wait a minute" in refused.json["message"]
        # Deleting the conversation or opening another tab does not reset the limit.
        rosa.delete("/api/chatbot/conversation")
        assert Chat(rosa).post("hello").status == 429

    def test_messages_at_once_store_and_answer_exactly_the_limit(
        self, chat: Chat, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Refused messages cost no answer."""
        answered: list[str] = []
        find_answer = Assistant.answer_question

        def count(assistant: Assistant, question: str, *others: Any) -> Any:
            answered.append(question)
            return find_answer(assistant, question, *others)

        monkeypatch.setattr(Assistant, "answer_question", count)
        service = find_service("chatbot", ChatService)
        session, _ = ChatTokens(RotatingSecret(CHAT_SECRET)).parse_token(chat.issued["token"])

        def post(number: int) -> bool:
            try:
                service.post_message(session, chat.id, f"hello {number}", f"at-once-{number:04}", "en")
            except TooManyMessages:
                return False
            return True

        assert sum(call_at_once(range(50), post)) == 20
        assert len(chat.list()) == 40
        assert len(set(answered)) == len(answered) == 20
        assert chat.post("hello").status == 429
        assert len(answered) == 20

    def test_full_conversation_is_refused(self, chat: Chat) -> None:
        with mock.patch("functions.chatbot.conversation.MAX_MESSAGES", 2):
            assert chat.post("one").status == 200
            refused = chat.post("two")
        assert (refused.status, refused.json["code"]) == (409, "conversationFull")
