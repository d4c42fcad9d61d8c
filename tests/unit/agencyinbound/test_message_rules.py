"""The rules for a message from an agency."""

import json
import time
from copy import deepcopy
from dataclasses import asdict
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domains.agencies.catalog import Offer
from domains.messages.message import PREVIEW_LENGTH, InboxMessage, MessageAction
from functions.agencyinbound.contract import MessagePostRequest
from functions.agencyinbound.message_rules import deliver_message
from functions.agencyinbound.message_texts import (
    MAX_BODIES_BYTES,
    MAX_BODY_LENGTH,
    MAX_TAGS,
)
from portal.errors import InvalidRequest
from portal.language import Text
from tests.cases import read_cases
from tests.unit.agencyinbound.support import MANIFEST, read_request

CASES = read_cases(__file__)

NOW = datetime(2026, 11, 21, 18, 0, tzinfo=UTC)
OFFER = Offer(MANIFEST.agency, MANIFEST.services[0], is_available=True)
SENT: dict[str, Any] = {
    "id": "notice-1",
    "type": "REMINDER",
    "subject": {"en": " Renew  soon ", "es": "Renueve pronto"},
    "body": {"en": "Dear Rosa,\r\n\r\nrenew.\n", "es": "Renueve."},
    "body_format": "plain",
    "action": MessageAction(Text(en=" Renew ", es="Renovar"), "https://mvd.example/renew?a=1"),
    "attachment_ids": (),
    "sent_at": datetime(2026, 11, 20, 12, 0, tzinfo=timezone(timedelta(hours=-7))),
}


def make_request(**changes: Any) -> dict[str, Any]:
    """Return the request with a message as an agency sends it."""
    values = SENT | changes
    action = values["action"]
    message = {
        "id": values["id"],
        "type": values["type"],
        "subject": values["subject"],
        "body": {"format": values["body_format"], "texts": values["body"]},
        "action": {"label": asdict(action.label), "url": action.url} if action else None,
        "attachments": [{"id": each} for each in values["attachment_ids"]],
        "sentAt": values["sent_at"].isoformat(),
    }
    return {"agencyServiceId": "mvd-vehicles", "reference": "vehicle-1", "message": message}


def deliver(sent: dict[str, Any], now: datetime = NOW) -> InboxMessage:
    request, faults = read_request(MessagePostRequest, sent)
    return deliver_message(request, OFFER, now, faults)


def make_accepted(**changes: Any) -> InboxMessage:
    return deliver(make_request(**changes))


def list_faults(**changes: Any) -> list[str]:
    """Return the fields that are refused."""
    try:
        make_accepted(**changes)
    except InvalidRequest as error:
        return [problem.property_name for problem in error.problems]
    return []


def make_english(body: str, body_format: str = "html", subject: str = "Hello") -> dict[str, Any]:
    return {"subject": {"en": subject}, "body": {"en": body}, "body_format": body_format}


def test_message_is_normalized_with_its_manifest_type() -> None:
    kept = make_accepted()
    assert kept.subject == {"en": "Renew soon", "es": "Renueve pronto"}
    assert kept.body == {"en": "Dear Rosa,\n\nrenew.", "es": "Renueve."}
    assert kept.preview == {"en": "Dear Rosa, renew.", "es": "Renueve."}
    assert (kept.priority, kept.notice) == ("high", "reminders")
    assert kept.action == MessageAction(Text(en="Renew", es="Renovar"), "https://mvd.example/renew?a=1")
    assert kept.sent_at == datetime(2026, 11, 20, 19, 0, tzinfo=UTC)
    assert kept.sent_at.utcoffset() == timedelta(0)


def test_direction_marks_are_kept() -> None:
    subject = "\u200fموعد التجديد 👩\u200d🌾"
    body = "اتصل على \u2066+1 (602) 555-0123\u2069\n\nأو \u200fزر الموقع"
    message = make_accepted(subject={"en": subject}, body={"en": body})
    assert (message.subject, message.body) == ({"en": subject}, {"en": body})
    html = make_accepted(
        body={"en": "<p>اتصل على &#x2066;555-0123&#x2069;</p>"}, body_format="html", subject={"en": "x"}
    )
    assert html.body == {"en": "<p>اتصل على \u2066555-0123\u2069</p>"}


def test_preview_closes_cut_isolates() -> None:
    message = make_accepted(
        subject={"en": "x"}, body={"en": "\u2067\u2066" + "a" * PREVIEW_LENGTH + "\u2069\u2069"}
    )
    assert message.preview["en"].endswith("a…\u2069\u2069")


