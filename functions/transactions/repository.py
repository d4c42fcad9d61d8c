"""What the transactions group reads: pages of a history, each with one query of one index."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from functools import reduce
from operator import and_

from pynamodb.attributes import UnicodeAttribute
from pynamodb.expressions.condition import Condition
from pynamodb.indexes import LocalSecondaryIndex

from functions.transactions.filters import Filters
from portal.agencies.transactions import Transaction
from portal.agencies.transactions_table import (
    TransactionItem,
    TransactionsTable,
    day_of,
    range_key,
    transaction_of,
)
from portal.page_tokens import LastEvaluatedKey
from portal.text import search_text

# DynamoDB looks at no more than a megabyte in one query, which is about as many.
EVALUATED_AT_ONCE = 1000
_FIRST_DAY = "0000-00-00"
_LAST_DAY = "9999-99-99"


@dataclass(frozen=True, slots=True)
class Page:
    """What one query found, newest first.

    Attributes:
        place: where the next query goes on; None when everything was looked at.
        searched_to: the day of that place.
    """

    transactions: tuple[Transaction, ...]
    place: LastEvaluatedKey | None
    searched_to: date | None


@dataclass(frozen=True, slots=True)
class _Order:
    """An index, and the part of it that a query reads."""

    index: LocalSecondaryIndex[TransactionItem]
    key: UnicodeAttribute
    begins_with: str


class TransactionsRepository(TransactionsTable):
    """Reads histories."""

    def page(self, user_id: str, filters: Filters, limit: int, place: LastEvaluatedKey | None) -> Page:
        """A page of a history: exactly one query, whatever the filters and however long the history.

        The most selective filter chooses the index; DynamoDB applies the others to what it reads, which is at
        most a thousand transactions, so that a page can be short though there is a next one.

        Args:
            limit: the most transactions of the page.
            place: that of the page before; None for the first page.
        """
        order = _order_for(filters)
        rest = _rest(filters, order)
        found = order.index.query(
            user_id,
            order.key.between(
                range_key(order.begins_with, filters.first or _FIRST_DAY),
                # The id follows a `#`; `$` is the next character, so that all of the last day is within.
                range_key(order.begins_with, filters.last or _LAST_DAY)[:-1] + "$",
            ),
            filter_condition=rest,
            scan_index_forward=False,
            last_evaluated_key=place,
            # One more than needed tells whether there is another page.
            page_size=limit + 1 if rest is None else max(limit + 1, EVALUATED_AT_ONCE),
        )
        answer = next(found.page_iter)
        matches = answer["Items"]
        # Of what a filter found, only the page is read: taking an item apart costs more than finding it.
        transactions = tuple(transaction_of(TransactionItem.from_raw_data(raw)) for raw in matches[:limit])
        if len(matches) > limit:
            last = transactions[-1]
            return Page(transactions, self.place_after(last, filters), last.occurred_on)
        next_place = answer.get("LastEvaluatedKey")
        searched_to = day_of(next_place[order.key.attr_name]["S"]) if next_place else None
        return Page(transactions, next_place, searched_to)

    def place_after(self, transaction: Transaction, filters: Filters) -> LastEvaluatedKey:
        """Where a list with these filters goes on after a transaction of it."""
        order = _order_for(filters)
        key = range_key(order.begins_with, transaction.occurred_on, transaction.id)
        return {
            "user_id": {"S": transaction.user_id},
            "id": {"S": transaction.id},
            order.key.attr_name: {"S": key},
        }


def _order_for(filters: Filters) -> _Order:
    item = TransactionItem
    if filters.service_id:
        return _Order(item.in_order_of_service, item.by_service, filters.service_id)
    if filters.agency_id:
        return _Order(item.in_order_of_agency, item.by_agency, filters.agency_id)
    if filters.status:
        return _Order(item.in_order_of_status, item.by_status, filters.status)
    if filters.type:
        return _Order(item.in_order_of_type, item.by_type, filters.type)
    return _Order(item.in_order_of_date, item.by_date, "")


def _rest(filters: Filters, order: _Order) -> Condition | None:
    """What of the filters the index does not answer."""
    conditions = list(_conditions(filters, order))
    return reduce(and_, conditions) if conditions else None


def _conditions(filters: Filters, order: _Order) -> Iterator[Condition]:
    item = TransactionItem
    if filters.agency_id and order.key is not item.by_agency:
        yield item.agency_id == filters.agency_id
    if filters.status and order.key is not item.by_status:
        yield item.status == filters.status
    if filters.type and order.key is not item.by_type:
        yield item.type == filters.type
    if filters.text and (wanted := search_text(filters.text)):
        yield item.search.contains(wanted)
