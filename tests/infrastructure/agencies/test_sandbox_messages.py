"""The messages that the sandbox's agencies send: at the start, by a form and by a program."""

import base64
import json
import zlib
from datetime import UTC, date, datetime, timedelta
from html.parser import HTMLParser
from urllib.parse import urlencode

import pytest

from domains.agencies.catalog import Offer
from domains.messages.file_contents import get_content_type
from functions.agencyinbound.contract import InboundContext, MessagePostRequest
from infrastructure.operations.agencies.caller import Caller, make_call, sign_call
from infrastructure.sandbox.agencies import InboundFailed, SandboxAgencies, SandboxSettings, list_manifests
from infrastructure.sandbox.agencies.files import FILE_KINDS, make_file
from infrastructure.sandbox.agencies.sample_messages import SAMPLE_MESSAGES
from infrastructure.sandbox.agencies.sample_records import SAMPLE_CONNECTIONS, make_records
from tests.infrastructure.agencies.conftest import make_secret
from tests.infrastructure.agencies.test_sandbox import ask
from tests.infrastructure.local_cloud.fakes import wait_until
from tests.infrastructure.ports import find_free_port

TODAY = date(2026, 11, 21)


@pytest.fixture
def sandbox(portal):
    sandbox = SandboxAgencies(SandboxSettings(find_free_port(), portal.origin, portal.origin, make_secret))
    sandbox.start()
    yield sandbox
    sandbox.stop()


@pytest.fixture
def address(sandbox):
    return f"http://localhost:{sandbox._settings.port}"


def send(address, agency_id, **requested):
    status, _, text = ask(
        f"{address}/messages/{agency_id}", json.dumps(requested).encode(), Content_Type="application/json"
    )
    return status, json.loads(text)


@pytest.fixture
def offers(sandbox):
    return {
        service.id: Offer(agency.manifest.agency, service, True)
        for agency in sandbox.agencies.values()
        for service in agency.manifest.services
    }


@pytest.fixture
def accepted(offers):
    """Return a message as the portal stores it; an invalid message fails the test."""

    def draft(posted):
        now = datetime.now(UTC)
        sent = MessagePostRequest.model_validate_json(
            posted.model_dump_json(by_alias=True), context=InboundContext(now, [], offers)
        )
        return sent.message.draft(offers[sent.agency_service_id], (), now)

    return draft


class TestReplies:
    def reply(self, sandbox, **changes):
        agency = sandbox.agencies["tucson-utilities"]
        sent = {
            "serviceId": "tucson-utilities-account",
            "reference": "u-90c311",
            "replyId": "thread.reply",
            "messageId": "outage",
            "text": "When is {it} fixed?",
            "language": "es",
            "sentAt": "2026-11-21T18:30:00Z",
            "files": [],
            **changes,
        }
        call = make_call("POST", f"{agency.manifest.services[0].endpoint}/reply", sent)
        return Caller().send(
            sign_call(call, "tucson-utilities", make_secret("agencies/tucson-utilities/signing").encode())
        )

    def test_reply_is_answered_once_in_its_language(self, sandbox, portal, accepted):
        first, second = self.reply(sandbox), self.reply(sandbox)
        assert first.status == second.status == 200
        assert first.parse_json() == second.parse_json()
        wait_until(lambda: portal.messages)
        [posted] = portal.messages
        assert posted.message.in_reply_to == "thread.reply"
        answer = accepted(posted)
        assert tuple(answer.body) == ("es",)
        assert "When is {it} fixed?" in answer.body["es"]

    @pytest.mark.parametrize(
        ("changes", "status"),
        [
            ({"reference": "nobody"}, 410),
            ({"serviceId": "nothing"}, 410),
            ({"text": None}, 400),
        ],
    )
    def test_invalid_reply_is_declined(self, sandbox, portal, changes, status):
        assert self.reply(sandbox, **changes).status == status
        assert sandbox.agencies["tucson-utilities"].replies.list_replies() == []


