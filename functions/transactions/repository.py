"""Pages of a history, each with one query of an index."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from domains.agencies.transactions import Transaction
from domains.agencies.transactions_table import (
    BY_AGENCY,
    BY_DATE,
    BY_SERVICE,
    BY_STATUS,
    BY_TYPE,
    TRANSACTIONS,
    TransactionsTable,
)
from functions.transactions.contract import TransactionsQuery
from portal.tables import Attr, Condition, Cursor, combine_conditions
from portal.text import make_search_text

# About as many as DynamoDB reads in one query (a megabyte).
MAX_EVALUATED = 1000
_FIRST_DAY = "0000-00-00"
_LAST_DAY = "9999-99-99"


class TransactionsPage(NamedTuple):
    """The result of one query, newest first."""

    transactions: list[Transaction]
    cursor: Cursor | None  # position of the next query; None at the end
    scanned_until: date | None  # day of the cursor


@dataclass(frozen=True, slots=True)
class _TransactionOrder:
    """An index, named like its range key, and the prefix of the range to query."""

    index: str
    prefix: str


class TransactionsRepository(TransactionsTable):
    """Reads histories."""

    def list_transactions(
        self, user_id: str, query: TransactionsQuery, limit: int, cursor: Cursor | None
    ) -> TransactionsPage:
        """Return a page of a history, always with exactly one query.

        The most selective filter chooses the index; DynamoDB applies the others to at most a thousand
        transactions, so a page may be short even if there is a next one.

        Args:
            limit: maximum number of transactions.
            cursor: cursor of the previous page; None for the first page.
        """
        order = _choose_order(query)
        condition = _filter_condition(query, order)
        # The id follows a `#`; `$` is the next character, so the range includes all of the last day.
        first = f"{order.prefix}{query.first or _FIRST_DAY}#"
        end = f"{order.prefix}{query.last or _LAST_DAY}$"
        page = self._table.query_page(
            (Attr("user_id") == user_id) & Attr(order.index).between(first, end),
            index=order.index,
            filters=condition,
            newest_first=True,
            cursor=cursor,
            # An additional item shows whether there is another page.
            page_size=limit + 1 if condition is None else max(limit + 1, MAX_EVALUATED),
            consistent=False,
        )
        transactions = [TRANSACTIONS.parse_item(item) for item in page.items[:limit]]
        if len(page.items) > limit:
            last = transactions[-1]
            return TransactionsPage(transactions, self.make_cursor(last, query), last.occurred_on)
        return TransactionsPage(
            transactions, page.cursor, _get_day(page.cursor, order) if page.cursor else None
        )

    def make_cursor(self, transaction: Transaction, query: TransactionsQuery) -> Cursor:
        """Return the cursor after a transaction of a filtered list."""
        return self._table.make_cursor(TRANSACTIONS.make_item(transaction), _choose_order(query).index)


def _choose_order(query: TransactionsQuery) -> _TransactionOrder:
    if query.agency_service_id:
        return _TransactionOrder(BY_SERVICE, f"{query.agency_service_id}#")
    if query.agency_id:
        return _TransactionOrder(BY_AGENCY, f"{query.agency_id}#")
    if query.status:
        return _TransactionOrder(BY_STATUS, f"{query.status}#")
    if query.type:
        return _TransactionOrder(BY_TYPE, f"{query.type}#")
    return _TransactionOrder(BY_DATE, "")


def _get_day(cursor: Cursor, order: _TransactionOrder) -> date:
    key: str = cursor[order.index]["S"]
    return date.fromisoformat(key.split("#")[-2])


def _filter_condition(query: TransactionsQuery, order: _TransactionOrder) -> Condition | None:
    """Return a condition for the filters that the index does not cover, or None."""
    conditions = list(_list_conditions(query, order))
    return combine_conditions(*conditions) if conditions else None


def _list_conditions(query: TransactionsQuery, order: _TransactionOrder) -> Iterator[Condition]:
    prefixes = {BY_AGENCY: query.agency_id, BY_STATUS: query.status, BY_TYPE: query.type}
    for name, value in prefixes.items():
        if value and name != order.index:
            yield Attr(name).startswith(f"{value}#")
    if query.text and (text := make_search_text(query.text)):
        yield Attr("search").contains(text)
