"""Preferences, terms and address book with parallel writes between read and write."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from domains.deliveries.unsubscribe_tokens import UnsubscribeTokens, Unsubscription
from domains.reference.data import get_terms_catalog
from functions.profile.repository import ProfileRepository
from portal.secrets import RotatingSecret
from portal.updates import MAX_WRITE_ATTEMPTS
from tests.api.address_book_support import BOOK, HOME, add_address, add_numbered_address, list_primary_ids
from tests.api.conftest import Outbox
from tests.api.faults import let_others_write_first
from tests.api.profile_support import (
    ACCEPT,
    CONFIRMATION,
    DECLINE,
    OTHER_ADDRESS,
    PREFERENCES,
    ROSA,
    TERMS,
    UNSUBSCRIBE,
    VERIFICATION,
    make_preferences,
    register,
)
from tests.api.support import MESSAGES_TABLE, UNSUBSCRIBE_SECRET, Answer, Client

CURRENT = get_terms_catalog().current.version
NUMBER = "+16025550123"
WRITES = ("create_terms_decision", "save_contact_preferences", "save_address_book")
Overtake = Callable[..., None]


@pytest.fixture
def rosa(client: Client) -> Client:
    return register(client)


@pytest.fixture
def overtake(monkeypatch: pytest.MonkeyPatch) -> Overtake:
    """Return a function that runs parallel calls before the next writes of the call under test."""
    return lambda *others: let_others_write_first(monkeypatch, ProfileRepository, WRITES, others)


def get_refusal(answer: Answer) -> tuple[int, str]:
    return answer.status, answer.json["code"]


def count_decisions(table: Any) -> int:
    return sum(item["item"].startswith("terms#") for item in table.scan()["Items"])


class TestTerms:
    def test_parallel_same_decision_is_stored_once(
        self, rosa: Client, table: Any, overtake: Overtake
    ) -> None:
        others: list[Answer] = []
        overtake(lambda: others.append(rosa.put(ACCEPT, {"version": CURRENT})))
        assert rosa.put(ACCEPT, {"version": CURRENT}).json == others[0].json
        assert count_decisions(table) == 1

    def test_parallel_different_decision_is_followed(
        self, rosa: Client, table: Any, overtake: Overtake
    ) -> None:
        overtake(lambda: rosa.put(ACCEPT, {"version": CURRENT}))
        assert rosa.put(DECLINE, {"version": CURRENT}).status == 200
        assert rosa.get(TERMS).json["decision"]["outcome"] == "declined"
        assert count_decisions(table) == 2

    def test_five_lost_races_on_decision_are_conflict(self, rosa: Client, overtake: Overtake) -> None:
        def change_the_mind() -> None:
            rosa.put(ACCEPT, {"version": CURRENT})
            rosa.put(DECLINE, {"version": CURRENT})

        overtake(*[change_the_mind] * MAX_WRITE_ATTEMPTS)
        assert get_refusal(rosa.put(ACCEPT, {"version": CURRENT})) == (409, "decisionChanged")


class TestPreferences:
    @pytest.mark.parametrize("is_first", [True, False])
    def test_parallel_different_preferences_are_conflict(
        self, rosa: Client, overtake: Overtake, is_first: bool
    ) -> None:
        if not is_first:
            rosa.put(PREFERENCES, make_preferences())
        overtake(lambda: rosa.put(PREFERENCES, make_preferences(language="es")))
        assert get_refusal(rosa.put(PREFERENCES, make_preferences(number=NUMBER))) == (
            409,
            "preferencesChanged",
        )
        assert rosa.get(PREFERENCES).json["language"] == "es"

    def test_parallel_same_preferences_are_saved_once(
        self, rosa: Client, table: Any, overtake: Overtake
    ) -> None:
        others: list[Answer] = []
        overtake(lambda: others.append(rosa.put(PREFERENCES, make_preferences())))
        assert rosa.put(PREFERENCES, make_preferences()).json == others[0].json
        (stored,) = [item for item in table.scan()["Items"] if item["item"] == "contactpreferences"]
        assert stored["version"] == 1

    def test_parallel_number_changes_send_one_message(
        self, rosa: Client, stored: Mapping[str, Any], overtake: Overtake
    ) -> None:
        rosa.put(PREFERENCES, make_preferences())
        overtake(lambda: rosa.put(PREFERENCES, make_preferences(number="602-555-0199")))
        assert rosa.put(PREFERENCES, make_preferences(number=NUMBER)).status == 409
        messages = stored[MESSAGES_TABLE].scan()["Items"]
        (reported,) = [item for item in messages if item["notice"] == "security"]
        assert "0199" in reported["body"]


class TestVerification:
    @pytest.fixture
    def code(self, rosa: Client, outbox: Outbox) -> str:
        """Return the code for an address that is not Rosa's sign-in address."""
        rosa.put(PREFERENCES, make_preferences(OTHER_ADDRESS))
        rosa.post(VERIFICATION, {"channel": "email"})
        return next(word.strip(".") for word in outbox.mail[-1].text.split() if word.strip(".").isdigit())

    def test_confirmation_keeps_parallel_preferences(
        self, rosa: Client, code: str, overtake: Overtake
    ) -> None:
        overtake(lambda: rosa.put(PREFERENCES, make_preferences(OTHER_ADDRESS, language="es")))
        confirmed = rosa.post(CONFIRMATION, {"channel": "email", "code": code}).json
        assert (confirmed["changes"][0]["needs"], confirmed["language"]) == (["permission"], "es")

    def test_address_changed_in_parallel_is_not_verified(
        self, rosa: Client, code: str, overtake: Overtake
    ) -> None:
        overtake(lambda: rosa.put(PREFERENCES, make_preferences("rosa@third.example")))
        answer = rosa.post(CONFIRMATION, {"channel": "email", "code": code})
        assert get_refusal(answer) == (409, "addressChanged")
        after = rosa.get(PREFERENCES).json
        assert after["addresses"][0]["address"] == ROSA.email
        assert [each["address"] for each in after["changes"]] == ["rosa@third.example"]


