"""Requests and replies of the routes that agencies call."""

import re
from datetime import datetime
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field

from portal.agencies.manifest import LocalisedText
from portal.agencies.transactions import TransactionStatus, TransactionType
from portal.contract import Contract, RequestContract
from portal.language import Text
from portal.validation import IsoDate, UnacceptableValue

_MOMENT = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})"
)
_WRONG_MOMENT = Text(
    en="Send a moment with its offset from UTC (RFC 3339), such as 2026-11-21T18:30:00Z.",
    es="Envíe un momento con su diferencia horaria respecto a UTC (RFC 3339), como 2026-11-21T18:30:00Z.",
)


def _moment(value: object) -> datetime:
    """Read a moment as RFC 3339 writes it; Pydantic takes seconds since 1970 and local times too."""
    if not isinstance(value, str) or not _MOMENT.fullmatch(value):
        raise UnacceptableValue(_WRONG_MOMENT)
    try:
        return datetime.fromisoformat(value)
    except ValueError:
        raise UnacceptableValue(_WRONG_MOMENT) from None


Moment = Annotated[datetime, BeforeValidator(_moment)]
Amount = Annotated[str, Field(pattern=r"^[0-9]{1,9}\.[0-9]{2}$", examples=["435.67"])]


class InboundTransaction(RequestContract):
    """A transaction of one record.

    Attributes:
        id: the agency's own id; the same id again is the same transaction.
        occurred_on: from 1900 until a year from now.
        amount: US dollars, exact to the cent; so too the fee.
        updated_at: when the agency last changed it; one that is not later than the portal's changes nothing.
        receipt_url: https address at one of the hosts of the manifest.
    """

    id: Annotated[str, Field(min_length=1, max_length=100)]
    occurred_on: IsoDate
    type: TransactionType
    status: TransactionStatus
    description: LocalisedText
    reference_number: Annotated[str, Field(max_length=60)] | None = None
    amount: Amount | None = None
    convenience_fee: Amount | None = None
    method: Annotated[str, Field(max_length=60)] | None = None
    period: Annotated[str, Field(max_length=60)] | None = None
    receipt_url: Annotated[str, Field(max_length=500)] | None = None
    updated_at: Moment


class TransactionPostRequest(RequestContract):
    """Posts or changes a transaction of a connected record.

    Attributes:
        reference: as the agency gave it when the record was matched.
    """

    agency_service_id: Annotated[str, Field(min_length=1, max_length=60)]
    reference: Annotated[str, Field(min_length=1, max_length=200)]
    transaction: InboundTransaction


class TransactionPostReply(Contract):
    """What became of it: `unchanged` when the portal had it, or a newer one, already."""

    outcome: Literal["stored", "unchanged"]


class RevocationRequest(RequestContract):
    """Ends the connection of a record from the agency's side."""

    agency_service_id: Annotated[str, Field(min_length=1, max_length=60)]
    reference: Annotated[str, Field(min_length=1, max_length=200)]


class RevocationReply(Contract):
    """What became of it: `unchanged` when it was revoked before."""

    outcome: Literal["revoked", "unchanged"]
