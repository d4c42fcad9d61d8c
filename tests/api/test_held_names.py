"""Names held in the portal beside the snapshot: what has ended hides nothing and does not come back."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from functions.businessnames.held_names import HeldNames
from functions.businessnames.key import key_of, readings_of
from functions.businessnames.repository import ReservationsRepository
from functions.businessnames.reservations import Reservation, Reserver
from functions.businessnames.snapshot import Narrowing, Record
from portal.types import derived_id
from tests.api.support import RESERVATIONS_TABLE

NOW = datetime(2026, 11, 21, 16, 0, 0, tzinfo=UTC)
TERM = timedelta(days=120)
NAME = "Velvetine Cactus LLC"
MORE_THAN_ARE_SHOWN = 101


class Holds:
    """The table of reservations, and what is said of it at `NOW`."""

    def __init__(self) -> None:
        self.repository = ReservationsRepository(RESERVATIONS_TABLE)
        self.names = HeldNames(lambda: NOW, self.repository)

    def hold(self, name: Any = NAME, begins: Any = NOW, holder: str = "rosa") -> Reservation:
        held = Reservation(
            derived_id(holder, name, begins.isoformat()),
            holder,
            name,
            key_of(name),
            "llc",
            begins,
            begins + TERM,
        )
        assert self.repository.reserve(held, Reserver(held.id), (), begins)
        return held

    def give_up(self, held: Any, when: Any) -> Any:
        given_up = replace(held, given_up_at=when)
        assert self.repository.change(held, given_up)
        return given_up


@pytest.fixture
def holds(stored: Mapping[str, object]) -> Holds:
    return Holds()


def record(held: Any, row: int = 1, **more: Any) -> Record:
    found = Record(
        row, held.id, held.name, held.key, "llc", "reserved", "", "", held.reserved_at.astimezone(UTC).date()
    )
    return replace(found, **more)


class TestManyThatHaveEnded:
    """More than are shown at once, all of which come before the one that is held."""

    @pytest.fixture(params=["expired", "givenUp"])
    def ended(self, holds: Holds, request: pytest.FixtureRequest) -> None:
        for number in range(MORE_THAN_ARE_SHOWN):
            name = f"Cactus A{chr(65 + number // 26)}{chr(65 + number % 26)} Shop LLC"
            if request.param == "expired":
                holds.hold(name, NOW - TERM)
            else:
                holds.give_up(holds.hold(name, NOW - timedelta(days=2)), NOW - timedelta(days=1))

    def test_they_hide_nothing_that_begins_so(self, holds: Holds, ended: None) -> None:
        held = holds.hold("Cactus Zulu LLC")
        assert holds.names.beginning("CACTUS", Narrowing()) == [held]

    def test_they_hide_nothing_that_sounds_so(self, holds: Holds, ended: None) -> None:
        held = holds.hold("Cactus Zulu LLC")
        assert holds.names.sounding("Kaktus", Narrowing()) == [held]


class TestOldSnapshot:
    """The snapshot has the portal's holds under their ids, as they were when it was made."""

    def test_a_freed_name_does_not_come_back_after_a_later_hold(self, holds: Holds) -> None:
        first = holds.hold(begins=NOW - timedelta(days=10))
        holds.give_up(first, NOW - timedelta(days=9))
        holds.give_up(holds.hold(begins=NOW - timedelta(days=8), holder="ben"), NOW - timedelta(days=7))
        assert holds.names.beside(readings_of(first.name), [record(first)]) == []
        assert holds.names.still_there([record(first)], ()) == []

    def test_the_one_who_holds_it_now_stands_alone(self, holds: Holds) -> None:
        first = holds.hold(begins=NOW - timedelta(days=10))
        holds.give_up(first, NOW - timedelta(days=9))
        second = holds.hold(holder="ben")
        (found,) = holds.names.beside(readings_of(first.name), [record(first), record(second, 2)])
        assert (found.id, found.status) == (second.id, "reserved")
        assert holds.names.still_there([record(first), record(second, 2)], ()) == [record(second, 2)]

    def test_one_that_the_table_does_not_know_any_more_has_ended(self, holds: Holds) -> None:
        gone = Reservation(
            derived_id("gone"), "rosa", NAME, key_of(NAME), "llc", NOW - 9 * TERM, NOW - 8 * TERM
        )
        assert holds.names.beside(readings_of(gone.name), [record(gone)]) == []
        assert holds.names.still_there([record(gone)], ()) == []

    def test_a_close_name_that_was_freed_is_not_told(self, holds: Holds) -> None:
        held = holds.hold("Velvetine Cactuses LLC")
        (close,) = holds.names.beside(readings_of(NAME), [record(held)])
        assert close.id == held.id
        holds.give_up(held, NOW)
        assert holds.names.beside(readings_of(NAME), [record(held)]) == []

    def test_what_the_register_itself_says_stays(self, holds: Holds) -> None:
        held = holds.hold()
        of_the_register = [
            record(held, 2, id="R1"),
            record(held, 3, id="R2", status="active"),
        ]
        beside = [each.id for each in holds.names.beside(readings_of(held.name), of_the_register)]
        assert beside == [held.id, "R1", "R2"]
        assert holds.names.still_there(of_the_register, ()) == of_the_register
