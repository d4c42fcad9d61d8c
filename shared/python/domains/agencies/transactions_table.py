"""The transactions table: a person's history is one partition, with an index for each filter.

The local indexes have the names of their range keys, which are `VALUE#DATE#ID`, so that a filter with a range
of days is one range of keys.
"""

from collections.abc import Mapping
from typing import Any

from domains.agencies.transactions import Transaction
from portal.items import JsonSchema, format_moment
from portal.tables import Attr, Table
from portal.text import make_search_text
from portal.types import is_derived_id

BY_DATE, BY_AGENCY, BY_SERVICE = "by_date", "by_agency", "by_service"
BY_TYPE, BY_STATUS = "by_type", "by_status"


def _get_attributes(transaction: Transaction) -> Mapping[str, Any]:
    day_and_id = f"{transaction.occurred_on}#{transaction.id}"
    return {
        "user_id": transaction.user_id,
        "id": transaction.id,
        "updated_at": format_moment(transaction.updated_at),
        "search": make_search_text(
            transaction.description.en,
            transaction.description.es,
            transaction.reference_number,
            transaction.period,
        ),
        BY_DATE: day_and_id,
        BY_AGENCY: f"{transaction.agency_id}#{day_and_id}",
        BY_SERVICE: f"{transaction.service_id}#{day_and_id}",
        BY_TYPE: f"{transaction.type}#{day_and_id}",
        BY_STATUS: f"{transaction.status}#{day_and_id}",
    }


TRANSACTIONS = JsonSchema(Transaction, ("user_id", "id"), _get_attributes)


class TransactionsTable:
    """Reads and writes single transactions; the lists are in `functions.transactions.repository`."""

    def __init__(self, table_name: str) -> None:
        self._table = Table(table_name, TRANSACTIONS)

    def get_transaction(self, user_id: str, transaction_id: str) -> Transaction | None:
        if not is_derived_id(transaction_id):
            return None
        return self._table.get(user_id, transaction_id, consistent=False)

    def put_transaction(self, transaction: Transaction) -> bool:
        """Add a transaction, or replace an older state of it.

        Returns:
            False if this or a newer state is stored already; nothing is written.
        """
        is_older = Attr("updated_at") < format_moment(transaction.updated_at)
        return self._table.put(transaction, Attr("id").does_not_exist() | is_older)
