"""Connecting, listing, sorting and ending subscriptions at agencies."""

from collections.abc import Mapping
from typing import Any

import pytest

from functions.subscriptions.repository import SubscriptionsRepository
from tests.api.agency_support import (
    AGENCY,
    NEWS,
    SERVICES,
    SORT,
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
from tests.api.faults import throttle_calls
from tests.api.profile_support import ROSA
from tests.api.subscriptions_fixtures import agency, ben, rosa, world
from tests.api.support import (
    AGENCIES_TABLE,
    SUBSCRIPTIONS_TABLE,
    Answer,
    Client,
    renew_apps,
)

__all__ = ["agency", "ben", "rosa", "world"]


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
        assert maintenance.deliver_due_news(lambda: 60_000).disconnects.delivered == 0
        world.passes(minutes=1)
        assert maintenance.deliver_due_news(lambda: 60_000).disconnects.delivered == 1
        assert agency.connected == set()
        world.passes(days=1)
        assert maintenance.deliver_due_news(lambda: 60_000).disconnects.delivered == 0

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
        assert world.maintenance().deliver_due_news(lambda: 60_000).disconnects.delivered == 0
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
