"""The table of held names: reservations, and filings under examination or approved.

Partition `name#` and the first two characters of a key has each name's reservation under its key and its
filing under its key and `#filing`, so one person and one filing at a time hold a name. Partition `holder#`
and a person's id has the person's reservations, including ended ones. Partition `reserver#` and a person's id
has the person's last reservation.

Partition `list` is the list of held names for searches. Each change adds an entry under `at#` and its time,
and replaces the entry of the name under `open#`. So one query gets all open holds with the approvals since a
day, and a query for the changes since a moment is mostly empty. One transaction writes all items of a change.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from pynamodb.attributes import JSONAttribute, TTLAttribute, UnicodeAttribute, UTCDateTimeAttribute
from pynamodb.exceptions import DoesNotExist
from pynamodb.expressions.condition import Condition
from pynamodb.models import Model
from pynamodb.transactions import TransactWrite

from domains.names.filings import Filing
from domains.names.reservations import Reservation, Reserver, fits_into_table
from portal.aws import is_temporary
from portal.dynamo import Codec, EntityItem, TableMeta, bind_table, write_together
from portal.errors import StorageUnavailable
from portal.types import Clock, derive_id, get_utc_now

SHARD_LENGTH = 2
_FILING = "#filing"
LIST, _CHANGE, _OPEN = "list", "at#", "open#"
_LAST_CHANGE = "at#~"
_READ_AT_ONCE = 10_000
CHANGES_KEPT = timedelta(days=1)
"""Time after which a change is no longer in the list, unless it is a decision on a filing."""
DECISIONS_KEPT = timedelta(days=366)
_OPEN_AFTER_THE_END = 2 * CHANGES_KEPT
_KEPT_AFTER_THE_END = timedelta(days=366)
_LATEST_KEPT = timedelta(days=1)
_NEVER = datetime(9999, 12, 31, tzinfo=UTC)

Hold = Reservation | Filing


class NameHoldItem(EntityItem):
    """Item of a `Reservation` or a `Filing`."""

    class Meta(TableMeta):
        table_name = ""

    partition = UnicodeAttribute(hash_key=True)
    item = UnicodeAttribute(range_key=True)
    reservation_id = UnicodeAttribute()  # id of the reservation, or of the filing's application
    ends_at = UTCDateTimeAttribute()  # end of the hold; of a filing, in the year 9999 until its release
    given_up_at = UTCDateTimeAttribute(null=True)
    # Time of removal by DynamoDB, long after the hold's end; None while a filing holds the name.
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

    def __init__(self, table_name: str, clock: Clock = get_utc_now) -> None:
        """Store the table's name, and the clock that orders the list of changes."""
        self.clock = clock
        bind_table(NameHoldItem, table_name)
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

    def list_holds(self, since: datetime, limit: int) -> list[Hold] | None:
        """Return the present holds, each under its latest entry, or None if there are more than a limit.

        Args:
            since: names that were approved before it are left out.
        """
        return self._read_list(NameHoldItem.item >= make_time_key(since), limit)

    def list_changes(self, since: datetime, limit: int) -> list[Hold] | None:
        """Return the changed holds since a moment, in order, or None if there are more than a limit."""
        return self._read_list(NameHoldItem.item.between(make_time_key(since), _LAST_CHANGE), limit)

    def _read_list(self, condition: Condition, limit: int) -> list[Hold] | None:
        now = self.clock()
        found = NameHoldItem.query(
            LIST,
            condition,
            # DynamoDB removes expired items days later.
            (NameHoldItem.remove_at > now) | NameHoldItem.remove_at.does_not_exist(),
            consistent_read=True,
            limit=limit + 1,
            page_size=_READ_AT_ONCE,
            attributes_to_get=["item", "content"],
        )
        holds = [_parse_hold(item) for item in found]
        return holds if len(holds) <= limit else None

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
            self._save_reservation(transaction, reservation, _is_free(now))
            _check_item(transaction, reservation.key, reservation.key + _FILING, _is_free(now))
            transaction.save(after, is_as_read)

        return write_together(write)

    def change(self, before: Reservation, after: Reservation) -> bool:
        """Replace a reservation, if it is unchanged; false if it changed."""
        return write_together(
            lambda transaction: self._save_reservation(transaction, after, _is_as_read(before))
        )

    def change_filing(
        self, transaction: TransactWrite, before: Filing | None, after: Filing | None, now: datetime
    ) -> None:
        """Add the change of an application's name to a transaction.

        The transaction fails if another filing holds the name, or a reservation other than the filing's. An
        approval uses the filing's reservation up; a release, or another name, frees the name.
        """
        if before is not None and before.state == "pending" and (after is None or after.key != before.key):
            released = replace(before, state="released", since=now.replace(microsecond=0))
            self._save_filing(transaction, released, _is_filed_by(before))
        if after is None or after == before:
            return
        if after.state == "released":
            self._save_filing(transaction, after, _is_filed_by(after))
            return
        self._save_filing(transaction, after, _is_free(now) | _is_filed_by(after))
        reserved = self.get_last(after.key)
        is_own = reserved is not None and reserved.id == after.reservation_id
        if after.state == "approved" and is_own and reserved is not None and reserved.is_active(now):
            self._save_reservation(transaction, reserved.use(after.id, now), _is_as_read(reserved))
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

    def _save_reservation(
        self, transaction: TransactWrite, reservation: Reservation, condition: Condition
    ) -> None:
        partition = _make_name_partition(reservation.key)
        named = _RESERVATIONS.make_item(reservation, partition=partition, item=reservation.key)
        transaction.save(named, condition)
        own = _make_holder_partition(reservation.holder)
        transaction.save(_RESERVATIONS.make_item(reservation, partition=own, item=reservation.id))
        self._list_change(transaction, reservation)

    def _save_filing(self, transaction: TransactWrite, filing: Filing, condition: Condition) -> None:
        partition = _make_name_partition(filing.key)
        transaction.save(
            _FILINGS.make_item(filing, partition=partition, item=filing.key + _FILING), condition
        )
        self._list_change(transaction, filing)

    def _list_change(self, transaction: TransactWrite, hold: Hold) -> None:
        now = self.clock()
        is_decided = isinstance(hold, Filing) and hold.state != "pending"
        _, item = get_hold_key(hold)
        # The name in the key keeps two changes of one transaction apart.
        kind = _FILING if isinstance(hold, Filing) else ""
        change = _make_list_item(hold, make_time_key(now) + derive_id(item) + kind)
        change.remove_at = now + (DECISIONS_KEPT if is_decided else CHANGES_KEPT)
        transaction.save(change)
        transaction.save(_make_list_item(hold, _OPEN + item))


