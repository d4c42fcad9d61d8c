"""Requests and replies of the routes that agencies call."""

from datetime import date, datetime
from typing import Annotated, Literal

from pydantic import Field

from portal.agencies.manifest import LocalisedText
from portal.agencies.transactions import TransactionStatus, TransactionType
from portal.contract import Contract, RequestContract

Amount = Annotated[str, Field(pattern=r"^[0-9]{1,9}\.[0-9]{2}$", examples=["435.67"])]


class InboundTransaction(RequestContract):
    """A transaction of one record.

    Attributes:
        id: the agency's own id; the same id again is the same transaction.
        updated_at: when the agency last changed it; an older one than the portal has changes nothing.
        receipt_url: https address at one of the hosts of the manifest.
    """

    id: Annotated[str, Field(min_length=1, max_length=100)]
    occurred_on: date
    type: TransactionType
    status: TransactionStatus
    description: LocalisedText
    reference_number: Annotated[str, Field(max_length=60)] | None = None
    amount: Amount | None = None
    convenience_fee: Amount | None = None
    method: Annotated[str, Field(max_length=60)] | None = None
    period: Annotated[str, Field(max_length=60)] | None = None
    receipt_url: Annotated[str, Field(max_length=500)] | None = None
    updated_at: datetime


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
