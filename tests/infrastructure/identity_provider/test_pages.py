"""Rules for all pages: language, headers, forgery protection, cross-origin calls, hosts."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from infrastructure.sandbox.identity_provider import settings as provider_settings
from infrastructure.sandbox.identity_provider.texts import LANGUAGES, parse_texts

PORTAL = "http://localhost:9200"
SOURCE = Path(provider_settings.__file__).parent


@pytest.mark.parametrize(
    ("ui_locales", "accepted", "language"),
    [
        (None, None, "en"),
        (None, "es", "es"),
        (None, "es-MX,es;q=0.9,en;q=0.5", "es"),
        (None, "de,es;q=0.5,en;q=0.1", "es"),
        (None, "de", "en"),
        ("es", "en", "es"),
        ("es-419", "en", "es"),
        ("es_MX", "en", "es"),
        ("ES", "en", "es"),
        ("es_MX.UTF-8", "en", "es"),
        ("est fr_ES", "en", "en"),
        (None, "es_MX,en;q=0.5", "es"),
        ("en-US", "es", "en"),
        ("de es en", "en", "es"),
        ("de", "es", "es"),
        ("<script>", None, "en"),
    ],
)
def test_requested_language_wins_over_the_browser_language(portal, page, ui_locales, accepted, language):
    headers = {"Accept-Language": accepted} if accepted else {}
    query = portal.parameters(ui_locales=ui_locales)
    shown = page(portal.browser.get("/sign-in", query_string=query, headers=headers))
    assert shown.language == language
    title = {"en": "Sign in", "es": "Iniciar sesión"}[language]
    assert f"<h1>{title}</h1>" in shown.text
    assert "<script>" not in shown.text


def test_language_switch_keeps_the_request(portal, answer):
    spanish = portal.get(next(link for link in portal.open(state="a&b").links if "ui_locales=es" in link))
    assert spanish.language == "es"
    sign_up = portal.get(spanish.link("/sign-up"))
    assert sign_up.language == "es"
    back = portal.get(sign_up.link("/sign-in"))
    response = portal.submit(back, "/sign-in", email="resident@example.com", password="saguaro")
    assert answer(response)["state"] == "a&b"


def test_errors_and_mails_use_the_language_of_the_page(portal, outbox):
    page = portal.open(p="B2C_1_reset_password", ui_locales="es")
    assert "Escriba su correo electrónico" in portal.submit(page, "/reset", email="").get_data(as_text=True)
    portal.submit(page, "/reset", email="resident@example.com")
    assert outbox[0].subject == "Su código para restablecer su contraseña"


def test_languages_have_the_same_texts_and_placeholders():
    english, spanish = parse_texts("en"), parse_texts("es")
    assert list(english) == list(spanish)
    for key, text in english.items():
        assert set(re.findall(r"{\w+}", text)) == set(re.findall(r"{\w+}", spanish[key])), key


def test_all_texts_are_used():
    sources = [*SOURCE.rglob("*.py"), *SOURCE.rglob("*.html")]
    code = "\n".join(path.read_text(encoding="utf-8") for path in sources)
    messages = "|".join(re.findall(r'key="(\w+)"', code))
    composed = re.compile(
        rf"({messages})_(title|lead)|sample_\w+|mail_\w+|outbox_(email|text|event_\w+|report_\w+|done_\w+)|error_(given|family)_name_missing"
    )
    unused = [key for key in parse_texts("en") if f'"{key}"' not in code and not composed.fullmatch(key)]
    assert unused == []


@pytest.mark.parametrize("path", ["/", "/sign-in", "/account", "/outbox", "/nowhere", "/oauth2/authorize"])
def test_pages_have_strict_headers(portal, path):
    response = portal.browser.get(path, query_string=portal.parameters(redirect_uri="x") if "oauth" in path
                                  else portal.parameters())  # fmt: skip
    policy = response.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert f"form-action 'self' {PORTAL}" in policy
    assert response.headers["X-Frame-Options"] == "DENY"
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    assert response.headers["Referrer-Policy"] == "same-origin"
    assert response.headers["Cache-Control"] == "no-store"
    assert "Cross-Origin-Opener-Policy" not in response.headers


def test_pages_have_no_inline_code_or_style():
    for path in SOURCE.rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"<script|<style|\sstyle=|\son[a-z]+=|javascript:", text), path.name


def test_files_of_the_style_sheet_exist(portal):
    sheet = portal.browser.get("/static/style.css")
    assert sheet.status_code == 200
    fonts = re.findall(r'url\("\.\.(/[^"]+)"\)', sheet.get_data(as_text=True))
    assert len(fonts) == 2
    for address in (*fonts, "/static/saguaro.svg"):
        assert portal.browser.get(address).status_code == 200
    assert portal.browser.get("/fonts/../_theme.scss").status_code == 404


def test_pages_say_that_this_is_a_demonstration(portal):
    for path in ("/", "/account", "/outbox"):
        assert "This is the demonstration identity provider." in portal.get(path).text
    assert "This is the demonstration identity provider." in portal.open().text
    assert "Demonstration accounts" in portal.open().text


def test_cookie_is_http_only_and_same_site(portal):
    header = portal.sign_in().headers["Set-Cookie"]
    assert header.startswith("saguaro_identity_9201=")
    assert "HttpOnly" in header
    assert "SameSite=Lax" in header


@pytest.mark.parametrize(
    ("path", "fields"),
    [
        ("/sign-in", {"email": "resident@example.com", "password": "saguaro"}),
        ("/continue", {}),
        (
            "/sign-up",
            {"given_name": "A", "family_name": "B", "email": "a@example.com", "password": "12345678"},
        ),
        ("/sign-up/code", {"code": "123456"}),
        ("/reset", {"email": "resident@example.com"}),
        ("/reset/code", {"code": "123456"}),
        ("/reset/password", {"password": "a new password"}),
        ("/account/sign-out", {}),
        ("/account/delete", {"password": "saguaro"}),
    ],
)
def test_form_without_valid_token_is_refused(portal, new_portal, outbox, path, fields):
    own = new_portal().open().form("/sign-in")["fields"]["csrf_token"]
    portal.open()
    for token in ({}, {"csrf_token": ""}, {"csrf_token": own}, {"csrf_token": "é"}):
        response = portal.browser.post(path, query_string=portal.parameters(), data={**fields, **token})
        assert response.status_code == 400
        assert "This page is out of date" in response.get_data(as_text=True)
    assert outbox == []


def test_sign_in_changes_the_form_token(portal):
    before = portal.open().form("/sign-in")["fields"]["csrf_token"]
    portal.sign_in()
    assert portal.get("/account").forms[0]["fields"]["csrf_token"] != before


@pytest.mark.parametrize(
    "path",
    ["/.well-known/openid-configuration", "/.well-known/jwks.json", "/oauth2/token", "/oauth2/userinfo",
     "/oauth2/revoke"],
)  # fmt: skip
def test_only_the_portal_may_call_the_endpoints(portal, path):
    def allowed(origin):
        headers = {
            "Origin": origin,
            "Access-Control-Request-Method": "POST",
            "Access-Control-Request-Headers": "authorization",
        }
        return portal.browser.options(path, headers=headers).headers.get("Access-Control-Allow-Origin")

    assert allowed(PORTAL) == PORTAL
    for origin in ("http://evil.example", "null", f"{PORTAL}.evil.example", "http://localhost:92000"):
        assert allowed(origin) is None


@pytest.mark.parametrize("path", ["/oauth2/authorize", "/sign-in", "/outbox.json", "/local/token", "/logout"])
def test_other_paths_allow_no_cross_origin_reads(portal, path):
    for origin in (PORTAL, "http://evil.example"):
        for method in (portal.browser.get, portal.browser.options):
            response = method(path, headers={"Origin": origin, "Access-Control-Request-Method": "GET"})
            assert "Access-Control-Allow-Origin" not in response.headers


@pytest.mark.parametrize("host", ["evil.example", "evil.example:9201", "localhost.evil.example"])
def test_foreign_host_name_is_refused(portal, host):
    for path in ("/outbox.json", "/.well-known/openid-configuration"):
        assert portal.browser.get(path, headers={"Host": host}).status_code == 400


def test_unknown_address_shows_a_page(portal):
    response = portal.browser.get("/nowhere")
    assert response.status_code == 404
    assert "There is no page at this address." in response.get_data(as_text=True)


def test_failing_mail_shows_a_page_without_details(portal, provider, monkeypatch):
    def fail(*_):
        raise ConnectionError("secret detail")

    services = provider.app.extensions["identity_provider"]
    broken = replace(services, settings=replace(services.settings, send_mail=fail))
    monkeypatch.setitem(provider.app.extensions, "identity_provider", broken)
    response = portal.submit(portal.open(p="B2C_1_reset_password"), "/reset", email="resident@example.com")
    assert response.status_code == 500
    assert "Something went wrong" in response.get_data(as_text=True)
    assert "secret detail" not in response.get_data(as_text=True)


def test_typed_text_is_escaped(portal):
    page = portal.open(login_hint='"><img src=x>', state='"><img src=y>')
    assert "<img src=x" not in page.text
    assert "<img src=y" not in page.text


def test_discovery_endpoints_exist(portal):
    document = portal.browser.get("/.well-known/openid-configuration").get_json()
    assert document["issuer"] == "http://localhost:8081"
    assert document["code_challenge_methods_supported"] == ["S256"]
    assert document["ui_locales_supported"] == list(LANGUAGES)
    for name, address in document.items():
        if name.endswith(("_endpoint", "_uri")):
            assert address.startswith("http://localhost:9201/"), name
            path = address.removeprefix("http://localhost:9201")
            statuses = {portal.browser.get(path).status_code, portal.browser.post(path).status_code}
            assert 404 not in statuses, name
