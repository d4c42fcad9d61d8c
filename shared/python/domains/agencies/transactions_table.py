"""The transactions table: a person's history is one partition, with an index for each filter.

The range key of each index is `VALUE#DATE#ID`, so that a filter with a range of days is one range of keys.
"""

from collections.abc import Mapping
from typing import Any

from pynamodb.attributes import UnicodeAttribute, UTCDateTimeAttribute
from pynamodb.exceptions import DoesNotExist
from pynamodb.indexes import AllProjection, LocalSecondaryIndex

from domains.agencies.transactions import Transaction
from portal.dynamo import Codec, EntityItem, TableMeta, bind_table, save_if
from portal.text import search_text
from portal.types import is_derived_id


def _choose_index(attribute: str) -> LocalSecondaryIndex["TransactionItem"]:
    class ByDay(LocalSecondaryIndex["TransactionItem"]):  # type: ignore[no-untyped-call]  # PynamoDB's
        class Meta(TableMeta):
            index_name = attribute
            projection = AllProjection()

        user_id = UnicodeAttribute(hash_key=True)
        key = UnicodeAttribute(range_key=True, attr_name=attribute)

    return ByDay()


class TransactionItem(EntityItem):
    """Item of a `Transaction`."""

    class Meta(TableMeta):
        table_name = ""

    user_id = UnicodeAttribute(hash_key=True)
    id = UnicodeAttribute(range_key=True)
    updated_at = UTCDateTimeAttribute()
    search = UnicodeAttribute()  # text for searches; see `search_text`
    by_date = UnicodeAttribute()
    by_agency = UnicodeAttribute()
    by_service = UnicodeAttribute()
    by_type = UnicodeAttribute()
    by_status = UnicodeAttribute()
    date_index = _choose_index("by_date")
    agency_index = _choose_index("by_agency")
    service_index = _choose_index("by_service")
    type_index = _choose_index("by_type")
    status_index = _choose_index("by_status")


class TransactionsTable:
    """Reads and writes single transactions; the lists are in `functions.transactions.repository`."""

    def __init__(self, table_name: str) -> None:
        bind_table(TransactionItem, table_name)

    def get(self, user_id: str, transaction_id: str) -> Transaction | None:
        if not is_derived_id(transaction_id):
            return None
        try:
            return TRANSACTIONS.parse_item(TransactionItem.get(user_id, transaction_id))
        except DoesNotExist:
            return None

    def put(self, transaction: Transaction) -> bool:
        """Add a transaction, or replace an older state of it.

        Returns:
            False if this or a newer state is stored already; nothing is written.
        """
        return save_if(
            TRANSACTIONS.make_item(transaction),
            TransactionItem.id.does_not_exist() | (TransactionItem.updated_at < transaction.updated_at),
        )


def _get_attributes(transaction: Transaction) -> Mapping[str, Any]:
    day_and_id = f"{transaction.occurred_on}#{transaction.id}"
    return {
        "user_id": transaction.user_id,
        "id": transaction.id,
        "updated_at": transaction.updated_at,
        "search": search_text(
            transaction.description.en,
            transaction.description.es,
            transaction.reference_number,
            transaction.period,
        ),
        "by_date": day_and_id,
        "by_agency": f"{transaction.agency_id}#{day_and_id}",
        "by_service": f"{transaction.service_id}#{day_and_id}",
        "by_type": f"{transaction.type}#{day_and_id}",
        "by_status": f"{transaction.status}#{day_and_id}",
    }


TRANSACTIONS = Codec(TransactionItem, Transaction, _get_attributes)
