"""Connecting records: the person's data, shared records, invalid values and guesses."""

import json
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from threading import Barrier
from typing import Any

import pytest

from domains.agencies.subscriptions import Identity, Subscription
from functions.subscriptions.repository import SubscriptionsRepository
from tests.api.agency_support import (
    AGENCY,
    NEWS,
    NOW,
    SERVICES,
    SUBSCRIPTIONS,
    VEHICLES,
    World,
    add_subscriptions,
    connect,
    end,
    get_data,
    list_cards,
    make_manifest,
)
from tests.api.profile_support import ROSA
from tests.api.subscriptions_fixtures import BEN, agency, ben, rosa, world
from tests.api.support import (
    MESSAGES_TABLE,
    SUBSCRIPTIONS_TABLE,
    Answer,
    Client,
    Person,
)

__all__ = ["agency", "ben", "rosa", "world"]

# Matches the data that `register` sends.
PERSON = {"legalFirstName": "ROSA", "legalLastName": "DELGADO", "dateOfBirth": "1988-04-02"}


class TestConnect:
    def test_connected_record_becomes_card(self, rosa: Client, agency: Any) -> None:
        answer = connect(rosa)
        assert answer.status == 201, answer.text
        card = answer.json["subscription"]
        [identity] = card["identities"]
        assert identity["id"] == answer.json["identityId"]
        assert identity["label"] == "••• 4TR"
        assert identity["status"] == "connected"
        assert card["sortIndex"] == 0
        assert list_cards(rosa) == [card]
        assert rosa.get(f"{SUBSCRIPTIONS}/{card['id']}").json == card
        assert agency.calls[0].body == {
            "serviceId": VEHICLES,
            "identity": {"plate": "ABC4TR", "born": "1984-05-17"},
            "person": PERSON,
        }
        assert all(call.is_signed for call in agency.calls)

    def test_repeated_connect_changes_nothing(self, rosa: Client, agency: Any) -> None:
        first = connect(rosa)
        again = connect(rosa, " abc-4tr ")
        assert again.status == 200
        assert again.json == first.json

    def test_second_record_joins_card_of_same_person(self, rosa: Client, ben: Client) -> None:
        connect(rosa)
        second = connect(rosa, "XYZ9")
        assert second.status == 201
        assert len(second.json["subscription"]["identities"]) == 2
        same_vehicle = connect(ben)
        assert same_vehicle.status == 201
        assert same_vehicle.json["identityId"] not in {
            identity["id"] for identity in second.json["subscription"]["identities"]
        }

    def test_parallel_connects_of_two_records_keep_both(self, world: World) -> None:
        with ThreadPoolExecutor(2) as pool:
            answers = list(pool.map(lambda plate: connect(world.acting_as(ROSA), plate), ["ABC4TR", "XYZ9"]))
        assert [answer.status for answer in answers] == [201, 201]
        [card] = list_cards(world.acting_as(ROSA))
        assert len(card["identities"]) == 2

    def test_identity_values_are_not_stored_or_logged(
        self,
        rosa: Client,
        stored: Mapping[str, Any],
        capsys: pytest.CaptureFixture[str],
        caplog: pytest.LogCaptureFixture,
    ) -> None:
        answer = connect(rosa)
        get_data(rosa, answer.json["identityId"])
        connect(rosa, "NOSUCH1")
        logged = str([vars(record) for record in caplog.records]) + capsys.readouterr().out
        assert "agency call" in logged
        written = str(stored[SUBSCRIPTIONS_TABLE].scan()["Items"]) + logged
        for secret in ("ABC4TR", "1984-05-17", "NOSUCH1"):
            assert secret not in written
        assert "vehicle-1" not in answer.text

    def test_call_log_names_agency_but_no_person(
        self, rosa: Client, caplog: pytest.LogCaptureFixture
    ) -> None:
        connect(rosa)
        [line] = [vars(record) for record in caplog.records if record.message == "agency call"]
        assert (line["agency"], line["agency_service"]) == (AGENCY, VEHICLES)
        assert (line["call"], line["outcome"]) == ("match", "ok")
        assert line["milliseconds"] > 0
        assert ROSA.user_id not in str(line)
        assert "vehicle-1" not in str(line)

    def test_unregistered_person_cannot_connect(self, world: World, agency: Any) -> None:
        answer = connect(world.acting_as(Person("nora@example.com")))
        assert (answer.status, answer.json["code"]) == (409, "notRegistered")
        assert agency.calls == []

    def test_connect_to_unavailable_agency_is_503(self, rosa: Client, agency: Any) -> None:
        agency.mode = "refused"
        answer = connect(rosa)
        assert (answer.status, answer.json["code"]) == (503, "agencyUnavailable")
        assert "Test Agency" in answer.json["message"]
        agency.mode = "normal"
        assert connect(rosa).status == 201

    def test_service_has_at_most_twenty_records(self, rosa: Client, agency: Any) -> None:
        repository = SubscriptionsRepository(SUBSCRIPTIONS_TABLE)
        identities = {
            f"i{n}": Identity(f"i{n}", f"other-{n}", f"Vehicle {n}", "connected", NOW) for n in range(19)
        }
        full = Subscription("card", VEHICLES, NOW, identities, 1)
        repository.save_connection(ROSA.user_id, full, None, None)
        assert connect(rosa).status == 201
        for _ in range(6):
            answer = connect(rosa, "XYZ9")
            assert (answer.status, answer.json["code"]) == (409, "tooManyIdentities")
        assert len(list_cards(rosa)[0]["identities"]) == 20

    def test_person_has_at_most_200_subscriptions(self, rosa: Client) -> None:
        add_subscriptions(ROSA, *[f"other-agency-{n}" for n in range(199)])
        card = rosa.post(SUBSCRIPTIONS, {"agencyServiceId": NEWS})
        assert card.status == 201
        refused = connect(rosa)
        assert (refused.status, refused.json["code"]) == (409, "tooManySubscriptions")
        rosa.delete(f"{SUBSCRIPTIONS}/{card.json['id']}")
        assert connect(rosa).status == 201
        refused = rosa.post(SUBSCRIPTIONS, {"agencyServiceId": NEWS})
        assert (refused.status, refused.json["code"]) == (409, "tooManySubscriptions")


