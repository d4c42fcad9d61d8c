"""What a person narrows the history down to."""

from dataclasses import dataclass
from datetime import date

from portal.agencies.transactions import TransactionStatus, TransactionType


@dataclass(frozen=True, slots=True)
class Filters:
    """All of them must hold; None and empty ask for nothing.

    Attributes:
        first: the first day.
        last: the last day.
        text: found in description, reference number or period, whatever the case and the accents.
    """

    agency_id: str | None = None
    service_id: str | None = None
    type: TransactionType | None = None
    status: TransactionStatus | None = None
    first: date | None = None
    last: date | None = None
    text: str | None = None
