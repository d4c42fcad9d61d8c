"""Sample data of the sample people, made through the portal's own API as a browser would."""

import json
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from infrastructure.local.http import Request
from infrastructure.local.http_server import Application
from infrastructure.sandbox.identity_provider import SAMPLE_PEOPLE
from infrastructure.sandbox.names.sample_companies import get_sample_company
from infrastructure.sandbox.samples import BEN, ROSA, Owner

# On a busy machine the first call to an agency takes longer than the portal waits for one.
_PAUSES_SECONDS = (0.5, 1.0, 2.0)

IssueTokens = Callable[[str], Mapping[str, str]]
"""Access token and id token of the account with an email address."""


@dataclass(frozen=True, slots=True)
class _Details:
    date_of_birth: str
    county_id: str
    language: str = "en"
    preferred_name: str | None = None


def _get_birthday(owner: Owner) -> str:
    return owner.person.date_of_birth.isoformat()


# new@example.com is missing on purpose: known to the identity provider, and not registered.
SAMPLE_DETAILS: Mapping[str, _Details] = {
    "resident@example.com": _Details(_get_birthday(ROSA), "pima", language="es"),
    "business@example.com": _Details(_get_birthday(BEN), "maricopa"),
    "support@example.com": _Details("1990-02-28", "maricopa"),
    "admin@example.com": _Details("1979-08-09", "coconino"),
    "government@example.com": _Details("1966-12-24", "yavapai"),
}


Connections = Mapping[str, Sequence[tuple[str, Mapping[str, str]]]]
"""Services of a person in the order of the cards, with the identity values to type, by email address."""

OpenedMessages = Mapping[str, Sequence[tuple[str, Mapping[str, str]]]]
"""Opened messages of a person: service and subject by language, by email address."""

# Fictitious, in cities that exist; the first ones are those that the sandbox's agencies have.
SAMPLE_ADDRESSES: Mapping[str, Sequence[Mapping[str, str | None]]] = {
    "resident@example.com": [
        {
            "label": None,
            "type": "home",
            "recipient": ROSA.name,
            "line1": "1200 W Ocotillo Ln",
            "line2": None,
            "city": "Tucson",
            "state": "AZ",
            "zip": "85713",
            "zip4": None,
            "country": "US",
            "phone": "+16025550123",
        },
        {
            "label": "Mother",
            "type": "mailing",
            "recipient": ROSA.name,
            "line1": "PO Box 250",
            "line2": None,
            "city": "Nogales",
            "state": "AZ",
            "zip": "85621",
            "zip4": None,
            "country": "US",
            "phone": None,
        },
    ],
    "business@example.com": [
        {
            "label": "Office",
            "type": "business",
            "recipient": get_sample_company("23104478").row.name,
            "line1": "401 N 1st St",
            "line2": "Suite 110",
            "city": "Phoenix",
            "state": "AZ",
            "zip": "85004",
            "zip4": None,
            "country": "US",
            "phone": "+16025550148",
        },
        {
            "label": None,
            "type": "home",
            "recipient": BEN.name,
            "line1": "77 W Fiction Rd",
            "line2": None,
            "city": "Mesa",
            "state": "AZ",
            "zip": "85201",
            "zip4": None,
            "country": "US",
            "phone": None,
        },
    ],
}


class SeedingFailed(Exception):
    """The portal refused something that a sample person is to have."""


@dataclass(frozen=True, slots=True)
class Caller:
    """API client of one person."""

    portal: Application
    tokens: Mapping[str, str]

    def call(self, method: str, path: str, body: object = None, *more_headers: tuple[str, str]) -> Any:
        """Make a call and return what it answers.

        Raises:
            SeedingFailed: it was refused.
        """
        headers = [
            ("Authorization", f"Bearer {self.tokens['access_token']}"),
            ("id_token", self.tokens["id_token"]),
            ("Content-Type", "application/json"),
            *more_headers,
        ]
        content = b"" if body is None else json.dumps(body).encode()
        request = Request(method, path, headers=tuple(headers), body=content)
        response = self.portal(request)
        for pause in _PAUSES_SECONDS:
            if response.status != HTTPStatus.SERVICE_UNAVAILABLE:
                break
            time.sleep(pause)
            response = self.portal(request)
        if response.status not in (200, 201):
            raise SeedingFailed(f"{method} {path}: {response.status} {response.body.decode()[:300]}")
        return json.loads(response.body)


