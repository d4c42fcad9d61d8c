"""The comparison of citations and amounts with the laws."""

from datetime import date, timedelta
from typing import Any

import pytest

from domains.applications.owed_fees import compute_fee
from domains.names.rules import get_name_rules
from domains.reference.fees import Fee, list_fees
from functions.businessnames.reservation_fees import make_fee_reply
from functions.startupcosts.fee_table import get_fee_table
from infrastructure.checks.facts.citations import (
    Law,
    Laws,
    list_citation_faults,
    list_doubled_lines,
    list_fee_faults,
    list_read_texts,
    list_repealed_soon,
    list_research_words,
    list_unknown_figures,
    parse_citations,
    read_laws,
)
from infrastructure.sandbox.manifest_files import list_manifests

TODAY = date(2026, 11, 29)
FEES = "A.R.S. 29-3213"


def change_law(section: str, **changes: Any) -> Laws:
    """Return the laws, of which one is different."""
    laws = read_laws()
    sections = tuple(
        law.model_copy(update=changes) if law.section == section else law for law in laws.sections
    )
    return laws.model_copy(update={"sections": sections})


def get_fee(code: str) -> Fee:
    return next(fee for fee in list_fees() if fee.code == code)


def change_fee(code: str, **changes: Any) -> Fee:
    """Return a fee whose amounts are different."""
    fee = get_fee(code)
    amounts = tuple(each.model_copy(update=changes) for each in fee.amounts)
    return fee.model_copy(update={"amounts": amounts})


@pytest.mark.parametrize(
    ("text", "citations"),
    [
        ("A.R.S. 29-3213(A)(1)", [("A.R.S. 29-3213", "(A)(1)")]),
        ("see A.R.S. § 1-301, subsections A", [("A.R.S. 1-301", "")]),
        ("A.R.S. 29-3114 and 10-403.", [("A.R.S. 29-3114", ""), ("A.R.S. 10-403", "")]),
        ("A.R.S. 29-3114 y 10-403", [("A.R.S. 29-3114", ""), ("A.R.S. 10-403", "")]),
        ("Law (A.R.S. 15-816.01)", [("A.R.S. 15-816.01", "")]),
        ("A.A.C. R4-9-130(2)(a); A.R.S. 32-1126", [("A.R.S. 32-1126", ""), ("A.A.C. R4-9-130", "(2)(a)")]),
        ("26 U.S.C. 3301, 3306", [("26 U.S.C. 3301", ""), ("26 U.S.C. 3306", "")]),
        ("A.R.S. title 29; call 602-542", []),
    ],
)
def test_citations_are_parsed(text: str, citations: list[tuple[str, str]]) -> None:
    assert parse_citations(text) == citations


@pytest.mark.parametrize("text", ["A.R.S. 29-851(A)(1)", "A.R.S. 29-635", "A.R.S. 29-601.01"])
def test_section_of_repealed_chapter_is_found(text: str) -> None:
    (fault,) = list_citation_faults([("here", text)], read_laws(), TODAY)
    assert "was repealed on 2020-09-01; see A.R.S. title 29, chapter 7" in fault


def test_unread_section_is_found() -> None:
    assert list(list_citation_faults([("here", "A.R.S. 99-1")], read_laws(), TODAY)) == [
        "here: A.R.S. 99-1 is not in laws.json: read it and add a row."
    ]


def test_section_repealed_tomorrow_is_announced_and_then_a_fault() -> None:
    tomorrow = TODAY + timedelta(days=1)
    laws, cited = change_law(FEES, repealed_on=tomorrow), [("here", f"{FEES}(A)(1)")]
    assert list(list_citation_faults(cited, laws, TODAY)) == []
    assert list(list_repealed_soon(cited, laws, TODAY)) == ["here: A.R.S. 29-3213, until 2026-11-30"]
    assert list(list_citation_faults(cited, laws, tomorrow)) == [
        "here: A.R.S. 29-3213 was repealed on 2026-11-30."
    ]
    assert list(list_repealed_soon(cited, laws, tomorrow)) == []
    assert list(list_fee_faults([get_fee("acc-llc")], laws, TODAY)) == [
        "acc-llc: ends with A.R.S. 29-3213 on 2026-11-30; end its amount before."
    ]
    assert list(list_fee_faults([change_fee("acc-llc", valid_to=TODAY)], laws, TODAY)) == []


