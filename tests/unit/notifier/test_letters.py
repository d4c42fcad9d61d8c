import re
from dataclasses import replace
from datetime import UTC, datetime
from email import message_from_bytes
from email.policy import SMTP
from html.parser import HTMLParser
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from domains.deliveries.unsubscribe_tokens import UnsubscribeTokens, Unsubscription
from domains.messages.account_notices import (
    make_channel_test_notice,
    make_contact_change_notice,
    make_welcome_notice,
)
from domains.messages.address_notices import make_bounce_notice
from domains.messages.agency_notices import ApplicationNotice, make_application_status_notice
from domains.messages.message import InboxMessage
from functions.notifier.composer import Composer
from functions.notifier.letters import MAX_TEXT_MESSAGE_LENGTH, join_lines, make_text_message
from portal.language import Text
from portal.secrets import RotatingSecret
from tests.api.messages_support import ROSA, VEHICLES, make_agency_message

NOW = datetime(2026, 11, 21, 18, 30, tzinfo=UTC)
ORIGIN = "https://portal.example"
TOKENS = UnsubscribeTokens(RotatingSecret("secret"))
# 3GPP TS 23.038, 6.2.1: the characters of one septet.
GSM = set(
    "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§"
    "¿abcdefghijklmnopqrstuvwxyzäöñüà"
)
SECRET_BODY = "Your case 4711 was decided."


def make_composer(origin: Any = ORIGIN) -> Composer:
    return Composer(sender="no-reply@portal.example", origin=origin, tokens=TOKENS)


def compose_mail(*messages: Any, language: Any = "en") -> Any:
    """Return the email as a reader has it."""
    sent = make_composer().compose_email(messages, "rosa@example.com", language, NOW)
    assert sent.isascii()
    return message_from_bytes(sent, policy=SMTP)


def list_parts(mail: Any) -> Any:
    text, hypertext = mail.iter_parts()
    return tuple(part.get_content().replace("\r\n", "\n") for part in (text, hypertext))


def make_message(name: str = "1", **changed: Any) -> InboxMessage:
    return make_agency_message(ROSA, name, body={"en": SECRET_BODY, "es": SECRET_BODY}, **changed)


def make_refused_application() -> Any:
    reported = ApplicationNotice(
        application_id="a" * 26,
        form_name=Text(en="Food permit", es="Permiso de alimentos"),
        agency_name=Text(en="Health Services", es="Servicios de Salud"),
        business_name="TACOS LLC",
        event_id="1",
        state="refused",
        note={"en": SECRET_BODY, "es": SECRET_BODY},
        respond_by=None,
        at=NOW,
    )
    return make_application_status_notice(ROSA.user_id, reported)


class Page(HTMLParser):
    """The contents of an HTML document."""

    def __init__(self, page: Any) -> None:
        super().__init__()
        self.tags: list[Any] = []
        self.feed(page)

    def handle_starttag(self, tag: Any, attrs: Any) -> None:
        self.tags.append((tag, dict(attrs)))


@pytest.mark.parametrize(
    ("language", "title", "button"),
    [
        ("en", "New message from Motor Vehicle Division", "Read the message"),
        ("es", "Mensaje nuevo de División de Vehículos", "Leer el mensaje"),
    ],
)
def test_agency_message_mail_has_no_subject_and_body(language: str, title: str, button: str) -> None:
    subject = "No insurance on file"
    mail = compose_mail(make_message(subject={"en": subject, "es": subject}), language=language)
    text, hypertext = list_parts(mail)
    message = make_message()
    address = f"{ORIGIN}/messages/service/{VEHICLES}/{message.id}?subscription={message.origin.identity_id}"
    assert mail["Subject"] == title
    assert mail["Content-Language"] == language
    assert f'<html lang="{language}">' in hypertext
    for content in (text, hypertext):
        assert button in content
        assert address in content
        assert SECRET_BODY not in content
        assert subject not in content
        assert title in content


def test_mail_headers_are_complete() -> None:
    mail = compose_mail(make_message())
    assert mail["From"] == "Saguaro <no-reply@portal.example>"
    assert mail["To"] == "rosa@example.com"
    assert mail["Date"].datetime == NOW
    assert mail["Auto-Submitted"] == "auto-generated"
    assert re.fullmatch(r"<[a-z2-7]{26}@portal\.example>", mail["Message-ID"])
    assert [part.get_content_type() for part in mail.iter_parts()] == ["text/plain", "text/html"]


