"""Changes since the snapshot: reservations, filings, and ended holds."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field

from domains.names.filings import Filing
from domains.names.index_queries import Narrowing
from domains.names.names_table import SHARD_LENGTH, Hold, NamesTable
from domains.names.nearness import are_spelled_alike
from domains.names.reservations import Reservation
from domains.names.snapshot import Record
from domains.names.verdict import ExistingName, Status
from portal.types import Clock, is_derived_id

_RESERVED: Status = "reserved"
_AT_ONCE = 100
_MAX_READINGS = 32


@dataclass(frozen=True, slots=True)
class Asker:
    """The caller of a check, whose own holds do not take a name.

    Attributes:
        person_ids: holders of reservations that count as own.
        application_id: application that asks, if any.
        business_id: business whose approved filings count as own, if any.
    """

    person_ids: Collection[str] = field(default_factory=frozenset)
    application_id: str | None = None
    business_id: str | None = None

    def owns(self, hold: Hold) -> bool:
        """Return whether a hold takes no name from this asker."""
        if isinstance(hold, Reservation):
            return hold.holder in self.person_ids
        is_own_business = hold.state == "approved" and hold.business_id == self.business_id
        return hold.id == self.application_id or is_own_business


NOBODY = Asker()


@dataclass(frozen=True, slots=True)
class Candidates:
    """Existing names that may conflict with a name, or be close to it.

    Attributes:
        own: the asker's own active reservation of the name, if any.
    """

    existing: Sequence[ExistingName]
    own: Reservation | None


@dataclass(frozen=True, slots=True)
class NameHolds:
    """Merges the snapshot with consistently read holds, so a held name is found at once."""

    clock: Clock
    table: NamesTable

    def list_candidates(
        self, name: str, readings: Sequence[str], records: Sequence[Record], asker: Asker, *, with_close: bool
    ) -> Candidates:
        """Return the existing names of the snapshot, updated with the portal's holds.

        Args:
            readings: readings of the name, its key first.
            records: names of the snapshot, which may include ended holds.
            with_close: whether to look for held names that people may confuse with it.
        """
        now = self.clock()
        # Names with more readings need a person's review.
        asked = readings[:_MAX_READINGS]
        keys = [
            *asked,
            *self.table.list_keys_read_as(asked, now),
            *(record.key for record in records if is_of_portal(record)),
        ]
        found = self.table.list_active(keys, now)
        if with_close:
            found += self._list_close(name, asked)
        holds = {(type(hold), hold.id): hold for hold in found}.values()
        others = [hold for hold in _drop_filed(holds) if not asker.owns(hold)]
        filed = _list_approved(holds)
        own = (hold for hold in holds if isinstance(hold, Reservation) and asker.owns(hold))
        return Candidates(
            existing=[
                *map(make_existing_name, others),
                *(
                    ExistingName(record.id, record.name, record.status)
                    for record in records
                    if not is_of_portal(record) and (record.key, record.entity_type) not in filed
                ),
            ],
            own=next((hold for hold in own if hold.key == (readings or ("",))[0]), None),
        )

    def find_beginning_with(self, key: str, narrowing: Narrowing) -> list[Hold]:
        """Return held names whose key begins with a key, at most a hundred."""
        if narrowing.city is not None:
            return []
        return _filter(self.table.find_beginning_with(key, self.clock(), _AT_ONCE), narrowing)

    def find_hold(self, hold_id: str, key: str) -> Hold | None:
        """Return the active hold with an id among those of a key, or None."""
        active = self.table.list_active([key], self.clock())
        return next((each for each in active if each.id == hold_id), None)

    def find_sounding_like(self, name: str, narrowing: Narrowing) -> list[Hold]:
        """Return held names that sound like a name, or have words that sound like its words."""
        if narrowing.city is not None:
            return []
        return _filter(self.table.find_sounding_like(name, self.clock(), _AT_ONCE), narrowing)

    def find_close(self, name: str, narrowing: Narrowing) -> list[Hold]:
        """Return held names that share a close key with a name, or differ from it by few letters."""
        if narrowing.city is not None:
            return []
        return _filter(self._list_close(name, []), narrowing)

    def list_unreleased(self, records: Sequence[Record], reported: Collection[Hold]) -> list[Record]:
        """Return the snapshot's names without ended holds of the portal and without reported ones.

        Args:
            reported: holds that the answer contains.
        """
        active = self.table.list_active([each.key for each in records if is_of_portal(each)], self.clock())
        active_ids = {each.id for each in active}
        reported_ids = {each.id for each in reported}
        filed = _list_approved(reported)
        return [
            each
            for each in records
            if each.id not in reported_ids
            and (each.id in active_ids if is_of_portal(each) else (each.key, each.entity_type) not in filed)
        ]

    def _list_close(self, name: str, readings: Sequence[str]) -> list[Hold]:
        now = self.clock()
        keys = self.table.list_keys_close_to(name, now)
        found = [
            *self.table.list_active([key for key in keys if key not in readings], now),
            *self.table.find_sounding_like(name, now, _AT_ONCE),
        ]
        key = readings[0] if readings else ""
        begun = self.table.find_beginning_with(key[:SHARD_LENGTH], now, _AT_ONCE)
        return [*found, *(hold for hold in begun if are_spelled_alike(hold.key, key))]


def make_existing_name(hold: Hold) -> ExistingName:
    """Return a hold as an existing name."""
    return ExistingName(hold.id, hold.name, get_status(hold))


def get_status(hold: Hold) -> Status:
    """Return the status of a hold: reserved, pending, or after the approval active or registered."""
    if isinstance(hold, Reservation):
        return _RESERVED
    if hold.state != "approved":
        return "pending"
    return "registered" if hold.entity_type == "tradeName" else "active"


def is_of_portal(record: Record) -> bool:
    """Return whether a hold is the portal's; the register numbers its own."""
    return record.status == _RESERVED and is_derived_id(record.id)


def _list_approved(holds: Iterable[Hold]) -> set[tuple[str, str]]:
    """Return key and entity type of approved filings, which the register lists too after its next update."""
    return {
        (hold.key, hold.entity_type)
        for hold in holds
        if isinstance(hold, Filing) and hold.state == "approved"
    }


def _drop_filed(holds: Collection[Hold]) -> list[Hold]:
    """Return the holds without reservations whose name a filing holds: both are one name."""
    filed = {hold.reservation_id for hold in holds if isinstance(hold, Filing)}
    return [hold for hold in holds if isinstance(hold, Filing) or hold.id not in filed]


def _filter(holds: Collection[Hold], narrowing: Narrowing) -> list[Hold]:
    return [
        hold
        for hold in _drop_filed(holds)
        if narrowing.entity_type in (None, hold.entity_type) and narrowing.status in (None, get_status(hold))
    ]
