"""Two people with records at one agency."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.api.agency_support import (
    World,
    run_agency,
)
from tests.api.profile_support import ROSA, register
from tests.api.support import (
    Client,
    Person,
)

BEN = Person(email="ben@example.com", name="Ben Whitehorse")


@pytest.fixture
def agency() -> Iterator[Any]:
    with run_agency() as agency:
        yield agency


@pytest.fixture
def world(client: Client, agency: Any) -> World:
    world = World(client, agency)
    world.register()
    register(client)
    register(client, BEN)
    return world


@pytest.fixture
def rosa(world: World) -> Client:
    return world.acting_as(ROSA)


@pytest.fixture
def ben(world: World) -> Client:
    return world.acting_as(BEN)
