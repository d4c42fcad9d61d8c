"""The table of held names: reservations, and filings under examination or approved.

Partition `name#` and the first two characters of a key has each name's reservation under its key and its
filing under its key and `#filing`, so names with the same beginning are one query, and one person and one
filing at a time hold a name. Partition `holder#` and a person's id has the person's reservations, including
ended ones. Index items lead to the names that share a sound (`sound#word#`, `sound#name#`), a reading
(`reading#`), or a close key (`close#`). Partition `reserver#` and a person's id has the person's last
reservation. One transaction writes all items of a change.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import islice
from typing import Any

from pynamodb.attributes import JSONAttribute, TTLAttribute, UnicodeAttribute, UTCDateTimeAttribute
from pynamodb.exceptions import DoesNotExist
from pynamodb.expressions.condition import Condition
from pynamodb.models import Model
from pynamodb.transactions import TransactWrite

from domains.names.filings import Filing
from domains.names.key import close_keys, list_readings
from domains.names.reservations import MAX_KEY_BYTES, Reservation, Reserver, fits_into_table
from domains.names.terms import get_whole_sound, list_sounds
from portal.aws import is_temporary
from portal.dynamo import Codec, EntityItem, TableMeta, bind_table, write_together
from portal.errors import StorageUnavailable

SHARD_LENGTH = 2
_FILING = "#filing"
_INDEXED_AT_ONCE = 500
_READ_AT_ONCE = 1000
# A transaction writes at most 100 items.
_MAX_INDEX_ITEMS = 80
_KEPT_AFTER_THE_END = timedelta(days=366)
_LATEST_KEPT = timedelta(days=1)
_NEVER = datetime(9999, 12, 31, tzinfo=UTC)

Hold = Reservation | Filing


class NameHoldItem(EntityItem):
    """Item of a `Reservation` or a `Filing`.

    Attributes:
        reservation_id: id of the reservation, or of the filing's application.
        ends_at: end of the hold; of a filing, in the year 9999 until its release.
        remove_at: time of removal by DynamoDB, long after the hold's end; None while a filing holds the name.
    """

    class Meta(TableMeta):
        table_name = ""

    partition = UnicodeAttribute(hash_key=True)
    item = UnicodeAttribute(range_key=True)
    reservation_id = UnicodeAttribute()
    ends_at = UTCDateTimeAttribute()
    given_up_at = UTCDateTimeAttribute(null=True)
    remove_at = TTLAttribute(null=True)


class IndexItem(Model):
    """Index item of a held name; `item` is the range key of its `NameHoldItem`.

    Attributes:
        sounds: codes of all words of the name, separated by spaces.
        ends_at: end of the hold, including an early one.
        remove_at: as in `NameHoldItem`.
    """

    class Meta(TableMeta):
        table_name = ""

    partition = UnicodeAttribute(hash_key=True)
    item = UnicodeAttribute(range_key=True)
    sounds = UnicodeAttribute()
    ends_at = UTCDateTimeAttribute()
    remove_at = TTLAttribute(null=True)


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


class NamesTable:
    """Reads and writes held names; every read is strongly consistent."""

    def __init__(self, table_name: str) -> None:
        bind_table(NameHoldItem, table_name)
        bind_table(IndexItem, table_name)
        bind_table(ReserverItem, table_name)

    def get_last(self, key: str) -> Reservation | None:
        """Return the current or last reservation of a name, or None."""
        if not fits_into_table(key):
            return None
        try:
            item = NameHoldItem.get(_make_name_partition(key), key, consistent_read=True)
        except DoesNotExist:
            return None
        return _RESERVATIONS.parse_item(item)

    def list_active(self, keys: Iterable[str], now: datetime) -> list[Hold]:
        """Return the active holds of names in the order of the keys, with a call per fifty names."""
        wanted = [
            (_make_name_partition(key), item)
            for key in dict.fromkeys(keys)
            if key and fits_into_table(key)
            for item in (key, key + _FILING)
        ]
        found = NameHoldItem.batch_get(wanted, consistent_read=True) if wanted else ()
        by_item = {item.item: _parse_hold(item) for item in found}
        holds = (by_item[item] for _, item in wanted if item in by_item)
        return [hold for hold in holds if hold.is_active(now)]

    def find_sounding_like(self, name: str, now: datetime, limit: int) -> Sequence[Hold]:
        """Return held names that sound like a name, then those with a similar word for each of its words.

        Makes at most three calls.
        """
        sounds = list_sounds(name)
        if not sounds:
            return []
        # The longest match is the most specific.
        with_longest = _list_indexed(_make_word_partition(max(sounds, key=len)), now)
        others = [item for item in with_longest if {*sounds} <= {*item.sounds.split(" ")}]
        whole = _list_indexed(_make_whole_partition(name), now)
        keys = list(dict.fromkeys(_get_key(item) for item in (*whole, *others)))[:limit]
        return self.list_active(keys, now)

    def list_keys_read_as(self, readings: Iterable[str], now: datetime) -> list[str]:
        """Return the keys of held names that share one of the readings."""
        return [
            _get_key(item)
            for reading in readings
            for item in _list_indexed(_make_reading_partition(reading), now)
        ]

    def list_keys_close_to(self, name: str, now: datetime) -> list[str]:
        """Return the keys of held names that share a close key with a name."""
        return [
            _get_key(item)
            for close in sorted(close_keys(name))
            for item in _list_indexed(_make_close_partition(close), now)
        ]

    def find_beginning_with(self, key: str, now: datetime, limit: int) -> Sequence[Hold]:
        """Return held names whose key begins with a key, in order.

        Args:
            key: finds nothing if shorter than two characters or too long for a held name.
        """
        if len(key) < SHARD_LENGTH or not fits_into_table(key):
            return []
        found = NameHoldItem.query(
            _make_name_partition(key),
            NameHoldItem.item.startswith(key),
            (NameHoldItem.ends_at > now) & NameHoldItem.given_up_at.does_not_exist(),
            consistent_read=True,
            limit=limit,
            page_size=_READ_AT_ONCE,
        )
        return [_parse_hold(item) for item in found]

    def list_for_holder(self, holder: str) -> Sequence[Reservation]:
        """Return a person's reservations, oldest first, including those that ended within a year."""
        found = NameHoldItem.query(_make_holder_partition(holder), consistent_read=True)
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
        """Hold a name for a person, unless another reservation or a filing does.

        Args:
            before: last reservation, read before counting the person's reservations.
            unseen: ids of counted reservations that the list did not show.

        Returns:
            False if somebody holds it, or the person has reserved another since; nothing was written.
        """
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
            _save_reservation(transaction, reservation, _is_free(now))
            _check_item(transaction, reservation.key, reservation.key + _FILING, _is_free(now))
            transaction.save(after, is_as_read)

        return write_together(write)

    def change(self, before: Reservation, after: Reservation) -> bool:
        """Replace a reservation, if it is unchanged; false if it changed."""
        return write_together(lambda transaction: _save_reservation(transaction, after, _is_as_read(before)))

    def change_filing(
        self, transaction: TransactWrite, before: Filing | None, after: Filing | None, now: datetime
    ) -> None:
        """Add the change of an application's name to a transaction.

        The transaction fails if another filing holds the name, or a reservation other than the filing's. An
        approval uses the filing's reservation up; a release, or another name, frees the name.
        """
        if before is not None and before.state == "pending" and (after is None or after.key != before.key):
            released = replace(before, state="released", since=now.replace(microsecond=0))
            _save_filing(transaction, released, _is_filed_by(before))
        if after is None or after == before:
            return
        if after.state == "released":
            _save_filing(transaction, after, _is_filed_by(after))
            return
        _save_filing(transaction, after, _is_free(now) | _is_filed_by(after))
        reserved = self.get_last(after.key)
        is_own = reserved is not None and reserved.id == after.reservation_id
        if after.state == "approved" and is_own and reserved is not None and reserved.is_active(now):
            _save_reservation(transaction, reserved.use(after.id, now), _is_as_read(reserved))
            return
        is_unreserved = _is_free(now)
        if after.reservation_id is not None:
            is_unreserved |= NameHoldItem.reservation_id == after.reservation_id
        _check_item(transaction, after.key, after.key, is_unreserved)

    def can_hold_name(self, filing: Filing, now: datetime) -> bool:
        """Return whether no other filing and no other reservation holds a filing's name."""
        return all(
            hold.id in (filing.id, filing.reservation_id) for hold in self.list_active([filing.key], now)
        )

    def get_filing(self, key: str) -> Filing | None:
        """Return the current or last filing of a name, or None."""
        if not fits_into_table(key):
            return None
        try:
            item = NameHoldItem.get(_make_name_partition(key), key + _FILING, consistent_read=True)
        except DoesNotExist:
            return None
        return _FILINGS.parse_item(item)


