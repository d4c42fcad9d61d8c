"""Replies that several groups share."""

from datetime import date

from domains.applications.owed_fees import OwedFee, format_dollars
from portal.contract import Contract
from portal.language import Language


class FormFeeReply(Contract):
    """A fee of the agency.

    Attributes:
        low: US dollars, such as `50.00`; None if no source has the amount.
        high: as `low`; equal to it if the amount is exact.
        is_exact: true for one figure with an official page and the day on which somebody looked at it.
        source_url: that page; None without one.
        checked_on: that day; None without a page.
    """

    label: str
    low: str | None
    high: str | None
    is_exact: bool
    source_url: str | None
    checked_on: date | None


def make_fee_reply(fee: OwedFee, language: Language) -> FormFeeReply:
    """Return a fee in a language."""
    return FormFeeReply.from_entity(
        fee,
        label=fee.label.in_language(language),
        low=format_dollars(fee.low),
        high=format_dollars(fee.high),
    )
