"""Applications of businesses: from the form to the decision, for every role."""

from collections.abc import Iterator
from datetime import date, timedelta
from itertools import product
from typing import Any

import pytest

from domains.applications import owed_fees
from domains.applications.application import MAX_APPLICATIONS
from domains.reference.fees import list_fees
from tests.api.agency_support import make_text, run_agency
from tests.api.applications_support import (
    ANSWERS,
    APPLICATIONS,
    FOR_CORPORATIONS,
    FORM,
    FORMS,
    MANAGER,
    NOW,
    OWNER,
    PDF,
    SENT_ANSWERS,
    STRANGER,
    VIEWER,
    ApplicationsWorld,
    add_business,
    make_file,
    make_key,
    make_status,
)
from tests.api.businesses_support import BUSINESSES, call_at_once
from tests.api.inbound_support import empty_bucket, list_inbox
from tests.api.support import UNKNOWN_ID, Client


@pytest.fixture
def world(client: Client) -> Iterator[ApplicationsWorld]:
    empty_bucket()
    with run_agency() as agency:
        yield ApplicationsWorld(client, agency)


def test_application_is_sent_to_agency(world: ApplicationsWorld) -> None:
    begun = world.begin()
    assert begun.status == 201, begun.text
    assert begun.json["answers"] == {"tradeName": "Velvetine Cactus LLC", "county": "pima"}
    assert (begun.json["state"], begun.json["canEdit"], begun.json["isDelivered"]) == ("draft", True, None)
    application_id = begun.json["id"]
    world.passes(seconds=1)
    assert world.save(application_id, ANSWERS, 0).json["revision"] == 1
    submitted = world.submit(application_id, 1)
    assert submitted.status == 200, submitted.text
    kept = submitted.json
    assert (kept["state"], kept["isDelivered"], kept["nextActor"]) == ("submitted", True, "agency")
    assert kept["due"] == {"on": "2026-11-30", "businessDays": 5}
    assert kept["agencyReference"].startswith("TA-")
    assert (kept["canEdit"], kept["canWithdraw"]) == (False, True)
    assert [(each["state"], each["by"], each["isByYou"]) for each in kept["history"]] == [
        ("submitted", "Rosa Delgado", True),
        ("draft", "Rosa Delgado", True),
    ]
    [sent] = world.calls("application")
    assert sent == {
        "serviceId": "test-agency-licenses",
        "applicationId": application_id,
        "submission": 1,
        "formId": FORM,
        "submittedAt": "2026-11-20T18:30:01Z",
        "business": {
            "id": world.business,
            "name": "Velvetine Cactus LLC",
            "entityType": "llc",
            "countyId": "pima",
        },
        "applicant": {"name": "Rosa Delgado", "email": "rosa@example.com"},
        "answers": SENT_ANSWERS,
        "documents": [],
        "owed": [{"label": "Fee", "amount": "50.00"}],
        "nameReservation": None,
    }


def test_agency_requests_information_and_decides(world: ApplicationsWorld) -> None:
    application_id = world.submitted()
    assert world.tell(application_id, make_status("inReview")).json == {"outcome": "stored"}
    asked = make_status("needsInformation", respondBy="2026-12-10")
    assert world.tell(application_id, asked).json == {"outcome": "stored"}
    kept = world.get(application_id)
    assert (kept["state"], kept["nextActor"], kept["canEdit"]) == ("needsInformation", "applicant", True)
    assert kept["due"] == {"on": "2026-12-10", "businessDays": 13}
    added = world.add(application_id)
    assert added.status == 201
    again = world.submit(application_id, added.json["revision"])
    assert again.status == 200, again.text
    assert [call["submission"] for call in world.calls("application")] == [1, 2]
    assert [each["code"] for each in world.calls("application")[1]["documents"]] == ["FLOOR_PLAN"]
    assert world.tell(application_id, make_status("approved")).status == 200
    kept = world.get(application_id)
    assert (kept["state"], kept["nextActor"], kept["due"]) == ("approved", None, None)
    assert [each["state"] for each in kept["history"]].count("submitted") == 2


