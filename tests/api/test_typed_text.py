"""Cleaning of pasted text before its length is checked and before it is stored."""

import json
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


@pytest.mark.parametrize(
    "typed",
    [
        "O‘Brien–Jones",
        "O'Brien—Jones",
        "O`Brien‑Jones",
        "\u2068O´Brien−Jones\u2069",
        " O′Brien\u00ad‐Jones\u00a0",
        "O＇Brien－Jones\u200b",
    ],
)
def test_equivalent_spellings_of_name_are_stored_alike(client: Client, typed: str) -> None:
    person = client.acting_as(Person("sinead@example.com"))
    assert person.post(REGISTER, DETAILS | {"legalLastName": typed}).status == 201
    assert person.get("/api/users").json["displayName"] == "Sinéad O’Brien-Jones"


@pytest.mark.parametrize("typed", ["St.John", "St.Clair", "Ma.Luisa", "J.Smith", "Fco.Javier"])
def test_name_with_period_gets_space(client: Client, typed: str) -> None:
    person = client.acting_as(Person("john@example.com"))
    assert person.post(REGISTER, DETAILS | {"legalLastName": typed}).status == 201
    assert person.get("/api/users").json["displayName"] == f"Sinéad {typed.replace('.', '. ')}"


@pytest.mark.parametrize("encoded", [True, False])
def test_byte_order_mark_before_a_body_is_ignored(client: Client, encoded: bool) -> None:
    person = client.acting_as(Person("mark@example.com"))
    body = "\ufeff" + json.dumps(DETAILS)
    assert person.post(REGISTER, body.encode() if encoded else body).status == 201


def test_lengths_are_measured_after_cleaning(client: Client) -> None:
    person = client.acting_as(Person("long@example.com"))
    longest = "N" * 80
    assert person.post(REGISTER, DETAILS | {"legalLastName": f" {longest}N"}).status == 400
    padded = "\u200b".join(longest) + "\u00a0" * 40
    assert person.post(REGISTER, DETAILS | {"legalLastName": padded}).status == 201


@pytest.mark.parametrize(
    "number",
    [
        "602\u00a0555\u00a00123",
        "602\u2011555\u20110123",
        "\u202a+1 (602) 555‑0123\u202c",
        "\u2068602–555–0123\u2069",
        "602−555−0123",
        "602.555.0123\u200b",
        "６０２-555-0123",
        "tel:+1-602-555-0123",
    ],
)
def test_pasted_number_is_normalized(rosa: Client, number: str) -> None:
    saved = rosa.put(PREFERENCES, make_preferences(ROSA.email, number))
    assert saved.status == 200, saved
    assert [each["address"] for each in saved.json["addresses"]] == [ROSA.email, "+16025550123"]


@pytest.mark.parametrize(
    "email",
    [
        "rosa@work\u200b.example",
        "\ufeffrosa@work.example ",
        "\u202arosa@work.example\u202c",
        "rosa@work.exam\u00adple",
        "rosa@work.example\u00a0",
    ],
)
def test_pasted_email_address_is_normalized(rosa: Client, email: str) -> None:
    saved = rosa.put(PREFERENCES, make_preferences(email))
    assert saved.status == 200, saved
    assert [each["address"] for each in saved.json["changes"]] == ["rosa@work.example"]


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


@pytest.mark.parametrize(
    "label",
    [
        "👩\u200d🌾 Farm",
        "👨🏽\u200d🚒 Station",
        "❤\ufe0f\u200d🔥",
        "🏳\ufe0f\u200d🌈",
        "\U0001fae9 New",
        "خانه\u200cها",
    ],
)
def test_emoji_and_joined_scripts_are_unchanged(rosa: Client, label: str) -> None:
    created = add_address(rosa, "typed-text-1", label=f"\u200e{label} ")
    assert created.status == 201, created
    assert created.json["label"] == label


@pytest.mark.parametrize("code", ["85001\u00a0", "\u200e85001", "８５００１", " 85001\n", "85\u00ad001"])
def test_pasted_zip_code_is_accepted(rosa: Client, code: str) -> None:
    created = add_address(rosa, "typed-text-2", zip=code)
    assert created.status == 201, created
    assert created.json["zip"] == "85001"
