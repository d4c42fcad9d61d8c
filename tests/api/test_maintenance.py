"""Scheduled work: the template's handler over moto, with real credentials."""

from collections.abc import Callable, Iterator, Mapping
from datetime import timedelta
from typing import Any

import pytest

from domains.agencies.subscriptions import Identity, PendingDisconnect, Subscription
from domains.agencies.subscriptions_table import SubscriptionsTable
from functions.subscriptions.repository import SubscriptionsRepository
from portal.types import get_utc_now
from tests.api.agency_support import AGENCY, VEHICLES, World, run_agency
from tests.api.applications_support import ApplicationsWorld
from tests.api.profile_support import ROSA
from tests.api.support import SUBSCRIPTIONS_TABLE, Client, invoke, renew_apps
from tests.lambda_context import Context


@pytest.fixture
def agency() -> Iterator[Any]:
    with run_agency() as agency:
        yield agency


@pytest.fixture(autouse=True)
def fresh_handler(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reload the handler, so that it has no catalog from an earlier test."""
    renew_apps(monkeypatch, "maintenance")


@pytest.fixture
def world(client: Client, agency: Any) -> World:
    world = World(client, agency)
    world.register()
    return world


def store_disconnect(due_at: Any) -> None:
    """Store a disconnect whose agency notice is due at that moment."""
    repository = SubscriptionsRepository(SUBSCRIPTIONS_TABLE)
    identity = Identity("identity", "vehicle-1", "Vehicle", "connected", due_at)
    subscription = Subscription("card", VEHICLES, due_at, {"identity": identity}, 1)
    assert repository.save_connection(ROSA.user_id, subscription, identity, None)
    pending = PendingDisconnect(
        ROSA.user_id, "identity", AGENCY, VEHICLES, "vehicle-1", due_at, due_at, 1, due_at
    )
    assert repository.save_disconnection(ROSA.user_id, subscription, [pending])


def test_schedule_sends_due_disconnects(world: World, agency: Any, stored: Mapping[str, Any]) -> None:
    agency.connected.add("vehicle-1")
    store_disconnect(get_utc_now())
    done = invoke("maintenance", {}, Context())
    assert done == {
        "disconnects": {"delivered": 1, "postponed": 0, "givenUp": 0},
        "applications": {"delivered": 0, "postponed": 0, "givenUp": 0},
        "replies": {"delivered": 0, "postponed": 0, "givenUp": 0},
        "isComplete": True,
    }
    assert agency.connected == set()
    assert agency.calls[0].is_signed
    assert stored[SUBSCRIPTIONS_TABLE].scan()["Items"] == []


def test_index_holds_only_due_disconnects(world: World) -> None:
    now = get_utc_now()
    table = SubscriptionsTable(SUBSCRIPTIONS_TABLE)
    store_disconnect(now)
    assert table.list_due_disconnects(AGENCY, now, 10) == [(ROSA.user_id, "identity")]
    assert table.list_due_disconnects("other-agency", now, 10) == []
    [pending] = [table.read_disconnect(*each) for each in table.list_due_disconnects(AGENCY, now, 10)]
    assert pending is not None
    assert table.claim_disconnect(pending, now, now + timedelta(days=365)) is not None
    assert table.claim_disconnect(pending, now, now) is None
    assert table.list_due_disconnects(AGENCY, now, 10) == []
    table.finish_disconnect(pending)
    assert table.read_disconnect(ROSA.user_id, "identity") is not None


@pytest.fixture
def applications(client: Client, agency: Any) -> ApplicationsWorld:
    return ApplicationsWorld(client, agency)


def test_schedule_sends_due_applications(
    applications: ApplicationsWorld, agency: Any, output: Callable[[], str]
) -> None:
    agency.mode = "away"
    application_id = applications.submitted()
    agency.mode = "normal"
    applications.passes(days=1)
    done = invoke("maintenance", {}, Context())
    assert done["applications"] == {"delivered": 1, "postponed": 0, "givenUp": 0}
    assert applications.get(application_id)["isDelivered"] is True
    assert "ApplicationsPostponed" in output()
