"""Pages of a history, each with one query of an index."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from functools import reduce
from operator import and_
from typing import Any, NamedTuple

from pynamodb.attributes import UnicodeAttribute
from pynamodb.expressions.condition import Condition
from pynamodb.indexes import LocalSecondaryIndex

from domains.agencies.transactions import Transaction
from domains.agencies.transactions_table import TRANSACTIONS, TransactionItem, TransactionsTable
from functions.transactions.contract import TransactionsQuery
from portal.page_tokens import LastEvaluatedKey
from portal.text import search_text

# About as many as DynamoDB reads in one query (a megabyte).
MAX_EVALUATED = 1000
_FIRST_DAY = "0000-00-00"
_LAST_DAY = "9999-99-99"


class Page(NamedTuple):
    """The result of one query, newest first."""

    transactions: list[Transaction]
    cursor: LastEvaluatedKey | None  # position of the next query; None at the end
    scanned_until: date | None  # day of the cursor


@dataclass(frozen=True, slots=True)
class _Order:
    """An index, its range key, and the prefix of the range to query."""

    index: LocalSecondaryIndex[TransactionItem]
    key: UnicodeAttribute
    prefix: str


class TransactionsRepository(TransactionsTable):
    """Reads histories."""

    def list(
        self, user_id: str, query: TransactionsQuery, limit: int, cursor: LastEvaluatedKey | None
    ) -> Page:
        """Return a page of a history, always with exactly one query.

        The most selective filter chooses the index; DynamoDB applies the others to at most a thousand
        transactions, so a page may be short even if there is a next one.

        Args:
            limit: maximum number of transactions.
            cursor: cursor of the previous page; None for the first page.
        """
        order = _choose_order(query)
        condition = _filter_condition(query, order)
        result = order.index.query(
            user_id,
            order.key.between(
                f"{order.prefix}{query.first or _FIRST_DAY}#",
                # The id follows a `#`; `$` is the next character, so the range includes all of the last day.
                f"{order.prefix}{query.last or _LAST_DAY}$",
            ),
            filter_condition=condition,
            scan_index_forward=False,
            last_evaluated_key=cursor,
            # An additional item shows whether there is another page.
            page_size=limit + 1 if condition is None else max(limit + 1, MAX_EVALUATED),
        )
        answer = next(result.page_iter)
        items = answer["Items"]
        transactions = [TRANSACTIONS.parse_raw_item(item) for item in items[:limit]]
        if len(items) > limit:
            last = transactions[-1]
            return Page(transactions, self.make_cursor(last, query), last.occurred_on)
        next_cursor = answer.get("LastEvaluatedKey")
        return Page(transactions, next_cursor, _get_day(next_cursor, order) if next_cursor else None)

    def make_cursor(self, transaction: Transaction, query: TransactionsQuery) -> LastEvaluatedKey:
        """Return the cursor after a transaction of a filtered list."""
        item = TRANSACTIONS.make_item(transaction).serialize()
        return {name: item[name] for name in ("user_id", "id", _choose_order(query).key.attr_name)}


def _choose_order(query: TransactionsQuery) -> _Order:
    item = TransactionItem
    if query.agency_service_id:
        return _Order(item.service_index, item.by_service, f"{query.agency_service_id}#")
    if query.agency_id:
        return _Order(item.agency_index, item.by_agency, f"{query.agency_id}#")
    if query.status:
        return _Order(item.status_index, item.by_status, f"{query.status}#")
    if query.type:
        return _Order(item.type_index, item.by_type, f"{query.type}#")
    return _Order(item.date_index, item.by_date, "")


def _get_day(cursor: LastEvaluatedKey, order: _Order) -> date:
    key: str = cursor[order.key.attr_name]["S"]
    return date.fromisoformat(key.split("#")[-2])


def _filter_condition(query: TransactionsQuery, order: _Order) -> Any:
    """Return a condition for the filters that the index does not cover, or None."""
    conditions = list(_list_conditions(query, order))
    return reduce(and_, conditions) if conditions else None


def _list_conditions(query: TransactionsQuery, order: _Order) -> Iterator[Condition]:
    item = TransactionItem
    if query.agency_id and order.key is not item.by_agency:
        yield item.by_agency.startswith(f"{query.agency_id}#")
    if query.status and order.key is not item.by_status:
        yield item.by_status.startswith(f"{query.status}#")
    if query.type and order.key is not item.by_type:
        yield item.by_type.startswith(f"{query.type}#")
    if query.text and (text := search_text(query.text)):
        yield item.search.contains(text)
