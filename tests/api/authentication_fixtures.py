"""Two people and an identity service."""

from collections.abc import Iterator

import pytest

from tests.api.authentication_support import (
    AuthenticationWorld,
    IdentityService,
    run_identity_service,
)
from tests.api.profile_support import ROSA, register
from tests.api.support import (
    Client,
    Person,
)

BEN = Person(email="ben@example.com", name="Ben Whitehorse")


LATER = Person(email=ROSA.email, name=ROSA.name, session="session-2")


@pytest.fixture
def service() -> Iterator[IdentityService]:
    with run_identity_service() as service:
        yield service


@pytest.fixture
def world(client: Client, service: IdentityService) -> AuthenticationWorld:
    world = AuthenticationWorld(client, service)
    register(client)
    register(client, BEN)
    return world


@pytest.fixture
def rosa(world: AuthenticationWorld) -> Client:
    return world.acting_as(ROSA)
