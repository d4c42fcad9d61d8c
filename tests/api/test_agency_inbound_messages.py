"""Messages from agencies: recipients, single delivery, and refusals."""

from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import timedelta
from typing import Any
from unittest import mock

import pytest
from botocore.client import BaseClient
from botocore.exceptions import ClientError

from functions.agencyinbound import service as inbound_service
from tests.api.faults import CODE
from tests.api.inbound_support import (
    BATCH,
    MESSAGES,
    SENT_AT,
    connect,
    get_outcome,
    list_inbox,
    list_outcomes,
    make_batch,
    make_message,
    register_agencies_with_message_types,
)
from tests.api.records_support import LICENSES, MVD, PARKS, PASSES, VEHICLES
from tests.api.support import AgencyCaller, Client, Person, renew_apps

ROSA = Person(email="rosa@example.com", name="Rosa Delgado")
BEN = Person(email="ben@example.com", name="Ben Whitehorse")
REVOCATIONS = "/api/agency-inbound/revocations"


@pytest.fixture
def mvd(client: Client, monkeypatch: pytest.MonkeyPatch) -> Client:
    """Return the client of the Motor Vehicle Division, with a function that has an empty catalog cache."""
    renew_apps(monkeypatch, "agencyinbound")
    register_agencies_with_message_types()
    return client.acting_as(AgencyCaller(MVD))