class TestSampleMessages:
    def test_sample_messages_are_accepted_and_varied(self, sandbox, portal, accepted):
        sandbox.outgoing.post_sample_messages()
        kept = [accepted(posted) for posted in portal.messages]
        assert len(kept) == len(SAMPLE_MESSAGES)
        emails = {record.reference: record.owner.email for record in make_records(TODAY)}
        for email, references in SAMPLE_CONNECTIONS.items():
            mine = [each for each in SAMPLE_MESSAGES if emails[each.reference] == email]
            assert {each.reference for each in mine} <= set(references)
            assert 8 <= len(mine) <= 15
            assert {each.is_read for each in mine} == {True, False}
            assert any(each.is_html for each in mine)
            assert all(each.action for each in mine if each.type == "PAYMENT_DUE")
            assert any(each.file != "none" for each in mine)
        assert {message.priority for message in kept} == {"normal", "high"}
        assert {message.notice for message in kept} == {"agencyMessages", "reminders"}
        assert {tuple(message.subject) for message in kept} == {("en", "es"), ("es",)}
        assert {message.body_format for message in kept} == {"plain", "html"}
        assert len({(posted.reference, posted.message.id) for posted in portal.messages}) == len(kept)

    def test_html_is_kept_as_written(self, sandbox, portal, accepted):
        sandbox.outgoing.post_sample_messages()
        for posted in portal.messages:
            texts = posted.message.body.texts
            written = {language: text for language in ("en", "es") if (text := getattr(texts, language))}
            assert accepted(posted).body == written

    def test_sample_messages_have_past_dates(self, sandbox, portal):
        sandbox.outgoing.post_sample_messages()
        assert all(each.days_ago >= 1 for each in SAMPLE_MESSAGES), "today's could lie in the future"
        sent = [posted.message.sent_at for posted in portal.messages]
        assert max(sent) < datetime.now(UTC)
        assert max(sent) - min(sent) > timedelta(days=300)

    def test_messages_sent_by_another_start_are_kept(self, sandbox, portal):
        portal.status = 409
        sandbox.outgoing.post_sample_messages()
        assert len(portal.messages) == len(SAMPLE_MESSAGES)

    def test_sample_message_refusal_is_reported(self, sandbox, portal):
        portal.status = 400
        with pytest.raises(InboundFailed, match="400"):
            sandbox.outgoing.post_sample_messages()

    def test_read_messages_are_identified_by_subject(self, sandbox):
        read = sandbox.outgoing.list_read_messages()
        assert read.keys() == SAMPLE_CONNECTIONS.keys()
        assert sum(map(len, read.values())) == sum(message.is_read for message in SAMPLE_MESSAGES)
        unread = [message.subject for message in SAMPLE_MESSAGES if not message.is_read]
        for messages in read.values():
            for _, subject in messages:
                assert not any(subject.items() & other.items() for other in unread)


class TestPrograms:
    def test_program_sends_one_message(self, address, portal, accepted):
        status, done = send(address, "adot-mvd", reference="v-8f31c6")
        assert (status, done["outcome"]) == (200, "delivered")
        (posted,) = portal.messages
        assert (posted.agency_service_id, posted.reference) == ("adot-mvd-vehicle", "v-8f31c6")
        assert posted.message.id == done["id"]
        kept = accepted(posted)
        assert kept.subject.keys() == {"en", "es"}

    @pytest.mark.parametrize("languages", ["both", "en", "es"])
    @pytest.mark.parametrize("body_format", ["plain", "html"])
    def test_message_variants_are_accepted(self, address, portal, languages, body_format, accepted, offers):
        for service in offers.values():
            stored = [each for each in make_records(TODAY) if each.service_id == service.service.id]
            for kind in service.service.message_types if stored else ():
                requested = {"type": kind.code, "languages": languages, "format": body_format, "action": True}
                assert send(address, service.agency.id, reference=stored[0].reference, **requested)[0] == 200
        for posted in portal.messages:
            kept = accepted(posted)
            assert list(kept.subject) == (["en", "es"] if languages == "both" else [languages])
            assert kept.action is not None or not offers[posted.agency_service_id].service.actions

    def test_custom_text_id_and_time_are_sent(self, address, portal):
        requested = {
            "id": "mine",
            "subject": {"en": "Hello"},
            "body": {"en": "<script>1</script>x"},
            "format": "html",
            "sentAt": "2026-01-02T03:04:05Z",
        }
        assert send(address, "azroc", reference="l-b18820", **requested)[1]["id"] == "mine"
        (posted,) = portal.messages
        assert posted.message.subject.model_dump() == {"en": "Hello", "es": None}
        assert posted.message.body.texts.en == "<script>1</script>x", "cleaning is the portal's work"
        assert posted.message.sent_at == datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)

    def test_subject_alone_gets_a_body_in_its_language(self, address, portal, accepted):
        send(address, "azroc", reference="l-b18820", subject={"es": "Hola"})
        assert accepted(portal.messages[0]).body.keys() == {"es"}

    def test_several_messages_are_sent_as_one_batch(self, address, portal):
        status, done = send(address, "adot-mvd", references=["v-8f31c6", "v-77aa10", "unknown"])
        assert status == 200
        assert [result["reference"] for result in done["results"]] == ["v-8f31c6", "v-77aa10", "unknown"]
        assert send(address, "adot-mvd", service="adot-mvd-vehicle", references=["*"])[0] == 200
        everybody = {each.reference for each in make_records(TODAY) if each.service_id == "adot-mvd-vehicle"}
        assert set(portal.batches[1].references) == everybody

    @pytest.mark.parametrize("kind", FILE_KINDS)
    def test_file_is_uploaded_first(self, address, portal, kind):
        assert send(address, "azroc", reference="l-b18820", attachment=kind)[0] == 200
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
            {"references": ["*"]},
        ],
    )
    def test_invalid_message_is_reported(self, address, portal, requested):
        status, done = send(address, "azroc", **requested)
        assert status == 400
        assert done["error"]
        assert portal.messages == portal.batches == []

    def test_message_refusal_is_reported(self, address, portal):
        portal.status = 409
        status, done = send(address, "azroc", reference="l-b18820")
        assert status == 502
        assert "messageIdReused" in done["error"]

    def test_foreign_page_cannot_send(self, address, portal):
        status, _, _ = ask(f"{address}/messages/azroc", b"reference=l-b18820", Origin="https://evil.example")
        assert status == 403
        assert portal.messages == []


