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
    CALLBACK,
    ORIGIN,
    PORTAL,
    Browser,
    Clock,
    Done,
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
        {"redirect_uri": f"{CALLBACK}/"},
        {"redirect_uri": f"{CALLBACK}?next=/x"},
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
        ({"max_age": "-1"}, "invalid_request"),
        ({"p": "B2C_1_unknown"}, "invalid_request"),
        ({"request": "e30."}, "request_not_supported"),
    ],
)
def test_bad_request_of_portal_is_answered_with_an_error(
    browser: Browser, changes: dict[str, str], error: str
) -> None:
    assert read_answer(browser.authorize(**changes)) == {"error": error, "state": "state-1"}


@pytest.mark.parametrize("callback", ["signin-callback", "popup-callback.html", "silent-callback.html"])
def test_code_returns_to_each_page_of_portal(browser: Browser, callback: str) -> None:
    address = f"{PORTAL}/{callback}"
    answer = browser.sign_in(redirect_uri=address, response_mode="fragment")
    assert "#" in answer.headers["Location"]
    assert set(read_answer(answer, address)) == {"code", "state"}


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
    assert browser.get_userinfo(tokens["access_token"]).json()["email"] == "support@example.com"
    assert browser.get_userinfo(tokens["id_token"]).status_code == 401


def test_code_works_once(browser: Browser) -> None:
    code = read_answer(browser.sign_in())["code"]
    assert browser.exchange(code).status_code == 200
    assert browser.exchange(code).json()["error"] == "invalid_grant"


@pytest.mark.parametrize(("seconds", "status"), [(299, 200), (300, 400)])
def test_code_works_for_five_minutes(browser: Browser, clock: Clock, seconds: int, status: int) -> None:
    code = read_answer(browser.sign_in())["code"]
    clock.forward(seconds=seconds)
    assert browser.exchange(code).status_code == status


@pytest.mark.parametrize(
    "changes",
    [
        {"code_verifier": "x" * 43},
        {"redirect_uri": f"{PORTAL}/popup-callback.html"},
        {"client_id": "other"},
        {"client_secret": SECRET},
        {"grant_type": "password"},
    ],
)
def test_wrong_exchange_is_refused(browser: Browser, changes: dict[str, str]) -> None:
    assert browser.exchange(read_answer(browser.sign_in())["code"], **changes).status_code == 400


def test_refresh_token_is_replaced_until_grant_ends(browser: Browser, clock: Clock) -> None:
    first = browser.get_tokens()
    second = browser.refresh(first["refresh_token"]).json()

    assert browser.refresh(first["refresh_token"]).json()["error"] == "invalid_grant"
    grants = [browser.read_claims(tokens["access_token"])["origin_jti"] for tokens in (first, second)]
    assert grants[0] == grants[1]
    clock.forward(hours=12)
    assert browser.refresh(second["refresh_token"]).status_code == 400


@pytest.mark.parametrize("name", ["access_token", "refresh_token"])
def test_revoked_grant_has_no_tokens(browser: Browser, name: str) -> None:
    tokens = browser.get_tokens()
    assert browser.post("/oauth2/revoke", data={"token": tokens[name]}).status_code == 400
    body = {"client_id": "portal-web", "token": tokens[name]}
    assert browser.post("/oauth2/revoke", data=body).status_code == 200
    assert browser.refresh(tokens["refresh_token"]).status_code == 400
    assert browser.get_userinfo(tokens["access_token"]).status_code == 401


def test_silent_sign_in_needs_a_good_session(browser: Browser, clock: Clock) -> None:
    assert browser.ask_silently() == "login_required"
    tokens = browser.get_tokens()
    assert browser.ask_silently(id_token_hint=tokens["id_token"]) == "signed in"
    assert browser.ask_silently(id_token_hint="x") == "login_required"
    assert browser.ask_silently(acr_values=SECOND_FACTOR_ACR) == "interaction_required"
    clock.forward(seconds=60)
    assert browser.ask_silently(max_age="61") == "signed in"
    assert browser.ask_silently(max_age="60") == "login_required"
    clock.forward(hours=12)
    assert browser.ask_silently() == "login_required"


@pytest.mark.parametrize(("origin", "allowed"), [(PORTAL, PORTAL), (EVIL, None)])
def test_portal_alone_reads_answers_in_its_pages(browser: Browser, origin: str, allowed: str | None) -> None:
    for path in ("/oauth2/token", "/oauth2/userinfo", "/.well-known/openid-configuration"):
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


def test_logout_of_oidc_asks_without_id_token_of_person(browser: Browser) -> None:
    browser.sign_in()
    address = {"post_logout_redirect_uri": f"{PORTAL}/", "state": "s"}
    page = browser.get("/logout", params=address)
    assert browser.ask_silently() == "signed in"
    assert browser.submit(page, "/logout").headers["Location"] == f"{PORTAL}/?state=s"
    hint = browser.get_tokens()["id_token"]
    answer = browser.get("/logout", params={**address, "id_token_hint": hint})
    assert answer.headers["Location"] == f"{PORTAL}/?state=s"
    assert browser.ask_silently() == "login_required"


def test_agency_gets_a_token_of_its_own(browser: Browser) -> None:
    assert register(browser) == 201
    body = {"grant_type": "client_credentials", "scope": "agency-inbound/adot-mvd"}
    credentials = b64encode(f"dmv:{SECRET}".encode()).decode()
    headers = {"Authorization": f"Basic {credentials}"}
    answer = browser.post("/oauth2/token", data=body, headers=headers).json()
    claims = browser.read_claims(answer["access_token"])
    assert set(answer) == {"access_token", "expires_in", "token_type"}
    assert (claims["sub"], claims["scope"]) == ("dmv", "agency-inbound/adot-mvd")
    assert browser.get_userinfo(answer["access_token"]).status_code == 401
    assert browser.post("/oauth2/token", data=body, headers={"Authorization": "Basic x"}).status_code == 401


def test_wrong_secret_and_foreign_scope_of_agency_are_refused(browser: Browser) -> None:
    register(browser)
    assert ask_as_agency(browser) == 200
    assert ask_as_agency(browser, client_secret="x" * 32) == 401
    assert ask_as_agency(browser, client_id="unknown") == 401
    assert ask_as_agency(browser, scope="agency-inbound/azdor") == 400


def test_agency_client_is_kept_unless_replaced(browser: Browser) -> None:
    assert [register(browser), register(browser, clientSecret="t" * 32)] == [201, 409]
    assert ask_as_agency(browser) == 200
    assert register(browser, clientSecret="t" * 32, replace=True) == 200
    assert ask_as_agency(browser) == 401
    assert [register(browser, clientId="other", clientSecret=secret) for secret in ("short", 1)] == [400, 400]


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
def test_local_calls_refuse_web_pages_and_other_machines(
    browser: Browser, provider: Provider, path: str
) -> None:
    for origin in (PORTAL, ORIGIN, "null"):
        assert browser.post(f"/local/{path}", json={}, headers={"Origin": origin}).status_code == 403
    assert Browser(provider, [], "192.0.2.1").post(f"/local/{path}", json={}).status_code == 403


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


def test_file_of_another_version_is_moved_aside(settings: ProviderSettings, done: Done) -> None:
    settings.database.parent.mkdir()
    settings.database.write_bytes(b"no database")
    provider = Provider(settings)
    provider.seed(SAMPLE_PEOPLE)
    assert set(provider.issue_tokens("new@example.com")) == {"access_token", "id_token"}
    assert settings.database.with_name("identity.sqlite3.old").read_bytes() == b"no database"
    assert len(done) == 1
    provider.close()
