"""Applications of businesses at the sandbox agencies, and the decisions about them."""

import hashlib
import json
import re
from datetime import UTC, datetime
from urllib.parse import urlencode

import pytest

from domains.agencies import protocol
from domains.applications.form_rules import list_fields
from infrastructure.sandbox.agencies import SandboxAgencies, SandboxSettings, list_manifests
from tests.infrastructure.agencies.conftest import make_secret
from tests.infrastructure.agencies.test_sandbox import ask, call
from tests.infrastructure.ports import find_free_port

FILE = b"%PDF-1.4 the acceptance"
APPLICATION = {
    "serviceId": "azcc-entity",
    "applicationId": "app-1",
    "submission": 1,
    "formId": "azcc-entity-llc-articles",
    "submittedAt": "2026-11-21T18:00:00Z",
    "business": {"id": "b", "name": "Ocotillo <b>Bakery</b> LLC", "entityType": "llc", "countyId": "pima"},
    "applicant": {"name": "Ben Whitehorse", "email": "business@example.com"},
    "answers": {"companyName": "Ocotillo Bakery LLC", "managedBy": "members", "unknown": "dropped"},
    "documents": [
        {
            "id": "doc-1",
            "code": "AGENT_ACCEPTANCE",
            "name": "Aceptación.pdf",
            "contentType": "application/pdf",
            "size": len(FILE),
            "sha256": hashlib.sha256(FILE).hexdigest(),
        }
    ],
}


@pytest.fixture
def sandbox(portal):
    sandbox = SandboxAgencies(SandboxSettings(find_free_port(), portal.origin, portal.origin, make_secret))
    sandbox.start()
    yield sandbox
    sandbox.stop()


@pytest.fixture
def address(sandbox):
    return f"http://localhost:{sandbox._settings.port}"


def apply(sandbox, **changes):
    return call(sandbox, "azcc", "application", APPLICATION | changes)


def decide(address, application_id="app-1", agency="azcc", **decision):
    status, _, text = ask(
        f"{address}/applications/{agency}/{application_id}",
        json.dumps(decision).encode(),
        Content_Type="application/json",
    )
    return status, json.loads(text)


class TestForms:
    def test_each_form_agency_has_its_form(self):
        forms = {form.id: form for m in list_manifests() for s in m.services for form in s.application_forms}
        assert forms.keys() == {
            "azcc-entity-llc-articles",
            "azcc-entity-corporation-articles",
            "azsos-trade-names-registration",
            "azdor-tpt-licence",
        }
        first = {form_id: form.fees[0].line for form_id, form in forms.items()}
        assert first == {
            "azcc-entity-llc-articles": "acc-llc",
            "azcc-entity-corporation-articles": "acc-corp",
            "azsos-trade-names-registration": "trade-name",
            "azdor-tpt-licence": "tpt",
        }
        assert all("confirmed by a source" in form.source for form in forms.values())

    def test_forms_cover_every_feature(self):
        forms = [form for m in list_manifests() for s in m.services for form in s.application_forms]
        fields = [field for form in forms for field in list_fields(form)]
        assert {field.kind for field in fields} == {
            "text", "longText", "number", "money", "date", "choice", "yesNo", "county", "email", "phone",
            "address", "people", "businessName",
        }  # fmt: skip
        assert {field.prefill for field in fields} == {None, "businessName", "entityType", "countyId"}
        assert any(document.shown_when for form in forms for document in form.documents)
        assert any(fee.shown_when for form in forms for fee in form.fees)
        assert {form.decision_business_days for form in forms} == {None, 15}


