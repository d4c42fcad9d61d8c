"""The wired Lambda handler with events of the gateway and fixed keys of the issuer."""

import fnmatch
import io
import json
import logging
import os
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import rsa

from functions.agencyauthorizer.wiring import create_handler
from portal.principal import Caller
from portal.tokens import decision
from portal.tokens.keys import KeysUnavailableError
from tests.unit.agencyauthorizer.support import AGENCY_CLIENT, COGNITO_AGENCY
from tests.unit.authorizer import support
from tests.unit.authorizer.support import CLIENT, COGNITO_ACCESS, ISSUER, KEY_ID, Issuer

EXPIRES_AT = 4_000_000_000
API = "arn:aws:execute-api:us-west-2:123456789012:abcdef1234"

Handler = Callable[[dict[str, Any], object], dict[str, Any]]


@pytest.fixture
def issuer(signing_key: rsa.RSAPrivateKey) -> Issuer:
    return Issuer(support.make_key_set(support.make_rsa_jwk(signing_key)))


@pytest.fixture
def handler(issuer: Issuer, monkeypatch: pytest.MonkeyPatch) -> Handler:
    """Return the function after a cold start."""
    environment = {
        "TOKEN_ISSUER": ISSUER,
        "TOKEN_JWKS_URI": f"{ISSUER}/keys",
        "TOKEN_AUDIENCE": CLIENT,
        "TOKEN_SHAPE": "cognito",
        "AGENCY_SCOPE_PREFIX": "agency-inbound/",
        "POWERTOOLS_SERVICE_NAME": "agencyauthorizer",
        "POWERTOOLS_METRICS_NAMESPACE": "Saguaro",
    }
    monkeypatch.setattr(decision, "fetch_document", lambda uri: issuer() if uri == f"{ISSUER}/keys" else b"")
    return create_handler(environment)


