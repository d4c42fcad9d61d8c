"""Shared test setups: run once, with the same result as a separate run for each test."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from tests.api import shared_setup
from tests.api.conftest import Outbox
from tests.api.profile_support import ROSA, register
from tests.api.shared_setup import run_once
from tests.api.support import MESSAGES_TABLE, USERS_TABLE, Client
from tests.api.tables import get_tables

NAME = "a setup of these tests"


def write(stored: Any, number: Any) -> None:
    stored[MESSAGES_TABLE].put_item(Item={"user_id": "u", "id": f"m{number}"})


def list_ids(stored: Any) -> list[Any]:
    return [item["id"] for item in stored[MESSAGES_TABLE].scan()["Items"]]


@pytest.fixture
def done(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Return the runs of the setup; setups of other tests are forgotten during the test."""
    monkeypatch.setattr(shared_setup, "_done", {})
    return []


@pytest.fixture
def set_up(stored: Mapping[str, Any], done: list[Any]) -> Callable[..., Any]:
    def do() -> Any:
        done.append(1)
        write(stored, len(done))
        return len(done)

    return lambda name=NAME: run_once(name, do)


def empty(stored: Any) -> None:
    get_tables().clear([MESSAGES_TABLE, USERS_TABLE])
    shared_setup.record_emptied()


def test_saved_setup_is_restored_into_empty_tables(
    stored: Mapping[str, Any], set_up: Callable[..., Any], done: list[Any]
) -> None:
    assert set_up() == 1
    empty(stored)
    assert list_ids(stored) == []
    assert set_up() == 1
    assert (list_ids(stored), len(done)) == (["m1"], 1)


@pytest.mark.unmapped
def test_later_changes_are_not_restored(
    stored: Mapping[str, Any], set_up: Callable[..., Any], done: list[Any]
) -> None:
    set_up()
    update = {"UpdateExpression": "SET color = :c", "ExpressionAttributeValues": {":c": "red"}}
    for _ in range(2):
        empty(stored)
        set_up()
        assert stored[MESSAGES_TABLE].scan()["Items"] == [{"user_id": "u", "id": "m1"}]
        stored[MESSAGES_TABLE].update_item(Key={"user_id": "u", "id": "m1"}, **update)
    assert len(done) == 1


@pytest.mark.unmapped
def test_other_changes_make_setup_run_again(
    stored: Mapping[str, Any], set_up: Callable[..., Any], done: list[Any]
) -> None:
    set_up()
    empty(stored)
    stored[USERS_TABLE].put_item(Item={"user_id": "u", "item": "i"})
    set_up()
    assert (list_ids(stored), len(done)) == (["m2"], 2)
    assert len(stored[USERS_TABLE].scan()["Items"]) == 1


def test_saved_setup_depends_on_earlier_setups(
    stored: Mapping[str, Any], set_up: Callable[..., Any], done: list[Any]
) -> None:
    set_up("first")
    set_up("second")
    empty(stored)
    set_up("second")
    assert (list_ids(stored), len(done)) == (["m3"], 3)


def test_failed_setup_is_not_restored(stored: Mapping[str, Any], done: list[Any]) -> None:
    def fail() -> None:
        write(stored, 1)
        raise LookupError

    for _ in range(2):
        empty(stored)
        with pytest.raises(LookupError):
            run_once(NAME, fail)


def test_repeated_registration_restores_same_state(
    client: Client, outbox: Outbox, stored: Mapping[str, Any], done: list[Any]
) -> None:
    def seen() -> tuple[Any, ...]:
        register(client)
        return outbox.mail, outbox.text_messages, [each.scan()["Items"] for each in stored.values()]

    first = seen()
    empty(stored)
    outbox.clear()
    empty(stored)
    assert seen() == first
    assert first[2] != [[] for _ in stored]
    assert client.acting_as(ROSA).get("/api/users/registered").json
