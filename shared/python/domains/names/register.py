"""Availability of names: one answer for check, search, reservation, form, and submission."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date

from domains.names.current_holds import CurrentHolds
from domains.names.current_snapshot import CurrentSnapshot
from domains.names.errors import NamesUnavailable
from domains.names.index_record import SnapshotRefused
from domains.names.name_holds import NOBODY, Asker, NameHolds, list_known_candidates
from domains.names.reservations import Reservation
from domains.names.rules import EntityType, NameRules
from domains.names.snapshot import Snapshot
from domains.names.verdict import NameJudgment, judge

_CONFLICTS = 50
_CLOSE = 10


@dataclass(frozen=True, slots=True)
class CheckedName:
    """A judged name."""

    judgment: NameJudgment
    own_reservation: Reservation | None  # the asker's own reservation of the name, if any
    as_of: date  # day of the register's data
    # The held names; None if they are too many to find those that are close to the name.
    current: CurrentHolds | None


@dataclass(frozen=True, slots=True)
class NameRegister:
    """Judges names by the register's snapshot and by the portal's reservations and filings."""

    snapshots: CurrentSnapshot
    name_holds: NameHolds
    rules: NameRules

    @contextmanager
    def open_snapshot(self) -> Iterator[Snapshot]:
        """Open the newest snapshot.

        Raises:
            NamesUnavailable: there is no valid one.
        """
        try:
            yield self.snapshots.get_snapshot()
        except SnapshotRefused as error:
            raise NamesUnavailable from error

    def check_name(
        self, name: str, entity_type: EntityType, asker: Asker = NOBODY, *, with_close: bool = True
    ) -> CheckedName:
        """Judge a name for an entity type, with two calls of the table.

        Args:
            asker: whose own reservation and filings take no name from them.
            with_close: whether to look for names that people may confuse with it, which takes longer.

        Raises:
            NamesUnavailable: there is no valid snapshot.
        """
        with self.open_snapshot() as snapshot:
            records = list(snapshot.find_conflicts(name, _CONFLICTS))
            if with_close:
                rows = {record.row for record in records}
                records += (each for each in snapshot.find_close(name, _CLOSE) if each.row not in rows)
            as_of = snapshot.as_of
        current = self.name_holds.read_current(as_of)
        candidates = self.name_holds.list_candidates(name, records, current, asker, with_close=with_close)
        return CheckedName(
            judge(name, entity_type, candidates.existing, self.rules),
            candidates.own_reservation,
            as_of,
            current,
        )

    def is_available(self, name: str, entity_type: EntityType, current: CurrentHolds) -> bool:
        """Return whether a name is available, given held names that were just read; makes no call.

        Raises:
            NamesUnavailable: there is no valid snapshot.
        """
        with self.open_snapshot() as snapshot:
            records = snapshot.find_conflicts(name, _CONFLICTS)
        existing = list_known_candidates(name, records, current)
        return judge(name, entity_type, existing, self.rules).verdict == "available"
