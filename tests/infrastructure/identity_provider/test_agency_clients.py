"""Agencies get tokens for themselves (client credentials), and nothing that a person gets."""

from base64 import b64encode
from urllib.parse import quote

import pytest

from infrastructure.sandbox.identity_provider import Provider

ISSUER = "http://localhost:8081"
PORTAL = "http://localhost:9200"
SECRET = "fictitious-secret-0123456789"
CLIENT = {"agencyId": "adot-mvd", "clientId": "agency-adot-mvd", "clientSecret": SECRET}


def register(portal, **changes):
    return portal.browser.post("/local/agency-clients", json={**CLIENT, **changes})


def make_basic_header(client_id="agency-adot-mvd", secret=SECRET):
    value = b64encode(f"{quote(client_id, safe='')}:{quote(secret, safe='')}".encode()).decode()
    return {"Authorization": f"Basic {value}"}


def ask(portal, headers=None, **form):
    return portal.browser.post(
        "/oauth2/token", data={"grant_type": "client_credentials", **form}, headers=headers or {}
    )


@pytest.fixture
def registered(portal):
    response = register(portal)
    assert response.status_code == 201
    assert response.get_json() == {"clientId": "agency-adot-mvd", "scope": "agency-inbound/adot-mvd"}
    return portal


def test_token_has_cognito_machine_claims(registered, clock):
    response = ask(registered, make_basic_header())
    body = response.get_json()
    assert response.status_code == 200
    assert set(body) == {"access_token", "expires_in", "token_type"}
    assert (body["expires_in"], body["token_type"]) == (3600, "Bearer")
    assert response.headers["Cache-Control"] == "no-store"
    claims = registered.get_claims(body["access_token"])
    assert set(claims) == {
        "iss", "sub", "client_id", "token_use", "scope", "auth_time", "iat", "exp", "jti", "version",
    }  # fmt: skip
    assert claims["iss"] == ISSUER
    assert claims["sub"] == claims["client_id"] == "agency-adot-mvd"
    assert claims["token_use"] == "access"
    assert claims["scope"] == "agency-inbound/adot-mvd"
    assert claims["iat"] == claims["auth_time"] == clock.seconds
    assert claims["exp"] == clock.seconds + 3600
    assert (
        registered.get_claims(ask(registered, make_basic_header()).get_json()["access_token"])["jti"]
        != claims["jti"]
    )


def test_secret_may_be_sent_in_the_body(registered):
    response = ask(registered, client_id="agency-adot-mvd", client_secret=SECRET)
    assert response.status_code == 200


def test_secret_may_have_any_printable_character(portal):
    secret = "".join(map(chr, range(33, 127)))
    assert register(portal, clientSecret=secret).status_code == 201
    assert ask(portal, make_basic_header(secret=secret)).status_code == 200
    assert ask(portal, client_id="agency-adot-mvd", client_secret=secret).status_code == 200


def test_own_scope_may_be_requested(registered):
    assert ask(registered, make_basic_header(), scope="agency-inbound/adot-mvd").status_code == 200


@pytest.mark.parametrize(
    "scope",
    [
        "agency-inbound/azdor",
        "openid",
        "agency-inbound/adot-mvd openid",
        "agency-inbound/",
        "agency-inbound/*",
        "ñ",
    ],
)
def test_other_scope_is_refused(registered, scope):
    response = ask(registered, make_basic_header(), scope=scope)
    assert response.status_code == 400
    assert response.get_json()["error"] in ("invalid_scope", "invalid_request")
    assert "access_token" not in response.get_json()


@pytest.mark.parametrize(
    "headers",
    [
        {},
        make_basic_header(secret="wrong"),
        make_basic_header(secret=""),
        make_basic_header(secret=SECRET[:-1]),
        make_basic_header(client_id="unknown"),
        make_basic_header(client_id="portal-web"),
        make_basic_header(client_id="AGENCY-ADOT-MVD"),
        {"Authorization": "Basic"},
        {"Authorization": "Basic !"},
        {"Authorization": f"Basic {b64encode(bytes([0xFF, 0xFE])).decode()}"},
        {"Authorization": f"Basic {b64encode(b'agency-adot-mvd').decode()}"},
        {"Authorization": f"Bearer {SECRET}"},
    ],
)
def test_missing_or_wrong_client_credentials_get_401(registered, headers):
    response = ask(registered, headers)
    assert (response.status_code, response.get_json()["error"]) == (401, "invalid_client")


