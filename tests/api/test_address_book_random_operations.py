"""Address book under random operations: a non-empty book has exactly one primary address."""

from collections.abc import Callable
from itertools import count

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from functions.profile.repository import ProfileRepository
from tests.api.address_book_support import BOOK, HOME, add_address
from tests.api.clock import Clock
from tests.api.faults import let_others_write_first
from tests.api.profile_support import register, use_clock
from tests.api.support import Client, Person
from tests.depth import examples

pytestmark = pytest.mark.proof


class AddressBookMachine(RuleBasedStateMachine):
    """Random operations of a person, with a second window open."""

    client: Client
    clock: Clock
    numbers = count()

    places = st.integers(0, 5)
    keys = st.integers(0, 8).map(lambda number: f"key-number-{number}")
    cities = st.sampled_from(["Mesa", "Yuma", "Page"])

    def __init__(self) -> None:
        super().__init__()
        self.rosa = register(self.client, Person(email=f"rosa{next(self.numbers)}@example.com"))
        self.expected: list[str] = []

    @rule(key=keys, city=cities)
    def adds(self, key: str, city: str) -> None:
        answer = add_address(self.rosa, key, city=city)
        if answer.status == 409:
            assert answer.json["code"] == "idempotencyKeyReused"
            return
        assert answer.status == (200 if answer.json["id"] in self.expected else 201)
        if answer.status == 201:
            self.expected.append(answer.json["id"])

    @rule(place=places, city=cities)
    def changes(self, place: int, city: str) -> None:
        self.on(place, lambda address: self.rosa.put(f"{BOOK}/{address}", HOME | {"city": city}).status)

    @rule(place=places)
    def makes_primary(self, place: int) -> None:
        self.on(place, lambda address: self.rosa.put(f"{BOOK}/{address}/primary", {}).status)

    @rule(place=places)
    def removes(self, place: int) -> None:
        def remove(address: str) -> int:
            status = self.rosa.delete(f"{BOOK}/{address}").status
            self.expected.remove(address)
            return status

        self.on(place, remove)

    @rule(place=places, interfering=st.sampled_from(["add", "primary", "remove"]), other=places)
    def makes_primary_during_change(self, place: int, interfering: str, other: int) -> None:
        def meanwhile() -> None:
            if interfering == "add":
                self.adds("key-of-the-other-window", "Mesa")
            elif interfering == "primary":
                self.makes_primary(other)
            else:
                self.removes(other)

        if place >= len(self.expected):
            return
        address = self.expected[place]
        with pytest.MonkeyPatch.context() as patch:
            let_others_write_first(patch, ProfileRepository, ["save_address_book"], [meanwhile])
            status = self.rosa.put(f"{BOOK}/{address}/primary", {}).status
        assert status == (200 if address in self.expected else 404)

    @rule(hours=st.integers(1, 30))
    def time_passes(self, hours: int) -> None:
        self.clock.advance(hours=hours)

    def on(self, place: int, act: Callable[[str], int]) -> None:
        if place < len(self.expected):
            assert act(self.expected[place]) == 200

    @invariant()
    def check_primary_and_addresses(self) -> None:
        listed = self.rosa.get(BOOK).json["items"]
        assert sorted(each["id"] for each in listed) == sorted(self.expected)
        assert [each["isPrimary"] for each in listed] == [True, *[False] * len(listed)][: len(listed)]


def test_random_operation_order_keeps_address_book_valid(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Machine(AddressBookMachine):
        pass

    Machine.client = client
    Machine.clock = Clock()
    use_clock(monkeypatch, Machine.clock)
    run_state_machine_as_test(
        Machine,
        settings=settings(
            max_examples=examples(20), stateful_step_count=25, suppress_health_check=list(HealthCheck)
        ),
    )