class TestOne:
    def test_message_reaches_inbox_of_connected_person(self, mvd: Client) -> None:
        identity = connect(ROSA)
        assert get_outcome(mvd.post(MESSAGES, make_message())) == "delivered"
        (message,) = list_inbox(ROSA)
        assert (message.sender.es, message.type, message.priority, message.notice) == (
            "División de Vehículos", "EXPIRED", "high", "agencyMessages"
        )  # fmt: skip
        assert message.origin is not None
        assert (message.origin.service_id, message.origin.identity_id) == (VEHICLES, identity.id)
        assert message.origin.identity_label == "Label of vehicle-1"
        assert message.origin.service_name.en == "Vehicle registration"
        assert message.subject == {"en": "Your registration expired", "es": "Su registro venció"}
        assert message.body == message.preview == {"en": "Renew it.", "es": "Renuévelo."}
        assert message.sent_at == SENT_AT
        assert message.received_at > SENT_AT
        assert message.is_unread
        assert list_inbox(BEN) == []

    def test_every_connected_person_gets_message(self, mvd: Client) -> None:
        connect(ROSA)
        connect(BEN)
        assert get_outcome(mvd.post(MESSAGES, make_message())) == "delivered"
        assert len(list_inbox(ROSA)) == len(list_inbox(BEN)) == 1

    def test_html_message_with_action_is_cleaned(self, mvd: Client) -> None:
        connect(ROSA)
        html = (
            '<p onclick="x">Pague <a href="https://pay.mvd.example/1">aquí</a><script>alert(1)</script></p>'
        )
        message = make_message(
            type="REMINDER",
            subject={"es": "Pago"},
            body={"format": "html", "texts": {"es": html}},
            action={"label": {"en": "Pay", "es": "Pagar"}, "url": "https://pay.mvd.example/1"},
        )
        assert get_outcome(mvd.post(MESSAGES, message)) == "delivered"
        (kept,) = list_inbox(ROSA)
        link = '<a href="https://pay.mvd.example/1" rel="noopener">aquí</a>'
        assert kept.body == {"es": f"<p>Pague {link}</p>"}
        assert (kept.body_format, kept.preview, kept.notice) == ("html", {"es": "Pague aquí"}, "reminders")
        assert kept.action is not None
        assert (kept.action.label.es, kept.action.url) == ("Pagar", "https://pay.mvd.example/1")

    def test_repeated_message_changes_nothing(self, mvd: Client, stored: Mapping[str, Any]) -> None:
        connect(ROSA)
        mvd.post(MESSAGES, make_message())
        before = stored["messages"].scan()["Items"]
        assert get_outcome(mvd.post(MESSAGES, make_message())) == "unchanged"
        assert stored["messages"].scan()["Items"] == before

    @pytest.mark.parametrize(
        "changes",
        [
            {"subject": {"en": "Another subject", "es": "Otro asunto"}},
            {"type": "REMINDER"},
            {"sentAt": (SENT_AT - timedelta(seconds=1)).isoformat()},
            {"action": {"label": {"en": "a", "es": "b"}, "url": "https://mvd.example/"}},
        ],
    )
    def test_reused_message_id_with_other_content_is_refused(
        self, mvd: Client, changes: dict[str, Any]
    ) -> None:
        connect(ROSA)
        mvd.post(MESSAGES, make_message())
        before = list_inbox(ROSA)
        answer = mvd.post(MESSAGES, make_message(**changes))
        assert (answer.status, answer.json["code"]) == (409, "messageIdReused")
        assert list_inbox(ROSA) == before

    def test_equal_sent_time_in_other_offset_is_unchanged(self, mvd: Client) -> None:
        connect(ROSA)
        mvd.post(MESSAGES, make_message())
        written_otherwise = SENT_AT.isoformat().replace("+00:00", "Z")
        assert get_outcome(mvd.post(MESSAGES, make_message(sentAt=written_otherwise))) == "unchanged"

    def test_later_connection_gets_repeated_message(self, mvd: Client) -> None:
        connect(ROSA)
        mvd.post(MESSAGES, make_message())
        connect(BEN)
        assert get_outcome(mvd.post(MESSAGES, make_message())) == "delivered"
        assert len(list_inbox(ROSA)) == len(list_inbox(BEN)) == 1

    def test_same_id_for_two_records_makes_two_messages(self, mvd: Client) -> None:
        connect(ROSA)
        connect(ROSA, "licence-1", LICENSES)
        assert get_outcome(mvd.post(MESSAGES, make_message())) == "delivered"
        assert get_outcome(mvd.post(MESSAGES, make_message(LICENSES, "licence-1"))) == "delivered"
        assert {each.folder for each in list_inbox(ROSA)} == {VEHICLES, LICENSES}

    def test_same_id_of_two_agencies_makes_two_messages(self, mvd: Client) -> None:
        connect(ROSA)
        connect(ROSA, "pass-1", PASSES)
        mvd.post(MESSAGES, make_message())
        parks = mvd.acting_as(AgencyCaller(PARKS))
        assert get_outcome(parks.post(MESSAGES, make_message(PASSES, "pass-1"))) == "delivered"
        assert len(list_inbox(ROSA)) == 2

    def test_deleted_message_is_not_delivered_again(self, mvd: Client) -> None:
        identity = connect(ROSA)
        mvd.post(MESSAGES, make_message())
        (message,) = list_inbox(ROSA)
        named = {"messageId": message.id, "userAgencySubscriptionId": identity.id}
        done = mvd.acting_as(ROSA).post("/api/agency/messages/delete", {"messages": [named]})
        assert done.json["results"][0]["outcome"] == "deleted"
        assert get_outcome(mvd.post(MESSAGES, make_message())) == "unchanged"
        (binned,) = list_inbox(ROSA)
        assert binned.deleted_at is not None

    def test_removed_message_is_not_delivered_again(self, mvd: Client, stored: Mapping[str, Any]) -> None:
        connect(ROSA)
        mvd.post(MESSAGES, make_message())
        (message,) = list_inbox(ROSA)
        stored["messages"].delete_item(Key={"user_id": message.user_id, "id": message.id})
        assert get_outcome(mvd.post(MESSAGES, make_message())) == "unchanged"
        assert mvd.post(MESSAGES, make_message(type="REMINDER")).status == 409
        assert list_inbox(ROSA) == []

    @pytest.mark.proof
    def test_parallel_messages_with_same_id_deliver_only_one(self, mvd: Client) -> None:
        connect(ROSA)
        bodies = [make_message(subject={"en": f"Subject {number}", "es": "x"}) for number in range(10)]
        with ThreadPoolExecutor(10) as threads:
            statuses = list(threads.map(lambda body: mvd.post(MESSAGES, body).status, bodies))
        assert sorted(statuses) == [200] + [409] * 9
        (message,) = list_inbox(ROSA)
        assert message.subject["en"] == f"Subject {statuses.index(200)}"

    @pytest.mark.parametrize(
        ("agency_id", "service_id", "reference", "code"),
        [
            (MVD, VEHICLES, "vehicle-2", "referenceNotFound"),
            (MVD, LICENSES, "vehicle-1", "referenceNotFound"),
            (MVD, VEHICLES, "vehicle-1\n", "referenceNotFound"),
            (MVD, PASSES, "vehicle-1", "serviceNotFound"),
            (MVD, "nothing", "vehicle-1", "serviceNotFound"),
            (PARKS, VEHICLES, "vehicle-1", "serviceNotFound"),
            ("unknown", VEHICLES, "vehicle-1", "serviceNotFound"),
        ],
    )
    def test_unknown_service_or_reference_is_404(
        self, mvd: Client, agency_id: str, service_id: str, reference: str, code: str
    ) -> None:
        connect(ROSA)
        answer = mvd.acting_as(AgencyCaller(agency_id)).post(MESSAGES, make_message(service_id, reference))
        assert (answer.status, answer.json["code"]) == (404, code)
        assert list_inbox(ROSA) == []

    def test_message_for_revoked_record_is_404(self, mvd: Client) -> None:
        connect(ROSA)
        mvd.post(MESSAGES, make_message())
        record = {"agencyServiceId": VEHICLES, "reference": "vehicle-1"}
        mvd.post(REVOCATIONS, record)
        answer = mvd.post(MESSAGES, make_message(id="later"))
        assert (answer.status, answer.json["code"]) == (404, "referenceNotFound")
        assert len(list_inbox(ROSA)) == 1


