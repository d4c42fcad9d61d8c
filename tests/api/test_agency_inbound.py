"""Transactions and revocations that agencies send to the portal."""

import copy
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest

from domains.agencies.subscriptions import Identity, Subscription, derive_identity_id
from functions.subscriptions.repository import SubscriptionsRepository
from tests.api.faults import throttle_calls
from tests.api.records_support import LICENSES, MVD, NOW, PARKS, POSTED, RECORD, VEHICLES, register_agencies
from tests.api.support import SUBSCRIPTIONS_TABLE, AgencyCaller, Answer, Client, Person, make_app, renew_apps

ROSA = Person(email="rosa@example.com", name="Rosa Delgado")
BEN = Person(email="ben@example.com", name="Ben Whitehorse")
TRANSACTIONS = "/api/agency-inbound/transactions"
REVOCATIONS = "/api/agency-inbound/revocations"
HISTORY = "/api/transactions"


@pytest.fixture
def mvd(client: Client, monkeypatch: pytest.MonkeyPatch) -> Client:
    """Return the client of the Motor Vehicle Division, with functions that have an empty catalog cache."""
    renew_apps(monkeypatch, "agencyinbound", "transactions")
    register_agencies()
    return client.acting_as(AgencyCaller(MVD))


def connect(person: Person, reference: str = "vehicle-1", service_id: str = VEHICLES) -> Identity:
    """Connect a person with a record."""
    identity_id = derive_identity_id(person.user_id, service_id, reference)
    identity = Identity(identity_id, reference, "2021 Saguaro Wagon", "connected", NOW)
    repository = SubscriptionsRepository(SUBSCRIPTIONS_TABLE)
    subscription = Subscription(f"card of {person.email}", service_id, NOW, {identity_id: identity}, 1)
    assert repository.save_connection(person.user_id, subscription, identity, None)
    return identity


def make_transaction(
    agency_service_id: str = VEHICLES, reference: str = "vehicle-1", **changes: Any
) -> dict[str, Any]:
    """Return a valid transaction, with these changes."""
    body: dict[str, Any] = copy.deepcopy(POSTED) | {
        "agencyServiceId": agency_service_id,
        "reference": reference,
    }
    body["transaction"] |= changes
    return body


def list_history(client: Client, person: Person) -> list[dict[str, Any]]:
    items: list[dict[str, Any]] = client.acting_as(person).get(HISTORY).json["items"]
    return items


def get_outcome(answer: Answer) -> str:
    assert answer.status == 200, answer.text
    result: str = answer.json["outcome"]
    return result


