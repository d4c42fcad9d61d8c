"""Fees that an application owes for its answers."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal

from domains.agencies.manifest_forms import ApplicationForm, FormFee
from domains.applications.form_rules import is_condition_met, list_shown_fields
from domains.reference.fees import FeeStatus, find_official_page, get_fee_status, list_fees
from portal.language import Text


@dataclass(frozen=True, slots=True)
class OwedFee:
    """A fee with its amount on a day."""

    label: Text
    cents: int | None = None  # None if the agency has to tell the amount
    status: FeeStatus = "unknown"
    source_url: str | None = None  # official page that states the amount; None without one
    checked_on: date | None = None  # day on which the page was looked at


def list_owed(form: ApplicationForm, answers: Mapping[str, str], day: date) -> tuple[OwedFee, ...]:
    """List the fees that are owed for some answers on a day.

    Nobody owes an amount that is not confirmed: it is left out, and the agency tells it.
    """
    shown = {field.name: answers.get(field.name, "") for field in list_shown_fields(form, answers)}
    return tuple(
        _drop_unconfirmed(compute_fee(fee, day, _parse_count(shown.get(fee.per or "", ""))))
        for fee in form.fees
        if is_condition_met(fee.shown_when, shown)
    )


def compute_fee(fee: FormFee, day: date, units: int = 1) -> OwedFee:
    """Return a fee with its amount on a day; without an amount if its line has none on that day."""
    cents, page, checked_on = _find_amount(fee, day)
    status = get_fee_status(cents, page, checked_on)
    is_confirmed = status in ("confirmed", "free")
    return OwedFee(
        label=Text(en=fee.label.en, es=fee.label.es),
        cents=None if cents is None else cents * units,
        status=status,
        source_url=page if is_confirmed else None,
        checked_on=checked_on if is_confirmed else None,
    )


def sum_owed(fees: tuple[OwedFee, ...]) -> int:
    """Return the sum in cents; fees without an amount count as nothing."""
    return sum(fee.cents or 0 for fee in fees)


def format_dollars(cents: int | None) -> str | None:
    """Return US dollars such as `50.00`; None for None."""
    return None if cents is None else f"{cents // 100}.{cents % 100:02}"


def _drop_unconfirmed(fee: OwedFee) -> OwedFee:
    return replace(fee, cents=None) if fee.status == "notConfirmed" else fee


def _find_amount(fee: FormFee, day: date) -> tuple[int | None, str | None, date | None]:
    if fee.line is None:
        cents = None if fee.amount is None else int(Decimal(fee.amount) * 100)
        return cents, find_official_page(fee.source), fee.checked_on
    row = next((each for each in list_fees() if each.code == fee.line), None)
    amount = row.get_amount(day) if row else None
    return (amount.typical, amount.source_url, amount.checked_on) if amount else (None, None, None)


def _parse_count(answer: str) -> int:
    return int(answer) if answer.isdecimal() and len(answer) < 6 and int(answer) > 0 else 1
