"""The messages that the sandbox's agencies send: at the start, by a form and by a program."""

import base64
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime
from html.parser import HTMLParser
from typing import Any

import pytest

from domains.agencies.catalog import Offer
from domains.messages.file_contents import get_content_type
from functions.agencyinbound.contract import MessagePostRequest, TransactionPostRequest
from functions.agencyinbound.message_rules import deliver_message
from functions.agencyinbound.transaction_rules import draft_transaction
from infrastructure.sandbox.files import EXPLAINED_FILES, make_file
from infrastructure.sandbox.manifest_files import list_manifests
from infrastructure.sandbox.samples import SAMPLE_MESSAGES, make_records
from tests.infrastructure.agencies.portal_stand_in import Portal
from tests.infrastructure.agencies.sandbox_support import Sandbox, run_sandbox
from tests.infrastructure.local_cloud.fakes import wait_until

RECORDS = list(make_records(date(2026, 11, 21)))
UTILITIES = {
    "serviceId": "tucson-utilities-account",
    "reference": "u-90c311",
    "replyId": "thread.reply",
    "messageId": "outage",
    "text": "When is {it} fixed?",
    "language": "es",
    "sentAt": "2026-11-21T18:30:00Z",
    "files": [],
}


def list_offers(origin: str) -> dict[str, Offer]:
    return {
        service.id: Offer(manifest.agency, service, True)
        for manifest in list_manifests(origin)
        for service in manifest.services
    }


OFFERS = list_offers("http://localhost:8083")


@pytest.fixture
def box(portal: Portal) -> Iterator[Sandbox]:
    with run_sandbox(portal.origin) as box:
        yield box


def send(box: Sandbox, agency_id: str, **requested: Any) -> tuple[int, Any]:
    answer = box.post(f"/messages/{agency_id}", **requested)
    return answer.status_code, answer.json()


def accept(box: Sandbox, posted: MessagePostRequest) -> Any:
    """Return a message as the portal stores it; an invalid message fails the test."""
    offer = list_offers(box.address)[posted.agency_service_id]
    return deliver_message(posted, offer, datetime.now(UTC))


class TestReplies:
    def test_reply_is_answered_once_in_its_language(self, box: Sandbox, portal: Portal) -> None:
        first, second = (box.call("tucson-utilities", "reply", **UTILITIES) for _ in range(2))
        assert first.status == second.status == 200
        assert first.parse_json() == second.parse_json()
        wait_until(lambda: portal.messages)
        [posted] = portal.messages
        assert posted.message.in_reply_to == "thread.reply"
        answer = accept(box, posted)
        assert tuple(answer.body) == ("es",)
        assert "When is {it} fixed?" in answer.body["es"]


class TestSamples:
    def test_sample_messages_are_accepted(self, box: Sandbox, portal: Portal) -> None:
        box.agencies.outgoing.post_sample_messages()
        kept = [accept(box, posted) for posted in portal.messages]
        assert len(kept) == len(SAMPLE_MESSAGES)
        assert len({(posted.reference, posted.message.id) for posted in portal.messages}) == len(kept)
        for posted, message in zip(portal.messages, kept, strict=True):
            texts = posted.message.body.texts.model_dump(exclude_none=True)
            assert message.body == texts, "the portal cleans nothing away"
        assert max(posted.message.sent_at for posted in portal.messages) < datetime.now(UTC)

    def test_messages_sent_by_another_start_are_kept(self, box: Sandbox, portal: Portal) -> None:
        portal.status = 409
        box.agencies.outgoing.post_sample_messages()
        assert len(portal.messages) == len(SAMPLE_MESSAGES)

    def test_read_messages_are_identified_by_subject(self, box: Sandbox) -> None:
        read = box.agencies.outgoing.list_read_messages()
        assert sum(map(len, read.values())) == sum(message.is_read for message in SAMPLE_MESSAGES)
        unread = [message.subject for message in SAMPLE_MESSAGES if not message.is_read]
        for _, subject in (each for messages in read.values() for each in messages):
            assert not any(subject.items() & other.items() for other in unread)

    def test_sample_transactions_are_accepted_and_varied(self, box: Sandbox) -> None:
        posted = []

        def answer(_method: str, path: str, headers: Any, body: bytes) -> tuple[int, bytes]:
            assert path == "/api/agency-inbound/transactions"
            assert headers["Authorization"] == "Bearer token"
            content = TransactionPostRequest.model_validate_json(body, strict=True)
            posted.append(draft_transaction(content, "", [], datetime.now(UTC)))
            return 200, b'{"outcome": "stored"}'

        replace(box.agencies.outgoing, portal=answer).post_sample_transactions()
        assert len({each.id for each in posted}) == len(posted) >= 10
        assert {each.type for each in posted} == {"payment", "renewal", "filing", "change", "document"}
        assert {each.status for each in posted} >= {"completed", "failed", "refunded"}