class TestTransactions:
    def test_transaction_appears_in_history_of_record_holder(self, mvd: Client) -> None:
        connect(ROSA)
        sent = make_transaction(
            amount="0435.67",
            convenienceFee="3.00",
            method=" Visa  ••42 ",
            period="2026–2027",
            referenceNumber="AZ-1",
            receiptUrl="https://pay.mvd.example/receipts/1?c=%C3%B1#top",
        )
        assert get_outcome(mvd.post(TRANSACTIONS, sent)) == "stored"
        (reported,) = list_history(mvd, ROSA)
        reported.pop("id")
        assert reported == {
            "occurredOn": "2026-03-14",
            "agencyId": MVD,
            "agencyName": "Motor Vehicle Division",
            "agencyServiceId": VEHICLES,
            "serviceName": "Vehicle registration",
            "type": "payment",
            "status": "completed",
            "description": "Registration renewal",
            "referenceNumber": "AZ-1",
            "amount": {"amount": "435.67", "currency": "USD"},
            "convenienceFee": {"amount": "3.00", "currency": "USD"},
            "method": "Visa ••42",
            "period": "2026–2027",
            "receiptUrl": "https://pay.mvd.example/receipts/1?c=%C3%B1#top",
            "updatedAt": "2026-03-14T19:02:11Z",
        }
        assert list_history(mvd, BEN) == []

    def test_every_record_holder_gets_transaction(self, mvd: Client) -> None:
        connect(ROSA)
        connect(BEN)
        mvd.post(TRANSACTIONS, make_transaction())
        assert len(list_history(mvd, ROSA)) == len(list_history(mvd, BEN)) == 1

    def test_repeated_post_changes_nothing(self, mvd: Client, stored: Mapping[str, Any]) -> None:
        connect(ROSA)
        mvd.post(TRANSACTIONS, make_transaction())
        before = stored["transactions"].scan()["Items"]
        assert get_outcome(mvd.post(TRANSACTIONS, make_transaction())) == "unchanged"
        assert stored["transactions"].scan()["Items"] == before

    def test_newer_state_replaces_and_older_is_ignored(self, mvd: Client) -> None:
        connect(ROSA)
        mvd.post(TRANSACTIONS, make_transaction(status="pending", updatedAt="2026-03-14T12:00:00-07:00"))
        newer = make_transaction(status="refunded", occurredOn="2026-03-15", updatedAt="2026-03-14T19:00:01Z")
        assert get_outcome(mvd.post(TRANSACTIONS, newer)) == "stored"
        older = make_transaction(status="failed", updatedAt="2026-03-14T18:59:59.999Z")
        assert get_outcome(mvd.post(TRANSACTIONS, older)) == "unchanged"
        (reported,) = list_history(mvd, ROSA)
        assert (reported["status"], reported["occurredOn"]) == ("refunded", "2026-03-15")
        rosa = mvd.acting_as(ROSA)
        assert rosa.get(f"{HISTORY}?status=pending").json["items"] == []
        assert len(rosa.get(f"{HISTORY}?status=refunded&from=2026-03-15").json["items"]) == 1

    def test_later_holder_gets_transaction_with_next_post(self, mvd: Client) -> None:
        connect(ROSA)
        mvd.post(TRANSACTIONS, make_transaction())
        connect(BEN)
        assert get_outcome(mvd.post(TRANSACTIONS, make_transaction())) == "stored"
        assert len(list_history(mvd, BEN)) == 1

    def test_records_of_same_person_have_separate_transactions(self, mvd: Client) -> None:
        connect(ROSA)
        connect(ROSA, "licence-1", LICENSES)
        mvd.post(TRANSACTIONS, make_transaction(id="1"))
        mvd.post(TRANSACTIONS, make_transaction(LICENSES, "licence-1", id="2"))
        assert {each["agencyServiceId"] for each in list_history(mvd, ROSA)} == {VEHICLES, LICENSES}

    @pytest.mark.parametrize(
        ("service_id", "reference", "code"),
        [
            (VEHICLES, "vehicle-2", "referenceNotFound"),
            (LICENSES, "vehicle-1", "referenceNotFound"),
            (VEHICLES, "vehicle-1\n", "referenceNotFound"),
            ("state-parks-passes", "vehicle-1", "serviceNotFound"),
            ("nothing", "vehicle-1", "serviceNotFound"),
        ],
    )
    def test_unknown_service_or_reference_is_404(
        self, mvd: Client, service_id: str, reference: str, code: str
    ) -> None:
        connect(ROSA)
        answer = mvd.post(TRANSACTIONS, make_transaction(service_id, reference))
        assert (answer.status, answer.json["code"]) == (404, code)
        assert list_history(mvd, ROSA) == []

    def test_other_agency_cannot_post_transaction(self, mvd: Client) -> None:
        connect(ROSA)
        answer = mvd.acting_as(AgencyCaller(PARKS)).post(TRANSACTIONS, make_transaction())
        assert (answer.status, answer.json["code"]) == (404, "serviceNotFound")

    def test_shape_and_rule_faults_are_reported_together(self, mvd: Client) -> None:
        faulty = make_transaction(
            occurredOn="1800-01-01",
            type="gift",
            description={"en": " "},
            receiptUrl="https://evil.example/",
            updatedAt="2100-01-01T00:00:00Z",
        )
        names = ["occurredOn", "type", "description.en", "description.es", "receiptUrl", "updatedAt"]
        expected = {f"transaction.{name}" for name in names}
        assert set(mvd.post(TRANSACTIONS, faulty).problems()) == expected

    @pytest.mark.parametrize(
        ("changes", "name"),
        [
            ({"amount": "435.6"}, "amount"),
            ({"amount": 435.67}, "amount"),
            ({"amount": "٤٣٥.٦٧"}, "amount"),
            ({"amount": "9999999999.00"}, "amount"),
            ({"convenienceFee": "3,00"}, "convenienceFee"),
            ({"occurredOn": "2026-02-29"}, "occurredOn"),
            ({"occurredOn": 1773446400}, "occurredOn"),
            ({"updatedAt": "2026-03-14T19:02:11"}, "updatedAt"),
            ({"updatedAt": "0001-01-01T00:00:00+14:00"}, "updatedAt"),
            ({"updatedAt": "9999-12-31T23:59:59-14:00"}, "updatedAt"),
            ({"description": {"en": "Only English"}}, "description.es"),
            ({"description": {"en": "x" * 501, "es": "x"}}, "description.en"),
            ({"method": "Visa\u0000"}, "method"),
            ({"referenceNumber": "A\u200bZ"}, "referenceNumber"),
            ({"id": ""}, "id"),
            ({"type": "gift"}, "type"),
            ({"status": "COMPLETED"}, "status"),
            ({"userId": "somebody"}, "userId"),
            ({"receiptUrl": "https://evil.example/1"}, "receiptUrl"),
        ],
    )
    def test_each_invalid_field_is_reported(self, mvd: Client, changes: dict[str, Any], name: str) -> None:
        connect(ROSA)
        assert list(mvd.post(TRANSACTIONS, make_transaction(**changes)).problems()) == [f"transaction.{name}"]
        assert list_history(mvd, ROSA) == []

    def test_markup_is_stored_as_text(self, mvd: Client) -> None:
        connect(ROSA)
        mvd.post(TRANSACTIONS, make_transaction(description={"en": "<b>Fee</b>", "es": "<b>Tarifa</b>"}))
        assert list_history(mvd, ROSA)[0]["description"] == "<b>Fee</b>"


