"""The list of held names: searched in memory, changed by others, too long, and united with a snapshot."""

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from domains.names.current_holds import CurrentHolds
from domains.names.filings import Filing, FilingState
from domains.names.index_queries import Narrowing
from domains.names.index_record import NameRecord
from domains.names.key import get_key
from domains.names.name_holds import NameHolds, list_unreleased
from domains.names.name_index import NameIndex
from domains.names.names_table import Hold, NamesTable
from domains.names.reservations import Reservation, Reserver
from domains.names.rules import get_name_rules
from domains.names.verdict import judge
from portal.tables import Table, write_together
from portal.types import derive_id
from tests.api.support import RESERVATIONS_TABLE

NOW = datetime(2026, 11, 21, 16, 0, 0, tzinfo=UTC)
TERM = timedelta(days=120)
NAME = "Velvetine Cactus LLC"
MORE_THAN_ARE_SHOWN = 101
EVERYTHING, RESERVED = Narrowing(), Narrowing(status="reserved")
TERMS = get_name_rules().get_reservation_terms("llc")
WAYS: Mapping[str, Callable[[NameIndex], Sequence[NameRecord]]] = {
    "beginning": lambda index: index.find_beginning_with("VELVETINEC", EVERYTHING, 0, 20)[0],
    "words": lambda index: index.find_with_words("cact velvet", EVERYTHING, (0, -1), 0, 20)[0],
    "contains": lambda index: index.find_containing("TINECAC", EVERYTHING, 0, 20)[0],
    "similar": lambda index: index.find_similar("Velvtine Cactus", EVERYTHING, 20),
    "soundsLike": lambda index: index.find_sounding_like("Velvateen Kactus", EVERYTHING, 20),
    "close": lambda index: index.find_close("Cactus Velvetine LLC", 20),
    "conflicts": lambda index: index.find_conflicts("The Velvetine Cactus Inc.", 20),
}


def make_reservation(holder: str, name: str, begins: datetime) -> Reservation:
    """Return a reservation of 120 days."""
    return Reservation(
        derive_id(holder, name, begins.isoformat()),
        holder,
        name,
        get_key(name),
        "llc",
        begins,
        begins + TERM,
    )


def make_filing(
    id_: str = derive_id("application"),
    name: str = NAME,
    state: FilingState = "pending",
    reservation_id: str | None = None,
) -> Filing:
    """Return a filing that began now."""
    return Filing(id_, "business", name, get_key(name), "llc", "pima", state, NOW, reservation_id)


class Holds:
    """Table of reservations, and the names that it holds at `NOW`."""

    def __init__(self) -> None:
        self.repository = NamesTable(RESERVATIONS_TABLE, lambda: NOW)
        self.names = NameHolds(lambda: NOW, self.repository)

    def read(self) -> CurrentHolds:
        current = self.names.read_current(NOW.date())
        assert current is not None
        return current

    def find(self, search: Callable[[NameIndex], Sequence[NameRecord]]) -> list[Hold]:
        return self.read().find_holds(search)

    def list_unreleased(self, records: Sequence[NameRecord]) -> list[NameRecord]:
        return list_unreleased(records, (), self.read())

    def list_existing(self, name: str, records: Sequence[NameRecord]) -> Any:
        return self.names.list_candidates(name, records, self.read()).existing

    def hold(self, name: Any = NAME, begins: Any = NOW, holder: str = "rosa") -> Reservation:
        taken = make_reservation(holder, name, begins)
        assert self.repository.reserve_name(taken, Reserver(taken.id), (), begins)
        return taken

    def file(self, before: Filing | None, after: Filing) -> bool:
        return write_together(self.repository.change_filing(before, after, NOW))

    def give_up(self, taken: Any, when: Any) -> Any:
        given_up = replace(taken, given_up_at=when)
        assert self.repository.replace_reservation(taken, given_up)
        return given_up


@pytest.fixture
def holds(stored: Mapping[str, object]) -> Holds:
    return Holds()


