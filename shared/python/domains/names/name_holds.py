"""Existing names: those of the snapshot, united with the present reservations and filings."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date

from domains.names.current_holds import CurrentHolds, CurrentHoldsReader, get_status, list_filed
from domains.names.filings import Filing
from domains.names.index_record import NameRecord
from domains.names.key import list_readings
from domains.names.name_index import NameIndex
from domains.names.names_table import Hold, NamesTable
from domains.names.reservations import Reservation
from domains.names.verdict import ExistingName
from portal.types import Clock, is_derived_id

_MAX_READINGS = 32
_MAX_SEARCHED = 50
"""Names of one call; each has two items."""
_CONFLICTS = 50
_CLOSE = 10


@dataclass(frozen=True, slots=True)
class Asker:
    """The caller of a check, whose own holds do not take a name."""

    # Holders of reservations that count as own.
    person_ids: Collection[str] = field(default_factory=frozenset)
    application_id: str | None = None  # application that asks, if any
    business_id: str | None = None  # business whose approved filings count as own, if any

    def owns_hold(self, hold: Hold) -> bool:
        """Return whether a hold takes no name from this asker."""
        if isinstance(hold, Reservation):
            return hold.holder in self.person_ids
        is_own_business = hold.state == "approved" and hold.business_id == self.business_id
        return hold.id == self.application_id or is_own_business


NOBODY = Asker()


@dataclass(frozen=True, slots=True)
class Candidates:
    """Existing names that may conflict with a name, or be close to it."""

    existing: Sequence[ExistingName]
    own_reservation: Reservation | None  # the asker's own active reservation of the name, if any


class NameHolds:
    """Unites the snapshot with the present holds, so a held name is found at once."""

    def __init__(self, clock: Clock, table: NamesTable) -> None:
        """Store the clock by which holds end, and the table."""
        self._clock = clock
        self._table = table
        self._reader = CurrentHoldsReader(table)

    def read_current(self, as_of: date) -> CurrentHolds | None:
        """Return the held names with one call, or None if there are too many; see `CurrentHoldsReader`."""
        return self._reader.read_holds(as_of, self._clock())

    def find_hold(self, hold_id: str, key: str) -> Hold | None:
        """Return the active hold with an id among those of a key, or None."""
        active = self._table.list_active([key], self._clock())
        return next((each for each in active if each.id == hold_id), None)

    def list_candidates(
        self,
        name: str,
        records: Sequence[NameRecord],
        current: CurrentHolds | None,
        asker: Asker = NOBODY,
        *,
        with_close: bool = True,
    ) -> Candidates:
        """Return the existing names of the snapshot, updated with the portal's holds, with one call.

        Args:
            records: names of the snapshot, which may include ended holds.
            current: None if only holds with a reading of the name can be found.
            with_close: whether to look for held names that people may confuse with it.
        """
        readings = list_readings(name)
        portal = [record for record in records if is_of_portal(record)]
        # Names with more readings need a person's review.
        keys = list(dict.fromkeys([*readings[:_MAX_READINGS], *(record.key for record in portal)]))
        searched_keys = keys[:_MAX_SEARCHED]
        exact = self._table.list_active(searched_keys, self._clock())
        others = _find_alike(name, portal, current, with_close=with_close) if current else []
        holds = [*exact, *(hold for hold in others if hold.key not in searched_keys)]
        return _unite(holds, records, asker, (readings or ("",))[0])


def list_known_candidates(
    name: str, records: Sequence[NameRecord], current: CurrentHolds
) -> Sequence[ExistingName]:
    """Return the existing names that conflict with a name, without a call."""
    portal = [record for record in records if is_of_portal(record)]
    return _unite(_find_alike(name, portal, current, with_close=False), records, NOBODY, "").existing


def list_unreleased(
    records: Sequence[NameRecord], reported: Collection[Hold], current: CurrentHolds
) -> list[NameRecord]:
    """Return the snapshot's names without ended holds of the portal and without reported ones.

    Args:
        reported: holds that the answer contains.
    """
    reported_ids = {each.id for each in reported}
    filed = _list_approved(reported)
    return [
        each
        for each in records
        if each.id not in reported_ids
        and (current.get_active(each.id) if is_of_portal(each) else (each.key, each.entity_type) not in filed)
    ]


def make_existing_name(hold: Hold) -> ExistingName:
    """Return a hold as an existing name."""
    return ExistingName(hold.id, hold.name, get_status(hold))


def is_of_portal(record: NameRecord) -> bool:
    """Return whether a hold is the portal's; the register numbers its own."""
    return record.status == "reserved" and is_derived_id(record.id)


def _find_alike(
    name: str, portal: Sequence[NameRecord], current: CurrentHolds, *, with_close: bool
) -> list[Hold]:
    """Return the held names that a name may conflict with or be close to, and those of the snapshot."""

    def search(index: NameIndex) -> list[NameRecord]:
        conflicts = index.find_conflicts(name, _CONFLICTS)
        return [*conflicts, *(index.find_close(name, _CLOSE) if with_close else ())]

    active = (current.get_active(record.id) for record in portal)
    return [*current.find_holds(search), *(hold for hold in active if hold)]


def _unite(matches: Iterable[Hold], records: Sequence[NameRecord], asker: Asker, key: str) -> Candidates:
    holds = {(type(hold), hold.id): hold for hold in matches}.values()
    filed = list_filed(holds)
    others = [hold for hold in holds if hold.id not in filed and not asker.owns_hold(hold)]
    approved = _list_approved(holds)
    own_holds = (hold for hold in holds if isinstance(hold, Reservation) and asker.owns_hold(hold))
    return Candidates(
        existing=[
            *map(make_existing_name, others),
            *(
                ExistingName(record.id, record.name, record.status)
                for record in records
                if not is_of_portal(record) and (record.key, record.entity_type) not in approved
            ),
        ],
        own_reservation=next((hold for hold in own_holds if hold.key == key), None),
    )


def _list_approved(holds: Iterable[Hold]) -> set[tuple[str, str]]:
    """Return key and entity type of approved filings, which the register lists too after its next update."""
    return {
        (hold.key, hold.entity_type)
        for hold in holds
        if isinstance(hold, Filing) and hold.state == "approved"
    }