REFUSED = [
    ({"id": ""}, "id"),
    ({"id": "x" * 101}, "id"),
    ({"type": "NOTHING"}, "type"),
    ({"type": 7}, "type"),
    ({"subject": {}, "body": {"texts": {}}}, "subject"),
    ({"subject": {"en": ["x"], "es": "x"}}, "subject.en"),
    ({"subject": {"en": "x", "es": "x", "fr": "x"}}, "subject.fr"),
    ({"subject": {"en": "only English"}}, "body.texts"),
    ({"body": {"format": "markdown", "texts": {"en": "x", "es": "x"}}}, "body.format"),
    ({"action": {"label": {"en": "x", "es": "x"}, "url": "https://elsewhere.example/"}}, "action.url"),
    ({"action": {"label": {"en": "x"}, "url": "https://mvd.example/"}}, "action.label.es"),
    ({"attachments": [{"id": str(number)} for number in range(6)]}, "attachments"),
    ({"attachments": ["x"]}, "attachments.0"),
    ({"sentAt": "2026-11-21"}, "sentAt"),
    ({"sentAt": "2020-01-01T00:00:00Z"}, "sentAt"),
    ({"userId": "somebody"}, "userId"),
    ({"priority": "high"}, "priority"),
]


class TestRefusals:
    @pytest.mark.parametrize(("changes", "name"), REFUSED, ids=[str(case)[:60] for case in REFUSED])
    def test_each_invalid_field_is_reported(self, mvd: Client, changes: dict[str, Any], name: str) -> None:
        connect(ROSA)
        assert list(mvd.post(MESSAGES, make_message(**changes)).problems()) == [f"message.{name}"]
        assert list(mvd.post(BATCH, make_batch("vehicle-1", **changes)).problems()) == [f"message.{name}"]
        assert list_inbox(ROSA) == []

    @pytest.mark.parametrize(
        "body",
        [
            {},
            [],
            None,
            "x",
            make_message() | {"userId": "x"},
            make_message() | {"message": []},
            make_message() | {"reference": ""},
        ],
    )
    def test_unreadable_message_is_refused(self, mvd: Client, body: object) -> None:
        assert mvd.post(MESSAGES, body).status == 400

    def test_errors_are_in_agency_language(self, mvd: Client) -> None:
        connect(ROSA)
        problems = mvd.sending(accept_language="es").post(MESSAGES, make_message(type="NOTHING")).problems()
        assert problems["message.type"][0].startswith("Su manifiesto")


