"""Checks the rows of shared/data/startup_costs.json, and compares them with laws and other data."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path

from domains.reference.elsewhere import Matter, list_matters
from domains.reference.fees import Fee, FeeAmount, is_official_page, list_fees, list_lines
from infrastructure.checks.facts.citations import (
    list_citation_faults,
    list_cited_texts,
    list_doubled_lines,
    list_fee_faults,
    list_form_fee_faults,
    list_read_texts,
    list_repealed_soon,
    list_research_words,
    list_unknown_figures,
    read_laws,
)
from infrastructure.sandbox.samples import Record, make_records

COLLECTED_FROM = Path(__file__).with_name("collected_from.json")
_REPORT_ACTION = "file-annual-report"
_LLC_TYPES = ("LLC", "PLLC")
_OFFICE_REVIEW = timedelta(days=365)


@dataclass(frozen=True, slots=True)
class Findings:
    """The findings of a check, a line each."""

    without_link: tuple[str, ...]  # government fees with an amount that is not confirmed
    past_review: tuple[str, ...]  # rows to look at again
    contradictions: tuple[str, ...]  # facts that two places tell differently
    repealed_soon: tuple[str, ...]  # citations of sections that will be repealed within three months
    unseen_offices: tuple[str, ...]  # matters of other offices whose page nobody has looked at


def check_facts(today: date) -> Findings:
    """Check all facts as they are on a day."""
    fees = {fee.code: fee for fee in list_fees()}
    laws = read_laws()
    cited, read = tuple(list_cited_texts()), tuple(list_read_texts())
    return Findings(
        without_link=tuple(_list_without_link(fees.values(), today)),
        past_review=(
            *_list_past_review(list_lines(), today),
            *list_offices_past_review(list_matters(), today),
        ),
        contradictions=(
            *list_wrong_links(fees.values()),
            *list_citation_faults(cited, laws, today),
            *list_fee_faults(fees.values(), laws, today),
            *list_form_fee_faults(laws),
            *list_doubled_lines(fees.values()),
            *list_unknown_figures(read, fees.values(), laws),
            *list_research_words(read),
            *list_report_contradictions(fees, make_records(today), today),
        ),
        repealed_soon=tuple(list_repealed_soon(cited, laws, today)),
        unseen_offices=tuple(
            f"{matter.id}: {matter.url}" for matter in list_matters() if matter.checked_on is None
        ),
    )


def list_offices_past_review(matters: Iterable[Matter], today: date) -> Iterator[str]:
    """Yield the matters of other offices whose page was looked at more than a year ago."""
    for matter in matters:
        if matter.checked_on is not None and matter.checked_on + _OFFICE_REVIEW < today:
            yield f"{matter.id}: {matter.url}, looked at on {matter.checked_on.isoformat()}"


def list_wrong_links(fees: Iterable[Fee]) -> Iterator[str]:
    """Yield the rows whose link leads neither to a government nor to a law."""
    for fee in fees:
        for amount in fee.amounts:
            if amount.source_url is not None and not is_official_page(amount.source_url):
                yield f"{fee.code}: {amount.source_url} is no page of a government and no text of a law."


def list_report_contradictions(
    fees: Mapping[str, Fee], records: Iterable[Record], today: date
) -> Iterator[str]:
    """Yield the LLCs that have an annual report to file, while the row says that none is due."""
    if _get_cents(fees, "annual-llc", today) != 0:
        return
    for record in records:
        fields = record.fields(today)
        if record.service_id != "azcc-entity" or fields["type"] not in _LLC_TYPES:
            continue
        if fields["annualReportDue"] is not None:
            yield f"annual-llc: record {record.reference} of an LLC has a due annual report."
        if record.actions is None or _REPORT_ACTION in record.actions:
            yield f"annual-llc: record {record.reference} of an LLC offers {_REPORT_ACTION}."


def _list_without_link(fees: Iterable[Fee], today: date) -> Iterator[str]:
    collected = json.loads(COLLECTED_FROM.read_bytes())["collectedFrom"]
    for fee in fees:
        amount = fee.get_amount(today)
        if amount is not None and amount.status == "notConfirmed":
            yield f"{fee.code}: {fee.label.en}. Collected from: {collected[fee.code]}"


def _list_past_review(fees: Iterable[Fee], today: date) -> Iterator[str]:
    for fee in fees:
        amount = fee.get_amount(today)
        if amount is not None and amount.review_by < today:
            yield f"{fee.code}: {fee.label.en}, due {amount.review_by.isoformat()}"


def _get_cents(fees: Mapping[str, Fee], code: str, day: date) -> int:
    amount: FeeAmount | None = fees[code].get_amount(day)
    if amount is None or amount.typical is None:
        raise ValueError(f"row {code} has no figure on {day.isoformat()}")
    return amount.typical