@pytest.mark.parametrize(
    ("changes", "name"),
    [
        *CASES["fault_names_its_field"],
        ({"subject": {"en": "x" * 10_240}, "body": {"en": "x"}}, "subject.en"),
        (make_english("x" * (MAX_BODY_LENGTH + 1), "plain"), "body.texts.en"),
        (make_english("x" * 1_048_576, "plain"), "body.texts.en"),
        (make_english("<b>x" * (MAX_TAGS + 1)), "body.texts.en"),
        ({"action": MessageAction(Text(en=" ", es="x"), "https://mvd.example/")}, "action.label.en"),
        ({"action": MessageAction(Text(en="x", es="x" * 81), "https://mvd.example/")}, "action.label.es"),
        ({"action": MessageAction(Text(en="x", es="\u202e"), "https://mvd.example/")}, "action.label.es"),
        ({"sent_at": NOW + timedelta(minutes=6)}, "sentAt"),
        ({"sent_at": NOW - timedelta(days=733)}, "sentAt"),
    ],
)
def test_fault_names_its_field(changes: dict[str, Any], name: str) -> None:
    assert list_faults(**changes) == [f"message.{name}"]


@pytest.mark.parametrize("url", CASES["action_must_lead_to_the_agency"])
def test_action_must_lead_to_the_agency(url: str) -> None:
    assert list_faults(action=MessageAction(Text(en="x", es="x"), url)) == ["message.action.url"]


def test_action_may_use_the_service_origins() -> None:
    assert list_faults(action=MessageAction(Text(en="x", es="x"), "http://localhost:8083/renew?p=1")) == []


def test_all_faults_are_reported_at_once() -> None:
    assert list_faults(type="NOTHING", subject={}, body={}, sent_at=NOW + timedelta(days=1)) == [
        "message.type", "message.subject", "message.sentAt"
    ]  # fmt: skip


WRONG_SHAPES: list[tuple[str, object]] = [
    ("id", 1),
    ("type", None),
    ("subject", "x"),
    ("subject.en", 1),
    ("body", []),
    ("body.format", "pdf"),
    ("body.texts", None),
    ("body.texts.es", 1),
    ("action", 1),
    ("action.label", 1),
    ("action.label.es", None),
    ("action.url", None),
    ("attachments", 1),
    ("sentAt", "today"),
]


@pytest.mark.parametrize(("name", "value"), WRONG_SHAPES)
def test_wrong_shape_hides_no_fault_of_another_field(name: str, value: object) -> None:
    changed = make_request(
        type="NOTHING",
        action=MessageAction(Text(en=" ", es="x"), "https://evil.example/"),
        sent_at=NOW + timedelta(days=1),
    )
    sent = deepcopy(changed)
    *path, last = name.split(".")
    part = sent["message"]
    for each in path:
        part = part[each]
    part[last] = value
    with pytest.raises(InvalidRequest) as caught:
        deliver(sent)
    faults = [problem.property_name for problem in caught.value.problems]
    others = ["type", "action.label.en", "action.url", "sentAt"]
    visible = [each for each in others if not f"{each}.".startswith(f"{name}.")]
    if name == "action.label.es":
        visible.remove("action.label.en")
    assert faults == [f"message.{each}" for each in [name, *visible]]


@pytest.mark.parametrize("subject", ["x", None, 1])
def test_invalid_subject_skips_the_language_check(subject: Any) -> None:
    assert list_faults(subject=subject) == ["message.subject"]


@pytest.mark.parametrize("body_format", ["plain", "html"])
def test_oversized_texts_are_refused(body_format: str) -> None:
    emoji = "😀" * MAX_BODY_LENGTH
    both = {"subject": {"en": "x", "es": "x"}, "body_format": body_format}
    assert list_faults(**both, body={"en": emoji, "es": emoji}) == ["message.body.texts"]
    kept = make_accepted(**both, body={"en": emoji, "es": "x"})
    assert len(json.dumps(kept.body)) <= MAX_BODIES_BYTES


def test_ampersands_are_counted_as_stored() -> None:
    assert list_faults(**make_english("&" * MAX_BODY_LENGTH)) == []
    grows = "&nbsp;" * 3 + "\u00a0" * (MAX_BODY_LENGTH - 20) + "x"
    sent = {"subject": {"en": "x", "es": "x"}, "body": {"en": grows, "es": grows}, "body_format": "html"}
    assert len(json.dumps(make_accepted(**sent).body)) <= MAX_BODIES_BYTES


