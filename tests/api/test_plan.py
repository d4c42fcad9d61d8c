"""Saved plan of a business that is not started yet."""

from collections.abc import Mapping
from typing import Any

import pytest

from tests.api.businesses_support import BEN, PLAN, get_refusal
from tests.api.profile_support import register
from tests.api.support import PLANS_TABLE, AgencyCaller, Answer, Client, Person

ANSWERS = {
    "categoryId": "",
    "businessCountyId": "pima",
    "municipalityId": "",
    "entityType": "llc",
    "employees": "3",
    "name": "Desert Bakery",
}
NO_PLAN = {"answers": None, "savedAt": None, "revision": 0}


@pytest.fixture
def rosa(client: Client) -> Client:
    return register(client)


def save(client: Client, revision: Any = 0, **changed: Any) -> Answer:
    return client.put(PLAN, {"answers": ANSWERS | changed, "revision": revision})


def test_saved_plan_is_returned_to_same_person_only(client: Client, rosa: Client) -> None:
    assert rosa.get(PLAN).json == NO_PLAN
    answer = save(rosa, name=" Desert   Bakery ")
    assert (answer.status, answer.json["answers"], answer.json["revision"]) == (200, ANSWERS, 1)
    assert rosa.get(PLAN).json == answer.json
    assert register(client, BEN).get(PLAN).json == NO_PLAN


def test_empty_answers_are_valid_plan(rosa: Client) -> None:
    answer = rosa.put(PLAN, {"answers": {}, "revision": 0})
    assert set(answer.json["answers"].values()) == {""}


def test_repeated_save_is_one_save_and_different_is_conflict(rosa: Client) -> None:
    first = save(rosa)
    assert save(rosa).json == first.json
    assert get_refusal(save(rosa, name="Other")) == (409, "planChanged")
    assert get_refusal(save(rosa, 5)) == (409, "planChanged")
    assert save(rosa, 1, name="Other").json["revision"] == 2


def test_deleted_plan_leaves_no_answers(rosa: Client, stored: Mapping[str, Any]) -> None:
    assert rosa.delete(PLAN).json == NO_PLAN
    assert stored[PLANS_TABLE].scan()["Items"] == []
    save(rosa)
    forgotten = rosa.delete(PLAN)
    assert (forgotten.status, forgotten.json) == (200, NO_PLAN | {"revision": 2})
    assert rosa.delete(PLAN).json == rosa.get(PLAN).json == forgotten.json
    assert "Desert Bakery" not in str(stored[PLANS_TABLE].scan()["Items"])
    assert get_refusal(save(rosa, 0)) == (409, "planChanged")
    assert save(rosa, 2).json["revision"] == 3


def test_unregistered_or_unauthorized_caller_is_refused(client: Client, rosa: Client) -> None:
    unregistered = client.acting_as(Person(email="nora@example.com"))
    assert unregistered.get(PLAN).json == unregistered.delete(PLAN).json == NO_PLAN
    assert get_refusal(save(unregistered)) == (409, "notRegistered")
    for actor in (None, AgencyCaller("adot-mvd")):
        other = client.acting_as(actor)
        assert [other.get(PLAN).status, save(other).status, other.delete(PLAN).status] == [401] * 3


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name", "a" * 201),
        ("name", None),
        ("employees", "1234567"),
        ("businessCountyId", "orange"),
        ("municipalityId", "atlantis"),
        ("categoryId", "x"),
        ("entityType", "tradeName"),
        ("owner", "me"),
    ],
)
def test_invalid_answer_is_reported_at_field(rosa: Client, field: Any, value: Any) -> None:
    problems = save(rosa, **{field: value}).problems()
    assert {problem.split(".")[1] for problem in problems} == {field}
    assert rosa.get(PLAN).json == NO_PLAN


@pytest.mark.parametrize("revision", [-1, "0", 1.5, None, 10**40])
def test_invalid_revision_is_refused(rosa: Client, revision: Any) -> None:
    assert save(rosa, revision).status in (400, 409)
    assert rosa.get(PLAN).json == NO_PLAN
