"""Two people, an identity service, and a list of trusted issuers."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.api.authentication_fixtures import BEN, service
from tests.api.authentication_support import (
    NOW,
    AuthenticationWorld,
    IdentityService,
)
from tests.api.mobile_id_support import (
    MobileIdWorld,
    Publisher,
    run_publisher,
)
from tests.api.profile_support import ROSA, register
from tests.api.support import Client

__all__ = ["BEN", "service"]


@pytest.fixture
def issuers(tmp_path: Path) -> Iterator[Publisher]:
    with run_publisher(tmp_path, NOW) as made:
        yield made


@pytest.fixture
def world(client: Client, service: IdentityService, issuers: Publisher) -> MobileIdWorld:
    world = AuthenticationWorld(client, service)
    register(client)
    register(client, BEN)
    return MobileIdWorld(world, issuers)


@pytest.fixture
def rosa(world: MobileIdWorld) -> Client:
    return world.acting_as(ROSA)
