"""Held names in memory: the list of the table, read once, then its changes, searched like the snapshot."""

import sqlite3
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from threading import RLock

from aws_lambda_powertools import Logger

from domains.names.filings import Filing
from domains.names.index_record import NameRecord
from domains.names.index_writer import Name, write_index
from domains.names.name_index import NameIndex
from domains.names.names_table import Hold, NamesTable, get_hold_key
from domains.names.reservations import Reservation
from domains.names.verdict import Status
from domains.state.time import ARIZONA, get_day

MAX_LISTED = 20_000
"""Maximum number of held names in memory. With more, only their keys are looked up: the snapshot is old."""
REGISTER_DELAY = timedelta(days=7)
"""Time until the register surely has a name that was approved here."""
_OVERLAP = timedelta(seconds=30)
"""Time until a change is surely readable, although clocks differ and a transaction takes its time."""
_READ_AGAIN_AFTER = timedelta(minutes=30)
_MAX_RECENT = 100
_Place = tuple[str, str]


@dataclass(frozen=True, slots=True)
class _Level:
    """An index of holds, some of which changed since."""

    index: NameIndex
    holds: Mapping[str, Hold]


@dataclass(frozen=True, slots=True)
class CurrentHolds:
    """All names that are held at a moment."""

    by_id: Mapping[str, Hold]  # present holds by the id of the reservation or application
    filed: Collection[str]  # ids of reservations whose name a filing holds: both are one name
    levels: Sequence[_Level]
    now: datetime

    def find_holds(self, search: Callable[[NameIndex], Iterable[NameRecord]]) -> list[Hold]:
        """Return the active holds that a search of an index finds, without filed reservations."""
        holds = [
            level.holds[record.id]
            for level in self.levels
            if level.holds
            for record in search(level.index)
            if level.holds[record.id] is self.by_id.get(record.id) and record.id not in self.filed
        ]
        return [hold for hold in dict.fromkeys(holds) if hold.is_active(self.now)]

    def get_active(self, hold_id: str) -> Hold | None:
        """Return the active hold with an id, or None."""
        hold = self.by_id.get(hold_id)
        return hold if hold is not None and hold.is_active(self.now) else None


class CurrentHoldsReader:
    """Reads the list once, then its changes; thread-safe."""

    def __init__(self, table: NamesTable) -> None:
        """Store the table, by whose clock the list is ordered."""
        self._table = table
        self._lock = RLock()
        self._since = self._began_at = self._read_at = datetime.min.replace(tzinfo=UTC)
        self._holds: dict[_Place, Hold] | None = None
        self._changed: dict[_Place, Hold] = {}
        self._base = self._recent = _make_level([])
        self._by_id: Mapping[str, Hold] = {}
        self._filed: Collection[str] = ()

    def read_holds(self, as_of: date, now: datetime) -> CurrentHolds | None:
        """Return the held names with one call, or None if there are more than `MAX_LISTED`.

        Args:
            as_of: day of the snapshot, whose register has earlier approvals.
            now: moment by which holds end.
        """
        with self._lock:
            read_at = self._table.clock()
            since = get_start(as_of)
            is_fresh = timedelta(0) <= read_at - self._began_at < _READ_AGAIN_AFTER
            if since != self._since or not is_fresh:
                self._load_list(since, read_at, now)
            elif self._holds is not None:
                self._load_changes(self._holds, read_at, now)
            if self._holds is None:
                return None
            return CurrentHolds(self._by_id, self._filed, (self._base, self._recent), now)

    def _load_list(self, since: datetime, read_at: datetime, now: datetime) -> None:
        listed = self._table.list_holds(since, MAX_LISTED)
        self._since, self._began_at, self._read_at = since, read_at, read_at
        if listed is None:
            self._holds = None
            Logger().warning("Too many reserved and filed names to search: build a new snapshot of names")
            return
        self._holds = {get_hold_key(hold): hold for hold in listed}
        self._index_all(self._holds, now)

    def _load_changes(self, holds: dict[_Place, Hold], read_at: datetime, now: datetime) -> None:
        listed = self._table.list_changes(self._read_at - _OVERLAP, MAX_LISTED)
        if listed is None:
            self._load_list(self._since, read_at, now)
            return
        self._read_at = read_at
        latest = {get_hold_key(hold): hold for hold in listed}
        changed = {place: hold for place, hold in latest.items() if holds.get(place) != hold}
        if not changed:
            return
        holds |= changed
        self._changed |= changed
        if len(self._changed) > _MAX_RECENT:
            self._index_all(holds, now)
            return
        self._look_through(holds, now)
        self._recent = _make_level(_list_active(self._changed, now).values())

    def _look_through(self, holds: Mapping[_Place, Hold], now: datetime) -> None:
        self._by_id = _list_active(holds, now)
        self._filed = list_filed(self._by_id.values())

    def _index_all(self, holds: Mapping[_Place, Hold], now: datetime) -> None:
        self._look_through(holds, now)
        self._changed = {}
        self._base, self._recent = _make_level(self._by_id.values()), _make_level([])


def get_start(as_of: date) -> datetime:
    """Return the moment whose approvals a snapshot of a day may lack, and those after it."""
    return datetime.combine(as_of, time(), ARIZONA) - REGISTER_DELAY


def get_status(hold: Hold) -> Status:
    """Return the status of a hold: reserved, pending, or after the approval active or registered."""
    if isinstance(hold, Reservation):
        return "reserved"
    if hold.state != "approved":
        return "pending"
    return "registered" if hold.entity_type == "tradeName" else "active"


def get_day_and_county(hold: Hold) -> tuple[date, str]:
    """Return the day of a reservation, filing, or approval, and the county of a filing."""
    if isinstance(hold, Reservation):
        return get_day(hold.reserved_at), ""
    return get_day(hold.since), hold.county_id


def list_filed(holds: Iterable[Hold]) -> frozenset[str]:
    """Return the ids of reservations whose name a filing holds: both are one name."""
    return frozenset(
        hold.reservation_id for hold in holds if isinstance(hold, Filing) and hold.reservation_id is not None
    )


def _list_active(holds: Mapping[_Place, Hold], now: datetime) -> Mapping[str, Hold]:
    return {hold.id: hold for hold in holds.values() if hold.is_active(now)}


def _make_level(holds: Collection[Hold]) -> _Level:
    connection = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    count = write_index(connection, map(_make_name, holds))
    return _Level(NameIndex(connection, count), {hold.id: hold for hold in holds})


def _make_name(hold: Hold) -> Name:
    day, county_id = get_day_and_county(hold)
    return Name(hold.id, hold.name, hold.entity_type, get_status(hold), "", county_id, day)