def test_unsubscribe_header_names_notice_kind() -> None:
    mail = compose_mail(make_message())
    [address] = re.findall("<(.*)>", mail["List-Unsubscribe"])
    assert address.startswith(f"{ORIGIN}/api/profile/unsubscribe?")
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    [token] = parse_qs(urlsplit(address).query)["token"]
    assert TOKENS.parse_token(token) == Unsubscription(ROSA.user_id, "agencyMessages", "email")
    assert all(f"{ORIGIN}/unsubscribe?token={token}" in content for content in list_parts(mail))


def test_long_subject_starts_on_its_header_line() -> None:
    for words in ("Board of registration " * 5, "Junta de matrículas " * 5, "ñandú" * 30):
        message = make_message(sender=Text(en=words, es=words))
        sent = make_composer().compose_email([message], "rosa@example.com", "en", NOW)
        headers, _, _ = sent.partition(b"\r\n\r\n")
        assert compose_mail(message)["Subject"].endswith(words.strip())
        [line] = [line for line in headers.split(b"\r\n") if line.startswith(b"Subject:")]
        assert re.match(rb"Subject: (New message|=\?utf-8\?)", line)
        assert all(len(word) <= 75 for word in re.findall(rb"=\?utf-8\?[qb]\?\S*?\?=", headers))


def test_unsubscribe_header_is_on_one_line() -> None:
    [line] = [
        line
        for line in make_composer()
        .compose_email([make_message()], "rosa@example.com", "en", NOW)
        .split(b"\r\n")
        if line.startswith(b"List-Unsubscribe:")
    ]
    assert line.startswith(f"List-Unsubscribe: <{ORIGIN}/".encode())
    assert line.endswith(b">")


@pytest.mark.parametrize(
    "message",
    [
        make_contact_change_notice(ROSA.user_id, 2, {"email": "rosa@example.com"}, NOW),
        make_channel_test_notice(ROSA.user_id, "email", NOW, NOW),
        make_message(notice="security"),
    ],
)
def test_security_and_test_mail_has_no_unsubscribe(message: Any) -> None:
    mail = compose_mail(message)
    assert mail["List-Unsubscribe"] is None
    assert mail["List-Unsubscribe-Post"] is None
    assert all("unsubscribe" not in content for content in list_parts(mail))


@pytest.mark.parametrize("language", ["en", "es"])
def test_agency_reason_is_not_mailed(language: str) -> None:
    message = make_refused_application()
    text, hypertext = list_parts(compose_mail(message, language=language))
    for content in (text, hypertext):
        assert SECRET_BODY not in content
        assert f"{ORIGIN}/messages/portal/{message.id}" in content


@pytest.mark.parametrize(
    ("language", "says"), [("en", "new message from Saguaro"), ("es", "mensaje nuevo de Saguaro")]
)
def test_text_message_hides_the_application_result(language: Any, says: str) -> None:
    message = make_refused_application()
    address = f"{ORIGIN}/messages/portal/{message.id}"
    said = make_text_message(message, language, ORIGIN)
    assert said.startswith(f"Saguaro: {says}. {address} ")


@pytest.mark.parametrize("language", ["en", "es"])
def test_portal_message_is_mailed_in_full(language: Any) -> None:
    message = make_welcome_notice(ROSA.user_id, NOW)
    mail = compose_mail(message, language=language)
    text, _ = list_parts(mail)
    assert mail["Subject"] == message.subject[language]
    assert message.body[language] in text
    assert f"{ORIGIN}/messages/portal/{message.id}" in text


def test_daily_email_lists_each_message_once() -> None:
    reminder = make_message("3", notice="reminders", subject={"en": "Third"})
    mail = compose_mail(
        make_message("1", subject={"en": "First"}), make_message("2", subject={"en": "Second"}), reminder
    )
    text, hypertext = list_parts(mail)
    assert mail["Subject"] == "You have 3 new messages"
    for content in (text, hypertext):
        assert content.count("Motor Vehicle Division: ") == 3
        assert not any(subject in content for subject in ("First", "Second", "Third"))
        assert content.count("/unsubscribe?") == 2
        assert SECRET_BODY not in content
    [address] = re.findall("<(.*)>", mail["List-Unsubscribe"])
    [token] = parse_qs(urlsplit(address).query)["token"]
    assert TOKENS.parse_token(token).kind == "agencyMessages"


