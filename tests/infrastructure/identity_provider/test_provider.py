"""The provider in the local cloud: seeding, restarts, tokens for the command line, the outbox."""

import stat
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from infrastructure.sandbox.identity_provider import (
    SAMPLE_PEOPLE,
    Message,
    Person,
    Provider,
    UnknownAccountError,
    create_app,
)


def get_subject(portal, email):
    response = portal.browser.post("/local/token", json={"email": email})
    return portal.get_claims(response.get_json()["id_token"])["sub"]


def test_sample_subjects_are_stable_after_a_reset(provider, portal, settings):
    fresh = Provider(replace(settings, database=settings.database.with_name("fresh.sqlite3")))
    fresh.seed(SAMPLE_PEOPLE)
    for person in SAMPLE_PEOPLE:
        assert get_subject(portal, person.email) == person.subject
        account = fresh.app.extensions["identity_provider"].accounts.by_email(person.email)
        assert account.subject == person.subject
    assert len({person.subject for person in SAMPLE_PEOPLE}) == len(SAMPLE_PEOPLE)
    fresh.close()


def test_repeated_seeding_adds_only_new_people(provider, portal, answer):
    services = provider.app.extensions["identity_provider"]
    services.accounts.set_password("resident@example.com", "no hash")
    before = services.database.fetch_all("SELECT * FROM accounts ORDER BY email")
    provider.seed(SAMPLE_PEOPLE)
    assert services.database.fetch_all("SELECT * FROM accounts ORDER BY email") == before
    provider.seed([Person("extra@example.com", "Elena", "Extra")])
    assert "code" in answer(portal.sign_in("extra@example.com"))


def test_deleted_sample_person_is_not_seeded_again(provider):
    services = provider.app.extensions["identity_provider"]
    services.accounts.delete(services.accounts.by_email("resident@example.com").subject)
    provider.seed(SAMPLE_PEOPLE)
    assert services.accounts.by_email("resident@example.com") is None


def test_tokens_sessions_and_key_survive_a_restart(provider, portal, settings, answer):
    tokens = portal.tokens()
    keys = portal.browser.get("/.well-known/jwks.json").get_json()
    provider.close()
    restarted = Provider(settings)
    cookie = portal.browser.get_cookie("saguaro_identity_9201")
    portal.browser = restarted.app.test_client()
    portal.browser.environ_base["HTTP_HOST"] = "localhost:9201"
    portal.browser.set_cookie("saguaro_identity_9201", cookie.value)
    assert portal.browser.get("/.well-known/jwks.json").get_json() == keys
    assert portal.userinfo(tokens["access_token"]).status_code == 200
    assert portal.refresh(tokens["refresh_token"]).status_code == 200
    assert "code" in answer(portal.authorize(prompt="none"))
    restarted.close()


def test_written_data_survives_a_kill(provider, portal, settings):
    """A second provider on the same files sees everything although the first one never closed."""
    token = portal.tokens()["refresh_token"]
    second = Provider(settings)
    portal.browser = second.app.test_client()
    assert portal.refresh(token).status_code == 200
    second.close()


def test_start_removes_expired_data(provider, portal, settings, clock):
    portal.tokens()
    clock.forward(hours=13)
    restarted = Provider(settings)
    database = restarted.app.extensions["identity_provider"].database
    for table in ("sessions", "grants", "authorization_codes", "refresh_tokens"):
        assert database.fetch_all(f"SELECT * FROM {table}") == []  # noqa: S608 - names of this list
    restarted.close()


def test_database_is_readable_by_its_owner_only(settings):
    Provider(settings).close()
    assert stat.S_IMODE(settings.database.stat().st_mode) == 0o600


def test_create_app_returns_the_same_application(settings):
    app = create_app(settings)
    assert app.test_client().get("/.well-known/openid-configuration").status_code == 200
    app.extensions["identity_provider"].database.close()


def test_command_line_tokens_work(provider, portal):
    tokens = provider.issue_tokens("Support@Example.com")
    assert set(tokens) == {"access_token", "id_token"}
    assert portal.get_claims(tokens["access_token"])["cognito:groups"] == ["support", "portal-wide"]
    assert portal.get_claims(tokens["id_token"])["email"] == "support@example.com"
    assert portal.userinfo(tokens["access_token"]).status_code == 200
    with pytest.raises(UnknownAccountError):
        provider.issue_tokens("nobody-is@example.com")