class TestReceiving:
    def test_repeated_submission_is_the_same(self, sandbox):
        first, again = apply(sandbox), apply(sandbox, answers={})
        assert first.status == again.status == 200
        answer = protocol.ApplicationAnswer.model_validate_json(first.body)
        assert answer == protocol.ApplicationAnswer.model_validate_json(again.body)
        assert answer.reference.startswith("AZCC-")
        (stored,) = sandbox.agencies["azcc"].applications.list_applications()
        assert stored.request.answers["managedBy"] == "members"

    def test_newer_submission_replaces_the_older(self, sandbox):
        apply(sandbox)
        apply(sandbox, submission=2, answers={"managedBy": "managers"})
        apply(sandbox)
        (stored,) = sandbox.agencies["azcc"].applications.list_applications()
        assert (stored.request.submission, stored.request.answers) == (2, {"managedBy": "managers"})

    def test_reference_is_stable_after_a_restart(self, sandbox, portal):
        other = SandboxAgencies(SandboxSettings(1, portal.origin, portal.origin, make_secret))
        request = protocol.ApplicationRequest.model_validate(APPLICATION)
        references = {
            each.agencies["azcc"].applications.receive(request).reference for each in (sandbox, other)
        }
        assert len(references) == 1

    @pytest.mark.parametrize(
        "changes", [{"formId": "azcc-entity-nothing"}, {"serviceId": "azcc-other"}, {"submission": "one"}]
    )
    def test_unknown_form_or_service_is_refused(self, sandbox, changes):
        assert apply(sandbox, **changes).status == 400
        assert sandbox.agencies["azcc"].applications.list_applications() == []

    def test_withdrawal_of_an_unknown_application_is_accepted(self, sandbox):
        apply(sandbox)
        for application_id in ("app-1", "app-1", "nothing"):
            asked = {"serviceId": "azcc-entity", "applicationId": application_id}
            assert call(sandbox, "azcc", "application-withdrawal", asked).status == 204
        assert sandbox.agencies["azcc"].applications.find("app-1").state == "withdrawn"

    def test_error_switch_affects_applications(self, sandbox):
        sandbox.agencies["azcc"].switch("error")
        assert apply(sandbox).status == 500

    def test_largest_application_is_accepted(self, sandbox):
        long = {f"field{number}": "x" * 4000 for number in range(48)}
        assert apply(sandbox, answers=long).status == 200


class TestDeciding:
    def test_program_can_send_any_accepted_status(self, sandbox, address, portal):
        apply(sandbox)
        note = {"en": "Please name the managers.", "es": "Nombre a los administradores."}
        status, done = decide(address, state="needsInformation", note=note, respondBy="2026-12-05")
        assert (status, done["outcome"]) == (200, "stored")
        (reported,) = portal.statuses["app-1"]
        assert (reported.status.id, reported.status.state) == (done["id"], "needsInformation")
        assert (reported.status.note.en, reported.status.note.es) == tuple(note.values())
        assert reported.status.respond_by.isoformat() == "2026-12-05"
        assert reported.status.documents == []
        assert abs((datetime.now(UTC) - reported.status.at).total_seconds()) < 60
        assert sandbox.agencies["azcc"].applications.find("app-1").state == "needsInformation"

    def test_approval_has_a_certificate(self, sandbox, address, portal):
        apply(sandbox)
        assert decide(address, state="approved", id="mine")[1]["id"] == "mine"
        (reported,) = portal.statuses["app-1"]
        (attached,) = reported.status.documents
        assert portal.uploads[attached.id].name == "Certificate.pdf"

    def test_decision_document_can_be_chosen(self, sandbox, address, portal):
        decide(address, state="approved", document="none")
        decide(address, state="refused", note={"en": "No."}, document="png")
        without, with_file = portal.statuses["app-1"]
        assert without.status.documents == []
        assert portal.uploads[with_file.status.documents[0].id].content_type == "image/png"

    def test_unknown_application_can_be_decided_by_id(self, address, portal):
        assert decide(address, "from-before", state="received")[0] == 200
        assert portal.statuses["from-before"][0].status.state == "received"

    @pytest.mark.parametrize("decision", [{}, {"state": "submitted"}, {"state": "approved", "colour": "red"}])
    def test_invalid_decision_is_reported(self, address, portal, decision):
        status, done = decide(address, **decision)
        assert status == 400
        assert done["error"]
        assert portal.statuses == {}

    def test_refused_decision_changes_nothing(self, sandbox, address, portal):
        apply(sandbox)
        portal.status = 409
        status, done = decide(address, state="received")
        assert status == 502
        assert "applicationDecided" in done["error"]
        assert sandbox.agencies["azcc"].applications.find("app-1").state == "submitted"

    def test_foreign_page_cannot_decide(self, address, portal):
        status, _, _ = ask(
            f"{address}/applications/azcc/app-1", b"state=approved", Origin="https://evil.example"
        )
        assert status == 403
        assert portal.statuses == {}


