"""Children under 13 cannot register."""

import time
from datetime import date
from typing import Any

import pytest

from tests.api.support import Client, Person
from tests.api.test_users import ROSA, register

CHILD = f"{date.today().year - 8}-06-01"


@pytest.fixture
def rosa(client: Client) -> Client:
    return client.acting_as(ROSA)


def test_child_is_refused_and_not_stored(rosa: Client, table: Any) -> None:
    before = time.time()
    answer = register(rosa, dateOfBirth=CHILD)
    assert (answer.status, answer.json["code"]) == (403, "tooYoung")
    assert answer.json["message"].startswith("The portal is for people age 13 and older")
    assert "parent or guardian" in answer.json["message"]
    [item] = table.scan()["Items"]
    assert before < item.pop("expires_at") <= before + 86_401
    assert item == {"user_id": ROSA.user_id, "item": "refusedregistration"}


def test_other_birth_year_is_refused_on_same_day(rosa: Client, table: Any) -> None:
    first = register(rosa, dateOfBirth=CHILD)
    again = register(rosa)
    assert (again.status, again.json) == (403, first.json)
    assert rosa.get("/api/users/registered").json["isRegistered"] is False
    assert "registration" not in {item["item"] for item in table.scan()["Items"]}


def test_refusal_applies_to_one_sign_in(rosa: Client, client: Client) -> None:
    register(rosa, dateOfBirth=CHILD)
    assert register(client.acting_as(Person(email="ben@example.com"))).status == 201


def test_registration_works_after_refusal_expired(rosa: Client, table: Any) -> None:
    register(rosa, dateOfBirth=CHILD)
    table.update_item(
        Key={"user_id": ROSA.user_id, "item": "refusedregistration"},
        UpdateExpression="SET expires_at = :past",
        ExpressionAttributeValues={":past": int(time.time()) - 1},
    )
    assert register(rosa).status == 201


def test_registered_person_is_not_refused_for_other_date(rosa: Client, table: Any) -> None:
    register(rosa)
    before = table.scan()["Items"]
    answer = register(rosa, dateOfBirth=CHILD)
    assert (answer.status, answer.json["code"]) == (409, "alreadyRegistered")
    assert table.scan()["Items"] == before


def test_refusal_is_in_spanish_on_request(rosa: Client) -> None:
    answer = register(rosa.sending(accept_language="es"), dateOfBirth=CHILD)
    assert answer.json["message"].startswith("El portal es para personas de 13 años o más")
