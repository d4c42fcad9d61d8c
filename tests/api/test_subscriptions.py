"""Connecting, listing, sorting and ending subscriptions at agencies."""

import json
from collections.abc import Iterator, Mapping
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
    SORT,
    SUBSCRIPTIONS,
    VEHICLES,
    World,
    connect,
    make_manifest,
    run_agency,
)
from tests.api.faults import throttle_calls
from tests.api.profile_support import ROSA, register
from tests.api.support import (
    AGENCIES_TABLE,
    MESSAGES_TABLE,
    SUBSCRIPTIONS_TABLE,
    Answer,
    Client,
    Person,
    renew_apps,
)

# Matches the data that `register` sends.
PERSON = {"legalFirstName": "ROSA", "legalLastName": "DELGADO", "dateOfBirth": "1988-04-02"}
BEN = Person(email="ben@example.com", name="Ben Whitehorse")


@pytest.fixture
def agency() -> Iterator[Any]:
    with run_agency() as agency:
        yield agency


@pytest.fixture
def world(client: Client, agency: Any) -> World:
    world = World(client, agency)
    world.register()
    register(client)
    register(client, BEN)
    return world


@pytest.fixture
def rosa(world: World) -> Client:
    return world.acting_as(ROSA)


@pytest.fixture
def ben(world: World) -> Client:
    return world.acting_as(BEN)


def get_data(client: Client, identity_id: Any) -> Answer:
    return client.get(f"{SUBSCRIPTIONS}/identities/{identity_id}/servicedata")


def end(client: Client, identity_id: Any) -> Answer:
    return client.delete(f"{SUBSCRIPTIONS}/identities/{identity_id}")


def list_cards(client: Client) -> Any:
    answer = client.get(SUBSCRIPTIONS)
    assert answer.status == 200, answer.text
    return answer.json["items"]


def add_subscriptions(person: Any, *service_ids: Any) -> list[Any]:
    """Store subscriptions of a person without an agency call, and return their ids."""
    repository = SubscriptionsRepository(SUBSCRIPTIONS_TABLE)
    ids = []
    for number, service_id in enumerate(service_ids):
        subscription = Subscription(f"card{number:022d}", service_id, NOW, {}, 1)
        assert repository.save_connection(person.user_id, subscription, None, None)
        ids.append(subscription.id)
    return ids


