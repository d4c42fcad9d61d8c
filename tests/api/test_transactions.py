"""Transaction history: filters, pages and single transactions."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta
from typing import Any
from unittest import mock
from urllib.parse import urlencode

import pytest
from botocore.client import BaseClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from domains.agencies.transactions import Transaction
from portal.language import Text
from tests.api.records_support import (
    LICENSES,
    MVD,
    PARKS,
    PASSES,
    VEHICLES,
    make_transaction,
    register_agencies,
    store,
)
from tests.api.support import Client, Person, renew_apps
from tests.depth import examples

ROSA = Person(email="rosa@example.com", name="Rosa Delgado")
BEN = Person(email="ben@example.com", name="Ben Whitehorse")
HISTORY = "/api/transactions"


@pytest.fixture
def rosa(client: Client, monkeypatch: pytest.MonkeyPatch) -> Client:
    """Return the client of Rosa, with a function that has an empty catalog cache."""
    renew_apps(monkeypatch, "transactions")
    register_agencies()
    return client.acting_as(ROSA)


@pytest.fixture
def queries() -> Iterator[list[dict[str, Any]]]:
    """Return the queries of the transactions table."""
    made: list[dict[str, Any]] = []
    call = BaseClient._make_api_call

    def recorded(self: BaseClient, operation: str, parameters: dict[str, Any]) -> Any:
        if parameters.get("TableName") == "transactions":
            made.append({"operation": operation} | parameters)
        return call(self, operation, parameters)

    with mock.patch.object(BaseClient, "_make_api_call", recorded):
        yield made


def list_references(client: Client, **query: Any) -> list[str]:
    """List the reference numbers of all pages."""
    found, token = [], None
    while True:
        page = client.get(make_path(**query, nextToken=token))
        assert page.status == 200, page.text
        found += [each["referenceNumber"] for each in page.json["items"]]
        token = page.json["nextToken"]
        assert (token is None) == (page.json["scannedUntil"] is None)
        if token is None:
            return found


def make_path(**query: Any) -> str:
    given = {name.removesuffix("_"): value for name, value in query.items() if value is not None}
    return f"{HISTORY}?{urlencode(given)}" if given else HISTORY


class TestOne:
    def test_answer_has_all_fields(self, rosa: Client) -> None:
        kept = make_transaction(ROSA, "1")
        store(kept)
        answer = rosa.get(f"{HISTORY}/{kept.id}")
        assert answer.json == {
            "id": kept.id,
            "occurredOn": "2026-03-14",
            "agencyId": MVD,
            "agencyName": "Motor Vehicle Division",
            "agencyServiceId": VEHICLES,
            "serviceName": "Vehicle registration",
            "type": "payment",
            "status": "completed",
            "description": "Registration renewal",
            "referenceNumber": "REF-1",
            "amount": {"amount": "435.67", "currency": "USD"},
            "convenienceFee": {"amount": "3.00", "currency": "USD"},
            "method": "Visa ••42",
            "period": "2026–2027",
            "receiptUrl": "https://pay.mvd.example/receipt/1",
            "updatedAt": "2026-11-21T18:00:00Z",
        }
        assert rosa.get(HISTORY).json == {"items": [answer.json], "nextToken": None, "scannedUntil": None}

    def test_answer_is_in_spanish(self, rosa: Client) -> None:
        kept = make_transaction(ROSA, "1")
        store(kept)
        reported = rosa.sending(accept_language="es").get(f"{HISTORY}/{kept.id}").json
        assert reported["agencyName"] == "División de Vehículos"
        assert reported["serviceName"] == "Registro de vehículos"
        assert reported["description"] == "Renovación del registro"

    def test_missing_fields_are_null(self, rosa: Client) -> None:
        left_out = ("reference_number", "amount", "convenience_fee", "method", "period", "receipt_url")
        kept = make_transaction(ROSA, "1", **dict.fromkeys(left_out))
        store(kept)
        reported = rosa.get(f"{HISTORY}/{kept.id}").json
        assert {name for name, value in reported.items() if value is None} == {
            "referenceNumber", "amount", "convenienceFee", "method", "period", "receiptUrl"
        }  # fmt: skip

    def test_removed_agency_is_named_by_id(self, rosa: Client) -> None:
        kept = make_transaction(ROSA, "1", agency_id="gone", service_id="gone-permits")
        store(kept)
        reported = rosa.get(f"{HISTORY}/{kept.id}").json
        assert (reported["agencyName"], reported["serviceName"]) == ("gone", "gone-permits")

    def test_transaction_of_other_person_is_404(self, rosa: Client) -> None:
        bens = make_transaction(BEN, "1")
        store(bens)
        answer = rosa.get(f"{HISTORY}/{bens.id}")
        assert (answer.status, answer.json["code"]) == (404, "transactionNotFound")
        assert rosa.get(HISTORY).json["items"] == []
        assert list_references(rosa.acting_as(BEN)) == ["REF-1"]

    @pytest.mark.parametrize(
        "identifier", ["x", "%00", "%20", "A" * 26, "1" * 26, "a" * 2000, "%F0%9F%8C%B5"]
    )
    def test_malformed_id_is_404_without_query(
        self, rosa: Client, queries: list[Any], identifier: str
    ) -> None:
        assert rosa.get(f"{HISTORY}/{identifier}").status == 404
        assert queries == []


class TestFilters:
    @pytest.fixture(autouse=True)
    def _history(self, rosa: Client) -> None:
        store(
            make_transaction(ROSA, "a", occurred_on=date(2026, 1, 1)),
            make_transaction(ROSA, "b", occurred_on=date(2026, 2, 1), type="renewal", service_id=LICENSES),
            make_transaction(ROSA, "c", occurred_on=date(2026, 2, 28), status="refunded"),
            make_transaction(
                ROSA, "d", occurred_on=date(2026, 3, 1), agency_id=PARKS, service_id=PASSES, period="Otoño"
            ),
            make_transaction(
                ROSA,
                "e",
                occurred_on=date(2026, 3, 1),
                type="filing",
                status="pending",
                description=Text(en="Crème brûlée permit", es="Permiso de ñandú"),
                period=None,
            ),
            make_transaction(BEN, "f", occurred_on=date(2026, 2, 2)),
        )

    @pytest.mark.parametrize(
        ("query", "found"),
        [
            ({}, "edcba"),
            ({"agencyId": MVD}, "ecba"),
            ({"agencyId": PARKS}, "d"),
            ({"agencyId": "adot"}, ""),
            ({"agencyId": "nobody-knows"}, ""),
            ({"agencyId": ""}, "edcba"),
            ({"agencyServiceId": LICENSES}, "b"),
            ({"agencyServiceId": LICENSES, "agencyId": PARKS}, ""),
            ({"agencyServiceId": VEHICLES, "status": "refunded"}, "c"),
            ({"type": "payment"}, "dca"),
            ({"type": "payment", "agencyId": PARKS}, "d"),
            ({"status": "completed"}, "dba"),
            ({"status": "completed", "type": "renewal"}, "b"),
            ({"from": "2026-02-01"}, "edcb"),
            ({"to": "2026-02-28"}, "cba"),
            ({"from": "2026-02-28", "to": "2026-02-28"}, "c"),
            ({"from": "2026-02-02", "to": "2026-02-27"}, ""),
            ({"agencyId": MVD, "from": "2026-02-01", "to": "2026-02-28"}, "cb"),
            ({"type": "payment", "to": "2026-02-28", "text": "registr"}, "ca"),
            ({"text": "CREME BRULEE"}, "e"),
            ({"text": "crème"}, "e"),
            ({"text": "nandu"}, "e"),
            ({"text": "otono"}, "d"),
            ({"text": "ref-B"}, "b"),
            ({"text": "  registration   renewal "}, "dcba"),
            ({"text": "renewal renovacion"}, ""),
            ({"text": " "}, "edcba"),
            ({"text": "%"}, ""),
        ],
    )
    def test_combined_filters_use_single_query(
        self, rosa: Client, queries: list[dict[str, Any]], query: dict[str, str], found: str
    ) -> None:
        answer = rosa.get(f"{HISTORY}?{urlencode(query)}")
        assert answer.status == 200, answer.text
        references = [each["referenceNumber"].removeprefix("REF-") for each in answer.json["items"]]
        assert sorted(references) == sorted(found)
        days = [each["occurredOn"] for each in answer.json["items"]]
        assert days == sorted(days, reverse=True)
        assert [each["operation"] for each in queries] == ["Query"]

    @pytest.mark.parametrize(
        ("query", "name"),
        [
            ({"from": "2026-03-02", "to": "2026-03-01"}, "from"),
            ({"from": "2026-02-30"}, "from"),
            ({"to": "yesterday"}, "to"),
            ({"from": "1767225600"}, "from"),
            ({"to": ""}, "to"),
            ({"type": "gift"}, "type"),
            ({"status": "COMPLETED"}, "status"),
            ({"text": "x" * 101}, "text"),
            ({"limit": "0"}, "limit"),
            ({"limit": "101"}, "limit"),
            ({"limit": "many"}, "limit"),
            ({"nextToken": "made-up"}, "nextToken"),
            ({"nextToken": "x" * 2001}, "nextToken"),
            ({"order": "amount"}, "order"),
        ],
    )
    def test_invalid_query_is_reported(
        self, rosa: Client, queries: list[dict[str, Any]], query: dict[str, str], name: str
    ) -> None:
        answer = rosa.get(f"{HISTORY}?{urlencode(query)}")
        assert list(answer.problems()) == [name]
        assert {each["applicationSection"] for each in answer.json} == {"transactions"}
        assert queries == []


class TestPages:
    def test_last_full_page_has_no_token(self, rosa: Client) -> None:
        store(*(make_transaction(ROSA, str(n)) for n in range(10)))
        assert rosa.get(make_path(limit=10)).json["nextToken"] is None
        assert rosa.get(make_path(limit=9)).json["scannedUntil"] == "2026-03-14"

    def test_sparse_filter_gives_short_pages_with_scan_position(
        self, rosa: Client, queries: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("functions.transactions.repository.MAX_EVALUATED", 10)
        store(
            *(
                make_transaction(ROSA, f"{n:02d}", occurred_on=date(2026, 3, 1) + timedelta(n))
                for n in range(30)
            )
        )
        page = rosa.get(make_path(text="REF-03", limit=5))
        assert page.json["items"] == []
        assert page.json["scannedUntil"] == "2026-03-21"
        assert [each["operation"] for each in queries] == ["PutItem"] * 30 + ["Query"]
        assert list_references(rosa, text="REF-03", limit=5) == ["REF-03"]

    def test_new_transaction_does_not_shift_pages(self, rosa: Client) -> None:
        store(
            *(
                make_transaction(ROSA, f"{n:02d}", occurred_on=date(2026, 3, 1) + timedelta(n))
                for n in range(4)
            )
        )
        first = rosa.get(make_path(limit=2)).json
        store(make_transaction(ROSA, "new", occurred_on=date(2026, 4, 1)))
        second = rosa.get(make_path(limit=2, nextToken=first["nextToken"])).json
        assert [each["referenceNumber"] for each in second["items"]] == ["REF-01", "REF-00"]


class TestTokens:
    @pytest.fixture
    def token(self, rosa: Client) -> str:
        store(*(make_transaction(person, str(n)) for n in range(3) for person in (ROSA, BEN)))
        token: str = rosa.get(make_path(limit=1, type="payment")).json["nextToken"]
        return token

    def test_token_of_other_person_is_refused(self, rosa: Client, token: str, queries: list[Any]) -> None:
        answer = rosa.acting_as(BEN).get(make_path(limit=1, type="payment", nextToken=token))
        assert list(answer.problems()) == ["nextToken"]
        assert queries == []

    @pytest.mark.parametrize("query", [{}, {"type": "renewal"}, {"type": "payment", "text": "x"}])
    def test_token_of_other_query_is_refused(
        self, rosa: Client, token: str, query: dict[str, str], queries: list[Any]
    ) -> None:
        assert list(rosa.get(make_path(**query, nextToken=token)).problems()) == ["nextToken"]
        assert queries == []


AGENCY_OF = {VEHICLES: MVD, LICENSES: MVD, PASSES: PARKS}
HISTORIES = st.lists(
    st.tuples(
        st.sampled_from(list(AGENCY_OF)),
        st.sampled_from(["payment", "filing"]),
        st.sampled_from(["pending", "completed"]),
        st.integers(0, 6),
        st.sampled_from(["Río Verde", "rio grande", "Mesa"]),
    ),
    max_size=25,
)
QUERIES = st.fixed_dictionaries(
    {},
    optional={
        "agencyId": st.sampled_from([MVD, PARKS]),
        "agencyServiceId": st.sampled_from(list(AGENCY_OF)),
        "type": st.sampled_from(["payment", "filing"]),
        "status": st.sampled_from(["pending", "completed"]),
        "from": st.sampled_from(["2026-03-01", "2026-03-03"]),
        "to": st.sampled_from(["2026-03-04", "2026-03-06"]),
        "text": st.sampled_from(["RIO", "mesa", "e"]),
    },
)


@settings(max_examples=examples(40), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(rows=HISTORIES, query=QUERIES, limit=st.integers(1, 9), number=st.integers(0, 10**9))
def test_pages_match_any_query(
    rosa: Client, rows: list[Any], query: dict[str, str], limit: int, number: int
) -> None:
    person = replace(ROSA, subject=f"{number} {rows} {query} {limit}")
    kept = [
        make_transaction(
            person,
            str(place),
            agency_id=AGENCY_OF[service_id],
            service_id=service_id,
            type=kind,
            status=status,
            occurred_on=date(2026, 3, 1) + timedelta(days),
            description=Text(en=words, es="—"),
            period=None,
            reference_number=str(place),
        )
        for place, (service_id, kind, status, days, words) in enumerate(rows)
    ]
    for each in kept:
        store(each)
    with mock.patch("functions.transactions.repository.MAX_EVALUATED", 4):
        found = list_references(rosa.acting_as(person), limit=limit, **query)
    expected = sorted((each.reference_number for each in kept if _is_match(each, query)), key=str)
    assert sorted(found) == expected
    days = [kept[int(each)].occurred_on for each in found]
    assert days == sorted(days, reverse=True)


def _is_match(each: Transaction, query: dict[str, str]) -> bool:
    plain = each.description.en.lower().replace("í", "i")
    return (
        query.get("agencyId", each.agency_id) == each.agency_id
        and query.get("agencyServiceId", each.service_id) == each.service_id
        and query.get("type", each.type) == each.type
        and query.get("status", each.status) == each.status
        and query.get("from", "") <= each.occurred_on.isoformat() <= query.get("to", "9")
        and query.get("text", "").lower() in plain
    )
