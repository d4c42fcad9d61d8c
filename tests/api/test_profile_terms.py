"""Reading, accepting and declining the terms, and completion of the profile."""

import json
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from domains.reference.data import TermsCatalog, get_terms_catalog
from tests.api.profile_support import (
    ACCEPT,
    COMPLETED,
    DECLINE,
    PREFERENCES,
    ROSA,
    TERMS,
    make_preferences,
    register,
)
from tests.api.support import Client, make_app

CURRENT = get_terms_catalog().current.version
DECISIONS = (ACCEPT, DECLINE)


@pytest.mark.parametrize(("header", "language"), [("en-US", "en"), ("es-MX,en;q=0.5", "es"), ("fr", "en")])
def test_terms_are_in_request_language(client: Client, header: str, language: str) -> None:
    answer = client.acting_as(ROSA).sending(accept_language=header).get(TERMS)
    assert answer.status == 200
    assert answer.headers["cache-control"] == "no-store"
    assert answer.headers["content-language"] == language
    text = get_terms_catalog().current.texts[language]  # type: ignore[index]
    assert answer.json == {
        "version": CURRENT,
        "effectiveOn": CURRENT,
        "language": language,
        "title": text.title,
        "sections": [
            {"heading": section.heading, "paragraphs": list(section.paragraphs)} for section in text.sections
        ],
        "decision": None,
    }


@pytest.mark.parametrize(("route", "outcome"), [(ACCEPT, "accepted"), (DECLINE, "declined")])
def test_decision_is_stored(client: Client, route: str, outcome: str) -> None:
    rosa = register(client)
    answer = rosa.put(route, {"version": CURRENT})
    assert answer.status == 200
    assert answer.json["version"] == CURRENT
    assert answer.json["outcome"] == outcome
    decided_at = datetime.fromisoformat(answer.json["decidedAt"])
    assert abs((datetime.now(UTC) - decided_at).total_seconds()) < 60
    assert rosa.get(TERMS).json["decision"] == answer.json
    assert rosa.put(route, {"version": CURRENT}).json == answer.json


def test_declined_version_can_be_accepted_later(client: Client, table: Any) -> None:
    rosa = register(client)
    rosa.put(DECLINE, {"version": CURRENT})
    rosa.put(ACCEPT, {"version": CURRENT})
    assert rosa.get(TERMS).json["decision"]["outcome"] == "accepted"
    stored = [item for item in table.scan()["Items"] if item["item"].startswith("terms#")]
    assert sorted((item["item"], json.loads(item["content"])["outcome"]) for item in stored) == [
        (f"terms#{CURRENT}#000000", "declined"),
        (f"terms#{CURRENT}#000001", "accepted"),
    ]


def test_declining_keeps_registration(client: Client, table: Any) -> None:
    def list_account() -> list[Any]:
        items = table.scan()["Items"]
        return [item for item in items if item["item"] != "access" and not item["item"].startswith("terms#")]

    rosa = register(client)
    rosa.put(PREFERENCES, make_preferences())
    rosa.put(ACCEPT, {"version": CURRENT})
    registered, account = rosa.get("/api/users").json, list_account()
    assert {item["item"] for item in account} >= {"registration", "contactpreferences"}
    rosa.put(DECLINE, {"version": CURRENT})
    assert rosa.get("/api/users/registered").json["isRegistered"] is True
    assert list_account() == account
    rosa.put(ACCEPT, {"version": CURRENT})
    assert rosa.get("/api/users").json == registered


def test_decisions_are_separate_per_person(client: Client) -> None:
    register(client).put(ACCEPT, {"version": CURRENT})
    other = register(client, replace(ROSA, email="ben@example.com"))
    assert other.get(TERMS).json["decision"] is None


@pytest.mark.parametrize("route", DECISIONS)
@pytest.mark.parametrize(
    ("language", "message"),
    [("en", "Register with the portal first."), ("es", "Primero regístrese en el portal.")],
)
def test_unregistered_person_cannot_decide(client: Client, route: str, language: str, message: str) -> None:
    answer = client.acting_as(ROSA).sending(accept_language=language).put(route, {"version": CURRENT})
    assert answer.status == 409
    assert answer.json == {
        "code": "notRegistered",
        "message": message,
        "wordings": {"en": "Register with the portal first.", "es": "Primero regístrese en el portal."},
        "requestId": "request-1",
        "parameters": {},
    }


@pytest.mark.parametrize("route", DECISIONS)
@pytest.mark.parametrize("version", ["2019-01-01", "'; DROP TABLE users; --", "terms#x", "‮1"])
@pytest.mark.parametrize(("language", "word"), [("en", "could not find this version"), ("es", "No existe")])
def test_unknown_version_is_refused(
    client: Client, route: str, version: str, language: str, word: str
) -> None:
    answer = register(client).sending(accept_language=language).put(route, {"version": version})
    (problem,) = answer.json
    assert answer.status == 400
    assert problem["applicationSection"] == "termsAndConditions"
    assert problem["propertyName"] == "version"
    assert word in problem["validationErrors"][0]


