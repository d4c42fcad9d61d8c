"""Answers of the assistant: pages, fees, crises, ratings and flows."""

from collections.abc import Callable
from datetime import datetime, timedelta
from unittest import mock

import pytest

from domains.agencies.subscriptions import Identity, IdentityStatus, StoredData, Subscription
from domains.agencies.subscriptions_table import SUBSCRIPTIONS, SubscriptionsTable
from portal.tables import Table
from tests.api.chatbot_fixtures import BEN, NOON, ROSA, _noon, rosa
from tests.api.chatbot_support import Chat
from tests.api.records_support import LICENSES, VEHICLES
from tests.api.support import (
    SUBSCRIPTIONS_TABLE,
    UNKNOWN_ID,
    Client,
    Person,
)

__all__ = ["_noon", "rosa"]


def connect(
    person: Person,
    label: str,
    checked_at: datetime | None,
    status: IdentityStatus = "connected",
    service_id: str = VEHICLES,
) -> None:
    """Connect a person with a record, with or without a stored copy."""
    table = SubscriptionsTable(SUBSCRIPTIONS_TABLE)
    identity = Identity(label, label, label, status, NOON)
    subscription = Subscription(f"{service_id}-{label}", service_id, NOON, {label: identity}, 1)
    Table(SUBSCRIPTIONS_TABLE, SUBSCRIPTIONS).put(subscription, owner=person.user_id)
    if checked_at:
        assert table.save_data(person.user_id, StoredData(label, service_id, "{}", checked_at))


@pytest.fixture
def chat(rosa: Client) -> Chat:
    return Chat(rosa)


class TestAnswers:
    @pytest.mark.parametrize(
        ("question", "locale", "page"),
        [
            ("delete a message", "en", "/help/en/messages.html"),
            ("is my company name taken", "en", "/help/en/businessnames.html"),
            ("cambiar mi correo electrónico", "es-US", "/help/es/contact.html"),
            ("How do I sign in?", "en-US", "/help/en/signin.html"),
        ],
    )
    def test_answer_quotes_and_names_page(self, chat: Chat, question: str, locale: str, page: str) -> None:
        answer = chat.ask(question, locale)
        assert answer["channelData"]["outcome"] in ("answer", "choice")
        assert page in [each["href"] for each in answer["channelData"]["sources"]]

    def test_choice_leads_to_chosen_section(self, chat: Chat) -> None:
        with mock.patch("functions.chatbot.answers.NEAR", 0.0):
            choice = chat.ask("message")
        assert choice["channelData"]["outcome"] == "choice"
        titles = [each["value"] for each in choice["suggestedActions"]["actions"]]
        assert titles == [each["title"] for each in choice["channelData"]["sources"]]
        chosen = chat.ask(titles[1])
        assert chosen["channelData"]["outcome"] == "answer"
        assert chosen["channelData"]["sources"] == [choice["channelData"]["sources"][1]]

    def test_agency_services_are_quoted(self, chat: Chat) -> None:
        answer = chat.ask("annual pass")
        assert answer["channelData"]["sources"][0]["href"].startswith("/services/")

    def test_fee_is_quoted_with_legal_basis(self, chat: Chat) -> None:
        answer = chat.ask("LLC articles of organization")
        assert "$50." in answer["text"]
        assert "A.R.S. 29-3213(A)(1)" in answer["text"]

    @pytest.mark.parametrize(
        ("question", "words"),
        [
            (
                "For-profit or professional corporation articles (ACC)",
                ("$60.", "We have not confirmed this amount. Ask the Arizona"),
            ),
            ("Next-day service ACC", ("we don’t know the amount. Ask the Arizona Corporation Commission.",)),
            ("Federal EIN", ("free.",)),
        ],
    )
    def test_fee_says_how_sure_it_is(self, chat: Chat, question: str, words: tuple[str, ...]) -> None:
        answer = chat.ask(question)
        assert all(each in answer["text"] for each in words), answer["text"]

    @pytest.mark.parametrize(
        ("question", "locale", "number"),
        [
            ("I want to kill myself", "en", "988"),
            ("quiero morir", "en", "988"),
            ("Mi esposo me golpea", "es", "800-799-7233"),
            ("my kid swallowed bleach how do I change my address", "en", "800-222-1222"),
            ("I can't breathe", "en", "911"),
        ],
    )
    def test_emergency_question_gets_crisis_answer(
        self, chat: Chat, question: str, locale: str, number: str
    ) -> None:
        answer = chat.ask(question, locale)
        assert answer["channelData"]["outcome"] == "crisis"
        assert number in answer["text"]
        assert answer["channelData"]["sources"][0]["href"].startswith("https://")


