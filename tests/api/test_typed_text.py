"""Cleaning of pasted text before its length is checked and before it is stored."""

from typing import Any

import pytest

from tests.api.address_book_support import add_address
from tests.api.conftest import Outbox
from tests.api.profile_support import (
    CONFIRMATION,
    PREFERENCES,
    ROSA,
    VERIFICATION,
    get_code,
    make_preferences,
    register,
)
from tests.api.support import Client, Person

REGISTER = "/api/users/register"
DETAILS: dict[str, Any] = {
    "legalFirstName": "Sinéad",
    "legalLastName": "O’Brien-Jones",
    "dateOfBirth": "1988-04-02",
    "countyId": "pima",
    "language": "en",
}


@pytest.fixture
def rosa(client: Client) -> Client:
    return register(client)


def test_lengths_are_measured_after_cleaning(client: Client) -> None:
    person = client.acting_as(Person("long@example.com"))
    longest = "N" * 80
    assert person.post(REGISTER, DETAILS | {"legalLastName": f" {longest}N"}).status == 400
    padded = "\u200b".join(longest) + "\u00a0" * 40
    assert person.post(REGISTER, DETAILS | {"legalLastName": padded}).status == 201


@pytest.mark.parametrize(
    "form",
    [" {} ", "{:.3} {:.3}", "\u200e{}\u200b", "{}\n", "{:.3}-{:.3}", "{:.3}\u00a0{:.3}", "{:.3}–{:.3}"],
)
def test_pasted_code_is_accepted(rosa: Client, outbox: Outbox, form: str) -> None:
    rosa.put(PREFERENCES, make_preferences(ROSA.email, "602-555-0123"))
    assert rosa.post(VERIFICATION, {"channel": "text", "address": "new"}).status == 202
    code = get_code(outbox.text_messages[-1][1])
    typed = form.format(code) if "{}" in form else form.format(code[:3], code[3:])
    confirmed = rosa.post(CONFIRMATION, {"channel": "text", "address": "new", "code": typed})
    assert confirmed.status == 200, confirmed


@pytest.mark.parametrize("code", ["85001\u00a0", "\u200e85001", "８５００１", " 85001\n", "85\u00ad001"])
def test_pasted_zip_code_is_accepted(rosa: Client, code: str) -> None:
    created = add_address(rosa, "typed-text-2", zip=code)
    assert created.status == 201, created
    assert created.json["zip"] == "85001"
