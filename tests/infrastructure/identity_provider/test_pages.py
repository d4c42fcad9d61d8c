"""The hosted pages and the outbox."""

from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from httpx2 import Response

from infrastructure.sandbox.identity_provider import SAMPLE_PEOPLE, SECOND_FACTOR_ACR, Message, MessageEvent
from tests.infrastructure.identity_provider.conftest import (
    PORTAL,
    Browser,
    Clock,
    Done,
    read_answer,
)

AT = datetime(2026, 11, 21, 17, 30, tzinfo=UTC)
MAIL = Message(
    "email",
    "rosa@example.com",
    "News <b>",
    f"See {PORTAL}/messages\n",
    AT,
    id="mail-1",
    html="<head></head><h1>News</h1><script>alert(1)</script>",
    headers=[("X-Odd", "<script>")],
    events=[MessageEvent("Delivery", AT)],
    has_events=True,
    unsubscribe=f"{PORTAL}/api/profile/unsubscribe?token=t",
)
CODE = Message("email", "rosa@example.com", "Your code", "123456", AT, id="code-1")
TEXT = Message("text", "+16025550123", "", "Hello", AT, id="text-1")
PERSON = {
    "given_name": "Elena",
    "family_name": "Ochoa",
    "email": "Elena@example.org",
    "password": "mesquite!",
}

NewBrowser = Callable[[], Browser]


def enter_person(browser: Browser, **changes: str) -> Response:
    page = browser.click(browser.open(prompt="login"), "/sign-up")
    return browser.submit(page, "/sign-up", **PERSON | changes)


def begin_sign_up(browser: Browser) -> Response:
    """Enter the details of a new account; return the page for the code."""
    return browser.follow(enter_person(browser))


def begin_reset(browser: Browser, email: str) -> Response:
    """Ask for a new password; return the page for the code."""
    return browser.follow(browser.submit(browser.open(p="B2C_1_reset_password"), "/reset", email=email))


def test_each_sample_person_is_one_click_away(browser: Browser, new_browser: NewBrowser) -> None:
    page = browser.open().text
    for person in SAMPLE_PEOPLE:
        assert f'name="email" value="{person.email}"' in page
        assert "code" in read_answer(new_browser().sign_in(person.email))


@pytest.mark.parametrize(
    ("email", "password", "text"),
    [
        ("resident@example.com", "wrong", "The email address or password is wrong."),
        ("nobody-is@example.com", "saguaro", "The email address or password is wrong."),
        ("x", "", "Enter an email address in the form name@example.com"),
    ],
)
def test_wrong_sign_in_is_refused(browser: Browser, email: str, password: str, text: str) -> None:
    answer = browser.submit(browser.open(), "/sign-in", email=email, password=password)
    assert answer.status_code == 400
    assert text in answer.text
    assert browser.ask_silently() == "login_required"


@pytest.mark.parametrize(
    ("email", "acr"), [("resident@example.com", SECOND_FACTOR_ACR), ("admin@example.com", "")]
)
def test_staff_always_and_others_when_asked_need_a_second_factor(
    browser: Browser, email: str, acr: str
) -> None:
    answer = browser.submit(browser.open(acr_values=acr), "/sign-in", email=email, password="saguaro")
    page = browser.follow(answer)
    assert "A real code never appears on this page." in page.text
    assert browser.ask_silently(acr_values=acr) == "interaction_required"
    for wrong in ("000 00x", "", *(f"{digit}" * 6 for digit in range(2))):
        assert browser.submit(page, "/second-factor", code=wrong).status_code == 400
    code = read_answer(browser.prove(answer))["code"]
    assert browser.read_claims(browser.exchange(code).json()["id_token"])["acr"] == SECOND_FACTOR_ACR


def test_new_account_needs_the_mailed_code(browser: Browser) -> None:
    page = begin_sign_up(browser)
    code = browser.get_mailed_code("elena@example.org")
    wrong = browser.submit(page, "/sign-up/code", code=f"{(int(code) + 1) % 10**6:06d}")
    assert "This is not the code we sent." in wrong.text
    answer = browser.submit(page, "/sign-up/code", code=f"{code[:3]} {code[3:]}")
    tokens = browser.exchange(read_answer(answer)["code"]).json()
    assert browser.read_claims(tokens["id_token"])["name"] == "Elena Ochoa"
    assert "already has an account" in enter_person(browser).text


@pytest.mark.parametrize(("seconds", "status"), [(599, 302), (600, 400)])
def test_mailed_code_works_for_ten_minutes(browser: Browser, clock: Clock, seconds: int, status: int) -> None:
    page = begin_sign_up(browser)
    clock.forward(seconds=seconds)
    answer = browser.submit(page, "/sign-up/code", code=browser.get_mailed_code("elena@example.org"))
    assert answer.status_code == status


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({"given_name": " "}, "Enter your given name"),
        ({"family_name": "x" * 61}, "Use 60 letters"),
        ({"email": ""}, "Enter your email address"),
        ({"password": "short"}, "at least 8 characters"),
    ],
)
def test_wrong_detail_of_new_account_is_named(browser: Browser, changes: dict[str, str], text: str) -> None:
    answer = enter_person(browser, **changes)
    assert answer.status_code == 400
    assert text in answer.text