@pytest.fixture
def written(
    handler: Handler, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[[], str]:
    """Return a function that gives the output since its last call."""
    # Loggers outlive a test, and this one holds on to the standard output of the test that made it.
    log = io.StringIO()
    [log_handler] = logging.getLogger("agencyauthorizer").handlers
    monkeypatch.setattr(log_handler, "stream", log)

    def read() -> str:
        text = log.getvalue() + "".join(capsys.readouterr())
        log.seek(0)
        log.truncate()
        return text

    return read


@pytest.fixture
def make_token(signing_key: rsa.RSAPrivateKey) -> Callable[..., str]:
    def make(claims: Any = COGNITO_AGENCY, **changes: Any) -> str:
        times = {"iat": time.time(), "exp": EXPIRES_AT}
        return support.make_compact(
            {"alg": "RS256", "kid": KEY_ID}, {**claims, **times, **changes}, support.make_rs256(signing_key)
        )

    return make


def make_event(headers: dict[str, str], **changes: Any) -> dict[str, Any]:
    """Return a REQUEST authorizer event of an HTTP API, payload format 1.0."""
    return {
        "version": "1.0",
        "type": "REQUEST",
        "methodArn": f"{API}/$default/POST/api/agency-inbound/transactions",
        "headers": headers,
        "requestContext": {
            "httpMethod": "POST",
            "path": "/api/agency-inbound/transactions",
            "requestId": "request-1",
            "resourcePath": "/api/agency-inbound/transactions",
        },
        **changes,
    }


def read_output(written: Callable[[], str]) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Return the log lines and the metrics that were written."""
    lines = [json.loads(line) for line in written().splitlines()]
    return [line for line in lines if "_aws" not in line], [line for line in lines if "_aws" in line]


def test_agency_is_allowed_on_agency_routes_only(handler: Handler, make_token: Callable[..., str]) -> None:
    answer = handler(make_event({"authorization": f"Bearer {make_token()}"}), None)

    assert answer == {
        "principalId": "adot-mvd",
        "policyDocument": {
            "Version": "2012-10-17",
            "Statement": [
                {
                    "Action": "execute-api:Invoke",
                    "Effect": "Allow",
                    "Resource": f"{API}/$default/*/api/agency-inbound/*",
                }
            ],
        },
        "context": {"agencyId": "adot-mvd", "expiresAt": str(EXPIRES_AT)},
    }
    (statement,) = answer["policyDocument"]["Statement"]
    for route, is_open in (
        ("POST/api/agency-inbound/transactions", True),
        ("POST/api/agency-inbound/revocations", True),
        ("GET/api/users", False),
        ("GET/api/transactions", False),
        ("GET/configuration", False),
    ):
        assert fnmatch.fnmatchcase(f"{API}/$default/{route}", statement["Resource"]) is is_open


def test_agency_has_no_principal(handler: Handler, make_token: Callable[..., str]) -> None:
    answer = handler(make_event({"authorization": f"Bearer {make_token()}"}), None)

    context = {"principalId": answer["principalId"], **answer["context"]}
    caller = Caller.from_request_context({"authorizer": context})
    assert (caller.principal, caller.agency_id) == (None, "adot-mvd")


def test_accepted_agency_writes_one_line_and_one_metric(
    handler: Handler, make_token: Callable[..., str], written: Callable[[], str]
) -> None:
    token = make_token()
    handler(make_event({"authorization": f"Bearer {token}"}), None)

    text = written()
    line, metric = (json.loads(line) for line in text.splitlines())
    assert (line["service"], line["level"], line["message"]) == ("agencyauthorizer", "INFO", "authorization")
    assert (line["outcome"], line["subject"]) == ("accepted", "adot-mvd")
    assert (line["route"], line["request_id"]) == ("POST /api/agency-inbound/transactions", "request-1")
    assert (metric["Authorization"], metric["outcome"]) == ([1.0], "accepted")
    assert metric["service"] == "agencyauthorizer"
    assert [part for part in [*token.split("."), AGENCY_CLIENT] if part in text] == []


@pytest.mark.parametrize(
    ("claims", "changes", "reason"),
    [
        (COGNITO_ACCESS, {}, "client"),
        (COGNITO_AGENCY, {"scope": "openid"}, "scope"),
        (COGNITO_AGENCY, {"token_use": "id"}, "tokenUse"),
        (COGNITO_AGENCY, {"exp": 1}, "expired"),
        (COGNITO_AGENCY, {"iss": "https://evil.example"}, "issuer"),
    ],
)
def test_refusal_writes_one_line_and_one_metric(
    handler: Handler,
    make_token: Callable[..., str],
    written: Callable[[], str],
    claims: Any,
    changes: dict[str, Any],
    reason: str,
) -> None:
    with pytest.raises(Exception, match=r"^Unauthorized$"):
        handler(make_event({"authorization": f"Bearer {make_token(claims, **changes)}"}), None)

    [line], [metric] = read_output(written)
    assert line["outcome"] == reason
    assert "subject" not in line
    assert (metric["Authorization"], metric["outcome"]) == ([1.0], reason)


@pytest.mark.parametrize(
    ("headers", "every", "reason"),
    [
        ({}, {}, "authorizationMissing"),
        ({"authorization": ""}, {}, "authorizationMissing"),
        ({"id_token": "x"}, {}, "authorizationMissing"),
        ({"authorization": "Basic abc"}, {}, "notBearer"),
        ({"authorization": "Bearer"}, {}, "notBearer"),
        ({"authorization": "Bearer a b"}, {}, "notBearer"),
        ({"authorization": "Bearer a", "Authorization": "Bearer b"}, {}, "authorizationRepeated"),
        ({"authorization": "Bearer b"}, {"authorization": ["Bearer a", "Bearer b"]}, "authorizationRepeated"),
        ({"authorization": "Bearer x"}, {}, "malformed"),
    ],
)
def test_missing_or_invalid_bearer_token_is_refused(
    handler: Handler,
    written: Callable[[], str],
    headers: dict[str, str],
    every: dict[str, list[str]],
    reason: str,
) -> None:
    with pytest.raises(Exception, match=r"^Unauthorized$"):
        handler(make_event(headers, multiValueHeaders=every), None)

    [line], _ = read_output(written)
    assert line["outcome"] == reason


def test_unreachable_issuer_at_startup_is_a_fault(
    handler: Handler, issuer: Issuer, make_token: Callable[..., str], written: Callable[[], str]
) -> None:
    issuer.document = KeysUnavailableError("away")

    with pytest.raises(KeysUnavailableError):
        handler(make_event({"authorization": f"Bearer {make_token()}"}), None)
    [line], _ = read_output(written)
    assert line["outcome"] == "keysUnavailable"


def test_pydantic_and_tables_are_not_imported() -> None:
    """The check runs in a separate process, because other tests import these modules."""
    script = (
        "import sys; import functions.agencyauthorizer.tokens, functions.agencyauthorizer.settings, "
        "functions.agencyauthorizer.shapes, portal.tokens.decision, portal.tokens.gateway\n"
        "print([name for name in ('pydantic', 'pynamodb', 'boto3', 'chalice') if name in sys.modules])"
    )
    result = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        env={"PYTHONPATH": os.pathsep.join(sys.path)},
        check=True,
    )
    assert result.stdout.strip() == "[]"