def _make_list_item(hold: Hold, item: str) -> NameHoldItem:
    """Return the entry of a hold in the list; one that ended, or was approved, soon leaves the open ones."""
    if isinstance(hold, Reservation):
        listed = _RESERVATIONS.make_item(hold, partition=LIST, item=item)
        listed.remove_at = hold.get_end() + _OPEN_AFTER_THE_END
        return listed
    listed = _FILINGS.make_item(hold, partition=LIST, item=item)
    if hold.state != "pending":
        listed.remove_at = hold.since + _OPEN_AFTER_THE_END
    return listed


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


def _parse_hold(item: NameHoldItem) -> Hold:
    return (_FILINGS if item.item.endswith(_FILING) else _RESERVATIONS).parse_item(item)


def parse_raw_hold(item: Mapping[str, Mapping[str, Any]]) -> Hold:
    """Parse an item of DynamoDB's answer, unless it is a `ReserverItem`."""
    codec = _FILINGS if item["item"]["S"].endswith(_FILING) else _RESERVATIONS
    return codec.parse_raw_item(item)


def get_hold_key(hold: Hold) -> tuple[str, str]:
    """Return the partition and the range key of a hold."""
    return _make_name_partition(hold.key), hold.key + (_FILING if isinstance(hold, Filing) else "")


def _make_name_partition(key: str) -> str:
    return f"name#{key[:SHARD_LENGTH]}"


def _make_holder_partition(holder: str) -> str:
    return f"holder#{holder}"


def make_time_key(moment: datetime) -> str:
    """Return the beginning of the range key of a change in the list."""
    return f"{_CHANGE}{moment.astimezone(UTC):%Y-%m-%dT%H:%M:%S.%f}#"


def _make_reserver_partition(person_id: str) -> str:
    return f"reserver#{person_id}"


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