def test_reset_needs_the_code_and_ends_other_sessions(browser: Browser, new_browser: NewBrowser) -> None:
    other = new_browser()
    tokens = other.get_tokens()
    begin_reset(browser, "nobody-is@example.com")
    assert browser.outbox == []
    page = begin_reset(browser, "resident@example.com")
    early = browser.get(str(page.url).replace("/reset/code", "/reset/password"))
    assert early.headers["Location"].startswith("/reset?")
    code = browser.get_mailed_code("resident@example.com")
    page = browser.follow(browser.submit(page, "/reset/code", code=code))
    assert "code" in read_answer(browser.submit(page, "/reset/password", password="palo verde"))
    assert other.refresh(tokens["refresh_token"]).status_code == 400
    assert other.ask_silently() == "login_required"
    assert other.sign_in().status_code == 400


@pytest.mark.parametrize(
    ("path", "code"), [("/cancel", "AADB2C90091"), ("/forgotten-password", "AADB2C90118")]
)
def test_leaving_returns_an_error_of_b2c(browser: Browser, path: str, code: str) -> None:
    answer = browser.click(browser.open(), path)
    said = read_answer(answer)
    assert (said["error"], said["error_description"][:11]) == ("access_denied", code)


def test_deleted_sign_in_returns_with_a_new_subject(browser: Browser) -> None:
    def join() -> str:
        page = begin_sign_up(browser)
        answer = browser.submit(page, "/sign-up/code", code=browser.get_mailed_code("elena@example.org"))
        tokens = browser.exchange(read_answer(answer)["code"]).json()
        return str(browser.read_claims(tokens["id_token"])["sub"])

    first = join()
    page = browser.click(browser.get("/account"), "/account/delete")
    assert "This is not your password" in browser.submit(page, "/account/delete", password="wrong").text
    assert "is deleted" in browser.submit(page, "/account/delete", password="mesquite!").text
    assert "You are not signed in" in browser.get("/account").text
    assert join() != first


@pytest.mark.parametrize(
    "path", ["/sign-in", "/account/sign-out", "/account/delete", "/outbox/mail-1/events"]
)
def test_form_of_another_website_is_refused(browser: Browser, path: str) -> None:
    assert browser.post(path, headers={"Origin": "null"}).status_code == 400
    assert "another website" in browser.post(path, headers={"Origin": PORTAL}).text


def test_pages_speak_both_languages_and_load_nothing_foreign(browser: Browser) -> None:
    page = browser.open(ui_locales="fr es")
    assert '<html lang="es">' in page.text
    assert f"form-action 'self' {PORTAL}" in page.headers["Content-Security-Policy"]
    assert browser.get("/nothing").status_code == 404


def test_outbox_lists_messages(browser: Browser, outbox: list[Message]) -> None:
    assert "No messages yet." in browser.get("/outbox").text
    outbox += [MAIL, CODE, TEXT]
    page = browser.get("/outbox?ui_locales=es").text
    assert "News &lt;b&gt;" in page
    assert "21 de noviembre de 2026 a las 10:30 a.m." in page
    listed = browser.get("/outbox.json", params={"to": "Rosa@example.com"}).json()["messages"]
    assert [message["id"] for message in listed] == ["mail-1", "code-1"]
    assert listed[0]["events"] == [{"event": "Delivery", "at": "2026-11-21T17:30:00+00:00"}]
    assert browser.get("/outbox/mail-1.json").json()["headers"] == [{"name": "X-Odd", "value": "<script>"}]
    assert browser.get("/outbox/x").status_code == 404


def test_mail_cannot_run_scripts(browser: Browser, outbox: list[Message]) -> None:
    outbox.append(MAIL)
    assert "<script>" not in browser.get("/outbox/mail-1").text
    part = browser.get("/outbox/mail-1/html")
    assert part.text.startswith('<head><base target="_blank"></head>')
    assert "sandbox allow-popups" in part.headers["Content-Security-Policy"]
    assert "script" not in part.headers["Content-Security-Policy"]


def test_buttons_of_outbox_reach_the_portal(browser: Browser, outbox: list[Message], done: Done) -> None:
    outbox += [MAIL, CODE, TEXT]
    mail, text = browser.get("/outbox/mail-1"), browser.get("/outbox/text-1")
    shown = browser.follow(browser.submit(mail, "/outbox/mail-1/events", event="Bounce"))
    assert "We told the portal." in shown.text
    ended = browser.follow(browser.submit(mail, "/outbox/mail-1/unsubscribe"))
    assert "The portal responded with status 204." in ended.text
    browser.submit(text, "/outbox/text-1/answers", keyword="STOP")
    browser.submit(text, "/outbox/text-1/answers", answer=" ¿Quién?  ")
    assert browser.submit(text, "/outbox/text-1/answers", answer="x" * 161).status_code == 400
    assert "Not possible" in browser.post("/outbox/code-1/events", data={"event": "Bounce"}).text
    mail_actions = [("events", "mail-1", "Bounce"), ("unsubscribe", "mail-1", "")]
    assert done == [*mail_actions, ("answers", "text-1", "STOP"), ("answers", "text-1", "¿Quién?")]


def test_programs_act_on_messages(browser: Browser, done: Done) -> None:
    def act(path: str, **body: object) -> int:
        return browser.post(f"/local/outbox/{path}", json=body).status_code

    assert [act("mail-1/events", event="Bounce"), act("text-1/answers", text="STOP")] == [200, 200]
    assert browser.post("/local/outbox/mail-1/unsubscribe", json={}).json() == {"status": 204}
    assert [act("code-1/events", event="Bounce"), act("mail-1/events", event=1)] == [404, 400]
    assert done[:2] == [("events", "mail-1", "Bounce"), ("answers", "text-1", "STOP")]
