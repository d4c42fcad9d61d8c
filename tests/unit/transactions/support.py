"""A transactions service over a history in memory."""

from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from typing import Any

from functions.transactions.filters import Filters
from functions.transactions.repository import Page
from functions.transactions.service import TransactionsService
from portal.agencies.catalogue import Catalogue
from portal.agencies.transactions import Transaction
from portal.language import Text
from portal.page_tokens import LastEvaluatedKey, PageTokens
from portal.principal import Principal

NOW = datetime(2026, 11, 22, 3, 0, tzinfo=UTC)
ROSA = Principal("rosa", "rosa@example.com", True, "Rosa Delgado", frozenset())


def transaction(number: int = 0, **changes: Any) -> Transaction:
    """A payment; a higher number is earlier."""
    values: dict[str, Any] = {
        "id": f"id-{number:05d}",
        "user_id": ROSA.user_id,
        "agency_id": "adot-mvd",
        "service_id": "adot-mvd-vehicles",
        "occurred_on": date(2026, 3, 14) - timedelta(number // 10),
        "type": "payment",
        "status": "completed",
        "description": Text(en="Registration renewal", es="Renovación del registro"),
        "reference_number": "AZ-1",
        "amount": "435.67",
        "convenience_fee": "3.00",
        "method": "Visa ••42",
        "period": "2026",
        "receipt_url": "https://mvd.example/1",
        "updated_at": NOW,
    }
    return Transaction(**values | changes)


@dataclass
class MemoryRepository:
    """A history in order, of which a query sees a limited number.

    Attributes:
        evaluated_at_once: how many a query looks at.
        hidden: how many at the beginning no filter finds.
    """

    history: list[Transaction]
    evaluated_at_once: int = 1000
    hidden: int = 0
    queries: list[int] = field(default_factory=list)

    def read(self, user_id: str, transaction_id: str) -> Transaction | None:
        return next((each for each in self.history if each.id == transaction_id), None)

    def page(self, user_id: str, filters: Filters, limit: int, place: LastEvaluatedKey | None) -> Page:
        self.queries.append(limit)
        start = self._number_after(place)
        seen = self.history[start : start + self.evaluated_at_once]
        found = [each for number, each in enumerate(seen, start) if number >= self.hidden][:limit]
        last = found[-1] if len(found) == limit else seen[-1] if seen else None
        if last is None or last is self.history[-1]:
            return Page(tuple(found), None, None)
        return Page(tuple(found), self.place_after(last, filters), last.occurred_on)

    def place_after(self, transaction: Transaction, filters: Filters) -> LastEvaluatedKey:
        return {"id": {"S": transaction.id}}

    def _number_after(self, place: LastEvaluatedKey | None) -> int:
        if place is None:
            return 0
        return 1 + next(number for number, each in enumerate(self.history) if each.id == place["id"]["S"])


class NoAgencies:
    """An empty catalogue."""

    def entries(self) -> list[Any]:
        return []


def service(repository: MemoryRepository) -> TransactionsService:
    """The service over a history."""
    return TransactionsService(
        clock=lambda: NOW,
        repository=repository,
        catalogue=Catalogue(NoAgencies(), lambda: 0.0),
        page_tokens=PageTokens("a secret"),
    )
