"""The address book: exactly one address is primary as long as there is any, whatever happens."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from functions.profile.address_book import AddressBook
from functions.profile.address_book_rules import AddressWish
from portal.account import Account
from portal.errors import Conflict, DomainError, NotFound
from tests.depth import examples
from tests.unit.profile.support import ROSA, Bench

HOME = AddressWish(
    label=None,
    type="home",
    recipient="Rosa Delgado",
    line1="120 W Cactus Wren Dr",
    line2=None,
    city="Tucson",
    state="AZ",
    zip="85701",
    zip4=None,
    country="US",
    phone=None,
)


def add(bench: Bench, key: str, wish: AddressWish = HOME) -> str:
    return bench.service.address_book.add(ROSA, key, wish)[1].id


def book_of(bench: Bench) -> AddressBook:
    return bench.service.address_book.read(ROSA)


class TestAtTheSameMoment:
    """`meanwhile` happens between reading the book and writing it."""

    def test_two_first_addresses_are_both_kept_and_one_is_primary(self, bench: Bench) -> None:
        bench.repository.meanwhile.append(lambda: add(bench, "the-other"))
        mine = add(bench, "mine")
        book = book_of(bench)
        assert len(book.addresses) == 2
        assert book.primary_id != mine

    def test_one_key_twice_is_one_address(self, bench: Bench) -> None:
        bench.repository.meanwhile.append(lambda: add(bench, "the-key"))
        _, address, is_added = bench.service.address_book.add(ROSA, "the-key", HOME)
        assert not is_added
        assert book_of(bench).addresses == (address,)

    def test_one_key_with_two_addresses_is_refused(self, bench: Bench) -> None:
        bench.repository.meanwhile.append(lambda: add(bench, "the-key", replace(HOME, city="Mesa")))
        with pytest.raises(Conflict, match="idempotencyKeyReused"):
            add(bench, "the-key")
        assert [each.details.city for each in book_of(bench).addresses] == ["Mesa"]

    def test_the_last_of_two_makes_primary_is_primary(self, bench: Bench) -> None:
        _, second, third = (add(bench, key) for key in ("first", "second", "third"))
        bench.repository.meanwhile.append(lambda: bench.service.address_book.make_primary(ROSA, third))
        assert bench.service.address_book.make_primary(ROSA, second).primary_id == second

    def test_a_primary_that_is_removed_just_before_is_not_found(self, bench: Bench) -> None:
        first, second = (add(bench, key) for key in ("first", "second"))
        bench.repository.meanwhile.append(lambda: bench.service.address_book.remove(ROSA, second))
        with pytest.raises(NotFound):
            bench.service.address_book.make_primary(ROSA, second)
        assert book_of(bench).primary_id == first

    def test_two_changes_of_two_addresses_are_both_kept(self, bench: Bench) -> None:
        first, second = (add(bench, key) for key in ("first", "second"))
        change = bench.service.address_book.change
        bench.repository.meanwhile.append(lambda: change(ROSA, second, replace(HOME, city="Mesa")))
        change(ROSA, first, replace(HOME, city="Yuma"))
        assert [each.details.city for each in book_of(bench).addresses] == ["Yuma", "Mesa"]

    def test_too_many_at_once_are_told_and_nothing_is_lost(self, bench: Bench) -> None:
        for number in range(5):
            # Each of these comes between the next reading and writing of the address that is added below; its
            # own write finds the one before it on the list, which does nothing.
            bench.repository.meanwhile.append(lambda number=number: add(bench, f"other-{number}"))
            bench.repository.meanwhile.append(lambda: None)
        with pytest.raises(Conflict, match="addressBookChanged"):
            add(bench, "mine")
        assert len(book_of(bench).addresses) == 5


class TestKeys:
    def test_the_key_of_a_removed_address_is_free_again_after_a_day(self, bench: Bench) -> None:
        address_id = add(bench, "the-key")
        bench.service.address_book.remove(ROSA, address_id)
        bench.clock.advance(hours=25)
        bench.service.address_book.remove(ROSA, add(bench, "another"))
        assert add(bench, "the-key") == address_id

    def test_removing_is_forgotten_after_a_hundred_more(self, bench: Bench) -> None:
        for number in range(101):
            bench.service.address_book.remove(ROSA, add(bench, f"key-{number}"))
        assert len(book_of(bench).removed) == 100


def test_whoever_is_not_registered_has_none(bench: Bench) -> None:
    bench.repository.accounts[ROSA.user_id] = Account()
    with pytest.raises(Conflict, match="notRegistered"):
        add(bench, "mine")


class AddressBookMachine(RuleBasedStateMachine):
    """Anything a person can do, in any order, with another window open."""

    places = st.integers(0, 5)
    keys = st.integers(0, 8).map(lambda number: f"key-number-{number}")
    cities = st.sampled_from(["Mesa", "Yuma", "Page"])

    def __init__(self) -> None:
        super().__init__()
        self.bench = Bench()
        self.expected: list[str] = []

    @rule(key=keys, city=cities)
    def adds(self, key: str, city: str) -> None:
        known = list(self.expected)
        try:
            address_id = add(self.bench, key, replace(HOME, city=city))
        except Conflict as refused:
            assert refused.code == "idempotencyKeyReused"
        else:
            self.expected = known if address_id in known else [*known, address_id]

    @rule(place=places, city=cities)
    def changes(self, place: int, city: str) -> None:
        self.on(place, lambda address_id: self.service.change(ROSA, address_id, replace(HOME, city=city)))

    @rule(place=places)
    def makes_primary(self, place: int) -> None:
        self.on(place, lambda address_id: self.service.make_primary(ROSA, address_id))

    @rule(place=places)
    def removes(self, place: int) -> None:
        def remove(address_id: str) -> None:
            self.service.remove(ROSA, address_id)
            self.expected.remove(address_id)

        self.on(place, remove)

    @rule(place=places, interfering=st.sampled_from(["add", "primary", "remove"]), other=places)
    def makes_primary_while_another_window_changes(self, place: int, interfering: str, other: int) -> None:
        def meanwhile() -> None:
            if interfering == "add":
                self.adds("key-of-the-other-window", "Mesa")
            elif interfering == "primary":
                self.makes_primary(other)
            else:
                self.removes(other)

        self.bench.repository.meanwhile.append(meanwhile)
        try:
            self.makes_primary(place)
        except DomainError:
            assert interfering == "remove"
        self.bench.repository.meanwhile.clear()

    @rule(hours=st.integers(1, 30))
    def time_passes(self, hours: int) -> None:
        self.bench.clock.advance(hours=hours)

    @property
    def service(self):  # type: ignore[no-untyped-def]
        return self.bench.service.address_book

    def on(self, place: int, act: Callable[[str], object]) -> None:
        if place < len(self.expected):
            act(self.expected[place])

    @invariant()
    def exactly_one_is_primary_as_long_as_there_is_any(self) -> None:
        book = book_of(self.bench)
        primaries = [address for address in book.addresses if address.id == book.primary_id]
        assert len(primaries) == min(1, len(book.addresses))
        assert (book.primary_id is None) == (book.addresses == ())

    @invariant()
    def no_address_is_lost_or_doubled(self) -> None:
        assert [address.id for address in book_of(self.bench).addresses] == self.expected


AddressBookMachine.TestCase.settings = settings(max_examples=examples(60), stateful_step_count=25)
TestAnythingInAnyOrder = AddressBookMachine.TestCase
