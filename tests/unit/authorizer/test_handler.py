"""The wired handler for people: its answer, the id token's header, and a users table over HTTP.

`tests/unit/tokens/test_gateway.py` has everything that all authorizers share.
"""

import json
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import rsa

from functions.authorizer.wiring import create_handler
from portal.principal import Caller, get_session_id, get_user_id
from tests.unit.tokens.gateway import (
    API,
    EXPIRES_AT,
    PERSON_ENVIRONMENT,
    Gateway,
    make_issuer,
    make_token,
)
from tests.unit.tokens.support import ISSUER, PERSON, SUBJECT

USER = get_user_id(ISSUER, SUBJECT)
SIGNED_IN_AT = PERSON["auth_time"]
ATTRIBUTES = "accepted_terms, ended_sessions, signed_out_before"


class Table(HTTPServer):
    """The users table.

    Attributes:
        answer: status and body of each read.
        reads: the body of each.
    """

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), TableHandler)
        self.answer = (200, b"{}")
        self.reads: list[Any] = []


class TableHandler(BaseHTTPRequestHandler):
    server: Table

    def do_POST(self) -> None:
        self.server.reads.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
        status, body = self.server.answer
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        """Keep the test's output clean."""


@pytest.fixture
def table() -> Iterator[Table]:
    server = Table()
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def make_headers(signing_key: rsa.RSAPrivateKey) -> Callable[..., dict[str, str]]:
    def make(**changes: Any) -> dict[str, str]:
        """Return the headers of a sign-in; `changes` are claims of the access token."""
        return {
            "authorization": f"Bearer {make_token(signing_key, 'access', **changes)}",
            "id_token": make_token(signing_key, "id", exp=EXPIRES_AT + 60),
        }

    return make