class TestPersonMatch:
    def test_service_page_shows_sent_person_data(self, world: World, rosa: Client, agency: Any) -> None:
        details = rosa.get(f"{SERVICES}/{VEHICLES}").json
        assert details["matchesPerson"] is True
        connect(rosa)
        assert details["person"] == agency.calls[0].body["person"] == PERSON
        nora = world.acting_as(Person("nora@example.com"))
        assert nora.get(f"{SERVICES}/{VEHICLES}").json["person"] is None
        assert rosa.get(f"{SERVICES}/{NEWS}").json["matchesPerson"] is False
        assert rosa.get(f"{SERVICES}/{NEWS}").json["person"] is None

    def test_agency_without_person_match_gets_no_person_data(
        self, world: World, rosa: Client, agency: Any
    ) -> None:
        world.register(make_manifest(agency.endpoint, matchesPerson=False))
        world.passes(minutes=1)
        details = rosa.get(f"{SERVICES}/{VEHICLES}").json
        assert (details["matchesPerson"], details["person"]) == (False, None)
        assert connect(rosa).status == 201
        assert agency.calls[0].body["person"] is None

    def test_foreign_record_gets_same_answer_as_missing_record(self, rosa: Client, agency: Any) -> None:
        agency.owners["vehicle-1"] = PERSON | {"dateOfBirth": "1988-04-03"}
        somebody_elses, not_there = connect(rosa), connect(rosa, "NOSUCH1")
        assert (somebody_elses.status, somebody_elses.text) == (not_there.status, not_there.text)
        assert somebody_elses.status == 400
        [reported] = somebody_elses.problems()["identity"]
        assert "in your name" in reported
        assert "legal name and date of birth" in reported
        assert list_cards(rosa) == []

    def test_foreign_records_count_as_failures(self, rosa: Client, agency: Any) -> None:
        agency.owners["vehicle-1"] = PERSON | {"legalLastName": "WOLFE"}
        assert [connect(rosa).status for _ in range(6)] == [400] * 5 + [429]
        assert len(agency.calls) == 5

    def test_name_and_birth_date_are_not_stored_or_logged(
        self,
        rosa: Client,
        stored: Mapping[str, Any],
        capsys: pytest.CaptureFixture[str],
        caplog: pytest.LogCaptureFixture,
    ) -> None:
        connect(rosa)
        connect(rosa, "NOSUCH1")
        logged = str([vars(record) for record in caplog.records]) + capsys.readouterr().out
        assert "agency call" in logged
        written = str(stored[SUBSCRIPTIONS_TABLE].scan()["Items"]) + logged
        for secret in PERSON.values():
            assert secret not in written


