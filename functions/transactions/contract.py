"""Requests and replies of the transactions routes."""

from datetime import date, datetime
from typing import Annotated, Literal

from pydantic import Field

from portal.agencies.transactions import TransactionStatus, TransactionType
from portal.contract import Contract, RequestContract
from portal.validation import IsoDate


class TransactionsQuery(RequestContract):
    """Filters, all of which must hold, and the page.

    Attributes:
        first: `from` in the query: the first day.
        last: `to` in the query: the last day.
        text: found in description (of either language), reference number or period, whatever the case and
            the accents.
    """

    agency_id: Annotated[str, Field(max_length=60)] | None = None
    agency_service_id: Annotated[str, Field(max_length=60)] | None = None
    type: TransactionType | None = None
    status: TransactionStatus | None = None
    first: Annotated[IsoDate | None, Field(alias="from")] = None
    last: Annotated[IsoDate | None, Field(alias="to")] = None
    text: Annotated[str, Field(max_length=100)] | None = None
    limit: Annotated[int, Field(ge=1, le=100)] = 25
    next_token: Annotated[str, Field(max_length=2000)] | None = None


class AmountReply(Contract):
    """An amount.

    Attributes:
        amount: decimal, two places, such as `435.67`.
    """

    amount: str
    currency: Literal["USD"] = "USD"


class TransactionReply(Contract):
    """What an agency says was paid, renewed, filed, changed or issued.

    Attributes:
        agency_service_id: the service, also where it is not in the catalogue any more.
        reference_number: the agency's confirmation number.
        method: how it was paid, such as `Visa ••42`.
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


class TransactionsReply(Contract):
    """One page, newest first.

    A page holds what one look into the table finds, and can be short or empty though there is a `next_token`.

    Attributes:
        searched_to: the day down to which the filters were applied so far; None when all were.
    """

    items: list[TransactionReply]
    next_token: str | None
    searched_to: date | None