class TestRevocations:
    def test_revocation_marks_identity_of_every_holder(self, mvd: Client, stored: Mapping[str, Any]) -> None:
        connected = [connect(ROSA), connect(BEN)]
        for person, identity in zip((ROSA, BEN), connected, strict=True):
            copy_of_data = {"owner": person.user_id, "item": f"data#{identity.id}", "kind": "data"}
            stored["subscriptions"].put_item(Item=copy_of_data)
        assert get_outcome(mvd.post(REVOCATIONS, RECORD)) == "revoked"
        for person, identity in zip((ROSA, BEN), connected, strict=True):
            items = _get_items(stored, person)
            assert items[f"subscription#{VEHICLES}"]["identities"][identity.id]["status"] == "revoked"
            assert f"data#{identity.id}" not in items

    def test_repeated_revocation_changes_nothing(self, mvd: Client, stored: Mapping[str, Any]) -> None:
        connect(ROSA)
        mvd.post(REVOCATIONS, RECORD)
        before = _get_items(stored, ROSA)
        assert get_outcome(mvd.post(REVOCATIONS, RECORD)) == "unchanged"
        assert _get_items(stored, ROSA) == before

    def test_transaction_for_revoked_record_is_404(self, mvd: Client) -> None:
        connect(ROSA)
        mvd.post(TRANSACTIONS, make_transaction())
        mvd.post(REVOCATIONS, RECORD)
        answer = mvd.post(TRANSACTIONS, make_transaction(id="later"))
        assert (answer.status, answer.json["code"]) == (404, "referenceNotFound")
        assert len(list_history(mvd, ROSA)) == 1

    def test_revocation_leaves_other_records_connected(self, mvd: Client, stored: Mapping[str, Any]) -> None:
        connect(ROSA)
        other = connect(ROSA, "licence-1", LICENSES)
        mvd.post(REVOCATIONS, RECORD)
        identities = _get_items(stored, ROSA)[f"subscription#{LICENSES}"]["identities"]
        assert identities[other.id]["status"] == "connected"

    @pytest.mark.parametrize(
        ("agency_id", "body", "code"),
        [
            (MVD, RECORD | {"reference": "vehicle-9"}, "referenceNotFound"),
            (MVD, RECORD | {"agencyServiceId": "nothing"}, "serviceNotFound"),
            (PARKS, RECORD, "serviceNotFound"),
            ("unknown", RECORD, "serviceNotFound"),
        ],
    )
    def test_unknown_service_or_reference_of_revocation_is_404(
        self, mvd: Client, agency_id: str, body: object, code: str
    ) -> None:
        connect(ROSA)
        answer = mvd.acting_as(AgencyCaller(agency_id)).post(REVOCATIONS, body)
        assert (answer.status, answer.json["code"]) == (404, code)

    @pytest.mark.parametrize("body", [{}, RECORD | {"reference": ""}, RECORD | {"userId": "x"}, []])
    def test_unreadable_revocation_is_refused(self, mvd: Client, body: object) -> None:
        assert mvd.post(REVOCATIONS, body).status == 400


