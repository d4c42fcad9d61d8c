"""Application statuses that agencies send, and files that they download."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
import requests

from tests.api.agency_support import run_agency
from tests.api.applications_support import (
    AGENCY_CALLER,
    NOW,
    OTHER_AGENCY,
    OWNER,
    PDF,
    ApplicationsWorld,
    make_status,
)
from tests.api.inbound_support import empty_bucket, list_inbox, list_keys, upload
from tests.api.support import UNKNOWN_ID, Client


@pytest.fixture
def world(client: Client) -> Iterator[ApplicationsWorld]:
    empty_bucket()
    with run_agency() as agency:
        yield ApplicationsWorld(client, agency)


@pytest.fixture
def one(world: ApplicationsWorld) -> Any:
    return world.submitted()


def make_time(minutes: Any) -> str:
    return (NOW + timedelta(minutes=minutes)).isoformat()


def get_document(world: Any, application_id: Any, document_id: Any, agency: Any = AGENCY_CALLER) -> Any:
    return world.by(agency).get(f"/api/agency-inbound/applications/{application_id}/documents/{document_id}")


class TestStates:
    def test_repeated_status_changes_nothing(self, world: ApplicationsWorld, one: Any) -> None:
        reported = make_status("inReview", "own-1")
        assert world.tell(one, reported).json == {"outcome": "stored"}
        before = world.get(one)
        assert world.tell(one, reported).json == {"outcome": "unchanged"}
        assert world.get(one) == before
        assert len(list_inbox(OWNER)) == 1

    def test_repeated_late_status_sends_no_message(self, world: ApplicationsWorld, one: Any) -> None:
        world.passes(minutes=10)
        asked = make_status("needsInformation", "own-2", at="2026-11-20T17:02:00Z")
        earlier = make_status("inReview", "own-1", at="2026-11-20T17:01:00Z")
        assert world.tell(one, asked).json == {"outcome": "stored"}
        before = len(list_inbox(OWNER))
        for _ in range(3):
            assert world.tell(one, earlier).status == 200
        assert len(list_inbox(OWNER)) == before

    def test_repeated_status_after_decision_is_unchanged(self, world: ApplicationsWorld, one: Any) -> None:
        review, approval = make_status("inReview", "own-1"), make_status("approved", "own-2")
        for reported in (review, approval):
            world.tell(one, reported)
        for reported in (review, approval):
            assert world.tell(one, reported).json == {"outcome": "unchanged"}
        assert world.tell(one, make_status("inReview")).json["code"] == "applicationDecided"

    def test_repeated_status_after_deadline_is_unchanged(self, world: ApplicationsWorld, one: Any) -> None:
        reported = make_status("needsInformation", respondBy="2026-11-21")
        assert world.tell(one, reported).json == {"outcome": "stored"}
        world.passes(days=5)
        assert world.tell(one, reported).json == {"outcome": "unchanged"}

    def test_reused_status_id_with_other_content_is_refused(self, world: ApplicationsWorld, one: Any) -> None:
        world.tell(one, make_status("inReview", "own-1"))
        answer = world.tell(one, make_status("approved", "own-1"))
        assert (answer.status, answer.json["code"]) == (409, "statusIdReused")

    def test_same_status_id_works_for_two_applications(self, world: ApplicationsWorld, one: Any) -> None:
        other = world.submitted()
        for application_id in (one, other):
            assert world.tell(application_id, make_status("inReview", "own-1")).json == {"outcome": "stored"}

    def test_late_status_goes_to_history_without_message(self, world: ApplicationsWorld, one: Any) -> None:
        world.passes(minutes=10)
        world.tell(one, make_status("inReview", at=make_time(5)))
        assert world.tell(one, make_status("received", at=make_time(1))).json == {"outcome": "stored"}
        kept = world.get(one)
        assert kept["state"] == "inReview"
        assert [each["state"] for each in kept["history"]][:2] == ["inReview", "received"]
        assert len(list_inbox(OWNER)) == 1

    def test_backward_status_is_refused(self, world: ApplicationsWorld, one: Any) -> None:
        world.tell(one, make_status("inReview", at=make_time(1)))
        answer = world.tell(one, make_status("received", at=make_time(2)))
        assert (answer.status, answer.json["code"]) == (409, "stateNotPossible")

    def test_status_after_withdrawal_is_refused(self, world: ApplicationsWorld, one: Any) -> None:
        world.withdraw(one)
        answer = world.tell(one, make_status("approved"))
        assert (answer.status, answer.json["code"]) == (409, "applicationWithdrawn")
        assert world.get(one)["state"] == "withdrawn"
        assert list_inbox(OWNER) == []

    @pytest.mark.proof
    def test_parallel_withdrawal_and_decision_apply_only_one(self, world: ApplicationsWorld) -> None:
        for _ in range(5):
            one = world.submitted()
            with ThreadPoolExecutor(2) as threads:
                withdrawal = threads.submit(world.withdraw, one)
                decision = threads.submit(world.tell, one, make_status("approved"))
            outcomes = (withdrawal.result().status, decision.result().status)
            kept = world.get(one)["state"]
            assert (outcomes, kept) in (((200, 409), "withdrawn"), ((409, 200), "approved"))

    @pytest.mark.proof
    def test_parallel_identical_statuses_are_stored_once(self, world: ApplicationsWorld, one: Any) -> None:
        reported = make_status("approved", "own-1")
        with ThreadPoolExecutor(20) as threads:
            answers = list(threads.map(lambda _: world.tell(one, reported), range(20)))
        assert {answer.status for answer in answers} == {200}
        assert [each["state"] for each in world.get(one)["history"]].count("approved") == 1
        assert len(list_inbox(OWNER)) == 1

    @pytest.mark.proof
    def test_parallel_statuses_without_id_are_all_stored(self, world: ApplicationsWorld, one: Any) -> None:
        with ThreadPoolExecutor(4) as threads:
            answers = list(threads.map(lambda _: world.tell(one, make_status("inReview")), range(4)))
        assert {answer.status for answer in answers} == {200}
        assert [each["state"] for each in world.get(one)["history"]].count("inReview") == 4

    def test_note_is_in_reader_language(self, world: ApplicationsWorld, one: Any) -> None:
        world.tell(one, make_status("refused", note={"es": "Falta\r\n la firma. "}))
        path = f"/api/businessapplications/applications/{one}"
        for language in ("en", "es"):
            [decision, *_] = world.by(OWNER).sending(accept_language=language).get(path).json["history"]
            assert (decision["state"], decision["note"]) == ("refused", "Falta\n la firma.")
            assert decision["by"] == ("Test Agency" if language == "en" else "Test Agency (es)")

    @pytest.mark.parametrize("state", ["received", "inReview", "needsInformation", "approved", "refused"])
    def test_each_state_sends_message(self, world: ApplicationsWorld, one: Any, state: str) -> None:
        world.tell(one, make_status(state))
        [message] = list_inbox(OWNER)
        assert message.sender.en == "Saguaro"
        assert "Food license" in message.subject["en"]
        assert "Food license (es)" in message.subject["es"]


class TestAccess:
    @pytest.mark.parametrize("application_id", [UNKNOWN_ID, "x", "..", "%00", "a" * 26])
    def test_status_for_unknown_application_is_404(
        self, world: ApplicationsWorld, application_id: Any
    ) -> None:
        answer = world.tell(application_id, make_status("approved"))
        assert (answer.status, answer.json["code"]) == (404, "applicationNotFound")

    def test_status_for_draft_is_404(self, world: ApplicationsWorld) -> None:
        draft = world.draft()
        assert world.tell(draft, make_status("approved")).json["code"] == "applicationNotFound"

    def test_status_of_other_agency_is_404(self, world: ApplicationsWorld, one: Any) -> None:
        answer = world.tell(one, make_status("approved"), OTHER_AGENCY)
        assert (answer.status, answer.json["code"]) == (404, "applicationNotFound")
        assert world.get(one)["state"] == "submitted"

    def test_status_from_person_is_401(self, world: ApplicationsWorld, one: Any) -> None:
        assert world.tell(one, make_status("approved"), OWNER).status == 401


class TestBadInput:
    @pytest.mark.parametrize(
        ("changes", "wrong"),
        [
            ({"state": "withdrawn"}, "state"),
            ({"state": "draft"}, "state"),
            ({"state": None}, "state"),
            ({"id": ""}, "id"),
            ({"id": "a\nb"}, "id"),
            ({"id": "x" * 101}, "id"),
            ({"at": "2026-11-20"}, "at"),
            ({"at": "2026-11-20T19:00:00Z"}, "at"),
            ({"at": "2020-01-01T00:00:00Z"}, "at"),
            ({"at": "0001-01-01T00:00:00+14:00"}, "at"),
            ({"at": "9999-12-31T23:59:59-14:00"}, "at"),
            ({"note": {}}, "note"),
            ({"note": {"en": ""}}, "note.en"),
            ({"note": {"en": "x" * 4001}}, "note.en"),
            ({"note": {"es": "a\u0000b"}}, "note.es"),
            ({"note": {"es": "a\u202eb"}}, "note.es"),
            ({"note": {"fr": "Bonjour"}}, "note.fr"),
            ({"note": "text"}, "note"),
            ({"respondBy": "2026-12-10"}, "respondBy"),
            ({"documents": [{"id": "x"}] * 6}, "documents"),
            ({"documents": [{"id": "nothing"}]}, "documents.0.id"),
            ({"reviewer": "x"}, "reviewer"),
        ],
    )
    def test_each_invalid_status_field_is_reported(
        self, world: ApplicationsWorld, one: Any, changes: dict[str, Any], wrong: str
    ) -> None:
        answer = world.tell(one, make_status("inReview", **changes))
        assert set(answer.problems()) == {f"status.{wrong}"}
        assert world.get(one)["state"] == "submitted"

    def test_shape_and_rule_faults_are_reported_together(self, world: ApplicationsWorld, one: Any) -> None:
        faulty = make_status(
            "refused",
            id="a\nb",
            note={"en": "x" * 4001, "es": 1},
            respondBy="2026-12-10",
            amountDue="85",
            documents=[{"id": "x"}, {"id": "x"}],
            at="2020-01-01T00:00:00Z",
        )
        names = ["id", "note.es", "respondBy", "amountDue", "documents.1.id", "at"]
        assert set(world.tell(one, faulty).problems()) == {f"status.{name}" for name in names}

    def test_repeated_status_with_invalid_time_is_refused(self, world: ApplicationsWorld, one: Any) -> None:
        assert world.tell(one, make_status("inReview", "own-1")).status == 200
        again = make_status("inReview", "own-1", at="0001-01-01T00:00:00+14:00")
        assert set(world.tell(one, again).problems()) == {"status.at"}

    @pytest.mark.parametrize("state", ["needsInformation", "refused"])
    def test_status_without_required_note_is_refused(
        self, world: ApplicationsWorld, one: Any, state: str
    ) -> None:
        assert set(world.tell(one, make_status(state, note=None)).problems()) == {"status.note"}

    @pytest.mark.parametrize("day", ["2026-11-19", "2026-11-20", "2028-01-01", "soon", 1])
    def test_invalid_respond_by_date_is_refused(
        self, world: ApplicationsWorld, one: Any, day: str | int
    ) -> None:
        answer = world.tell(one, make_status("needsInformation", respondBy=day))
        assert set(answer.problems()) == {"status.respondBy"}

    def test_html_in_note_stays_text(self, world: ApplicationsWorld, one: Any) -> None:
        world.tell(one, make_status("refused", note={"en": "<script>alert(1)</script>"}))
        assert world.get(one)["history"][0]["note"] == "<script>alert(1)</script>"
        assert list_inbox(OWNER)[0].body_format == "plain"


class TestFiles:
    def test_agency_attaches_document(self, world: ApplicationsWorld, one: Any) -> None:
        sent = upload(world.by(AGENCY_CALLER))
        reported = make_status("approved", documents=[{"id": sent}])
        assert world.tell(one, reported).json == {"outcome": "stored"}
        assert world.tell(one, reported).json == {"outcome": "unchanged"}
        kept = world.get(one)
        assert kept["history"][0]["documentIds"] == [sent]
        [shown] = kept["documents"]
        assert (shown["code"], shown["origin"], shown["name"]) == (None, "agency", "Notice of renewal.pdf")
        path = f"/api/businessapplications/applications/{one}/documents/{sent}"
        assert requests.get(world.by(OWNER).get(path).json["url"], timeout=10).content == PDF

    def test_document_of_other_agency_is_refused(self, world: ApplicationsWorld, one: Any) -> None:
        sent = upload(world.by(OTHER_AGENCY))
        answer = world.tell(one, make_status("approved", documents=[{"id": sent}]))
        assert set(answer.problems()) == {"status.documents.0.id"}
        assert list_keys("kept/") == []

    def test_agency_downloads_applicant_document(self, world: ApplicationsWorld) -> None:
        draft = world.draft()
        added = world.add(draft).json
        assert get_document(world, draft, added["id"]).json["code"] == "applicationNotFound"
        world.submit(draft, added["revision"])
        [sent] = world.calls("application")[0]["documents"]
        answer = get_document(world, draft, sent["id"])
        assert answer.json["state"] == "ready"
        assert requests.get(answer.json["url"], timeout=10).content == PDF
        world.scan = "required"
        assert get_document(world, draft, sent["id"]).json == {
            "state": "checking",
            "url": None,
            "expiresAt": None,
        }

    def test_document_of_other_application_is_404(self, world: ApplicationsWorld, one: Any) -> None:
        draft = world.draft()
        added = world.add(draft).json
        world.submit(draft, added["revision"])
        assert get_document(world, one, added["id"]).json["code"] == "documentNotFound"
        assert get_document(world, draft, added["id"], OTHER_AGENCY).json["code"] == "applicationNotFound"
        assert get_document(world, draft, "..").json["code"] == "documentNotFound"
