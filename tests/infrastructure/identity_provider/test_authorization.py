"""The authorization endpoint: refusals, redirects and sessions."""

import re
from urllib.parse import urlencode, urlsplit

import pytest

PORTAL = "http://localhost:9200"


@pytest.mark.parametrize(
    "redirect_uri",
    [
        None,
        "",
        f"{PORTAL}/signin-callback/",
        f"{PORTAL}/signin-callback/../x",
        f"{PORTAL}/signin-callback?next=/x",
        f"{PORTAL}/signin-callback#x",
        f"{PORTAL}/Signin-callback",
        f"{PORTAL}/signin-callback.evil.example",
        f"{PORTAL}.evil.example/signin-callback",
        f"{PORTAL}@evil.example/signin-callback",
        "http://localhost:9200:80/signin-callback",
        "https://localhost:9200/signin-callback",
        "http://127.0.0.1:9200/signin-callback",
        "//evil.example/signin-callback",
        "/\\evil.example",
        "javascript:alert(1)",
        "http://evil.example/\r\nSet-Cookie: a=b",
        'http://evil.example/"><script>alert(1)</script>',
        "http://evil.example/ñandú\u202e",
    ],
)
def test_unregistered_address_is_not_redirected_to(portal, redirect_uri):
    for parameters in ({}, {"prompt": "none"}, {"response_type": "token"}):
        response = portal.authorize(redirect_uri=redirect_uri, **parameters)
        assert response.status_code == 400
        assert response.location is None
        assert "<script>" not in response.get_data(as_text=True)


@pytest.mark.parametrize("client_id", [None, "", "portal", "portal-web ", 'ñ"\r\n'])
def test_unknown_client_is_not_redirected(portal, client_id):
    response = portal.authorize(client_id=client_id)
    assert response.status_code == 400
    assert response.location is None


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"code_challenge": None, "code_challenge_method": None}, "invalid_request"),
        ({"code_challenge": None}, "invalid_request"),
        ({"code_challenge_method": None}, "invalid_request"),
        ({"code_challenge_method": "plain"}, "invalid_request"),
        ({"code_challenge_method": "s256"}, "invalid_request"),
        ({"code_challenge": "too-short"}, "invalid_request"),
        ({"code_challenge": "é" * 43}, "invalid_request"),
        ({"response_type": "token"}, "unsupported_response_type"),
        ({"response_type": "code id_token"}, "unsupported_response_type"),
        ({"response_type": 'ñ"\\'}, "unsupported_response_type"),
        ({"response_type": None}, "unsupported_response_type"),
        ({"scope": None}, "invalid_scope"),
        ({"scope": "email profile"}, "invalid_scope"),
        ({"scope": "openid aws.cognito.signin.user.admin"}, "invalid_scope"),
        ({"scope": "openid ñ"}, "invalid_scope"),
        ({"response_mode": "form_post"}, "invalid_request"),
        ({"prompt": "none login"}, "invalid_request"),
        ({"prompt": "dance"}, "invalid_request"),
        ({"max_age": "-1"}, "invalid_request"),
        ({"max_age": "²"}, "invalid_request"),
        ({"p": "B2C_1_unknown"}, "invalid_request"),
        ({"request": "e30."}, "request_not_supported"),
        ({"request_uri": "http://evil.example/"}, "request_uri_not_supported"),
    ],
)
def test_bad_request_of_a_known_client_returns_its_state(portal, answer, changes, error):
    reported = answer(portal.authorize(**changes))
    assert reported["error"] == error
    assert reported["state"] == "state-1"
    assert "code" not in reported


@pytest.mark.parametrize("name", ["client_id", "redirect_uri", "response_type", "scope", "state"])
def test_repeated_parameter_is_refused(portal, name):
    query = urlencode([*portal.parameters().items(), (name, portal.parameters()[name])])
    response = portal.browser.get(f"/oauth2/authorize?{query}")
    assert response.status_code == 400
    assert response.location is None


