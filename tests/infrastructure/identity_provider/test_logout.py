"""Signing out: the form of OpenID Connect and the form of Cognito."""

import pytest

PORTAL = "http://localhost:9200"


def is_signed_in(portal, answer):
    return "code" in answer(portal.authorize(prompt="none"))


def test_id_token_signs_out_and_returns_the_state(portal, answer):
    tokens = portal.tokens()
    response = portal.browser.get(
        "/logout",
        query_string={
            "id_token_hint": tokens["id_token"],
            "post_logout_redirect_uri": f"{PORTAL}/",
            "state": "a b&c=d\r\nX: y",
        },
    )
    assert answer(response, f"{PORTAL}/") == {"state": "a b&c=d\r\nX: y"}
    assert not is_signed_in(portal, answer)
    assert portal.refresh(tokens["refresh_token"]).status_code == 400


def test_expired_id_token_is_accepted_as_a_hint(portal, answer, clock):
    tokens = portal.tokens()
    clock.forward(hours=1)
    query = {"id_token_hint": tokens["id_token"], "post_logout_redirect_uri": f"{PORTAL}/"}
    assert portal.browser.get("/logout", query_string=query).location == f"{PORTAL}/"
    assert not is_signed_in(portal, answer)


def test_logout_accepts_post(portal, answer):
    tokens = portal.tokens()
    body = {"id_token_hint": tokens["id_token"], "post_logout_redirect_uri": f"{PORTAL}/"}
    assert portal.browser.post("/logout", data=body).location == f"{PORTAL}/"
    assert not is_signed_in(portal, answer)


def test_logout_without_id_token_needs_confirmation(portal, page, answer):
    portal.sign_in()
    query = {"client_id": "portal-web", "post_logout_redirect_uri": f"{PORTAL}/", "state": "x"}
    response = portal.browser.get("/logout", query_string=query)
    assert response.status_code == 200
    assert is_signed_in(portal, answer)
    forged = portal.browser.post("/logout/confirm", data=query)
    assert forged.status_code == 400
    assert is_signed_in(portal, answer)
    confirmed = portal.submit(page(response), "/logout/confirm")
    assert answer(confirmed, f"{PORTAL}/") == {"state": "x"}
    assert not is_signed_in(portal, answer)


def test_id_token_of_another_person_needs_confirmation(portal, new_portal, answer):
    other = new_portal().tokens("business@example.com")
    portal.sign_in("resident@example.com")
    response = portal.browser.get("/logout", query_string={"id_token_hint": other["id_token"]})
    assert response.status_code == 200
    assert is_signed_in(portal, answer)


@pytest.mark.parametrize("hint", ["x", "a.b.c", "é", "\x00", "eyJhbGciOiJub25lIn0.e30."])
def test_invalid_hint_does_not_sign_out(portal, answer, hint):
    portal.sign_in()
    query = {"id_token_hint": hint, "post_logout_redirect_uri": f"{PORTAL}/"}
    response = portal.browser.get("/logout", query_string=query)
    assert response.status_code == 400
    assert response.location is None
    assert is_signed_in(portal, answer)


def test_changed_signature_does_not_sign_out(portal, answer):
    token = portal.tokens()["id_token"]
    changed = token[:-10] + ("A" if token[-10] != "A" else "B") + token[-9:]
    query = {"id_token_hint": changed, "post_logout_redirect_uri": f"{PORTAL}/"}
    assert portal.browser.get("/logout", query_string=query).status_code == 400
    assert is_signed_in(portal, answer)


@pytest.mark.parametrize(
    "address",
    [f"{PORTAL}", f"{PORTAL}/x", f"{PORTAL}/?a=b", "//evil.example/", "http://evil.example/", "javascript:1"],
)
def test_unregistered_logout_address_is_refused(portal, answer, address):
    tokens = portal.tokens()
    query = {"id_token_hint": tokens["id_token"], "post_logout_redirect_uri": address}
    response = portal.browser.get("/logout", query_string=query)
    assert (response.status_code, response.location) == (200, None)
    portal.sign_in()
    query = {"client_id": "portal-web", "logout_uri": address}
    response = portal.browser.get("/logout", query_string=query)
    assert (response.status_code, response.location) == (400, None)
    assert is_signed_in(portal, answer)


def test_cognito_logout_form_redirects_back(portal, answer):
    tokens = portal.tokens()
    query = {"client_id": "portal-web", "logout_uri": f"{PORTAL}/"}
    assert portal.browser.get("/logout", query_string=query).location == f"{PORTAL}/"
    assert not is_signed_in(portal, answer)
    assert portal.refresh(tokens["refresh_token"]).status_code == 400


@pytest.mark.parametrize("client_id", [None, "other"])
def test_cognito_logout_form_requires_the_client(portal, answer, client_id):
    portal.sign_in()
    query = {"client_id": client_id, "logout_uri": f"{PORTAL}/"}
    response = portal.browser.get("/logout", query_string={k: v for k, v in query.items() if v})
    assert (response.status_code, response.location) == (400, None)
    assert is_signed_in(portal, answer)


def test_logout_without_a_session_succeeds(portal):
    query = {"client_id": "portal-web", "post_logout_redirect_uri": f"{PORTAL}/"}
    assert portal.browser.get("/logout", query_string=query).location == f"{PORTAL}/"
    assert "You are signed out" in portal.get("/logout").text


def test_logout_ends_one_browser_session(portal, new_portal, answer):
    other = new_portal()
    theirs = other.tokens()
    mine = portal.tokens()
    portal.browser.get("/logout", query_string={"id_token_hint": mine["id_token"]})
    assert is_signed_in(other, answer)
    assert other.refresh(theirs["refresh_token"]).status_code == 200


def test_old_cookie_does_not_restore_a_session(portal, answer):
    portal.sign_in()
    cookie = portal.browser.get_cookie("saguaro_identity_9201")
    portal.submit(portal.get("/account"), "/account/sign-out")
    portal.browser.set_cookie("saguaro_identity_9201", cookie.value)
    assert not is_signed_in(portal, answer)