class TestUnsubscribing:
    @pytest.fixture
    def link(self, rosa: Client) -> str:
        rosa.put(PREFERENCES, make_preferences())
        wanted = Unsubscription(ROSA.user_id, "reminders", "email")
        return f"{UNSUBSCRIBE}?token={UnsubscribeTokens(RotatingSecret(UNSUBSCRIBE_SECRET)).issue(wanted)}"

    def test_unsubscribing_keeps_parallel_preferences(
        self, rosa: Client, link: str, overtake: Overtake
    ) -> None:
        overtake(lambda: rosa.put(PREFERENCES, make_preferences(language="es")))
        assert rosa.post(link).json["isSubscribed"] is False
        after = rosa.get(PREFERENCES).json
        channels = {notice["kind"]: notice["channels"] for notice in after["notices"]}
        assert (after["language"], channels["reminders"], channels["news"]) == ("es", [], ["email"])

    def test_preferences_keep_parallel_unsubscribing(
        self, rosa: Client, link: str, overtake: Overtake
    ) -> None:
        overtake(lambda: rosa.post(link))
        answer = rosa.put(PREFERENCES, make_preferences(language="es"))
        assert get_refusal(answer) == (409, "preferencesChanged")
        after = rosa.get(PREFERENCES).json
        channels = {notice["kind"]: notice["channels"] for notice in after["notices"]}
        assert (after["language"], channels["reminders"]) == ("en", [])

    def test_lost_races_on_unsubscribing_are_conflict(
        self, rosa: Client, link: str, overtake: Overtake
    ) -> None:
        overtake(*[lambda: rosa.put(PREFERENCES, make_preferences())] * MAX_WRITE_ATTEMPTS)
        assert get_refusal(rosa.post(link)) == (409, "preferencesChanged")
        assert rosa.post(link).json["isSubscribed"] is False


