"""The wired Lambda handler with events of the gateway and an issuer over HTTP."""

import copy
import io
import json
import logging
import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import rsa

from functions.authorizer.wiring import create_handler
from portal.principal import Caller, get_session_id, get_user_id
from portal.tokens.keys import KeysUnavailableError
from tests.unit.authorizer import support
from tests.unit.authorizer.support import CLIENT, COGNITO_ACCESS, COGNITO_ID, KEY_ID, SUBJECT

EXPIRES_AT = 4_000_000_000
API = "arn:aws:execute-api:us-west-2:123456789012:abcdef1234"


class KeyServer(HTTPServer):
    """A server that publishes `document`, or answers 503 if it is empty; also a stand-in for DynamoDB.

    Attributes:
        table_answer: status and body of each read of the users table.
        table_reads: the body of each.
    """

    document = b""
    reads = 0
    table_answer = (200, b"{}")

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.table_reads: list[Any] = []


class KeyHandler(BaseHTTPRequestHandler):
    server: KeyServer

    def do_GET(self) -> None:
        self.server.reads += 1
        self.send_response(200 if self.server.document else 503)
        self.send_header("Content-Length", str(len(self.server.document)))
        self.end_headers()
        self.wfile.write(self.server.document)

    def do_POST(self) -> None:
        self.server.table_reads.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
        status, body = self.server.table_answer
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        """Keep the test's output clean."""


Handler = Callable[[dict[str, Any], object], dict[str, Any]]


@pytest.fixture
def issuer(signing_key: rsa.RSAPrivateKey) -> Iterator[KeyServer]:
    server = KeyServer(("127.0.0.1", 0), KeyHandler)
    server.document = support.make_key_set(support.make_rsa_jwk(signing_key))
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def handler(issuer: KeyServer, monkeypatch: pytest.MonkeyPatch) -> Handler:
    """Return the function after a cold start."""
    address = f"http://127.0.0.1:{issuer.server_port}"
    environment = {
        "TOKEN_ISSUER": address,
        "TOKEN_JWKS_URI": f"{address}/keys",
        "TOKEN_AUDIENCE": CLIENT,
        "TOKEN_SHAPE": "cognito",
        "TOKEN_POLICIES": "",
        "USERS_TABLE": "users",
        "AWS_REGION": "us-west-2",
        "AWS_ENDPOINT_URL": address,
        "AWS_ACCESS_KEY_ID": "key",
        "AWS_SECRET_ACCESS_KEY": "secret",
        "POWERTOOLS_SERVICE_NAME": "authorizer",
        "POWERTOOLS_METRICS_NAMESPACE": "Saguaro",
    }
    return create_handler(environment)


