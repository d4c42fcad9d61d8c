"""The sandbox of EID: an identity service for the portal only."""

import base64
import hashlib
from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest

from infrastructure.sandbox.eid import CLIENT_ID
from tests.infrastructure.agencies.sandbox_support import Sandbox, run_sandbox

PORTAL = "http://localhost:2"
VERIFIER = "v" * 43
ASKED = {
    "response_type": "code",
    "client_id": CLIENT_ID,
    "redirect_uri": f"{PORTAL}/enhancedauthentication/eid/response",
    "state": "s" * 43,
    "nonce": "n" * 43,
    "code_challenge": base64.urlsafe_b64encode(hashlib.sha256(VERIFIER.encode()).digest()).decode()[:43],
    "code_challenge_method": "S256",
}
ROSA = {"given_name": "Rosa", "family_name": "Delgado", "birthdate": "1984-05-17"}


@pytest.fixture(scope="module")
def box() -> Iterator[Sandbox]:
    with run_sandbox(PORTAL) as box:
        yield box


def redeem(box: Sandbox, code: str | None = None, **changes: str) -> Any:
    """Redeem a code, or that of a new sign-in."""
    if code is None:
        location = box.submit("/eid/authorize", ASKED | ROSA).headers["Location"]
        code = dict(parse_qsl(urlsplit(location).query))["code"]
    form = {
        "grant_type": "authorization_code",
        "code": code,
        "client_id": CLIENT_ID,
        "redirect_uri": ASKED["redirect_uri"],
        "code_verifier": VERIFIER,
    }
    answer = box.submit("/eid/token", form | changes)
    return answer.status_code, answer.json(), code


@pytest.mark.parametrize(
    "change",
    [
        {"client_id": "another"},
        {"redirect_uri": f"{PORTAL}.evil.example/"},
        {"code_challenge_method": "plain"},
        {"nonce": ""},
    ],
    ids=lambda change: next(iter(change)),
)
def test_unexpected_request_is_refused(box: Sandbox, change: dict[str, str]) -> None:
    assert box.get(f"/eid/authorize?{urlencode(ASKED | change)}").status_code == 400
    assert box.submit("/eid/authorize", ASKED | change | ROSA).status_code == 400


def test_code_requires_the_portal_and_its_verifier(box: Sandbox) -> None:
    elsewhere = {"redirect_uri": f"{PORTAL}/elsewhere"}
    for change in ({"code_verifier": "w" * 43}, {"client_id": "another"}, elsewhere):
        assert redeem(box, **change)[0] == 400


def test_code_and_access_token_work_once(box: Sandbox) -> None:
    status, tokens, code = redeem(box)
    assert status == 200
    assert redeem(box, code)[0] == 400
    authorization = f"Bearer {tokens['access_token']}"
    assert box.get("/eid/userinfo", Authorization=authorization).json().items() >= ROSA.items()
    assert box.get("/eid/userinfo", Authorization=authorization).status_code == 401


def test_logout_redirects_only_to_the_portal(box: Sandbox) -> None:
    query = {"client_id": CLIENT_ID, "state": "s", "post_logout_redirect_uri": "https://evil.example"}
    assert box.get(f"/eid/logout?{urlencode(query)}").status_code == 400
