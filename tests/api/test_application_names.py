"""Names in applications: one register for check, search, reservation, form, and submission."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import timedelta
from typing import Any
from urllib.parse import urlencode

import boto3
import pytest

from domains.applications.application import Application
from domains.applications.applications_table import ApplicationsTable
from domains.names.key import get_key
from domains.names.names_table import NamesTable
from domains.names.reservations import Reservation, Reserver
from domains.names.snapshot import Snapshot
from functions.businessapplications.name_service import NameService
from infrastructure.operations.names.compare import Tables, compare
from portal.types import derive_id
from tests.api.agency_support import make_text, run_agency
from tests.api.applications_support import (
    APPLICATIONS,
    FOR_CORPORATIONS,
    MANAGER,
    NOW,
    OWNER,
    STRANGER,
    VIEWER,
    ApplicationsWorld,
    add_business,
    make_status,
)
from tests.api.businesses_support import call_at_once
from tests.api.inbound_support import empty_bucket
from tests.api.profile_support import register
from tests.api.support import (
    APPLICATIONS_TABLE,
    NAMES_SNAPSHOT,
    RESERVATIONS_TABLE,
    UNKNOWN_ID,
    Answer,
    Client,
    Person,
)

NAME = "Velvetine Cactus LLC"
SEARCH = "/api/businessapplications/businessnames/search"
CHECK = "/api/businessapplications/businessnames/searchreservation"
TAKEN = "Quarzolith Lantern Works, L.L.C."


def make_sections(**changes: Any) -> list[Any]:
    name = {"name": "companyName", "label": make_text("Name"), "kind": "businessName", "maxLength": 120}
    return [{"id": "company", "title": make_text("Company"), "fields": [name | changes]}]


@pytest.fixture
def world(client: Client) -> Iterator[ApplicationsWorld]:
    empty_bucket()
    with run_agency() as agency:
        world = ApplicationsWorld(client, agency)
        world.register(sections=make_sections(), documents=[], entityTypes=["llc"])
        add_business("Other Plans LLC", {STRANGER: "owner"})
        yield world


def begin(world: ApplicationsWorld, name: str, person: Person = OWNER) -> str:
    """Begin an application that asks for a name, and return its id."""
    business = derive_id("business", "Other Plans LLC") if person is STRANGER else world.business
    application_id: str = world.begin(person, business=business).json["id"]
    saved = world.save(application_id, {"companyName": name}, 0, person)
    assert saved.status == 200, saved.text
    return application_id


def submit(world: ApplicationsWorld, name: str = NAME, person: Person = OWNER) -> str:
    """Submit an application for a name, and return its id."""
    application_id = begin(world, name, person)
    answer = world.submit(application_id, 1, person)
    assert answer.status == 200, answer.text
    return application_id


def get_refusals(answer: Answer) -> dict[str, list[str]]:
    """Return the messages of a refused submission by property."""
    assert answer.status == 400, answer.text
    return {each["propertyName"]: each["validationErrors"] for each in answer.json}


def check(client: Client, name: str = NAME) -> Any:
    return client.get(f"{CHECK}?{urlencode({'name': name, 'entityType': 'llc'})}").json


def list_found(client: Client, name: str) -> list[tuple[str, str]]:
    """Return name and status of the names that a search finds."""
    items = client.get(f"{SEARCH}?{urlencode({'name': name})}").json["items"]
    return [(each["name"], each["status"]) for each in items]


def reserve(person: Person, name: str = NAME, days: int = 120) -> Reservation:
    """Store a reservation that began at `NOW`."""
    reservation = Reservation(
        derive_id(person.email, name),
        person.user_id,
        name,
        get_key(name),
        "llc",
        NOW,
        NOW + timedelta(days=days),
    )
    assert NamesTable(RESERVATIONS_TABLE).reserve_name(reservation, Reserver(reservation.id), (), NOW)
    return reservation


def get_reservation_status(world: ApplicationsWorld, name: str = NAME) -> str:
    found = NamesTable(RESERVATIONS_TABLE).get_last(get_key(name))
    assert found is not None
    return found.get_status(world.now)


@pytest.fixture
def rosa(client: Client) -> Client:
    return register(client)


def reserve_at(world: ApplicationsWorld, person: Person, name: str = NAME) -> Reservation:
    """Store a reservation that begins now."""
    reservation = Reservation(
        derive_id(person.email, name, "now"),
        person.user_id,
        name,
        get_key(name),
        "llc",
        world.now,
        world.now + timedelta(days=120),
    )
    assert NamesTable(RESERVATIONS_TABLE).reserve_name(reservation, Reserver(reservation.id), (), world.now)
    return reservation


class TestSubmission:
    @pytest.mark.parametrize(
        "name",
        [
            TAKEN,
            "The Quarzolith Lantern Works LLC",
            "Desert Nothing",
            # A company of a sample agency's records.
            "Whitehorse Building, L.L.C.",
        ],
    )
    def test_unavailable_name_is_refused(self, world: ApplicationsWorld, name: str) -> None:
        application_id = begin(world, name)
        (message,) = get_refusals(world.submit(application_id, 1))["answers.companyName"]
        assert message.startswith("Name: this name isn't available. ")
        assert world.get(application_id)["state"] == "draft"
        assert world.calls("application") == []

    def test_refusal_is_translated(self, world: ApplicationsWorld) -> None:
        application_id = begin(world, TAKEN)
        spanish = world.by(OWNER).sending(accept_language="es")
        answer = spanish.post(
            f"{APPLICATIONS}/{application_id}/submission", {"revision": 1, "isDeclared": True}
        )
        (message,) = get_refusals(answer)["answers.companyName"]
        assert "este nombre no está disponible" in message

    def test_submitted_name_is_taken_everywhere(self, world: ApplicationsWorld, client: Client) -> None:
        application_id = submit(world)
        checked = check(client)
        assert checked["verdict"] == "unavailable"
        assert checked["conflicts"] == [{"id": application_id, "name": NAME, "status": "pending"}]
        assert "agency is reviewing it" in checked["reasons"][0]["text"]
        assert list_found(client, "velvetine c") == [(NAME, "pending")]
        (close,) = check(client, "Velvetine Cactuses LLC")["close"]
        assert (close["id"], close["status"]) == (application_id, "pending")
        other = begin(world, NAME, STRANGER)
        assert "answers.companyName" in get_refusals(world.submit(other, 1, STRANGER))

    def test_filed_name_is_not_reserved_by_others(
        self, world: ApplicationsWorld, client: Client, rosa: Client
    ) -> None:
        submit(world)
        path = "/api/businessapplications/businessnames/reservations"
        answer = rosa.post(path, {"name": NAME, "entityType": "llc"})
        assert (answer.status, answer.json["code"]) == (409, "nameUnavailable")

    def test_first_of_two_filers_at_once_wins(self, world: ApplicationsWorld) -> None:
        filers = [(begin(world, NAME, person), person) for person in (OWNER, STRANGER)]
        answers = call_at_once(filers, lambda filer: world.submit(filer[0], 1, filer[1]))
        assert sorted(answer.status for answer in answers) == [200, 400]
        refused = next(answer for answer in answers if answer.status == 400)
        assert "answers.companyName" in get_refusals(refused)
        states = [world.get(filer[0], filer[1])["state"] for filer in filers]
        assert sorted(states) == ["draft", "submitted"]

    def test_filing_between_check_and_write_wins(
        self, world: ApplicationsWorld, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        application_id, other = begin(world, NAME), begin(world, NAME, STRANGER)
        claim = NameService.get_filing

        def claim_late(service: NameService, *arguments: Any) -> Any:
            filing = claim(service, *arguments)
            monkeypatch.setattr(NameService, "get_filing", claim)
            assert world.submit(other, 1, STRANGER).status == 200
            return filing

        monkeypatch.setattr(NameService, "get_filing", claim_late)
        assert "answers.companyName" in get_refusals(world.submit(application_id, 1))
        assert world.get(application_id)["state"] == "draft"

    @pytest.mark.parametrize("end", ["withdrawal", "refused"])
    def test_ended_filing_frees_name(self, world: ApplicationsWorld, client: Client, end: str) -> None:
        application_id = submit(world)
        if end == "withdrawal":
            assert world.withdraw(application_id).status == 200
        else:
            assert world.tell(application_id, make_status("refused")).status == 200
        assert check(client)["verdict"] == "available"
        assert list_found(client, "velvetine c") == []
        submit(world, NAME, STRANGER)

    def test_new_name_frees_old_name(self, world: ApplicationsWorld, client: Client) -> None:
        application_id = submit(world)
        assert world.tell(application_id, make_status("needsInformation")).status == 200
        assert check(client)["verdict"] == "unavailable"
        revision = world.get(application_id)["revision"]
        saved = world.save(application_id, {"companyName": "Velvetine Orchard LLC"}, revision)
        assert world.submit(application_id, saved.json["revision"]).status == 200
        assert check(client)["verdict"] == "available"
        assert check(client, "Velvetine Orchard LLC")["verdict"] == "unavailable"

    def test_same_name_is_submitted_again(self, world: ApplicationsWorld) -> None:
        application_id = submit(world)
        assert world.tell(application_id, make_status("needsInformation")).status == 200
        revision = world.get(application_id)["revision"]
        assert world.submit(application_id, revision).status == 200


class TestReservations:
    @pytest.mark.parametrize("holder", [OWNER, MANAGER])
    def test_reservation_of_business_is_used_by_approval(
        self, world: ApplicationsWorld, holder: Person
    ) -> None:
        reserve(holder)
        application_id = submit(world)
        assert get_reservation_status(world) == "active"
        assert world.tell(application_id, make_status("approved")).status == 200
        assert get_reservation_status(world) == "used"
        (kept,) = NamesTable(RESERVATIONS_TABLE).list_for_holder(holder.user_id)
        assert kept.used_by == application_id

    @pytest.mark.parametrize("end", ["withdrawal", "refused"])
    def test_reservation_is_kept_after_ended_filing(
        self, world: ApplicationsWorld, client: Client, end: str
    ) -> None:
        reserve(OWNER)
        application_id = submit(world)
        if end == "withdrawal":
            world.withdraw(application_id)
        else:
            world.tell(application_id, make_status("refused"))
        assert get_reservation_status(world) == "active"
        (conflict,) = check(client)["conflicts"]
        assert conflict["status"] == "reserved"
        submit(world)

    def test_reservation_of_other_person_refuses_filing(self, world: ApplicationsWorld) -> None:
        reserve(STRANGER)
        application_id = begin(world, NAME)
        (message,) = get_refusals(world.submit(application_id, 1))["answers.companyName"]
        assert "Someone reserved the name" in message

    def test_filing_keeps_name_after_reservation_ended(
        self, world: ApplicationsWorld, client: Client
    ) -> None:
        reserve(OWNER, days=1)
        application_id = submit(world)
        world.passes(days=3)
        assert [each["status"] for each in check(client)["conflicts"]] == ["pending"]
        assert world.tell(application_id, make_status("approved", at=world.now.isoformat())).status == 200
        assert get_reservation_status(world) == "expired"


class TestApproval:
    def test_approved_name_is_taken_and_names_business(
        self, world: ApplicationsWorld, client: Client
    ) -> None:
        application_id = submit(world, "Velvetine Orchard LLC")
        assert world.tell(application_id, make_status("approved")).status == 200
        assert world.get(application_id)["businessName"] == "Velvetine Orchard LLC"
        (conflict,) = check(client, "Velvetine Orchard LLC")["conflicts"]
        assert (conflict["id"], conflict["status"]) == (application_id, "active")
        assert list_found(client, "velvetine o") == [("Velvetine Orchard LLC", "active")]
        other = begin(world, "Velvetine Orchard LLC", STRANGER)
        assert world.submit(other, 1, STRANGER).status == 400

    def test_trade_name_keeps_name_of_business(self, world: ApplicationsWorld, client: Client) -> None:
        world.register(sections=make_sections(nameType="tradeName"), documents=[])
        application_id = submit(world, "Velvetine Tacos")
        assert world.tell(application_id, make_status("approved")).status == 200
        assert world.get(application_id)["businessName"] == NAME
        assert list_found(client, "velvetine t") == [("Velvetine Tacos", "registered")]

    def forget_hold(self, world: ApplicationsWorld, application_id: str) -> None:
        """Make an application look like one that was submitted before names were held."""
        table = ApplicationsTable(APPLICATIONS_TABLE)
        before = table.get_application(application_id)
        assert isinstance(before, Application)
        assert before.filing is not None
        after = replace(before, version=before.version + 1, filing=None)
        released = replace(before.filing, state="released", since=NOW)
        assert table.replace_application(
            before,
            after,
            also=NamesTable(RESERVATIONS_TABLE).change_filing(before.filing, released, NOW),
        )

    def test_late_approval_is_refused(self, world: ApplicationsWorld, client: Client) -> None:
        application_id = submit(world)
        self.forget_hold(world, application_id)
        reserve(STRANGER)
        answer = world.tell(application_id, make_status("approved"))
        assert (answer.status, answer.json["code"]) == (409, "nameTaken")
        assert NAME in answer.json["message"]
        assert world.get(application_id)["state"] == "submitted"
        assert [each["status"] for each in check(client)["conflicts"]] == ["reserved"]

    def test_approval_holds_name_without_hold(self, world: ApplicationsWorld, client: Client) -> None:
        application_id = submit(world)
        self.forget_hold(world, application_id)
        assert world.tell(application_id, make_status("approved")).status == 200
        assert [each["status"] for each in check(client)["conflicts"]] == ["active"]


class TestCheckInForm:
    def check(
        self, world: ApplicationsWorld, application_id: str, name: str, person: Person = OWNER
    ) -> Answer:
        return world.by(person).get(f"{APPLICATIONS}/{application_id}/namecheck?{urlencode({'name': name})}")

    @pytest.mark.parametrize(
        ("name", "verdict"),
        [
            (NAME, "available"),
            (TAKEN, "unavailable"),
            ("Velvetine Bank LLC", "needsReview"),
            ("x", "unavailable"),
        ],
    )
    def test_verdict_is_that_of_submission(self, world: ApplicationsWorld, name: str, verdict: str) -> None:
        application_id = begin(world, name)
        answer = self.check(world, application_id, name)
        assert (answer.status, answer.json["verdict"]) == (200, verdict)
        assert answer.json["reservedUntil"] is None
        assert world.submit(application_id, 1).status == (400 if verdict == "unavailable" else 200)

    def test_own_reservation_and_filing_do_not_count(self, world: ApplicationsWorld) -> None:
        reservation = reserve(OWNER)
        application_id = submit(world)
        for person in (OWNER, VIEWER):
            answer = self.check(world, application_id, NAME, person).json
            assert answer["verdict"] == "available"
            assert answer["reservedUntil"] == reservation.expires_at.isoformat().replace("+00:00", "Z")
        other = begin(world, NAME, STRANGER)
        assert self.check(world, other, NAME, STRANGER).json["verdict"] == "unavailable"

    def test_other_applications_are_404(self, world: ApplicationsWorld) -> None:
        application_id = begin(world, NAME)
        assert self.check(world, application_id, NAME, STRANGER).status == 404
        assert self.check(world, UNKNOWN_ID, NAME).status == 404

    def test_form_without_name_is_404(self, world: ApplicationsWorld) -> None:
        business = add_business("Velvetine Inc.", {OWNER: "owner"}, "corporation")
        application_id = world.begin(OWNER, FOR_CORPORATIONS, business=business).json["id"]
        answer = self.check(world, application_id, NAME)
        assert (answer.status, answer.json["code"]) == (404, "noNameAsked")


class TestVerify:
    """`npm run names -- verify` finds contradictions that are planted by hand, and nothing else."""

    def list_faults(self, world: ApplicationsWorld) -> list[tuple[str, str]]:
        tables = Tables(boto3.client("dynamodb"), RESERVATIONS_TABLE, APPLICATIONS_TABLE)
        figures = compare(tables, Snapshot(NAMES_SNAPSHOT), world.now)
        return [(each.where, each.fault) for each in figures.differences]

    def list_items(self, stored: Mapping[str, Any], prefix: str) -> list[Any]:
        items = stored[RESERVATIONS_TABLE].scan()["Items"]
        return [item for item in items if str(item["partition"]).startswith(prefix)]

    @pytest.fixture
    def filed(self, world: ApplicationsWorld) -> str:
        """Provide every kind of hold; return the id of the filing under examination."""
        reserve(OWNER, "Velvetine Lantern LLC")
        reserve(STRANGER, "Velvetine Ended LLC", days=1)
        world.tell(submit(world, "Velvetine Approved LLC"), make_status("approved"))
        world.withdraw(submit(world, "Velvetine Withdrawn LLC"))
        world.passes(days=2)
        reserve_at(world, OWNER)
        return submit(world)

    def test_sound_tables_have_no_contradiction(self, world: ApplicationsWorld, filed: str) -> None:
        assert self.list_faults(world) == []

    def test_lost_hold_is_named(
        self, world: ApplicationsWorld, filed: str, stored: Mapping[str, Any]
    ) -> None:
        (item,) = [each for each in self.list_items(stored, "name#") if each["reservation_id"] == filed]
        stored[RESERVATIONS_TABLE].delete_item(Key={"partition": item["partition"], "item": item["item"]})
        assert self.list_faults(world) == [
            (filed, "its name is pending, and nothing holds it"),
            (filed, "searches find it, and it does not hold its name"),
        ]

    def test_hold_without_application_is_named(
        self, world: ApplicationsWorld, filed: str, stored: Mapping[str, Any]
    ) -> None:
        stored[APPLICATIONS_TABLE].delete_item(Key={"application_id": filed, "item": "application"})
        assert self.list_faults(world) == [(filed, "a name is pending for it, and it says something else")]

    def test_hold_missing_from_the_list_is_named(
        self, world: ApplicationsWorld, filed: str, stored: Mapping[str, Any]
    ) -> None:
        for item in self.list_items(stored, "list"):
            if item["reservation_id"] == filed:
                stored[RESERVATIONS_TABLE].delete_item(
                    Key={"partition": item["partition"], "item": item["item"]}
                )
        assert self.list_faults(world) == [(filed, "searches do not find it")]

    def test_snapshot_with_too_many_changes_since_is_named(
        self, world: ApplicationsWorld, filed: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("infrastructure.operations.names.compare.MAX_LISTED", 2)
        ((id_, fault),) = self.list_faults(world)
        assert id_ == "snapshot of 2026-11-21"
        assert fault.startswith("is too old: ")

    def test_reservation_unlike_its_list_is_named(
        self, world: ApplicationsWorld, filed: str, stored: Mapping[str, Any]
    ) -> None:
        (item,) = [
            each
            for each in self.list_items(stored, "name#")
            if each["item"] == get_key("Velvetine Lantern LLC")
        ]
        stored[RESERVATIONS_TABLE].delete_item(Key={"partition": item["partition"], "item": item["item"]})
        assert self.list_faults(world) == [
            (item["reservation_id"], "its holder has it, and its name is free"),
            (item["reservation_id"], "searches find it, and it does not hold its name"),
        ]

    def test_name_of_register_is_named(self, world: ApplicationsWorld, filed: str) -> None:
        other = reserve(STRANGER, "Moonlit Quarzolith LLC")
        ((id_, fault),) = self.list_faults(world)
        assert (id_, fault) == (other.id, "the register has its name as T3")
