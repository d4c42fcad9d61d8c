"""Unread counts: one DynamoDB call of at most one read unit, without a cache."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from typing import Any
from unittest import mock

import boto3
import pytest
from botocore.client import BaseClient

from domains.messages.message import InboxMessage
from tests.api.messages_support import (
    BEN,
    LICENSES,
    PASSES,
    ROSA,
    SENT,
    TRUCK,
    VEHICLES,
    deliver,
    keep,
    make_agency_message,
    make_portal_message,
    record_dynamodb_calls,
)
from tests.api.support import Client

COUNT = "/api/messages/unread/count"
STATUS = "/api/agency/messages/unread/status"
AGENCIES = "/api/agency/messages/agencies"
SERVICE_COUNT = f"/api/agency/messages/service/{VEHICLES}/unread/count"
# Size of a consistent read that uses one read unit.
READ_UNIT = 4096


@pytest.fixture
def rosa(client: Client) -> Client:
    return client.acting_as(ROSA)


def measure_item(item: dict[str, dict[str, str]]) -> int:
    """Return the size of an item of strings in bytes, as DynamoDB counts it: names and values."""
    return sum(len(name.encode()) + len(value["S"].encode()) for name, value in item.items())


def count_bytes_read(query: dict[str, Any]) -> int:
    """Return the bytes of the index that a counting query reads."""
    asked = {name: value for name, value in query.items() if name not in ("operation", "answer", "Select")}
    return sum(measure_item(item) for item in boto3.client("dynamodb").query(**asked)["Items"])


@contextmanager
def cut_query_short(limit: int) -> Iterator[None]:
    """Make DynamoDB stop a query of the index after a few items, as it does after one megabyte."""
    call = BaseClient._make_api_call

    def limited(self: BaseClient, operation: str, parameters: dict[str, Any]) -> Any:
        if parameters.get("IndexName") == "unread":
            parameters = parameters | {"Limit": limit}
        return call(self, operation, parameters)

    with mock.patch.object(BaseClient, "_make_api_call", limited):
        yield


@pytest.mark.parametrize("route", [COUNT, STATUS])
@pytest.mark.parametrize("unread", [0, 1, 40])
def test_poll_uses_one_read_unit(rosa: Client, route: str, unread: int) -> None:
    keep(*(make(ROSA, str(n)) for n in range(unread) for make in (make_portal_message, make_agency_message)))
    with record_dynamodb_calls() as calls:
        assert rosa.get(route).status == 200
    (call,) = calls
    assert (call["operation"], call["IndexName"], call["ConsistentRead"]) == ("Query", "unread", True)
    assert (count_bytes_read(call) > 0) == (unread > 0)
    assert count_bytes_read(call) <= READ_UNIT


def test_poll_with_long_service_ids_uses_one_read_unit(rosa: Client) -> None:
    long = "s" * 60
    keep(
        *(
            replace(message, origin=replace(message.origin, service_id=long))
            for message in (make_agency_message(ROSA, str(n)) for n in range(40))
            if message.origin
        )
    )
    with record_dynamodb_calls() as calls:
        assert rosa.get(STATUS).json["hasUnread"] is True
    (call,) = calls
    assert READ_UNIT / 2 < count_bytes_read(call) <= READ_UNIT


class TestFingerprint:
    """The fingerprint changes when other messages are unread and the count stays the same."""

    @pytest.mark.parametrize(("route", "make"), [(COUNT, make_portal_message), (STATUS, make_agency_message)])
    def test_fingerprint_changes_with_unread_messages(
        self, rosa: Client, route: str, make: Callable[..., InboxMessage]
    ) -> None:
        def fingerprint() -> str:
            return str(rosa.get(route).json["fingerprint"])

        first, second = make(ROSA, "a"), make(ROSA, "b")
        nothing = fingerprint()
        deliver(first)
        one = fingerprint()
        deliver(second)
        both = fingerprint()
        rosa.post("/api/messages/delete", {"ids": [first.id]})
        rosa.post(
            "/api/agency/messages/delete",
            {"messages": [{"messageId": first.id, "userAgencySubscriptionId": TRUCK}]},
        )
        other = fingerprint()
        assert len({nothing, one, both, other}) == 4
        rosa.post("/api/messages/restore", {"ids": [first.id]})
        assert fingerprint() == both

    @pytest.mark.parametrize(("route", "make"), [(COUNT, make_portal_message), (STATUS, make_agency_message)])
    def test_fingerprint_reflects_newest_of_many_messages(
        self, rosa: Client, route: str, make: Callable[..., InboxMessage]
    ) -> None:
        keep(*(make(ROSA, str(n)) for n in range(40)))
        before = rosa.get(route).json
        deliver(make(ROSA, "new", sent_at=SENT + timedelta(minutes=1)))
        assert rosa.get(route).json == before | {"fingerprint": mock.ANY}
        assert rosa.get(route).json["fingerprint"] != before["fingerprint"]

    def test_fingerprint_is_per_inbox_and_person(self, rosa: Client) -> None:
        before = rosa.get(COUNT).json, rosa.get(STATUS).json
        deliver(make_portal_message(BEN, "a"), make_agency_message(BEN, "b"))
        assert (rosa.get(COUNT).json, rosa.get(STATUS).json) == before
        deliver(make_agency_message(ROSA, "c"))
        assert rosa.get(COUNT).json == before[0]


class TestPortalCount:
    @pytest.mark.parametrize(
        ("unread", "answer"),
        [
            (0, {"count": 0, "atLeast": False}),
            (1, {"count": 1, "atLeast": False}),
            (24, {"count": 24, "atLeast": False}),
            (26, {"count": 25, "atLeast": True}),
        ],
    )
    def test_count_is_exact_up_to_twenty_five(
        self, rosa: Client, unread: int, answer: dict[str, Any]
    ) -> None:
        keep(
            *(make_portal_message(ROSA, str(n)) for n in range(unread)),
            make_portal_message(ROSA, "read", is_unread=False),
            make_portal_message(ROSA, "binned", deleted_at=SENT),
            make_portal_message(BEN, "another"),
            make_agency_message(ROSA, "agency"),
        )
        found = rosa.get(COUNT).json
        assert {name: found[name] for name in answer} == answer

    def test_count_follows_changes(self, rosa: Client) -> None:
        message = make_portal_message(ROSA, "a")
        deliver(message)
        ids = {"ids": [message.id]}
        steps = [
            (("PATCH", f"/api/messages/{message.id}/markasread", None), 0),
            (("PATCH", f"/api/messages/{message.id}/markasunread", None), 1),
            (("POST", "/api/messages/delete", ids), 0),
            (("POST", "/api/messages/restore", ids), 1),
            (("POST", "/api/messages/mark", ids | {"isRead": True}), 0),
            (("POST", "/api/messages/delete", ids), 0),
            (("POST", "/api/messages/restore", ids), 0),
            (("POST", "/api/messages/mark", ids | {"isRead": False}), 1),
            (("POST", "/api/messages/delete", ids), 0),
            (("POST", "/api/messages/bin/empty", {}), 0),
        ]
        assert rosa.get(COUNT).json["count"] == 1
        for step, count in steps:
            assert rosa.call(*step).status == 200
            assert rosa.get(COUNT).json["count"] == count, step


class TestAgencyStatus:
    def test_unread_message_of_any_service_counts(self, rosa: Client) -> None:
        keep(make_portal_message(ROSA, "a"))
        keep(make_agency_message(BEN, "b"))
        keep(make_agency_message(ROSA, "c", is_unread=False))
        keep(make_agency_message(ROSA, "d", deleted_at=SENT))
        assert rosa.get(STATUS).json["hasUnread"] is False
        deliver(make_agency_message(ROSA, "e", PASSES))
        assert rosa.get(STATUS).json["hasUnread"] is True

    def test_status_follows_changes(self, rosa: Client) -> None:
        message = make_agency_message(ROSA, "a")
        deliver(message)
        wanted = {"messages": [{"messageId": message.id, "userAgencySubscriptionId": TRUCK}]}
        opened = f"/api/agency/messages/{message.id}?userAgencySubscriptionId={TRUCK}"
        steps = [
            (("GET", opened, None), False),
            (("POST", "/api/agency/messages/mark", wanted | {"isRead": False}), True),
            (("POST", "/api/agency/messages/delete", wanted), False),
            (("GET", opened, None), False),
            (("POST", "/api/messages/restore", {"ids": [message.id]}), True),
            (("POST", "/api/agency/messages/mark", wanted | {"isRead": True}), False),
        ]
        for step, has_unread in steps:
            assert rosa.call(*step).status == 200
            assert rosa.get(STATUS).json["hasUnread"] == has_unread, step


class TestServiceCount:
    def test_service_count_takes_single_call(self, rosa: Client) -> None:
        keep(*(make_agency_message(ROSA, str(n)) for n in range(30)))
        deliver(
            make_agency_message(ROSA, "a", LICENSES),
            make_agency_message(BEN, "b"),
            make_portal_message(ROSA, "c"),
        )
        with record_dynamodb_calls() as calls:
            assert rosa.get(SERVICE_COUNT).json == {"count": 30, "atLeast": False}
        assert [each["operation"] for each in calls] == ["Query"]

    def test_truncated_count_is_minimum(self, rosa: Client) -> None:
        deliver(*(make_agency_message(ROSA, str(n)) for n in range(3)))
        with cut_query_short(2), record_dynamodb_calls() as calls:
            assert rosa.get(SERVICE_COUNT).json == {"count": 2, "atLeast": True}
            assert rosa.get(AGENCIES).json["atLeast"] is True
        assert len(calls) == 3

    @pytest.mark.parametrize(
        "service_id",
        [
            "portal",
            "bin",
            "adot-mvd-vehicle",
            "adot-mvd-vehicles%23",
            "adot-mvd-",
            "-",
            "x-" * 500 + "x",
            "%00",
        ],
    )
    def test_unknown_service_has_no_messages(self, rosa: Client, service_id: str) -> None:
        deliver(make_agency_message(ROSA, "a"), make_portal_message(ROSA, "b"))
        keep(make_portal_message(ROSA, "c", deleted_at=SENT))
        answer = rosa.get(f"/api/agency/messages/service/{service_id}/unread/count")
        assert answer.json == {"count": 0, "atLeast": False}
        answer = rosa.get(f"/api/agency/messages/service/{service_id}")
        assert answer.json == {"groups": [], "nextToken": None, "scannedUntil": None}


class TestAgencies:
    def test_agencies_and_services_are_sorted_with_counts(self, rosa: Client) -> None:
        deliver(
            *(make_agency_message(ROSA, str(n), identity_id=identity) for n in range(2) for identity in "xy"),
            make_agency_message(ROSA, "a", LICENSES),
            make_agency_message(BEN, "b", LICENSES),
            make_portal_message(ROSA, "c"),
        )
        keep(make_agency_message(ROSA, "e", LICENSES, is_unread=False))
        read = make_agency_message(ROSA, "d", PASSES)
        deliver(read)
        rosa.get(f"/api/agency/messages/{read.id}?userAgencySubscriptionId={TRUCK}")
        with record_dynamodb_calls() as calls:
            answer = rosa.get(AGENCIES)
        assert [each["operation"] for each in calls] == ["Query", "Query"]
        assert answer.json == {
            "items": [
                {
                    "agencyId": "adot-mvd",
                    "agencyName": "Motor Vehicle Division",
                    "unreadCount": 5,
                    "services": [
                        {"agencyServiceId": LICENSES, "serviceName": "Driver licence", "unreadCount": 1},
                        {
                            "agencyServiceId": VEHICLES,
                            "serviceName": "Vehicle registration",
                            "unreadCount": 4,
                        },
                    ],
                },
                {
                    "agencyId": "state-parks",
                    "agencyName": "State Parks",
                    "unreadCount": 0,
                    "services": [{"agencyServiceId": PASSES, "serviceName": "Annual pass", "unreadCount": 0}],
                },
            ],
            "atLeast": False,
        }
        spanish = rosa.sending(accept_language="es").get(AGENCIES).json["items"]
        assert [each["agencyName"] for each in spanish] == ["División de Vehículos", "Parques Estatales"]

    def test_inbox_without_messages_lists_no_agencies(self, rosa: Client) -> None:
        deliver(make_agency_message(BEN, "a"))
        assert rosa.get(AGENCIES).json == {"items": [], "atLeast": False}
