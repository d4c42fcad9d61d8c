"""Data on a card, for every behavior of its agency."""

import time
from collections.abc import Mapping
from typing import Any
from unittest import mock

import pytest

from domains.agencies.subscriptions_table import SubscriptionsTable
from portal.tables import Table
from tests.api.agency_support import (
    SHORT_SECONDS,
    SUBSCRIPTIONS,
    VEHICLES,
    World,
    connect,
    make_manifest,
)
from tests.api.faults import Killed, hide_table
from tests.api.profile_support import ROSA
from tests.api.subscriptions_fixtures import agency, rosa, world
from tests.api.support import (
    AGENCIES_TABLE,
    SUBSCRIPTIONS_TABLE,
    Answer,
    Client,
)

__all__ = ["agency", "rosa", "world"]

MISBEHAVIOUR = [
    "hanging",
    "error",
    "away",
    "malformed",
    "large",
    "redirect",
    "refused",
    "dripping",
    "unauthorised",
    "wrongPerson",
]


ADDRESS = {
    "recipient": "Rosa Delgado",
    "line1": "1 Main St",
    "line2": None,
    "city": "Tucson",
    "state": "AZ",
    "zip": "85701",
}


@pytest.fixture
def identity(rosa: Client) -> Any:
    return connect(rosa).json["identityId"]


def get_data(client: Client, identity_id: Any) -> Answer:
    return client.get(f"{SUBSCRIPTIONS}/identities/{identity_id}/servicedata")


def get_fresh_data(client: Client, identity_id: Any) -> Any:
    answer = get_data(client, identity_id)
    assert answer.status == 200, answer.text
    assert answer.json["stale"] is False
    return answer.json


class TestDisplay:
    def test_answer_has_fields_actions_and_notices(self, rosa: Client, identity: Any) -> None:
        assert get_fresh_data(rosa, identity) == {
            "identityId": identity,
            "asOf": "2026-11-20T18:30:00Z",
            "checkedAt": "2026-11-20T18:30:00Z",
            "stale": False,
            "fields": [
                {
                    "kind": "text",
                    "name": "model",
                    "label": "Model",
                    "value": "Saguaro & Co. Wagon",
                    "reveal": None,
                },
                {
                    "kind": "date",
                    "name": "expires",
                    "label": "Registration expires",
                    "value": "2026-12-01",
                },
                {
                    "kind": "money",
                    "name": "fees",
                    "label": "Fees due",
                    "value": {"amount": "435.67", "currency": "USD"},
                },
                {
                    "kind": "status",
                    "name": "status",
                    "label": "Status",
                    "value": {"code": "ACTIVE", "label": "Active", "tone": "good"},
                },
                {"kind": "list", "name": "notes", "label": "Notes", "value": ["one", "two"]},
            ],
            "actions": [
                {
                    "id": "renew",
                    "label": "Renew",
                    "url": "https://agency.example/renew?until=2026-12-01",
                    "stepUpTypes": None,
                }
            ],
            "notices": [
                {
                    "kind": "unpaid",
                    "field": "fees",
                    "label": "Fees due",
                    "on": None,
                    "days": None,
                    "sentence": "Pay {amount} for “{service}”",
                    "action": None,
                },
                {
                    "kind": "expiring",
                    "field": "expires",
                    "label": "Registration expires",
                    "on": "2026-12-01",
                    "days": 11,
                    "sentence": "Renew your vehicle by {date}",
                    "action": "renew",
                },
            ],
        }

    def test_labels_are_in_spanish(self, rosa: Client, identity: Any) -> None:
        spanish = get_data(rosa.sending(accept_language="es"), identity).json
        assert spanish["fields"][0]["label"] == "Model (es)"
        assert spanish["fields"][3]["value"]["label"] == "Active (es)"

    def test_markup_stays_text(self, rosa: Client, identity: Any, agency: Any) -> None:
        agency.values["model"] = "<script>alert(1)</script>"
        answer = get_fresh_data(rosa, identity)
        assert answer["fields"][0]["value"] == "<script>alert(1)</script>"
        assert "script" not in answer["actions"][0]["url"]

    @pytest.mark.parametrize(
        ("field", "value"),
        [
            ("expires", "0000-01-01"),
            ("fees", 435.67),
            ("status", "UNKNOWN"),
            ("model", "\u202egnp.exe"),
            ("surprise", "a field"),
        ],
    )
    def test_invalid_value_makes_answer_unusable(
        self, rosa: Client, identity: Any, agency: Any, field: str, value: Any
    ) -> None:
        agency.values[field] = value
        answer = get_data(rosa, identity)
        assert (answer.status, answer.json["code"]) == (503, "agencyUnavailable")


