"""Request data and calls for tests of the profile routes."""

import re
from typing import Any

import pytest

from portal.types import Clock
from tests.api.conftest import Outbox
from tests.api.shared_setup import run_once
from tests.api.support import Answer, Client, Person, renew_apps

TERMS = "/api/profile/termsandconditions"
ACCEPT = f"{TERMS}/accept"
DECLINE = f"{TERMS}/decline"
PREFERENCES = "/api/profile/contactpreferences"
VERIFICATION = f"{PREFERENCES}/verification"
CONFIRMATION = f"{VERIFICATION}/confirm"
TEST = f"{PREFERENCES}/test"
UNSUBSCRIBE = "/api/profile/unsubscribe"
COMPLETED = "/api/profile/completed"

ROSA = Person(email="rosa@example.com", name="Rosa Delgado")
OTHER_ADDRESS = "rosa@work.example"
KINDS = ("security", "accountActivity", "agencyMessages", "reminders", "news")


def use_clock(monkeypatch: pytest.MonkeyPatch, clock: Clock) -> None:
    """Make the profile group use that clock."""
    monkeypatch.setattr("functions.profile.wiring.get_utc_now", clock)
    renew_apps(monkeypatch, "profile")


def register(client: Client, person: Person = ROSA, language: str = "en", **details: str | None) -> Client:
    """Register a person and return the person's client."""
    acting = client.acting_as(person)

    def registers() -> None:
        answer = acting.post(
            "/api/users/register",
            {
                "legalFirstName": "Rosa",
                "legalLastName": "Delgado",
                "dateOfBirth": "1988-04-02",
                "countyId": "pima",
                "language": language,
                **details,
            },
        )
        assert answer.status == 201, answer

    run_once(("registered", acting.app_of("users"), person, language, *details.values()), registers)
    return acting


def make_preferences(
    email: str = ROSA.email, number: str | None = None, language: str = "en", **channels: list[str]
) -> dict[str, Any]:
    """Return valid contact preferences: every notice by email, except for the given kinds."""
    addresses = [{"channel": "email", "address": email}]
    if number is not None:
        addresses.append({"channel": "text", "address": number})
    notices = [{"kind": kind, "channels": channels.get(kind, ["email"])} for kind in KINDS]
    return {"language": language, "addresses": addresses, "notices": notices}


def get_code(text: str) -> str:
    """Return the code in a message."""
    found = re.search(r"\b[0-9]{6}\b", text)
    assert found
    return found[0]


def enter_code(client: Client, outbox: Outbox, channel: str = "email", address: str = "new") -> Answer:
    """Request a code for the new or current address of a channel, and enter it."""
    asked = {"channel": channel, "address": address}
    assert client.post(VERIFICATION, asked).status == 202
    text = outbox.mail[-1].text if channel == "email" else outbox.text_messages[-1][1]
    return client.post(CONFIRMATION, asked | {"code": get_code(text)})


def confirm_email(client: Client, outbox: Outbox) -> Answer:
    """Confirm the pending email address with the codes of both addresses."""
    assert enter_code(client, outbox, address="current").status == 200
    return enter_code(client, outbox)