class TestCatalog:
    def test_services_are_listed_in_request_language(self, world: World, rosa: Client) -> None:
        world.register(make_manifest(world.agency.endpoint, agency="another-agency"))
        items = rosa.get(SERVICES).json["items"]
        assert [item["name"] for item in items] == ["News", "News", "Vehicles", "Vehicles"]
        assert {item["id"] for item in items} == {
            VEHICLES,
            NEWS,
            "another-agency-vehicles",
            "another-agency-news",
        }
        vehicles = next(item for item in items if item["id"] == VEHICLES)
        assert vehicles["asksForIdentity"] is True
        assert vehicles["agency"] == {"id": AGENCY, "name": "Test Agency", "kind": "state", "logo": None}
        spanish = rosa.sending(accept_language="es").get(SERVICES).json["items"]
        assert {item["name"] for item in spanish} == {"News (es)", "Vehicles (es)"}

    def test_service_lists_identity_and_display_fields(self, rosa: Client) -> None:
        details = rosa.get(f"{SERVICES}/{VEHICLES}").json
        assert [field["name"] for field in details["identityFields"]] == ["plate", "born"]
        assert details["identityFields"][0]["maxLength"] == 8
        assert [field["kind"] for field in details["displayFields"]] == [
            "text",
            "date",
            "money",
            "status",
            "list",
        ]
        assert details["actions"] == ["Renew"]
        assert "endpoint" not in details
        assert "credentials" not in details

    def test_list_with_an_id_has_that_service(self, rosa: Client) -> None:
        (item,) = rosa.get(f"{SERVICES}?id={VEHICLES}").json["items"]
        assert item["id"] == VEHICLES

    @pytest.mark.parametrize("asked", ["/test-agency-nothing", "?id=test-agency-nothing"])
    def test_unknown_service_is_404(self, rosa: Client, asked: str) -> None:
        answer = rosa.get(SERVICES + asked)
        assert (answer.status, answer.json["code"]) == (404, "serviceNotFound")

    def test_new_agency_appears_within_one_minute(self, world: World, rosa: Client) -> None:
        assert len(rosa.get(SERVICES).json["items"]) == 2
        world.register(make_manifest(world.agency.endpoint, agency="new-agency"))
        world.passes(seconds=59)
        assert len(rosa.get(SERVICES).json["items"]) == 2
        world.passes(seconds=1)
        assert len(rosa.get(SERVICES).json["items"]) == 4

    def test_withdrawn_service_keeps_existing_card(self, world: World, rosa: Client) -> None:
        connect(rosa)
        offered = make_manifest(world.agency.endpoint)
        world.register(offered.model_copy(update={"services": offered.services[1:]}))
        world.passes(minutes=1)
        [card] = list_cards(rosa)
        assert card["service"]["name"] == "Vehicles"
        assert card["service"]["isAvailable"] is False
        assert [item["id"] for item in rosa.get(SERVICES).json["items"]] == [NEWS]
        refused = connect(rosa, "XYZ9")
        assert (refused.status, refused.json["code"]) == (409, "serviceWithdrawn")
        assert get_data(rosa, card["identities"][0]["id"]).status == 200

    def test_unreadable_manifest_leaves_others_listed(
        self, world: World, rosa: Client, stored: Mapping[str, Any]
    ) -> None:
        world.register(make_manifest(world.agency.endpoint, agency="broken-agency"))
        stored[AGENCIES_TABLE].update_item(
            Key={"partition": "catalogue", "item": "broken-agency"},
            UpdateExpression="SET manifest = :none",
            ExpressionAttributeValues={":none": "{}"},
        )
        assert {item["id"] for item in rosa.get(SERVICES).json["items"]} == {VEHICLES, NEWS}

    def test_card_of_unknown_service_is_kept(self, rosa: Client, world: World) -> None:
        add_subscriptions(ROSA, "gone-agency-service")
        [card] = list_cards(rosa)
        assert card["service"]["id"] == "gone-agency-service"
        assert card["service"]["isAvailable"] is False


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

    def test_agency_label_names_record(self, rosa: Client, agency: Any) -> None:
        agency.label = "  2021 Saguaro Wagon "
        assert connect(rosa).json["subscription"]["identities"][0]["label"] == "2021 Saguaro Wagon"

    def test_label_with_direction_override_is_refused(self, rosa: Client, agency: Any) -> None:
        agency.label = "Wagon \u202e2021"
        assert connect(rosa).status == 503
        assert list_cards(rosa) == []

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
        SubscriptionsRepository(SUBSCRIPTIONS_TABLE).revoke(BEN.user_id, VEHICLES, lost)
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
        monkeypatch.setattr("domains.messages.messages_table.MessagesTable.add", None)
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

    @pytest.mark.parametrize(
        "identity", [None, [], "ABC4TR", {"plate": 7, "born": None}, {f"f{n}": "x" for n in range(7)}]
    )
    def test_malformed_identity_is_refused(self, rosa: Client, agency: Any, identity: object) -> None:
        answer = rosa.post(SERVICES, {"agencyServiceId": VEHICLES, "identity": identity})
        assert answer.status == 400
        assert agency.calls == []


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


class TestSubscribe:
    def test_service_without_identity_becomes_card_at_once(self, rosa: Client, agency: Any) -> None:
        answer = rosa.post(SUBSCRIPTIONS, {"agencyServiceId": NEWS})
        assert answer.status == 201, answer.text
        assert answer.json["identities"] == []
        again = rosa.post(SUBSCRIPTIONS, {"agencyServiceId": NEWS})
        assert (again.status, again.json) == (200, answer.json)
        assert agency.calls == []

    def test_subscription_can_be_ended(self, rosa: Client) -> None:
        card = rosa.post(SUBSCRIPTIONS, {"agencyServiceId": NEWS}).json
        ended = rosa.delete(f"{SUBSCRIPTIONS}/{card['id']}")
        assert (ended.status, ended.json) == (200, {"isSubscriptionEnded": True})
        assert list_cards(rosa) == []
        assert rosa.delete(f"{SUBSCRIPTIONS}/{card['id']}").status == 404