class TestFreshness:
    def test_fresh_copy_needs_no_agency_call(
        self, world: World, rosa: Client, identity: Any, agency: Any
    ) -> None:
        first = get_fresh_data(rosa, identity)
        agency.values["model"] = "Another"
        world.passes(seconds=299)
        assert get_fresh_data(world.acting_as(ROSA), identity) == first
        assert agency.names().count("service-data") == 1
        world.passes(seconds=1)
        assert get_fresh_data(rosa, identity)["fields"][0]["value"] == "Another"
        assert agency.names().count("service-data") == 2

    def test_refresh_calls_agency_at_most_twice_a_minute(
        self, world: World, rosa: Client, identity: Any, agency: Any
    ) -> None:
        def refresh() -> Any:
            answer = rosa.get(f"{SUBSCRIPTIONS}/identities/{identity}/servicedata?isRefresh=true")
            return answer.json["fields"][0]["value"]

        first = get_fresh_data(rosa, identity)["fields"][0]["value"]
        agency.values["model"] = "Another"
        world.passes(seconds=29)
        assert refresh() == first
        world.passes(seconds=1)
        assert refresh() == refresh() == "Another"
        assert agency.names().count("service-data") == 2

    def test_copy_older_than_thirty_days_is_not_shown(
        self, world: World, rosa: Client, identity: Any, agency: Any
    ) -> None:
        get_fresh_data(rosa, identity)
        agency.mode = "error"
        world.passes(days=29, hours=23)
        assert get_data(rosa, identity).json["stale"] is True
        world.passes(hours=1)
        assert get_data(rosa, identity).status == 503

    def test_copy_that_conflicts_with_manifest_is_not_shown(
        self, world: World, rosa: Client, identity: Any, agency: Any
    ) -> None:
        get_fresh_data(rosa, identity)
        fewer = make_manifest(agency.endpoint).services[0].display_fields[:2]
        changed = make_manifest(agency.endpoint)
        service = changed.services[0].model_copy(update={"display_fields": fewer})
        world.register(changed.model_copy(update={"services": [service, changed.services[1]]}))
        world.passes(minutes=1)
        agency.mode = "error"
        assert get_data(rosa, identity).status == 503


class TestMisbehaviour:
    @pytest.mark.parametrize("mode", MISBEHAVIOUR)
    def test_last_good_copy_is_shown_as_stale(
        self, world: World, rosa: Client, identity: Any, agency: Any, mode: str
    ) -> None:
        good = get_fresh_data(rosa, identity)
        world.passes(minutes=10)
        world.patience = SHORT_SECONDS
        rosa = world.acting_as(ROSA)
        agency.mode = mode
        started = time.perf_counter()
        answer = get_data(rosa, identity)
        # A hanging agency hangs for one minute.
        assert time.perf_counter() - started < 30
        assert answer.status == 200
        assert answer.json == good | {"stale": True}

    @pytest.mark.parametrize("mode", MISBEHAVIOUR)
    def test_failing_agency_leaves_connection_unchanged(
        self, world: World, identity: Any, agency: Any, mode: str
    ) -> None:
        world.patience = SHORT_SECONDS
        rosa = world.acting_as(ROSA)
        before = rosa.get(SUBSCRIPTIONS).json
        assert [each["id"] for each in before["items"][0]["identities"]] == [identity]
        agency.mode = mode
        assert get_data(rosa, identity).status == 503
        assert rosa.get(SUBSCRIPTIONS).json == before
        agency.mode = "normal"
        assert get_fresh_data(rosa, identity)["identityId"] == identity


class TestBreaker:
    def test_flapping_agency_opens_breaker(
        self, world: World, rosa: Client, identity: Any, agency: Any
    ) -> None:
        world.register(make_manifest(agency.endpoint, freshnessSeconds=0))
        world.passes(minutes=1)
        get_fresh_data(rosa, identity)
        agency.mode = "flapping"
        agency.calls.clear()
        for _ in range(14):
            world.passes(seconds=1)
            assert get_data(rosa, identity).status == 200
        assert len(agency.calls) in (9, 10)

    def test_missing_breaker_table_allows_calls(
        self, world: World, rosa: Client, identity: Any, agency: Any
    ) -> None:
        rosa.get("/api/subscriptions/agencyservice")
        world.passes(minutes=5)
        with hide_table(AGENCIES_TABLE) as refused:
            assert get_fresh_data(rosa, identity)
            before = len(refused)
            assert before > 0
            agency.mode = "error"
            world.passes(minutes=5)
            assert get_data(rosa, identity).status == 200
            assert len(refused) > before