@pytest.fixture
def gateway(
    table: Table,
    make_headers: Callable[..., dict[str, str]],
    signing_key: rsa.RSAPrivateKey,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> Gateway:
    environment = {**PERSON_ENVIRONMENT, "AWS_ENDPOINT_URL": f"http://127.0.0.1:{table.server_port}"}
    issuer = make_issuer(signing_key)
    return Gateway(create_handler, "authorizer", environment, make_headers(), issuer, monkeypatch, capsys)


def test_caller_is_allowed_on_the_whole_api(gateway: Gateway, table: Table) -> None:
    table.answer = (200, b'{"Item": {"accepted_terms": {"S": "2026-07-01"}}}')
    assert gateway.ask() == {
        "principalId": USER,
        "policyDocument": {
            "Version": "2012-10-17",
            "Statement": [
                {"Action": "execute-api:Invoke", "Effect": "Allow", "Resource": f"{API}/$default/*"}
            ],
        },
        "context": {
            "userId": USER,
            "email": "rosa@example.com",
            "emailVerified": "true",
            "name": "Rosa Delgado",
            "groups": "support",
            "acceptedTerms": "2026-07-01",
            "expiresAt": str(EXPIRES_AT),
            "secondFactor": "false",
            "staffReach": "*",
            "staffFault": "",
            "sessionId": get_session_id(ISSUER, SUBJECT, "a0"),
            "signedInAt": str(float(SIGNED_IN_AT)),
        },
    }
    key = {"user_id": {"S": USER}, "item": {"S": "access"}}
    assert table.reads == [{"TableName": "users", "Key": key, "ProjectionExpression": ATTRIBUTES}]


@pytest.mark.parametrize(
    ("ended", "before", "is_refused"),
    [
        ("a0", 0, True),
        ("another", 0, False),
        ("another", SIGNED_IN_AT + 1, True),
        ("another", SIGNED_IN_AT, False),
    ],
    ids=["ended", "another ended", "signed out everywhere later", "signed out everywhere before"],
)
def test_ended_session_is_refused(
    gateway: Gateway, table: Table, ended: str, before: int, is_refused: bool
) -> None:
    item = {
        "accepted_terms": {"S": "2026-07-01"},
        "ended_sessions": {"SS": [get_session_id(ISSUER, SUBJECT, ended)]},
        "signed_out_before": {"N": str(before)},
    }
    table.answer = (200, json.dumps({"Item": item}).encode())
    if is_refused:
        with pytest.raises(Exception, match=r"^Unauthorized$"):
            gateway.ask()
        assert '"outcome":"sessionEnded"' in gateway.read_text()
    else:
        assert gateway.ask()["context"]["acceptedTerms"] == "2026-07-01"


def test_functions_read_back_the_caller(gateway: Gateway) -> None:
    caller = Caller.from_request_context({"authorizer": gateway.ask()["context"]})
    principal = caller.principal
    assert principal is not None
    assert (principal.email, principal.is_email_verified) == ("rosa@example.com", True)
    assert (principal.name, principal.roles) == ("Rosa Delgado", frozenset({"support"}))
    assert caller.expires_at == EXPIRES_AT


def test_refused_staff_groups_reach_the_caller_and_operations(
    gateway: Gateway, make_headers: Callable[..., dict[str, str]]
) -> None:
    headers = make_headers(**{"cognito:groups": ["support", "agncy-adot-mvd"]})
    context = gateway.ask(headers)["context"]
    assert (context["groups"], context["staffReach"], context["staffFault"]) == ("", "", "unknownGroup")
    output = gateway.read_text()
    assert '"fault":"unknownGroup"' in output
    assert '"StaffGroupsRefused":[1.0]' in output


@pytest.mark.parametrize(
    "answer", [b"{}", b'{"Item": {}}', b'{"Item": {"accepted_terms": {"NULL": true}}}'], ids=str
)
def test_caller_without_accepted_terms_is_let_in(gateway: Gateway, table: Table, answer: bytes) -> None:
    table.answer = (200, answer)
    assert gateway.ask()["context"]["acceptedTerms"] == ""


@pytest.mark.parametrize(
    "answer",
    [
        (400, b"{}"),
        (500, b""),
        (200, b"no JSON"),
        (200, b"[]"),
        (200, b'{"Item": {"ended_sessions": {"SS": 1}}}'),
    ],
    ids=str,
)
def test_table_failure_lets_the_caller_in_and_is_logged(
    gateway: Gateway, table: Table, answer: tuple[int, bytes]
) -> None:
    table.answer = answer
    assert gateway.ask()["context"]["acceptedTerms"] == ""
    [warning, line], _ = gateway.read_output()
    assert (warning["level"], warning["message"]) == ("WARNING", "The users table did not answer")
    assert line["outcome"] == "accepted"


def test_refused_caller_does_not_read_the_table(gateway: Gateway, table: Table) -> None:
    access = gateway.headers["authorization"].partition(" ")[2]
    assert gateway.refusal({**gateway.headers, "id_token": access}) == "tokenUse"
    assert table.reads == []


@pytest.mark.parametrize("is_broken", [False, True], ids=["let in", "refused"])
def test_log_has_no_personal_data(gateway: Gateway, is_broken: bool) -> None:
    if is_broken:
        with pytest.raises(Exception, match=r"^Unauthorized$"):
            gateway.ask({**gateway.headers, "authorization": gateway.headers["authorization"] + "x"})
    else:
        gateway.ask()
    text = gateway.read_text()
    parts = [part for value in gateway.headers.values() for part in value.rpartition(" ")[2].split(".")]
    personal = ["osa", "elgado", "example", "secret-id", SUBJECT]
    assert "authorization" in text
    assert [word for word in [*parts, *personal] if word in text] == []


@pytest.mark.parametrize("name", ["id_token", "Id_Token", "ID_TOKEN"])
def test_header_of_the_id_token_ignores_case(gateway: Gateway, name: str) -> None:
    headers = {"authorization": gateway.headers["authorization"], name: gateway.headers["id_token"]}
    assert gateway.ask(headers)


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        (None, "idTokenMissing"),
        ("", "idTokenMissing"),
        ("Bearer {token}", "malformed"),
        ("{token}\n", "malformed"),
        ("{token},{token}", "malformed"),
        ("{token}, {token}", "malformed"),
    ],
)
def test_missing_or_invalid_id_token_is_refused(gateway: Gateway, value: str | None, reason: str) -> None:
    headers = {"authorization": gateway.headers["authorization"]}
    if value is not None:
        headers["id_token"] = value.format(token=gateway.headers["id_token"])
    assert gateway.refusal(headers) == reason