class TestPrograms:
    @pytest.mark.parametrize("languages", ["both", "en", "es"])
    @pytest.mark.parametrize("body_format", ["plain", "html"])
    def test_message_variants_are_accepted(
        self, box: Sandbox, portal: Portal, languages: str, body_format: str
    ) -> None:
        references = {record.service_id: record.reference for record in RECORDS}
        for service_id, reference in references.items():
            for kind in OFFERS[service_id].service.message_types:
                requested = {"type": kind.code, "languages": languages, "format": body_format, "action": True}
                status, done = send(box, OFFERS[service_id].agency.id, reference=reference, **requested)
                assert (status, done["outcome"]) == (200, "delivered")
        for posted in portal.messages:
            kept = accept(box, posted)
            assert list(kept.subject) == (["en", "es"] if languages == "both" else [languages])
            assert kept.action is not None or not OFFERS[posted.agency_service_id].service.actions

    @pytest.mark.parametrize("kind", EXPLAINED_FILES)
    def test_file_is_uploaded_first(self, box: Sandbox, portal: Portal, kind: str) -> None:
        assert send(box, "azroc", reference="l-b18820", attachment=kind)[0] == 200
        named = [attachment.id for attachment in portal.messages[0].message.attachments]
        assert named == list(portal.uploads) == ([] if kind == "none" else ["0"])

    @pytest.mark.parametrize(
        "requested",
        [
            {},
            {"reference": "unknown"},
            {"reference": "l-b18820", "languages": "fr"},
            {"reference": "l-b18820", "attachment": "exe"},
            {"reference": "l-b18820", "unknown": 1},
            {"reference": "*"},
        ],
    )
    def test_invalid_message_is_reported(self, box: Sandbox, portal: Portal, requested: Any) -> None:
        status, done = send(box, "azroc", **requested)
        assert status == 400
        assert done["error"]
        assert (portal.messages, portal.batches) == ([], [])


class _Form(HTMLParser):
    """The names and first values of the fields of each form."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.forms: list[Any] = []
        self._select = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        attributes = dict(attrs)
        match tag:
            case "form":
                self.forms.append({"action": attributes["action"], "fields": {}})
            case "input" | "textarea":
                self.forms[-1]["fields"][attributes["name"]] = attributes.get("value", "")
            case "select":
                self._select = attributes["name"]
            case "option":
                self.forms[-1]["fields"].setdefault(self._select, attributes["value"])


class TestForms:
    @pytest.mark.parametrize("agency_id", [manifest.agency.id for manifest in list_manifests()])
    def test_form_sends_its_defaults(self, box: Sandbox, portal: Portal, agency_id: str) -> None:
        forms = _Form(box.get(f"/{agency_id}/messages").text).forms
        assert forms
        for form in forms:
            answer = box.submit(form["action"], form["fields"])
            assert (answer.status_code, answer.headers["Location"]) == (303, f"/{agency_id}/messages")
        assert len(portal.messages) == len(forms)
        for posted in portal.messages:
            accept(box, posted)
        assert "delivered" in box.get(f"/{agency_id}/messages").text

    def test_form_sends_to_all_with_text_button_and_file(self, box: Sandbox, portal: Portal) -> None:
        fields = {
            "service": "adot-mvd-vehicle", "reference": "*", "type": "EXPIRED", "languages": "both",
            "format": "html", "attachment": "png", "action": "true", "subject-en": "Hello", "subject-es": "",
            "body-en": "<script>1</script>x", "body-es": "",
        }  # fmt: skip
        assert box.submit("/messages/adot-mvd", fields).status_code == 303
        (posted,) = portal.batches
        vehicles = {each.reference for each in RECORDS if each.service_id == "adot-mvd-vehicle"}
        assert set(posted.references) == vehicles
        assert posted.message.subject.model_dump() == {"en": "Hello", "es": None}
        assert posted.message.body.texts.en == "<script>1</script>x", "cleaning is the portal's work"
        assert posted.message.action is not None
        assert len(posted.message.attachments) == 1


@pytest.mark.parametrize(
    ("kind", "mime"), [("pdf", "application/pdf"), ("harmful", "application/pdf"), ("png", "image/png")]
)
def test_file_has_its_content_type(kind: Any, mime: str) -> None:
    file = make_file(kind, "A (title) \\ of señor 漢")
    assert file
    assert get_content_type(file.content) == file.content_type == mime
    name = base64.b64decode("RUlDQVItU1RBTkRBUkQtQU5USVZJUlVTLVRFU1QtRklMRQ==")
    assert (name in file.content) == (kind == "harmful")
    assert make_file(kind, "A") == make_file(kind, "A")