@pytest.mark.parametrize("callback", ["signin-callback", "popup-callback.html", "silent-callback.html"])
def test_portal_callbacks_are_registered(portal, answer, callback):
    address = f"{PORTAL}/{callback}"
    assert "code" in answer(portal.sign_in(redirect_uri=address), address)


def test_state_is_returned_unchanged(portal, answer):
    state = "a b+c&d=é\r\nX: y#%0d"
    assert answer(portal.sign_in(state=state))["state"] == state


def test_missing_state_is_not_returned(portal, answer):
    assert set(answer(portal.sign_in(state=None))) == {"code"}


def test_request_may_be_posted(portal):
    response = portal.browser.post("/oauth2/authorize", data=portal.parameters())
    assert response.status_code == 303
    assert portal.browser.get(response.location).location.startswith("/sign-in?")


def test_fragment_mode_carries_codes_and_errors_in_the_fragment(portal, answer):
    refused = portal.authorize(prompt="none", response_mode="fragment")
    granted = portal.sign_in(response_mode="fragment")
    for response in (refused, granted):
        assert urlsplit(response.location).query == ""
    assert answer(refused)["error"] == "login_required"
    assert "code" in answer(granted)


def test_second_request_requires_no_password(portal, answer):
    portal.sign_in()
    assert "code" in answer(portal.authorize())


def test_session_lasts_twelve_hours(portal, clock, answer):
    portal.sign_in()
    clock.forward(hours=11, minutes=59)
    assert "code" in answer(portal.authorize())
    clock.forward(minutes=1)
    assert portal.authorize().location.startswith("/sign-in?")


def test_session_is_bound_to_its_browser(portal, new_portal):
    portal.sign_in()
    assert new_portal().authorize().location.startswith("/sign-in?")


def test_prompt_none_without_session_returns_login_required(portal, answer):
    address = f"{PORTAL}/silent-callback.html"
    response = portal.authorize(prompt="none", redirect_uri=address)
    assert answer(response, address)["error"] == "login_required"
    assert "X-Frame-Options" not in response.headers
    assert "Content-Security-Policy" not in response.headers


def test_prompt_none_with_session_returns_a_code(portal, answer):
    portal.sign_in()
    address = f"{PORTAL}/silent-callback.html"
    response = portal.authorize(prompt="none", redirect_uri=address)
    assert "code" in answer(response, address)
    assert "X-Frame-Options" not in response.headers
    assert "Content-Security-Policy" not in response.headers


def test_prompt_none_cannot_reset_a_password(portal, answer):
    portal.sign_in()
    reported = answer(portal.authorize(prompt="none", p="B2C_1_reset_password"))
    assert reported["error"] == "interaction_required"


def test_prompt_none_requires_the_hinted_person(portal, answer):
    tokens = portal.tokens("resident@example.com")
    assert "code" in answer(portal.authorize(prompt="none", id_token_hint=tokens["id_token"]))
    portal.sign_in("business@example.com", prompt="login")
    reported = answer(portal.authorize(prompt="none", id_token_hint=tokens["id_token"]))
    assert reported["error"] == "login_required"


@pytest.mark.parametrize("hint", ["", "x", "a.b.c", "é", "eyJhbGciOiJub25lIn0.e30.", "\x00"])
def test_invalid_hint_requires_login(portal, answer, hint):
    portal.sign_in()
    assert answer(portal.authorize(prompt="none", id_token_hint=hint))["error"] == "login_required"


def test_prompt_login_requires_the_password_again(portal, answer, clock):
    portal.sign_in()
    clock.forward(minutes=5)
    page = portal.open(prompt="login")
    assert [form["action"].split("?")[0] for form in page.forms if "/continue" in form["action"]] == []
    code = answer(portal.submit(page, "/sign-in", email="resident@example.com", password="saguaro"))["code"]
    tokens = portal.exchange(code).get_json()
    assert portal.get_claims(tokens["id_token"])["auth_time"] == clock.seconds