def make_record(taken: Any, row: int = 1, **more: Any) -> NameRecord:
    found = NameRecord(
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
        assert holds.find(lambda index: index.find_beginning_with("CACTUS", EVERYTHING, 0, 20)[0]) == [taken]

    def test_do_not_hide_active_name_with_same_sound(self, holds: Holds, ended: None) -> None:
        taken = holds.hold("Cactus Zulu LLC")
        assert holds.find(lambda index: index.find_sounding_like("Kaktus", EVERYTHING, 20)) == [taken]


class TestChanges:
    """Changes by others, after the list was read."""

    @pytest.mark.parametrize("way", WAYS)
    def test_name_reserved_since_is_found_until_released(self, holds: Holds, way: str) -> None:
        assert holds.find(WAYS[way]) == []
        others = Holds()
        taken = others.hold()
        assert holds.find(WAYS[way]) == [taken]
        others.give_up(taken, NOW)
        assert holds.find(WAYS[way]) == []

    @pytest.mark.parametrize("way", WAYS)
    def test_name_reserved_before_is_found_until_released(self, holds: Holds, way: str) -> None:
        taken = Holds().hold()
        assert holds.find(WAYS[way]) == [taken]
        Holds().give_up(taken, NOW)
        assert holds.find(WAYS[way]) == []

    def test_renewed_reservation_stays(self, holds: Holds) -> None:
        taken = holds.hold(begins=NOW - TERM + timedelta(seconds=1))
        assert holds.find(WAYS["similar"]) == [taken]
        assert TERMS is not None
        renewed = taken.renew(TERMS)
        assert holds.repository.replace_reservation(taken, renewed)
        assert holds.find(WAYS["similar"]) == [renewed]
        assert Holds().find(WAYS["similar"]) == [renewed]

    def test_filing_takes_the_place_of_its_reservation(self, holds: Holds) -> None:
        taken = holds.hold()
        filing = make_filing(reservation_id=taken.id)
        assert holds.find(WAYS["close"]) == [taken]
        assert holds.file(None, filing)
        assert holds.find(WAYS["close"]) == [filing]
        for reader in (holds, Holds()):
            assert reader.find(lambda index: index.find_similar(NAME, RESERVED, 20)) == []
        approved = replace(filing, state="approved")
        assert holds.file(filing, approved)
        assert holds.find(WAYS["close"]) == [approved] == Holds().find(WAYS["close"])

    @pytest.mark.parametrize("state", ["pending", "approved"])
    def test_released_filing_is_not_found(self, holds: Holds, state: Any) -> None:
        filing = make_filing(state=state)
        assert holds.file(None, filing)
        assert holds.find(WAYS["similar"]) == [filing]
        assert holds.file(filing, replace(filing, state="released"))
        assert holds.find(WAYS["similar"]) == [] == Holds().find(WAYS["similar"])

    def test_filing_with_another_name_frees_the_first(self, holds: Holds) -> None:
        first, second = make_filing(), make_filing(name="Orchard Lantern LLC")
        assert holds.file(None, first)
        assert holds.find(WAYS["words"]) == [first]
        assert holds.file(first, second)
        assert holds.find(WAYS["words"]) == [] == Holds().find(WAYS["words"])

    def test_approval_before_the_snapshot_is_left_to_it(
        self, holds: Holds, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        filing = make_filing(state="approved")
        assert holds.file(None, filing)
        later = holds.repository.clock() + timedelta(days=30)
        holds.repository.clock = lambda: later
        assert holds.find(WAYS["similar"]) == [filing]
        current = holds.names.read_current(later.date())
        assert current is not None
        assert current.find_holds(WAYS["similar"]) == []
        candidates = holds.names.list_candidates(NAME, [], current)
        assert [each.id for each in candidates.existing] == [filing.id]

    def test_many_changes_are_found(self, holds: Holds) -> None:
        assert holds.find(WAYS["similar"]) == []
        taken = [
            holds.hold(f"Velvetine Cactus {chr(65 + number)}{chr(66 + number)}q LLC") for number in range(9)
        ]
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("domains.names.current_holds._MAX_RECENT", 4)
            assert {*holds.find(WAYS["beginning"])} == {*taken}
            for each in taken[:6]:
                holds.give_up(each, NOW)
            assert {*holds.find(WAYS["beginning"])} == {*taken[6:]}

    def test_reader_that_slept_for_hours_reads_all(self, holds: Holds) -> None:
        assert holds.find(WAYS["similar"]) == []
        taken = Holds().hold()
        later = holds.repository.clock() + timedelta(days=2)
        holds.repository.clock = lambda: later
        assert holds.find(WAYS["similar"]) == [taken]

    def test_change_of_a_writer_with_a_slow_clock_is_found(self, holds: Holds) -> None:
        assert holds.find(WAYS["similar"]) == []
        others = Holds()
        slow = others.repository.clock() - timedelta(seconds=20)
        others.repository.clock = lambda: slow
        taken = others.hold()
        assert holds.find(WAYS["similar"]) == [taken]

    @pytest.mark.proof
    def test_winner_of_parallel_filings_and_reservation_is_found(self, holds: Holds) -> None:
        assert holds.find(WAYS["close"]) == []
        filings = [make_filing(id_=derive_id(each)) for each in ("first", "second")]

        def reserve() -> bool:
            taken = make_reservation("rosa", NAME, NOW)
            return Holds().repository.reserve_name(taken, Reserver("rosa"), (), NOW)

        def file(filing: Filing) -> bool:
            return Holds().file(None, filing)

        with ThreadPoolExecutor(3) as threads:
            results = [
                threads.submit(reserve),
                *(threads.submit(file, filing) for filing in filings),
            ]
            assert sum(each.result(timeout=30) for each in results) <= 1
        stored = holds.repository.list_active([get_key(NAME)], NOW)
        assert holds.find(WAYS["close"]) == stored == Holds().find(WAYS["close"])


class TestTooManyChanges:
    @pytest.fixture(autouse=True)
    def limit(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("domains.names.current_holds.MAX_LISTED", 4)

    def hold_many(self, holds: Holds, count: int) -> None:
        for number in range(count):
            holds.hold(f"Velvetine {chr(65 + number)}{chr(66 + number)}q LLC", holder=f"person{number}")

    @pytest.mark.parametrize("is_read_before", [False, True])
    def test_same_name_and_readings_stay_taken(
        self, holds: Holds, is_read_before: bool, capsys: pytest.CaptureFixture[str]
    ) -> None:
        if is_read_before:
            assert holds.find(WAYS["close"]) == []
        taken = holds.hold()
        self.hold_many(holds, 5)
        assert holds.names.read_current(NOW.date()) is None
        for name in (NAME, "The Velvetine-Cactus, Inc."):
            found = holds.names.list_candidates(name, [], None)
            assert [each.id for each in found.existing] == [taken.id]
        assert holds.names.list_candidates("Velvetine Cactos LLC", [], None).existing == []

    def test_list_is_not_read_for_each_search(self, holds: Holds, monkeypatch: pytest.MonkeyPatch) -> None:
        self.hold_many(holds, 5)
        assert holds.names.read_current(NOW.date()) is None
        monkeypatch.setattr(Table, "query", None)
        assert holds.names.read_current(NOW.date()) is None


class TestOldSnapshot:
    """Snapshot that contains the portal's reservations under their ids, as of its creation."""

    def test_released_name_does_not_return_after_later_hold(self, holds: Holds) -> None:
        first = holds.hold(begins=NOW - timedelta(days=10))
        holds.give_up(first, NOW - timedelta(days=9))
        holds.give_up(holds.hold(begins=NOW - timedelta(days=8), holder="ben"), NOW - timedelta(days=7))
        assert holds.list_existing(first.name, [make_record(first)]) == []
        assert holds.list_unreleased([make_record(first)]) == []

    def test_current_holder_is_listed_alone(self, holds: Holds) -> None:
        first = holds.hold(begins=NOW - timedelta(days=10))
        holds.give_up(first, NOW - timedelta(days=9))
        second = holds.hold(holder="ben")
        (found,) = holds.list_existing(first.name, [make_record(first), make_record(second, 2)])
        assert (found.id, found.status) == (second.id, "reserved")
        assert holds.list_unreleased([make_record(first), make_record(second, 2)]) == [make_record(second, 2)]

    def test_hold_missing_from_table_has_ended(self, holds: Holds) -> None:
        gone = Reservation(
            derive_id("gone"), "rosa", NAME, get_key(NAME), "llc", NOW - 9 * TERM, NOW - 8 * TERM
        )
        assert holds.list_existing(gone.name, [make_record(gone)]) == []
        assert holds.list_unreleased([make_record(gone)]) == []

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
        judged = judge(typed, "llc", holds.list_existing(typed, []), get_name_rules())
        assert [each.id for each in judged.close] == [taken.id]

    def test_register_entries_are_kept(self, holds: Holds) -> None:
        taken = holds.hold()
        of_the_register = [
            make_record(taken, 2, id="R1"),
            make_record(taken, 3, id="R2", status="active"),
        ]
        beside = [each.id for each in holds.list_existing(taken.name, of_the_register)]
        assert beside == [taken.id, "R1", "R2"]
        assert holds.list_unreleased(of_the_register) == of_the_register
