"""Random stories of reservations and filings: every place agrees after each step."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Any
from urllib.parse import urlencode

import boto3
import pytest

from domains.names.key import get_key
from domains.names.names_table import NamesTable
from domains.names.reservations import Reservation, Reserver
from domains.names.snapshot import Snapshot
from infrastructure.operations.names.compare import Tables, compare
from portal.types import derive_id
from tests.api.agency_support import make_text, run_agency
from tests.api.applications_support import (
    OWNER,
    STRANGER,
    ApplicationsWorld,
    add_business,
    make_status,
)
from tests.api.inbound_support import empty_bucket
from tests.api.support import APPLICATIONS_TABLE, NAMES_SNAPSHOT, RESERVATIONS_TABLE, Client, Person
from tests.depth import examples

SPELLINGS = (
    ("Velvetine Cactus LLC", "The Velvetine Cactus, L.L.C.", "velvetine-cactus LLC"),
    ("Velvetine One Stop LLC", "Velvetine 1 Stop LLC"),
    ("Velvetine U & I LLC", "Velvetine U and I LLC"),
)
STEPS = 12
CHECK = "/api/businessapplications/businessnames/searchreservation"


@dataclass
class Story:
    """The portal, and a model of who has which name.

    Attributes:
        reserved: holder of each reserved key.
        filed: person, application, and `pending` or `approved` of each filed key.
    """

    world: ApplicationsWorld
    draw: random.Random
    reserved: dict[str, Person] = field(default_factory=dict)
    filed: dict[str, tuple[Person, str, str]] = field(default_factory=dict)

    def can_file(self, key: str, person: Person) -> bool:
        """Return whether a person can file a name that no earlier filing of the person's business has."""
        return key not in self.filed and self.reserved.get(key, person) is person

    def reserve(self, name: str, person: Person) -> None:
        key, now, table = get_key(name), self.world.now, NamesTable(RESERVATIONS_TABLE)
        reservation = Reservation(
            derive_id(person.email, name, str(self.draw.random())),
            person.user_id,
            name,
            key,
            "llc",
            now,
            now + timedelta(days=120),
        )
        is_free = key not in self.reserved and key not in self.filed
        assert table.reserve_name(reservation, Reserver(reservation.id), (), now) is is_free
        if is_free:
            self.reserved[key] = person

    def give_up(self, name: str, person: Person) -> None:
        key, table = get_key(name), NamesTable(RESERVATIONS_TABLE)
        if self.reserved.get(key) is person:
            before = table.get_last(key)
            assert before is not None
            assert table.replace_reservation(before, replace(before, given_up_at=self.world.now))
            del self.reserved[key]

    def submit(self, name: str, person: Person) -> None:
        key = get_key(name)
        is_again = key in self.filed and self.filed[key][0] is person and self.filed[key][2] == "approved"
        business = derive_id("business", "Other Plans LLC") if person is STRANGER else self.world.business
        application_id = self.world.begin(person, business=business).json["id"]
        assert self.world.save(application_id, {"companyName": name}, 0, person).status == 200
        status = self.world.submit(application_id, 1, person).status
        assert status == (200 if is_again or self.can_file(key, person) else 400)
        if status == 200 and not is_again:
            self.filed[key] = (person, application_id, "pending")

    def end(self, name: str, how: str) -> None:
        key = get_key(name)
        person, application_id, state = self.filed.get(key, (OWNER, "", ""))
        if state != "pending":
            return
        if how == "withdrawn":
            assert self.world.withdraw(application_id, person).status == 200
        else:
            status = make_status(how, at=self.world.now.isoformat())
            assert self.world.tell(application_id, status).status == 200
        if how == "approved":
            self.filed[key] = (person, application_id, "approved")
            if self.reserved.get(key) is person:
                del self.reserved[key]
        else:
            del self.filed[key]

    def step(self) -> None:
        name, person = self.draw.choice(self.draw.choice(SPELLINGS)), self.draw.choice((OWNER, STRANGER))
        match self.draw.randrange(7):
            case 0 | 1:
                self.reserve(name, person)
            case 2:
                self.give_up(name, person)
            case 3 | 4:
                self.submit(name, person)
            case 5:
                self.end(name, self.draw.choice(("withdrawn", "refused")))
            case _:
                self.end(name, "approved")
        self.world.passes(minutes=2)

    def check(self, client: Client) -> None:
        """Compare the public check of each name with the model."""
        for spellings in SPELLINGS:
            name = self.draw.choice(spellings)
            key = get_key(name)
            answer = client.get(f"{CHECK}?{urlencode({'name': name, 'entityType': 'llc'})}").json
            expected = ["reserved"] if key in self.reserved else []
            if key in self.filed:
                expected = ["active" if self.filed[key][2] == "approved" else "pending"]
            assert [each["status"] for each in answer["conflicts"]] == expected
            assert (answer["verdict"] == "available") is not bool(expected)


@pytest.fixture
def world(client: Client) -> Iterator[ApplicationsWorld]:
    empty_bucket()
    with run_agency() as agency:
        world = ApplicationsWorld(client, agency)
        name: dict[str, Any] = {"name": "companyName", "label": make_text("Name"), "kind": "businessName"}
        section = {"id": "company", "title": make_text("Company"), "fields": [name]}
        world.register(sections=[section], documents=[], fees=[], entityTypes=["llc"])
        add_business("Other Plans LLC", {STRANGER: "owner"})
        yield world


@pytest.mark.parametrize("seed", range(examples(12)))
def test_every_place_agrees_after_each_step(world: ApplicationsWorld, client: Client, seed: int) -> None:
    story = Story(world, random.Random(seed))
    for _ in range(STEPS):
        story.step()
        story.check(client)
    tables = Tables(boto3.client("dynamodb"), RESERVATIONS_TABLE, APPLICATIONS_TABLE)
    assert compare(tables, Snapshot(NAMES_SNAPSHOT), world.now).differences == []
