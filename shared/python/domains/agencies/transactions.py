"""Payments, renewals, filings, changes, and issuances that agencies report.

Source of kinds and states: facts/agency_services.json, transactions.
"""

from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Literal

from portal.language import Text
from portal.types import derive_id

TransactionType = Literal["payment", "renewal", "filing", "change", "document"]
TransactionStatus = Literal["pending", "completed", "failed", "refunded", "cancelled"]


@dataclass(frozen=True, slots=True)
class Transaction:
    """A transaction in a person's history."""

    id: str  # see `get_transaction_id`
    user_id: str
    agency_id: str
    service_id: str
    occurred_on: date
    type: TransactionType
    status: TransactionStatus
    description: Text
    reference_number: str | None
    amount: str | None  # US dollars as a decimal with two places, such as `435.67`, as is `convenience_fee`
    convenience_fee: str | None
    method: str | None
    period: str | None
    receipt_url: str | None
    updated_at: datetime  # time of the agency's last change

    def assign_to_person(self, user_id: str) -> "Transaction":
        """Return a draft, whose id is the agency's own, as the transaction of a person."""
        return replace(self, id=get_transaction_id(user_id, self.agency_id, self.id), user_id=user_id)


def get_transaction_id(user_id: str, agency_id: str, agencys_own_id: str) -> str:
    """Return the portal's id of an agency's transaction in a person's history."""
    return derive_id(user_id, agency_id, agencys_own_id)
