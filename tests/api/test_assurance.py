"""Enhanced authentication for unmasked values and for connecting a record."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import pytest

from domains.assurance.enhanced_authentication import CREDIT_BUREAU, EID, AuthenticationStatus, TypeId
from functions.subscriptions.revealing import REVEALS
from tests.api.agency_support import (
    SERVICES,
    SUBSCRIPTIONS,
    VEHICLES,
    World,
    connect,
    make_manifest,
    make_text,
    run_agency,
)
from tests.api.messages_support import record_dynamodb_calls
from tests.api.profile_support import ROSA, register
from tests.api.support import AUTHENTICATION_TABLE, Answer, Client, Person, save_status

BEN = Person("ben@example.com")
LATER = Person(email=ROSA.email, name=ROSA.name, session="session-2")
VIN, ACCOUNT = "5SGWA2E46M107K4TR", "4400123456"
MASKED_FIELDS = [
    {"name": "vin", "label": make_text("VIN"), "kind": "text", "reveal": {"assurance": "proof"}},
    {"name": "account", "label": make_text("Account"), "kind": "text", "reveal": {}},
    {"name": "model", "label": make_text("Model"), "kind": "text"},
]


@pytest.fixture
def agency() -> Iterator[Any]:
    with run_agency() as agency:
        agency.values = {"vin": "••••••••••••7K4TR", "account": "••••••3456", "model": "Wagon"}
        agency.whole = {"vin": VIN, "account": ACCOUNT}
        yield agency


@pytest.fixture
def world(client: Client, agency: Any) -> World:
    world = World(client, agency)
    world.register(make_manifest(agency.endpoint, displayFields=MASKED_FIELDS, actions=[]))
    register(client)
    return world


@pytest.fixture
def rosa(world: World) -> Client:
    return world.acting_as(ROSA)


@pytest.fixture
def identity(rosa: Client) -> str:
    answer: str = connect(rosa).json["identityId"]
    return answer


def step_up(world: World, person: Person = ROSA, type_id: TypeId = EID) -> None:
    """Store a successful authentication in the table."""
    principal = person.principal
    status = AuthenticationStatus(principal.session_id, type_id, world.now, "https://identity.example")
    save_status(principal.user_id, status)


def reveal(client: Client, identity: str, field: str = "vin") -> Answer:
    return client.post(f"{SUBSCRIPTIONS}/identities/{identity}/reveal", {"field": field})


def get_code(answer: Answer) -> tuple[int, str]:
    return answer.status, answer.json["code"]


def list_receipts(client: Client) -> list[Any]:
    items = client.get("/api/messages").json["items"]
    return [message for message in items if message["subject"].startswith("A hidden value")]


class TestAssurance:
    def test_proof_reveals_value_without_telling_agency(
        self, world: World, rosa: Client, identity: str, agency: Any
    ) -> None:
        step_up(world)
        answer = reveal(rosa, identity)
        assert answer.json == {"field": "vin", "label": "VIN", "value": VIN, "seconds": 10}
        assert answer.headers["cache-control"] == "no-store"
        asked = agency.calls[-1]
        assert (asked.name, asked.is_signed) == ("field-value", True)
        assert asked.body == {"serviceId": VEHICLES, "reference": "vehicle-1", "field": "vin"}

    def test_field_without_proof_requirement_is_revealed(self, rosa: Client, identity: str) -> None:
        assert reveal(rosa, identity, "account").json["value"] == ACCOUNT

    def test_missing_proof_names_accepted_types(self, rosa: Client, identity: str, agency: Any) -> None:
        answer = reveal(rosa, identity)
        assert get_code(answer) == (403, "enhancedAuthenticationRequired")
        assert answer.json["types"] == [EID]
        assert "field-value" not in agency.names()

    def test_signal_does_not_count_as_proof(self, world: World, rosa: Client, identity: str) -> None:
        step_up(world, type_id=CREDIT_BUREAU)
        assert get_code(reveal(rosa, identity)) == (403, "enhancedAuthenticationRequired")

    def test_proof_of_other_session_does_not_count(self, world: World, rosa: Client, identity: str) -> None:
        step_up(world, LATER)
        assert get_code(reveal(rosa, identity)) == (403, "enhancedAuthenticationRequired")

    def test_proof_expires_after_one_hour(self, world: World, rosa: Client, identity: str) -> None:
        step_up(world)
        world.passes(minutes=59, seconds=59)
        assert reveal(rosa, identity).status == 200
        world.passes(seconds=1)
        assert get_code(reveal(rosa, identity)) == (403, "enhancedAuthenticationRequired")

    def test_portal_without_types_reveals_nothing(self, world: World, identity: str) -> None:
        world.enabled_types = ()
        answer = reveal(world.acting_as(ROSA), identity)
        assert get_code(answer) == (403, "enhancedAuthenticationRequired")
        assert answer.json["types"] == []

    def test_card_lists_requirement_of_each_field(self, rosa: Client, identity: str) -> None:
        fields = rosa.get(f"{SUBSCRIPTIONS}/identities/{identity}/servicedata").json["fields"]
        assert [(each["name"], each["reveal"]) for each in fields] == [
            ("vin", "proof"),
            ("account", "none"),
            ("model", None),
        ]


class TestFields:
    def test_record_of_other_person_is_404(self, world: World, identity: str) -> None:
        register(world.client, BEN)
        step_up(world, BEN)
        assert get_code(reveal(world.acting_as(BEN), identity)) == (404, "identityNotFound")

    @pytest.mark.parametrize("field", ["model", "nothing"])
    def test_unmasked_field_is_404(self, rosa: Client, identity: str, field: str) -> None:
        assert get_code(reveal(rosa, identity, field)) == (404, "fieldNotMasked")

    @pytest.mark.parametrize("body", [{}, {"field": ""}, {"field": 1}, {"field": "vin", "more": 1}])
    def test_invalid_reveal_request_is_refused(self, rosa: Client, identity: str, body: Any) -> None:
        assert rosa.post(f"{SUBSCRIPTIONS}/identities/{identity}/reveal", body).problems()

    def test_record_removed_by_agency_becomes_revoked(self, rosa: Client, identity: str, agency: Any) -> None:
        agency.records.clear()
        assert get_code(reveal(rosa, identity, "account")) == (409, "identityRevoked")
        assert get_code(reveal(rosa, identity, "account")) == (409, "identityRevoked")
        assert agency.names().count("field-value") == 1

    @pytest.mark.parametrize("mode", ["error", "wrongPerson", "malformed", "away"])
    def test_unavailable_agency_reveals_nothing(
        self, rosa: Client, identity: str, agency: Any, mode: str
    ) -> None:
        agency.mode = mode
        answer = reveal(rosa, identity, "account")
        assert get_code(answer) == (503, "agencyUnavailable")
        assert ACCOUNT not in answer.text
        agency.mode = "normal"
        assert list_receipts(rosa) == []

    def test_masked_value_from_agency_is_503(self, rosa: Client, identity: str, agency: Any) -> None:
        agency.whole["account"] = "••••••3456"
        assert get_code(reveal(rosa, identity, "account")) == (503, "agencyUnavailable")

    def test_service_data_with_unmasked_value_is_not_stored(
        self, rosa: Client, identity: str, agency: Any, stored: Mapping[str, Any]
    ) -> None:
        agency.values["account"] = ACCOUNT
        answer = rosa.get(f"{SUBSCRIPTIONS}/identities/{identity}/servicedata")
        assert get_code(answer) == (503, "agencyUnavailable")
        assert ACCOUNT not in json.dumps(stored["subscriptions"].scan()["Items"], default=str)


class TestConnecting:
    @pytest.fixture
    def world(self, client: Client, agency: Any) -> World:
        world = World(client, agency)
        world.register(make_manifest(agency.endpoint, assurance="proof"))
        register(client)
        return world

    def test_service_with_proof_requirement_connects_after_proof(
        self, world: World, rosa: Client, agency: Any
    ) -> None:
        refused = connect(rosa)
        assert get_code(refused) == (403, "enhancedAuthenticationRequired")
        assert refused.json["types"] == [EID]
        assert agency.names() == []
        step_up(world)
        assert connect(rosa).status == 201

    def test_service_page_lists_missing_proof(self, world: World, rosa: Client) -> None:
        details = f"{SERVICES}/{VEHICLES}"
        assert rosa.get(details).json["stepUpTypes"] == [EID]
        step_up(world)
        assert rosa.get(details).json["stepUpTypes"] is None

    def test_unregistered_person_must_register_first(self, world: World) -> None:
        assert get_code(connect(world.acting_as(BEN))) == (409, "notRegistered")


class TestActions:
    @pytest.fixture
    def world(self, client: Client, agency: Any) -> World:
        world = World(client, agency)
        actions = [
            {
                "id": "sell",
                "label": make_text("Sell"),
                "url": "https://agency.example/sell",
                "assurance": "proof",
            },
            {"id": "renew", "label": make_text("Renew"), "url": "https://agency.example/renew"},
        ]
        world.register(make_manifest(agency.endpoint, displayFields=MASKED_FIELDS, actions=actions))
        register(client)
        return world

    def test_action_link_is_returned_after_proof(self, world: World, rosa: Client, identity: str) -> None:
        def actions() -> list[tuple[str, str | None, list[int] | None]]:
            answer = rosa.get(f"{SUBSCRIPTIONS}/identities/{identity}/servicedata")
            return [(each["id"], each["url"], each["stepUpTypes"]) for each in answer.json["actions"]]

        assert actions() == [("sell", None, [EID]), ("renew", "https://agency.example/renew", None)]
        step_up(world)
        assert actions() == [
            ("sell", "https://agency.example/sell", None),
            ("renew", "https://agency.example/renew", None),
        ]

    def test_card_with_several_protected_actions_reads_status_once(
        self, world: World, rosa: Client, identity: str, agency: Any
    ) -> None:
        actions = [
            {
                "id": name,
                "label": make_text(name),
                "url": f"https://agency.example/{name}",
                "assurance": "proof",
            }
            for name in ("sell", "renew")
        ]
        world.register(make_manifest(agency.endpoint, displayFields=MASKED_FIELDS, actions=actions))
        world.passes(minutes=1)
        with record_dynamodb_calls() as calls:
            card = rosa.get(f"{SUBSCRIPTIONS}/identities/{identity}/servicedata?isRefresh=true").json
        assert [each["stepUpTypes"] for each in card["actions"]] == [[EID]] * 2
        assert len([call for call in calls if call.get("TableName") == AUTHENTICATION_TABLE]) == 1


class TestLimit:
    def test_reveals_per_hour_are_limited(self, world: World, rosa: Client, identity: str) -> None:
        for _ in range(REVEALS.all):
            assert reveal(rosa, identity, "account").status == 200
        answer = reveal(rosa, identity, "account")
        assert get_code(answer) == (429, "tooManyReveals")
        assert answer.headers["retry-after"] == "3600"
        world.passes(hours=1)
        assert reveal(rosa, identity, "account").status == 200

    def test_failed_reveals_do_not_count_toward_limit(self, rosa: Client, identity: str, agency: Any) -> None:
        agency.mode = "error"
        reveal(rosa, identity, "account")
        agency.mode = "normal"
        statuses = [reveal(rosa, identity, "account").status for _ in range(REVEALS.all + 1)]
        assert statuses == [200] * REVEALS.all + [429]


class TestStorage:
    def test_each_reveal_leaves_receipt_without_value(
        self, world: World, rosa: Client, identity: str
    ) -> None:
        step_up(world)
        reveal(rosa, identity)
        reveal(rosa, identity)
        first, second = list_receipts(rosa)
        assert first["id"] != second["id"]
        assert first["subject"] == "A hidden value was viewed: VIN"
        message = rosa.get(f"/api/messages/{first['id']}").json
        assert "November 20, 2026 at 11:30 AM Arizona time" in message["body"]
        assert "Vehicles, Test Agency" in message["body"]
        assert VIN not in json.dumps(message)

    def test_failed_receipt_reveals_nothing(self, world: World, identity: str) -> None:
        class Full:
            def add_message(self, _: object) -> bool:
                raise TimeoutError

        service = world.service()
        service._revealer = replace(service._revealer, inbox=Full())
        answer = reveal(world.acting_as(ROSA, made=service), identity, "account")
        assert answer.status == 500
        assert ACCOUNT not in answer.text

    def test_revealed_value_is_in_no_table_or_log(
        self, world: World, rosa: Client, identity: str, stored: Mapping[str, Any], log_of: Any
    ) -> None:
        step_up(world)
        log = log_of(rosa, "subscriptions")
        assert reveal(rosa, identity).json["value"] == VIN
        rosa.get(f"{SUBSCRIPTIONS}/identities/{identity}/servicedata")
        kept = json.dumps([table.scan()["Items"] for table in stored.values()], default=str)
        assert VIN not in kept + log()
        line = next(json.loads(each) for each in log().splitlines() if "masked value shown" in each)
        assert (line["subject"], line["field"]) == (ROSA.user_id, "vin")
