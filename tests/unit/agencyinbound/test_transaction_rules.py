"""The rules for a transaction from an agency."""

from datetime import UTC, date, datetime, timedelta
from typing import Any
from urllib.parse import urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domains.agencies.transactions import Transaction
from functions.agencyinbound.contract import TransactionPostRequest
from functions.agencyinbound.transaction_rules import draft_transaction
from portal.errors import InvalidRequest
from portal.language import Text
from tests.unit.agencyinbound.support import read_request

NOW = datetime(2026, 11, 21, 18, 0, tzinfo=UTC)
HOSTS = ["pay.mvd.example", "mvd.example"]
POSTED: dict[str, Any] = {
    "id": "receipt-1",
    "occurredOn": "2026-03-14",
    "type": "payment",
    "status": "completed",
    "description": {"en": "Registration  renewal ", "es": " Renovación del registro"},
    "referenceNumber": " ",
    "amount": "007.50",
    "convenienceFee": "0.00",
    "method": "",
    "updatedAt": "2026-03-14T12:00:00-07:00",
}


def make_stored(**changes: Any) -> Transaction:
    """Return the transaction as it is stored for a person."""
    record = {"agencyServiceId": "mvd-vehicles", "reference": "vehicle-1"}
    sent = record | {"transaction": POSTED | changes}
    request, faults = read_request(TransactionPostRequest, sent)
    return draft_transaction(request, "mvd", HOSTS, NOW, faults).assign_to_person("rosa")


def list_faults(**changes: Any) -> list[str]:
    """Return the fields that are refused."""
    try:
        make_stored(**changes)
    except InvalidRequest as error:
        return [problem.property_name for problem in error.problems]
    return []


def test_stored_values_are_trimmed_exact_and_in_utc() -> None:
    kept = make_stored()
    assert kept.description == Text(en="Registration renewal", es="Renovación del registro")
    assert (kept.amount, kept.convenience_fee) == ("7.50", "0.00")
    assert (kept.reference_number, kept.method, kept.period) == (None, None, None)
    assert kept.updated_at.isoformat() == "2026-03-14T19:00:00+00:00"


def test_all_faults_are_reported_at_once() -> None:
    wrong = {
        "id": " ",
        "occurredOn": "1800-01-01",
        "type": "gift",
        "description": {"en": "\u202e", "es": " "},
        "method": "a\nb",
        "receiptUrl": "https://evil.example/",
        "unknown": 1,
    }
    assert list_faults(**wrong) == [
        "transaction.id",
        "transaction.type",
        "transaction.description.en",
        "transaction.description.es",
        "transaction.method",
        "transaction.unknown",
        "transaction.occurredOn",
        "transaction.receiptUrl",
    ]


@pytest.mark.parametrize(
    ("day", "is_taken"),
    [
        (date(1899, 12, 31), False),
        (date(1900, 1, 1), True),
        (date(2027, 11, 21), True),
        (date(2027, 11, 23), False),
    ],
)
def test_dates_from_1900_to_a_year_ahead_are_accepted(day: date, is_taken: bool) -> None:
    assert list_faults(occurredOn=day.isoformat()) == ([] if is_taken else ["transaction.occurredOn"])


@pytest.mark.parametrize(("ahead", "is_taken"), [(0, True), (300, True), (301, False), (10**8, False)])
def test_future_change_beyond_clock_skew_is_refused(ahead: int, is_taken: bool) -> None:
    found = list_faults(updatedAt=(NOW + timedelta(seconds=ahead)).isoformat())
    assert found == ([] if is_taken else ["transaction.updatedAt"])


@given(
    st.one_of(
        st.text(max_size=40),
        st.tuples(
            st.sampled_from(["https://", "http://", "HTTPS://", "//", "javascript:", " https://"]),
            st.sampled_from(
                ["pay.mvd.example", "evil.example", "pay.mvd.example.evil.example", "mvd.example"]
            ),
            st.sampled_from(["", "@evil.example", ":443", ".", "\\evil", "/", "?", "#", "\t", "%2f"]),
            st.text(max_size=10),
        ).map("".join),
    )
)
def test_accepted_receipt_url_has_a_manifest_host(url: str) -> None:
    if list_faults(receiptUrl=url):
        return
    read = urlsplit(url)
    assert (read.scheme, read.hostname, read.netloc) == ("https", read.netloc, read.hostname)
    assert read.hostname in HOSTS
    assert url.isascii()
    assert not set(url) & set("<>\"'\\ `{}|^") - {"'"}


@pytest.mark.parametrize(
    "url", ["https://mvd.example", "https://mvd.example/a/b?c=%C3%B1&d=(1)#e", "https://pay.mvd.example?x"]
)
def test_receipt_at_a_manifest_host_is_accepted(url: str) -> None:
    assert list_faults(receiptUrl=url) == []


@given(st.decimals(0, 999_999_999, places=2))
def test_amount_is_kept_to_the_cent(amount: object) -> None:
    sent = f"{amount:.2f}"
    assert make_stored(amount=sent.zfill(12)).amount == sent
