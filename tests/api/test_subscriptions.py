"""Connecting, looking at and ending what a person holds at agencies."""

import pytest

from tests.api.agency_support import (
    NEWS,
    SERVICES,
    SUBSCRIPTIONS,
    VEHICLES,
    World,
    connect,
    tiny_agency,
)
from tests.api.profile_support import ROSA, register


@pytest.fixture
def agency():
    with tiny_agency() as agency:
        yield agency


@pytest.fixture
def world(client, agency):
    world = World(client, agency)
    world.register()
    register(client)
    return world


@pytest.fixture
def rosa(world):
    return world.acting_as(ROSA)


class TestConnect:
    def test_a_record_becomes_a_card(self, rosa, agency):
        answer = connect(rosa)
        assert answer.status == 201, answer.text
        [identity] = answer.json["subscription"]["identities"]
        assert identity["id"] == answer.json["identityId"]
        assert identity["label"] == "••• 4TR"
        assert rosa.get(SUBSCRIPTIONS).json["items"] == [answer.json["subscription"]]
        data = rosa.get(f"{SUBSCRIPTIONS}/identities/{identity['id']}/servicedata")
        assert data.status == 200, data.text
        assert agency.names() == ["match", "service-data"]
        assert all(call.is_signed for call in agency.calls)
