"""Requests and replies of the transactions routes."""

from datetime import date, datetime
from typing import Annotated, Literal, Self

from pydantic import Field, StringConstraints, model_validator

from domains.agencies.catalog import Offers, localize
from domains.agencies.transactions import Transaction, TransactionStatus, TransactionType
from functions.transactions import texts
from portal.contract import Contract, RequestContract
from portal.errors import Problem
from portal.language import Language
from portal.validation import IsoDate, make_field_problems


class SummaryQuery(RequestContract):
    """Filters, all of which must match.

    Attributes:
        first: `from` in the query: the first day.
        last: `to` in the query: the last day.
        text: text in the description (any language), reference number or period, ignoring case and accents.
    """

    agency_id: Annotated[str, Field(max_length=60)] | None = None
    agency_service_id: Annotated[str, Field(max_length=60)] | None = None
    type: TransactionType | None = None
    first: Annotated[IsoDate | None, Field(alias="from")] = None
    last: Annotated[IsoDate | None, Field(alias="to")] = None
    text: Annotated[str, StringConstraints(max_length=100, strip_whitespace=True)] | None = None

    @model_validator(mode="after")
    def _require_ordered_days(self) -> Self:
        if self.first and self.last and self.first > self.last:
            raise make_field_problems(Problem("from", texts.FROM_AFTER_TO))
        return self


class TransactionsQuery(SummaryQuery):
    """Filters, all of which must match, and the page."""

    status: TransactionStatus | None = None
    limit: Annotated[int, Field(ge=1, le=100)] = 25
    next_token: Annotated[str, Field(max_length=2000)] | None = None


class AmountReply(Contract):
    """An amount.

    Attributes:
        amount: decimal, two places, such as `435.67`.
    """

    amount: str
    currency: Literal["USD"] = "USD"

    @classmethod
    def from_amount(cls, amount: str | None) -> Self | None:
        """Make the reply; None where there is no amount."""
        return cls(amount=amount) if amount else None


class TransactionReply(Contract):
    """A payment, renewal, filing, change or issue that an agency reports.

    Attributes:
        agency_service_id: service, even if no longer in the catalog.
        reference_number: the agency's confirmation number.
        method: payment method, such as `Visa ••42`.
        receipt_url: a page of the agency.
    """

    id: str
    occurred_on: date
    agency_id: str
    agency_name: str
    agency_service_id: str
    service_name: str
    type: TransactionType
    status: TransactionStatus
    description: str
    reference_number: str | None
    amount: AmountReply | None
    convenience_fee: AmountReply | None
    method: str | None
    period: str | None
    receipt_url: str | None
    updated_at: datetime

    @classmethod
    def from_transaction(cls, transaction: Transaction, offers: Offers, language: Language) -> Self:
        """Return a transaction in one language; ids stand in for names that left the catalog."""
        offer = offers.get_offer(transaction.service_id)
        return cls.from_entity(
            transaction,
            agency_name=localize(offer.agency.name, language) if offer else transaction.agency_id,
            agency_service_id=transaction.service_id,
            service_name=localize(offer.service.name, language) if offer else transaction.service_id,
            description=transaction.description.in_language(language),
            amount=AmountReply.from_amount(transaction.amount),
            convenience_fee=AmountReply.from_amount(transaction.convenience_fee),
        )


class TransactionsReply(Contract):
    """Page of transactions, newest first.

    A page can be short or empty even if there is a `next_token`.

    Attributes:
        scanned_until: day of the oldest transaction that was filtered so far; None at the end.
    """

    items: list[TransactionReply]
    next_token: str | None
    scanned_until: date | None


class PaidMonthReply(Contract):
    """The sum of a month.

    Attributes:
        month: in Arizona, such as `2026-11`.
        paid: sum of the amounts of completed transactions, without convenience fees.
        count: transactions in the sum.
    """

    month: str
    paid: AmountReply
    count: int


class SummaryReply(Contract):
    """The sums of twelve months, oldest first; the last one is the current month.

    Attributes:
        complete_from: earliest day with all of its transactions in the sums, if the history is too long to
            read; otherwise None.
    """

    months: list[PaidMonthReply]
    complete_from: date | None
