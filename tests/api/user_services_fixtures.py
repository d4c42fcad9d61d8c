"""A support desk, and people with records at one agency."""

from collections.abc import Iterator

import pytest

from tests.api.agency_support import AGENCY, World, run_agency
from tests.api.profile_support import ROSA, register
from tests.api.support import (
    Client,
    Person,
)
from tests.api.user_services_support import (
    SAM,
    Desk,
    make_desk,
)

BEN = Person("ben@example.com", name="Ben Whitehorse")


GRACE = Person("grace@example.com", groups=("support",), second_factor=True, agency_id=AGENCY)


MINE = "/api/profile/access"


@pytest.fixture
def world(client: Client) -> Iterator[World]:
    with run_agency() as agency:
        world = World(client, agency)
        world.register()
        for person in (ROSA, SAM, BEN):
            register(client, person)
        yield world


@pytest.fixture
def rosa(world: World) -> Client:
    return world.acting_as(ROSA)


@pytest.fixture
def desk(world: World) -> Desk:
    return make_desk(world)
