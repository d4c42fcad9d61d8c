"""Applications: submission, withdrawal and removal."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from tests.api.agency_support import make_text, run_agency
from tests.api.applications_support import (
    APPLICATIONS,
    MANAGER,
    OWNER,
    STRANGER,
    VIEWER,
    ApplicationsWorld,
    make_key,
    make_status,
)
from tests.api.inbound_support import empty_bucket
from tests.api.support import APPLICATIONS_TABLE, Answer, Client


@pytest.fixture
def world(client: Client) -> Iterator[ApplicationsWorld]:
    empty_bucket()
    with run_agency() as agency:
        yield ApplicationsWorld(client, agency)


class TestSubmitting:
    def test_addresses_and_people_are_checked_part_by_part(self, world: ApplicationsWorld) -> None:
        fields = [
            {"name": "agent", "label": make_text("Agent"), "kind": "address", "allowsPoBox": False},
            {"name": "members", "label": make_text("Members"), "kind": "people", "hasAddress": True},
        ]
        world.register(sections=[{"id": "all", "title": make_text("All"), "fields": fields}], documents=[])
        world.passes(minutes=2)
        address = {"line1": "401 N 1st St", "city": "Phoenix", "state": "AZ", "zip": "85004"}
        person = {"name": "Ana Peña", "address": address}
        begun = world.begin().json
        path = f"{APPLICATIONS}/{begun['id']}"

        def save(agent: Any, members: Any, revision: int) -> Answer:
            answers = {"agent": agent, "members": members}
            return world.by(OWNER).put(f"{path}/answers", {"answers": answers, "revision": revision})

        many = save(address, [person] * 51, begun["revision"])
        assert (many.status, many.problems()) == (
            400,
            {"answers.members": ["Members: list at most 50 people."]},
        )
        wrong = address | {"line1": "Street 12 <b>", "zip": "90210"}
        saved = save(wrong, [person, {}], begun["revision"])
        assert saved.status == 200, saved.text
        kept = world.by(OWNER).get(path).json["answers"]
        assert kept == {"agent": wrong, "members": [person, {}]}
        refused = world.submit(begun["id"], saved.json["revision"])
        assert refused.status == 400
        assert {"answers.agent.line1", "answers.agent.zip", "answers.members.1.name"} <= set(
            refused.problems()
        )
        saved = save(address | {"state": ""}, [person] * 50, saved.json["revision"])
        submitted = world.submit(begun["id"], saved.json["revision"])
        assert submitted.status == 200, submitted.text
        [sent] = world.calls("application")
        assert json.loads(sent["answers"]["agent"]) == address
        assert json.loads(sent["answers"]["members"]) == [person] * 50

    @pytest.mark.parametrize("answer", [5, {"street": "x"}, [{"name": 1}], {"line1": "x" * 401}, None])
    def test_answer_of_unknown_type_is_one_problem(self, world: ApplicationsWorld, answer: Any) -> None:
        application_id = world.draft({})
        body = {"answers": {"phone": answer}, "revision": 1}
        refused = world.by(OWNER).put(f"{APPLICATIONS}/{application_id}/answers", body)
        assert (refused.status, list(refused.problems())) == (400, ["answers.phone"])

    @pytest.mark.parametrize("answer", [{"line1": "401 N 1st St"}, [{"name": "Ana"}], [], {}])
    def test_answer_with_parts_to_other_question_is_refused(
        self, world: ApplicationsWorld, answer: Any
    ) -> None:
        application_id = world.draft({})
        body = {"answers": {"phone": answer}, "revision": 1}
        refused = world.by(OWNER).put(f"{APPLICATIONS}/{application_id}/answers", body)
        assert (refused.status, list(refused.problems())) == (400, ["answers.phone"])

    def test_missing_answers_are_reported(self, world: ApplicationsWorld) -> None:
        application_id = world.draft({"servesAlcohol": "yes", "phone": "911"})
        body = {"revision": 1, "isDeclared": False}
        path = f"{APPLICATIONS}/{application_id}/submission"
        answer = world.by(OWNER).sending(accept_language="es").post(path, body)
        assert set(answer.problems()) == {
            "answers.tradeName",
            "answers.county",
            "answers.employees",
            "answers.opensOn",
            "answers.alcoholLicense",
            "answers.email",
            "answers.phone",
            "documents.LIQUOR_LICENSE",
            "isDeclared",
        }
        assert answer.json[0]["applicationSection"] == "businessapplications"
        assert answer.problems()["answers.tradeName"] == [
            "tradeName (es): responda esto antes de presentar la solicitud."
        ]
        assert world.calls("application") == []

    def test_repeated_submission_gets_same_answer(self, world: ApplicationsWorld) -> None:
        application_id = world.draft()
        first, second = world.submit(application_id, 1), world.submit(application_id, 1, MANAGER)
        assert (first.status, second.status) == (200, 200)
        assert second.json["submittedAt"] == first.json["submittedAt"]
        assert len(world.calls("application")) == 1
        assert world.submit(application_id, 2).json["code"] == "notEditable"

    def test_submission_of_old_revision_is_refused(self, world: ApplicationsWorld) -> None:
        application_id = world.draft()
        answer = world.submit(application_id, 0)
        assert (answer.status, answer.json["code"]) == (409, "applicationChanged")

    def test_repeated_submission_after_change_request_is_refused(self, world: ApplicationsWorld) -> None:
        application_id = world.submitted()
        world.tell(application_id, make_status("needsInformation"))
        assert world.submit(application_id, 1).json["code"] == "applicationChanged"
        assert world.get(application_id)["state"] == "needsInformation"

    @pytest.mark.parametrize("mode", ["away", "refused", "error", "malformed", "unauthorised", "redirect"])
    def test_failed_delivery_to_agency_is_retried(self, world: ApplicationsWorld, mode: str) -> None:
        world.agency.mode = mode
        application_id = world.submitted()
        assert world.get(application_id)["isDelivered"] is False
        world.agency.mode = "normal"
        assert world.maintenance().deliver_due_news(lambda: 60_000).applications.delivered == 0
        world.passes(minutes=1)
        assert world.maintenance().deliver_due_news(lambda: 60_000).applications.delivered == 1
        kept = world.get(application_id)
        assert (kept["state"], kept["isDelivered"]) == ("submitted", True)
        assert kept["agencyReference"].startswith("TA-")
        world.passes(days=1)
        assert world.maintenance().deliver_due_news(lambda: 60_000).applications.delivered == 0

    def test_agency_status_before_delivery_answer_is_stored(self, world: ApplicationsWorld) -> None:
        application_id = world.draft()
        world.agency.before_answer = lambda _name: world.tell(application_id, make_status("received"))
        answer = world.submit(application_id, 1)
        assert (answer.json["state"], answer.json["isDelivered"]) == ("received", True)

    def test_unverified_email_is_not_sent_to_agency(self, world: ApplicationsWorld) -> None:
        application_id = world.draft()
        path = f"{APPLICATIONS}/{application_id}/submission"
        unverified = OWNER.__class__("rosa@example.com", email_verified=False, name="Rosa Delgado")
        world.by(unverified).post(path, {"revision": 1, "isDeclared": True})
        assert world.calls("application")[0]["applicant"] == {"name": "Rosa Delgado", "email": ""}


class TestWithdrawing:
    def test_withdrawal_notifies_agency(self, world: ApplicationsWorld) -> None:
        application_id = world.submitted()
        answer = world.withdraw(application_id, MANAGER)
        assert answer.status == 200, answer.text
        assert (answer.json["state"], answer.json["nextActor"], answer.json["isDelivered"]) == (
            "withdrawn",
            None,
            True,
        )
        assert world.withdraw(application_id).json["state"] == "withdrawn"
        assert world.calls("application-withdrawal") == [
            {"serviceId": "test-agency-licenses", "applicationId": application_id}
        ]

    def test_failed_withdrawal_notice_is_retried(self, world: ApplicationsWorld) -> None:
        application_id = world.submitted()
        world.agency.mode = "away"
        assert world.withdraw(application_id).json["isDelivered"] is False
        world.agency.mode = "normal"
        world.passes(minutes=1)
        assert world.maintenance().deliver_due_news(lambda: 60_000).applications.delivered == 1
        assert world.get(application_id)["isDelivered"] is True

    def test_draft_or_decided_application_cannot_be_withdrawn(self, world: ApplicationsWorld) -> None:
        draft = world.draft()
        assert world.withdraw(draft).json["code"] == "notWithdrawable"
        decided = world.submitted()
        world.tell(decided, make_status("refused"))
        assert world.withdraw(decided).json["code"] == "notWithdrawable"


class TestRemovingDrafts:
    def test_partly_removed_draft_is_404(self, world: ApplicationsWorld, stored: Mapping[str, Any]) -> None:
        draft = world.draft()
        stored[APPLICATIONS_TABLE].delete_item(Key={"application_id": draft, "item": "form"})
        assert world.by(OWNER).get(f"{APPLICATIONS}/{draft}").json["code"] == "applicationNotFound"

    def test_removed_draft_is_gone_with_files(
        self, world: ApplicationsWorld, stored: Mapping[str, Any]
    ) -> None:
        key = make_key()
        application_id = world.begin(key=key).json["id"]
        assert world.add(application_id).status == 201
        path = f"{APPLICATIONS}/{application_id}"
        for _ in range(2):
            answer = world.by(OWNER).delete(path)
            assert (answer.status, answer.json) == (200, {"id": application_id, "outcome": "removed"})
        assert world.by(OWNER).get(path).json["code"] == "applicationNotFound"
        [left] = [
            each for each in stored[APPLICATIONS_TABLE].scan()["Items"] if each["item"] == "application"
        ]
        assert set(left) == {"schema", "application_id", "item", "content"}
        assert world.by(OWNER).get(APPLICATIONS).json["items"] == []
        assert world.begin(key=key).json["code"] == "idempotencyKeyReused"
        assert world.by(VIEWER).delete(path).json["code"] == "roleNotAllowed"
        assert world.by(STRANGER).delete(path).json["code"] == "applicationNotFound"

    def test_submitted_application_cannot_be_removed(self, world: ApplicationsWorld) -> None:
        application_id = world.submitted()
        world.tell(application_id, make_status("needsInformation"))
        answer = world.by(OWNER).delete(f"{APPLICATIONS}/{application_id}")
        assert (answer.status, answer.json["code"]) == (409, "alreadySubmitted")