@pytest.mark.parametrize("route", DECISIONS)
@pytest.mark.parametrize(
    ("body", "property_name"),
    [
        (None, ""),
        ("", ""),
        ("null", ""),
        ("[]", ""),
        ("{", ""),
        (b"\xff\xfe", ""),
        ({}, "version"),
        ({"version": None}, "version"),
        ({"version": 20261101}, "version"),
        ({"version": ""}, "version"),
        ({"version": "9" * 41}, "version"),
        ({"version": CURRENT, "outcome": "accepted"}, "outcome"),
    ],
)
def test_missing_or_invalid_version_is_refused(
    client: Client, route: str, body: object, property_name: str
) -> None:
    rosa = register(client)
    assert list(rosa.put(route, body).problems()) == [property_name]
    assert rosa.get(TERMS).json["decision"] is None


@pytest.mark.parametrize("route", DECISIONS)
def test_large_body_or_wrong_content_type_is_refused(client: Client, route: str) -> None:
    rosa = register(client)
    assert rosa.put(route, {"version": "9" * 1_000_000}).status == 413
    assert rosa.sending(content_type="text/plain").put(route, {"version": CURRENT}).status == 415


@pytest.mark.parametrize(
    ("method", "path"), [("GET", TERMS), ("PUT", ACCEPT), ("PUT", DECLINE), ("GET", COMPLETED)]
)
def test_unauthenticated_or_direct_request_is_refused(client: Client, method: str, path: str) -> None:
    body = {"version": CURRENT} if method == "PUT" else None
    assert client.call(method, path, body).status == 401
    rosa = client.acting_as(ROSA)
    assert rosa.sending(x_origin_verify="guessed").call(method, path, body).status == 403


def test_new_version_needs_new_decision(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    rosa = register(client)
    rosa.put(PREFERENCES, make_preferences())
    rosa.put(ACCEPT, {"version": CURRENT})
    assert rosa.get(COMPLETED).json["isCompleted"] is True

    newer = replace(get_terms_catalog().current, version="2027-03-01", effective_on="2027-03-01")
    catalog = TermsCatalog((*get_terms_catalog().versions, newer))
    monkeypatch.setattr("functions.profile.wiring.get_terms_catalog", lambda: catalog)
    later_app = make_app("profile")
    later = replace(rosa, app_of=lambda _group: later_app)

    assert later.get(COMPLETED).json["isCompleted"] is False
    assert later.get(TERMS).json["decision"] is None
    for route in DECISIONS:
        superseded = later.sending(accept_language="es").put(route, {"version": CURRENT})
        assert superseded.status == 409
        assert superseded.json["code"] == "termsSuperseded"
        assert "más reciente" in superseded.json["message"]
    assert later.put(ACCEPT, {"version": newer.version}).status == 200
    assert later.get(COMPLETED).json["isCompleted"] is True


@pytest.mark.parametrize(("route", "accepted", "left"), [(ACCEPT, None, CURRENT), (DECLINE, CURRENT, None)])
def test_repeated_decision_repairs_access_item(
    client: Client, table: Any, route: str, accepted: str | None, left: str | None
) -> None:
    """Simulate a deployment, in which functions with the old version write the same item."""
    rosa = register(client)
    first = rosa.put(route, {"version": CURRENT}).json
    key = {"user_id": ROSA.user_id, "item": "access"}
    table.put_item(Item=key | ({"accepted_terms": accepted} if accepted else {}))
    assert rosa.put(route, {"version": CURRENT}).json["decidedAt"] > first["decidedAt"]
    assert table.get_item(Key=key)["Item"].get("accepted_terms") == left


def test_profile_is_complete_after_all_three_steps(client: Client) -> None:
    assert client.acting_as(ROSA).get(COMPLETED).json["isCompleted"] is False
    rosa = register(client)
    assert rosa.get(COMPLETED).json["isCompleted"] is False
    assert rosa.get("/api/users").json["postLoginAction"] == 3
    rosa.put(ACCEPT, {"version": CURRENT})
    assert rosa.get(COMPLETED).json["isCompleted"] is False
    assert rosa.get("/api/users").json["postLoginAction"] == 4
    rosa.put(PREFERENCES, make_preferences())
    assert rosa.get(COMPLETED).json["isCompleted"] is True
    assert rosa.get("/api/users").json["postLoginAction"] == 1
    rosa.put(DECLINE, {"version": CURRENT})
    assert rosa.get(COMPLETED).json["isCompleted"] is False
