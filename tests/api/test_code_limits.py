"""Limits of the codes to an address and to a number."""

import hashlib
import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any, cast

import pytest
import time_machine

from domains.accounts.sending_limits import SendingLimits, TooManyCodesToAddress
from portal.rate_window import Call
from portal.secrets import RotatingSecret
from tests.api.businesses_support import call_at_once
from tests.api.conftest import Outbox
from tests.api.messages_support import run_meanwhile
from tests.api.profile_support import (
    OTHER_ADDRESS,
    PREFERENCES,
    ROSA,
    VERIFICATION,
    make_preferences,
    register,
)
from tests.api.support import SENDING_SECRET, USERS_TABLE, Answer, Client, Person

NUMBER = "+16025550123"


@pytest.fixture
def rosa(client: Client, outbox: Outbox) -> Client:
    """Return the client of Rosa, with an unverified address and number; empty outbox."""
    acting = register(client, replace(ROSA, email_verified=False))
    assert acting.put(PREFERENCES, make_preferences(OTHER_ADDRESS, NUMBER)).status == 200
    outbox.clear()
    return acting


def get_counter(table: Any) -> dict[str, Any]:
    """Return the item that counts the codes to the only destination."""
    (counter,) = [
        item
        for item in table.scan()["Items"]
        if item["item"] == "code" and item["user_id"].startswith("destination#")
    ]
    return cast(dict[str, Any], counter)


class TestCodesToAnAddress:
    """An email address gets at most five codes an hour, over all accounts, and an account asks for ten."""

    def test_sixth_code_to_address_is_refused_for_all_people(self, client: Client, outbox: Outbox) -> None:
        answers = []
        for number in range(6):
            person = Person(email=f"person{number}@example.com")
            acting = register(client, person)
            acting.put(PREFERENCES, make_preferences(OTHER_ADDRESS))
            answers.append(acting.post(VERIFICATION, {"channel": "email"}))
        assert [answer.status for answer in answers] == [202] * 5 + [429]
        assert answers[-1].json["code"] == "tooManyCodesToAddress"
        assert 3500 < int(answers[-1].headers["retry-after"]) <= 3600
        to_stranger = [mail for mail in outbox.mail if mail.address == OTHER_ADDRESS]
        # Five codes and one welcome.
        assert len(to_stranger) == 6

    def test_spelling_of_address_does_not_reset_the_limit(self, client: Client) -> None:
        statuses = []
        for number in range(6):
            person = Person(email=f"person{number}@example.com")
            acting = register(client, person)
            spelled = OTHER_ADDRESS.upper() if number % 2 else OTHER_ADDRESS
            acting.put(PREFERENCES, make_preferences(spelled))
            statuses.append(acting.post(VERIFICATION, {"channel": "email"}).status)
        assert statuses == [202] * 5 + [429]

    def test_account_asks_for_ten_codes_an_hour(self, client: Client) -> None:
        rosa = register(client, replace(ROSA, email_verified=False))
        answers = []
        for number in range(11):
            with time_machine.travel(datetime.now(UTC) + timedelta(minutes=2 * number), tick=False):
                rosa.put(PREFERENCES, make_preferences(f"rosa{number}@example.org"))
                answers.append(rosa.post(VERIFICATION, {"channel": "email"}))
        assert [answer.status for answer in answers] == [202] * 10 + [429]
        assert answers[-1].json["code"] == "tooManyCodes"

    def test_fifty_at_once_send_exactly_five(self) -> None:
        limits = SendingLimits(USERS_TABLE, RotatingSecret(SENDING_SECRET))
        now = datetime.now(UTC)

        def count(number: int) -> bool:
            try:
                limits.count_message(
                    "code", f"person{number}", "email", OTHER_ADDRESS, Call(str(number), now)
                )
            except TooManyCodesToAddress:
                return False
            return True

        assert sum(call_at_once(range(50), count)) == 5


