"""A wired authorizer behind the gateway, with an issuer of the test, and all that it writes."""

import io
import json
import logging
import time
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import rsa

from portal.tokens import decision
from tests.lambda_context import Context
from tests.unit.tokens import support
from tests.unit.tokens.support import CLIENT, ISSUER, KEY_ID

EXPIRES_AT = 4_000_000_000
API = "arn:aws:execute-api:us-west-2:123456789012:abcdef1234"
SOURCE: Mapping[str, str] = {
    "TOKEN_ISSUER": ISSUER,
    "TOKEN_JWKS_URI": f"{ISSUER}/keys",
    "TOKEN_AUDIENCE": CLIENT,
    "TOKEN_SHAPE": "cognito",
}
"""Variables of an authorizer whose tokens have an issuer."""
PERSON_ENVIRONMENT: Mapping[str, str] = {
    **SOURCE,
    "TOKEN_POLICIES": "",
    "USERS_TABLE": "users",
    "AWS_REGION": "us-west-2",
    "AWS_ACCESS_KEY_ID": "key",
    "AWS_SECRET_ACCESS_KEY": "secret",
}


class Gateway:
    """Calls one authorizer, after its cold start.

    Attributes:
        name: of its service.
        headers: of a call that it accepts.
    """

    def __init__(
        self,
        create_handler: Callable[[Mapping[str, str]], Callable[[Mapping[str, Any], object], dict[str, Any]]],
        name: str,
        environment: Mapping[str, str],
        headers: Mapping[str, str],
        issuer: support.Issuer,
        monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
    ) -> None:
        self.name, self.headers, self.issuer = name, dict(headers), issuer

        def fetch(uri: str) -> bytes:
            assert uri == SOURCE["TOKEN_JWKS_URI"]
            return issuer()

        monkeypatch.setattr(decision, "fetch_document", fetch)
        telemetry = {"POWERTOOLS_SERVICE_NAME": name, "POWERTOOLS_METRICS_NAMESPACE": "Saguaro"}
        self._handle = create_handler({**environment, **telemetry})
        # Loggers outlive a test, and this one holds on to the standard output of the test that made it.
        self._log, self._capsys = io.StringIO(), capsys
        [log_handler] = logging.getLogger(name).handlers
        monkeypatch.setattr(log_handler, "stream", self._log)

    def ask(self, headers: Mapping[str, str] | None = None, **changes: Any) -> dict[str, Any]:
        """Send a REQUEST authorizer event of an HTTP API, payload format 1.0, and return the answer.

        Args:
            headers: the good ones if None; an event without headers if empty.
            changes: other members of the event.
        """
        event = {
            "version": "1.0",
            "type": "REQUEST",
            "methodArn": f"{API}/$default/GET/api/messages/secret-id",
            "path": "/api/messages/secret-id",
            "headers": self.headers if headers is None else dict(headers) or None,
            "pathParameters": {"id": "secret-id"},
            "requestContext": {
                "httpMethod": "GET",
                "path": "/api/messages/secret-id",
                "requestId": "request-1",
                "resourcePath": "/api/messages/{id}",
            },
            **changes,
        }
        return self._handle(event, Context())

    def refusal(self, headers: Mapping[str, str] | None = None, **changes: Any) -> str:
        """Ask for a decision that must be a refusal, and return the reason in its line and metric."""
        with pytest.raises(Exception, match=r"^Unauthorized$") as raised:
            self.ask(headers, **changes)
        assert type(raised.value) is Exception
        [line], [metric] = self.read_output()
        assert (line["message"], line["route"]) == ("authorization", "GET /api/messages/{id}")
        assert "subject" not in line
        assert (metric["Authorization"], metric["outcome"]) == ([1.0], line["outcome"])
        reason: str = line["outcome"]
        return reason

    def read_text(self) -> str:
        """Return what was written since the last call."""
        text = self._log.getvalue() + "".join(self._capsys.readouterr())
        self._log.seek(0)
        self._log.truncate()
        return text

    def read_output(self) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
        """Return the log lines and the metrics that were written since the last call."""
        lines = [json.loads(line) for line in self.read_text().splitlines()]
        return [line for line in lines if "_aws" not in line], [line for line in lines if "_aws" in line]


def make_token(key: rsa.RSAPrivateKey, kind: str, **changes: Any) -> str:
    """Return a token of Cognito that is current on the clock of the machine."""
    claims = {**support.CLAIMS["cognito"][kind], "iat": time.time(), "exp": EXPIRES_AT, **changes}
    return support.make_compact({"alg": "RS256", "kid": KEY_ID}, claims, support.make_rs256(key))


def make_issuer(key: rsa.RSAPrivateKey) -> support.Issuer:
    return support.Issuer(support.make_key_set(support.make_rsa_jwk(key)))
