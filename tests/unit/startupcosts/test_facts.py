"""`npm run facts -- check`: contradictions, review days, and rows without a link."""

import dataclasses
from datetime import date
from typing import Any

import pytest

from domains.reference.fees import Fee, list_fees
from infrastructure.checks.facts.__main__ import main
from infrastructure.checks.facts.check import (
    check_facts,
    list_report_contradictions,
    list_wrong_links,
)
from infrastructure.sandbox.samples import make_records

TODAY = date(2026, 11, 21)


def change_row(code: str, **changes: Any) -> dict[str, Fee]:
    """Return the government fees, in which a row has other values."""
    fees = {fee.code: fee for fee in list_fees()}
    amounts = tuple(each.model_copy(update=changes) for each in fees[code].amounts)
    return fees | {code: fees[code].model_copy(update={"amounts": amounts})}


def test_no_fact_contradicts_another() -> None:
    assert check_facts(TODAY).contradictions == ()


def test_row_without_link_is_listed_with_its_origin() -> None:
    found = check_facts(TODAY).without_link
    assert [line for line in found if line.startswith("acc-corp: ") and "mclawfirm.com" in line]
    assert not [line for line in found if line.startswith("tpt: ")]


def test_row_is_past_review_from_the_next_day_on() -> None:
    assert check_facts(date(2027, 11, 21)).past_review == ()
    assert (
        "tpt: State TPT license, per location, due 2027-11-29" in check_facts(date(2027, 11, 30)).past_review
    )


def test_annual_report_of_llc_is_found() -> None:
    records = [
        dataclasses.replace(record, actions=None)
        for record in make_records(TODAY)
        if record.label == "Whitehorse Building LLC"
    ]
    found = list(list_report_contradictions(change_row("tpt"), records, TODAY))
    assert found == ["annual-llc: record e-5d20b8 of an LLC offers file-annual-report."]


def test_link_to_third_party_is_found() -> None:
    fees = change_row("acc-llc", source_url="https://www.upcounsel.com/llc")
    assert list(list_wrong_links(fees.values())) == [
        "acc-llc: https://www.upcounsel.com/llc is no page of a government and no text of a law."
    ]


@pytest.mark.parametrize(("day", "code"), [("2026-11-21", 0), ("2027-11-30", 1)])
def test_exit_code_tells_of_rows_past_review(day: str, code: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--today", day]) == code
    assert "Contradictions: 0" in capsys.readouterr().out