class TestCodesToANumber:
    """A number gets at most five codes an hour, over all accounts."""

    @staticmethod
    def ask(client: Client, name: str) -> Answer:
        person = Person(email=f"{name}@example.com")
        acting = register(client, person)
        acting.put(PREFERENCES, make_preferences(person.email, NUMBER))
        return acting.post(VERIFICATION, {"channel": "text"})

    @pytest.fixture
    def five_sent(self, client: Client) -> None:
        for number in range(5):
            assert self.ask(client, f"person{number}").status == 202

    def test_sixth_code_to_number_is_refused_for_all_people(
        self, client: Client, outbox: Outbox, five_sent: None
    ) -> None:
        answer = self.ask(client, "sixth")
        assert (answer.status, answer.json["code"]) == (429, "tooManyCodesToNumber")
        assert 3500 < int(answer.headers["retry-after"]) <= 3600
        assert len(outbox.text_messages) == 5
        spanish = client.acting_as(Person(email="sixth@example.com")).sending(accept_language="es")
        assert "demasiados códigos" in spanish.post(VERIFICATION, {"channel": "text"}).json["message"]

    def test_other_number_and_email_are_not_limited(
        self, rosa: Client, outbox: Outbox, five_sent: None
    ) -> None:
        assert rosa.post(VERIFICATION, {"channel": "email"}).status == 202
        rosa.put(PREFERENCES, make_preferences(OTHER_ADDRESS, "602-555-0124"))
        assert rosa.post(VERIFICATION, {"channel": "text"}).status == 202

    def test_five_codes_are_allowed_again_after_one_hour(
        self, client: Client, table: Any, five_sent: None
    ) -> None:
        counter = get_counter(table)
        calls = json.loads(counter["content"])
        for call in calls["calls"]:
            call["at"] = (datetime.fromisoformat(call["at"]) - timedelta(hours=1)).isoformat()
        table.put_item(Item=counter | {"content": json.dumps(calls)})
        for number in range(5):
            assert self.ask(client, f"later{number}").status == 202
        assert self.ask(client, "too-late").status == 429

    def test_unsent_code_does_not_count(self, rosa: Client, table: Any) -> None:
        assert rosa.post(VERIFICATION, {"channel": "text"}).status == 202
        for _ in range(6):
            assert rosa.post(VERIFICATION, {"channel": "text"}).json["code"] == "codeAlreadySent"
        counter = get_counter(table)
        assert len(json.loads(counter["content"])["calls"]) == 1

    def test_counter_contains_no_number_or_person(self, rosa: Client, table: Any) -> None:
        rosa.post(VERIFICATION, {"channel": "text"})
        counter = get_counter(table)
        assert counter.keys() == {"schema", "user_id", "item", "content", "version", "expires_at"}
        # Not a plain hash, which a list of all telephone numbers would reveal.
        hashes = [hashlib.sha256(text.encode()).hexdigest() for text in (NUMBER, f"text\n{NUMBER}")]
        assert not any(each in counter["user_id"] for each in (NUMBER, *hashes))

    def test_parallel_first_codes_both_count(self, rosa: Client, client: Client, table: Any) -> None:
        ben = register(client, Person(email="ben@example.com"))
        ben.put(PREFERENCES, make_preferences("ben@example.com", NUMBER))
        with run_meanwhile("PutItem", lambda: ben.post(VERIFICATION, {"channel": "text"}), before=True):
            assert rosa.post(VERIFICATION, {"channel": "text"}).status == 202
        counter = get_counter(table)
        assert len(json.loads(counter["content"])["calls"]) == 2

    def test_premium_rate_number_gets_no_code(self, rosa: Client, table: Any, outbox: Outbox) -> None:
        (item,) = [item for item in table.scan()["Items"] if item["item"] == "contactpreferences"]
        changed = item["content"].replace(NUMBER, "+19005550123")
        table.update_item(
            Key={"user_id": item["user_id"], "item": item["item"]},
            UpdateExpression="SET content = :changed",
            ExpressionAttributeValues={":changed": changed},
        )
        answer = rosa.post(VERIFICATION, {"channel": "text"})
        assert "premium-rate" in answer.problems()["channel"][0]
        assert outbox.text_messages == []
