"""Portal inbox: lists, opened messages, marks and deletion."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any
from unittest import mock

import boto3
import pytest

from domains.deliveries.delivery import DeliveryStep, NoticeDelivery
from domains.messages.message import InboxMessage, MessageAction
from portal.language import Text
from tests.api.messages_support import (
    BEN,
    FILE,
    ROSA,
    SENT,
    deliver,
    get_stored_message,
    keep,
    make_agency_message,
    make_path,
    make_portal_message,
    patch,
    record_dynamodb_calls,
)
from tests.api.support import Client

INBOX = "/api/messages"


NOTHING = "a" * 26


NO_IDS = ["", "A" * 26, "a" * 25, "a" * 27, "1" * 26, "folder#adot-mvd", "a%27" * 6]


DAY = timedelta(days=1)


@pytest.fixture
def rosa(client: Client) -> Client:
    return client.acting_as(ROSA)


class TestList:
    def test_list_shows_all_message_fields(self, rosa: Client) -> None:
        message = make_portal_message(ROSA, "a", priority="high", attachments=(FILE,))
        deliver(message, make_portal_message(BEN, "b"), make_agency_message(ROSA, "c"))
        answer = rosa.get(INBOX)
        assert answer.json == {
            "items": [
                {
                    "id": message.id,
                    "subject": "Subject a",
                    "preview": "Preview a",
                    "from": "Saguaro",
                    "isRead": False,
                    "sentAt": "2026-11-20T16:00:00Z",
                    "priority": "high",
                    "hasAttachments": True,
                }
            ],
            "nextToken": None,
            "scannedUntil": None,
        }
        assert answer.headers["cache-control"] == "no-store"

    def test_texts_fall_back_to_available_language(self, rosa: Client) -> None:
        spanish = {"es": "Sólo en español"}
        deliver(
            make_portal_message(ROSA, "both"),
            make_portal_message(ROSA, "one", subject=spanish, preview=spanish, body=spanish),
        )
        subjects = {each["subject"] for each in rosa.sending(accept_language="es").get(INBOX).json["items"]}
        assert subjects == {"Asunto both", "Sólo en español"}
        subjects = {each["subject"] for each in rosa.get(INBOX).json["items"]}
        assert subjects == {"Subject both", "Sólo en español"}

    def test_marking_and_deletion_apply_at_once(self, rosa: Client) -> None:
        messages = [make_portal_message(ROSA, name) for name in "ab"]
        deliver(*messages)
        assert patch(rosa, messages[0].id, "markasread").status == 200
        assert rosa.post(f"{INBOX}/delete", {"ids": [messages[1].id]}).status == 200
        (left,) = rosa.get(INBOX).json["items"]
        assert (left["id"], left["isRead"]) == (messages[0].id, True)


class TestOpened:
    def test_opened_message_shows_all_fields_and_stays_unmarked(self, rosa: Client) -> None:
        message = make_portal_message(
            ROSA,
            "a",
            notice="security",
            action=MessageAction(Text(en="Open", es="Abrir"), "/profile/contact"),
            attachments=(FILE,),
        )
        deliver(message)
        record = [
            NoticeDelivery(
                ROSA.user_id,
                message.id,
                "email",
                "r•••@example.com",
                (DeliveryStep("waiting", SENT, "quietHours"), DeliveryStep("accepted", SENT + DAY)),
            )
        ]
        with mock.patch(
            "domains.deliveries.deliveries_table.DeliveriesTable.list_for_message", return_value=record
        ) as list_for_message:
            answer = rosa.get(f"{INBOX}/{message.id}")
        list_for_message.assert_called_once_with(ROSA.user_id, message.id)
        assert answer.json == {
            "id": message.id,
            "subject": "Subject a",
            "preview": "Preview a",
            "body": "Body a",
            "bodyFormat": "plain",
            "language": "en",
            "from": "Saguaro",
            "isRead": False,
            "readAt": None,
            "sentAt": "2026-11-20T16:00:00Z",
            "receivedAt": "2026-11-20T16:00:01Z",
            "priority": "normal",
            "notice": "security",
            "hasAttachments": True,
            "action": {"label": "Open", "url": "/profile/contact"},
            "attachments": [
                {"id": FILE.id, "name": "Títle.pdf", "contentType": "application/pdf", "size": 1234}
            ],
            "deliveries": [
                {
                    "channel": "email",
                    "sentTo": "r•••@example.com",
                    "state": "accepted",
                    "steps": [
                        {"state": "waiting", "at": "2026-11-20T16:00:00Z", "reason": "quietHours"},
                        {"state": "accepted", "at": "2026-11-21T16:00:00Z", "reason": None},
                    ],
                }
            ],
            "isOwn": False,
            "deletedAt": None,
            "thread": [],
        }
        assert get_stored_message(message) == message

    def test_language_field_matches_text(self, rosa: Client) -> None:
        message = make_portal_message(ROSA, "a", subject={"es": "S"}, preview={"es": "P"}, body={"es": "B"})
        deliver(message)
        answer = rosa.get(f"{INBOX}/{message.id}").json
        assert (answer["language"], answer["subject"], answer["body"]) == ("es", "S", "B")

    def test_message_in_bin_is_found_for_thirty_days(self, rosa: Client) -> None:
        now = datetime.now(UTC)
        young = make_portal_message(ROSA, "young", deleted_at=now - 30 * DAY + timedelta(minutes=1))
        old = make_portal_message(ROSA, "old", deleted_at=now - 30 * DAY)
        keep(young)
        keep(old)
        assert rosa.get(f"{INBOX}/{young.id}").json["deletedAt"] is not None
        assert rosa.get(f"{INBOX}/{old.id}").json["code"] == "messageNotFound"

    @pytest.mark.parametrize("route", ["", "/attachments/x", "/markasread", "/markasunread"])
    def test_message_of_other_person_or_inbox_is_404(self, rosa: Client, route: str) -> None:
        strange = [make_portal_message(BEN, "a"), make_agency_message(ROSA, "b")]
        deliver(*strange)
        method = "PATCH" if "mark" in route else "GET"
        for message in strange:
            answer = rosa.call(method, f"{INBOX}/{message.id}{route}")
            assert (answer.status, answer.json["code"]) == (404, "messageNotFound")
            assert get_stored_message(message) == message

    @pytest.mark.parametrize("message_id", [each for each in NO_IDS if each and "%" not in each])
    def test_malformed_id_is_404_without_table_call(self, rosa: Client, message_id: str) -> None:
        with record_dynamodb_calls() as calls:
            for method, route in [("GET", ""), ("PATCH", "/markasread"), ("GET", "/attachments/x")]:
                called = rosa.call(method, f"{INBOX}/{message_id}{route}".replace("#", "%23"))
                assert called.status == 404
        assert calls == []

    def test_error_is_in_request_language(self, rosa: Client) -> None:
        answer = rosa.sending(accept_language="es").get(f"{INBOX}/{NOTHING}")
        assert answer.json["message"].startswith("Ese mensaje no está")


class TestAttachments:
    @pytest.fixture
    def message(self, rosa: Client) -> InboxMessage:
        message = make_portal_message(ROSA, "a", attachments=(FILE,))
        deliver(message)
        s3 = boto3.client("s3")
        s3.create_bucket(Bucket="attachments")
        s3.put_object(Bucket="attachments", Key=FILE.key, Body=b"%PDF")
        return message

    @pytest.mark.parametrize(
        ("tag", "state"), [(None, "checking"), ("NO_THREATS_FOUND", "ready"), ("THREATS_FOUND", "refused")]
    )
    def test_file_is_available_after_clean_scan(
        self, rosa: Client, message: InboxMessage, tag: str | None, state: str
    ) -> None:
        if tag:
            boto3.client("s3").put_object_tagging(
                Bucket="attachments",
                Key=FILE.key,
                Tagging={"TagSet": [{"Key": "GuardDutyMalwareScanStatus", "Value": tag}]},
            )
        answer = rosa.get(f"{INBOX}/{message.id}/attachments/{FILE.id}").json
        assert answer["state"] == state
        assert bool(answer["url"]) == bool(answer["expiresAt"]) == (state == "ready")
        if state == "ready":
            assert FILE.key in answer["url"]

    def test_unknown_file_is_404(self, rosa: Client, message: InboxMessage) -> None:
        answer = rosa.get(f"{INBOX}/{message.id}/attachments/{NOTHING}")
        assert (answer.status, answer.json["code"]) == (404, "attachmentNotFound")


class TestMarks:
    def test_mark_keeps_first_read_time(self, rosa: Client) -> None:
        message = make_portal_message(ROSA, "a")
        deliver(message)
        assert patch(rosa, message.id, "markasread").json == {"id": message.id, "isRead": True}
        first = get_stored_message(message)
        assert first
        assert first.read_at
        assert abs(first.read_at - datetime.now(UTC)) < timedelta(minutes=1)
        assert patch(rosa, message.id, "markasunread").json == {"id": message.id, "isRead": False}
        assert get_stored_message(message) == replace(first, is_unread=True)
        assert patch(rosa, message.id, "markasread").json == {"id": message.id, "isRead": True}
        assert get_stored_message(message) == first

    @pytest.mark.parametrize("mark", ["markasread", "markasunread"])
    def test_second_mark_changes_nothing(self, rosa: Client, mark: str) -> None:
        message = make_portal_message(ROSA, "a")
        deliver(message)
        answers = [patch(rosa, message.id, mark).json]
        once = get_stored_message(message)
        with record_dynamodb_calls() as calls:
            answers.append(patch(rosa, message.id, mark).json)
        assert answers[0] == answers[1]
        assert get_stored_message(message) == once
        assert [each["operation"] for each in calls] == ["GetItem"]

    @pytest.mark.parametrize("mark", ["markasread", "markasunread"])
    def test_message_in_bin_cannot_be_marked(self, rosa: Client, mark: str) -> None:
        message = make_portal_message(ROSA, "a", deleted_at=datetime.now(UTC), is_unread=mark == "markasread")
        keep(message)
        assert patch(rosa, message.id, mark).status == 404
        assert get_stored_message(message) == message

    def test_several_messages_are_marked_together(self, rosa: Client) -> None:
        messages = [make_portal_message(ROSA, str(n), is_unread=n % 2 == 0) for n in range(12)]
        keep(*messages)
        ids = [message.id for message in messages]
        for is_read in (True, False):
            answer = rosa.post(f"{INBOX}/mark", {"ids": ids, "isRead": is_read})
            assert answer.json == {"results": [{"id": each, "outcome": "marked"} for each in ids]}
            assert {each["isRead"] for each in rosa.get(make_path(limit=100)).json["items"]} == {is_read}


@pytest.mark.parametrize(
    ("route", "body", "outcome"),
    [
        ("mark", {"isRead": True}, "marked"),
        ("mark", {"isRead": False}, "marked"),
        ("delete", {}, "deleted"),
        ("restore", {}, "restored"),
    ],
)
class TestBatches:
    def test_batch_reports_each_result_and_skips_foreign_messages(
        self, rosa: Client, route: str, body: dict[str, Any], outcome: str
    ) -> None:
        own = [make_portal_message(ROSA, name, is_unread=name == "a") for name in "ab"]
        strange = [make_portal_message(BEN, "a"), make_portal_message(BEN, "c")]
        gone = make_portal_message(ROSA, "gone", deleted_at=datetime.now(UTC) - 31 * DAY)
        keep(*own, *strange, gone)
        ids = [strange[0].id, own[0].id, NOTHING, "no id", own[1].id, strange[1].id, gone.id]
        answer = rosa.post(f"{INBOX}/{route}", body | {"ids": ids})
        found = ["notFound", outcome, "notFound", "notFound", outcome, "notFound", "notFound"]
        assert answer.json["results"] == [
            {"id": each, "outcome": what} for each, what in zip(ids, found, strict=True)
        ]
        assert [get_stored_message(each) for each in (*strange, gone)] == [*strange, gone]

    def test_repeated_batch_changes_nothing(
        self, rosa: Client, route: str, body: dict[str, Any], outcome: str
    ) -> None:
        messages = [make_portal_message(ROSA, name, is_unread=name == "a") for name in "ab"]
        deliver(*messages)
        sent = body | {"ids": [each.id for each in messages]}
        first = rosa.post(f"{INBOX}/{route}", sent)
        once = [get_stored_message(each) for each in messages]
        with record_dynamodb_calls() as calls:
            assert rosa.post(f"{INBOX}/{route}", sent).json == first.json
        assert [get_stored_message(each) for each in messages] == once
        assert [each["operation"] for each in calls] == ["BatchGetItem"]

    @pytest.mark.parametrize(
        ("ids", "properties"),
        [
            ([], ["ids"]),
            ([f"{'a' * 23}{n:03d}" for n in range(101)], ["ids"]),
            ([NOTHING, "b" * 26, NOTHING, NOTHING], ["ids.2", "ids.3"]),
            ([[NOTHING]], ["ids.0"]),
            ([[[[]]]], ["ids.0"]),
            ([None], ["ids.0"]),
            ([1], ["ids.0"]),
            ([{"id": NOTHING}], ["ids.0"]),
            ([""], ["ids.0"]),
            (["a" * 61], ["ids.0"]),
            (NOTHING, ["ids"]),
            (None, ["ids"]),
        ],
    )
    def test_invalid_batch_is_refused(
        self, rosa: Client, route: str, body: dict[str, Any], outcome: str, ids: Any, properties: list[str]
    ) -> None:
        with record_dynamodb_calls() as calls:
            assert list(rosa.post(f"{INBOX}/{route}", body | {"ids": ids}).problems()) == properties
        assert calls == []

    @pytest.mark.parametrize("message_id", [each for each in NO_IDS if each])
    def test_malformed_id_is_not_found_without_table_call(
        self, rosa: Client, route: str, body: dict[str, Any], outcome: str, message_id: str
    ) -> None:
        with record_dynamodb_calls() as calls:
            answer = rosa.post(f"{INBOX}/{route}", body | {"ids": [message_id]})
        assert answer.json == {"results": [{"id": message_id, "outcome": "notFound"}]}
        assert calls == []
