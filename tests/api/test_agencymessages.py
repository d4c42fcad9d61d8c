"""Inbox of agencies: groups by record, opened messages, marks and deletion."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import urlencode

import boto3
import pytest

from domains.messages.message import InboxMessage, MessageAction
from portal.language import Text
from tests.api.messages_support import (
    BEN,
    FILE,
    LICENSES,
    PASSES,
    ROSA,
    SENT,
    TRAILER,
    TRUCK,
    VEHICLES,
    deliver,
    get_stored_message,
    keep,
    make_agency_message,
    make_portal_message,
    record_dynamodb_calls,
    run_meanwhile,
)
from tests.api.support import Client

INBOX = "/api/agency/messages"
SERVICE = f"{INBOX}/service/{VEHICLES}"
NOTHING = "a" * 26
DAY = timedelta(days=1)


@pytest.fixture
def rosa(client: Client) -> Client:
    return client.acting_as(ROSA)


def get_page(client: Client, folder: str = SERVICE, **query: Any) -> Any:
    given = {name.removesuffix("_"): value for name, value in query.items() if value is not None}
    answer = client.get(f"{folder}?{urlencode(given)}")
    assert answer.status == 200, answer.text
    return answer.json


def list_names(page: Any) -> list[tuple[str, list[str]]]:
    """Return identity and last words of the subjects for each group."""
    return [
        (group["identity"]["id"], [each["subject"].split()[-1] for each in group["messages"]])
        for group in page["groups"]
    ]


def get_path(message: InboxMessage, identity_id: str = TRUCK, route: str = "") -> str:
    return f"{INBOX}/{message.id}{route}?{urlencode({'userAgencySubscriptionId': identity_id})}"


def make_reference(message: InboxMessage, identity_id: str = TRUCK) -> dict[str, str]:
    return {"messageId": message.id, "userAgencySubscriptionId": identity_id}


class TestGroups:
    def test_group_lists_all_message_fields(self, rosa: Client) -> None:
        message = make_agency_message(ROSA, "a", priority="high", attachments=(FILE,))
        deliver(
            message,
            make_agency_message(BEN, "b"),
            make_agency_message(ROSA, "c", PASSES),
            make_portal_message(ROSA, "d"),
        )
        assert get_page(rosa) == {
            "groups": [
                {
                    "identity": {"id": TRUCK, "label": "The truck"},
                    "messages": [
                        {
                            "messageId": message.id,
                            "agencyServiceId": VEHICLES,
                            "userAgencyServiceSubscriptionIdentityId": TRUCK,
                            "subject": message.subject["en"],
                            "preview": message.preview["en"],
                            "from": "Motor Vehicle Division",
                            "isRead": False,
                            "sentAt": "2026-11-20T16:00:00Z",
                            "priority": "high",
                            "hasAttachments": True,
                        }
                    ],
                }
            ],
            "nextToken": None,
            "scannedUntil": None,
        }
        spanish = get_page(rosa.sending(accept_language="es"))["groups"][0]["messages"][0]
        assert (spanish["subject"], spanish["from"]) == (message.subject["es"], "División de Vehículos")

    def test_group_with_newest_message_is_first(self, rosa: Client) -> None:
        for n, identity_id in enumerate([TRUCK, TRAILER, TRUCK, "boat"]):
            deliver(make_agency_message(ROSA, str(n), identity_id=identity_id, sent_at=SENT + n * DAY))
        assert list_names(get_page(rosa)) == [("boat", ["3"]), (TRUCK, ["2", "0"]), (TRAILER, ["1"])]

    def test_label_comes_from_newest_message(self, rosa: Client) -> None:
        old = make_agency_message(ROSA, "old")
        new = make_agency_message(ROSA, "new", sent_at=SENT + DAY)
        assert new.origin
        deliver(old, replace(new, origin=replace(new.origin, identity_label="Red truck")))
        (group,) = get_page(rosa)["groups"]
        assert group["identity"] == {"id": TRUCK, "label": "Red truck"}
        assert len(group["messages"]) == 2

    @pytest.mark.parametrize(
        ("query", "found"),
        [
            ({}, "dcba"),
            ({"unread": "true"}, "db"),
            ({"unread": "false"}, "ca"),
            ({"text": "PREVIEW adot-mvd-vehicles truck b"}, "b"),
            ({"from": "division de vehiculos"}, "dcba"),
            ({"from": "parks"}, ""),
            ({"sentFrom": "2026-11-21", "sentTo": "2026-11-22"}, "cb"),
            ({"sentFrom": "2026-11-21", "unread": "true"}, "db"),
        ],
    )
    def test_combined_filters_use_single_query(self, rosa: Client, query: dict[str, str], found: str) -> None:
        for n, name in enumerate("abcd"):
            keep(make_agency_message(ROSA, name, sent_at=SENT + n * DAY, is_unread=name in "bd"))
        with record_dynamodb_calls() as calls:
            page = get_page(rosa, **query)
        assert list_names(page) == ([(TRUCK, list(found))] if found else [])
        assert [each["operation"] for each in calls if each["operation"] != "BatchGetItem"] == ["Query"]

    @pytest.mark.parametrize("unread", [None, "true"])
    def test_pages_list_each_message_once(self, rosa: Client, unread: str | None) -> None:
        deliver(*(make_agency_message(ROSA, str(n), sent_at=SENT + n * DAY) for n in range(7)))
        deliver(*(make_agency_message(ROSA, str(n), LICENSES) for n in range(7)))
        found: list[Any] = []
        token = None
        while not found or token:
            page = get_page(rosa, limit=3, unread=unread, nextToken=token)
            found += list_names(page)[0][1]
            token = page["nextToken"]
        assert found == list("6543210")

    @pytest.mark.parametrize("folder", [f"{INBOX}/service/{LICENSES}", "/api/messages", "/api/messages/bin"])
    def test_page_token_of_other_folder_is_refused(self, rosa: Client, folder: str) -> None:
        deliver(*(make_agency_message(ROSA, str(n)) for n in range(2)))
        token = get_page(rosa, limit=1)["nextToken"]
        answer = rosa.get(f"{folder}?{urlencode({'nextToken': token})}")
        assert list(answer.problems()) == ["nextToken"]

    def test_page_token_of_other_person_is_refused(self, rosa: Client) -> None:
        deliver(*(make_agency_message(person, str(n)) for n in range(2) for person in (ROSA, BEN)))
        token = get_page(rosa, limit=1)["nextToken"]
        answer = rosa.acting_as(BEN).get(f"{SERVICE}?{urlencode({'nextToken': token})}")
        assert list(answer.problems()) == ["nextToken"]

    @pytest.mark.parametrize("query", ["sentFrom=2026-02-30", "unread=x", "limit=0", "limit=101", "order=x"])
    def test_invalid_query_is_reported(self, rosa: Client, query: str) -> None:
        answer = rosa.get(f"{SERVICE}?{query}")
        assert list(answer.problems()) == [query.partition("=")[0]]
        assert answer.json[0]["applicationSection"] == "agencyMessages"


class TestOpening:
    def test_opened_message_shows_all_fields_and_becomes_read(self, rosa: Client) -> None:
        message = make_agency_message(
            ROSA,
            "a",
            body={"es": "<p>Cuerpo</p>"},
            subject={"es": "Asunto"},
            preview={"es": "Cuerpo"},
            body_format="html",
            action=MessageAction(Text(en="Renew", es="Renovar"), "https://mvd.example/renew"),
            attachments=(FILE,),
        )
        deliver(message)
        answer = rosa.get(get_path(message))
        found = get_stored_message(message)
        assert found
        assert found == replace(message, is_unread=False, read_at=found.read_at)
        assert found.read_at
        assert abs(found.read_at - datetime.now(UTC)) < timedelta(minutes=1)
        read_at = answer.json.pop("readAt")
        assert datetime.fromisoformat(read_at) == found.read_at
        assert answer.json | {"readAt": None} == {
            "messageId": message.id,
            "agencyId": "adot-mvd",
            "agencyName": "Motor Vehicle Division",
            "agencyServiceId": VEHICLES,
            "serviceName": "Vehicle registration",
            "userAgencyServiceSubscriptionIdentityId": TRUCK,
            "identityLabel": "The truck",
            "subject": "Asunto",
            "preview": "Cuerpo",
            "body": "<p>Cuerpo</p>",
            "bodyFormat": "html",
            "language": "es",
            "from": "Motor Vehicle Division",
            "isRead": True,
            "readAt": None,
            "sentAt": "2026-11-20T16:00:00Z",
            "receivedAt": "2026-11-20T16:00:01Z",
            "priority": "normal",
            "notice": "agencyMessages",
            "hasAttachments": True,
            "action": {"label": "Renew", "url": "https://mvd.example/renew"},
            "attachments": [
                {"id": FILE.id, "name": "Títle.pdf", "contentType": "application/pdf", "size": 1234}
            ],
            "deliveries": [],
            "canReply": False,
            "replies": [],
            "isOwn": False,
            "deletedAt": None,
            "thread": [],
        }

    def test_second_opening_changes_nothing(self, rosa: Client) -> None:
        message = make_agency_message(ROSA, "a")
        deliver(message)
        first = rosa.get(get_path(message))
        once = get_stored_message(message)
        with record_dynamodb_calls() as calls:
            assert rosa.get(get_path(message)).json == first.json
        assert get_stored_message(message) == once
        assert [each["operation"] for each in calls] == ["GetItem", "Query", "Query", "Query"]

    def test_opened_message_in_bin_stays_unread(self, rosa: Client) -> None:
        message = make_agency_message(ROSA, "a", deleted_at=datetime.now(UTC))
        keep(message)
        answer = rosa.get(get_path(message)).json
        assert (answer["isRead"], answer["deletedAt"] is None) == (False, False)
        assert get_stored_message(message) == message

    def test_message_deleted_during_opening_stays_unread(self, rosa: Client) -> None:
        message = make_agency_message(ROSA, "a")
        deliver(message)
        binned = replace(message, deleted_at=datetime.now(UTC))
        with run_meanwhile("GetItem", lambda: keep(binned)):
            answer = rosa.get(get_path(message)).json
        assert (answer["isRead"], answer["deletedAt"] is None) == (False, False)
        assert get_stored_message(message) == binned

    def test_message_removed_during_opening_is_404(self, rosa: Client, stored: Any) -> None:
        message = make_agency_message(ROSA, "a")
        deliver(message)
        key = {"user_id": message.user_id, "id": message.id}
        with run_meanwhile("GetItem", lambda: stored["messages"].delete_item(Key=key)):
            assert rosa.get(get_path(message)).status == 404
        assert get_stored_message(message) is None

    @pytest.mark.parametrize("route", ["", f"/attachments/{FILE.id}"])
    def test_message_of_other_person_or_connection_is_404(self, rosa: Client, route: str) -> None:
        own = make_agency_message(ROSA, "a", attachments=(FILE,))
        anothers = make_agency_message(BEN, "b", attachments=(FILE,))
        portal = make_portal_message(ROSA, "c", attachments=(FILE,))
        gone = make_agency_message(ROSA, "d", attachments=(FILE,), deleted_at=datetime.now(UTC) - 30 * DAY)
        for message in (own, anothers, portal, gone):
            keep(message)
        wrong = [
            (own, TRAILER),
            (own, f"{TRUCK}x"),
            (anothers, TRUCK),
            (portal, TRUCK),
            (gone, TRUCK),
        ]
        for message, identity_id in wrong:
            answer = rosa.get(get_path(message, identity_id, route))
            assert (answer.status, answer.json["code"]) == (404, "messageNotFound")
        assert [get_stored_message(each) for each in (own, anothers, portal, gone)] == [
            own,
            anothers,
            portal,
            gone,
        ]

    @pytest.mark.parametrize(
        "query", ["", "userAgencySubscriptionId=", f"userAgencySubscriptionId={'x' * 61}"]
    )
    def test_missing_connection_is_refused(self, rosa: Client, query: str) -> None:
        message = make_agency_message(ROSA, "a")
        deliver(message)
        for route in ("", f"/attachments/{FILE.id}"):
            answer = rosa.get(f"{INBOX}/{message.id}{route}?{query}")
            assert list(answer.problems()) == ["userAgencySubscriptionId"]
        assert get_stored_message(message) == message

    def test_attachment_is_available_after_clean_scan(self, rosa: Client) -> None:
        message = make_agency_message(ROSA, "a", attachments=(FILE,))
        deliver(message)
        s3 = boto3.client("s3")
        s3.create_bucket(Bucket="attachments")
        s3.put_object(Bucket="attachments", Key=FILE.key, Body=b"%PDF")
        route = f"/attachments/{FILE.id}"
        assert rosa.get(get_path(message, route=route)).json["state"] == "checking"
        tags = {"TagSet": [{"Key": "GuardDutyMalwareScanStatus", "Value": "NO_THREATS_FOUND"}]}
        s3.put_object_tagging(Bucket="attachments", Key=FILE.key, Tagging=tags)
        assert FILE.key in rosa.get(get_path(message, route=route)).json["url"]
        assert rosa.get(get_path(message, route="/attachments/x")).json["code"] == "attachmentNotFound"
        assert get_stored_message(message) == message


@pytest.mark.parametrize(
    ("route", "body", "outcome"),
    [("mark", {"isRead": True}, "marked"), ("mark", {"isRead": False}, "marked"), ("delete", {}, "deleted")],
)
class TestBatches:
    def test_batch_reports_each_result_and_skips_foreign_messages(
        self, rosa: Client, route: str, body: dict[str, Any], outcome: str
    ) -> None:
        own = [
            make_agency_message(ROSA, "a"),
            make_agency_message(ROSA, "b", PASSES, TRAILER, is_unread=False),
        ]
        strange = [
            make_agency_message(BEN, "a"),
            make_portal_message(ROSA, "c"),
            make_agency_message(ROSA, "d"),
        ]
        for message in (*own, *strange):
            keep(message)
        sent = [
            make_reference(strange[0]),
            make_reference(own[0]),
            {"messageId": NOTHING, "userAgencySubscriptionId": TRUCK},
            {"messageId": "..", "userAgencySubscriptionId": ".."},
            make_reference(own[1], TRAILER),
            make_reference(strange[1]),
            make_reference(strange[2], TRAILER),
        ]
        answer = rosa.post(f"{INBOX}/{route}", body | {"messages": sent})
        found = ["notFound", outcome, "notFound", "notFound", outcome, "notFound", "notFound"]
        assert answer.json["results"] == [
            {"messageId": each["messageId"], "outcome": what} for each, what in zip(sent, found, strict=True)
        ]
        assert [get_stored_message(each) for each in strange] == strange

    def test_repeated_batch_changes_nothing(
        self, rosa: Client, route: str, body: dict[str, Any], outcome: str
    ) -> None:
        messages = [make_agency_message(ROSA, name, is_unread=name == "a") for name in "ab"]
        for message in messages:
            keep(message)
        sent = body | {"messages": [make_reference(each) for each in messages]}
        first = rosa.post(f"{INBOX}/{route}", sent)
        once = [get_stored_message(each) for each in messages]
        assert once != messages
        assert rosa.post(f"{INBOX}/{route}", sent).json == first.json
        assert [get_stored_message(each) for each in messages] == once

    @pytest.mark.parametrize(
        ("messages", "properties"),
        [
            ([], ["messages"]),
            ([{"messageId": f"{n}", "userAgencySubscriptionId": "x"} for n in range(101)], ["messages"]),
            (
                [{"messageId": NOTHING, "userAgencySubscriptionId": each} for each in "xyx"],
                ["messages.1", "messages.2"],
            ),
            ([[]], ["messages.0"]),
            ([[{"messageId": NOTHING, "userAgencySubscriptionId": "x"}]], ["messages.0"]),
            ([NOTHING], ["messages.0"]),
            ([{"messageId": NOTHING}], ["messages.0.userAgencySubscriptionId"]),
            ([{"messageId": [NOTHING], "userAgencySubscriptionId": "x"}], ["messages.0.messageId"]),
            (
                [{"messageId": "", "userAgencySubscriptionId": ""}],
                ["messages.0.messageId", "messages.0.userAgencySubscriptionId"],
            ),
            ([{"messageId": NOTHING, "userAgencySubscriptionId": "x", "userId": "x"}], ["messages.0.userId"]),
        ],
    )
    def test_invalid_batch_is_refused(
        self,
        rosa: Client,
        route: str,
        body: dict[str, Any],
        outcome: str,
        messages: Any,
        properties: list[str],
    ) -> None:
        with record_dynamodb_calls() as calls:
            answer = rosa.post(f"{INBOX}/{route}", body | {"messages": messages})
        assert list(answer.problems()) == properties
        assert calls == []


def test_messages_can_be_read_and_deleted_after_disconnect(rosa: Client) -> None:
    """Test that the inbox does not check the connection."""
    message = make_agency_message(ROSA, "a", identity_id="ended-long-ago")
    deliver(message)
    assert list_names(get_page(rosa)) == [("ended-long-ago", ["a"])]
    assert rosa.get(get_path(message, "ended-long-ago")).json["isRead"] is True
    sent = {"messages": [make_reference(message, "ended-long-ago")]}
    assert rosa.post(f"{INBOX}/delete", sent).json["results"][0]["outcome"] == "deleted"
    assert get_page(rosa)["groups"] == []