class TestDisconnect:
    def test_last_disconnect_ends_subscription_and_notifies_agency(
        self, rosa: Client, agency: Any, stored: Mapping[str, Any]
    ) -> None:
        first = connect(rosa).json["identityId"]
        second = connect(rosa, "XYZ9").json["identityId"]
        get_data(rosa, first)
        assert end(rosa, first).json == {"isSubscriptionEnded": False}
        [card] = list_cards(rosa)
        assert [identity["id"] for identity in card["identities"]] == [second]
        assert end(rosa, second).json == {"isSubscriptionEnded": True}
        assert list_cards(rosa) == []
        assert agency.connected == set()
        assert [item["item"] for item in stored[SUBSCRIPTIONS_TABLE].scan()["Items"]] == [
            f"attempts#{VEHICLES}"
        ]
        assert end(rosa, second).status == 404

    def test_ended_subscription_disconnects_every_record(self, rosa: Client, agency: Any) -> None:
        connect(rosa)
        card = connect(rosa, "XYZ9").json["subscription"]
        assert rosa.delete(f"{SUBSCRIPTIONS}/{card['id']}").status == 200
        assert agency.connected == set()
        assert agency.names().count("disconnect") == 2

    def test_failed_disconnect_notice_is_retried(self, world: World, rosa: Client, agency: Any) -> None:
        identity = connect(rosa).json["identityId"]
        agency.mode = "error"
        assert end(rosa, identity).json == {"isSubscriptionEnded": True}
        assert list_cards(rosa) == []
        assert agency.connected == {"vehicle-1"}
        agency.mode = "normal"
        maintenance = world.maintenance()
        assert maintenance.run(lambda: 60_000).disconnects.reported == 0
        world.passes(minutes=1)
        assert maintenance.run(lambda: 60_000).disconnects.reported == 1
        assert agency.connected == set()
        world.passes(days=1)
        assert maintenance.run(lambda: 60_000).disconnects.reported == 0

    def test_new_connect_cancels_pending_disconnect_notice(
        self, world: World, rosa: Client, agency: Any
    ) -> None:
        identity = connect(rosa).json["identityId"]
        agency.mode = "error"
        end(rosa, identity)
        agency.mode = "normal"
        busy = connect(rosa)
        assert (busy.status, busy.json["code"]) == (409, "disconnecting")
        world.passes(seconds=10)
        assert connect(rosa).status == 201
        world.passes(days=1)
        assert world.maintenance().run(lambda: 60_000).disconnects.reported == 0
        assert agency.connected == {"vehicle-1"}
        assert get_data(rosa, identity).status == 200

    def test_connect_during_disconnect_asks_agency_again(
        self, world: World, rosa: Client, agency: Any
    ) -> None:
        identity = connect(rosa).json["identityId"]
        ended: list[Any] = []

        def disconnect_meanwhile(name: Any) -> None:
            if name == "match" and not ended:
                ended.append(end(world.acting_as(ROSA), identity).status)

        agency.records = dict(agency.records) | {"NEW1": "vehicle-3"}
        agency.before_answer = disconnect_meanwhile
        answer = connect(rosa, "NEW1")
        assert (ended, answer.status) == ([200], 201)
        assert agency.names().count("match") == 3
        [card] = list_cards(rosa)
        assert len(card["identities"]) == 1
        assert agency.connected == {"vehicle-3"}


class TestOtherPerson:
    def test_resources_of_other_person_are_404(self, rosa: Client, ben: Client, agency: Any) -> None:
        connection = connect(rosa).json
        card, identity = connection["subscription"]["id"], connection["identityId"]
        address = {"recipient": "R", "line1": "1 Main", "city": "Yuma", "state": "AZ", "zip": "85364"}
        calls = len(agency.calls)
        answers = [
            ben.get(f"{SUBSCRIPTIONS}/{card}"),
            ben.delete(f"{SUBSCRIPTIONS}/{card}"),
            get_data(ben, identity),
            end(ben, identity),
            ben.put(f"{SUBSCRIPTIONS}/identities/{identity}/address", address),
        ]
        assert [answer.status for answer in answers] == [404] * 5
        assert list(ben.post(SORT, {"items": [{"id": card, "sortIndex": 0}]}).problems()) == ["items.0.id"]
        assert len(agency.calls) == calls
        assert list_cards(ben) == []
        assert len(list_cards(rosa)) == 1