class TestPage:
    def test_page_shows_questions_answers_files_and_buttons(self, sandbox, address):
        apply(sandbox)
        _, headers, page = ask(f"{address}/azcc/applications")
        assert headers["Content-Security-Policy"].startswith("default-src 'none'")
        assert "Ocotillo &lt;b&gt;Bakery&lt;/b&gt; LLC" in page
        assert "The company is managed by" in page
        assert "<dd>Its members</dd>" in page
        assert "dropped" not in page
        assert 'href="/azcc/applications/app-1/doc-1"' in page
        assert re.findall(r'name="state" value="(\w+)"', page) == [
            "received", "inReview", "needsInformation", "approved", "refused",
        ]  # fmt: skip
        labels, ids = re.findall(r'<label for="([^"]+)"', page), re.findall(r'\bid="([^"]+)"', page)
        assert set(labels) <= set(ids)
        assert len(ids) == len(set(ids))

    def test_page_shows_each_person_on_a_line(self, sandbox, address):
        place = {"line1": "401 N 1st St", "city": "Phoenix", "state": "AZ", "zip": "85004"}
        people = [{"name": "Ana", "role": "manager", "address": place}, {"name": "Sam"}]
        answers = {
            "agentAddress": json.dumps(place),
            "managers": json.dumps(people),
            "members": "Elena, Yuma",
        }
        apply(sandbox, answers=answers)
        _, _, page = ask(f"{address}/azcc/applications")
        assert "<dd>401 N 1st St, Phoenix, AZ 85004</dd>" in page
        assert "<dd>Ana, Manager, 401 N 1st St, Phoenix, AZ 85004\nSam</dd>" in page
        # The form of an application that was begun earlier asked for a text.
        assert "<dd>Elena, Yuma</dd>" in page

    @pytest.mark.parametrize("state", ["received", "inReview", "needsInformation", "approved", "refused"])
    def test_button_sends_its_status(self, sandbox, address, portal, state):
        apply(sandbox)
        form = {"note-en": "See to it.", "note-es": "", "respondBy": "2026-12-05", "state": state}
        status, headers, _ = ask(f"{address}/applications/azcc/app-1", urlencode(form).encode())
        assert (status, headers["Location"]) == (303, "/azcc/applications")
        (reported,) = portal.statuses["app-1"]
        assert reported.status.state == state
        assert (reported.status.note.en, reported.status.note.es) == ("See to it.", None)
        assert (reported.status.respond_by is not None) == (state == "needsInformation")
        assert len(reported.status.documents) == (1 if state == "approved" else 0)
        page = ask(f"{address}/azcc/applications")[2]
        assert f"app-1 is {state} now: stored." in page
        assert f"{state}: stored" in page

    def test_home_page_links_to_agencies_with_forms(self, address):
        page = ask(f"{address}/")[2]
        assert set(re.findall(r'href="/([a-z-]+)/applications"', page)) == {"azcc", "azsos", "azdor"}
        assert re.findall(r'href="/([a-z-]+)/accounts"', page) == ["azcc"]

    def test_program_reads_the_same_data(self, sandbox, address):
        apply(sandbox)
        (item,) = json.loads(ask(f"{address}/applications/azcc")[2])["items"]
        assert item["state"] == "submitted"
        assert item["request"]["answers"] == APPLICATION["answers"]

    def test_file_is_fetched_and_compared(self, sandbox, address, portal):
        apply(sandbox)
        portal.documents["doc-1"] = FILE
        status, headers, content = ask(f"{address}/azcc/applications/app-1/doc-1")
        assert (status, content.encode()) == (200, FILE)
        assert headers["Content-Type"] == "application/pdf"
        assert headers["Content-Disposition"].startswith("attachment; filename*=UTF-8''Aceptaci%C3%B3n")
        portal.documents["doc-1"] = b"something else"
        assert ask(f"{address}/azcc/applications/app-1/doc-1")[0] == 502

    @pytest.mark.parametrize("state", ["checking", "refused"])
    def test_unready_file_is_reported(self, sandbox, address, portal, state):
        apply(sandbox)
        portal.documents["doc-1"] = FILE
        portal.document_state = state
        status, _, text = ask(f"{address}/azcc/applications/app-1/doc-1")
        assert status == 409
        assert state in text

    def test_unavailable_file_is_reported(self, sandbox, address):
        apply(sandbox)
        assert ask(f"{address}/azcc/applications/app-1/doc-1")[0] == 502
        assert ask(f"{address}/azcc/applications/app-1/doc-2")[0] == 404
        assert ask(f"{address}/azcc/applications/app-2/doc-1")[0] == 404
