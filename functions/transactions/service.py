"""A person's use cases with their history at agencies, which only agencies write."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from typing import Any, NamedTuple

from domains.agencies.catalog import Catalog
from domains.state.time import get_day
from functions.transactions import texts
from functions.transactions.contract import (
    AmountReply,
    PaidMonthReply,
    SummaryQuery,
    SummaryReply,
    TransactionReply,
    TransactionsQuery,
    TransactionsReply,
)
from functions.transactions.csv_file import CsvFile
from functions.transactions.repository import MAX_EVALUATED, TransactionsRepository
from portal.errors import NotFound
from portal.language import Language, Text
from portal.page_tokens import PageTokens
from portal.types import Clock

MAX_ROWS = 5000
MAX_QUERIES = 20
MAX_SUMMARY_QUERIES = 5
_MONTHS = 12


class TransactionNotFound(NotFound):
    code = "transactionNotFound"
    text = Text(en="This transaction is not in your history.", es="Esa transacción no está en su historial.")


class TransactionsFile(NamedTuple):
    """A history as a file."""

    name: str
    text: str
    next_token: str | None  # token for a file with the remaining rows, or None


@dataclass(slots=True, kw_only=True)
class TransactionsService:
    """Reads histories."""

    clock: Clock
    repository: TransactionsRepository
    catalog: Catalog
    page_tokens: PageTokens

    def get_transaction(self, user_id: str, transaction_id: str, language: Language) -> TransactionReply:
        transaction = self.repository.get_transaction(user_id, transaction_id)
        if transaction is None:
            raise TransactionNotFound
        return TransactionReply.from_transaction(transaction, self.catalog.get_offers(), language)

    def list_transactions(
        self, user_id: str, query: TransactionsQuery, language: Language
    ) -> TransactionsReply:
        """Return a page of the history, newest first, with one query."""
        cursor = self.page_tokens.decode(query.next_token, user_id, make_filters(query))
        page = self.repository.list_transactions(user_id, query, query.limit, cursor)
        offers = self.catalog.get_offers()
        return TransactionsReply(
            items=[TransactionReply.from_transaction(each, offers, language) for each in page.transactions],
            next_token=self.page_tokens.encode(page.cursor, user_id, make_filters(query)),
            scanned_until=page.scanned_until,
        )

    def get_summary(self, user_id: str, query: SummaryQuery) -> SummaryReply:
        """Return the sums of completed transactions of twelve months, with at most five queries."""
        months = _list_months(get_day(self.clock()))
        sums = dict.fromkeys(months, Decimal("0.00"))
        counts = dict.fromkeys(months, 0)
        first = max(query.first or date.min, date.fromisoformat(f"{months[0]}-01"))
        filters = TransactionsQuery.model_construct(**dict(query) | {"first": first, "status": "completed"})
        cursor, complete_from = None, None
        for _ in range(MAX_SUMMARY_QUERIES):
            page = self.repository.list_transactions(user_id, filters, MAX_EVALUATED, cursor)
            for each in page.transactions:
                month = f"{each.occurred_on:%Y-%m}"
                if each.amount and month in sums:
                    sums[month] += Decimal(each.amount)
                    counts[month] += 1
            cursor = page.cursor
            complete_from = page.scanned_until and page.scanned_until + timedelta(days=1)
            if cursor is None:
                break
        return SummaryReply(
            months=[
                PaidMonthReply(month=month, paid=AmountReply(amount=str(sums[month])), count=counts[month])
                for month in months
            ],
            complete_from=complete_from,
        )

    def export_transactions(
        self, user_id: str, query: TransactionsQuery, language: Language
    ) -> TransactionsFile:
        """Return the history as CSV: at most 5,000 rows and 5 MB, with at most 20 queries.

        The last line of an incomplete file says so and gives its last day.
        """
        cursor = self.page_tokens.decode(query.next_token, user_id, make_filters(query))
        offers = self.catalog.get_offers()
        file = CsvFile(language)
        rows, scanned_until = 0, None
        for _ in range(MAX_QUERIES):
            page = self.repository.list_transactions(user_id, query, MAX_ROWS - rows, cursor)
            added = 0
            for transaction in page.transactions:
                if not file.add_row(TransactionReply.from_transaction(transaction, offers, language)):
                    break
                added += 1
            rows += added
            if added == len(page.transactions):
                cursor, scanned_until = page.cursor, page.scanned_until
            elif added:
                last = page.transactions[added - 1]
                cursor, scanned_until = self.repository.make_cursor(last, query), last.occurred_on
            if cursor is None or rows == MAX_ROWS or added < len(page.transactions):
                break
        today = get_day(self.clock())
        return TransactionsFile(
            name=f"{texts.FILE_NAME.in_language(language)}-{today}.csv",
            text=file.get_text(scanned_until),
            next_token=self.page_tokens.encode(cursor, user_id, make_filters(query)),
        )


def make_filters(query: TransactionsQuery) -> Mapping[str, Any]:
    """Return the part of a query that binds a page token."""
    return query.model_dump(mode="json", exclude={"limit", "next_token"})


def _list_months(today: date) -> list[str]:
    """List the current month and those before it, oldest first."""
    last = today.year * 12 + today.month - 1
    return [f"{each // 12}-{each % 12 + 1:02d}" for each in range(last - _MONTHS + 1, last + 1)]
