"""Limits that keyed hashes count by, while half of the functions have the next step of a rotation."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

import pytest

from domains.accounts.account import Registration
from domains.accounts.account_table import AccountRepository
from domains.accounts.sending_limits import RULES, SendingLimits, TooManyCodesToAddress
from domains.assurance.enhanced_authentication import CREDIT_BUREAU
from domains.assurance.tries_table import TriesTable
from portal.rate_window import Call
from portal.secrets import RotatingSecret
from tests.api.businesses_support import call_at_once
from tests.api.profile_support import ROSA, register
from tests.api.support import TRIES_TABLE, USERS_TABLE, Client
from tests.rotation import HALVES, STEPS

ADDRESS = "somebody@example.com"
ALLOWED = RULES["code"].to_destination.all


class Senders:
    """Accounts that each ask for a code to the same address."""

    def __init__(self) -> None:
        self.count = 0
        self.now = datetime.now(UTC)

    def ask(self, secret: RotatingSecret) -> bool:
        """Ask a function that has this secret, and tell if it sends the code."""
        self.count += 1
        limits = SendingLimits(USERS_TABLE, secret)
        call = Call(f"call{self.count}", self.now)
        try:
            limits.count_message("code", f"person{self.count}", "email", ADDRESS, call)
        except TooManyCodesToAddress:
            return False
        return True


@pytest.mark.parametrize(("one", "other"), HALVES)
class TestHalfADeployment:
    def test_messages_to_an_address_count_in_both_halves(
        self, stored: Mapping[str, Any], one: RotatingSecret, other: RotatingSecret
    ) -> None:
        del stored
        senders = Senders()
        secrets = [(one, other)[number % 2] for number in range(ALLOWED)]
        assert all(senders.ask(each) for each in secrets)
        assert not senders.ask(one)
        assert not senders.ask(other)

    def test_messages_at_once_reach_exactly_the_limit(
        self, stored: Mapping[str, Any], one: RotatingSecret, other: RotatingSecret
    ) -> None:
        del stored
        now = datetime.now(UTC)

        def ask(number: int) -> bool:
            limits = SendingLimits(USERS_TABLE, (one, other)[number % 2])
            try:
                limits.count_message("code", f"person{number}", "email", ADDRESS, Call(f"{number}", now))
            except TooManyCodesToAddress:
                return False
            return True

        assert sum(call_at_once(range(4 * ALLOWED), ask)) == ALLOWED

    def test_tries_for_a_person_count_in_both_halves(
        self, client: Client, one: RotatingSecret, other: RotatingSecret
    ) -> None:
        person, now = get_registration(client), datetime.now(UTC)
        take_try(one, "first", person, now)
        take_try(other, "second", person, now)
        for secret in (one, other):
            assert get_count(secret, person, now) == 2

    def test_success_clears_the_count(
        self, client: Client, one: RotatingSecret, other: RotatingSecret
    ) -> None:
        person, now = get_registration(client), datetime.now(UTC)
        take_try(one, "first", person, now)
        table = TriesTable(TRIES_TABLE, other)
        tries = table.get_tries("another", person)
        assert table.save_tries("another", person, tries, tries.remove_slots(CREDIT_BUREAU))
        assert get_count(other, person, now) == 0


def test_taken_back_message_is_free_under_every_hash(stored: Mapping[str, Any]) -> None:
    del stored
    call = Call("call", datetime.now(UTC))
    limits = SendingLimits(USERS_TABLE, STEPS[1])
    for _ in range(2 * ALLOWED):
        limits.count_message("code", "person", "email", ADDRESS, call)
        limits.take_back("code", "person", "email", ADDRESS, call)
    senders = Senders()
    assert [senders.ask(STEPS[1]) for _ in range(ALLOWED + 1)] == [True] * ALLOWED + [False]


def test_messages_of_the_last_window_count_after_the_rotation(stored: Mapping[str, Any]) -> None:
    """The old hash is dropped when the new one has a whole window."""
    del stored
    senders = Senders()
    assert all(senders.ask(STEPS[1]) for _ in range(ALLOWED))
    for step in STEPS[1:]:
        assert not senders.ask(step)


def get_registration(client: Client) -> Registration:
    register(client)
    registration = AccountRepository(USERS_TABLE).get_account(ROSA.user_id).registration
    assert registration is not None
    return registration


def take_try(secret: RotatingSecret, attempt_id: str, person: Registration, now: datetime) -> None:
    table = TriesTable(TRIES_TABLE, secret)
    tries = table.get_tries(attempt_id, person)
    assert table.save_tries(attempt_id, person, tries, tries.take_slot(attempt_id, CREDIT_BUREAU, now))


def get_count(secret: RotatingSecret, person: Registration, now: datetime) -> int:
    return TriesTable(TRIES_TABLE, secret).get_tries("another", person).count_slots(CREDIT_BUREAU, now)
