"""The transactions table: a person's history is one partition, in as many orders as there are filters.

Each index has the same range key but for what it begins with: `VALUE#DATE#ID`, so that a filter with a range
of days is one range of keys.
"""

from datetime import date
from typing import TypeVar, cast

from pynamodb.attributes import UnicodeAttribute, UTCDateTimeAttribute
from pynamodb.exceptions import DoesNotExist
from pynamodb.indexes import AllProjection, LocalSecondaryIndex
from pynamodb.models import Model

from portal.agencies.transactions import Transaction, TransactionStatus, TransactionType
from portal.dynamo import TableMeta, bind_table, save_if
from portal.language import Text
from portal.text import search_text
from portal.types import is_derived_id

_Value = TypeVar("_Value")


class ByDate(LocalSecondaryIndex["TransactionItem"]):  # type: ignore[no-untyped-call]  # PynamoDB's
    """The whole history by day."""

    class Meta(TableMeta):
        index_name = "by_date"
        projection = AllProjection()

    user_id = UnicodeAttribute(hash_key=True)
    by_date = UnicodeAttribute(range_key=True)


class ByAgency(LocalSecondaryIndex["TransactionItem"]):  # type: ignore[no-untyped-call]  # PynamoDB's
    """The history with one agency by day."""

    class Meta(TableMeta):
        index_name = "by_agency"
        projection = AllProjection()

    user_id = UnicodeAttribute(hash_key=True)
    by_agency = UnicodeAttribute(range_key=True)


class ByService(LocalSecondaryIndex["TransactionItem"]):  # type: ignore[no-untyped-call]  # PynamoDB's
    """The history with one service by day."""

    class Meta(TableMeta):
        index_name = "by_service"
        projection = AllProjection()

    user_id = UnicodeAttribute(hash_key=True)
    by_service = UnicodeAttribute(range_key=True)


class ByType(LocalSecondaryIndex["TransactionItem"]):  # type: ignore[no-untyped-call]  # PynamoDB's
    """The history of one type by day."""

    class Meta(TableMeta):
        index_name = "by_type"
        projection = AllProjection()

    user_id = UnicodeAttribute(hash_key=True)
    by_type = UnicodeAttribute(range_key=True)


class ByStatus(LocalSecondaryIndex["TransactionItem"]):  # type: ignore[no-untyped-call]  # PynamoDB's
    """The history of one status by day."""

    class Meta(TableMeta):
        index_name = "by_status"
        projection = AllProjection()

    user_id = UnicodeAttribute(hash_key=True)
    by_status = UnicodeAttribute(range_key=True)


class TransactionItem(Model):
    """See `Transaction`.

    Attributes:
        search: in which a text is looked for; see `search_text`.
    """

    class Meta(TableMeta):
        table_name = ""

    user_id = UnicodeAttribute(hash_key=True)
    id = UnicodeAttribute(range_key=True)
    agency_id = UnicodeAttribute()
    service_id = UnicodeAttribute()
    occurred_on = UnicodeAttribute()
    type = UnicodeAttribute()
    status = UnicodeAttribute()
    description_en = UnicodeAttribute()
    description_es = UnicodeAttribute()
    reference_number = UnicodeAttribute(null=True)
    amount = UnicodeAttribute(null=True)
    convenience_fee = UnicodeAttribute(null=True)
    method = UnicodeAttribute(null=True)
    period = UnicodeAttribute(null=True)
    receipt_url = UnicodeAttribute(null=True)
    updated_at = UTCDateTimeAttribute()
    search = UnicodeAttribute()
    by_date = UnicodeAttribute()
    by_agency = UnicodeAttribute()
    by_service = UnicodeAttribute()
    by_type = UnicodeAttribute()
    by_status = UnicodeAttribute()
    in_order_of_date = ByDate()
    in_order_of_agency = ByAgency()
    in_order_of_service = ByService()
    in_order_of_type = ByType()
    in_order_of_status = ByStatus()


class TransactionsTable:
    """Reads and writes single transactions; the lists are in `functions.transactions.repository`."""

    def __init__(self, table_name: str) -> None:
        """Use the transactions table of that name."""
        bind_table(TransactionItem, table_name)

    def read(self, user_id: str, transaction_id: str) -> Transaction | None:
        """A transaction of a person, None when the person has no such."""
        if not is_derived_id(transaction_id):
            return None
        try:
            return transaction_of(TransactionItem.get(user_id, transaction_id))
        except DoesNotExist:
            return None

    def store(self, transaction: Transaction) -> bool:
        """Add a transaction, or replace what is older.

        Returns:
            False when this or a newer state of it was stored before; nothing was written then.
        """
        item = item_of(transaction)
        return save_if(
            item, TransactionItem.id.does_not_exist() | (TransactionItem.updated_at < transaction.updated_at)
        )


def range_key(begins_with: str, day: date | str, transaction_id: str = "") -> str:
    """Range key of the indexes: what they begin with (nothing for the index by date), day and id."""
    prefix = f"{begins_with}#" if begins_with else ""
    return f"{prefix}{day}#{transaction_id}"


def day_of(key: str) -> date:
    """The day in a range key of the indexes."""
    return date.fromisoformat(key.split("#")[-2])


def item_of(transaction: Transaction) -> TransactionItem:
    """The item that keeps a transaction."""
    day = transaction.occurred_on.isoformat()

    def place_in(begins_with: str) -> str:
        return range_key(begins_with, day, transaction.id)

    return TransactionItem(
        transaction.user_id,
        transaction.id,
        agency_id=transaction.agency_id,
        service_id=transaction.service_id,
        occurred_on=day,
        type=transaction.type,
        status=transaction.status,
        description_en=transaction.description.en,
        description_es=transaction.description.es,
        reference_number=transaction.reference_number,
        amount=transaction.amount,
        convenience_fee=transaction.convenience_fee,
        method=transaction.method,
        period=transaction.period,
        receipt_url=transaction.receipt_url,
        updated_at=transaction.updated_at,
        search=search_text(
            transaction.description.en,
            transaction.description.es,
            transaction.reference_number,
            transaction.period,
        ),
        by_date=place_in(""),
        by_agency=place_in(transaction.agency_id),
        by_service=place_in(transaction.service_id),
        by_type=place_in(transaction.type),
        by_status=place_in(transaction.status),
    )


def transaction_of(item: TransactionItem) -> Transaction:
    """The transaction that an item keeps."""
    return Transaction(
        id=item.id,
        user_id=item.user_id,
        agency_id=item.agency_id,
        service_id=item.service_id,
        occurred_on=date.fromisoformat(item.occurred_on),
        type=cast(TransactionType, item.type),
        status=cast(TransactionStatus, item.status),
        description=Text(en=item.description_en, es=item.description_es),
        reference_number=item.reference_number,
        amount=item.amount,
        convenience_fee=item.convenience_fee,
        method=item.method,
        period=item.period,
        receipt_url=item.receipt_url,
        updated_at=item.updated_at,
    )
