"""Replies that several groups share."""

from datetime import date

from domains.applications.owed_fees import OwedFee, format_dollars
from domains.reference.fees import FeeStatus
from portal.contract import Contract
from portal.language import Language


class FormFeeReply(Contract):
    """A fee of the agency.

    Attributes:
        amount: US dollars, such as `50.00`; None if the agency has to tell it.
        status: `confirmed` or `free` with an official page and the day on which somebody looked at it;
            `notConfirmed` for an amount to ask the agency about; `unknown` without one.
        source_url: that page; None without one.
        checked_on: that day; None without a page.
    """

    label: str
    amount: str | None
    status: FeeStatus
    source_url: str | None
    checked_on: date | None


def make_fee_reply(fee: OwedFee, language: Language) -> FormFeeReply:
    """Return a fee in a language."""
    return FormFeeReply.from_entity(
        fee,
        label=fee.label.in_language(language),
        amount=format_dollars(fee.cents),
    )