def _is_free(now: datetime) -> Condition:
    has_ended: Condition = (NameHoldItem.ends_at <= now) | NameHoldItem.given_up_at.exists()
    is_free: Condition = has_ended | NameHoldItem.item.does_not_exist()
    return is_free


def _is_as_read(reservation: Reservation) -> Condition:
    has_same_end: Condition = NameHoldItem.ends_at == reservation.expires_at
    is_same: Condition = has_same_end & (NameHoldItem.reservation_id == reservation.id)
    is_as_read: Condition = is_same & NameHoldItem.given_up_at.does_not_exist()
    return is_as_read


def _is_filed_by(filing: Filing) -> Condition:
    is_own: Condition = NameHoldItem.reservation_id == filing.id
    return is_own


def _check_item(transaction: TransactWrite, key: str, item: str, condition: Condition) -> None:
    transaction.condition_check(NameHoldItem, _make_name_partition(key), item, condition)


def _save_reservation(transaction: TransactWrite, reservation: Reservation, condition: Condition) -> None:
    partition = _make_name_partition(reservation.key)
    named = _RESERVATIONS.make_item(reservation, partition=partition, item=reservation.key)
    transaction.save(named, condition)
    own = _make_holder_partition(reservation.holder)
    transaction.save(_RESERVATIONS.make_item(reservation, partition=own, item=reservation.id))
    _save_index(transaction, reservation, reservation.get_end(), named)