class TestBatch:
    def test_batch_results_keep_order_of_references(self, mvd: Client) -> None:
        connect(ROSA)
        connect(BEN, "vehicle-2")
        mvd.post(MESSAGES, make_message())
        mvd.post(MESSAGES, make_message(reference="vehicle-2", type="REMINDER"))
        connect(Person("nora@example.com"), "vehicle-3")
        answer = mvd.post(BATCH, make_batch("vehicle-9", "vehicle-3", "vehicle-2", "vehicle-1"))
        assert [result["reference"] for result in answer.json["results"]] == [
            "vehicle-9", "vehicle-3", "vehicle-2", "vehicle-1"
        ]  # fmt: skip
        assert list_outcomes(answer) == ["referenceNotFound", "delivered", "messageIdReused", "unchanged"]

    def test_single_call_and_batch_make_same_message(self, mvd: Client) -> None:
        connect(ROSA)
        assert list_outcomes(mvd.post(BATCH, make_batch("vehicle-1"))) == ["delivered"]
        assert get_outcome(mvd.post(MESSAGES, make_message())) == "unchanged"
        assert len(list_inbox(ROSA)) == 1

    def test_batch_body_is_cleaned_once(self, mvd: Client) -> None:
        people = [Person(email=f"p{number}@example.com") for number in range(12)]
        references = [f"vehicle-{number}" for number in range(12)]
        for person, reference in zip(people, references, strict=True):
            connect(person, reference)
        html = {"format": "html", "texts": {"en": "<p>Renew</p>", "es": "<p>Renueve</p>"}}
        with mock.patch("nh3.clean", side_effect=lambda text, **_: text) as clean:
            assert list_outcomes(mvd.post(BATCH, make_batch(*references, body=html))) == ["delivered"] * 12
        assert clean.call_count == 2
        assert all(len(list_inbox(person)) == 1 for person in people)

    @pytest.mark.parametrize(("number", "status"), [(0, 400), (1, 200), (500, 200), (501, 400)])
    def test_batch_size_is_one_to_five_hundred(self, mvd: Client, number: int, status: int) -> None:
        references = [f"nobody-{each}" for each in range(number)]
        answer = mvd.post(BATCH, make_batch(*references))
        assert answer.status == status
        if status == 400:
            assert list(answer.problems()) == ["references"]

    def test_duplicate_references_are_reported(self, mvd: Client) -> None:
        connect(ROSA)
        answer = mvd.post(BATCH, make_batch("vehicle-1", "vehicle-2", "vehicle-1", "vehicle-1"))
        assert list(answer.problems()) == ["references.2", "references.3"]
        assert list_inbox(ROSA) == []

    @pytest.mark.parametrize("references", [[["vehicle-1"]], [""], [7], ["x" * 201], "vehicle-1", None])
    def test_malformed_references_are_refused(self, mvd: Client, references: object) -> None:
        assert mvd.post(BATCH, make_batch() | {"references": references}).status == 400

    def test_batch_for_service_of_other_agency_is_404(self, mvd: Client) -> None:
        connect(ROSA)
        answer = mvd.acting_as(AgencyCaller(PARKS)).post(BATCH, make_batch("vehicle-1"))
        assert (answer.status, answer.json["code"]) == (404, "serviceNotFound")

    def test_repeated_batch_completes_failed_message(self, mvd: Client) -> None:
        people = [Person(email=f"p{number}@example.com") for number in range(20)]
        references = [f"vehicle-{number}" for number in range(20)]
        for person, reference in zip(people, references, strict=True):
            connect(person, reference)
        with _refuse_messages(people[7].user_id):
            reported = list_outcomes(mvd.post(BATCH, make_batch(*references)))
        assert reported == ["failed" if number == 7 else "delivered" for number in range(20)]
        reported = list_outcomes(mvd.post(BATCH, make_batch(*references)))
        assert reported == ["delivered" if number == 7 else "unchanged" for number in range(20)]
        assert [len(list_inbox(person)) for person in people] == [1] * 20

    def test_batch_timeout_is_reported_as_failed(self, mvd: Client, monkeypatch: pytest.MonkeyPatch) -> None:
        connect(ROSA)
        monkeypatch.setattr(inbound_service, "_BATCH_SECONDS", 0)
        assert list_outcomes(mvd.post(BATCH, make_batch("vehicle-1"))) == ["failed"]
        assert list_inbox(ROSA) == []


