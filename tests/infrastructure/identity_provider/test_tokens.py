"""The token endpoint: codes, refresh tokens, claims, userinfo, revocation."""

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from uuid import UUID

import pytest
from jose import jwt

from infrastructure.sandbox.identity_provider.accounts import Account
from infrastructure.sandbox.identity_provider.grants import CodeRequest

ISSUER = "http://localhost:8081"
PORTAL = "http://localhost:9200"


def test_access_token_has_cognito_claims(portal, clock):
    tokens = portal.tokens("admin@example.com")
    claims = portal.get_claims(tokens["access_token"])
    assert set(claims) == {
        "iss", "sub", "client_id", "token_use", "scope", "auth_time", "iat", "exp", "jti", "origin_jti",
        "username", "version", "cognito:groups",
    }  # fmt: skip
    assert claims["iss"] == ISSUER
    assert claims["client_id"] == "portal-web"
    assert claims["token_use"] == "access"
    assert claims["scope"] == "openid email profile"
    assert claims["username"] == claims["sub"]
    assert claims["cognito:groups"] == ["admin", "portal-wide"]
    assert claims["iat"] == claims["auth_time"] == clock.seconds
    assert claims["exp"] == clock.seconds + 15 * 60 == clock.seconds + tokens["expires_in"]
    assert UUID(claims["jti"]) != UUID(claims["origin_jti"])
    assert tokens["token_type"] == "Bearer"


def test_id_token_has_cognito_claims(portal, clock):
    tokens = portal.tokens("resident@example.com")
    claims = portal.get_claims(tokens["id_token"])
    assert set(claims) == {
        "iss", "sub", "aud", "token_use", "auth_time", "iat", "exp", "jti", "origin_jti", "at_hash",
        "email", "email_verified", "name", "given_name", "family_name", "cognito:username", "nonce",
        "custom:amr",
    }  # fmt: skip
    assert claims["aud"] == "portal-web"
    assert claims["token_use"] == "id"
    assert claims["email"] == "resident@example.com"
    assert claims["email_verified"] is True
    assert claims["name"] == "Rosa Delgado"
    assert claims["nonce"] == "nonce-1"
    assert claims["exp"] == clock.seconds + 15 * 60
    access = portal.get_claims(tokens["access_token"])
    assert (claims["sub"], claims["origin_jti"]) == (access["sub"], access["origin_jti"])


def test_python_jose_accepts_the_id_token(portal, clock):
    tokens = portal.tokens(nonce=None)
    keys = portal.browser.get("/.well-known/jwks.json").get_json()
    assert "d" not in keys["keys"][0]
    claims = jwt.decode(
        tokens["id_token"],
        keys,
        algorithms=["RS256"],
        audience="portal-web",
        issuer=ISSUER,
        access_token=tokens["access_token"],
        options={"verify_exp": False},
    )
    assert "nonce" not in claims
    assert jwt.get_unverified_header(tokens["id_token"])["kid"] == keys["keys"][0]["kid"]


def test_claims_follow_the_scope(portal):
    claims = portal.get_claims(portal.tokens(scope="openid")["id_token"])
    assert {"email", "name", "given_name"} & set(claims) == set()
    claims = portal.get_claims(portal.tokens(scope="openid email", prompt="login")["id_token"])
    assert "email" in claims
    assert "name" not in claims


def test_reused_code_revokes_its_tokens(portal, answer):
    code = answer(portal.sign_in())["code"]
    tokens = portal.exchange(code).get_json()
    assert portal.userinfo(tokens["access_token"]).status_code == 200
    again = portal.exchange(code)
    assert (again.status_code, again.get_json()["error"]) == (400, "invalid_grant")
    assert portal.userinfo(tokens["access_token"]).status_code == 401
    assert portal.refresh(tokens["refresh_token"]).get_json()["error"] == "invalid_grant"


def test_code_expires_after_a_minute(portal, answer, clock):
    code = answer(portal.sign_in())["code"]
    clock.forward(seconds=60)
    assert portal.exchange(code).get_json()["error"] == "invalid_grant"


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"code_verifier": None}, "invalid_request"),
        ({"code_verifier": "x" * 43}, "invalid_grant"),
        ({"code_verifier": "short"}, "invalid_request"),
        ({"redirect_uri": f"{PORTAL}/popup-callback.html"}, "invalid_grant"),
        ({"redirect_uri": None}, "invalid_grant"),
        ({"client_id": "other"}, "invalid_client"),
        ({"client_id": None}, "invalid_client"),
        ({"client_secret": "guess"}, "invalid_client"),
        ({"grant_type": "password"}, "unsupported_grant_type"),
        ({"grant_type": "client_credentials"}, "invalid_client"),
        ({"grant_type": "ñ"}, "unsupported_grant_type"),
        ({"code": None}, "invalid_request"),
        ({"code": "ñ\x00"}, "invalid_grant"),
    ],
)
def test_invalid_exchange_gives_no_token(portal, answer, changes, error):
    code = answer(portal.sign_in())["code"]
    response = portal.exchange(**{"code": code, **changes})
    assert response.status_code in (400, 401)
    assert response.get_json()["error"] == error
    assert "access_token" not in response.get_json()


def test_challenge_is_not_accepted_as_verifier(portal, answer):
    code = answer(portal.sign_in())["code"]
    assert portal.exchange(code, code_verifier=portal.challenge).get_json()["error"] == "invalid_grant"


def test_wrong_verifiers_cannot_be_tried_repeatedly(portal, answer):
    code = answer(portal.sign_in())["code"]
    assert portal.exchange(code, code_verifier="x" * 43).status_code == 400
    assert portal.exchange(code).status_code == 400


