"""The history as a file, by the header Accept."""

import csv
import io
import sys
from datetime import UTC, datetime
from urllib.parse import urlencode

import pytest

from tests.api.records_support import LICENCES, register_agencies, store, transaction
from tests.api.support import Client, Person

ROSA = Person(email="rosa@example.com", name="Rosa Delgado")
HISTORY = "/api/transactions"


@pytest.fixture
def rosa(client: Client, monkeypatch: pytest.MonkeyPatch) -> Client:
    """Rosa, who prefers files, before a function that has not read the catalogue yet."""
    monkeypatch.delitem(sys.modules, "functions.transactions.app", raising=False)
    register_agencies()
    return client.acting_as(ROSA).sending(accept="text/csv")


def rows_of(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline="")))


def test_a_file_comes_with_its_name_and_language(rosa: Client) -> None:
    store(transaction(ROSA, "1"))
    answer = rosa.sending(accept_language="es").get(HISTORY)
    assert answer.status == 200
    assert answer.headers["content-type"] == "text/csv; charset=utf-8"
    assert answer.headers["content-disposition"].startswith('attachment; filename="transacciones-')
    assert str(datetime.now(UTC).year) in answer.headers["content-disposition"]
    assert answer.headers["cache-control"] == "no-store"
    assert answer.headers["content-language"] == "es"
    assert "link" not in answer.headers
    header, row = rows_of(answer.text)
    assert header[0] == "Fecha"
    assert row[:6] == [
        "2026-03-14", "División de Vehículos", "Registro de vehículos", "Pago", "Completada",
        "Renovación del registro",
    ]  # fmt: skip


def test_the_filters_are_those_of_the_list_and_the_size_of_a_page_does_not_count(rosa: Client) -> None:
    store(*(transaction(ROSA, str(number)) for number in range(5)))
    store(transaction(ROSA, "other", service_id=LICENCES))
    answer = rosa.get(f"{HISTORY}?{urlencode({'agencyServiceId': LICENCES, 'limit': 1})}")
    assert [row[6] for row in rows_of(answer.text)[1:]] == ["REF-other"]
    assert len(rows_of(rosa.get(f"{HISTORY}?limit=1").text)) == 1 + 6


def test_what_did_not_fit_is_linked(rosa: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    store(*(transaction(ROSA, str(number)) for number in range(5)))
    found: list[str] = []
    address = f"{HISTORY}?{urlencode({'type': 'payment', 'to': '2026-03-31', 'text': 'renovación'})}"
    rosa.get(HISTORY)
    monkeypatch.setattr("functions.transactions.service.MAXIMUM_ROWS", 2)
    for _ in range(3):
        answer = rosa.get(address)
        assert answer.status == 200, answer.text
        found += [row[6] for row in rows_of(answer.text)[1:] if len(row) > 1]
        if "link" not in answer.headers:
            break
        link, relation = answer.headers["link"].split("; ")
        assert relation == 'rel="next"'
        address = link.strip("<>")
    assert sorted(found) == [f"REF-{number}" for number in range(5)]


def test_faults_are_told_as_ever(rosa: Client) -> None:
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
def test_the_header_accept_decides(rosa: Client, accept: str | None, media_type: str) -> None:
    assert rosa.sending(accept=accept).get(HISTORY).headers["content-type"] == media_type


def test_no_other_form_is_offered(rosa: Client) -> None:
    answer = rosa.sending(accept="application/pdf").get(HISTORY)
    assert (answer.status, answer.json["code"]) == (406, "notAcceptable")
