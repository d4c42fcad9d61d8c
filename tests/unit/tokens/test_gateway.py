"""Headers, log, and keys of all authorizers that the gateway asks: of people, agencies, and conversations."""

import copy
import json
from datetime import UTC, datetime
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import rsa

from domains.accounts.access import PortalAccess
from domains.chat.session import ChatSession
from domains.chat.tokens import ChatTokens
from functions.agencyauthorizer import wiring as agencies
from functions.authorizer import wiring as people
from functions.authorizer.access import AccessReader
from functions.chatauthorizer import wiring as chats
from portal.secrets import RotatingSecret
from portal.tokens.keys import KeysUnavailableError
from tests.cases import read_cases
from tests.unit.tokens.gateway import PERSON_ENVIRONMENT, SOURCE, Gateway, make_issuer, make_token
from tests.unit.tokens.support import PREFIX

CASES = read_cases(__file__)

CHAT_SECRET = "signs chat tokens"
SESSION = ChatSession("a" * 26, "b" * 26, datetime.now(UTC).timestamp())


@pytest.fixture
def gateway(
    request: pytest.FixtureRequest,
    signing_key: rsa.RSAPrivateKey,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> Gateway:
    monkeypatch.setattr(AccessReader, "get_access", lambda _self, _user_id: PortalAccess("2026-07-01"))
    chat = ChatTokens(RotatingSecret(CHAT_SECRET)).issue_token(SESSION, datetime.now(UTC))
    create_handler, name, environment, headers = {
        "person": (
            people.create_handler,
            "authorizer",
            PERSON_ENVIRONMENT,
            {
                "authorization": f"Bearer {make_token(signing_key, 'access')}",
                "id_token": make_token(signing_key, "id"),
            },
        ),
        "agency": (
            agencies.create_handler,
            "agencyauthorizer",
            {**SOURCE, "AGENCY_SCOPE_PREFIX": PREFIX},
            {"authorization": f"Bearer {make_token(signing_key, 'agency')}"},
        ),
        "chat": (
            chats.create_handler,
            "chatauthorizer",
            {"CHAT_SECRET": json.dumps({"current": CHAT_SECRET})},
            {"authorization": f"Bearer {chat.token}"},
        ),
    }[request.param]
    return Gateway(create_handler, name, environment, headers, make_issuer(signing_key), monkeypatch, capsys)


for_all = pytest.mark.parametrize("gateway", ["person", "agency", "chat"], indirect=True)
for_issuers = pytest.mark.parametrize("gateway", ["person", "agency"], indirect=True)


@for_all
def test_accepted_call_writes_one_line_and_one_metric_without_tokens(gateway: Gateway) -> None:
    answer = gateway.ask()
    text = gateway.read_text()
    line, metric = map(json.loads, text.splitlines())
    assert (line["service"], line["level"], line["message"]) == (gateway.name, "INFO", "authorization")
    assert (line["outcome"], line["subject"]) == ("accepted", answer["principalId"])
    assert (line["route"], line["request_id"]) == ("GET /api/messages/{id}", "request-1")
    assert (metric["Authorization"], metric["outcome"]) == ([1.0], "accepted")
    assert metric["service"] == gateway.name
    parts = [part for value in gateway.headers.values() for part in value.rpartition(" ")[2].split(".")]
    assert [part for part in [*parts, "secret-id"] if part in text] == []


@for_all
@pytest.mark.parametrize("name", ["authorization", "Authorization", "AUTHORIZATION"])
@pytest.mark.parametrize("scheme", ["Bearer", "bearer", "BEARER"])
def test_header_name_and_scheme_ignore_case(gateway: Gateway, name: str, scheme: str) -> None:
    others = {key: value for key, value in gateway.headers.items() if key != "authorization"}
    token = gateway.headers["authorization"].partition(" ")[2]
    assert gateway.ask({**others, name: f"{scheme} {token}"})


@for_all
def test_both_kinds_of_headers_are_read(gateway: Gateway) -> None:
    every = {name.title(): [value] for name, value in gateway.headers.items()}
    assert gateway.ask(multiValueHeaders=every)
    assert gateway.ask(multiValueHeaders=None)
    assert gateway.ask({}, multiValueHeaders=every)


@for_all
@pytest.mark.parametrize(("value", "reason"), CASES["missing_or_invalid_bearer_token_is_refused"])
def test_missing_or_invalid_bearer_token_is_refused(gateway: Gateway, value: str | None, reason: str) -> None:
    headers = {key: text for key, text in gateway.headers.items() if key != "authorization"}
    if value is not None:
        headers["authorization"] = value.format(token=gateway.headers["authorization"].partition(" ")[2])
    assert gateway.refusal(headers) == reason


@for_all
def test_event_without_headers_is_refused(gateway: Gateway) -> None:
    assert gateway.refusal({}) == "authorizationMissing"


@pytest.mark.parametrize(
    ("gateway", "name", "reason"),
    [
        ("person", "authorization", "authorizationRepeated"),
        ("person", "id_token", "idTokenRepeated"),
        ("agency", "authorization", "authorizationRepeated"),
        ("chat", "authorization", "authorizationRepeated"),
    ],
    indirect=["gateway"],
)
def test_repeated_token_header_is_refused(gateway: Gateway, name: str, reason: str) -> None:
    value = gateway.headers[name]
    every = {key: [text] for key, text in gateway.headers.items()}
    twice = copy.deepcopy(every)
    twice[name].append(value)
    calls: list[tuple[dict[str, str] | None, dict[str, Any]]] = [
        ({**gateway.headers, name.title(): value}, {}),
        (None, twice),
        ({}, twice),
        (None, {**every, name.upper(): [value]}),
        (None, {**every, name: ["something-else"]}),
    ]
    for headers, of_several in calls:
        assert gateway.refusal(headers, multiValueHeaders=of_several) == reason


# Keys of the issuer


@for_issuers
def test_many_calls_fetch_keys_once(gateway: Gateway) -> None:
    for _ in range(20):
        gateway.ask()
    assert gateway.issuer.reads == 1


@for_issuers
def test_unreachable_issuer_at_startup_is_a_fault(gateway: Gateway) -> None:
    gateway.issuer.document = KeysUnavailableError("away")
    with pytest.raises(KeysUnavailableError):
        gateway.ask()
    [line], [metric] = gateway.read_output()
    assert (line["outcome"], metric["outcome"]) == ("keysUnavailable", "keysUnavailable")


@for_issuers
def test_unreachable_issuer_is_logged_and_last_keys_used(
    gateway: Gateway, monkeypatch: pytest.MonkeyPatch
) -> None:
    gateway.ask()
    gateway.read_text()
    gateway.issuer.document = KeysUnavailableError("away")
    monkeypatch.setattr("portal.tokens.keys.MAX_AGE_SECONDS", 0.0)
    monkeypatch.setattr("portal.tokens.keys.COOL_DOWN_SECONDS", 0.0)
    assert gateway.ask()
    lines, metrics = gateway.read_output()
    assert "WARNING" in [line["level"] for line in lines]
    assert lines[-1]["outcome"] == "accepted"
    assert {each["service"] for each in metrics if "SigningKeysAgeHours" in each} == {gateway.name}