@pytest.mark.parametrize(
    "form",
    [
        {"client_id": "agency-adot-mvd"},
        {"client_id": "agency-adot-mvd", "client_secret": "wrong"},
        {"client_id": "agency-adot-mvd", "client_secret": ""},
        {"client_id": "unknown", "client_secret": SECRET},
        {"client_id": "portal-web", "client_secret": SECRET},
        {"client_id": "portal-web"},
    ],
)
def test_wrong_secret_in_the_body_gets_401(registered, form):
    response = ask(registered, **form)
    assert (response.status_code, response.get_json()["error"]) == (401, "invalid_client")


def test_unknown_client_and_wrong_secret_look_the_same(registered):
    wrong, unknown = (
        ask(registered, make_basic_header(secret="wrong")),
        ask(registered, make_basic_header(client_id="unknown")),
    )
    assert wrong.get_json() == unknown.get_json()


@pytest.mark.parametrize("grant_type", ["authorization_code", "refresh_token", "password"])
def test_agency_has_no_other_grant(registered, grant_type):
    response = registered.browser.post(
        "/oauth2/token",
        data={
            "grant_type": grant_type,
            "code": "x",
            "refresh_token": "x",
            "code_verifier": "x" * 43,
            "redirect_uri": f"{PORTAL}/signin-callback",
        },
        headers=make_basic_header(),
    )
    assert response.status_code in (400, 401)
    assert "access_token" not in response.get_json()


def test_agency_client_cannot_sign_people_in(registered):
    response = registered.authorize(client_id="agency-adot-mvd")
    assert (response.status_code, response.location) == (400, None)
    response = registered.browser.get(
        "/logout", query_string={"client_id": "agency-adot-mvd", "logout_uri": f"{PORTAL}/"}
    )
    assert response.status_code == 400


def test_agency_token_has_no_user_information(registered):
    token = ask(registered, make_basic_header()).get_json()["access_token"]
    assert registered.userinfo(token).status_code == 401
    response = registered.browser.post(
        "/oauth2/revoke", data={"token": token, "client_id": "agency-adot-mvd", "client_secret": SECRET}
    )
    assert response.status_code in (400, 401)


def test_existing_client_is_kept_unless_replaced(registered):
    other = "another-fictitious-secret-01"
    assert register(registered, clientSecret=other).status_code == 409
    assert ask(registered, make_basic_header()).status_code == 200

    assert register(registered, clientSecret=other, agencyId="azdor", replace=True).status_code == 200
    assert ask(registered, make_basic_header()).status_code == 401
    token = ask(registered, make_basic_header(secret=other)).get_json()["access_token"]
    assert registered.get_claims(token)["scope"] == "agency-inbound/azdor"


def test_clients_survive_a_restart(provider, registered, settings):
    provider.close()
    again = Provider(settings)
    registered.browser = again.app.test_client()
    registered.browser.environ_base["HTTP_HOST"] = "localhost:9201"
    assert ask(registered, make_basic_header()).status_code == 200
    again.close()


def test_local_cloud_registers_clients_in_process(provider, portal):
    for secret in (SECRET, "another-fictitious-secret-01"):
        provider.register_agency_client("azdor", "agency-azdor", secret)
        assert ask(portal, make_basic_header("agency-azdor", secret)).status_code == 200
    assert ask(portal, make_basic_header("agency-azdor", SECRET)).status_code == 401


@pytest.mark.parametrize(
    "changes",
    [
        {"agencyId": ""},
        {"agencyId": "ADOT"},
        {"agencyId": "adot mvd"},
        {"agencyId": "adot-mvd openid"},
        {"agencyId": "a" * 61},
        {"agencyId": None},
        {"clientId": ""},
        {"clientId": "portal-web"},
        {"clientId": "x" * 129},
        {"clientId": "a:b"},
        {"clientId": 5},
        {"clientSecret": "short"},
        {"clientSecret": "x" * 201},
        {"clientSecret": "with a space and long enough"},
        {"clientSecret": "ñ" * 30},
        {"replace": "yes"},
    ],
)
def test_invalid_client_is_refused(portal, changes):
    assert register(portal, **changes).status_code == 400
    assert ask(portal, make_basic_header()).status_code == 401


@pytest.mark.parametrize("body", [None, [], "x", {}])
def test_invalid_body_is_refused(portal, body):
    assert portal.browser.post("/local/agency-clients", json=body).status_code == 400


def test_discovery_lists_client_credentials(portal):
    document = portal.browser.get("/.well-known/openid-configuration").get_json()
    assert "client_credentials" in document["grant_types_supported"]
    assert document["token_endpoint_auth_methods_supported"] == [
        "none",
        "client_secret_basic",
        "client_secret_post",
    ]


def test_secrets_are_not_stored_in_clear(registered, settings):
    for file in settings.database.parent.iterdir():
        assert SECRET.encode() not in file.read_bytes()