class TestSharedRecords:
    def notices(self, stored: Mapping[str, Any], person: Person) -> list[Any]:
        items = stored[MESSAGES_TABLE].scan()["Items"]
        return [
            each for each in items if (each["user_id"], each.get("type")) == (person.user_id, "recordShared")
        ]

    def test_holder_is_notified_when_other_account_connects(
        self, rosa: Client, ben: Client, agency: Any, stored: Mapping[str, Any]
    ) -> None:
        agency.label = "2021 Saguaro Wagon"
        connect(rosa)
        connect(rosa, "XYZ9")
        assert self.notices(stored, ROSA) == []
        assert connect(ben).status == 201
        [notice] = self.notices(stored, ROSA)
        assert (notice["notice"], notice["priority"]) == ("security", "high")
        for language, words in (("en", "call Test Agency"), ("es", "llame a Test Agency (es)")):
            body = json.loads(notice["body"])[language]
            assert "2021 Saguaro Wagon" in body
            assert words in body
        assert self.notices(stored, BEN) == []
        assert "ben@example.com" not in str(notice)

    def test_agency_gets_number_of_connected_accounts(
        self, world: World, rosa: Client, ben: Client, agency: Any
    ) -> None:
        first = connect(rosa).json["identityId"]
        get_data(rosa, first)
        second = connect(ben).json["identityId"]
        get_data(ben, second)
        world.passes(minutes=10)
        get_data(rosa, first)
        end(ben, second)
        world.passes(minutes=10)
        get_data(rosa, first)
        asked = [call.body["accounts"] for call in agency.calls if call.name == "service-data"]
        assert asked == [1, 2, 2, 1]

    def test_former_holder_is_not_notified(
        self, rosa: Client, ben: Client, agency: Any, stored: Mapping[str, Any]
    ) -> None:
        identity_id = connect(rosa).json["identityId"]
        end(rosa, identity_id)
        connect(ben)
        assert self.notices(stored, ROSA) == []
        lost = connect(ben, "XYZ9").json["identityId"]
        SubscriptionsRepository(SUBSCRIPTIONS_TABLE).revoke_identity(BEN.user_id, VEHICLES, lost)
        connect(rosa, "XYZ9")
        assert self.notices(stored, BEN) == []

    def test_repeated_connects_notify_once_per_day(
        self, world: World, rosa: Client, ben: Client, stored: Mapping[str, Any]
    ) -> None:
        connect(rosa)
        for _ in range(3):
            end(ben, connect(ben).json["identityId"])
            connect(ben)
        assert len(self.notices(stored, ROSA)) == 1
        end(ben, connect(ben).json["identityId"])
        world.passes(days=1)
        connect(ben)
        assert len(self.notices(stored, ROSA)) == 2

    def test_failed_connect_sends_no_notice(
        self, world: World, rosa: Client, stored: Mapping[str, Any]
    ) -> None:
        connect(rosa)

        class Losing(SubscriptionsRepository):
            def save_connection(self, user_id: Any, subscription: Any, *rest: Any) -> bool:
                return super().save_connection(user_id, replace(subscription, revision=7), *rest)

        refused = connect(world.acting_as(BEN, repository=Losing(SUBSCRIPTIONS_TABLE)))
        assert (refused.status, refused.json["code"]) == (409, "subscriptionsChanged")
        assert self.notices(stored, ROSA) == []

    def test_parallel_connects_notify_at_least_one(self, world: World, stored: Mapping[str, Any]) -> None:
        barrier = Barrier(2)

        class AtOnce(SubscriptionsRepository):
            waits = True

            def save_connection(self, *arguments: Any) -> Any:
                if self.waits:
                    self.waits = False
                    barrier.wait(timeout=10)
                return super().save_connection(*arguments)

        def call(person: Person) -> Answer:
            return connect(world.acting_as(person, repository=AtOnce(SUBSCRIPTIONS_TABLE)))

        with ThreadPoolExecutor(2) as pool:
            assert [answer.status for answer in pool.map(call, [ROSA, BEN])] == [201, 201]
        assert self.notices(stored, ROSA) + self.notices(stored, BEN)

    def test_notice_is_stored_together_with_connection(
        self, rosa: Client, ben: Client, stored: Mapping[str, Any], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        connect(rosa)
        monkeypatch.setattr("domains.messages.messages_table.MessagesTable.add_message", None)
        assert connect(ben).status == 201
        assert len(self.notices(stored, ROSA)) == 1

    def test_notices_beyond_transaction_limit_are_sent_after(
        self, rosa: Client, ben: Client, stored: Mapping[str, Any], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("functions.subscriptions.connecting.MAX_NOTICES_AT_ONCE", 0)
        connect(rosa)
        connect(ben)
        assert len(self.notices(stored, ROSA)) == 1


class TestIdentityValues:
    def test_all_problems_are_reported_in_request_language(self, rosa: Client) -> None:
        answer = rosa.sending(accept_language="es").post(
            SERVICES, {"agencyServiceId": VEHICLES, "identity": {"plate": "!", "color": "red"}}
        )
        assert answer.problems() == {
            "identity.color": ["Este servicio no pide este dato. Quítelo."],
            "identity.plate": [
                "«Plate (es)» debe tener solo letras de la A a la Z y dígitos, por ejemplo EXAMPLE."
            ],
            "identity.born": ["Escriba: Date of birth (es)."],
        }


class TestGuessing:
    def test_mismatch_does_not_reveal_wrong_value(self, rosa: Client) -> None:
        problems = connect(rosa, "NOSUCH1").problems()
        assert list(problems) == ["identity"]
        assert problems["identity"][0].startswith("These details don’t match a record in your name.")

    def test_five_failures_lock_service_for_one_hour(
        self, world: World, rosa: Client, ben: Client, agency: Any
    ) -> None:
        for _ in range(5):
            assert connect(rosa, "NOSUCH1").status == 400
            world.passes(minutes=1)
        locked = connect(rosa)
        assert (locked.status, locked.json["code"]) == (429, "serviceLocked")
        assert locked.headers["retry-after"] == str(55 * 60)
        assert len(agency.calls) == 5
        assert connect(ben).status == 201
        assert rosa.post(SUBSCRIPTIONS, {"agencyServiceId": NEWS}).status == 201
        world.passes(minutes=54, seconds=59)
        assert connect(rosa).status == 429
        world.passes(seconds=1)
        assert connect(rosa).status == 201

    def test_parallel_guesses_are_all_counted(self, world: World, agency: Any) -> None:
        def guess(number: Any) -> Any:
            return connect(world.acting_as(ROSA), f"NOSUCH{number}").status

        with ThreadPoolExecutor(8) as pool:
            statuses = list(pool.map(guess, range(16)))
        assert len(agency.calls) <= 5
        assert set(statuses) <= {400, 409, 429}

    def test_matches_and_agency_failures_do_not_count(self, world: World, rosa: Client, agency: Any) -> None:
        for _ in range(6):
            agency.mode = "malformed"
            assert connect(rosa).status == 503
            world.passes(minutes=2)
            agency.mode = "normal"
            assert connect(rosa).status in (200, 201)
            world.passes(seconds=30)