class TestForms:
    def test_forms_are_sorted_by_agency_and_name(self, world: ApplicationsWorld) -> None:
        items = world.by(STRANGER).get(FORMS).json["items"]
        assert [form["id"] for form in items] == [FOR_CORPORATIONS, FORM]
        assert items[0]["entityTypes"] == ["corporation"]
        assert items[1]["fees"] == [
            {
                "label": "Fee",
                "amount": "50.00",
                "status": "confirmed",
                "sourceUrl": "https://agency.az.gov/fees",
                "checkedOn": "2026-11-01",
            },
            {
                "label": "Alcohol",
                "amount": "50.00",
                "status": "confirmed",
                "sourceUrl": "https://www.azleg.gov/ars/29/03213.htm",
                "checkedOn": "2026-11-29",
            },
        ]

    def test_form_is_in_request_language(self, world: ApplicationsWorld) -> None:
        assert world.by(OWNER).get(f"{FORMS}/{FORM}").json["declaration"] == "All of this is true."
        form = world.by(OWNER).sending(accept_language="es").get(f"{FORMS}/{FORM}").json
        assert form["declaration"] == "All of this is true. (es)"
        assert form["sections"][0]["fields"][0]["label"] == "tradeName (es)"
        assert form["sections"][0]["fields"][5]["shownWhen"] == {"field": "servesAlcohol", "equals": "yes"}
        assert [each["code"] for each in form["documents"]] == ["FLOOR_PLAN", "LIQUOR_LICENSE"]

    @pytest.mark.parametrize("form_id", ["nothing", "test-agency-licenses", "..", "%00", "x" * 500])
    def test_unknown_form_is_404(self, world: ApplicationsWorld, form_id: str) -> None:
        answer = world.by(OWNER).get(f"{FORMS}/{form_id}")
        assert (answer.status, answer.json["code"]) == (404, "formNotFound")


