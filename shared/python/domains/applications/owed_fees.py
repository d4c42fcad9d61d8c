"""Fees that an application owes for its answers."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from domains.agencies.manifest import ApplicationForm, FormFee
from domains.applications.form_rules import is_condition_met, list_shown_fields
from domains.reference.fees import find_official_page, list_fees, widen
from portal.language import Text


@dataclass(frozen=True, slots=True)
class OwedFee:
    """A fee with its amount on a day.

    Attributes:
        low: cents; None if no source has the amount.
        high: as `low`; equal to it if the amount is exact.
        is_exact: true with one figure, an official link, and the day on which somebody looked.
        source_url: official page that states the amount; None without one.
        checked_on: day on which the page was looked at.
    """

    label: Text
    low: int | None
    high: int | None
    is_exact: bool
    source_url: str | None
    checked_on: date | None


def list_owed(form: ApplicationForm, answers: Mapping[str, str], day: date) -> tuple[OwedFee, ...]:
    """List the fees that are owed for some answers on a day."""
    shown = {field.name: answers.get(field.name, "") for field in list_shown_fields(form, answers)}
    return tuple(
        price(fee, day, _parse_count(shown.get(fee.per or "", "")))
        for fee in form.fees
        if is_condition_met(fee.shown_when, shown)
    )


def price(fee: FormFee, day: date, units: int = 1) -> OwedFee:
    """Return a fee with its amount on a day; without an amount if its line has none on that day."""
    low, high, is_exact, url, checked_on = _find_amount(fee, day)
    return OwedFee(
        label=Text(en=fee.label.en, es=fee.label.es),
        low=None if low is None else low * units,
        high=None if high is None else high * units,
        is_exact=is_exact,
        source_url=url,
        checked_on=checked_on,
    )


def sum_owed(fees: tuple[OwedFee, ...]) -> tuple[int, int]:
    """Return the lowest and the highest sum in cents; fees without an amount count as nothing."""
    return sum(fee.low or 0 for fee in fees), sum(fee.high or 0 for fee in fees)


def format_dollars(cents: int | None) -> str | None:
    """Return US dollars such as `50.00`; None for None."""
    return None if cents is None else f"{cents // 100}.{cents % 100:02}"


def _find_amount(fee: FormFee, day: date) -> tuple[int | None, int | None, bool, str | None, date | None]:
    if fee.line is not None:
        row = next((each for each in list_fees() if each.code == fee.line), None)
        amount = row.get_amount(day) if row else None
        span = amount.get_range() if amount else None
        if amount is None or span is None:
            return None, None, False, None, None
        checked_on = amount.checked_on if amount.source_url else None
        return *span, amount.is_exact, amount.source_url, checked_on
    if fee.amount is None:
        return None, None, False, None, None
    cents = int(Decimal(fee.amount) * 100)
    page = find_official_page(fee.source)
    if page is not None and fee.checked_on is not None:
        return cents, cents, True, page, fee.checked_on
    return *widen(cents), False, None, None


def _parse_count(answer: str) -> int:
    return int(answer) if answer.isdecimal() and len(answer) < 6 and int(answer) > 0 else 1
