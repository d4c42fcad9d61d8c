"""Transaction history as a CSV file, selected by the Accept header."""

import csv
import io
import json
from datetime import UTC, date, datetime
from urllib.parse import urlencode

import pytest

from portal.language import Text
from tests.api.records_support import LICENSES, make_transaction, register_agencies, store
from tests.api.support import Client, Person, renew_apps

ROSA = Person(email="rosa@example.com", name="Rosa Delgado")
BEN = Person(email="ben@example.com", name="Ben Whitehorse")
HISTORY = "/api/transactions"


@pytest.fixture
def rosa(client: Client, monkeypatch: pytest.MonkeyPatch) -> Client:
    """Return the client of Rosa that accepts CSV, with a function that has an empty catalog cache."""
    renew_apps(monkeypatch, "transactions")
    register_agencies()
    return client.acting_as(ROSA).sending(accept="text/csv")


def parse_rows(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline="")))


def test_file_has_name_and_language(rosa: Client) -> None:
    store(make_transaction(ROSA, "1"))
    answer = rosa.sending(accept_language="es").get(HISTORY)
    assert answer.status == 200
    assert answer.headers["content-type"] == "text/csv; charset=utf-8"
    assert answer.headers["content-disposition"].startswith('attachment; filename="transacciones-')
    assert str(datetime.now(UTC).year) in answer.headers["content-disposition"]
    assert answer.headers["cache-control"] == "no-store"
    assert answer.headers["content-language"] == "es"
    assert "link" not in answer.headers
    header, row = parse_rows(answer.text)
    assert header[0] == "Fecha"
    assert row[:6] == [
        "2026-03-14", "División de Vehículos", "Registro de vehículos", "Pago", "Completada",
        "Renovación del registro",
    ]  # fmt: skip


def test_file_uses_list_filters_and_ignores_page_size(rosa: Client) -> None:
    store(*(make_transaction(ROSA, str(number)) for number in range(5)))
    store(make_transaction(ROSA, "other", service_id=LICENSES))
    answer = rosa.get(f"{HISTORY}?{urlencode({'agencyServiceId': LICENSES, 'limit': 1})}")
    assert [row[6] for row in parse_rows(answer.text)[1:]] == ["REF-other"]
    assert len(parse_rows(rosa.get(f"{HISTORY}?limit=1").text)) == 1 + 6


def test_remaining_rows_are_linked(rosa: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    store(*(make_transaction(ROSA, str(number)) for number in range(5)))
    found: list[str] = []
    address = f"{HISTORY}?{urlencode({'type': 'payment', 'to': '2026-03-31', 'text': 'renovación'})}"
    rosa.get(HISTORY)
    monkeypatch.setattr("functions.transactions.service.MAX_ROWS", 2)
    for _ in range(3):
        answer = rosa.get(address)
        assert answer.status == 200, answer.text
        found += [row[6] for row in parse_rows(answer.text)[1:] if len(row) > 1]
        if "link" not in answer.headers:
            break
        link, relation = answer.headers["link"].split("; ")
        assert relation == 'rel="next"'
        address = link.strip("<>")
    assert sorted(found) == [f"REF-{number}" for number in range(5)]


def test_errors_are_json(rosa: Client) -> None:
    answer = rosa.get(f"{HISTORY}?from=2026-03-02&to=2026-03-01")
    assert answer.headers["content-type"] == "application/json"
    assert list(answer.problems()) == ["from"]


@pytest.mark.parametrize(
    ("accept", "media_type"),
    [
        ("application/json", "application/json"),
        ("text/csv;q=0.5, application/json", "application/json"),
        ("text/html, text/csv;q=0.5", "text/csv; charset=utf-8"),
        (None, "application/json"),
    ],
)
def test_accept_header_selects_format(rosa: Client, accept: str | None, media_type: str) -> None:
    assert rosa.sending(accept=accept).get(HISTORY).headers["content-type"] == media_type


def test_unsupported_format_is_406(rosa: Client) -> None:
    answer = rosa.sending(accept="application/pdf").get(HISTORY)
    assert (answer.status, answer.json["code"]) == (406, "notAcceptable")


class TestLimits:
    """Small limits in place of 5,000 rows, 5 MB and 20 queries."""

    INCOMPLETE = "This file is not complete: it goes back to "

    def test_full_file_is_not_marked_incomplete(self, rosa: Client, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("functions.transactions.service.MAX_ROWS", 3)
        store(*(make_transaction(ROSA, str(number)) for number in range(3)))
        answer = rosa.get(HISTORY)
        assert len(parse_rows(answer.text)) == 1 + 3
        assert "link" not in answer.headers

    def test_last_line_names_the_day_of_the_last_row(
        self, rosa: Client, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("functions.transactions.service.MAX_ROWS", 3)
        store(*(make_transaction(ROSA, str(n), occurred_on=date(2026, 3, 10 - n)) for n in range(5)))
        *rows, last = parse_rows(rosa.get(HISTORY).text)
        assert len(rows) == 1 + 3
        assert last == [
            f"{self.INCOMPLETE}2026-03-08. For earlier transactions, choose that day as the last one and "
            "download again."
        ]

    def test_file_that_is_cut_by_its_size_loses_no_row(
        self, rosa: Client, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("functions.transactions.csv_file.MAX_BYTES", 4000)
        long = Text(en='"' * 300 + "é" * 200, es="—")
        store(
            *(
                make_transaction(ROSA, f"{n:02d}", occurred_on=date(2026, 3, 30 - n), description=long)
                for n in range(12)
            )
        )
        found: list[str] = []
        address = HISTORY
        while True:
            answer = rosa.get(address)
            assert len(json.dumps(answer.text, ensure_ascii=False).encode()) < 4000
            rows = parse_rows(answer.text)[1:]
            found += [row[6] for row in rows if len(row) > 1]
            if "link" not in answer.headers:
                break
            assert rows[-1][0].startswith(self.INCOMPLETE)
            address = answer.headers["link"].split(";")[0].strip("<>")
        assert found == [f"REF-{n:02d}" for n in range(12)]

    def test_filter_that_finds_nothing_ends_after_the_last_query(
        self, rosa: Client, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("functions.transactions.service.MAX_QUERIES", 2)
        monkeypatch.setattr("functions.transactions.service.MAX_ROWS", 3)
        monkeypatch.setattr("functions.transactions.repository.MAX_EVALUATED", 4)
        store(*(make_transaction(ROSA, f"{n:02d}", occurred_on=date(2026, 3, 30 - n)) for n in range(12)))
        answer = rosa.get(f"{HISTORY}?text=nothing")
        assert parse_rows(answer.text)[1][0].startswith(f"{self.INCOMPLETE}2026-03-23.")
        assert "link" in answer.headers

    def test_token_of_other_filters_is_refused(self, rosa: Client, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("functions.transactions.service.MAX_ROWS", 1)
        store(*(make_transaction(ROSA, str(number)) for number in range(2)))
        address = rosa.get(f"{HISTORY}?type=payment").headers["link"].split(";")[0].strip("<>")
        assert rosa.get(address).status == 200
        assert list(rosa.get(address.replace("type=payment", "type=filing")).problems()) == ["nextToken"]
        assert list(rosa.acting_as(BEN).get(address).problems()) == ["nextToken"]