class _Form(HTMLParser):
    """The names and first values of the fields of each form."""

    def __init__(self, page):
        super().__init__()
        self.forms = []
        self._select = None
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
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
    def test_form_sends_its_defaults(self, address, portal, agency_id, accepted):
        status, headers, page = ask(f"{address}/{agency_id}/messages")
        assert status == 200
        assert "<script" not in page
        forms = _Form(page).forms
        assert forms
        for form in forms:
            status, headers, _ = ask(
                address + form["action"],
                urlencode(form["fields"]).encode(),
                Content_Type="application/x-www-form-urlencoded",
            )
            assert (status, headers["Location"]) == (303, f"/{agency_id}/messages")
        assert len(portal.messages) == len(forms)
        for posted in portal.messages:
            accepted(posted)
        assert "delivered" in ask(f"{address}/{agency_id}/messages")[2]

    def test_form_sends_to_all_with_text_button_and_file(self, address, portal):
        fields = {
            "service": "adot-mvd-vehicle", "reference": "*", "type": "EXPIRED", "languages": "both",
            "format": "html", "attachment": "png", "action": "true", "subject-en": "Hello", "subject-es": "",
            "body-en": "<p>x</p>", "body-es": "",
        }  # fmt: skip
        assert ask(f"{address}/messages/adot-mvd", urlencode(fields).encode())[0] == 303
        (posted,) = portal.batches
        assert len(posted.references) >= 3
        assert posted.message.subject.model_dump() == {"en": "Hello", "es": None}
        assert posted.message.action is not None
        assert len(posted.message.attachments) == 1

    def test_refusal_is_shown_once(self, address, portal):
        portal.status = 400
        assert ask(f"{address}/messages/azroc", b"reference=l-b18820")[0] == 303
        assert 'role="alert"' in ask(f"{address}/azroc/messages")[2]
        assert 'role="alert"' not in ask(f"{address}/azroc/messages")[2]

    def test_home_page_links_to_every_agency(self, address, sandbox):
        page = ask(f"{address}/")[2]
        for agency_id in sandbox.agencies:
            assert f'href="/{agency_id}/messages"' in page
        assert ask(f"{address}/nobody/messages")[0] == 404


class TestFiles:
    @pytest.mark.parametrize(("kind", "mime"), [("pdf", "application/pdf"), ("png", "image/png")])
    def test_file_has_its_content_type(self, kind, mime):
        file = make_file(kind, "A (title) \\ of señor")
        assert get_content_type(file.content) == file.content_type == mime

    def test_pdf_cross_references_are_correct(self):
        content = make_file("pdf", "Title").content
        start = int(content.rpartition(b"startxref\n")[2].split()[0])
        assert content[start:].startswith(b"xref\n0 6\n")
        for number, line in enumerate(content[start:].split(b"\n")[3:8], 1):
            assert content[int(line[:10]) :].startswith(b"%d 0 obj" % number)

    def test_picture_has_its_declared_size(self):
        content = make_file("png", "").content
        width, height = (int.from_bytes(content[at : at + 4]) for at in (16, 20))
        length = int.from_bytes(content[33:37])
        assert len(zlib.decompress(content[41 : 41 + length])) == height * (width * 3 + 1)

    def test_harmful_file_is_a_pdf_with_the_test_virus(self):
        file = make_file("harmful", "Invoice")
        name = base64.b64decode("RUlDQVItU1RBTkRBUkQtQU5USVZJUlVTLVRFU1QtRklMRQ==")
        assert name in file.content
        assert get_content_type(file.content) == "application/pdf"
