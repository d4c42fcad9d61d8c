"""Registration and linking with parallel calls of the same person between read and write."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from functions.users.repository import UsersRepository
from tests.api.conftest import Outbox
from tests.api.faults import let_others_write_first, run_before_call
from tests.api.shared_setup import get_state, restore_state
from tests.api.support import Answer, Client, Person

REGISTER = "/api/users/register"
CONFIRM = "/api/users/link/confirm"
DETAILS = {
    "legalFirstName": "Rosa",
    "legalLastName": "Delgado",
    "dateOfBirth": "1984-05-17",
    "countyId": "pima",
    "language": "es",
}
AFTER = Person(subject="after")
MAX_CALLS = 30


def request_code(client: Client, outbox: Outbox, person: Person) -> Callable[[], Answer]:
    """Request a code for a link and return a call that confirms it."""
    acting = client.acting_as(person)
    acting.post("/api/users/link", {})
    code = outbox.mail[-1].subject.split()[0]
    return lambda: acting.post(CONFIRM, {"code": code})


@pytest.fixture
def overtake(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Return a function that runs a parallel call before the next write of the call under test."""
    writes = ("create_registration", "move_account")
    return lambda other: let_others_write_first(monkeypatch, UsersRepository, writes, [other])


def test_parallel_equal_registrations_store_one(
    client: Client, table: Any, overtake: Callable[..., None]
) -> None:
    rosa, others = client.acting_as(Person()), []
    overtake(lambda: others.append(rosa.post(REGISTER, DETAILS)))
    own = rosa.post(REGISTER, DETAILS)
    assert (own.status, others[0].status) == (200, 201)
    assert own.json == others[0].json
    assert len(table.scan()["Items"]) == 1


def test_parallel_different_registration_is_refused(
    client: Client, table: Any, overtake: Callable[..., None]
) -> None:
    rosa = client.acting_as(Person())
    overtake(lambda: rosa.post(REGISTER, DETAILS | {"countyId": "yuma"}))
    assert rosa.post(REGISTER, DETAILS).status == 409
    [stored] = table.scan()["Items"]
    assert json.loads(stored["content"])["county_id"] == "yuma"


def test_parallel_links_move_account_to_one_identity(
    client: Client, table: Any, outbox: Outbox, overtake: Callable[..., None]
) -> None:
    client.acting_as(Person(subject="before")).post(REGISTER, DETAILS)
    other = Person(subject="after too")
    confirm, confirm_other = (request_code(client, outbox, person) for person in (AFTER, other))
    overtake(confirm_other)
    assert confirm().status == 409
    registrations = [item["user_id"] for item in table.scan()["Items"] if item["item"] == "registration"]
    assert registrations == [other.user_id]


def test_confirmation_overtaken_at_any_call_moves_account_once(
    client: Client, table: Any, outbox: Outbox
) -> None:
    client.acting_as(Person(subject="before")).post(REGISTER, DETAILS)
    confirm = request_code(client, outbox, AFTER)
    before = get_state()
    others: list[Answer] = []
    for place in range(MAX_CALLS):
        restore_state(before)
        others.clear()
        with run_before_call(place, lambda: others.append(confirm())) as calls:
            own = confirm()
        statuses = {answer.status for answer in (own, *others)}
        # The later call may find the code used.
        assert 200 in statuses, place
        assert statuses <= {200, 400}, place
        # Beside the windows that count codes.
        kinds = sorted(item["item"] for item in table.scan()["Items"] if "#" not in item["user_id"])
        assert kinds == ["registration", "transfer"]
        if place >= len(calls.ids):
            assert place > 0
            return
    pytest.fail("There are more calls than are tried")