LINK = "https://mvd.example/renew?"


def make_growing(element: str) -> str:
    """Return HTML that a parser makes far longer: each paragraph opens all elements before it again."""
    half = MAX_TAGS // 2 - 1
    return "<p>" + "".join(f"<{element} x{number}>" for number in range(half)) + "<p>x" * half


GROWING = [
    make_growing("em"),
    make_growing("strong"),
    f"<p><a href='{LINK}{'a' * 14_000}'>" + "<p>x" * (MAX_TAGS - 2),
    f"<p><a href='{LINK}{'&' * 14_000}'>" + "<p>x" * (MAX_TAGS - 2),
]


@pytest.mark.parametrize("html", GROWING)
def test_html_that_grows_is_refused(html: str) -> None:
    assert list_faults(**make_english(html)) == ["message.body.texts.en"]


def test_elements_that_go_may_stay_open() -> None:
    assert list_faults(**make_english(make_growing("b"))) == []


def test_longest_body_may_consist_of_escapes() -> None:
    body = "x" + "\xa0" * (MAX_BODY_LENGTH - 2) + "x"
    assert len(make_accepted(**make_english(body)).body["en"]) == 2 + 6 * (MAX_BODY_LENGTH - 2)


@pytest.mark.parametrize("hostile", GROWING)
def test_hostile_body_takes_at_most_some_hundred_times_as_long_as_an_ordinary_one(hostile: str) -> None:
    def measure(body: str) -> float:
        times = []
        for _ in range(3):
            begun = time.process_time()
            list_faults(**make_english(body))
            times.append(time.process_time() - begun)
        return min(times)

    ordinary = "<p>Renew your plates.</p>" * (MAX_TAGS // 2)
    # Without limits the worst took 4,000 times as long.
    assert any(measure(hostile) < 500 * measure(ordinary) for _ in range(3))


@pytest.mark.parametrize("body_format", ["plain", "html"])
def test_body_keeps_at_most_30_marks_on_a_letter(body_format: str) -> None:
    """Python sorts marks in time in proportion to the square of their number."""
    kept = make_accepted(**make_english("x" + "\u0323" * (MAX_BODY_LENGTH - 1), body_format)).body["en"]
    assert kept == "x" + "\u0323" * 30


def test_html_is_cleaned_and_preview_is_text() -> None:
    kept = make_accepted(
        **make_english('<h2>Renew</h2><p onclick=x>Pay &amp; <a href="https://e.example">drive</a></p>')
    )
    assert kept.body == {"en": '<h2>Renew</h2><p>Pay &amp; <a rel="noopener">drive</a></p>'}
    assert kept.preview == {"en": "Renew Pay & drive"}


def test_markup_in_plain_text_is_text() -> None:
    kept = make_accepted(**make_english("<b>x</b> & y", "plain"))
    assert kept.body == kept.preview == {"en": "<b>x</b> & y"}


def test_accents_are_composed() -> None:
    kept = make_accepted(**make_english("Expiracio\u0301n", "plain", "Expiracio\u0301n"))
    assert kept.subject == kept.body == {"en": "Expiración"}


@given(st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"]), min_size=1, max_size=400))
def test_preview_is_the_start_of_the_text(text: str) -> None:
    kept = make_accepted(**make_english(text, "plain"))
    preview, body = kept.preview["en"], kept.body["en"]
    assert len(preview) <= PREVIEW_LENGTH
    assert preview == body or (preview.endswith("…") and body.startswith(preview[:-1]))


@pytest.mark.parametrize(
    "changes",
    [
        {"type": "REMINDER", "subject": {"en": "Renew soon", "es": "Renueve pronto"}},
        {"body_format": "html"},
        {"action": None},
        {"attachment_ids": ("01jd0000000000000000000000",)},
        {"sent_at": SENT["sent_at"] + timedelta(seconds=1)},
    ],
)
def test_changed_content_has_another_hash(changes: dict[str, Any]) -> None:
    assert make_accepted(**changes).content_hash != make_accepted().content_hash


def test_hash_ignores_the_time_of_sending() -> None:
    sent = make_request(sent_at=SENT["sent_at"].astimezone(UTC))
    later = deliver(sent, NOW + timedelta(days=90))
    assert later.content_hash == make_accepted().content_hash
