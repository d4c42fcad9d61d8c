"""The wired handler for agencies: its answer opens the routes of agencies alone."""

import fnmatch
import os
import subprocess
import sys
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import rsa

from functions.agencyauthorizer.wiring import create_handler
from portal.principal import Caller
from tests.unit.tokens.gateway import API, EXPIRES_AT, SOURCE, Gateway, make_issuer, make_token
from tests.unit.tokens.support import AGENCY_CLIENT, PREFIX


@pytest.fixture
def gateway(
    signing_key: rsa.RSAPrivateKey, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Gateway:
    headers = {"authorization": f"Bearer {make_token(signing_key, 'agency')}"}
    environment = {**SOURCE, "AGENCY_SCOPE_PREFIX": PREFIX}
    issuer = make_issuer(signing_key)
    return Gateway(create_handler, "agencyauthorizer", environment, headers, issuer, monkeypatch, capsys)


def test_agency_is_allowed_on_agency_routes_only(gateway: Gateway) -> None:
    answer = gateway.ask()
    resource = f"{API}/$default/*/api/agency-inbound/*"
    assert answer == {
        "principalId": "adot-mvd",
        "policyDocument": {
            "Version": "2012-10-17",
            "Statement": [{"Action": "execute-api:Invoke", "Effect": "Allow", "Resource": resource}],
        },
        "context": {"agencyId": "adot-mvd", "expiresAt": str(EXPIRES_AT)},
    }
    assert AGENCY_CLIENT not in gateway.read_text()
    for route, is_open in (
        ("POST/api/agency-inbound/transactions", True),
        ("POST/api/agency-inbound/revocations", True),
        ("GET/api/users", False),
        ("GET/api/transactions", False),
        ("GET/configuration", False),
    ):
        assert fnmatch.fnmatchcase(f"{API}/$default/{route}", resource) is is_open


def test_agency_has_no_principal(gateway: Gateway) -> None:
    answer = gateway.ask()
    context = {"principalId": answer["principalId"], **answer["context"]}
    caller = Caller.from_request_context({"authorizer": context})
    assert (caller.principal, caller.agency_id) == (None, "adot-mvd")


@pytest.mark.parametrize(
    ("kind", "changes", "reason"),
    [
        ("access", {}, "client"),
        ("agency", {"scope": "openid"}, "scope"),
        ("agency", {"token_use": "id"}, "tokenUse"),
        ("agency", {"exp": 1}, "expired"),
        ("agency", {"iss": "https://evil.example"}, "issuer"),
    ],
)
def test_invalid_token_is_refused(
    gateway: Gateway, signing_key: rsa.RSAPrivateKey, kind: str, changes: dict[str, Any], reason: str
) -> None:
    token = make_token(signing_key, kind, **changes)
    assert gateway.refusal({"authorization": f"Bearer {token}"}) == reason


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