def test_code_of_another_client_is_refused_but_stays_valid(portal, provider, settings):
    services = provider.app.extensions["identity_provider"]
    account = services.accounts.by_email("resident@example.com")
    assert isinstance(account, Account)
    grant = services.grants.open(account, "other-client", "openid")
    callback = f"{PORTAL}/signin-callback"
    services.grants.save_code("theirs", grant, CodeRequest(callback, None, portal.challenge, "S256"))
    assert portal.exchange("theirs").get_json()["error"] == "invalid_grant"
    assert services.grants.redeem_code("theirs", "other-client") is not None


def test_refresh_gives_new_tokens_of_the_same_family(portal, clock):
    first = portal.tokens()
    clock.forward(minutes=14)
    second = portal.refresh(first["refresh_token"]).get_json()
    assert second["refresh_token"] != first["refresh_token"]
    old, new = (portal.get_claims(tokens["access_token"]) for tokens in (first, second))
    assert new["origin_jti"] == old["origin_jti"]
    assert new["jti"] != old["jti"]
    assert new["auth_time"] == old["auth_time"]
    assert new["exp"] == clock.seconds + 15 * 60
    assert "nonce" not in portal.get_claims(second["id_token"])


def test_reused_refresh_token_revokes_the_family(portal):
    first = portal.tokens()
    second = portal.refresh(first["refresh_token"]).get_json()
    assert portal.refresh(first["refresh_token"]).get_json()["error"] == "invalid_grant"
    assert portal.refresh(second["refresh_token"]).get_json()["error"] == "invalid_grant"
    assert portal.userinfo(second["access_token"]).status_code == 401


def test_concurrent_refreshes_succeed_at_most_once(portal, new_portal):
    token = portal.tokens()["refresh_token"]
    browsers = [new_portal() for _ in range(8)]
    with ThreadPoolExecutor(8) as pool:
        responses = list(pool.map(lambda browser: browser.refresh(token), browsers))
    good = [response.get_json() for response in responses if response.status_code == 200]
    assert len(good) == 1
    assert portal.refresh(good[0]["refresh_token"]).status_code == 400


def test_refresh_ends_twelve_hours_after_sign_in(portal, clock):
    token = portal.tokens()["refresh_token"]
    for _ in range(2):
        clock.forward(hours=5, minutes=59, seconds=59)
        token = portal.refresh(token).get_json()["refresh_token"]
    clock.forward(seconds=2)
    assert portal.refresh(token).get_json()["error"] == "invalid_grant"


def test_refresh_may_narrow_but_not_widen_the_scope(portal):
    token = portal.tokens(scope="openid email")["refresh_token"]
    assert portal.refresh(token, scope="openid profile").get_json()["error"] == "invalid_scope"
    narrowed = portal.refresh(token, scope="openid").get_json()
    assert narrowed["scope"] == "openid"
    assert "email" not in portal.get_claims(narrowed["id_token"])


@pytest.mark.parametrize("token", ["", "x", "é\x00", "a" * 5000])
def test_invented_refresh_token_is_refused(portal, token):
    assert portal.refresh(token).get_json()["error"] == "invalid_grant"


def test_refresh_token_requires_its_client(portal):
    token = portal.tokens()["refresh_token"]
    assert portal.refresh(token, client_id="other").get_json()["error"] == "invalid_client"
    assert portal.refresh(token).status_code == 200


def test_userinfo_gives_the_claims_of_the_scope(portal):
    tokens = portal.tokens("business@example.com")
    assert portal.userinfo(tokens["access_token"]).get_json() == {
        "sub": portal.get_claims(tokens["access_token"])["sub"],
        "email": "business@example.com",
        "email_verified": True,
        "name": "Ben Whitehorse",
        "given_name": "Ben",
        "family_name": "Whitehorse",
    }


def test_userinfo_refuses_invalid_tokens(portal, clock):
    tokens = portal.tokens()
    header, payload, _ = tokens["access_token"].split(".")
    for bad in (tokens["id_token"], tokens["refresh_token"], f"{header}.{payload}.", "x", "a.b.c", "é"):
        assert portal.userinfo(bad).status_code == 401
    assert portal.browser.get("/oauth2/userinfo").status_code == 401
    clock.forward(minutes=15)
    assert portal.userinfo(tokens["access_token"]).status_code == 401


@pytest.mark.parametrize("kind", ["refresh_token", "access_token"])
def test_revocation_ends_the_token_family(portal, kind):
    tokens = portal.tokens()
    body = {"client_id": "portal-web", "token": tokens[kind], "token_type_hint": kind}
    assert portal.browser.post("/oauth2/revoke", data=body).status_code == 200
    assert portal.refresh(tokens["refresh_token"]).status_code == 400
    assert portal.userinfo(tokens["access_token"]).status_code == 401


def test_revocation_requires_a_known_client(portal):
    token = portal.tokens()["refresh_token"]
    refused = portal.browser.post("/oauth2/revoke", data={"client_id": "other", "token": token})
    assert refused.status_code in (400, 401)
    unknown = portal.browser.post("/oauth2/revoke", data={"client_id": "portal-web", "token": "x"})
    assert unknown.status_code == 200
    assert portal.refresh(token).status_code == 200


def test_tokens_and_codes_are_stored_as_hashes(portal, settings, answer):
    code = answer(portal.sign_in())["code"]
    token = portal.exchange(code).get_json()["refresh_token"]
    with sqlite3.connect(settings.database) as connection:
        stored = "\n".join(connection.iterdump())
    assert code not in stored
    assert token not in stored
    assert "saguaro" not in stored.lower().replace("saguaro@", "")