def test_daily_email_of_many_messages_is_short() -> None:
    text, _ = list_parts(compose_mail(*[make_message(str(number)) for number in range(120)]))
    assert text.count(f"/messages/service/{VEHICLES}/") == 50
    assert "70 more are in the portal." in text


def test_mail_page_is_self_contained_and_accessible() -> None:
    _, hypertext = list_parts(compose_mail(make_message(), make_message("2")))
    tags = Page(hypertext).tags
    assert {tag for tag, _ in tags}.isdisjoint({"img", "script", "link", "iframe", "form", "object"})
    assert not any("src" in attributes or "url(" in (attributes.get("style") or "") for _, attributes in tags)
    assert [tag for tag, _ in tags].count("h1") == 1
    assert ("html", {"lang": "en"}) in tags


def test_sender_name_is_escaped() -> None:
    sender = Text(en="<b>A & B</b>", es="<b>A & B</b>")
    message = make_message(sender=sender)
    text, hypertext = list_parts(compose_mail(message, replace(message, id="a" * 26)))
    assert "b" not in {tag for tag, _ in Page(hypertext).tags}
    assert "<b>A & B</b>" in text


@given(st.text(), st.text(), st.sampled_from(["en", "es"]))
@example("MVD\r\nBcc: eve@example.com", "Hi\nX-Evil: 1\r\n\r\nbody", "en")
@example("‮MVD\x00", "\x85\u2028Bcc: eve@example.com", "es")
def test_name_or_subject_cannot_add_a_header(name: Any, subject: Any, language: Any) -> None:
    usual = compose_mail(make_message(), language=language)
    message = make_message(sender=Text(en=name, es=name), subject={"en": subject})
    mail = compose_mail(message, language=language)
    assert mail.keys() == usual.keys()
    assert "eve@example.com" not in str(mail["To"])
    assert "\n" not in join_lines(name)


@given(
    st.text(st.characters(codec="utf-8", categories=["L", "N", "P", "Zs"]), max_size=200),
    st.sampled_from(["en", "es"]),
)
@example("División de Vehículos Motorizados del Departamento de Transporte de Arizona", "es")
def test_text_message_fits_the_length_limit(sender: Any, language: Any) -> None:
    message = make_message(sender=Text(en=sender, es=sender))
    said = make_text_message(message, language, ORIGIN)
    assert len(said) <= MAX_TEXT_MESSAGE_LENGTH
    assert "STOP" in said
    assert f"{ORIGIN}/messages" in said
    assert SECRET_BODY not in said


@pytest.mark.parametrize("language", ["en", "es"])
def test_text_message_uses_the_gsm_alphabet(language: Any) -> None:
    for message in (
        make_message(),
        make_welcome_notice(ROSA.user_id, NOW),
        make_channel_test_notice(ROSA.user_id, "text", NOW, NOW),
        make_bounce_notice(ROSA.user_id, "email", "rosa@example.com", NOW),
        make_contact_change_notice(ROSA.user_id, 2, {"text": "+16025550123"}, NOW),
    ):
        said = make_text_message(message, language, ORIGIN)
        assert set(said) <= GSM, set(said) - GSM
        assert len(said) <= MAX_TEXT_MESSAGE_LENGTH


def test_text_message_has_sender_but_no_subject() -> None:
    said = make_text_message(make_message(subject={"en": "Your divorce"}), "en", ORIGIN)
    assert said.startswith("Saguaro: new message from Motor Vehicle Division. ")
    assert "divorce" not in said


def test_long_address_is_replaced_by_the_inbox_address() -> None:
    message = make_message()
    origin = f"https://{'portal.' * 8}example"
    said = make_text_message(message, "en", origin)
    assert f" {origin}/messages Reply STOP" in said
    assert len(said) <= MAX_TEXT_MESSAGE_LENGTH
