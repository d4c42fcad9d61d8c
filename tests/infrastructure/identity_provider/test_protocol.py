"""The protocol: authorization requests, tokens, logout, and calls of programs."""

from base64 import b64encode

import pytest

from infrastructure.sandbox.identity_provider import (
    SAMPLE_PEOPLE,
    SECOND_FACTOR_ACR,
    Provider,
    ProviderSettings,
)
from tests.infrastructure.identity_provider.conftest import (
    ORIGIN,
    PORTAL,
    Browser,
    Clock,
    read_answer,
)

SECRET = "s" * 32
EVIL = "http://evil.example"


def ask_as_agency(browser: Browser, **changes: str) -> int:
    body = {"grant_type": "client_credentials", "client_id": "dmv", "client_secret": SECRET}
    return browser.post("/oauth2/token", data=body | changes).status_code


def register(browser: Browser, **changes: object) -> int:
    body = {"agencyId": "adot-mvd", "clientId": "dmv", "clientSecret": SECRET}
    return browser.post("/local/agency-clients", json=body | changes).status_code


@pytest.mark.parametrize(
    "changes",
    [
        {"redirect_uri": ""},
        {"redirect_uri": f"{PORTAL}@evil.example/signin-callback"},
        {"redirect_uri": EVIL, "prompt": "none"},
        {"client_id": "other"},
    ],
)
def test_unregistered_address_is_not_redirected_to(browser: Browser, changes: dict[str, str]) -> None:
    answer = browser.authorize(**changes)
    assert answer.status_code == 400
    assert "Location" not in answer.headers


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"code_challenge": ""}, "invalid_request"),
        ({"code_challenge_method": "plain"}, "invalid_request"),
        ({"response_type": "token"}, "unsupported_response_type"),
        ({"scope": "email"}, "invalid_scope"),
        ({"prompt": "none login"}, "invalid_request"),
        ({"p": "B2C_1_unknown"}, "invalid_request"),
    ],
)
def test_bad_request_of_portal_is_answered_with_an_error(
    browser: Browser, changes: dict[str, str], error: str
) -> None:
    assert read_answer(browser.authorize(**changes)) == {"error": error, "state": "state-1"}


@pytest.mark.parametrize("callback", ["signin-callback", "popup-callback.html", "silent-callback.html"])
def test_code_returns_to_each_page_of_portal(browser: Browser, callback: str) -> None:
    address = f"{PORTAL}/{callback}"
    assert set(read_answer(browser.sign_in(redirect_uri=address), address)) == {"code", "state"}


def test_tokens_have_cognito_shape(browser: Browser) -> None:
    tokens = browser.get_tokens("support@example.com")
    access, identity = (browser.read_claims(tokens[name]) for name in ("access_token", "id_token"))

    assert (access["token_use"], identity["token_use"]) == ("access", "id")
    assert access["username"] == access["sub"] == identity["sub"] == identity["cognito:username"]
    assert access["cognito:groups"] == identity["cognito:groups"] == ["support", "portal-wide"]
    assert access["origin_jti"] == identity["origin_jti"]
    assert access["exp"] - access["iat"] == tokens["expires_in"] == 900
    assert identity["aud"] == access["client_id"] == "portal-web"
    assert (identity["nonce"], identity["acr"], identity["name"]) == (
        "nonce-1",
        SECOND_FACTOR_ACR,
        "Sam Ortiz",
    )
    assert identity["custom:amr"] == ["pwd", "otp", "mfa"]
    assert identity["email"] == "support@example.com"


def test_code_is_for_the_portal_once_and_five_minutes(browser: Browser, clock: Clock) -> None:
    def sign_in() -> str:
        return read_answer(browser.sign_in(prompt="login"))["code"]

    code = sign_in()
    assert [browser.exchange(code).status_code for _ in range(2)] == [200, 400]
    other = f"{PORTAL}/popup-callback.html"
    for changes in ({"code_verifier": "x" * 43}, {"redirect_uri": other}, {"client_id": "other"}):
        assert browser.exchange(sign_in(), **changes).status_code == 400
    code = sign_in()
    clock.forward(minutes=5)
    assert browser.exchange(code).json()["error"] == "invalid_grant"


def test_silent_sign_in_needs_a_session(browser: Browser, clock: Clock) -> None:
    assert browser.ask_silently() == "login_required"
    browser.sign_in()
    assert browser.ask_silently() == "signed in"
    assert "code" in read_answer(browser.authorize())
    assert "Demonstration accounts" in browser.open(prompt="login").text
    clock.forward(hours=12)
    assert browser.ask_silently() == "login_required"


def test_revoked_grant_has_no_tokens(browser: Browser) -> None:
    tokens = browser.get_tokens()
    latest = browser.refresh(tokens["refresh_token"]).json()["refresh_token"]
    for client, status in (("other", 400), ("portal-web", 200)):
        body = {"client_id": client, "token": latest}
        assert browser.post("/oauth2/revoke", data=body).status_code == status
    assert browser.refresh(latest).status_code == 400