def test_section_not_yet_in_force_is_found() -> None:
    laws = change_law(FEES, since=date(2027, 1, 1))
    assert list(list_citation_faults([("here", FEES)], laws, TODAY)) == [
        "here: A.R.S. 29-3213 is in force from 2027-01-01 on."
    ]


@pytest.mark.parametrize("code", ["acc-llc", "tpt", "roc-3", "ui", "fica", "acc-np"])
def test_amount_that_differs_from_its_law_is_found(code: str) -> None:
    assert list(list_fee_faults([get_fee(code)], read_laws(), TODAY)) == []
    (fault,) = list_fee_faults([change_fee(code, typical=1_234)], read_laws(), TODAY)
    assert fault.startswith(f"{code}: 1234 here, and ")


def test_confirmed_fee_without_a_figure_in_its_law_is_found() -> None:
    fee = change_fee("acc-llc", legal_basis="A.R.S. 29-3201(G)")
    (fault,) = list_fee_faults([fee], read_laws(), TODAY)
    assert "has no figure of A.R.S. 29-3201(G)" in fault


def test_two_lines_for_one_office_are_found() -> None:
    city = get_fee("city-biz")
    other = city.model_copy(update={"code": "city-tax", "label": get_fee("tpt").label})
    assert list(list_doubled_lines([city, other])) == [
        "city-biz and city-tax: one office charges for the same thing twice."
    ]
    again = get_fee("tpt").model_copy(update={"code": "tpt-2"})
    assert len(list(list_doubled_lines([get_fee("tpt"), again]))) == 1
    assert (
        list(
            list_doubled_lines(
                [
                    get_fee("roc-1"),
                    get_fee("roc-1").model_copy(
                        update={"code": "x", "when": (("sector:23",), ("contractor:generalDual",))}
                    ),
                ]
            )
        )
        == []
    )


def test_amount_in_a_text_without_a_source_is_found() -> None:
    texts = [("here", "It costs $10 or $1,234.50, and $0 for a copy.")]
    assert list(list_unknown_figures(texts, list_fees(), read_laws())) == [
        "here: no fee and no law says $1,234.50."
    ]


@pytest.mark.parametrize(
    "text",
    ["Asked of all by general knowledge.", "(successor of the old office)", "No published source was found"],
)
def test_note_of_our_research_is_found(text: str) -> None:
    assert len(list(list_research_words([("here", text)]))) == 1


def test_texts_that_people_read_leave_out_notes_of_maintainers() -> None:
    places = [place for place, _ in list_read_texts()]
    assert any(place.startswith("azcc.yaml") for place in places)
    assert any(place.startswith("startup_costs.json") for place in places)
    assert not [place for place in places if place.endswith(" source")]


def test_read_section_has_a_page() -> None:
    laws: tuple[Law, ...] = read_laws().sections
    assert len({law.section for law in laws}) == len(laws)
    assert [law.section for law in laws if law.seen_on and not law.url] == []


def test_forms_estimates_and_reservations_have_the_amount_of_the_row() -> None:
    lines = {line.code: line.get_fee(TODAY) for line in get_fee_table().lines}
    fees = [
        fee
        for manifest in list_manifests()
        for service in manifest.services
        for form in service.application_forms
        for fee in form.fees
    ]
    assert len(fees) > 10
    for fee in fees:
        row = lines[fee.line or ""]
        priced = compute_fee(fee, TODAY)
        assert row is not None
        assert (priced.cents, priced.status) == (row.typical, row.status), fee.line
    terms = get_name_rules().get_reservation_terms("llc")
    assert terms is not None
    reserved, row = make_fee_reply(terms, TODAY, "en"), lines["name-res"]
    assert row is not None
    assert (reserved.amount, reserved.status) == (row.typical, row.status)
