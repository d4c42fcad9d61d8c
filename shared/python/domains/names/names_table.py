"""The table of held names: reservations, and filings under examination or approved.

Partition `name#` and the first two characters of a key has each name's reservation under its key and its
filing under its key and `#filing`, so one person and one filing at a time hold a name. Partition `holder#`
and a person's id has the person's reservations, including ended ones. Partition `reserver#` and a person's id
has the person's last reservation.

Partition `list` is the list of held names for searches. Each change adds an entry under `at#` and its time,
and replaces the entry of the name under `open#`. So one query gets all open holds with the approvals since a
day, and a query for the changes since a moment is mostly empty. One transaction writes all items of a change.
"""

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

from domains.names.filings import Filing
from domains.names.reservations import Reservation, Reserver, fits_into_table
from portal.aws import is_temporary
from portal.errors import StorageUnavailable
from portal.items import Item, JsonSchema, PlainSchema, RawItem, decode_item, format_moment, to_seconds
from portal.tables import Attr, Condition, Table, Write, combine_conditions, write_together
from portal.types import Clock, derive_id, get_utc_now

_KEYS = ("partition", "item")
SHARD_LENGTH = 2
_FILING = "#filing"
LIST, _CHANGE, _OPEN = "list", "at#", "open#"
_LAST_CHANGE = "at#~"
_READ_AT_ONCE = 10_000
CHANGES_KEPT = timedelta(days=1)
"""Time after which a change is no longer in the list, unless it is a decision on a filing."""
DECISIONS_KEPT = timedelta(days=366)
_LATEST = "latest"
_OPEN_AFTER_THE_END = 2 * CHANGES_KEPT
_KEPT_AFTER_THE_END = timedelta(days=366)
_LATEST_KEPT = timedelta(days=1)
_NEVER = datetime(9999, 12, 31, tzinfo=UTC)

Hold = Reservation | Filing


def _get_reservation_attributes(reservation: Reservation) -> Mapping[str, Any]:
    given_up_at = reservation.given_up_at
    return {
        "reservation_id": reservation.id,
        "ends_at": format_moment(reservation.expires_at),
        "given_up_at": format_moment(given_up_at) if given_up_at else None,
        "remove_at": to_seconds(reservation.get_end() + _KEPT_AFTER_THE_END),
    }


def _get_filing_attributes(filing: Filing) -> Mapping[str, Any]:
    is_released = filing.state == "released"
    return {
        "reservation_id": filing.id,
        "ends_at": format_moment(filing.since if is_released else _NEVER),
        # A name that a filing holds is not removed.
        "remove_at": to_seconds(filing.since + _KEPT_AFTER_THE_END) if is_released else None,
    }