def test_refresh_token_is_replaced_until_grant_ends(browser: Browser, clock: Clock) -> None:
    first = browser.get_tokens()
    second = browser.refresh(first["refresh_token"]).json()

    assert browser.refresh(first["refresh_token"]).json()["error"] == "invalid_grant"
    grants = [browser.read_claims(tokens["access_token"])["origin_jti"] for tokens in (first, second)]
    assert grants[0] == grants[1]
    clock.forward(hours=12)
    assert browser.refresh(second["refresh_token"]).status_code == 400


@pytest.mark.parametrize(("origin", "allowed"), [(PORTAL, PORTAL), (EVIL, None)])
def test_portal_alone_reads_answers_in_its_pages(browser: Browser, origin: str, allowed: str | None) -> None:
    for path in ("/oauth2/token", "/.well-known/openid-configuration"):
        answer = browser.options(path, headers={"Origin": origin, "Access-Control-Request-Method": "POST"})
        assert answer.headers.get("Access-Control-Allow-Origin") == allowed
    outbox = browser.get("/outbox.json", headers={"Origin": origin})
    assert "Access-Control-Allow-Origin" not in outbox.headers


def test_logout_of_cognito_ends_session_and_tokens(browser: Browser) -> None:
    tokens = browser.get_tokens()
    given = {"client_id": "portal-web", "logout_uri": f"{PORTAL}/"}
    assert browser.get("/logout", params=given | {"logout_uri": EVIL}).status_code == 400
    assert browser.get("/logout", params=given).headers["Location"] == f"{PORTAL}/"
    assert browser.ask_silently() == "login_required"
    assert browser.refresh(tokens["refresh_token"]).status_code == 400


def test_agency_gets_a_token_of_its_own(browser: Browser) -> None:
    assert register(browser) == 201
    body = {"grant_type": "client_credentials", "scope": "agency-inbound/adot-mvd"}
    credentials = b64encode(f"dmv:{SECRET}".encode()).decode()
    headers = {"Authorization": f"Basic {credentials}"}
    answer = browser.post("/oauth2/token", data=body, headers=headers).json()
    claims = browser.read_claims(answer["access_token"])
    assert set(answer) == {"access_token", "expires_in", "token_type"}
    assert (claims["sub"], claims["scope"]) == ("dmv", "agency-inbound/adot-mvd")
    assert ask_as_agency(browser, client_secret="x" * 32) == 401
    assert ask_as_agency(browser, client_id="unknown") == 401
    assert ask_as_agency(browser, scope="agency-inbound/azdor") == 400


def test_agency_client_is_kept_unless_replaced(browser: Browser) -> None:
    assert [register(browser), register(browser, clientSecret="t" * 32)] == [201, 409]
    assert ask_as_agency(browser) == 200
    assert register(browser, clientSecret="t" * 32, replace=True) == 200
    assert ask_as_agency(browser) == 401
    assert register(browser, clientId="other", clientSecret=1) == 400


def test_program_gets_tokens_of_a_person(browser: Browser) -> None:
    def ask(**body: object) -> str:
        answer = browser.post("/local/token", json={"email": "Support@example.com", **body}).json()
        assert browser.read_claims(answer["id_token"])["acr"] == SECOND_FACTOR_ACR
        return str(browser.read_claims(answer["access_token"])["origin_jti"])

    first = ask()
    assert ask(ofLatest=True) == first
    assert ask() != first
    assert browser.post("/local/token", json={"email": "nobody-is@example.com"}).status_code == 404
    assert browser.post("/local/token", json={"email": 1}).status_code == 400


def test_program_runs_functions(browser: Browser) -> None:
    assert browser.post("/local/schedule/MaintenanceFunction").json() == {"answer": {"event": None}}
    called = browser.post("/local/functions/MaintenanceFunction", json={"replay": []})
    assert called.json() == {"answer": {"event": {"replay": []}}}
    assert browser.post("/local/schedule/OtherFunction").status_code == 404
    assert browser.post("/local/functions/MaintenanceFunction", json=[]).status_code == 400


@pytest.mark.parametrize("path", ["token", "agency-clients", "schedule/x", "functions/x", "outbox/m/events"])
def test_local_calls_refuse_web_pages(browser: Browser, path: str) -> None:
    for origin in (PORTAL, ORIGIN, "null"):
        assert browser.post(f"/local/{path}", json={}, headers={"Origin": origin}).status_code == 403


@pytest.mark.parametrize("path", ["/local/token", "/outbox.json", "/oauth2/token"])
def test_foreign_host_is_refused(browser: Browser, path: str) -> None:
    assert browser.post(path, headers={"Host": "evil.example"}).text == "Invalid host header"


def test_state_survives_a_restart(browser: Browser, provider: Provider, settings: ProviderSettings) -> None:
    tokens = browser.get_tokens()
    register(browser)
    provider.close()
    provider = Provider(settings)
    provider.seed(SAMPLE_PEOPLE)
    again = Browser(provider, [])
    again.cookies = browser.cookies
    assert again.ask_silently() == "signed in"
    assert again.refresh(tokens["refresh_token"]).status_code == 200
    assert ask_as_agency(again) == 200
    provider.close()
