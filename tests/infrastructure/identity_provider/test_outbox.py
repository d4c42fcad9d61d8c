"""The outbox: complete messages, and events after their sending."""

import json
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from infrastructure.sandbox.identity_provider import Message, MessageEvent, NotPossible, ProviderSettings

AT = datetime(2026, 11, 21, 17, 30, tzinfo=UTC)
MAIL = Message(
    "email",
    "rosa@example.com",
    "News <b>",
    "See http://localhost:9200/messages\n",
    AT,
    id="mail-1",
    html='<h1 style="color: red">News</h1><img src="https://evil.example/x.png"><script>alert(1)</script>',
    headers=[("From", "no-reply@portal.example"), ("X-Odd", "<script>alert(2)</script>")],
    source="From: no-reply@portal.example\n\n<script>alert(3)</script>",
    events=[MessageEvent("Delivery", AT)],
    has_events=True,
    unsubscribe="http://localhost:9200/api/profile/unsubscribe?token=t",
)
CODE = Message("email", "rosa@example.com", "Your code", "123456", AT, id="mail-2")
TEXT = Message("text", "+16025550123", "", "Hello", AT, id="text-1")


class Actions:
    """Actions that are recorded; none is possible for CODE."""

    def __init__(self) -> None:
        self.done: list[tuple[str, ...]] = []

    def report(self, message_id: str, event: str) -> None:
        self._note("report", message_id, event)

    def answer(self, message_id: str, text: str) -> None:
        self._note("answer", message_id, text)

    def unsubscribe(self, message_id: str) -> int:
        self._note("unsubscribe", message_id)
        return 204

    def _note(self, *what: str) -> None:
        if CODE.id in what:
            raise NotPossible
        self.done.append(what)


@pytest.fixture
def actions() -> Actions:
    return Actions()


@pytest.fixture
def settings(settings, actions) -> ProviderSettings:
    return replace(
        settings, outbox_actions=actions, invoke_function=lambda name, event: {"name": name, "event": event}
    )


@pytest.fixture(autouse=True)
def sent(outbox):
    outbox += [MAIL, CODE, TEXT]


def post(portal, path, body, **headers):
    return portal.browser.post(path, data=json.dumps(body), content_type="application/json", headers=headers)


def test_list_links_to_each_message(portal):
    page = portal.get("/outbox")

    for message in (MAIL, CODE, TEXT):
        assert page.link(f"/outbox/{message.id}")
    assert page.link("/messages") == "http://localhost:9200/messages"
    assert "Delivered" in page.text
    assert "Entregado" in portal.get("/outbox?ui_locales=es").text


def test_long_outbox_shows_the_newest_messages(portal, outbox):
    outbox += [replace(CODE, id=f"more-{number}") for number in range(250)]
    page = portal.get("/outbox")

    assert "The newest 200 of 253 messages." in page.text
    assert len([link for link in page.links if link.startswith("/outbox/")]) == 200
    assert len(portal.browser.get("/outbox.json").get_json()["messages"]) == 253


def test_message_is_shown_in_both_languages(portal):
    page, spanish = portal.get("/outbox/mail-1"), portal.get("/outbox/mail-1?ui_locales=es")

    for text in ("rosa@example.com", "X-Odd", "no-reply@portal.example", "News &lt;b&gt;"):
        assert text in page.text
        assert text in spanish.text
    assert "<script>" not in page.text
    assert "It bounces" in page.text
    assert "Se devuelve" in spanish.text
    assert {form["action"].partition("?")[0] for form in page.forms} == {
        "/outbox/mail-1/events",
        "/outbox/mail-1/unsubscribe",
    }


def test_only_possible_events_are_offered(portal):
    assert portal.get("/outbox/mail-2").forms == []
    answers = {form["action"].partition("?")[0] for form in portal.get("/outbox/text-1").forms}
    assert answers == {"/outbox/text-1/answers"}


def test_html_part_cannot_run_or_fetch(portal):
    page = portal.browser.get("/outbox/mail-1")
    assert "frame-src 'self'" in page.headers["Content-Security-Policy"]
    assert "default-src 'none'" in page.headers["Content-Security-Policy"]
    assert page.headers["X-Frame-Options"] == "DENY"
    text = page.get_data(as_text=True)
    assert 'sandbox="allow-popups allow-popups-to-escape-sandbox"' in text
    assert "allow-scripts" not in text

    part = portal.browser.get("/outbox/mail-1/html")
    policy = part.headers["Content-Security-Policy"]
    assert part.get_data(as_text=True) == f'<base target="_blank">{MAIL.html}'
    assert "default-src 'none'" in policy
    assert "img-src data:" in policy
    assert "sandbox allow-popups" in policy
    assert "script" not in policy
    assert "frame-ancestors 'self'" in policy
    assert part.headers["X-Frame-Options"] == "SAMEORIGIN"


def test_mail_links_open_in_their_own_tab(portal, outbox):
    outbox.append(
        replace(MAIL, id="mail-3", html="<!doctype html><html><HEAD lang=es><title>x</title></HEAD>")
    )

    shown = portal.browser.get("/outbox/mail-3/html").get_data(as_text=True)

    assert shown == '<!doctype html><html><HEAD lang=es><base target="_blank"><title>x</title></HEAD>'