_RESERVATIONS = JsonSchema(Reservation, _KEYS, _get_reservation_attributes)
_FILINGS = JsonSchema(Filing, _KEYS, _get_filing_attributes)


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
        self._reservations = Table(table_name, _RESERVATIONS)
        self._filings = Table(table_name, _FILINGS)
        self._reservers = Table(table_name, PlainSchema(*_KEYS))

    def get_last(self, key: str) -> Reservation | None:
        """Return the current or last reservation of a name, or None."""
        return self._reservations.get(_make_name_partition(key), key) if fits_into_table(key) else None

    def list_active(self, keys: Iterable[str], now: datetime) -> list[Hold]:
        """Return the active holds of names in the order of the keys, with a call per fifty names."""
        item_keys = [
            (_make_name_partition(key), item)
            for key in dict.fromkeys(keys)
            if key and fits_into_table(key)
            for item in (key, key + _FILING)
        ]
        by_item = {item["item"]: _parse_hold(item) for item in self._reservations.list_items(item_keys)}
        holds = (by_item[item] for _, item in item_keys if item in by_item)
        return [hold for hold in holds if hold.is_active(now)]

    def list_holds(self, since: datetime, limit: int) -> list[Hold] | None:
        """Return the present holds, each under its latest entry, or None if there are more than a limit.

        Args:
            since: names that were approved before it are left out.
        """
        return self._read_list(Attr("item") >= make_time_key(since), limit)

    def list_changes(self, since: datetime, limit: int) -> list[Hold] | None:
        """Return the changed holds since a moment, in order, or None if there are more than a limit."""
        return self._read_list(Attr("item").between(make_time_key(since), _LAST_CHANGE), limit)

    def _read_list(self, condition: Condition, limit: int) -> list[Hold] | None:
        remove_at = Attr("remove_at")
        items = self._reservations.query(
            (Attr("partition") == LIST) & condition,
            # DynamoDB removes expired items days later.
            filters=(remove_at > to_seconds(self.clock())) | remove_at.does_not_exist(),
            limit=limit + 1,
            page_size=_READ_AT_ONCE,
            attributes=("item", "content"),
        )
        holds = [_parse_hold(item) for item in items]
        return holds if len(holds) <= limit else None

    def list_for_holder(self, holder: str) -> Sequence[Reservation]:
        """Return a person's reservations, oldest first, including those that ended within a year."""
        return self._reservations.list(Attr("partition") == _make_holder_partition(holder))

    def get_reserver(self, person_id: str) -> Reserver:
        """Return a person's last reservation; read it before the list, which may lag."""
        item = self._reservers.get(_make_reserver_partition(person_id), _LATEST)
        return Reserver(person_id, tuple(json.loads(item["latest_ids"]))) if item else Reserver(person_id)

    def reserve_name(
        self, reservation: Reservation, before: Reserver, unseen: Collection[str], now: datetime
    ) -> bool:
        """Hold a name for a person, unless another reservation or a filing does.

        Args:
            before: last reservation, read before counting the person's reservations.
            unseen: ids of counted reservations that the list did not show.

        Returns:
            False if somebody holds it, or the person has reserved another since; nothing was written.
        """
        after = {
            "partition": _make_reserver_partition(before.person_id),
            "item": _LATEST,
            "latest_ids": json.dumps([*unseen, reservation.id]),
            "remove_at": to_seconds(now + _LATEST_KEPT),
        }
        is_as_read = (
            Attr("latest_ids") == json.dumps(list(before.latest_ids))
            if before.latest_ids
            else Attr("item").does_not_exist()
        )
        return write_together(
            [
                *self._save_reservation(reservation, _is_free(now)),
                self._check_item(reservation.key, reservation.key + _FILING, _is_free(now)),
                self._reservers.make_put(after, is_as_read),
            ]
        )

    def replace_reservation(self, before: Reservation, after: Reservation) -> bool:
        """Replace a reservation, if it is unchanged; false if it changed."""
        return write_together(self._save_reservation(after, _is_as_read(before)))

    def change_filing(self, before: Filing | None, after: Filing | None, now: datetime) -> list[Write]:
        """Return the writes of a change of an application's name, for the transaction of the application.

        They fail if another filing holds the name, or a reservation other than the filing's. An approval uses
        the filing's reservation up; a release, or another name, frees the name.
        """
        writes: list[Write] = []
        if before is not None and before.state == "pending" and (after is None or after.key != before.key):
            released = replace(before, state="released", since=now.replace(microsecond=0))
            writes += self._save_filing(released, _is_filed_by(before))
        if after is None or after == before:
            return writes
        if after.state == "released":
            return [*writes, *self._save_filing(after, _is_filed_by(after))]
        writes += self._save_filing(after, _is_free(now) | _is_filed_by(after))
        reserved = self.get_last(after.key)
        is_own = reserved is not None and reserved.id == after.reservation_id
        if after.state == "approved" and is_own and reserved is not None and reserved.is_active(now):
            return [*writes, *self._save_reservation(reserved.use(after.id, now), _is_as_read(reserved))]
        is_unreserved = _is_free(now)
        if after.reservation_id is not None:
            is_unreserved |= Attr("reservation_id") == after.reservation_id
        return [*writes, self._check_item(after.key, after.key, is_unreserved)]

    def can_hold_name(self, filing: Filing, now: datetime) -> bool:
        """Return whether no other filing and no other reservation holds a filing's name."""
        return all(
            hold.id in (filing.id, filing.reservation_id) for hold in self.list_active([filing.key], now)
        )

    def get_filing(self, key: str) -> Filing | None:
        """Return the current or last filing of a name, or None."""
        if not fits_into_table(key):
            return None
        return self._filings.get(_make_name_partition(key), key + _FILING)

    def _save_reservation(self, reservation: Reservation, condition: Condition) -> Iterator[Write]:
        put = self._reservations.make_put
        partition = _make_name_partition(reservation.key)
        yield put(reservation, condition, partition=partition, item=reservation.key)
        yield put(reservation, partition=_make_holder_partition(reservation.holder), item=reservation.id)
        yield from self._list_change(reservation)

    def _save_filing(self, filing: Filing, condition: Condition) -> Iterator[Write]:
        partition = _make_name_partition(filing.key)
        yield self._filings.make_put(filing, condition, partition=partition, item=filing.key + _FILING)
        yield from self._list_change(filing)

    def _list_change(self, hold: Hold) -> Iterator[Write]:
        """Add a change to the list, and the hold to the open ones, which it leaves soon after its end."""
        now = self.clock()
        _, item = get_hold_key(hold)
        change_key = make_time_key(now) + derive_id(item)
        if isinstance(hold, Reservation):
            put = partial(self._reservations.make_put, hold)
            kept_for = CHANGES_KEPT
            closes_at: int | None = to_seconds(hold.get_end() + _OPEN_AFTER_THE_END)
        else:
            put = partial(self._filings.make_put, hold)
            # The kind in the key keeps two changes of one transaction apart.
            change_key += _FILING
            is_decided = hold.state != "pending"
            kept_for = DECISIONS_KEPT if is_decided else CHANGES_KEPT
            closes_at = to_seconds(hold.since + _OPEN_AFTER_THE_END) if is_decided else None
        yield put(partition=LIST, item=change_key, remove_at=to_seconds(now + kept_for))
        yield put(partition=LIST, item=_OPEN + item, remove_at=closes_at)

    def _check_item(self, key: str, item: str, condition: Condition) -> Write:
        return self._reservations.make_check(_make_name_partition(key), item, condition=condition)


def _is_free(now: datetime) -> Condition:
    has_ended = (Attr("ends_at") <= format_moment(now)) | Attr("given_up_at").exists()
    is_free: Condition = has_ended | Attr("item").does_not_exist()
    return is_free


def _is_as_read(reservation: Reservation) -> Condition:
    has_same_end = Attr("ends_at") == format_moment(reservation.expires_at)
    is_same = Attr("reservation_id") == reservation.id
    return combine_conditions(has_same_end, is_same, Attr("given_up_at").does_not_exist())


def _is_filed_by(filing: Filing) -> Condition:
    return Attr("reservation_id") == filing.id


def _parse_hold(item: Item) -> Hold:
    return (_FILINGS if item["item"].endswith(_FILING) else _RESERVATIONS).parse_item(item)


def parse_raw_hold(raw: RawItem) -> Hold:
    """Parse an item of DynamoDB's answer, unless it is that of a `Reserver`."""
    return _parse_hold(decode_item(raw))


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
