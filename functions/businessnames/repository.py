"""The table of reserved names.

Partition `name#` and the first two characters of a key has the one who holds each name, under its key, so
that names that begin alike are one query and two people cannot hold one. Partition `holder#` and a person's
id has the person's reservations, the ended ones too. Both are written in one transaction.
"""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from pynamodb.attributes import NumberAttribute, UnicodeAttribute
from pynamodb.exceptions import DoesNotExist
from pynamodb.expressions.condition import Condition
from pynamodb.models import Model
from pynamodb.transactions import TransactWrite

from functions.businessnames.reservations import Reservation
from functions.businessnames.rules import entity_type_of
from portal.dynamo import TableMeta, bind_table, write_together

SHARD_LENGTH = 2
_KEPT_AFTER_THE_END = timedelta(days=366)


class ReservationItem(Model):
    """See `Reservation`; moments in seconds since 1970.

    Attributes:
        remove_at: when DynamoDB may remove it, long after it stopped to hold the name.
    """

    class Meta(TableMeta):
        table_name = ""

    partition = UnicodeAttribute(hash_key=True)
    item = UnicodeAttribute(range_key=True)
    reservation_id = UnicodeAttribute()
    holder = UnicodeAttribute()
    name = UnicodeAttribute()
    key = UnicodeAttribute()
    entity_type = UnicodeAttribute()
    reserved_at = NumberAttribute()
    ends_at = NumberAttribute()
    given_up_at = NumberAttribute(null=True)
    remove_at = NumberAttribute()


class ReservationsRepository:
    """Reads and writes reservations; every read is strongly consistent."""

    def __init__(self, table_name: str) -> None:
        """Use the reservations table of that name."""
        bind_table(ReservationItem, table_name)

    def last_of(self, key: str) -> Reservation | None:
        """Who holds a name, or held it last; None where nobody has."""
        try:
            return _reservation(ReservationItem.get(_name_partition(key), key, consistent_read=True))
        except DoesNotExist:
            return None

    def beginning(self, key: str, limit: int) -> Sequence[Reservation]:
        """Names that are or were held and whose key begins so, in their order.

        Args:
            key: of two characters or more; with fewer nothing is found.
        """
        if len(key) < SHARD_LENGTH:
            return []
        found = ReservationItem.query(
            _name_partition(key), ReservationItem.item.startswith(key), consistent_read=True, limit=limit
        )
        return [_reservation(item) for item in found]

    def of_holder(self, holder: str) -> Sequence[Reservation]:
        """A person's reservations, oldest first, also those that ended within a year."""
        found = ReservationItem.query(_holder_partition(holder), consistent_read=True)
        return [_reservation(item) for item in found]

    def reserve(self, reservation: Reservation, now: datetime) -> bool:
        """Hold a name, if nobody does at this moment.

        Returns:
            False when somebody does; nothing was written then.
        """
        is_free = (
            ReservationItem.item.does_not_exist()
            | (ReservationItem.ends_at <= _seconds(now))
            | ReservationItem.given_up_at.exists()
        )
        return _write(reservation, is_free)

    def change(self, before: Reservation, after: Reservation) -> bool:
        """Replace a reservation, if it is still as it was read.

        Returns:
            False when it is not; nothing was written then.
        """
        is_as_read = (
            (ReservationItem.reservation_id == before.id)
            & (ReservationItem.ends_at == _seconds(before.expires_at))
            & ReservationItem.given_up_at.does_not_exist()
        )
        return _write(after, is_as_read)


def _write(reservation: Reservation, condition: Condition) -> bool:
    def write(transaction: TransactWrite) -> None:
        transaction.save(_item(_name_partition(reservation.key), reservation.key, reservation), condition)
        transaction.save(_item(_holder_partition(reservation.holder), reservation.id, reservation))

    return write_together(write)


def _name_partition(key: str) -> str:
    return f"name#{key[:SHARD_LENGTH]}"


def _holder_partition(holder: str) -> str:
    return f"holder#{holder}"


def _item(partition: str, item: str, reservation: Reservation) -> ReservationItem:
    return ReservationItem(
        partition,
        item,
        reservation_id=reservation.id,
        holder=reservation.holder,
        name=reservation.name,
        key=reservation.key,
        entity_type=reservation.entity_type,
        reserved_at=_seconds(reservation.reserved_at),
        ends_at=_seconds(reservation.expires_at),
        given_up_at=_seconds(reservation.given_up_at) if reservation.given_up_at else None,
        remove_at=_seconds(reservation.expires_at + _KEPT_AFTER_THE_END),
    )


def _reservation(item: ReservationItem) -> Reservation:
    return Reservation(
        id=item.reservation_id,
        holder=item.holder,
        name=item.name,
        key=item.key,
        entity_type=entity_type_of(item.entity_type),
        reserved_at=_moment(item.reserved_at),
        expires_at=_moment(item.ends_at),
        given_up_at=_moment(item.given_up_at) if item.given_up_at is not None else None,
    )


def _seconds(moment: datetime) -> int:
    return int(moment.timestamp())


def _moment(seconds: float) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)
