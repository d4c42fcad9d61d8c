"""Applications of businesses: from the form to the decision, by every role."""

import pytest

from tests.api.agency_support import tiny_agency
from tests.api.applications_support import (
    ANSWERS,
    FOR_CORPORATIONS,
    FORM,
    FORMS,
    MANAGER,
    OWNER,
    SENT_ANSWERS,
    VIEWER,
    ApplicationsWorld,
    status,
)
from tests.api.inbound_support import empty_bucket, inbox


@pytest.fixture
def world(client):
    empty_bucket()
    with tiny_agency() as agency:
        yield ApplicationsWorld(client, agency)


def test_an_application_goes_from_the_form_to_the_agency(world):
    forms = world.by(OWNER).get(FORMS).json["items"]
    assert [form["id"] for form in forms] == [FOR_CORPORATIONS, FORM]
    begun = world.begin()
    assert begun.status == 201, begun.text
    assert begun.json["answers"] == {"tradeName": "Velvetine Cactus LLC", "county": "pima"}
    application_id = begun.json["id"]
    assert world.save(application_id, ANSWERS, 0).json["revision"] == 1
    submitted = world.submit(application_id, 1)
    assert submitted.status == 200, submitted.text
    assert submitted.json["state"] == "submitted"
    assert submitted.json["isDelivered"] is True
    assert submitted.json["agencyReference"].startswith("TA-")
    [sent] = world.calls("application")
    assert sent["answers"] == SENT_ANSWERS
    assert sent["submission"] == 1
    assert sent["applicant"] == {"name": "Rosa Delgado", "email": "rosa@example.com"}


def test_the_agency_asks_for_more_and_decides(world):
    application_id = world.submitted()
    assert world.tell(application_id, status("inReview")).json == {"outcome": "stored"}
    asked = status("needsInformation", respondBy="2026-12-10")
    assert world.tell(application_id, asked).json == {"outcome": "stored"}
    assert world.tell(application_id, asked).json == {"outcome": "unchanged"}
    kept = world.get(application_id)
    assert (kept["state"], kept["nextActor"], kept["canEdit"]) == ("needsInformation", "applicant", True)
    assert kept["due"] == {"on": "2026-12-10", "businessDays": 13}
    assert world.add(application_id).status == 201
    again = world.submit(application_id, kept["revision"] + 1)
    assert again.status == 200, again.text
    assert [call["submission"] for call in world.calls("application")] == [1, 2]
    assert [each["code"] for each in world.calls("application")[1]["documents"]] == ["FLOOR_PLAN"]
    assert world.tell(application_id, status("approved")).status == 200
    kept = world.get(application_id)
    assert (kept["state"], kept["nextActor"]) == ("approved", None)
    assert [each["state"] for each in kept["history"]].count("submitted") == 2
    assert [message.type for message in inbox(OWNER)] == ["applicationStatus"] * 3
    assert len(inbox(MANAGER)) == 3
    assert inbox(VIEWER) == []


def test_what_the_agency_could_not_be_sent_is_sent_later(world):
    world.agency.mode = "away"
    application_id = world.submitted()
    assert world.get(application_id)["isDelivered"] is False
    world.agency.mode = "normal"
    world.passes(minutes=1)
    assert world.maintenance().run(lambda: 60_000).applications.told == 1
    kept = world.get(application_id)
    assert (kept["state"], kept["isDelivered"]) == ("submitted", True)
    assert world.maintenance().run(lambda: 60_000).applications.told == 0