class TestFaults:
    @pytest.mark.parametrize("beginning_with", [0, 1])
    def test_retries_after_throttling_deliver_once(self, mvd: Client, beginning_with: int) -> None:
        connect(ROSA)
        connect(BEN)
        with throttle_calls(2, beginning_with):
            statuses = [mvd.post(TRANSACTIONS, make_transaction()).status for _ in range(12)]
        assert set(statuses) <= {200, 500, 503}
        assert mvd.post(TRANSACTIONS, make_transaction()).status == 200
        assert [len(list_history(mvd, person)) for person in (ROSA, BEN)] == [1, 1]

    @pytest.mark.parametrize("beginning_with", [0, 1])
    def test_retries_after_throttling_complete_revocation(
        self, mvd: Client, stored: Mapping[str, Any], beginning_with: int
    ) -> None:
        connected = {person: connect(person) for person in (ROSA, BEN)}
        for person, identity in connected.items():
            copy_of_data = {"owner": person.user_id, "item": f"data#{identity.id}", "kind": "data"}
            stored["subscriptions"].put_item(Item=copy_of_data)
        with throttle_calls(2, beginning_with):
            assert {mvd.post(REVOCATIONS, RECORD).status for _ in range(6)} <= {200, 500, 503}
        assert mvd.post(REVOCATIONS, RECORD).status == 200
        for person, identity in connected.items():
            items = _get_items(stored, person)
            assert items[f"subscription#{VEHICLES}"]["identities"][identity.id]["status"] == "revoked"
            assert f"data#{identity.id}" not in items

    @pytest.mark.proof
    def test_parallel_states_leave_newest(self, mvd: Client) -> None:
        connect(ROSA)
        functions = [make_app("agencyinbound") for _ in range(4)]
        states = ["pending", "completed", "failed", "refunded"]

        def post(number: int) -> int:
            sandbox = replace(mvd, app_of=lambda _group: functions[number])
            sent = make_transaction(status=states[number], updatedAt=f"2026-03-14T19:00:0{number}Z")
            return sandbox.post(TRANSACTIONS, sent).status

        with ThreadPoolExecutor(4) as threads:
            assert set(threads.map(post, [3, 0, 2, 1])) == {200}
        (reported,) = list_history(mvd, ROSA)
        assert reported["status"] == "refunded"


def test_log_names_agency_but_no_record(mvd: Client, output: Any) -> None:
    connect(ROSA)
    mvd.post(TRANSACTIONS, make_transaction(description={"en": "Secret text", "es": "Texto secreto"}))
    assert f'"subject":"{MVD}"' in output()
    assert "Secret text" not in output()
    assert "vehicle-1" not in output()


def _get_items(stored: Mapping[str, Any], person: Person) -> dict[str, Any]:
    items = stored["subscriptions"].scan()["Items"]
    return {item["item"]: item for item in items if item["owner"] == person.user_id}