class TestOrder:
    @pytest.fixture
    def ids(self, world: World) -> list[Any]:
        return add_subscriptions(ROSA, *[f"other-agency-{number}" for number in range(5)])

    def order(self, client: Client, *places: Any) -> Answer:
        return client.post(SORT, {"items": [{"id": each, "sortIndex": place} for each, place in places]})

    def test_moved_cards_keep_order_of_others(self, rosa: Client, ids: list[Any]) -> None:
        assert [card["id"] for card in list_cards(rosa)] == ids
        answer = self.order(rosa, (ids[4], 0), (ids[0], 3))
        assert answer.status == 200, answer.text
        expected = [ids[4], ids[1], ids[2], ids[0], ids[3]]
        assert [card["id"] for card in answer.json["items"]] == expected
        assert [card["id"] for card in list_cards(rosa)] == expected
        assert [card["sortIndex"] for card in list_cards(rosa)] == [0, 1, 2, 3, 4]

    def test_new_card_is_last_and_removed_card_leaves_no_gap(self, rosa: Client, ids: list[Any]) -> None:
        self.order(rosa, *[(each, place) for place, each in enumerate(reversed(ids))])
        new = rosa.post(SUBSCRIPTIONS, {"agencyServiceId": NEWS}).json
        assert new["sortIndex"] == 5
        rosa.delete(f"{SUBSCRIPTIONS}/{ids[2]}")
        assert [card["id"] for card in list_cards(rosa)] == [ids[4], ids[3], ids[1], ids[0], new["id"]]
        assert [card["sortIndex"] for card in list_cards(rosa)] == [0, 1, 2, 3, 4]

    def test_duplicate_or_unknown_items_are_reported(self, rosa: Client, ids: list[Any]) -> None:
        answer = self.order(rosa, (ids[0], 1), ("unknown", 2), (ids[0], 3), (ids[1], 1))
        assert set(answer.problems()) == {"items.1.id", "items.2.id", "items.3.sortIndex"}
        assert [card["id"] for card in list_cards(rosa)] == ids

    @pytest.mark.parametrize(
        ("items", "named"),
        [
            ([], "items"),
            ([{"id": "x", "sortIndex": -1}], "items.0.sortIndex"),
            ([{"id": "x", "sortIndex": "1"}], "items.0.sortIndex"),
            ([{"id": "x", "sortIndex": 1.5}], "items.0.sortIndex"),
            ([{"id": "x", "sortIndex": True}], "items.0.sortIndex"),
            ([{"id": "x", "sortIndex": 10**30}], "items.0.sortIndex"),
            ([{"id": "x" * 41, "sortIndex": 0}], "items.0.id"),
            ([{"sortIndex": 0}], "items.0.id"),
        ],
    )
    def test_invalid_order_is_refused(
        self, rosa: Client, ids: list[Any], items: list[Any] | list[dict[str, Any]], named: str
    ) -> None:
        assert named in rosa.post(SORT, {"items": items}).problems()
        assert [card["id"] for card in list_cards(rosa)] == ids

    def test_lost_races_on_order_are_conflict(self, world: World, ids: list[Any]) -> None:
        class Overtaken(SubscriptionsRepository):
            def save_order(self, *arguments: Any) -> bool:
                return False

        behind = world.acting_as(ROSA, repository=Overtaken(SUBSCRIPTIONS_TABLE))
        answer = self.order(behind, (ids[0], 1))
        assert (answer.status, answer.json["code"]) == (409, "orderChanged")


def test_unreadable_catalog_is_503(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    renew_apps(monkeypatch, "subscriptions")
    rosa = client.acting_as(ROSA).sending(accept_language="es")
    with throttle_calls(1, 0):
        answer = rosa.get("/api/subscriptions/agencyservice")
    assert answer.status == 503
    assert answer.json["code"] == "catalogueUnavailable"
    assert answer.json["message"].startswith("La lista de servicios no se puede leer")