def test_command_line_token_endpoint(portal):
    def ask(**arguments):
        return portal.browser.post("/local/token", **arguments)

    assert set(ask(json={"email": "new@example.com"}).get_json()) == {"access_token", "id_token"}
    assert ask(json={"email": "nobody-is@example.com"}).status_code == 404
    wrong: tuple[Any, ...] = ({}, {"email": None}, {"email": 1}, [], "x", None)
    for body in wrong:
        assert ask(json=body).status_code == 400
    assert ask(data={"email": "new@example.com"}).status_code == 400
    assert ask(data="{", content_type="application/json").status_code == 400


def test_latest_sign_in_token(portal):
    def session(**arguments):
        response = portal.browser.post("/local/token", json={"email": "new@example.com", **arguments})
        return portal.get_claims(response.get_json()["access_token"])["origin_jti"]

    first = session(ofLatest=True)
    assert session(ofLatest=True) == first
    second = session()
    assert second != first
    assert session(ofLatest=True) == second
    response = portal.browser.post("/local/token", json={"email": "new@example.com", "ofLatest": 1})
    assert response.status_code == 400


LOCAL_CALLS = [
    ("/local/token", {"email": "new@example.com"}),
    ("/local/agency-clients", {"agencyId": "a", "clientId": "client", "clientSecret": "s" * 32}),
    ("/local/schedule/MaintenanceFunction", {}),
]


@pytest.mark.parametrize(("path", "body"), LOCAL_CALLS)
@pytest.mark.parametrize("address", ["192.0.2.1", "10.0.0.5", "2001:db8::1", ""])
def test_local_calls_require_a_local_address(portal, address, path, body):
    response = portal.browser.post(path, json=body, environ_base={"REMOTE_ADDR": address})
    assert response.status_code == 403


@pytest.mark.parametrize(("path", "body"), LOCAL_CALLS)
@pytest.mark.parametrize("origin", ["http://evil.example", "http://localhost:9200", "null"])
def test_local_calls_refuse_web_pages(portal, origin, path, body):
    response = portal.browser.post(path, json=body, headers={"Origin": origin})
    assert response.status_code == 403


def test_schedule_is_run_at_once(settings):
    runs = []

    def run(function):
        if function != "MaintenanceFunction":
            raise LookupError(function)
        runs.append(function)
        return {"told": 2}

    provider = Provider(replace(settings, run_schedule=run))
    browser = provider.app.test_client()
    browser.environ_base["HTTP_HOST"] = "localhost:9201"
    assert browser.post("/local/schedule/MaintenanceFunction").get_json() == {"answer": {"told": 2}}
    assert browser.post("/local/schedule/OtherFunction").status_code == 404
    assert runs == ["MaintenanceFunction"]
    provider.close()


def test_standalone_provider_has_no_schedules(portal):
    assert portal.browser.post("/local/schedule/MaintenanceFunction").status_code == 404


def test_outbox_is_sorted_newest_first(portal, outbox):
    start = datetime(2026, 11, 21, 17, 30, tzinfo=UTC)
    outbox += [
        Message("email", "rosa@example.com", "First <b>", "Line 1\nLine 2 <script>", start),
        Message("text", "+16025550123", "", "Code 123456", start + timedelta(minutes=1)),
    ]
    text = portal.get("/outbox").text
    assert text.index("Text message to +16025550123") < text.index("First &lt;b&gt;")
    assert "<script>" not in text
    assert "November 21, 2026 at 10:30 AM" in text
    assert "21 de noviembre de 2026 a las 10:30 a.m." in portal.get("/outbox?ui_locales=es").text
    document = portal.browser.get("/outbox.json").get_json()
    assert [message["channel"] for message in document["messages"]] == ["text", "email"]
    assert document["messages"][1] == {
        "id": "",
        "channel": "email",
        "to": "rosa@example.com",
        "subject": "First <b>",
        "text": "Line 1\nLine 2 <script>",
        "sentAt": "2026-11-21T17:30:00+00:00",
        "events": [],
    }
    query = {"to": "Rosa@example.com"}
    assert len(portal.browser.get("/outbox.json", query_string=query).get_json()["messages"]) == 1


def test_empty_outbox_has_a_notice(portal):
    assert "No messages yet." in portal.get("/outbox").text