class TestBeginning:
    def test_same_key_begins_same_application(self, world: ApplicationsWorld) -> None:
        first, second = (world.begin(key="same-key-1") for _ in range(2))
        assert (first.status, second.status) == (201, 200)
        assert second.json == first.json
        other = world.begin(form_id=FOR_CORPORATIONS, key="same-key-1")
        assert (other.status, other.json["code"]) == (409, "idempotencyKeyReused")
        assert world.begin(MANAGER, key="same-key-1").json["id"] != first.json["id"]

    def test_draft_works_after_form_is_withdrawn(self, world: ApplicationsWorld) -> None:
        application_id = world.draft()
        first = world.begin(key="same-key-2")
        world.register(id=f"{FORM}-2027")
        world.passes(minutes=2)
        assert world.begin(key="same-key-2").status == 200
        assert world.begin().json["code"] == "formNotFound"
        assert world.get(first.json["id"])["form"]["id"] == FORM
        assert world.submit(application_id, 1).status == 200

    def test_form_for_other_entity_type_is_refused(self, world: ApplicationsWorld) -> None:
        answer = world.begin(form_id=FOR_CORPORATIONS)
        assert (answer.status, answer.json["code"]) == (409, "formNotForEntityType")
        corporation = add_business("Cactus Inc.", entity_type="corporation", roles={OWNER: "owner"})
        assert world.begin(form_id=FOR_CORPORATIONS, business=corporation).status == 201

    def test_application_for_foreign_business_is_404(self, world: ApplicationsWorld) -> None:
        for business in (world.business, UNKNOWN_ID, "x", "member#1"):
            answer = world.begin(STRANGER, business=business)
            assert (answer.status, answer.json["code"]) == (404, "businessNotFound")

    def test_open_applications_per_business_are_limited(
        self, world: ApplicationsWorld, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("functions.businessapplications.service.MAX_APPLICATIONS", 2)
        world.submitted()
        decided = world.submitted()
        answer = world.begin()
        assert (answer.status, answer.json["code"]) == (409, "tooManyApplications")
        assert answer.json["message"].startswith(
            f"A business can have up to {MAX_APPLICATIONS} open applications"
        )
        world.tell(decided, make_status("approved"))
        assert world.begin().status == 201

    def test_parallel_begins_do_not_exceed_the_limit(
        self, world: ApplicationsWorld, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("functions.businessapplications.service.MAX_APPLICATIONS", 3)
        answers = call_at_once(range(20), lambda number: world.begin(key=f"parallel-key-{number:02}"))
        assert sorted(answer.status for answer in answers) == [201] * 3 + [409] * 17
        assert {answer.json["code"] for answer in answers if answer.status == 409} == {"tooManyApplications"}

    @pytest.mark.parametrize(
        ("body", "wrong"),
        [
            ({"formId": "", "businessId": "x"}, {"formId"}),
            ({"formId": "x" * 121, "businessId": "x" * 61}, {"formId", "businessId"}),
            ({"formId": 1, "businessId": ["x"]}, {"formId", "businessId"}),
            ({"formId": "x", "businessId": "x", "state": "approved"}, {"state"}),
            ({}, {"formId", "businessId"}),
        ],
    )
    def test_invalid_begin_request_is_refused(
        self, world: ApplicationsWorld, body: dict[str, Any], wrong: set[str]
    ) -> None:
        answer = world.by(OWNER).sending(idempotency_key=make_key()).post(APPLICATIONS, body)
        assert set(answer.problems()) == wrong

    def test_begin_without_key_is_refused(self, world: ApplicationsWorld) -> None:
        answer = world.by(OWNER).post(APPLICATIONS, {"formId": FORM, "businessId": world.business})
        assert set(answer.problems()) == {"Idempotency-Key"}


class TestSaving:
    def test_omitted_answers_are_removed(self, world: ApplicationsWorld) -> None:
        application_id = world.draft()
        world.passes(minutes=1)
        saved = world.save(application_id, {"employees": "3"}, 1)
        assert (saved.json["revision"], saved.json["savedAt"]) == (2, "2026-11-20T18:31:00Z")
        assert world.get(application_id)["answers"] == {"employees": "3"}

    def test_repeated_save_gets_same_answer(self, world: ApplicationsWorld) -> None:
        application_id = world.draft()
        first = world.save(application_id, {"employees": "3"}, 1)
        assert world.save(application_id, {"employees": "3"}, 1).json == first.json
        assert world.save(application_id, {"employees": "4"}, 1).json["code"] == "applicationChanged"

    def test_submitted_answers_cannot_be_changed(self, world: ApplicationsWorld) -> None:
        application_id = world.submitted()
        answer = world.save(application_id, {}, 1)
        assert (answer.status, answer.json["code"]) == (409, "notEditable")

    @pytest.mark.parametrize(
        ("answers", "wrong"),
        [
            ({"other": "x"}, {"answers.other"}),
            ({"tradeName": "x" * 121}, {"answers.tradeName"}),
            ({"remarks": "x" * 4001}, {"answers.remarks"}),
            ({"tradeName": ["a"]}, {"answers.tradeName"}),
            ({f"field{number}": "x" for number in range(361)}, {"answers"}),
            ([], {"answers"}),
            (None, {"answers"}),
        ],
    )
    def test_invalid_answers_are_refused(
        self, world: ApplicationsWorld, answers: object, wrong: set[str]
    ) -> None:
        application_id = world.begin().json["id"]
        assert set(world.save(application_id, answers, 0).problems()) == wrong

    @pytest.mark.parametrize("revision", [-1, "0", 0.5, None, True, [0]])
    def test_invalid_revision_is_refused(self, world: ApplicationsWorld, revision: Any) -> None:
        application_id = world.begin().json["id"]
        assert set(world.save(application_id, {}, revision).problems()) == {"revision"}


class TestFees:
    """The amount owed for the chosen options: in the draft, on the receipt, and for the agency."""

    WITH_ALCOHOL = ANSWERS | {"servesAlcohol": "yes", "alcoholLicense": "A-1", "employees": "2"}

    def list_owed(self, reply: Any) -> list[tuple[str, str | None]]:
        return [(each["label"], each["amount"]) for each in reply["owed"]["fees"]]

    def test_owed_fees_follow_answers(self, world: ApplicationsWorld) -> None:
        application_id = world.begin().json["id"]
        saved = world.save(application_id, ANSWERS, 0).json
        assert self.list_owed(saved) == [("Fee", "50.00")]
        assert saved["owed"]["amount"] == "50.00"
        saved = world.save(application_id, self.WITH_ALCOHOL, 1).json
        assert self.list_owed(saved) == [("Fee", "50.00"), ("Alcohol", "100.00")]
        assert saved["owed"]["amount"] == "150.00"
        assert world.get(application_id)["owed"] == saved["owed"]

    def test_receipt_and_agency_get_owed_fees(self, world: ApplicationsWorld) -> None:
        world.register(documents=[])
        application_id = world.draft(self.WITH_ALCOHOL)
        owed = world.submit(application_id, 1).json["owed"]
        assert (owed["amount"], owed["isComplete"]) == ("150.00", True)
        (call,) = world.calls("application")
        assert call["owed"] == [
            {"label": "Fee", "amount": "50.00"},
            {"label": "Alcohol", "amount": "100.00"},
        ]

    def test_unconfirmed_fee_is_owed_only_after_agency_says_amount(self, world: ApplicationsWorld) -> None:
        world.register(
            documents=[],
            fees=[
                {"label": make_text("Fee"), "line": "acc-llc"},
                {"label": make_text("Expedited"), "line": "acc-llc-exp"},
                {"label": make_text("Own"), "amount": "7.00", "source": "Rules, 2026"},
                {"label": make_text("Next day"), "line": "acc-nextday"},
            ],
        )
        (form,) = [each for each in world.by(STRANGER).get(FORMS).json["items"] if each["id"] == FORM]
        listed = [(each["label"], each["amount"], each["status"]) for each in form["fees"]]
        assert listed == [
            ("Fee", "50.00", "confirmed"),
            ("Expedited", "35.00", "notConfirmed"),
            ("Own", "7.00", "notConfirmed"),
            ("Next day", None, "unknown"),
        ]
        application_id = world.draft(ANSWERS)
        owed = world.submit(application_id, 1).json["owed"]
        assert [each["amount"] for each in owed["fees"]] == ["50.00", None, None, None]
        assert (owed["amount"], owed["isComplete"], owed["requested"]) == ("50.00", False, None)
        (call,) = world.calls("application")
        assert [each["amount"] for each in call["owed"]] == ["50.00", None, None, None]
        status = make_status("inReview", amountDue="92.00")
        assert world.tell(application_id, status).status == 200
        assert (
            world.tell(application_id, make_status("needsInformation", respondBy="2026-12-10")).status == 200
        )
        requested = world.get(application_id)["owed"]["requested"]
        assert requested == {"amount": "92.00", "at": status["status"]["at"].replace("+00:00", "Z")}
        bodies = [each.body["en"] for each in list_inbox(OWNER)]
        # Both have the same time, so that their order says nothing.
        parts = {("Amount due: $92.00." in body, "needs more information" in body) for body in bodies}
        assert (len(bodies), parts) == (2, {(True, False), (False, True)})
        saved = world.save(application_id, self.WITH_ALCOHOL, world.get(application_id)["revision"])
        assert world.submit(application_id, saved.json["revision"]).json["owed"]["requested"] is None

    @pytest.mark.parametrize("amount", ["85", "85.0", "-1.00", "1,000.00", "12345678.00", 85, "$85.00"])
    def test_invalid_amount_due_is_refused(self, world: ApplicationsWorld, amount: Any) -> None:
        application_id = world.submitted()
        answer = world.tell(application_id, make_status("inReview", amountDue=amount))
        assert set(answer.problems()) == {"status.amountDue"}
        assert world.get(application_id)["state"] == "submitted"

    def end_row(self, monkeypatch: pytest.MonkeyPatch, last_day: date) -> None:
        """End the amount of the form's line on a day, without a later one."""
        (row,) = [fee for fee in list_fees() if fee.code == "acc-llc"]
        ended = row.amounts[-1].model_copy(update={"valid_to": last_day})
        changed = row.model_copy(update={"amounts": (ended,)})
        monkeypatch.setattr(owed_fees, "list_fees", lambda: (changed,))

    def test_fee_that_ended_before_submission_is_unknown(
        self, world: ApplicationsWorld, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        world.register(documents=[])
        self.end_row(monkeypatch, NOW.date())
        application_id = world.draft(self.WITH_ALCOHOL)
        assert self.list_owed(world.get(application_id))[1] == ("Alcohol", "100.00")
        world.passes(days=1)
        owed = world.submit(application_id, 1).json["owed"]
        assert (owed["amount"], owed["isComplete"]) == ("50.00", False)

    def test_receipt_keeps_fees_of_its_day(
        self, world: ApplicationsWorld, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        world.register(documents=[])
        application_id = world.draft(self.WITH_ALCOHOL)
        owed = world.submit(application_id, 1).json["owed"]
        self.end_row(monkeypatch, NOW.date())
        world.passes(days=3)
        assert world.get(application_id)["owed"] == owed


class TestListing:
    def test_applications_needing_action_are_listed_first(self, world: ApplicationsWorld) -> None:
        submitted = world.submitted()
        world.passes(minutes=1)
        first_draft = world.begin().json["id"]
        world.passes(minutes=1)
        second_draft = world.begin().json["id"]
        world.passes(minutes=1)
        withdrawn = world.submitted()
        world.withdraw(withdrawn)
        items = world.by(OWNER).get(APPLICATIONS).json["items"]
        assert [each["id"] for each in items] == [second_draft, first_draft, withdrawn, submitted]
        assert {each["role"] for each in items} == {"owner"}
        # Viewers never have to act.
        items = world.by(VIEWER).get(APPLICATIONS).json["items"]
        assert [each["id"] for each in items] == [withdrawn, second_draft, first_draft, submitted]

    def test_applications_of_own_businesses_are_listed(self, world: ApplicationsWorld) -> None:
        mine = world.begin().json["id"]
        other = add_business("Other LLC", {OWNER: "viewer", STRANGER: "owner"})
        theirs = world.begin(STRANGER, business=other).json["id"]
        assert {each["id"] for each in world.by(OWNER).get(APPLICATIONS).json["items"]} == {mine, theirs}
        assert [each["id"] for each in world.by(STRANGER).get(APPLICATIONS).json["items"]] == [theirs]
        assert [each["id"] for each in world.by(MANAGER).get(APPLICATIONS).json["items"]] == [mine]


DOCUMENT = "{document}"


ROUTES = {
    "GET /": (None, 200, 200),
    "PUT /answers": ({"answers": {}, "revision": 1}, 200, 403),
    "POST /documents": (make_file(content=PDF.replace(b"1.4", b"1.7")), 201, 403),
    "GET /documents/{document}": (None, 200, 200),
    "DELETE /documents/{document}": (None, 200, 403),
    "POST /submission": ({"revision": 2, "isDeclared": True}, 200, 403),
    "POST /withdrawal": ({}, 409, 403),
    "DELETE /": (None, 200, 403),
}


@pytest.mark.parametrize(("route", "actor"), list(product(ROUTES, (OWNER, MANAGER, VIEWER, STRANGER, None))))
def test_each_role_gets_expected_status(world: ApplicationsWorld, route: Any, actor: Any) -> None:
    body: Any
    body, filer, viewer = ROUTES[route]
    application_id = world.draft()
    document = world.add(application_id).json["id"]
    if route == "PUT /answers":
        body = body | {"revision": 2}
    method, path = route.split(" ")
    address = f"{APPLICATIONS}/{application_id}{path.replace(DOCUMENT, document)}".rstrip("/")
    answer = world.by(actor).call(method, address, body)
    expected = {OWNER: filer, MANAGER: filer, VIEWER: viewer, STRANGER: 404, None: 401}[actor]
    assert answer.status == expected, answer.text
    if answer.status == 403:
        assert answer.json["code"] == "roleNotAllowed"
    if answer.status == 404:
        assert answer.json["code"] == "applicationNotFound"


@pytest.mark.parametrize("remover", [OWNER, MANAGER])
def test_former_member_sees_no_applications(world: ApplicationsWorld, remover: Any) -> None:
    application_id = world.draft()
    former = world.by(MANAGER)
    assert former.get(f"{APPLICATIONS}/{application_id}").status == 200
    removed = world.by(remover).delete(f"{BUSINESSES}/{world.business}/members/{MANAGER.user_id}")
    assert removed.status == 200, removed.text
    answer = former.get(f"{APPLICATIONS}/{application_id}")
    assert (answer.status, answer.json["code"]) == (404, "applicationNotFound")
    assert former.get(APPLICATIONS).json["items"] == []


def test_viewer_cannot_begin_application(world: ApplicationsWorld) -> None:
    answer = world.begin(VIEWER)
    assert (answer.status, answer.json["code"]) == (403, "roleNotAllowed")


@pytest.mark.parametrize("application_id", [UNKNOWN_ID, "x", "..", "%00", "a" * 26])
def test_unknown_application_is_404(world: ApplicationsWorld, application_id: Any) -> None:
    answer = world.by(OWNER).get(f"{APPLICATIONS}/{application_id}")
    assert (answer.status, answer.json["code"]) == (404, "applicationNotFound")


def test_filers_are_notified_and_viewers_are_not(world: ApplicationsWorld) -> None:
    application_id = world.submitted()
    for state in ("received", "inReview", "needsInformation", "refused"):
        assert world.tell(application_id, make_status(state)).status == 200
    assert len(list_inbox(OWNER)) == len(list_inbox(MANAGER)) == 4
    assert list_inbox(VIEWER) == list_inbox(STRANGER) == []
    refused = next(each for each in list_inbox(OWNER) if "refused" in each.subject["en"])
    assert refused.body["en"].endswith("Send the floor plan.")
    assert refused.body["es"].endswith("Envíe el plano.")
    assert refused.action.url == f"/businessapplications/applications/{application_id}"
    assert (refused.priority, refused.notice) == ("high", "agencyMessages")


def test_passed_deadline_has_negative_days(world: ApplicationsWorld) -> None:
    application_id = world.submitted()
    world.now += timedelta(days=14)
    assert world.get(application_id)["due"] == {"on": "2026-11-30", "businessDays": -4}
