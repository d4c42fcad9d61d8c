"""Compares every place that tells if a name is taken: register, reservations, filings, and applications."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from domains.applications.application import Application, ApplicationState
from domains.applications.applications_table import HEAD_KEY, parse_raw_application
from domains.names.current_holds import MAX_LISTED, get_start
from domains.names.filings import Filing, FilingState
from domains.names.key import get_key
from domains.names.names_table import DECISIONS_KEPT, LIST, Hold, get_hold_key, make_time_key, parse_raw_hold
from domains.names.reservations import Reservation
from domains.names.snapshot import Snapshot
from domains.names.verdict import FREED
from infrastructure.operations.comparison import Figures, Item, list_pages
from portal.types import is_derived_id

_NAME, _HOLDER = "name#", "holder#"
_CONFLICTS = 50
_FILING_STATES: Mapping[ApplicationState, FilingState] = {
    "submitted": "pending",
    "received": "pending",
    "inReview": "pending",
    "needsInformation": "pending",
    "approved": "approved",
    "refused": "released",
    "withdrawn": "released",
}

Place = tuple[str, str]
"""Partition and range key of an item."""
Faults = Iterator[tuple[str, str]]
"""Id of a reservation or an application, and the contradiction."""


@dataclass(frozen=True, slots=True)
class Tables:
    """The tables of a portal, read with boto3's client."""

    dynamodb: Any
    names: str
    applications: str

    def scan(self, table: str) -> Iterator[Item]:
        """Yield the items of a table; strongly consistent."""
        for page in list_pages(self.dynamodb, table):
            yield from page

    def list_applications(self) -> Iterator[Application]:
        """Yield the applications, drafts included; strongly consistent."""
        for item in self.scan(self.applications):
            # A removed draft has no version.
            if item["item"]["S"] == HEAD_KEY and "version" in item:
                yield parse_raw_application(item)

    def list_approved_keys(self) -> frozenset[str]:
        filings = (application.filing for application in self.list_applications())
        return frozenset(filing.key for filing in filings if filing and filing.state == "approved")


def compare(tables: Tables, snapshot: Snapshot, now: datetime) -> Figures:
    """Compare all places.

    A change between the reads looks like a contradiction, so only what a second look shows too is reported.
    """
    figures = _compare_once(tables, snapshot, now)
    if figures.differences:
        figures.keep_only(_compare_once(tables, snapshot, now).differences)
    return figures


def _compare_once(tables: Tables, snapshot: Snapshot, now: datetime) -> Figures:
    holds: dict[Place, Hold] = {}
    own: dict[str, Reservation] = {}
    entries: dict[str, Hold] = {}
    for item in tables.scan(tables.names):
        place = item["partition"]["S"], item["item"]["S"]
        if place[0].startswith(_NAME):
            holds[place] = parse_raw_hold(item)
        elif place[0].startswith(_HOLDER):
            reservation = parse_raw_hold(item)
            if isinstance(reservation, Reservation):
                own[reservation.id] = reservation
        elif place[0] == LIST and ("remove_at" not in item or int(item["remove_at"]["N"]) > now.timestamp()):
            entries[place[1]] = parse_raw_hold(item)
    applications = {
        application.id: application
        for application in tables.list_applications()
        if application.filing is not None
    }
    active = [hold for hold in holds.values() if hold.is_active(now)]
    figures = Figures("active reservations", "names of filings", "applications that ask for a name")
    figures.count(
        {
            "active reservations": sum(isinstance(hold, Reservation) for hold in active),
            "names of filings": sum(isinstance(hold, Filing) for hold in active),
            "applications that ask for a name": len(applications),
        }
    )
    figures.add_all(_compare_items(holds, own, now))
    figures.add_all(_compare_list(holds, entries, snapshot, now))
    figures.add_all(_compare_applications(holds, applications))
    figures.add_all(_compare_holders(active))
    figures.add_all(_compare_register(active, snapshot))
    return figures


def _compare_items(holds: Mapping[Place, Hold], own: Mapping[str, Reservation], now: datetime) -> Faults:
    """Find holds under a wrong key, or unlike the holder's own copy."""
    for place, hold in holds.items():
        if hold.key != get_key(hold.name) or place != get_hold_key(hold):
            yield (hold.id, "its name is stored under the key of another")
        if isinstance(hold, Reservation) and own.get(hold.id) != hold:
            yield (hold.id, "the list of its holder says something else")
    named = {hold.id for hold in holds.values()}
    for reservation in own.values():
        if reservation.is_active(now) and reservation.id not in named:
            yield (reservation.id, "its holder has it, and its name is free")


def _compare_list(
    holds: Mapping[Place, Hold], entries: Mapping[str, Hold], snapshot: Snapshot, now: datetime
) -> Faults:
    """Find holds that the list for searches lacks or has otherwise, and a list that is too long."""
    # A later entry is a later change; open holds come last.
    listed = {get_hold_key(hold): hold for _, hold in sorted(entries.items())}
    for place, hold in holds.items():
        is_old = isinstance(hold, Filing) and hold.state == "approved" and hold.since + DECISIONS_KEPT <= now
        if hold.is_active(now) and listed.get(place) != hold and not (is_old and place not in listed):
            yield (hold.id, "searches do not find it")
    for place, hold in listed.items():
        if hold.is_active(now) and holds.get(place) != hold:
            yield (hold.id, "searches find it, and it does not hold its name")
    start = make_time_key(get_start(snapshot.as_of))
    count_since = sum(entry >= start for entry in entries)
    if count_since > MAX_LISTED:
        yield (
            f"snapshot of {snapshot.as_of}",
            f"is too old: {count_since:,} changes since it are more than {MAX_LISTED:,}, so searches leave "
            "reserved and filed names out",
        )


def _compare_applications(holds: Mapping[Place, Hold], applications: Mapping[str, Application]) -> Faults:
    """Find applications whose name is not held as their state says, and holds without such an application."""
    for application in applications.values():
        filing = application.filing
        if filing is None:
            continue
        if filing.state != _FILING_STATES.get(application.state, filing.state):
            yield (application.id, f"its state is {application.state}, and its name is {filing.state}")
        if filing.state != "released" and holds.get(get_hold_key(filing)) != filing:
            yield (application.id, f"its name is {filing.state}, and nothing holds it")
    for hold in holds.values():
        if isinstance(hold, Filing) and hold.state != "released":
            filed = applications.get(hold.id)
            if filed is None or filed.filing != hold:
                yield (hold.id, f"a name is {hold.state} for it, and it says something else")


def _compare_holders(active: Sequence[Hold]) -> Faults:
    """Find names that a filing and the reservation of somebody else hold."""
    reserved = {hold.key: hold for hold in active if isinstance(hold, Reservation)}
    for hold in active:
        other = reserved.get(hold.key)
        if isinstance(hold, Filing) and other is not None and other.id != hold.reservation_id:
            yield (hold.id, f"the reservation {other.id} holds the same name")


def _compare_register(active: Sequence[Hold], snapshot: Snapshot) -> Faults:
    """Find holds of names that the register has for somebody else.

    The register lists an approved filing too, as the same name of the same entity type.
    """
    for hold in active:
        is_approved = isinstance(hold, Filing) and hold.state == "approved"
        for record in snapshot.find_conflicts(hold.name, _CONFLICTS):
            is_own = is_derived_id(record.id) or (is_approved and record.entity_type == hold.entity_type)
            if record.key == hold.key and record.status not in FREED and not is_own:
                yield (hold.id, f"the register has its name as {record.id}")