@pytest.mark.parametrize(
    "path", ["/outbox/none", "/outbox/none.json", "/outbox/none/html", "/outbox/mail-2/html"]
)
def test_missing_message_is_not_found(portal, path):
    assert portal.browser.get(path).status_code == 404


@pytest.mark.parametrize("event", ["Delivery", "Bounce", "Complaint"])
def test_mail_event_is_reported_to_the_portal(portal, actions, event):
    page = portal.get("/outbox/mail-1?ui_locales=es")
    response = portal.submit(page, "/outbox/mail-1/events", event=event)

    assert response.status_code == 303
    assert actions.done == [("report", "mail-1", event)]
    assert "Se avisó al portal." in portal.get(response.location).text


def test_unsubscribe_shows_the_answer_of_the_portal(portal, actions):
    response = portal.submit(portal.get("/outbox/mail-1"), "/outbox/mail-1/unsubscribe")

    assert actions.done == [("unsubscribe", "mail-1")]
    assert "status 204" in portal.get(response.location).text


def test_text_message_is_answered(portal, actions):
    page = portal.get("/outbox/text-1")
    for answer in ({"keyword": "STOP"}, {"keyword": "START"}, {"keyword": "HELP"}, {"answer": " ¿Quién?  "}):
        assert portal.submit(page, "/outbox/text-1/answers", **answer).status_code == 303

    assert [done[2] for done in actions.done] == ["STOP", "START", "HELP", "¿Quién?"]


@pytest.mark.parametrize("words", ["", "   ", "x" * 161, "a\u202eb"])
def test_impossible_answer_is_refused(portal, actions, words):
    response = portal.submit(portal.get("/outbox/text-1"), "/outbox/text-1/answers", answer=words)

    assert response.status_code == 400
    assert "There is a problem" in response.get_data(as_text=True)
    assert actions.done == []


def test_impossible_event_shows_an_error_page(portal):
    page = portal.get("/outbox/mail-1")
    token = page.forms[0]["fields"]["csrf_token"]
    response = portal.browser.post("/outbox/mail-2/events", data={"csrf_token": token, "event": "Bounce"})

    assert response.status_code == 400
    assert "Not possible" in response.get_data(as_text=True)


@pytest.mark.parametrize("path", ["mail-1/events", "mail-1/unsubscribe", "text-1/answers"])
def test_form_without_token_is_refused(portal, actions, path):
    response = portal.browser.post(f"/outbox/{path}", data={"event": "Bounce", "keyword": "STOP"})

    assert response.status_code == 400
    assert actions.done == []


def test_programs_read_the_outbox_as_json(portal, actions):
    (listed,) = [
        message
        for message in portal.browser.get("/outbox.json").get_json()["messages"]
        if message["id"] == "mail-1"
    ]
    assert listed["events"] == [{"event": "Delivery", "at": "2026-11-21T17:30:00+00:00"}]
    whole = portal.browser.get("/outbox/mail-1.json").get_json()
    assert whole == listed | {
        "html": MAIL.html,
        "headers": [{"name": name, "value": value} for name, value in MAIL.headers],
        "source": MAIL.source,
        "hasEvents": True,
        "unsubscribe": MAIL.unsubscribe,
    }

    assert post(portal, "/local/outbox/mail-1/events", {"event": "Bounce"}).get_json() == {"event": "Bounce"}
    assert post(portal, "/local/outbox/text-1/answers", {"text": "STOP"}).status_code == 200
    assert post(portal, "/local/outbox/mail-1/unsubscribe", {}).get_json() == {"status": 204}
    assert actions.done == [
        ("report", "mail-1", "Bounce"),
        ("answer", "text-1", "STOP"),
        ("unsubscribe", "mail-1"),
    ]
    for path, body in (
        ("events", {"event": "Bounce"}),
        ("answers", {"text": "STOP"}),
        ("unsubscribe", {}),
    ):
        assert post(portal, f"/local/outbox/mail-2/{path}", body).status_code == 404
    wrong: tuple[Any, ...] = ({}, [], {"event": 1}, {"text": None})
    for body in wrong:
        assert post(portal, "/local/outbox/mail-1/events", body).status_code == 400
        assert post(portal, "/local/outbox/text-1/answers", body).status_code == 400


def test_programs_may_invoke_a_function_but_browsers_may_not(portal, actions):
    event: dict[str, Any] = {"replay": []}
    answer = post(portal, "/local/functions/NotifierFunction", event).get_json()
    assert answer == {"answer": {"name": "NotifierFunction", "event": event}}
    assert post(portal, "/local/functions/NotifierFunction", []).status_code == 400
    for path in ("functions/NotifierFunction", "outbox/mail-1/events", "outbox/text-1/answers"):
        response = post(portal, f"/local/{path}", {"event": "Bounce", "text": "STOP"}, Origin="null")
        assert response.status_code == 403
    assert actions.done == []
