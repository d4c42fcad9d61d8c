"""Failures during changes of subscriptions: no partial state, and repeats complete them."""

import itertools
import json
import sys
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from botocore.exceptions import ReadTimeoutError
from moto.dynamodb.responses import DynamoHandler

from domains.agencies.subscriptions_table import SubscriptionsTable
from functions.subscriptions.repository import SubscriptionsRepository
from portal.principal import Principal
from tests.api.agency_support import SUBSCRIPTIONS, VEHICLES, World, connect, run_agency
from tests.api.profile_support import ROSA, register
from tests.api.support import SUBSCRIPTIONS_TABLE, Client
from tests.api.throttling import throttle_calls

pytestmark = pytest.mark.proof

IDENTITY = {"plate": "ABC4TR", "born": "1984-05-17"}
CALLER = Principal(ROSA.user_id, ROSA.email, True, ROSA.name, frozenset())
MAX_STEPS = 20


class Killed(BaseException):
    """Simulated end of the function, which no handler catches."""


class Dying:
    """Proxy that ends the function before or after a given step."""

    def __init__(self, part: Any, steps: Any, *, after: Any) -> None:
        self._part = part
        self._steps = steps
        self._after = after

    def __getattr__(self, name: Any) -> Any:
        def call(*arguments: Any) -> Any:
            is_last = next(self._steps) == 0
            if is_last and not self._after:
                raise Killed
            result = getattr(self._part, name)(*arguments)
            if is_last:
                raise Killed
            return result

        return call


@pytest.fixture
def agency() -> Iterator[Any]:
    with run_agency() as agency:
        yield agency


@pytest.fixture
def world(client: Client, agency: Any) -> World:
    world = World(client, agency)
    world.register()
    register(client)
    return world


def make_dying_service(world: Any, steps: Any, *, after: Any) -> Any:
    left = itertools.count(steps, -1)
    return world.service(
        Dying(SubscriptionsRepository(SUBSCRIPTIONS_TABLE), left, after=after),
        Dying(world.agency_client(), left, after=after),
    )


def list_stored_items(stored: Any) -> set[Any]:
    items = stored[SUBSCRIPTIONS_TABLE].scan()["Items"]
    return {item["item"] for item in items if not item["item"].startswith("attempts#")}


