"""Applications of businesses at the sandbox agencies, and the decisions about them."""

import hashlib
import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from tests.infrastructure.agencies.portal_stand_in import Portal
from tests.infrastructure.agencies.sandbox_support import Sandbox, run_sandbox

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
DOCUMENT = "/azcc/applications/app-1/doc-1"


@pytest.fixture
def box(portal: Portal) -> Iterator[Sandbox]:
    with run_sandbox(portal.origin) as box:
        yield box


def apply(box: Sandbox, **changes: Any) -> Any:
    return box.call("azcc", "application", **(APPLICATION | changes))


def list_applications(box: Sandbox) -> Any:
    return box.get("/applications/azcc").json()["items"]


def decide(box: Sandbox, application_id: str = "app-1", **decision: Any) -> tuple[int, Any]:
    answer = box.post(f"/applications/azcc/{application_id}", **decision)
    return answer.status_code, answer.json()


class TestReceiving:
    def test_newer_submission_replaces_the_older(self, box: Sandbox) -> None:
        first, again = apply(box), apply(box, answers={})
        assert first.status == again.status == 200
        assert first.parse_json() == again.parse_json() == {"received": True, "reference": "AZCC-5EB7E725"}
        (stored,) = list_applications(box)
        assert (stored["state"], stored["request"]["answers"]) == ("submitted", APPLICATION["answers"])
        apply(box, submission=2, answers={"managedBy": "managers"})
        apply(box)
        (stored,) = list_applications(box)
        assert stored["request"]["answers"] == {"managedBy": "managers"}


class TestDeciding:
    def test_program_can_send_any_accepted_status(self, box: Sandbox, portal: Portal) -> None:
        apply(box)
        note = {"en": "Please name the managers.", "es": "Nombre a los administradores."}
        status, done = decide(box, state="needsInformation", note=note, respondBy="2026-12-05")
        assert (status, done["outcome"]) == (200, "stored")
        (reported,) = portal.statuses["app-1"]
        assert (reported.status.id, reported.status.state) == (done["id"], "needsInformation")
        assert reported.status.note and reported.status.note.model_dump() == note
        assert str(reported.status.respond_by) == "2026-12-05"
        assert reported.status.documents == []
        assert list_applications(box)[0]["state"] == "needsInformation"

    @pytest.mark.parametrize("decision", [{}, {"state": "submitted"}, {"state": "approved", "colour": "red"}])
    def test_invalid_decision_is_reported(self, box: Sandbox, portal: Portal, decision: Any) -> None:
        status, done = decide(box, **decision)
        assert (status, portal.statuses) == (400, {})
        assert done["error"]

    def test_refused_decision_changes_nothing(self, box: Sandbox, portal: Portal) -> None:
        apply(box)
        portal.status = 409
        status, done = decide(box, state="received")
        assert (status, "applicationDecided" in done["error"]) == (502, True)
        assert list_applications(box)[0]["state"] == "submitted"


class TestPage:
    def test_page_shows_questions_answers_files_and_buttons(self, box: Sandbox) -> None:
        place = {"line1": "401 N 1st St", "city": "Phoenix", "state": "AZ", "zip": "85004"}
        people = [{"name": "Ana", "role": "manager", "address": place}, {"name": "Sam"}]
        answers = {
            "agentAddress": json.dumps(place),
            "managers": json.dumps(people),
            "members": "Elena, Yuma",
        }
        apply(box, answers={"managedBy": "members", "unknown": "dropped"} | answers)
        page = box.get("/azcc/applications").text
        assert "Ocotillo &lt;b&gt;Bakery&lt;/b&gt; LLC" in page
        assert "The company is managed by" in page
        assert "<dd>Its members</dd>" in page
        assert "dropped" not in page
        assert "<dd>401 N 1st St, Phoenix, AZ 85004</dd>" in page
        assert "<dd>Ana, Manager, 401 N 1st St, Phoenix, AZ 85004\nSam</dd>" in page
        # The form of an application that was begun earlier asked for a text.
        assert "<dd>Elena, Yuma</dd>" in page
        assert f'href="{DOCUMENT}"' in page
        labels, ids = re.findall(r'<label for="([^"]+)"', page), re.findall(r'\bid="([^"]+)"', page)
        assert set(labels) <= set(ids)
        assert len(ids) == len(set(ids))

    @pytest.mark.parametrize("state", ["received", "inReview", "needsInformation", "approved", "refused"])
    def test_button_sends_its_status(self, box: Sandbox, portal: Portal, state: str) -> None:
        apply(box)
        assert f'name="state" value="{state}"' in box.get("/azcc/applications").text
        form = {"note-en": "See to it.", "note-es": "", "respondBy": "2026-12-05", "state": state}
        answer = box.submit("/applications/azcc/app-1", form)
        assert (answer.status_code, answer.headers["Location"]) == (303, "/azcc/applications")
        (reported,) = portal.statuses["app-1"]
        assert reported.status.state == state
        assert reported.status.note and reported.status.note.model_dump() == {"en": "See to it.", "es": None}
        assert (reported.status.respond_by is not None) == (state == "needsInformation")
        files = [portal.uploads[each.id].name for each in reported.status.documents]
        assert files == (["Certificate.pdf"] if state == "approved" else [])
        page = box.get("/azcc/applications").text
        assert f"app-1 is {state} now: stored." in page
        assert f"{state}: stored" in page

    def test_file_is_fetched_and_compared(self, box: Sandbox, portal: Portal) -> None:
        apply(box)
        assert box.get(DOCUMENT).status_code == 502
        portal.documents["doc-1"] = FILE
        answer = box.get(DOCUMENT)
        assert (answer.status_code, answer.content) == (200, FILE)
        assert answer.headers["Content-Type"] == "application/pdf"
        assert answer.headers["Content-Disposition"].startswith(
            "attachment; filename*=UTF-8''Aceptaci%C3%B3n"
        )
        portal.document_state = "checking"
        assert (box.get(DOCUMENT).status_code, "checking" in box.get(DOCUMENT).text) == (409, True)
        assert box.get("/azcc/applications/app-1/doc-2").status_code == 404
