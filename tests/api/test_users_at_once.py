"""Parallel calls of the same person: two sandboxes of the function at the same moment."""

import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from threading import Barrier
from typing import Any

import pytest
from botocore.exceptions import ReadTimeoutError

from functions.users.repository import UsersRepository
from tests.api.conftest import Outbox
from tests.api.support import USERS_TABLE, Client, Person, make_users_app

pytestmark = pytest.mark.proof

ROUNDS = 5
DETAILS = {
    "legalFirstName": "Rosa",
    "legalLastName": "Delgado",
    "dateOfBirth": "1984-05-17",
    "countyId": "pima",
    "language": "es",
}


class AtOnce(UsersRepository):
    """Repository in which writes wait until all threads are about to write."""

    def __init__(self, barrier: Any) -> None:
        super().__init__(USERS_TABLE)
        self._barrier = barrier

    def create_registration(self, user_id: Any, registration: Any) -> Any:
        self._barrier.wait(timeout=30)
        return super().create_registration(user_id, registration)

    def move_account(self, earlier_user_id: Any, user_id: Any, at: Any) -> None:
        self._barrier.wait(timeout=30)
        super().move_account(earlier_user_id, user_id, at)


def call_at_once(client: Client, *calls: Any) -> list[Any]:
    """Return the answers of parallel calls `(person, path, body)`, each in its own sandbox."""
    barrier = Barrier(len(calls))

    def call(person: Any, path: Any, body: Any) -> Any:
        app = make_users_app(repository=AtOnce(barrier))
        return replace(client, app_of=lambda _: app).acting_as(person).post(path, body)

    with ThreadPoolExecutor(len(calls)) as pool:
        return [future.result() for future in [pool.submit(call, *each) for each in calls]]


@pytest.mark.parametrize("round_number", range(ROUNDS))
def test_parallel_equal_registrations_store_one(client: Client, table: Any, round_number: int) -> None:
    rosa = Person(subject=str(round_number))
    answers = call_at_once(client, *[(rosa, "/api/users/register", DETAILS)] * 2)
    assert sorted(answer.status for answer in answers) == [200, 201]
    assert answers[0].json == answers[1].json
    assert len(table.scan()["Items"]) == 1


@pytest.mark.parametrize("round_number", range(ROUNDS))
def test_parallel_different_registrations_store_one(client: Client, table: Any, round_number: int) -> None:
    rosa = Person(subject=str(round_number))
    other = DETAILS | {"countyId": "yuma"}
    calls = [(rosa, "/api/users/register", DETAILS), (rosa, "/api/users/register", other)]
    answers = call_at_once(client, *calls)
    assert sorted(answer.status for answer in answers) == [201, 409]
    [stored] = table.scan()["Items"]
    assert json.loads(stored["content"])["county_id"] == ("pima" if answers[0].status == 201 else "yuma")


@pytest.mark.parametrize("round_number", range(ROUNDS))
def test_parallel_links_move_account_to_one_identity(
    client: Client, table: Any, outbox: Outbox, round_number: int
) -> None:
    before = Person(subject="before")
    client.acting_as(before).post("/api/users/register", DETAILS)
    after = [Person(subject="after"), Person(subject="after too")]
    calls = []
    for person in after:
        client.acting_as(person).post("/api/users/link", {})
        calls.append((person, "/api/users/link/confirm", {"code": outbox.mail[-1].subject.split()[0]}))
    answers = call_at_once(client, *calls)
    assert sorted(answer.status for answer in answers) == [200, 409]
    registrations = [item["user_id"] for item in table.scan()["Items"] if item["item"] == "registration"]
    assert registrations == [after[0 if answers[0].status == 200 else 1].user_id]


def test_parallel_confirmations_move_account_once(client: Client, table: Any, outbox: Outbox) -> None:
    client.acting_as(Person(subject="before")).post("/api/users/register", DETAILS)
    after = client.acting_as(Person(subject="after"))
    after.post("/api/users/link", {})
    code = outbox.mail[-1].subject.split()[0]

    def confirm(app: Any) -> Any:
        return replace(after, app_of=lambda _: app).post("/api/users/link/confirm", {"code": code}).status

    with ThreadPoolExecutor(2) as pool:
        statuses = list(pool.map(confirm, [make_users_app(), make_users_app()]))
    assert 200 in statuses
    assert set(statuses) <= {200, 400}
    kinds = sorted(item["item"] for item in table.scan()["Items"])
    assert kinds == ["registration", "transfer"]


def test_overtaken_confirmation_gets_same_answer(client: Client, table: Any, outbox: Outbox) -> None:
    client.acting_as(Person(subject="before")).post("/api/users/register", DETAILS)
    after = client.acting_as(Person(subject="after"))
    after.post("/api/users/link", {})
    confirmation = {"code": outbox.mail[-1].subject.split()[0]}

    class IsOvertaken(UsersRepository):
        def list_users_registered_with(self, email: Any) -> Any:
            assert after.post("/api/users/link/confirm", confirmation).status == 200
            return super().list_users_registered_with(email)

    app = make_users_app(repository=IsOvertaken(USERS_TABLE))
    overtaken = replace(after, app_of=lambda _: app).post("/api/users/link/confirm", confirmation)
    assert overtaken.status == 200
    assert overtaken.json == after.post("/api/users/link/confirm", confirmation).json


def test_repeat_after_lost_reply_returns_registration(client: Client, table: Any) -> None:
    class LosesTheReply(UsersRepository):
        def create_registration(self, user_id: Any, registration: Any) -> bool:
            super().create_registration(user_id, registration)
            raise ReadTimeoutError(endpoint_url="dynamodb")

    rosa = client.acting_as(Person())
    app = make_users_app(repository=LosesTheReply(USERS_TABLE))
    assert replace(rosa, app_of=lambda _: app).post("/api/users/register", DETAILS).status == 503
    assert rosa.post("/api/users/register", DETAILS).status == 200
    assert len(table.scan()["Items"]) == 1