class TestFaults:
    def test_message_without_receipt_is_not_stored(self, mvd: Client) -> None:
        connect(ROSA)
        with _refuse_writes("receipt#", _make_error("ThrottlingException")):
            assert mvd.post(MESSAGES, make_message()).status == 503
        assert list_inbox(ROSA) == []
        assert get_outcome(mvd.post(MESSAGES, make_message())) == "delivered"

    def test_conflicting_write_is_retried(self, mvd: Client) -> None:
        connect(ROSA)
        reasons = [{"Code": "TransactionConflict"}, {"Code": "None"}]
        conflict = _make_error("TransactionCanceledException", CancellationReasons=reasons)
        with _refuse_writes("receipt#", conflict, times=2):
            assert get_outcome(mvd.post(MESSAGES, make_message())) == "delivered"
        with _refuse_writes("receipt#", conflict):
            assert mvd.post(MESSAGES, make_message(id="notice-2")).status == 500
        assert len(list_inbox(ROSA)) == 1


@contextmanager
def _refuse_writes(key: str, error: ClientError, times: int = 100) -> Iterator[None]:
    """Make DynamoDB refuse a number of writes of keys with this prefix."""
    call = BaseClient._make_api_call
    left = times

    def sometimes(self: BaseClient, operation: str, parameters: dict[str, Any]) -> Any:
        nonlocal left
        writes = [parameters, *(each.get("Put", {}) for each in parameters.get("TransactItems", []))]
        if left and any(each.get("Item", {}).get("id", {}).get("S", "").startswith(key) for each in writes):
            left -= 1
            raise error
        return call(self, operation, parameters)

    with mock.patch.object(BaseClient, "_make_api_call", sometimes):
        yield


def _make_error(code: str, **details: Any) -> ClientError:
    answer: Any = {"Error": {"Code": code, "Message": ""}, "ResponseMetadata": {"HTTPStatusCode": 400}}
    return ClientError(answer | details, "TransactWriteItems")


@contextmanager
def _refuse_messages(user_id: str) -> Iterator[None]:
    """Make DynamoDB refuse to store messages of one person."""
    call = BaseClient._make_api_call

    def sometimes(self: BaseClient, operation: str, parameters: dict[str, Any]) -> Any:
        if operation == "PutItem" and parameters["Item"].get("user_id") == {"S": user_id}:
            error = {"Code": CODE, "Message": "Slow down"}
            raise ClientError({"Error": error, "ResponseMetadata": {"HTTPStatusCode": 400}}, operation)
        return call(self, operation, parameters)

    with mock.patch.object(BaseClient, "_make_api_call", sometimes):
        yield