class TestRevoked:
    def test_revoked_record_stays_revoked_until_reconnected(
        self, world: World, rosa: Client, identity: Any, agency: Any, stored: Mapping[str, Any]
    ) -> None:
        get_fresh_data(rosa, identity)
        records, agency.records = agency.records, {}
        world.passes(minutes=5)
        for _ in range(2):
            answer = get_data(rosa, identity)
            assert (answer.status, answer.json["code"]) == (409, "identityRevoked")
        [card] = rosa.get(SUBSCRIPTIONS).json["items"]
        assert card["identities"][0]["status"] == "revoked"
        assert not [
            item for item in stored[SUBSCRIPTIONS_TABLE].scan()["Items"] if item["item"].startswith("data#")
        ]
        agency.records = records
        again = connect(rosa)
        assert (again.status, again.json["identityId"]) == (200, identity)
        assert again.json["subscription"]["identities"][0]["status"] == "connected"
        assert get_fresh_data(rosa, identity)

    def test_revoked_record_can_be_removed(
        self, world: World, rosa: Client, identity: Any, agency: Any
    ) -> None:
        SubscriptionsTable(SUBSCRIPTIONS_TABLE).revoke_identity(ROSA.user_id, VEHICLES, identity)
        assert rosa.delete(f"{SUBSCRIPTIONS}/identities/{identity}").json == {"isSubscriptionEnded": True}

    def test_repeated_revocation_removes_copy(
        self, rosa: Client, identity: Any, stored: Mapping[str, Any]
    ) -> None:
        get_data(rosa, identity)
        table = SubscriptionsTable(SUBSCRIPTIONS_TABLE)
        key = {"owner": ROSA.user_id, "item": f"data#{identity}"}
        with (
            mock.patch.object(Table, "delete", side_effect=Killed),
            pytest.raises(Killed),
        ):
            table.revoke_identity(ROSA.user_id, VEHICLES, identity)
        assert "Item" in stored[SUBSCRIPTIONS_TABLE].get_item(Key=key)
        assert table.revoke_identity(ROSA.user_id, VEHICLES, identity) is False
        assert "Item" not in stored[SUBSCRIPTIONS_TABLE].get_item(Key=key)

    def test_second_revocation_changes_nothing(self, rosa: Client, identity: Any) -> None:
        other = connect(rosa, "XYZ9").json["identityId"]
        table = SubscriptionsTable(SUBSCRIPTIONS_TABLE)
        assert table.revoke_identity(ROSA.user_id, VEHICLES, identity) is True
        assert table.revoke_identity(ROSA.user_id, VEHICLES, identity) is False
        assert table.revoke_identity(ROSA.user_id, VEHICLES, "unknown") is False
        assert table.revoke_identity("nobody", VEHICLES, identity) is False
        statuses = {
            each["id"]: each["status"] for each in rosa.get(SUBSCRIPTIONS).json["items"][0]["identities"]
        }
        assert statuses == {identity: "revoked", other: "connected"}
        assert [holder.user_id for holder in table.list_holders(VEHICLES, "vehicle-1")] == [ROSA.user_id]


class TestAddress:
    def send(self, client: Client, identity_id: Any, **changes: Any) -> Answer:
        return client.put(f"{SUBSCRIPTIONS}/identities/{identity_id}/address", ADDRESS | changes)

    def test_accepted_address_is_sent_to_agency(self, rosa: Client, identity: Any, agency: Any) -> None:
        answer = self.send(rosa, identity)
        assert (answer.status, answer.json) == (200, {"acceptedAt": "2026-11-20T18:30:00Z"})
        assert agency.calls[-1].body == {
            "serviceId": VEHICLES,
            "reference": "vehicle-1",
            "address": ADDRESS | {"zip4": None, "country": "US"},
        }

    def test_address_refused_by_agency_is_409(self, rosa: Client, identity: Any) -> None:
        answer = self.send(rosa, identity, zip="00000")
        assert (answer.status, answer.json["code"]) == (409, "addressNotAccepted")

    def test_revoked_record_is_409(self, rosa: Client, identity: Any) -> None:
        SubscriptionsTable(SUBSCRIPTIONS_TABLE).revoke_identity(ROSA.user_id, VEHICLES, identity)
        answer = self.send(rosa, identity)
        assert (answer.status, answer.json["code"]) == (409, "identityRevoked")

    @pytest.mark.parametrize(
        "wrong", [{"zip": "8570"}, {"zip": "８５７０１"}, {"state": "az"}, {"country": "MX"}]
    )
    def test_invalid_address_is_reported(
        self, rosa: Client, identity: Any, agency: Any, wrong: dict[str, Any]
    ) -> None:
        assert list(self.send(rosa, identity, **wrong).problems()) == list(wrong)
        assert "address" not in agency.names()


def test_record_disconnected_during_fetch_leaves_no_copy(
    world: World, rosa: Client, identity: Any, agency: Any, stored: Mapping[str, Any]
) -> None:
    def disconnect_meanwhile(name: Any) -> None:
        if name == "service-data":
            world.acting_as(ROSA).delete(f"{SUBSCRIPTIONS}/identities/{identity}")

    agency.before_answer = disconnect_meanwhile
    assert get_data(rosa, identity).status == 200
    kept = [item["item"] for item in stored[SUBSCRIPTIONS_TABLE].scan()["Items"]]
    assert not [key for key in kept if key.startswith("data#")]
