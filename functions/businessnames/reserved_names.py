"""Changes since the snapshot: new holds, and ended holds."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from functions.businessnames.index_queries import Narrowing
from functions.businessnames.repository import ReservationsRepository
from functions.businessnames.reservations import Reservation
from functions.businessnames.snapshot import Record
from functions.businessnames.verdict import ExistingName, Status
from portal.types import Clock, is_derived_id

_RESERVED: Status = "reserved"
_AT_ONCE = 100
_MAX_READINGS = 32


@dataclass(frozen=True, slots=True)
class ReservedNames:
    """Merges the snapshot with consistently read reservations, so a held name is found at once."""

    clock: Clock
    reservations: ReservationsRepository

    def update_existing(self, readings: Sequence[str], existing: Sequence[Record]) -> list[ExistingName]:
        """Return the existing names, updated with current holds.

        Args:
            readings: readings of the name, its key first.
            existing: names of the snapshot, which may include ended holds.
        """
        # Names with more readings need a person's review.
        asked = readings[:_MAX_READINGS]
        keys = [*asked, *self.reservations.list_keys_read_as(asked, self.clock())]
        active = self._list_active([*keys, *(each.key for each in existing if _is_of_portal(each))])
        reserved = [active[key] for key in dict.fromkeys(keys) if key in active]
        reserved_ids = {each.id for each in reserved}
        return [
            *(ExistingName(each.id, each.name, _RESERVED) for each in reserved),
            *(
                ExistingName(each.id, each.name, each.status)
                for each in existing
                if not _is_of_portal(each) or (each.id not in reserved_ids and _stands(each, active))
            ),
        ]

    def find_beginning_with(self, key: str, narrowing: Narrowing) -> list[Reservation]:
        """Return held names whose key begins with a key, at most a hundred."""
        if not _may_be_reserved(narrowing):
            return []
        return _list_of_type(self.reservations.find_beginning_with(key, self.clock(), _AT_ONCE), narrowing)

    def find_sounding_like(self, name: str, narrowing: Narrowing) -> list[Reservation]:
        """Return held names that sound like a name, or have words that sound like its words."""
        if not _may_be_reserved(narrowing):
            return []
        return _list_of_type(self.reservations.find_sounding_like(name, self.clock(), _AT_ONCE), narrowing)

    def list_unreleased(self, records: Sequence[Record], reported: Collection[str]) -> list[Record]:
        """Return the snapshot's names without the portal's holds that have ended or are already reported.

        Args:
            reported: ids of reported holds; the snapshot has the portal's holds under their ids.
        """
        active = self._list_active([each.key for each in records if _is_of_portal(each)])
        return [
            each
            for each in records
            if not _is_of_portal(each) or (each.id not in reported and _stands(each, active))
        ]

    def _list_active(self, keys: Sequence[str]) -> dict[str, Reservation]:
        """Return the active holds by key."""
        last = self.reservations.get_all_last(key for key in keys if key)
        now = self.clock()
        return {key: each for key, each in last.items() if each.is_active(now)}


def _is_of_portal(record: Record) -> bool:
    """Return whether a hold is the portal's; the register numbers its own."""
    return record.status == _RESERVED and is_derived_id(record.id)


def _stands(record: Record, active: Mapping[str, Reservation]) -> bool:
    return record.key in active and active[record.key].id == record.id


def _list_of_type(reservations: Iterable[Reservation], narrowing: Narrowing) -> list[Reservation]:
    return [each for each in reservations if narrowing.entity_type in (None, each.entity_type)]


def _may_be_reserved(narrowing: Narrowing) -> bool:
    return narrowing.status in (None, _RESERVED) and narrowing.city is None
