"""Support staff: reloaded, cleared and restored dashboards."""

from collections.abc import Mapping
from typing import Any
from unittest import mock

import pytest

from domains.accesslog.access_log_table import AccessLogTable
from functions.userservices.repository import DashboardsRepository
from tests.api.agency_support import NEWS, SUBSCRIPTIONS, World, connect
from tests.api.profile_support import ROSA, register
from tests.api.support import (
    MESSAGES_TABLE,
    SUBSCRIPTIONS_TABLE,
    Client,
)
from tests.api.user_services_fixtures import BEN, GRACE, MINE, desk, rosa, world
from tests.api.user_services_support import (
    DOWN,
    FAILING_WRITE,
    Desk,
    list_kinds,
    list_lines,
    make_desk,
)

__all__ = ["desk", "rosa", "world"]


def connect_other_agency(rosa: Client, stored: Mapping[str, Any]) -> str:
    """Connect the person with a service of an unknown agency, and return its id."""
    assert rosa.post(SUBSCRIPTIONS, {"agencyServiceId": NEWS}).status == 201
    table = stored[SUBSCRIPTIONS_TABLE]
    (item,) = (each for each in table.scan()["Items"] if each.get("service_id") == NEWS)
    table.put_item(Item={**item, "service_id": "other-agency-permits"})
    return "other-agency-permits"


class TestReload:
    def test_reload_asks_every_agency_and_notifies_person(
        self, world: World, desk: Desk, rosa: Client
    ) -> None:
        identity = connect(rosa).json["identityId"]
        data = f"/api/subscriptions/identities/{identity}/servicedata"
        assert rosa.get(data).status == 200
        world.passes(seconds=1)
        (card,) = desk.reload(ROSA).json["items"]
        assert (card["serviceName"], card["outcome"]) == ("Vehicles", "reloaded")
        assert rosa.get(data).json["checkedAt"] == card["checkedAt"]
        subjects = [message["subject"] for message in rosa.get("/api/messages").json["items"]]
        assert "Support reloaded your dashboard" in subjects

    def test_reload_of_shared_record_tells_agency_number_of_accounts(
        self, world: World, desk: Desk, rosa: Client
    ) -> None:
        connect(rosa)
        connect(world.acting_as(BEN))
        (card,) = desk.reload(ROSA).json["items"]
        assert card["outcome"] == "reloaded"
        assert world.agency.calls[-1].body["accounts"] == 2

    def test_reload_at_unavailable_agency_keeps_last_copy(
        self, world: World, desk: Desk, rosa: Client
    ) -> None:
        identity = connect(rosa).json["identityId"]
        before = rosa.get(f"/api/subscriptions/identities/{identity}/servicedata").json["checkedAt"]
        world.passes(seconds=1)
        world.agency.mode = "away"
        (card,) = desk.reload(ROSA).json["items"]
        assert (card["outcome"], card["checkedAt"]) == ("unavailable", before)

    def test_reload_of_revoked_record_revokes_card(self, world: World, desk: Desk, rosa: Client) -> None:
        connect(rosa)
        world.agency.records = {}
        (card,) = desk.reload(ROSA).json["items"]
        assert card["outcome"] == "revoked"
        (shown,) = rosa.get(SUBSCRIPTIONS).json["items"]
        assert shown["identities"][0]["status"] == "revoked"

    def test_card_without_time_is_postponed(self, world: World, rosa: Client) -> None:
        connect(rosa)
        moments = iter([0.0, 0.0, 0.0, 100.0])
        (card,) = make_desk(world, monotonic=lambda: next(moments)).reload(ROSA).json["items"]
        assert card["outcome"] == "postponed"

    @pytest.mark.parametrize("name", ["Ben", "Rosa", "Rosa  Delgado Ortiz"])
    def test_wrong_name_is_logged_as_view_of_name(
        self, desk: Desk, rosa: Client, stored: Mapping[str, Any], name: str
    ) -> None:
        for act in (desk.reload, desk.clear):
            logged = len(list_lines(stored))
            assert list(act(ROSA, name).problems()) == ["confirmed-name"]
            assert len(list_lines(stored)) == logged + 2
            desk.world.passes(seconds=1)
        items = rosa.get(MINE).json["items"]
        assert [(each["kind"], each["fields"]) for each in items] == [("view", ["name"])] * 2

    def test_wrong_name_without_access_log_is_not_revealed(self, desk: Desk) -> None:
        with mock.patch.object(AccessLogTable, "add_records", side_effect=DOWN):
            for act in (desk.reload, desk.clear):
                assert act(ROSA, "Ben").json["code"] == "accessNotRecorded"

    def test_case_and_accents_of_name_are_ignored(self, desk: Desk) -> None:
        assert desk.reload(ROSA, "  rosa DELGADÓ ").status == 200