def seed(portal: Application, issue_tokens: IssueTokens) -> None:
    """Register the sample people, accept the terms for them and set their contact preferences.

    Idempotent.

    Args:
        portal: answers requests as a browser would send them.
        issue_tokens: see `IssueTokens`.

    Raises:
        SeedingFailed: see its docstring.
    """
    for person in SAMPLE_PEOPLE:
        if details := SAMPLE_DETAILS.get(person.email):
            caller = Caller(portal, issue_tokens(person.email))
            registration = {
                "legalFirstName": person.given_name,
                "legalLastName": person.family_name,
                "preferredName": details.preferred_name,
                "dateOfBirth": details.date_of_birth,
                "countyId": details.county_id,
                "language": details.language,
            }
            caller.call("POST", "/api/users/register", registration)
            _accept_terms(caller)
            _set_contact_preferences(caller, person.email, details.language)


def _accept_terms(caller: Caller) -> None:
    terms = caller.call("GET", "/api/profile/termsandconditions")
    if terms["decision"] is None:
        caller.call("PUT", "/api/profile/termsandconditions/accept", {"version": terms["version"]})


def _set_contact_preferences(caller: Caller, email: str, language: str) -> None:
    preferences = caller.call("GET", "/api/profile/contactpreferences")
    if preferences["savedAt"] is None:
        notices = [
            {"kind": notice["kind"], "channels": notice["channels"] or ["email"]}
            for notice in preferences["notices"]
        ]
        requested = {
            "language": language,
            "addresses": [{"channel": "email", "address": email}],
            "notices": notices,
        }
        caller.call("PUT", "/api/profile/contactpreferences", requested)


def connect(portal: Application, issue_tokens: IssueTokens, connections: Connections) -> None:
    """Connect the sample people with services of the sandbox, and fill their address books.

    Idempotent, unless somebody has changed the data.

    Args:
        portal: answers requests as a browser would send them.
        issue_tokens: see `IssueTokens`.
        connections: see `Connections`.

    Raises:
        SeedingFailed: see its docstring.
    """
    for email, services in connections.items():
        caller = Caller(portal, issue_tokens(email))
        for service_id, identity in services:
            if identity:
                requested = {"agencyServiceId": service_id, "identity": identity}
                caller.call("POST", "/api/subscriptions/agencyservice", requested)
            else:
                caller.call("POST", "/api/subscriptions", {"agencyServiceId": service_id})
        for number, address in enumerate(SAMPLE_ADDRESSES.get(email, [])):
            key = ("Idempotency-Key", f"sample-address-{number}")
            caller.call("POST", "/api/profile/addresses", address, key)


def read_messages(portal: Application, issue_tokens: IssueTokens, opened: OpenedMessages) -> None:
    """Let the sample people have opened some of their messages.

    Args:
        portal: answers requests as a browser would send them.
        issue_tokens: see `IssueTokens`.
        opened: see `OpenedMessages`.

    Raises:
        SeedingFailed: see its docstring.
    """
    for email, messages in opened.items():
        caller = Caller(portal, issue_tokens(email))
        subjects_of: dict[str, set[str]] = {}
        for service_id, subject in messages:
            subjects_of.setdefault(service_id, set()).update(subject.values())
        wanted = [
            {
                "messageId": message["messageId"],
                "userAgencySubscriptionId": message["userAgencyServiceSubscriptionIdentityId"],
            }
            for service_id, subjects in subjects_of.items()
            for group in caller.call("GET", f"/api/agency/messages/service/{service_id}")["groups"]
            for message in group["messages"]
            if message["subject"] in subjects
        ]
        caller.call("POST", "/api/agency/messages/mark", {"messages": wanted, "isRead": True})