def _save_filing(transaction: TransactWrite, filing: Filing, condition: Condition) -> None:
    partition = _make_name_partition(filing.key)
    named = _FILINGS.make_item(filing, partition=partition, item=filing.key + _FILING)
    transaction.save(named, condition)
    _save_index(transaction, filing, named.ends_at, named)


def _save_index(transaction: TransactWrite, hold: Hold, ends_at: datetime, named: NameHoldItem) -> None:
    sounds = " ".join(list_sounds(hold.name))
    for partition in list_index_partitions(hold):
        transaction.save(
            IndexItem(partition, named.item, sounds=sounds, ends_at=ends_at, remove_at=named.remove_at)
        )


def list_index_partitions(hold: Hold) -> list[str]:
    """List the partitions whose index items lead to a hold."""
    others = [each for each in list_readings(hold.name) if each != hold.key and fits_into_table(each)]
    partitions = dict.fromkeys(
        [
            _make_whole_partition(hold.name),
            *map(_make_word_partition, list_sounds(hold.name)),
            *map(_make_close_partition, sorted(close_keys(hold.name))),
            *map(_make_reading_partition, others),
        ]
    )
    return list(islice(filter(_can_be_partition, partitions), _MAX_INDEX_ITEMS))


def _parse_hold(item: NameHoldItem) -> Hold:
    return (_FILINGS if item.item.endswith(_FILING) else _RESERVATIONS).parse_item(item)


def parse_raw_hold(item: Mapping[str, Mapping[str, Any]]) -> Hold:
    """Parse an item of DynamoDB's answer whose partition begins with `name#` or `holder#`."""
    codec = _FILINGS if item["item"]["S"].endswith(_FILING) else _RESERVATIONS
    return codec.parse_raw_item(item)


def get_hold_key(hold: Hold) -> tuple[str, str]:
    """Return the partition and the range key of a hold."""
    return _make_name_partition(hold.key), hold.key + (_FILING if isinstance(hold, Filing) else "")


def _get_key(item: IndexItem) -> str:
    return str(item.item).removesuffix(_FILING)


def _make_name_partition(key: str) -> str:
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


def _make_close_partition(close: str) -> str:
    return f"close#{close}"


def _can_be_partition(partition: str) -> bool:
    return len(partition.encode()) <= MAX_KEY_BYTES


def _list_indexed(partition: str, now: datetime) -> list[IndexItem]:
    # No held name has a sound, reading, or close key of that length.
    if not _can_be_partition(partition):
        return []
    return list(
        IndexItem.query(
            partition,
            filter_condition=IndexItem.ends_at > now,
            consistent_read=True,
            limit=_INDEXED_AT_ONCE,
            page_size=_READ_AT_ONCE,
        )
    )


def _get_reservation_attributes(reservation: Reservation) -> Mapping[str, Any]:
    return {
        "reservation_id": reservation.id,
        "ends_at": reservation.expires_at,
        "given_up_at": reservation.given_up_at,
        "remove_at": reservation.get_end() + _KEPT_AFTER_THE_END,
    }


def _get_filing_attributes(filing: Filing) -> Mapping[str, Any]:
    is_released = filing.state == "released"
    return {
        "reservation_id": filing.id,
        "ends_at": filing.since if is_released else _NEVER,
        "remove_at": filing.since + _KEPT_AFTER_THE_END if is_released else None,
    }


_RESERVATIONS = Codec(NameHoldItem, Reservation, _get_reservation_attributes)
_FILINGS = Codec(NameHoldItem, Filing, _get_filing_attributes)