class TestClear:
    def test_clear_removes_cards_and_keeps_connections(self, world: World, desk: Desk, rosa: Client) -> None:
        connect(rosa)
        cleared = desk.clear(ROSA).json
        assert cleared == {"clearedAt": "2026-11-20T18:30:00Z", "restorableUntil": "2026-11-27T18:30:00Z"}
        (card,) = rosa.get(SUBSCRIPTIONS).json["items"]
        assert (card["isOnDashboard"], len(card["identities"])) == (False, 1)
        subjects = [message["subject"] for message in rosa.get("/api/messages").json["items"]]
        assert "Support cleared your dashboard" in subjects
        seen = desk.person(ROSA, "connections").json
        assert [each["isOnDashboard"] for each in seen["items"]] == [False]
        assert seen["restorableUntil"] == "2026-11-27T18:30:00Z"

    def test_second_clear_changes_nothing(
        self, world: World, desk: Desk, rosa: Client, stored: Mapping[str, Any]
    ) -> None:
        connect(rosa)
        first = desk.clear(ROSA).json
        world.passes(hours=1)
        assert desk.clear(ROSA).json == first
        reported = [
            item for item in stored[MESSAGES_TABLE].scan()["Items"] if item.get("type") == "dashboardCleared"
        ]
        assert len(reported) == 1

    def test_clear_can_be_undone_for_seven_days(self, world: World, desk: Desk, rosa: Client) -> None:
        connect(rosa)
        desk.clear(ROSA)
        world.passes(days=6, hours=23)
        restored = desk.restore(ROSA).json
        assert ([each["isOnDashboard"] for each in restored["items"]], restored["restorableUntil"]) == (
            [True],
            None,
        )
        assert rosa.get(SUBSCRIPTIONS).json["items"][0]["isOnDashboard"] is True
        assert desk.restore(ROSA).json["code"] == "nothingToRestore"

    def test_only_person_can_restore_after_seven_days(self, world: World, desk: Desk, rosa: Client) -> None:
        connect(rosa)
        desk.clear(ROSA)
        world.passes(days=7)
        answer = desk.restore(ROSA)
        assert (answer.status, answer.json["code"]) == (409, "nothingToRestore")
        for _ in range(2):
            cards = rosa.post(f"{SUBSCRIPTIONS}/restoredashboard").json["items"]
            assert [card["isOnDashboard"] for card in cards] == [True]

    def test_record_connected_after_clear_is_shown(self, world: World, desk: Desk, rosa: Client) -> None:
        connect(rosa)
        assert rosa.post(SUBSCRIPTIONS, {"agencyServiceId": NEWS}).status == 201
        desk.clear(ROSA)
        world.passes(seconds=1)
        connect(rosa, "XYZ9")
        cards = rosa.get(SUBSCRIPTIONS).json["items"]
        assert [card["isOnDashboard"] for card in cards] == [True, False]
        assert [card["sortIndex"] for card in cards] == [0, 1]

    def test_constantly_changing_dashboard_is_conflict(self, world: World, desk: Desk, rosa: Client) -> None:
        connect(rosa)
        with mock.patch.object(DashboardsRepository, "write_cleared", return_value=FAILING_WRITE):
            answer = desk.clear(ROSA)
        assert (answer.status, answer.json["code"]) == (409, "dashboardChanged")
        assert rosa.get(SUBSCRIPTIONS).json["items"][0]["isOnDashboard"] is True
        assert list_kinds(rosa) == ["view"]

    def test_clear_and_restore_without_effect_are_logged_as_views(
        self, world: World, desk: Desk, rosa: Client
    ) -> None:
        connect(rosa)
        for act, status in (
            (desk.restore, 409),
            (desk.clear, 200),
            (desk.clear, 200),
            (desk.restore, 200),
            (desk.restore, 409),
        ):
            assert act(ROSA).status == status
            world.passes(seconds=1)
        assert list_kinds(rosa) == ["view", "change", "view", "change", "view"]

    def test_dashboard_without_cards_is_refused(
        self, world: World, desk: Desk, rosa: Client, stored: Mapping[str, Any]
    ) -> None:
        reported = stored[MESSAGES_TABLE].scan()["Items"]
        answer = desk.clear(ROSA)
        assert (answer.status, answer.json["code"]) == (409, "nothingToClear")
        world.passes(seconds=1)
        assert desk.reload(ROSA).json == {"items": []}
        assert list_kinds(rosa) == ["view", "view"]
        assert stored[MESSAGES_TABLE].scan()["Items"] == reported

    def test_agency_restores_only_own_cards(
        self, world: World, desk: Desk, rosa: Client, stored: Mapping[str, Any]
    ) -> None:
        register(world.client, GRACE)
        connect(rosa)
        foreign = connect_other_agency(rosa, stored)
        agency = desk.acting_as(GRACE)
        assert desk.clear(ROSA).status == 200
        world.passes(seconds=1)
        (card,) = agency.restore(ROSA).json["items"]
        assert (card["serviceName"], card["isOnDashboard"]) == ("Vehicles", True)
        on_dashboard = {
            each["serviceId"]: each["isOnDashboard"]
            for each in desk.person(ROSA, "connections").json["items"]
        }
        assert on_dashboard.pop(foreign) is False
        assert list(on_dashboard.values()) == [True]
        assert agency.person(ROSA, "connections").json["restorableUntil"] is None
        assert agency.restore(ROSA).json["code"] == "nothingToRestore"
        assert desk.person(ROSA, "connections").json["restorableUntil"] == "2026-11-27T18:30:00Z"
        cards = desk.restore(ROSA).json["items"]
        assert [each["isOnDashboard"] for each in cards] == [True, True]