class TestAddressBook:
    def test_parallel_first_addresses_leave_one_primary(self, rosa: Client, overtake: Overtake) -> None:
        overtake(lambda: add_address(rosa, "the-other"))
        mine = add_address(rosa, "mine-first").json
        assert mine["isPrimary"] is False
        assert len(rosa.get(BOOK).json["items"]) == 2

    def test_parallel_adds_with_same_key_add_one_address(self, rosa: Client, overtake: Overtake) -> None:
        overtake(lambda: add_address(rosa, "the-same-key"))
        again = add_address(rosa, "the-same-key")
        assert (again.status, rosa.get(BOOK).json["items"]) == (200, [again.json])

    def test_parallel_different_adds_with_same_key_are_conflict(
        self, rosa: Client, overtake: Overtake
    ) -> None:
        overtake(lambda: add_address(rosa, "the-same-key", city="Mesa"))
        assert get_refusal(add_address(rosa, "the-same-key")) == (409, "idempotencyKeyReused")
        assert [each["city"] for each in rosa.get(BOOK).json["items"]] == ["Mesa"]

    def test_last_of_parallel_primary_changes_wins(self, rosa: Client, overtake: Overtake) -> None:
        _, second, third = (add_numbered_address(rosa, number) for number in range(3))
        overtake(lambda: rosa.put(f"{BOOK}/{third}/primary", {}))
        rosa.put(f"{BOOK}/{second}/primary", {})
        assert list_primary_ids(rosa) == [second]

    def test_address_removed_in_parallel_cannot_be_primary(self, rosa: Client, overtake: Overtake) -> None:
        first, second = (add_numbered_address(rosa, number) for number in range(2))
        overtake(lambda: rosa.delete(f"{BOOK}/{second}"))
        assert get_refusal(rosa.put(f"{BOOK}/{second}/primary", {})) == (404, "addressNotFound")
        assert list_primary_ids(rosa) == [first]

    def test_address_removed_in_parallel_cannot_be_changed(self, rosa: Client, overtake: Overtake) -> None:
        first, second = (add_numbered_address(rosa, number) for number in range(2))
        overtake(lambda: rosa.delete(f"{BOOK}/{first}"))
        answer = rosa.put(f"{BOOK}/{first}", HOME | {"city": "Mesa"})
        assert get_refusal(answer) == (404, "addressNotFound")
        assert list_primary_ids(rosa) == [second]

    def test_address_changed_in_parallel_is_removed(self, rosa: Client, overtake: Overtake) -> None:
        first, second = (add_numbered_address(rosa, number) for number in range(2))
        overtake(lambda: rosa.put(f"{BOOK}/{first}", HOME | {"city": "Mesa"}))
        assert rosa.delete(f"{BOOK}/{first}").status == 200
        assert list_primary_ids(rosa) == [second]

    def test_parallel_add_counts_toward_limit(
        self, rosa: Client, overtake: Overtake, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("functions.profile.address_book_service.MAX_ADDRESSES", 2)
        add_numbered_address(rosa, 1)
        overtake(lambda: add_numbered_address(rosa, 2))
        assert add_address(rosa, "mine-first").status == 409
        assert len(rosa.get(BOOK).json["items"]) == 2

    def test_parallel_changes_of_two_addresses_are_kept(self, rosa: Client, overtake: Overtake) -> None:
        first, second = (add_numbered_address(rosa, number) for number in range(2))
        overtake(lambda: rosa.put(f"{BOOK}/{second}", HOME | {"city": "Mesa"}))
        rosa.put(f"{BOOK}/{first}", HOME | {"city": "Yuma"})
        assert [each["city"] for each in rosa.get(BOOK).json["items"]] == ["Yuma", "Mesa"]

    def test_lost_races_on_address_book_are_conflict(self, rosa: Client, overtake: Overtake) -> None:
        attempts = range(MAX_WRITE_ATTEMPTS)
        overtake(*(lambda number=number: add_numbered_address(rosa, number) for number in attempts))
        assert get_refusal(add_address(rosa, "mine-first")) == (409, "addressBookChanged")
        assert len(rosa.get(BOOK).json["items"]) == len(attempts)
