"""Reserved names: their time, and older snapshots of the register."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any
from unittest import mock

import pytest

from domains.accounts.account_table import AccountRepository
from domains.names.current_holds import CurrentHolds
from domains.names.index_queries import Narrowing
from domains.names.index_record import NameRecord
from domains.names.name_holds import NameHolds, list_unreleased
from domains.names.names_table import Hold, NamesTable
from domains.names.register import NameRegister
from domains.names.rules import get_name_rules
from domains.names.verdict import ExistingName
from functions.businessnames.reservation_service import ReservationService
from portal.errors import Conflict
from portal.principal import Principal
from tests.api.profile_support import ROSA, register
from tests.api.support import RESERVATIONS_TABLE, USERS_TABLE, Client, Person

NAME = "Velvetine Cactus LLC"


BEN = Person(email="ben@example.com", name="Ben Whitehorse")


NOW = datetime(2026, 11, 21, 16, 0, 0, 654321, UTC)


TERM = timedelta(days=120)


@pytest.fixture
def rosa(client: Client) -> Client:
    return register(client)


@pytest.fixture
def ben(client: Client) -> Client:
    return register(client, BEN)


class EmptySnapshot:
    """Snapshot of a register without names."""

    def get_snapshot(self) -> Any:
        found: Any = mock.Mock(return_value=[])
        return mock.Mock(find_conflicts=found, find_close=found, as_of=NOW.date())


class Desk:
    """Service with its own clock, with Rosa and Ben as callers."""

    def __init__(self) -> None:
        self.now = NOW
        self.repository = NamesTable(RESERVATIONS_TABLE)
        self.reservable_names = NameHolds(lambda: self.now, self.repository)
        snapshots: Any = EmptySnapshot()
        self.service = ReservationService(
            clock=lambda: self.now,
            repository=self.repository,
            accounts=AccountRepository(USERS_TABLE),
            register=NameRegister(snapshots, self.reservable_names, get_name_rules()),
        )

    def list_existing(self, records: Sequence[NameRecord]) -> Sequence[ExistingName]:
        """Return the existing names that may conflict with `NAME`."""
        return self.reservable_names.list_candidates(NAME, records, self.read()).existing

    def read(self) -> CurrentHolds:
        """Return the held names."""
        current = self.reservable_names.read_current(NOW.date())
        assert current is not None
        return current

    def find(self, key: str) -> list[Hold]:
        """Return the held names that begin with a key."""
        return self.read().find_holds(lambda index: index.find_beginning_with(key, Narrowing(), 0, 10)[0])


@pytest.fixture
def desk(rosa: Client, ben: Client) -> Desk:
    return Desk()


def make_caller(person: Any) -> Principal:
    return Principal(person.user_id, person.email, True, person.name, frozenset())


class TestTime:
    def test_reservation_ends_to_the_second(self, desk: Desk) -> None:
        taken, _ = desk.service.reserve_name(make_caller(ROSA), NAME, "llc")
        ends = NOW.replace(microsecond=0) + TERM
        assert taken.reservation.expires_at == ends
        desk.now = ends - timedelta(microseconds=1)
        with pytest.raises(Conflict):
            desk.service.reserve_name(make_caller(BEN), NAME, "llc")
        assert desk.find("VELVETINE")
        desk.now = ends
        assert not desk.find("VELVETINE")
        _, is_new = desk.service.reserve_name(make_caller(BEN), NAME, "llc")
        assert is_new

    def test_same_person_can_reserve_again_after_end(self, desk: Desk) -> None:
        first, _ = desk.service.reserve_name(make_caller(ROSA), NAME, "llc")
        desk.now += TERM
        second, is_new = desk.service.reserve_name(make_caller(ROSA), NAME, "llc")
        assert is_new
        assert second.reservation.id != first.reservation.id
        statuses = [
            taken.reservation.get_status(desk.now)
            for taken in desk.service.list_reservations(make_caller(ROSA))
        ]
        assert statuses == ["active", "expired"]

    def test_limited_partnership_waits_sixty_days(self, desk: Desk) -> None:
        name = "Velvetine Cactus LP"
        desk.service.reserve_name(make_caller(ROSA), name, "lp")
        desk.now += TERM + timedelta(days=60) - timedelta(seconds=1)
        with pytest.raises(Conflict) as refused:
            desk.service.reserve_name(make_caller(ROSA), name, "lp")
        assert refused.value.code == "reservedRecently"
        desk.now += timedelta(seconds=1)
        assert desk.service.reserve_name(make_caller(ROSA), name, "lp")[1]

    def test_hold_of_other_entity_type_does_not_affect_wait(self, desk: Desk) -> None:
        desk.service.reserve_name(make_caller(ROSA), NAME, "llc")
        desk.now += TERM
        assert desk.service.reserve_name(make_caller(ROSA), "Velvetine Cactus LP", "lp")[1]
        desk.now += TERM
        taken, is_new = desk.service.reserve_name(make_caller(ROSA), NAME, "llc")
        assert is_new
        desk.service.give_up(make_caller(ROSA), taken.reservation.id)
        with pytest.raises(Conflict) as refused:
            desk.service.reserve_name(make_caller(ROSA), "Velvetine Cactus LP", "lp")
        assert refused.value.code == "reservedRecently"

    def test_each_started_term_can_be_renewed(self, desk: Desk) -> None:
        taken, _ = desk.service.reserve_name(make_caller(ROSA), "Velvetine Cactus Inc.", "corporation")
        ends = taken.reservation.expires_at
        assert taken.is_renewable
        assert not desk.service.renew_reservation(make_caller(ROSA), taken.reservation.id, ends).is_renewable
        desk.now = ends - timedelta(microseconds=1)
        with pytest.raises(Conflict) as refused:
            desk.service.renew_reservation(make_caller(ROSA), taken.reservation.id, ends + TERM)
        assert refused.value.code == "notRenewable"
        desk.now = ends
        (taken,) = desk.service.list_reservations(make_caller(ROSA))
        assert taken.is_renewable
        renewed = desk.service.renew_reservation(make_caller(ROSA), taken.reservation.id, ends + TERM)
        assert renewed.reservation.expires_at == ends + 2 * TERM

    def test_ended_reservation_is_not_renewed(self, desk: Desk) -> None:
        taken, _ = desk.service.reserve_name(make_caller(ROSA), "Velvetine Cactus Inc.", "corporation")
        desk.now += TERM
        with pytest.raises(Conflict) as refused:
            desk.service.renew_reservation(
                make_caller(ROSA), taken.reservation.id, taken.reservation.expires_at
            )
        assert refused.value.code == "reservationEnded"


class TestOldSnapshot:
    """The register's next snapshot contains the portal's reservations under their ids."""

    def record(self, reservation: Any) -> NameRecord:
        return NameRecord(
            1,
            reservation.id,
            NAME,
            reservation.key,
            "llc",
            "reserved",
            "",
            "",
            reservation.reserved_at.date(),
        )

    def test_old_snapshot_does_not_restore_released_name(self, desk: Desk) -> None:
        taken, _ = desk.service.reserve_name(make_caller(ROSA), NAME, "llc")
        old = [self.record(taken.reservation)]
        desk.service.give_up(make_caller(ROSA), taken.reservation.id)
        assert desk.list_existing(old) == []
        assert list_unreleased(old, (), desk.read()) == []

    def test_reserved_name_is_listed_once(self, desk: Desk) -> None:
        taken, _ = desk.service.reserve_name(make_caller(ROSA), NAME, "llc")
        (name,) = desk.list_existing([self.record(taken.reservation)])
        assert (name.id, name.status) == (taken.reservation.id, "reserved")

    def test_reported_name_is_not_repeated(self, desk: Desk) -> None:
        names = [f"Velvetine {word} LLC" for word in ("Cactus", "Orchard", "Lantern")]
        taken = [desk.service.reserve_name(make_caller(ROSA), name, "llc")[0].reservation for name in names]
        records = [
            replace(self.record(each), row=row, key=each.key) for row, each in enumerate(taken, start=1)
        ]
        of_the_register = replace(records[1], id="R1")
        everything = [*records, of_the_register]
        assert list_unreleased(everything, (), desk.read()) == everything
        assert list_unreleased(records, [taken[0]], desk.read()) == records[1:]
