"""The history as a CSV file: what is in it, what a spreadsheet makes of it, and where it ends."""

import csv
import io
import json
from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from functions.transactions.filters import Filters
from functions.transactions.service import HistoryFile
from functions.transactions.spreadsheet import MAXIMUM_BYTES, Spreadsheet
from portal.errors import InvalidRequest
from portal.language import Text
from tests.unit.transactions.support import ROSA, MemoryRepository, service, transaction

FILTERS = Filters(agency_id="adot-mvd")


def rows_of(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline="")))


def file_of(repository: MemoryRepository, token: str | None = None) -> HistoryFile:
    return service(repository).file(ROSA, FILTERS, token, "en")


def test_a_row_for_each_transaction_after_the_names_of_the_columns() -> None:
    file = file_of(MemoryRepository([transaction()]))
    assert file.text.startswith("\ufeffDate,")
    assert file.text.endswith("\r\n")
    header, row = rows_of(file.text)
    assert dict(zip(header, row, strict=True)) == {
        "Date": "2026-03-14",
        "Agency": "adot-mvd",
        "Service": "adot-mvd-vehicles",
        "Type": "Payment",
        "Status": "Completed",
        "Description": "Registration renewal",
        "Reference number": "AZ-1",
        "Amount (USD)": "435.67",
        "Convenience fee (USD)": "3.00",
        "Payment method": "Visa ••42",
        "Period": "2026",
        "Receipt": "https://mvd.example/1",
    }
    assert file.next_token is None


def test_it_speaks_spanish_and_bears_the_day_in_arizona() -> None:
    file = service(MemoryRepository([transaction()])).file(ROSA, FILTERS, None, "es")
    header, row = rows_of(file.text)
    assert header[:2] == ["Fecha", "Agencia"]
    assert row[3:6] == ["Pago", "Completada", "Renovación del registro"]
    assert file.name == "transacciones-2026-11-21.csv"


def test_what_is_missing_is_an_empty_cell() -> None:
    missing: Any = ("reference_number", "amount", "convenience_fee", "method", "period", "receipt_url")
    _, row = rows_of(file_of(MemoryRepository([transaction(0, **dict.fromkeys(missing))])).text)
    assert row[6:] == [""] * 6


def test_without_transactions_there_are_the_names_of_the_columns() -> None:
    assert len(rows_of(file_of(MemoryRepository([])).text)) == 1


@pytest.mark.parametrize(
    "evil",
    [
        "=1+1",
        "+1",
        "-1",
        "@SUM(A1)",
        "\t=1+1",
        "\r=1+1",
        "\n=1+1",
        "  =1+1",
        "\u00a0=1+1",
        "＝1+1",
        '=HYPERLINK("https://evil.example","Refund")',
        "=cmd|' /C calc'!A0",
    ],
)
def test_no_cell_begins_a_formula(evil: str) -> None:
    harmful = transaction(
        description=Text(en=evil, es=evil), reference_number=evil, method=evil, period=evil, agency_id=evil
    )
    _, row = rows_of(file_of(MemoryRepository([harmful])).text)
    assert [row[1], row[5], row[6], row[9], row[10]] == [f"'{evil}"] * 5


@given(st.text(max_size=40))
def test_every_text_comes_back_as_it_was_but_for_the_apostrophe(text: str) -> None:
    _, row = rows_of(file_of(MemoryRepository([transaction(description=Text(en=text, es=text))])).text)
    assert row[5] in (text, f"'{text}")
    assert not row[5].startswith(("=", "+", "-", "@", "\t", "\r", "\n"))


def test_five_thousand_rows_are_all_and_say_nothing_of_more() -> None:
    file = file_of(MemoryRepository([transaction(number) for number in range(5000)]))
    assert len(rows_of(file.text)) == 1 + 5000
    assert file.next_token is None


def test_one_more_row_is_left_to_the_next_file_and_the_last_line_says_so() -> None:
    history = [transaction(number) for number in range(5001)]
    repository = MemoryRepository(history)
    file = file_of(repository)
    *rows, last = rows_of(file.text)
    assert len(rows) == 1 + 5000
    assert last == [
        "This file is not complete: it goes back to 2024-10-31. For earlier transactions, choose that day as "
        "the last one and download again."
    ]
    assert history[4999].occurred_on == date(2024, 10, 31)
    rest = file_of(repository, file.next_token)
    assert len(rows_of(rest.text)) == 2
    assert rest.next_token is None


def test_a_history_larger_than_an_answer_is_cut_by_its_size_and_loses_no_row() -> None:
    long = Text(en='"' * 300 + "é" * 200, es="—")
    history = [transaction(number, description=long, reference_number=str(number)) for number in range(4000)]
    repository = MemoryRepository(history)
    found: list[str] = []
    token = None
    for _ in range(10):
        file = file_of(repository, token)
        assert len(json.dumps(file.text, ensure_ascii=False).encode()) < MAXIMUM_BYTES
        rows = rows_of(file.text)[1:]
        found += [row[6] for row in rows if len(row) > 1]
        token = file.next_token
        assert (token is None) == (len(rows[-1]) > 1)
        if token is None:
            break
    assert found == [str(number) for number in range(4000)]


def test_a_search_that_finds_nothing_ends_after_twenty_looks_and_says_how_far_it_got() -> None:
    repository = MemoryRepository([transaction(number) for number in range(300)], 10, hidden=300)
    file = file_of(repository)
    assert len(repository.queries) == 20
    assert rows_of(file.text)[1][0].startswith("This file is not complete: it goes back to 2026-02-23.")
    assert file.next_token is not None


def test_a_full_file_has_room_for_its_last_line() -> None:
    spreadsheet = Spreadsheet("en")
    while spreadsheet.add(transaction(), "a", "s", "x" * 10_000):
        pass
    assert not spreadsheet.add(transaction(), "a", "s", "x" * 10_000)
    assert len(spreadsheet.text(date(2026, 1, 1)).encode()) < MAXIMUM_BYTES


def test_the_token_of_another_person_opens_no_file() -> None:
    repository = MemoryRepository([transaction(number) for number in range(5001)])
    token = file_of(repository).next_token
    with pytest.raises(InvalidRequest):
        service(repository).file(ROSA, Filters(agency_id="state-parks"), token, "en")
