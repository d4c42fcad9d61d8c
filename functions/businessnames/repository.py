"""The table of reserved names.

Partition `name#` and the first two characters of a key has each name's holder under its key, so names with
the same beginning are one query and two people cannot hold one name. Partition `holder#` and a person's id
has the person's reservations, including ended ones. Partition `sound#word#` and the code of a word, or
`sound#name#` and that of the whole name, has the keys of names with that sound; `reading#` and another
reading of a name has the keys of those names. Partition `reserver#` and a person's id has the person's last
reservation. One transaction writes all of them.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any

from pynamodb.attributes import JSONAttribute, TTLAttribute, UnicodeAttribute, UTCDateTimeAttribute
from pynamodb.exceptions import DoesNotExist
from pynamodb.expressions.condition import Condition
from pynamodb.models import Model
from pynamodb.transactions import TransactWrite

from functions.businessnames.key import list_readings
from functions.businessnames.reservations import Reservation, Reserver, can_be_reserved
from functions.businessnames.terms import get_whole_sound, list_sounds
from portal.aws import is_temporary
from portal.dynamo import Codec, EntityItem, TableMeta, bind_table, write_together
from portal.errors import StorageUnavailable

SHARD_LENGTH = 2
_SOUNDS_AT_ONCE = 500
_READ_AT_ONCE = 1000
_KEPT_AFTER_THE_END = timedelta(days=366)
_LATEST_KEPT = timedelta(days=1)


class ReservationItem(EntityItem):
    """Item of a `Reservation`.

    Attributes:
        remove_at: time of removal by DynamoDB, long after the hold's end.
    """

    class Meta(TableMeta):
        table_name = ""

    partition = UnicodeAttribute(hash_key=True)
    item = UnicodeAttribute(range_key=True)
    reservation_id = UnicodeAttribute()
    ends_at = UTCDateTimeAttribute()
    given_up_at = UTCDateTimeAttribute(null=True)
    remove_at = TTLAttribute()


class SoundItem(Model):
    """Index item from a sound or a reading to a name under `name#`; `item` is the name's key.

    Attributes:
        sounds: codes of all words of the name, separated by spaces.
        ends_at: end of the hold, including an early one.
        remove_at: as in `ReservationItem`.
    """

    class Meta(TableMeta):
        table_name = ""

    partition = UnicodeAttribute(hash_key=True)
    item = UnicodeAttribute(range_key=True)
    sounds = UnicodeAttribute()
    ends_at = UTCDateTimeAttribute()
    remove_at = TTLAttribute()


class ReserverItem(Model):
    """Item of a `Reserver`."""

    KEY = "latest"

    class Meta(TableMeta):
        table_name = ""

    partition = UnicodeAttribute(hash_key=True)
    item = UnicodeAttribute(range_key=True)
    latest_ids = JSONAttribute()
    remove_at = TTLAttribute()


@contextmanager
def raise_unavailable_on_trouble() -> Iterator[None]:
    """Raise `StorageUnavailable` for temporary errors of the table."""
    try:
        yield
    except Exception as error:
        if not is_temporary(error):
            raise
        raise StorageUnavailable from error


class ReservationsRepository:
    """Reads and writes reservations; every read is strongly consistent."""

    def __init__(self, table_name: str) -> None:
        bind_table(ReservationItem, table_name)
        bind_table(SoundItem, table_name)
        bind_table(ReserverItem, table_name)

    def get_last(self, key: str) -> Reservation | None:
        """Return the current or last hold of a name, or None."""
        if not can_be_reserved(key):
            return None
        try:
            item = ReservationItem.get(_name_partition(key), key, consistent_read=True)
        except DoesNotExist:
            return None
        return _RESERVATIONS.parse_item(item)

    def get_all_last(self, keys: Iterable[str]) -> dict[str, Reservation]:
        """Return the current or last holds of names, with a call per hundred names."""
        wanted = [(_name_partition(key), key) for key in dict.fromkeys(keys) if can_be_reserved(key)]
        found = ReservationItem.batch_get(wanted, consistent_read=True) if wanted else ()
        return {item.item: _RESERVATIONS.parse_item(item) for item in found}

    def find_sounding_like(self, name: str, now: datetime, limit: int) -> Sequence[Reservation]:
        """Return held names that sound like a name, then those with a similar word for each of its words.

        Makes at most three calls.
        """
        sounds = list_sounds(name)
        if not sounds:
            return []
        # The longest match is the most specific.
        with_longest = _list_leading(_make_word_partition(max(sounds, key=len)), now)
        others = [item.item for item in with_longest if {*sounds} <= {*item.sounds.split(" ")}]
        whole = [item.item for item in _list_leading(_make_whole_partition(name), now)]
        keys = list(dict.fromkeys([*whole, *others]))[:limit]
        found = self.get_all_last(keys)
        return [found[key] for key in keys if key in found and found[key].is_active(now)]

    def list_keys_read_as(self, readings: Iterable[str], now: datetime) -> list[str]:
        """Return the keys of held names that share one of the readings."""
        return [
            item.item for reading in readings for item in _list_leading(_make_reading_partition(reading), now)
        ]

    def find_beginning_with(self, key: str, now: datetime, limit: int) -> Sequence[Reservation]:
        """Return held names whose key begins with a key, in order.

        Args:
            key: finds nothing if shorter than two characters or too long for a held name.
        """
        if len(key) < SHARD_LENGTH or not can_be_reserved(key):
            return []
        found = ReservationItem.query(
            _name_partition(key),
            ReservationItem.item.startswith(key),
            (ReservationItem.ends_at > now) & ReservationItem.given_up_at.does_not_exist(),
            consistent_read=True,
            limit=limit,
            page_size=_READ_AT_ONCE,
        )
        return [_RESERVATIONS.parse_item(item) for item in found]

    def list_for_holder(self, holder: str) -> Sequence[Reservation]:
        """Return a person's reservations, oldest first, including those that ended within a year."""
        found = ReservationItem.query(_make_holder_partition(holder), consistent_read=True)
        return [_RESERVATIONS.parse_item(item) for item in found]

    def get_reserver(self, person_id: str) -> Reserver:
        """Return a person's last reservation; read it before the list, which may lag."""
        try:
            item = ReserverItem.get(
                _make_reserver_partition(person_id), ReserverItem.KEY, consistent_read=True
            )
        except DoesNotExist:
            return Reserver(person_id)
        return Reserver(person_id, tuple(item.latest_ids))

    def reserve(
        self, reservation: Reservation, before: Reserver, unseen: Collection[str], now: datetime
    ) -> bool:
        """Hold a name, unless somebody does.

        Args:
            before: last reservation, read before counting the person's reservations.
            unseen: ids of counted reservations that the list did not show.

        Returns:
            False if somebody holds it, or the person has reserved another since; nothing was written.
        """
        is_free = (
            ReservationItem.item.does_not_exist()
            | (ReservationItem.ends_at <= now)
            | ReservationItem.given_up_at.exists()
        )
        after = ReserverItem(
            _make_reserver_partition(before.person_id),
            ReserverItem.KEY,
            latest_ids=[*unseen, reservation.id],
            remove_at=now + _LATEST_KEPT,
        )
        is_as_read = (
            ReserverItem.latest_ids == list(before.latest_ids)
            if before.latest_ids
            else ReserverItem.item.does_not_exist()
        )

        def write(transaction: TransactWrite) -> None:
            _save(transaction, reservation, is_free)
            transaction.save(after, is_as_read)

        return write_together(write)

    def change(self, before: Reservation, after: Reservation) -> bool:
        """Replace a reservation, if it is unchanged; false if it changed."""
        is_as_read = (
            (ReservationItem.reservation_id == before.id)
            & (ReservationItem.ends_at == before.expires_at)
            & ReservationItem.given_up_at.does_not_exist()
        )
        return write_together(lambda transaction: _save(transaction, after, is_as_read))