class TestRating:
    def test_first_rating_of_answer_is_counted_once(
        self, rosa: Client, chat: Chat, output: Callable[[], str]
    ) -> None:
        answer = chat.ask("Your messages: Deleting")
        for is_right in (False, True, False):
            body = {"activityId": answer["id"], "isRight": is_right}
            assert rosa.post("/api/chatbot/ratings", body).json == {"isRated": True}
        written = output()
        assert written.count('"AssistantRating":[') == 1
        assert '"verdict":"wrong"' in written.replace(" ", "")
        assert written.replace(" ", "").count('"outcome":"answer"') == 1

    def test_ratings_of_own_or_foreign_messages_are_not_counted(
        self, client: Client, chat: Chat, output: Callable[[], str]
    ) -> None:
        answer = chat.ask("Your messages: Deleting")
        own = chat.list()[0]["id"]
        for person, activity in ((ROSA, own), (BEN, answer["id"]), (ROSA, f"{UNKNOWN_ID}|000002")):
            body = {"activityId": activity, "isRight": True}
            assert client.acting_as(person).post("/api/chatbot/ratings", body).status == 200
        assert "AssistantRating" not in output()

    @pytest.mark.parametrize("activity", ["", "x", f"{UNKNOWN_ID}|1", f"{UNKNOWN_ID}|000002x"])
    def test_invalid_activity_id_is_reported(self, rosa: Client, activity: str) -> None:
        answer = rosa.post("/api/chatbot/ratings", {"activityId": activity, "isRight": True})
        assert answer.problems().keys() == {"activityId"}


class TestFlows:
    @pytest.mark.parametrize(
        ("question", "locale", "first", "chosen", "page"),
        [
            ("I cannot sign in!", "en", "What happens", "I forgot my password", "/help/en/signin.html"),
            ("No puedo entrar", "es", "¿Qué pasa", "Olvidé mi contraseña", "/help/es/signin.html"),
            ("I got locked out", "en", "What is locked?", "I get no more codes", "/help/en/contact.html"),
        ],
    )
    def test_question_flow_leads_to_quoted_section(
        self, chat: Chat, question: str, locale: str, first: str, chosen: str, page: str
    ) -> None:
        asked = chat.ask(question, locale)
        assert asked["channelData"]["outcome"] == "choice"
        assert asked["text"].startswith(first)
        assert chosen in [action["value"] for action in asked["suggestedActions"]["actions"]]
        answer = chat.ask(chosen, locale)
        assert answer["channelData"]["outcome"] == "answer"
        assert answer["channelData"]["sources"][0]["href"] == page

    def test_own_cards_are_listed_with_last_check_time(self, chat: Chat) -> None:
        connect(ROSA, "2024 Road Runner", NOON - timedelta(hours=3))
        connect(BEN, "1999 Coyote", NOON)
        answer = chat.ask("What is connected already?")
        assert "2024 Road Runner: last checked November 23, 2026 at 9:00 AM Arizona time" in answer["text"]
        assert "Coyote" not in answer["text"]
        assert answer["channelData"]["sources"][-1] == {"title": "Dashboard", "href": "/dashboard"}

    def test_revoked_record_is_omitted_and_unchecked_is_marked(self, chat: Chat) -> None:
        connect(ROSA, "2024 Road Runner", None)
        connect(ROSA, "1999 Coyote", None, "revoked", LICENSES)
        text = chat.ask("What is connected already?")["text"]
        assert "2024 Road Runner: not checked yet" in text
        assert "Coyote" not in text
