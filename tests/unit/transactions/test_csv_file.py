"""Transactions as a CSV file: the cells, and how much fits."""

import csv
import io
from datetime import UTC, date, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from functions.transactions.contract import AmountReply, TransactionReply
from functions.transactions.csv_file import MAX_BYTES, CsvFile
from tests.cases import read_cases

CASES = read_cases(__file__)


def make_transaction(**changes: Any) -> TransactionReply:
    values: dict[str, Any] = {
        "id": "id-1",
        "agency_id": "adot-mvd",
        "agency_name": "Motor Vehicle Division",
        "agency_service_id": "adot-mvd-vehicles",
        "service_name": "Vehicle registration",
        "occurred_on": date(2026, 3, 14),
        "type": "payment",
        "status": "completed",
        "description": "Registration renewal",
        "reference_number": "AZ-1",
        "amount": AmountReply(amount="435.67"),
        "convenience_fee": AmountReply(amount="3.00"),
        "method": "Visa ••42",
        "period": "2026",
        "receipt_url": "https://mvd.example/1",
        "updated_at": datetime(2026, 11, 22, 3, 0, tzinfo=UTC),
    }
    return TransactionReply(**values | changes)


def get_text(*transactions: TransactionReply) -> str:
    file = CsvFile("en")
    assert all(file.add_row(each) for each in transactions)
    return file.get_text(None)


def read_rows(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline="")))


def test_row_matches_the_columns() -> None:
    text = get_text(make_transaction())
    assert text.startswith("\ufeffDate,")
    assert text.endswith("\r\n")
    header, row = read_rows(text)
    assert dict(zip(header, row, strict=True)) == {
        "Date": "2026-03-14",
        "Agency": "Motor Vehicle Division",
        "Service": "Vehicle registration",
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


def test_missing_value_is_an_empty_cell() -> None:
    missing: Any = ("reference_number", "amount", "convenience_fee", "method", "period", "receipt_url")
    _, row = read_rows(get_text(make_transaction(**dict.fromkeys(missing))))
    assert row[6:] == [""] * 6


def test_file_without_transactions_has_the_names_of_the_columns() -> None:
    assert len(read_rows(get_text())) == 1


@pytest.mark.parametrize("formula", CASES["formula_is_escaped_in_every_cell"])
def test_formula_is_escaped_in_every_cell(formula: str) -> None:
    names = ("agency_name", "service_name", "description", "reference_number", "method", "period")
    _, row = read_rows(get_text(make_transaction(**dict.fromkeys(names, formula))))
    assert [row[1], row[2], row[5], row[6], row[9], row[10]] == [f"'{formula}"] * 6


@given(st.text(max_size=40))
def test_text_is_unchanged_except_for_the_escape(text: str) -> None:
    _, row = read_rows(get_text(make_transaction(description=text)))
    assert row[5] in (text, f"'{text}")
    assert not row[5].startswith(("=", "+", "-", "@", "\t", "\r", "\n"))


def test_full_file_has_room_for_its_last_line() -> None:
    file = CsvFile("en")
    large = make_transaction(description="x" * 10_000)
    while file.add_row(large):
        pass
    assert not file.add_row(large)
    assert len(file.get_text(date(2026, 1, 1)).encode()) < MAX_BYTES