def _save(transaction: TransactWrite, reservation: Reservation, condition: Condition) -> None:
    of_name, list_for_holder = _name_partition(reservation.key), _make_holder_partition(reservation.holder)
    named = _RESERVATIONS.make_item(reservation, partition=of_name, item=reservation.key)
    transaction.save(named, condition)
    transaction.save(_RESERVATIONS.make_item(reservation, partition=list_for_holder, item=reservation.id))
    sounds = list_sounds(reservation.name)
    others = [
        each for each in list_readings(reservation.name) if each != reservation.key and can_be_reserved(each)
    ]
    partitions = {
        _make_whole_partition(reservation.name),
        *map(_make_word_partition, sounds),
        *map(_make_reading_partition, others),
    }
    for partition in partitions:
        transaction.save(
            SoundItem(
                partition,
                reservation.key,
                sounds=" ".join(sounds),
                ends_at=reservation.get_end(),
                remove_at=named.remove_at,
            )
        )


def _name_partition(key: str) -> str:
    return f"name#{key[:SHARD_LENGTH]}"


def _make_holder_partition(holder: str) -> str:
    return f"holder#{holder}"


def _make_reserver_partition(person_id: str) -> str:
    return f"reserver#{person_id}"


def _make_word_partition(sound: str) -> str:
    return f"sound#word#{sound}"


def _make_whole_partition(name: str) -> str:
    return f"sound#name#{get_whole_sound(name)}"


def _make_reading_partition(reading: str) -> str:
    return f"reading#{reading}"


def _list_leading(partition: str, now: datetime) -> Iterable[SoundItem]:
    # No held name has a sound or reading of that length.
    if not can_be_reserved(partition):
        return []
    return SoundItem.query(
        partition,
        filter_condition=SoundItem.ends_at > now,
        consistent_read=True,
        limit=_SOUNDS_AT_ONCE,
        page_size=_READ_AT_ONCE,
    )


def _make_reservation_key(reservation: Reservation) -> Mapping[str, Any]:
    return {
        "reservation_id": reservation.id,
        "ends_at": reservation.expires_at,
        "given_up_at": reservation.given_up_at,
        "remove_at": reservation.get_end() + _KEPT_AFTER_THE_END,
    }


_RESERVATIONS = Codec(ReservationItem, Reservation, _make_reservation_key)
