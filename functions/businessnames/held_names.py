"""What changed since the snapshot was made: names that are held now, and holds that have ended."""

from collections.abc import Iterable, Sequence
from typing import Protocol

from functions.businessnames.reservations import Reservation
from functions.businessnames.snapshot import Narrowing, Record
from functions.businessnames.verdict import ExistingName, Status
from portal.types import Clock

_RESERVED: Status = "reserved"
_AT_ONCE = 100


class Reservations(Protocol):
    """Where reservations are kept; see `functions.businessnames.repository`."""

    def last_of(self, key: str) -> Reservation | None: ...

    def beginning(self, key: str, limit: int) -> Sequence[Reservation]: ...


class HeldNames:
    """Unites the snapshot with the reservations, read consistently: a name is found as soon as it is held."""

    def __init__(self, clock: Clock, reservations: Reservations) -> None:
        self._clock = clock
        self._reservations = reservations

    def beside(self, key: str, existing: Sequence[Record]) -> list[ExistingName]:
        """Existing names with what is known now of one key.

        Args:
            existing: of the snapshot, in which a hold that has ended may still stand.
        """
        last = self._reservations.last_of(key) if key else None
        is_held = last is not None and last.is_active(self._clock())
        names = [
            ExistingName(each.id, each.name, each.status)
            for each in existing
            if last is None or each.id != last.id
        ]
        if last is not None and is_held:
            names.insert(0, ExistingName(last.id, last.name, _RESERVED))
        return names

    def beginning(self, key: str, narrowing: Narrowing) -> list[Reservation]:
        """Names that are held now and whose key begins so, at most a hundred."""
        if narrowing.status not in (None, _RESERVED) or narrowing.city is not None:
            return []
        now = self._clock()
        return [
            each
            for each in self._reservations.beginning(key, _AT_ONCE)
            if each.is_active(now) and narrowing.entity_type in (None, each.entity_type)
        ]

    def still_there(self, records: Iterable[Record]) -> list[Record]:
        """The names of the snapshot without holds of the portal, which are told apart by their id."""
        return [each for each in records if each.status != _RESERVED or not self._is_of_the_portal(each)]

    def _is_of_the_portal(self, record: Record) -> bool:
        last = self._reservations.last_of(record.key)
        return last is not None and last.id == record.id