def test_prompt_login_cannot_be_answered_by_continuing(portal):
    portal.sign_in()
    continue_form = portal.open(prompt="select_account").form("/continue")
    address = continue_form["action"].replace("prompt=select_account", "prompt=login")
    response = portal.browser.post(address, data=continue_form["fields"])
    assert response.location.startswith("/sign-in?")


def test_select_account_offers_the_current_person(portal, answer):
    portal.sign_in("resident@example.com")
    page = portal.open(prompt="select_account")
    assert "Continue as Rosa Delgado" in page.text
    assert "code" in answer(portal.submit(page, "/continue"))


def test_sign_in_as_another_person_ends_the_first_session(portal):
    first = portal.tokens("resident@example.com")
    second = portal.tokens("business@example.com", prompt="select_account")
    assert portal.userinfo(second["access_token"]).get_json()["email"] == "business@example.com"
    assert portal.userinfo(first["access_token"]).status_code == 401
    assert portal.refresh(first["refresh_token"]).status_code == 400


def test_max_age_requires_a_recent_sign_in(portal, answer, clock):
    portal.sign_in()
    clock.forward(seconds=59)
    assert "code" in answer(portal.authorize(max_age="60"))
    clock.forward(seconds=1)
    assert portal.authorize(max_age="60").location.startswith("/sign-in?")
    assert answer(portal.authorize(max_age="60", prompt="none"))["error"] == "login_required"
    assert "code" in answer(portal.sign_in(max_age="0"))


def test_prompt_create_starts_with_sign_up(portal):
    assert portal.authorize(prompt="create").location.startswith("/sign-up?")


def test_login_hint_fills_in_the_address(portal):
    page = portal.open(login_hint='a"b@example.com')
    assert page.forms[0]["fields"]["email"] == 'a"b@example.com'


@pytest.mark.parametrize(
    "path",
    ["/sign-in", "/sign-up", "/sign-up/code", "/reset", "/reset/code", "/reset/password", "/cancel",
     "/forgotten-password"],
)  # fmt: skip
def test_hosted_pages_check_the_request(portal, path):
    for changes in ({"redirect_uri": "http://evil.example/"}, {"client_id": "other"}):
        response = portal.browser.get(path, query_string=portal.parameters(**changes))
        assert response.status_code == 400
        assert response.location is None
    response = portal.browser.get(path, query_string=portal.parameters(code_challenge_method="plain"))
    assert response.location.startswith(f"{PORTAL}/signin-callback?error=invalid_request")


def test_cancel_returns_the_exact_b2c_code(portal):
    page = portal.open(state="a b")
    location = portal.browser.get(page.link("/cancel")).location
    pattern = (
        rf"{PORTAL}/signin-callback\?error=access_denied&error_description="
        r"AADB2C90091%3a\+The\+user\+has\+cancelled\+entering\+self-asserted\+information\.%0d%0a"
        r"Correlation\+ID%3a\+[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}%0d%0a"
        r"Timestamp%3a\+2026-03-02\+15%3a00%3a00Z%0d%0a&state=a\+b"
    )
    assert re.fullmatch(pattern, location)


def test_forgotten_password_returns_the_b2c_code(portal, answer):
    page = portal.open(response_mode="fragment")
    response = portal.browser.get(page.link("/forgotten-password"))
    assert "#error=access_denied&" in response.location
    reported = answer(response)
    lines = reported["error_description"].split("\r\n")
    assert lines[0] == "AADB2C90118: The user has forgotten their password."
    assert lines[1].startswith("Correlation ID: ")
    assert lines[2] == "Timestamp: 2026-03-02 15:00:00Z"
    assert reported["state"] == "state-1"


@pytest.mark.parametrize("policy", ["B2C_1_sign_up_sign_in", None])
def test_all_steps_can_be_cancelled(portal, answer, policy):
    for changes in ({"p": policy}, {"p": policy, "prompt": "create"}, {"p": "B2C_1_reset_password"}):
        page = portal.open(**changes)
        reported = answer(portal.browser.get(page.link("/cancel")))
        assert reported["error_description"].startswith("AADB2C90091: ")