@pytest.fixture
def written(
    handler: Handler, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[[], str]:
    """Return a function that gives the output since its last call."""
    # Loggers outlive a test, and this one holds on to the standard output of the test that made it.
    log = io.StringIO()
    [log_handler] = logging.getLogger("authorizer").handlers
    monkeypatch.setattr(log_handler, "stream", log)

    def read() -> str:
        text = log.getvalue() + "".join(capsys.readouterr())
        log.seek(0)
        log.truncate()
        return text

    return read


@pytest.fixture
def tokens(issuer: KeyServer, signing_key: rsa.RSAPrivateKey) -> dict[str, str]:
    return make_tokens(issuer, signing_key)


def make_tokens(issuer: KeyServer, signing_key: rsa.RSAPrivateKey, **changes: Any) -> dict[str, str]:
    """Return the two tokens of a sign-in; `changes` are claims of the access token."""
    times = {"iss": f"http://127.0.0.1:{issuer.server_port}", "iat": time.time()}
    header, sign = {"alg": "RS256", "kid": KEY_ID}, support.make_rs256(signing_key)
    access = {**COGNITO_ACCESS, **times, "exp": EXPIRES_AT, **changes}
    return {
        "access": support.make_compact(header, access, sign),
        "id": support.make_compact(header, {**COGNITO_ID, **times, "exp": EXPIRES_AT + 60}, sign),
    }


def make_event(headers: dict[str, str], **changes: Any) -> dict[str, Any]:
    """Return a REQUEST authorizer event of an HTTP API, payload format 1.0."""
    return {
        "version": "1.0",
        "type": "REQUEST",
        "methodArn": f"{API}/$default/GET/api/messages/secret-id",
        "identitySource": "…",
        "authorizationToken": "…",
        "resource": "/api/messages/{id}",
        "path": "/api/messages/secret-id",
        "httpMethod": "GET",
        "headers": headers,
        "queryStringParameters": None,
        "pathParameters": {"id": "secret-id"},
        "stageVariables": None,
        "requestContext": {
            "accountId": "123456789012",
            "apiId": "abcdef1234",
            "httpMethod": "GET",
            "path": "/api/messages/secret-id",
            "requestId": "request-1",
            "resourcePath": "/api/messages/{id}",
            "stage": "$default",
        },
        **changes,
    }


def make_headers(tokens: dict[str, str]) -> dict[str, str]:
    return {"authorization": f"Bearer {tokens['access']}", "id_token": tokens["id"]}


def read_output(written: Callable[[], str]) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Return the log lines and the metrics that were written."""
    lines = [json.loads(line) for line in written().splitlines()]
    return [line for line in lines if "_aws" not in line], [line for line in lines if "_aws" in line]


def test_caller_is_allowed_on_the_whole_api(
    handler: Handler, tokens: dict[str, str], issuer: KeyServer
) -> None:
    issuer.table_answer = (200, b'{"Item": {"accepted_terms": {"S": "2026-07-01"}}}')
    address = f"http://127.0.0.1:{issuer.server_port}"
    user_id = get_user_id(address, SUBJECT)
    assert handler(make_event(make_headers(tokens)), None) == {
        "principalId": user_id,
        "policyDocument": {
            "Version": "2012-10-17",
            "Statement": [
                {"Action": "execute-api:Invoke", "Effect": "Allow", "Resource": f"{API}/$default/*"}
            ],
        },
        "context": {
            "userId": user_id,
            "email": "rosa@example.com",
            "emailVerified": "true",
            "name": "Rosa Delgado",
            "groups": "support",
            "acceptedTerms": "2026-07-01",
            "expiresAt": str(EXPIRES_AT),
            "secondFactor": "false",
            "staffReach": "*",
            "staffFault": "",
            "sessionId": get_session_id(address, SUBJECT, "a0"),
        },
    }
    assert issuer.table_reads == [
        {
            "TableName": "users",
            "Key": {"user_id": {"S": user_id}, "item": {"S": "access"}},
            "ProjectionExpression": "accepted_terms",
        }
    ]


def test_refused_staff_groups_reach_the_caller_and_operations(
    handler: Handler, issuer: KeyServer, signing_key: rsa.RSAPrivateKey, written: Callable[[], str]
) -> None:
    tokens = make_tokens(issuer, signing_key, **{"cognito:groups": ["support", "agncy-adot-mvd"]})
    context = handler(make_event(make_headers(tokens)), None)["context"]
    assert (context["groups"], context["staffReach"], context["staffFault"]) == ("", "", "unknownGroup")
    output = written()
    assert '"fault":"unknownGroup"' in output
    assert '"StaffGroupsRefused":[1.0]' in output


@pytest.mark.parametrize(
    "answer", [b"{}", b'{"Item": {}}', b'{"Item": {"accepted_terms": {"NULL": true}}}'], ids=str
)
def test_caller_without_accepted_terms_is_let_in(
    handler: Handler, tokens: dict[str, str], issuer: KeyServer, answer: bytes
) -> None:
    issuer.table_answer = (200, answer)
    assert handler(make_event(make_headers(tokens)), None)["context"]["acceptedTerms"] == ""


@pytest.mark.parametrize("answer", [(400, b"{}"), (500, b""), (200, b"no JSON"), (200, b"[]")], ids=str)
def test_table_failure_lets_the_caller_in_and_is_logged(
    handler: Handler,
    tokens: dict[str, str],
    issuer: KeyServer,
    written: Callable[[], str],
    answer: tuple[int, bytes],
) -> None:
    issuer.table_answer = answer
    assert handler(make_event(make_headers(tokens)), None)["context"]["acceptedTerms"] == ""
    [warning, line], _ = read_output(written)
    assert (warning["level"], warning["message"]) == ("WARNING", "The users table did not answer")
    assert line["outcome"] == "accepted"


def test_refused_caller_does_not_read_the_table(
    handler: Handler, tokens: dict[str, str], issuer: KeyServer, written: Callable[[], str]
) -> None:
    assert get_refusal(handler, make_event({**make_headers(tokens), "id_token": tokens["access"]}), written)
    assert issuer.table_reads == []


def test_functions_read_back_the_caller(handler: Handler, tokens: dict[str, str]) -> None:
    answer = handler(make_event(make_headers(tokens)), None)
    caller = Caller.from_request_context({"authorizer": answer["context"]})
    principal = caller.principal
    assert principal is not None
    assert (principal.email, principal.is_email_verified) == ("rosa@example.com", True)
    assert (principal.name, principal.roles) == ("Rosa Delgado", frozenset({"support"}))
    assert caller.expires_at == EXPIRES_AT


def test_accepted_caller_writes_one_line_and_one_metric(
    handler: Handler, tokens: dict[str, str], written: Callable[[], str]
) -> None:
    answer = handler(make_event(make_headers(tokens)), None)
    [line], [metric] = read_output(written)
    assert (line["service"], line["level"], line["message"]) == ("authorizer", "INFO", "authorization")
    assert (line["outcome"], line["subject"]) == ("accepted", answer["principalId"])
    assert (line["route"], line["request_id"]) == ("GET /api/messages/{id}", "request-1")
    assert (metric["Authorization"], metric["outcome"]) == ([1.0], "accepted")


def test_refusal_writes_one_line_and_one_metric(
    handler: Handler, tokens: dict[str, str], written: Callable[[], str]
) -> None:
    with pytest.raises(Exception, match=r"^Unauthorized$"):
        handler(make_event({**make_headers(tokens), "id_token": tokens["access"]}), None)
    [line], [metric] = read_output(written)
    assert line["outcome"] == "tokenUse"
    assert "subject" not in line
    assert line["route"] == "GET /api/messages/{id}"
    assert (metric["Authorization"], metric["outcome"]) == ([1.0], "tokenUse")


@pytest.mark.parametrize("broken", [False, True], ids=["let in", "refused"])
def test_log_has_no_personal_data(
    handler: Handler, tokens: dict[str, str], written: Callable[[], str], broken: bool
) -> None:
    headers = make_headers(tokens)
    if broken:
        headers["authorization"] += "x"
        with pytest.raises(Exception, match=r"^Unauthorized$"):
            handler(make_event(headers), None)
    else:
        handler(make_event(headers), None)
    text = written()
    personal = ["osa", "elgado", "example", "secret-id", SUBJECT]
    parts = [part for token in tokens.values() for part in token.split(".")]
    assert "authorization" in text
    assert [word for word in [*parts, *personal] if word in text] == []


def get_refusal(handler: Handler, event: dict[str, Any], written: Callable[[], str]) -> str:
    """Ask for a decision that must be a refusal, and return its reason."""
    with pytest.raises(Exception, match=r"^Unauthorized$") as raised:
        handler(event, None)
    assert type(raised.value) is Exception
    [line], _ = read_output(written)
    outcome: str = line["outcome"]
    return outcome


@pytest.mark.parametrize("name", ["authorization", "Authorization", "AUTHORIZATION"])
@pytest.mark.parametrize("id_name", ["id_token", "Id_Token", "ID_TOKEN"])
@pytest.mark.parametrize("scheme", ["Bearer", "bearer", "BEARER"])
def test_header_names_and_scheme_ignore_case(
    handler: Handler, tokens: dict[str, str], name: str, id_name: str, scheme: str
) -> None:
    assert handler(make_event({name: f"{scheme} {tokens['access']}", id_name: tokens["id"]}), None)


def test_both_kinds_of_headers_are_read(handler: Handler, tokens: dict[str, str]) -> None:
    headers = make_headers(tokens)
    every = {name.title(): [value] for name, value in headers.items()}
    assert handler(make_event(headers, multiValueHeaders=every), None)
    assert handler(make_event(headers, multiValueHeaders=None), None)
    assert handler({**make_event({}, multiValueHeaders=every), "headers": None}, None)


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        (None, "authorizationMissing"),
        ("", "authorizationMissing"),
        ("Bearer", "notBearer"),
        ("Bearer ", "notBearer"),
        ("{token}", "notBearer"),
        ("Basic {token}", "notBearer"),
        ("Bearer  {token}", "notBearer"),
        ("Bearer\t{token}", "notBearer"),
        (" Bearer {token}", "notBearer"),
        ("Bearer {token} ", "notBearer"),
        ("Bearer {token}\n", "notBearer"),
        ("Bearer {token} {token}", "notBearer"),
        ("Bearer {token}, Bearer {token}", "notBearer"),
        ("Bearer {token},{token}", "malformed"),
        ("Bearer {token}=", "malformed"),
    ],
)
def test_missing_or_invalid_bearer_token_is_refused(
    handler: Handler,
    tokens: dict[str, str],
    written: Callable[[], str],
    value: str | None,
    reason: str,
) -> None:
    headers = {"id_token": tokens["id"]}
    if value is not None:
        headers["authorization"] = value.format(token=tokens["access"])
    assert get_refusal(handler, make_event(headers), written) == reason


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
def test_missing_or_invalid_id_token_is_refused(
    handler: Handler,
    tokens: dict[str, str],
    written: Callable[[], str],
    value: str | None,
    reason: str,
) -> None:
    headers = {"authorization": f"Bearer {tokens['access']}"}
    if value is not None:
        headers["id_token"] = value.format(token=tokens["id"])
    assert get_refusal(handler, make_event(headers), written) == reason


@pytest.mark.parametrize(
    ("name", "reason"), [("authorization", "authorizationRepeated"), ("id_token", "idTokenRepeated")]
)
def test_repeated_token_header_is_refused(
    handler: Handler,
    tokens: dict[str, str],
    written: Callable[[], str],
    name: str,
    reason: str,
) -> None:
    headers = make_headers(tokens)
    value = headers[name]
    every = {key: [text] for key, text in headers.items()}
    twice = copy.deepcopy(every)
    twice[name].append(value)
    for event in (
        make_event({**headers, name.title(): value}),
        make_event(headers, multiValueHeaders=twice),
        {**make_event({}, multiValueHeaders=twice), "headers": None},
        make_event(headers, multiValueHeaders={**every, name.upper(): [value]}),
        make_event(headers, multiValueHeaders={**every, name: ["something-else"]}),
    ):
        assert get_refusal(handler, event, written) == reason


def test_missing_headers_are_refused(handler: Handler, written: Callable[[], str]) -> None:
    assert get_refusal(handler, {**make_event({}), "headers": None}, written) == "authorizationMissing"


def test_many_calls_fetch_keys_once(handler: Handler, tokens: dict[str, str], issuer: KeyServer) -> None:
    for _ in range(20):
        handler(make_event(make_headers(tokens)), None)
    assert issuer.reads == 1


def test_unreachable_issuer_at_startup_is_a_fault(
    handler: Handler, tokens: dict[str, str], issuer: KeyServer, written: Callable[[], str]
) -> None:
    issuer.document = b""
    with pytest.raises(KeysUnavailableError):
        handler(make_event(make_headers(tokens)), None)
    [line], [metric] = read_output(written)
    assert (line["outcome"], metric["outcome"]) == ("keysUnavailable", "keysUnavailable")


def test_unreachable_issuer_is_logged_and_last_keys_used(
    handler: Handler,
    tokens: dict[str, str],
    issuer: KeyServer,
    written: Callable[[], str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    handler(make_event(make_headers(tokens)), None)
    written()
    issuer.document = b""
    monkeypatch.setattr("portal.tokens.keys.MAX_AGE_SECONDS", 0.0)
    monkeypatch.setattr("portal.tokens.keys.COOL_DOWN_SECONDS", 0.0)
    assert handler(make_event(make_headers(tokens)), None)
    lines, metrics = read_output(written)
    assert "WARNING" in [line["level"] for line in lines]
    assert lines[-1]["outcome"] == "accepted"
    assert {each["service"] for each in metrics if "SigningKeysAgeHours" in each} == {"authorizer"}
