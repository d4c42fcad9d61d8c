"""Reserved names compared with the snapshot: ended reservations hide nothing and do not return."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from domains.names.index_queries import Narrowing
from domains.names.key import get_key, list_readings
from domains.names.name_holds import NOBODY, NameHolds
from domains.names.names_table import NamesTable
from domains.names.reservations import Reservation, Reserver
from domains.names.rules import name_rules
from domains.names.snapshot import Record
from domains.names.verdict import judge
from portal.types import derive_id
from tests.api.support import RESERVATIONS_TABLE

NOW = datetime(2026, 11, 21, 16, 0, 0, tzinfo=UTC)
TERM = timedelta(days=120)
NAME = "Velvetine Cactus LLC"
MORE_THAN_ARE_SHOWN = 101


class Holds:
    """Table of reservations, and the names that it holds at `NOW`."""

    def __init__(self) -> None:
        self.repository = NamesTable(RESERVATIONS_TABLE)
        self.names = NameHolds(lambda: NOW, self.repository)

    def list_existing(self, name: str, records: Sequence[Record]) -> Any:
        found = self.names.list_candidates(name, list_readings(name), records, NOBODY, with_close=True)
        return found.existing

    def hold(self, name: Any = NAME, begins: Any = NOW, holder: str = "rosa") -> Reservation:
        taken = Reservation(
            derive_id(holder, name, begins.isoformat()),
            holder,
            name,
            get_key(name),
            "llc",
            begins,
            begins + TERM,
        )
        assert self.repository.reserve(taken, Reserver(taken.id), (), begins)
        return taken

    def give_up(self, taken: Any, when: Any) -> Any:
        given_up = replace(taken, given_up_at=when)
        assert self.repository.change(taken, given_up)
        return given_up


@pytest.fixture
def holds(stored: Mapping[str, object]) -> Holds:
    return Holds()


def make_record(taken: Any, row: int = 1, **more: Any) -> Record:
    found = Record(
        row,
        taken.id,
        taken.name,
        taken.key,
        "llc",
        "reserved",
        "",
        "",
        taken.reserved_at.astimezone(UTC).date(),
    )
    return replace(found, **more)


class TestManyEndedReservations:
    """More ended reservations than one answer lists, all sorted before the active one."""

    @pytest.fixture(params=["expired", "givenUp"])
    def ended(self, holds: Holds, request: pytest.FixtureRequest) -> None:
        for number in range(MORE_THAN_ARE_SHOWN):
            name = f"Cactus A{chr(65 + number // 26)}{chr(65 + number % 26)} Shop LLC"
            if request.param == "expired":
                holds.hold(name, NOW - TERM)
            else:
                holds.give_up(holds.hold(name, NOW - timedelta(days=2)), NOW - timedelta(days=1))

    def test_do_not_hide_active_name_with_same_beginning(self, holds: Holds, ended: None) -> None:
        taken = holds.hold("Cactus Zulu LLC")
        assert holds.names.find_beginning_with("CACTUS", Narrowing()) == [taken]

    def test_do_not_hide_active_name_with_same_sound(self, holds: Holds, ended: None) -> None:
        taken = holds.hold("Cactus Zulu LLC")
        assert holds.names.find_sounding_like("Kaktus", Narrowing()) == [taken]


class TestOldSnapshot:
    """Snapshot that contains the portal's reservations under their ids, as of its creation."""

    def test_released_name_does_not_return_after_later_hold(self, holds: Holds) -> None:
        first = holds.hold(begins=NOW - timedelta(days=10))
        holds.give_up(first, NOW - timedelta(days=9))
        holds.give_up(holds.hold(begins=NOW - timedelta(days=8), holder="ben"), NOW - timedelta(days=7))
        assert holds.list_existing(first.name, [make_record(first)]) == []
        assert holds.names.list_unreleased([make_record(first)], ()) == []

    def test_current_holder_is_listed_alone(self, holds: Holds) -> None:
        first = holds.hold(begins=NOW - timedelta(days=10))
        holds.give_up(first, NOW - timedelta(days=9))
        second = holds.hold(holder="ben")
        (found,) = holds.list_existing(first.name, [make_record(first), make_record(second, 2)])
        assert (found.id, found.status) == (second.id, "reserved")
        assert holds.names.list_unreleased([make_record(first), make_record(second, 2)], ()) == [
            make_record(second, 2)
        ]

    def test_hold_missing_from_table_has_ended(self, holds: Holds) -> None:
        gone = Reservation(
            derive_id("gone"), "rosa", NAME, get_key(NAME), "llc", NOW - 9 * TERM, NOW - 8 * TERM
        )
        assert holds.list_existing(gone.name, [make_record(gone)]) == []
        assert holds.names.list_unreleased([make_record(gone)], ()) == []

    def test_released_similar_name_is_not_listed(self, holds: Holds) -> None:
        taken = holds.hold("Velvetine Cactuses LLC")
        (close,) = holds.list_existing(NAME, [make_record(taken)])
        assert close.id == taken.id
        holds.give_up(taken, NOW)
        assert holds.list_existing(NAME, [make_record(taken)]) == []

    @pytest.mark.parametrize(
        ("reserved", "typed"),
        [
            ("Velvetine Cactus LLC", "Cactus Velvetine LLC"),
            ("Velvetine Cactus LLC", "Velvet1ne Cactu$ LLC"),
            ("Velvet1ne Cactus LLC", "Velvetine Cactus LLC"),
            ("Velvetine Cactus LLC", "Velvetine C@ctus LLC"),
        ],
    )
    def test_reserved_name_is_close_in_another_order_or_with_digits(
        self, holds: Holds, reserved: str, typed: str
    ) -> None:
        taken = holds.hold(reserved)
        judged = judge(typed, "llc", holds.list_existing(typed, []), name_rules())
        assert [each.id for each in judged.close] == [taken.id]

    def test_register_entries_are_kept(self, holds: Holds) -> None:
        taken = holds.hold()
        of_the_register = [
            make_record(taken, 2, id="R1"),
            make_record(taken, 3, id="R2", status="active"),
        ]
        beside = [each.id for each in holds.list_existing(taken.name, of_the_register)]
        assert beside == [taken.id, "R1", "R2"]
        assert holds.names.list_unreleased(of_the_register, ()) == of_the_register