class TestKilled:
    @pytest.mark.parametrize("after", [False, True])
    def test_connect_can_be_repeated_after_each_step(
        self, world: World, agency: Any, stored: Mapping[str, Any], after: bool
    ) -> None:
        for steps in range(MAX_STEPS):
            try:
                make_dying_service(world, steps, after=after).connect(CALLER, VEHICLES, IDENTITY, "en")
            except Killed:
                is_over = False
            else:
                is_over = True
            half = list_stored_items(stored)
            assert half in (set(), {f"subscription#{VEHICLES}", ROSA.user_id})
            connection = world.service().connect(CALLER, VEHICLES, IDENTITY, "en")
            [card] = world.service().cards(CALLER)
            assert list(card.subscription.identities) == [connection.identity_id]
            assert list_stored_items(stored) == {f"subscription#{VEHICLES}", ROSA.user_id}
            assert agency.connected == {"vehicle-1"}
            world.service().disconnect(CALLER, connection.identity_id)
            assert list_stored_items(stored) == set()
            world.passes(hours=1)
            if is_over:
                return
        pytest.fail("it never ended")

    @pytest.mark.parametrize("after", [False, True])
    @pytest.mark.parametrize("is_repeated_by", ["person", "maintenance"])
    def test_disconnect_can_be_repeated_after_each_step(
        self, world: World, agency: Any, stored: Mapping[str, Any], after: bool, is_repeated_by: str
    ) -> None:
        for steps in range(MAX_STEPS):
            identity_id = world.service().connect(CALLER, VEHICLES, IDENTITY, "en").identity_id
            world.service().service_data(CALLER, identity_id)
            try:
                make_dying_service(world, steps, after=after).disconnect(CALLER, identity_id)
            except Killed:
                is_over = False
            else:
                is_over = True
            self.repeat(world, identity_id, is_repeated_by)
            assert list_stored_items(stored) == set()
            assert agency.connected == set()
            if is_over:
                return
        pytest.fail("it never ended")

    def repeat(self, world: Any, identity_id: Any, is_repeated_by: Any) -> None:
        cards = world.service().cards(CALLER)
        if cards or is_repeated_by == "person":
            world.passes(seconds=30)
            world_client = world.acting_as(ROSA)
            answer = world_client.delete(f"{SUBSCRIPTIONS}/identities/{identity_id}")
            assert answer.status in (200, 404), answer.text
        else:
            world.passes(minutes=2)
            assert world.maintenance().run(lambda: 60_000).is_complete

    @pytest.mark.parametrize("after", [False, True])
    def test_disconnect_notice_can_be_repeated_after_each_step(
        self, world: World, agency: Any, stored: Mapping[str, Any], after: Any
    ) -> None:
        for steps in range(MAX_STEPS):
            identity_id = world.service().connect(CALLER, VEHICLES, IDENTITY, "en").identity_id
            agency.mode = "error"
            world.service().disconnect(CALLER, identity_id)
            agency.mode = "normal"
            world.passes(minutes=2)
            left = itertools.count(steps, -1)
            maintenance = world.maintenance(
                agencies=Dying(world.agency_client(), left, after=after),
                table=Dying(SubscriptionsTable(SUBSCRIPTIONS_TABLE), left, after=after),
            )
            try:
                maintenance.run(lambda: 60_000)
            except Killed:
                is_over = False
            else:
                is_over = True
            world.passes(days=2)
            world.maintenance().run(lambda: 60_000)
            assert list_stored_items(stored) == set()
            assert agency.connected == set()
            if is_over:
                return
        pytest.fail("it never ended")

    def test_repeated_revocation_removes_copy(
        self, world: World, stored: Mapping[str, Any], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        identity_id = world.service().connect(CALLER, VEHICLES, IDENTITY, "en").identity_id
        world.service().service_data(CALLER, identity_id)
        assert f"data#{identity_id}" in list_stored_items(stored)
        with monkeypatch.context() as patched:
            patched.setattr("domains.agencies.subscriptions_table.DataItem.delete", kill)
            with pytest.raises(Killed):
                SubscriptionsTable(SUBSCRIPTIONS_TABLE).revoke(ROSA.user_id, VEHICLES, identity_id)
        assert SubscriptionsTable(SUBSCRIPTIONS_TABLE).revoke(ROSA.user_id, VEHICLES, identity_id) is False
        assert f"data#{identity_id}" not in list_stored_items(stored)


def kill(*_: Any) -> None:
    raise Killed


class LosesReplies(SubscriptionsRepository):
    """Table that writes and then loses the reply."""

    def save_connection(self, *arguments: Any) -> Any:
        super().save_connection(*arguments)
        raise ReadTimeoutError(endpoint_url="dynamodb")

    def save_disconnection(self, *arguments: Any) -> Any:
        super().save_disconnection(*arguments)
        raise ReadTimeoutError(endpoint_url="dynamodb")


def test_repeat_after_lost_reply_succeeds(world: World, agency: Any) -> None:
    losing = world.acting_as(ROSA, repository=LosesReplies(SUBSCRIPTIONS_TABLE))
    rosa = world.acting_as(ROSA)
    assert connect(losing).status == 503
    again = connect(rosa)
    assert again.status == 200
    path = f"{SUBSCRIPTIONS}/identities/{again.json['identityId']}"
    assert losing.delete(path).status == 503
    world.passes(seconds=10)
    assert rosa.delete(path).json == {"isSubscriptionEnded": True}
    assert agency.connected == set()


@pytest.fixture
def throttled(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Refuse every second DynamoDB call, like a throttled table."""
    calls = itertools.count()
    answer = DynamoHandler.call_action

    def call_action(handler: Any) -> Any:
        if next(calls) % 2 == 0:
            error = "com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException"
            return 400, {}, json.dumps({"__type": error, "message": "Slow down"})
        return answer(handler)

    monkeypatch.setattr(DynamoHandler, "call_action", call_action)
    # Skip the pause before a retry, which would take most of the test's time.
    monkeypatch.setattr("botocore.endpoint.time.sleep", lambda _seconds: None)
    return calls


def test_throttled_table_calls_lose_no_data(
    world: World, agency: Any, stored: Mapping[str, Any], throttled: Any
) -> None:
    rosa = world.acting_as(ROSA)
    first, second = connect(rosa), connect(rosa, "XYZ9")
    assert (first.status, second.status) == (201, 201), first.text + second.text
    news = rosa.post(SUBSCRIPTIONS, {"agencyServiceId": "test-agency-news"})
    assert news.status == 201
    ids = [news.json["id"], first.json["subscription"]["id"]]
    items = [{"id": each, "sortIndex": place} for place, each in enumerate(ids)]
    assert rosa.post(f"{SUBSCRIPTIONS}/sortindex", {"items": items}).status == 200
    identity = first.json["identityId"]
    assert rosa.get(f"{SUBSCRIPTIONS}/identities/{identity}/servicedata").status == 200
    cards = rosa.get(SUBSCRIPTIONS).json["items"]
    assert [card["id"] for card in cards] == ids
    assert len(cards[1]["identities"]) == 2
    for each in (first, second):
        path = f"{SUBSCRIPTIONS}/identities/{each.json['identityId']}"
        assert rosa.delete(path).status == 200
    assert [card["id"] for card in rosa.get(SUBSCRIPTIONS).json["items"]] == ids[:1]
    assert agency.connected == set()
    assert next(throttled) > 30


def test_unreadable_catalog_is_503(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "functions.subscriptions.app", raising=False)
    rosa = client.acting_as(ROSA).sending(accept_language="es")
    with throttle_calls(1, 0):
        answer = rosa.get("/api/subscriptions/agencyservice")
    assert answer.status == 503
    assert answer.json["code"] == "catalogueUnavailable"
    assert answer.json["message"].startswith("La lista de servicios no se puede leer")
