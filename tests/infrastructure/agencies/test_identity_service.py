"""The sandbox of EID: an identity service for the portal only."""

import base64
import hashlib
import json
from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest

from infrastructure.local.http import Request, Response
from infrastructure.sandbox.agencies.sample_records import SAMPLE_OWNERS
from infrastructure.sandbox.eid import CLIENT_ID, MODES, SandboxIdentityService

PORTAL = "http://localhost:8080"
ISSUER = "http://localhost:8083/eid"
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


@pytest.fixture
def service() -> SandboxIdentityService:
    return SandboxIdentityService(ISSUER, PORTAL, SAMPLE_OWNERS, lambda _: None)


def get(service: SandboxIdentityService, name: str, **query: str) -> Response:
    return service(name, Request("GET", f"/eid/{name}", urlencode(query)))


def post(service: SandboxIdentityService, name: str, **form: str) -> Response:
    return service(name, Request("POST", f"/eid/{name}", body=urlencode(form).encode()))


def get_code(service: SandboxIdentityService) -> str:
    back = post(service, "authorize", **ASKED, **ROSA)
    return dict(parse_qsl(urlsplit(back.header("Location") or "").query))["code"]


def redeem_code(service: SandboxIdentityService, code: str, **changes: str) -> Response:
    form = {
        "grant_type": "authorization_code",
        "code": code,
        "client_id": CLIENT_ID,
        "redirect_uri": ASKED["redirect_uri"],
        "code_verifier": VERIFIER,
    }
    return post(service, "token", **(form | changes))


@pytest.mark.parametrize(
    "change",
    [
        {"client_id": "another"},
        {"redirect_uri": "https://evil.example/"},
        {"redirect_uri": f"{PORTAL}.evil.example/"},
        {"response_type": "token"},
        {"code_challenge_method": "plain"},
        {"code_challenge": ""},
        {"state": "short"},
        {"nonce": ""},
    ],
    ids=lambda change: "-".join(*change.items()),
)
def test_unexpected_request_is_refused(service: SandboxIdentityService, change: dict[str, str]) -> None:
    assert get(service, "authorize", **(ASKED | change)).status == 400
    assert post(service, "authorize", **(ASKED | change), **ROSA).status == 400


def test_code_works_once(service: SandboxIdentityService) -> None:
    code = get_code(service)
    assert redeem_code(service, code).status == 200
    assert redeem_code(service, code).status == 400


@pytest.mark.parametrize(
    "change",
    [
        {"code_verifier": "w" * 43},
        {"client_id": "another"},
        {"redirect_uri": f"{PORTAL}/elsewhere"},
        {"grant_type": "password"},
    ],
    ids=lambda change: next(iter(change)),
)
def test_code_requires_the_portal_and_its_verifier(
    service: SandboxIdentityService, change: dict[str, str]
) -> None:
    assert redeem_code(service, get_code(service), **change).status == 400


def test_access_token_works_once(service: SandboxIdentityService) -> None:
    tokens = json.loads(redeem_code(service, get_code(service)).body)
    request = Request(
        "GET", "/eid/userinfo", headers=(("Authorization", f"Bearer {tokens['access_token']}"),)
    )
    assert json.loads(service("userinfo", request).body).items() >= ROSA.items()
    assert service("userinfo", request).status == 401


def test_page_shows_sample_people_and_current_behavior(service: SandboxIdentityService) -> None:
    post(service, "switch", mode="wrongPerson")
    page = get(service, "authorize", **ASKED).body.decode()
    assert all(owner.name in page for owner in SAMPLE_OWNERS)
    assert "vouches for somebody else" in page


def test_typed_text_is_escaped(service: SandboxIdentityService) -> None:
    page = get(service, "authorize", **(ASKED | {"state": '"><script>' + "s" * 43})).body.decode()
    assert "<script>" not in page


@pytest.mark.parametrize("mode", MODES)
def test_switches_can_be_set_and_are_shown(service: SandboxIdentityService, mode: str) -> None:
    assert post(service, "switch", mode=mode).status == 303
    assert f'value="{mode}"' in get(service, "").body.decode()


def test_unknown_switch_is_refused(service: SandboxIdentityService) -> None:
    assert post(service, "switch", mode="friendly").status == 400


def test_logout_redirects_only_to_the_portal(service: SandboxIdentityService) -> None:
    query = {"client_id": CLIENT_ID, "state": "s"}
    back = get(service, "logout", **query, post_logout_redirect_uri=f"{PORTAL}/out?action=loggedout")
    assert back.header("Location") == f"{PORTAL}/out?action=loggedout&state=s"
    assert get(service, "logout", **query, post_logout_redirect_uri="https://evil.example").status == 400
