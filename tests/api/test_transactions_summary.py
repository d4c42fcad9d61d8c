"""Sums of a history by month."""

from datetime import date, datetime, timedelta
from typing import Any
from urllib.parse import urlencode

import pytest

from domains.state.time import ARIZONA
from tests.api.records_support import LICENSES, PARKS, PASSES, make_transaction, register_agencies, store
from tests.api.support import Client, Person

ROSA = Person(email="rosa@example.com", name="Rosa Delgado")
BEN = Person(email="ben@example.com", name="Ben Whitehorse")
SUMMARY = "/api/transactions/summary"
TODAY = datetime.now(ARIZONA).date()
THIS_MONTH = TODAY.replace(day=1)
LAST_MONTH = (THIS_MONTH - timedelta(days=1)).replace(day=1)
FIRST_MONTH = THIS_MONTH.replace(year=THIS_MONTH.year - 1) + timedelta(days=31)
FIRST_DAY = FIRST_MONTH.replace(day=1)


@pytest.fixture
def rosa(client: Client) -> Client:
    register_agencies()
    return client.acting_as(ROSA)


def get_sums(client: Client, **query: Any) -> dict[str, tuple[str, int]]:
    """Return the sums that are not zero, by month."""
    answer = client.get(f"{SUMMARY}?{urlencode(query)}")
    assert answer.status == 200, answer.text
    assert len(answer.json["months"]) == 12
    assert {each["paid"]["currency"] for each in answer.json["months"]} == {"USD"}
    return {
        each["month"]: (each["paid"]["amount"], each["count"])
        for each in answer.json["months"]
        if each["count"]
    }


def pay(own_id: str, day: date, amount: str | None, **changes: Any) -> None:
    store(make_transaction(ROSA, own_id, occurred_on=day, amount=amount, **changes))


def test_history_without_transactions_has_twelve_zeros(rosa: Client) -> None:
    answer = rosa.get(SUMMARY).json
    assert answer["completeFrom"] is None
    assert [each["paid"]["amount"] for each in answer["months"]] == ["0.00"] * 12
    assert answer["months"][0]["month"] == f"{FIRST_DAY:%Y-%m}"
    assert answer["months"][-1]["month"] == f"{TODAY:%Y-%m}"


def test_sums_have_only_completed_amounts_of_twelve_months(rosa: Client) -> None:
    pay("a", THIS_MONTH, "0.10")
    pay("b", THIS_MONTH, "0.20")
    pay("c", THIS_MONTH, "0.00")
    pay("d", FIRST_DAY, "999999999.99")
    pay("old", FIRST_DAY - timedelta(days=1), "5.00")
    pay("nothing", THIS_MONTH, None)
    for status in ("refunded", "failed", "pending", "cancelled"):
        pay(status, THIS_MONTH, "7.00", status=status)
    store(make_transaction(BEN, "a", occurred_on=TODAY))
    assert get_sums(rosa) == {
        f"{FIRST_DAY:%Y-%m}": ("999999999.99", 1),
        f"{THIS_MONTH:%Y-%m}": ("0.30", 3),
    }


def test_day_ahead_counts_in_its_month(rosa: Client) -> None:
    """An agency's clock can be ahead of Arizona."""
    tomorrow = TODAY + timedelta(days=1)
    pay("a", tomorrow, "3.00")
    assert get_sums(rosa) == ({f"{TODAY:%Y-%m}": ("3.00", 1)} if tomorrow.month == TODAY.month else {})


def test_filters_apply(rosa: Client) -> None:
    pay("a", THIS_MONTH, "1.00")
    pay("b", THIS_MONTH, "2.00", service_id=LICENSES, type="renewal")
    pay("c", THIS_MONTH, "4.00", agency_id=PARKS, service_id=PASSES)
    pay("d", LAST_MONTH, "8.00")

    def get_sum(**query: str) -> float:
        return sum(float(amount) for amount, _ in get_sums(rosa, **query).values())

    assert get_sum() == 15
    assert get_sum(agencyId=PARKS) == 4
    assert get_sum(agencyServiceId=LICENSES) == 2
    assert get_sum(type="renewal") == 2
    assert get_sum(text="ref-d") == 8
    assert get_sum(**{"from": THIS_MONTH.isoformat()}) == 7
    assert get_sum(to=LAST_MONTH.isoformat()) == 8
    assert get_sum(to="2001-01-01") == 0


def test_sum_of_very_long_history_names_its_first_complete_day(
    rosa: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("functions.transactions.service.MAX_EVALUATED", 2)
    monkeypatch.setattr("functions.transactions.service.MAX_SUMMARY_QUERIES", 2)
    for number in range(5):
        pay(str(number), TODAY - timedelta(days=number), "1.00")
    answer = rosa.get(SUMMARY).json
    assert sum(each["count"] for each in answer["months"]) == 4
    assert answer["completeFrom"] == (TODAY - timedelta(days=2)).isoformat()


@pytest.mark.parametrize("name", ["status", "limit", "nextToken"])
def test_other_parameters_are_reported(rosa: Client, name: str) -> None:
    assert list(rosa.get(f"{SUMMARY}?{name}=completed").problems()) == [name]
