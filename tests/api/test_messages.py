"""Portal inbox: lists, opened messages, marks and deletion."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from functools import partial
from typing import Any
from unittest import mock
from urllib.parse import urlencode

import boto3
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from domains.deliveries.delivery import Delivery, DeliveryStep
from domains.messages.message import Message, MessageAction
from domains.messages.message_items import make_folder_item
from portal.language import Text
from tests.api.messages_support import (
    BEN,
    FILE,
    PASSES,
    ROSA,
    SENT,
    VEHICLES,
    deliver,
    get_stored_message,
    keep,
    make_agency_message,
    make_messages_client,
    make_portal_message,
    record_dynamodb_calls,
    run_meanwhile,
)
from tests.api.support import Client
from tests.depth import examples

INBOX = "/api/messages"
ALL = f"{INBOX}/all"
NOTHING = "a" * 26
NO_IDS = ["", "A" * 26, "a" * 25, "a" * 27, "1" * 26, "folder#adot-mvd", "a%27" * 6]
DAY = timedelta(days=1)


@pytest.fixture
def rosa(client: Client) -> Client:
    return client.acting_as(ROSA)


def make_path(path: str = INBOX, **query: Any) -> str:
    given = {name.removesuffix("_"): value for name, value in query.items() if value is not None}
    return f"{path}?{urlencode(given)}" if given else path


def list_pages(client: Client, path: str = INBOX, **query: Any) -> list[str]:
    """List the last words of the subjects of all pages."""
    found, token = [], None
    while True:
        page = client.get(make_path(path, **query, nextToken=token))
        assert page.status == 200, page.text
        found += [each["subject"].split()[-1] for each in page.json["items"]]
        token = page.json["nextToken"]
        assert (token is None) == (page.json["scannedUntil"] is None)
        if token is None:
            return found


def remove(stored: Any, message: Message) -> None:
    stored["messages"].delete_item(Key={"user_id": message.user_id, "id": message.id})


def patch(client: Client, message_id: str, mark: str) -> Any:
    return client.call("PATCH", f"{INBOX}/{message_id}/{mark}")


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


class TestFilters:
    @pytest.fixture(autouse=True)
    def _messages(self, rosa: Client) -> None:
        keep(
            *(
                make_portal_message(
                    ROSA,
                    name,
                    # 06:59:59.999999 UTC is the last moment of a day in Arizona.
                    sent_at=datetime(2026, 3, 2 + place, 6, 59, 59, 999999, tzinfo=UTC),
                    is_unread=name in "bd",
                    preview={"en": "Crème brûlée", "es": "Ñandú"}
                    if name == "c"
                    else {"en": f"Preview {name}"},
                    sender=Text(en="Your portal", es="Su pórtal") if name in "cd" else Text(en="X", es="X"),
                )
                for place, name in enumerate("abcde")
            ),
            make_portal_message(BEN, "z"),
            make_agency_message(ROSA, "y"),
        )

    @pytest.mark.parametrize(
        ("query", "found"),
        [
            ({}, "edcba"),
            ({"unread": "true"}, "db"),
            ({"unread": "false"}, "eca"),
            ({"from": "SU PORTAL"}, "dc"),
            ({"from": "your  portal"}, "dc"),
            ({"from": "portal", "unread": "true"}, "d"),
            ({"from": "portal", "unread": "false"}, "c"),
            ({"from": "portal su"}, ""),
            ({"text": "creme"}, "c"),
            ({"text": "NANDU"}, "c"),
            ({"text": "asunto b"}, "b"),
            ({"text": "subject", "unread": "true"}, "db"),
            ({"text": "subject b", "unread": "true"}, "b"),
            ({"text": " "}, "edcba"),
            ({"text": "%"}, ""),
            ({"text": "\0 ‮"}, "edcba"),
            ({"sentFrom": "2026-03-03"}, "edc"),
            ({"sentTo": "2026-03-03"}, "cba"),
            ({"sentFrom": "2026-03-02", "sentTo": "2026-03-02"}, "b"),
            ({"sentFrom": "2026-03-02", "sentTo": "2026-03-03", "unread": "true"}, "b"),
            ({"sentFrom": "0001-01-01", "sentTo": "9999-12-31"}, "edcba"),
            ({"sentFrom": "0300-01-01", "sentTo": "9999-12-30"}, "edcba"),
            ({"sentFrom": "9999-12-31"}, ""),
            ({"sentTo": "0001-01-01"}, ""),
            ({"sentFrom": "0001-01-01", "sentTo": "9999-12-31", "unread": "true"}, "db"),
        ],
    )
    def test_combined_filters_use_single_query(self, rosa: Client, query: dict[str, str], found: str) -> None:
        with record_dynamodb_calls() as calls:
            answer = rosa.get(make_path(**query))
        assert answer.status == 200, answer.text
        assert [each["subject"][-1] for each in answer.json["items"]] == list(found)
        expected = ["Query", "BatchGetItem"] if query.get("unread") == "true" and found else ["Query"]
        assert [each["operation"] for each in calls] == expected

    @pytest.mark.parametrize(
        ("query", "name"),
        [
            ({"sentFrom": "2026-03-02", "sentTo": "2026-03-01"}, "sentFrom"),
            ({"sentFrom": "2026-02-30"}, "sentFrom"),
            ({"sentTo": "yesterday"}, "sentTo"),
            ({"unread": "maybe"}, "unread"),
            ({"text": "x" * 101}, "text"),
            ({"from": "x" * 101}, "from"),
            ({"limit": "0"}, "limit"),
            ({"limit": "101"}, "limit"),
            ({"nextToken": "made-up"}, "nextToken"),
            ({"nextToken": "x" * 2001}, "nextToken"),
            ({"folder": "bin"}, "folder"),
        ],
    )
    def test_invalid_query_is_reported(self, rosa: Client, query: dict[str, str], name: str) -> None:
        with record_dynamodb_calls() as calls:
            answer = rosa.get(make_path(**query))
        assert list(answer.problems()) == [name]
        assert {each["applicationSection"] for each in answer.json} == {"messages"}
        assert calls == []


class TestPages:
    @pytest.mark.parametrize("unread", [None, "true", "false"])
    def test_last_full_page_has_no_token(self, rosa: Client, unread: str | None) -> None:
        for n in range(4):
            keep(make_portal_message(ROSA, str(n), is_unread=unread != "false"))
        assert rosa.get(make_path(limit=4, unread=unread)).json["nextToken"] is None
        assert rosa.get(make_path(limit=3, unread=unread)).json["scannedUntil"] == "2026-11-20T16:00:00Z"

    @pytest.mark.parametrize("unread", [None, "true"])
    def test_sparse_filter_gives_short_pages_with_scan_position(
        self, rosa: Client, unread: str | None, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("domains.messages.inbox_table.EVALUATED_AT_ONCE", 5)
        monkeypatch.setattr("domains.messages.inbox_table.EVALUATED_UNREAD_AT_ONCE", 5)
        keep(*(make_portal_message(ROSA, f"{n:02d}", sent_at=SENT + n * DAY) for n in range(12)))
        page = rosa.get(make_path(text="subject 01", limit=2, unread=unread)).json
        assert page["items"] == []
        assert page["scannedUntil"] == "2026-11-27T16:00:00Z"
        assert list_pages(rosa, text="subject 01", limit=2, unread=unread) == ["01"]

    def test_hundred_unread_messages_fit_in_one_page(self, rosa: Client) -> None:
        keep(*(make_portal_message(ROSA, f"{n:03d}") for n in range(101)))
        assert len(rosa.get(make_path(limit=100, unread="true")).json["items"]) == 100
        assert len(list_pages(rosa, limit=100, unread="true", text="subject")) == 101

    def test_changes_between_pages_do_not_shift_items(self, rosa: Client) -> None:
        messages = [make_portal_message(ROSA, str(n), sent_at=SENT + n * DAY) for n in range(5)]
        deliver(*messages[:4])
        first = rosa.get(make_path(limit=2, unread="true")).json
        deliver(messages[4])
        patch(rosa, messages[2].id, "markasread")
        second = rosa.get(make_path(limit=2, unread="true", nextToken=first["nextToken"])).json
        assert [each["subject"][-1] for each in second["items"]] == ["1", "0"]


class TestAllMessages:
    def test_both_inboxes_are_listed_with_all_fields(self, rosa: Client) -> None:
        portal = make_portal_message(ROSA, "a")
        agency = make_agency_message(ROSA, "b", sent_at=SENT + DAY, priority="high", attachments=(FILE,))
        binned = make_agency_message(ROSA, "c", deleted_at=datetime.now(UTC))
        deliver(portal, agency, make_portal_message(BEN, "d"), make_agency_message(BEN, "e"))
        keep(binned)
        patch(rosa, portal.id, "markasread")
        assert rosa.get(ALL).json == {
            "items": [
                {
                    "id": agency.id,
                    "inbox": "agency",
                    "agencyServiceId": "adot-mvd-vehicles",
                    "userAgencyServiceSubscriptionIdentityId": "truck",
                    "subject": agency.subject["en"],
                    "preview": agency.preview["en"],
                    "from": "Motor Vehicle Division",
                    "isRead": False,
                    "sentAt": "2026-11-21T16:00:00Z",
                    "priority": "high",
                    "hasAttachments": True,
                },
                {
                    "id": portal.id,
                    "inbox": "portal",
                    "agencyServiceId": None,
                    "userAgencyServiceSubscriptionIdentityId": None,
                    "subject": "Subject a",
                    "preview": "Preview a",
                    "from": "Saguaro",
                    "isRead": True,
                    "sentAt": "2026-11-20T16:00:00Z",
                    "priority": "normal",
                    "hasAttachments": False,
                },
            ],
            "nextToken": None,
            "scannedUntil": None,
        }

    @pytest.mark.parametrize("path", [INBOX, "/api/agency/messages/service/adot-mvd-vehicles"])
    def test_token_of_one_folder_is_refused(self, rosa: Client, path: str) -> None:
        deliver(
            *(make(ROSA, str(n)) for n in range(2) for make in (make_portal_message, make_agency_message))
        )
        token = rosa.get(make_path(path, limit=1)).json["nextToken"]
        assert list(rosa.get(make_path(ALL, nextToken=token)).problems()) == ["nextToken"]

    def test_token_of_other_person_is_refused(self, rosa: Client) -> None:
        deliver(*(make_portal_message(ROSA, str(n)) for n in range(2)))
        token = rosa.get(make_path(ALL, limit=1)).json["nextToken"]
        answer = rosa.acting_as(BEN).get(make_path(ALL, limit=1, nextToken=token))
        assert list(answer.problems()) == ["nextToken"]

    def test_invalid_query_is_reported(self, rosa: Client) -> None:
        answer = rosa.get(make_path(ALL, sentFrom="2026-03-02", sentTo="2026-03-01"))
        assert list(answer.problems()) == ["sentFrom"]


class TestTokens:
    @pytest.fixture
    def token(self, rosa: Client) -> str:
        deliver(*(make_portal_message(person, str(n)) for n in range(3) for person in (ROSA, BEN)))
        token: str = rosa.get(make_path(limit=1, text="subject")).json["nextToken"]
        return token

    def test_token_of_other_person_is_refused(self, rosa: Client, token: str) -> None:
        answer = rosa.acting_as(BEN).get(make_path(limit=1, text="subject", nextToken=token))
        assert list(answer.problems()) == ["nextToken"]

    @pytest.mark.parametrize(
        "query", [{}, {"text": "other"}, {"text": "subject", "unread": "true"}, {"from": "subject"}]
    )
    def test_token_of_other_query_is_refused(self, rosa: Client, token: str, query: dict[str, str]) -> None:
        with record_dynamodb_calls() as calls:
            assert list(rosa.get(make_path(**query, nextToken=token)).problems()) == ["nextToken"]
        assert calls == []

    @pytest.mark.parametrize("folder", [f"{INBOX}/bin", "/api/agency/messages/service/adot-mvd-vehicles"])
    def test_token_of_other_folder_is_refused(self, rosa: Client, folder: str) -> None:
        deliver(*(make_portal_message(ROSA, str(n)) for n in range(2)))
        token = rosa.get(make_path(limit=1)).json["nextToken"]
        assert list(rosa.get(f"{folder}?{urlencode({'nextToken': token})}").problems()) == ["nextToken"]

    def test_page_size_may_change_between_pages(self, rosa: Client, token: str) -> None:
        assert len(rosa.get(make_path(limit=10, text="subject", nextToken=token)).json["items"]) == 2


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
            Delivery(
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
    def message(self, rosa: Client) -> Message:
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
        self, rosa: Client, message: Message, tag: str | None, state: str
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

    def test_unknown_file_is_404(self, rosa: Client, message: Message) -> None:
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


def test_agency_message_is_found_only_in_bin(rosa: Client) -> None:
    message = make_agency_message(ROSA, "a")
    deliver(message)
    for route, body in [("mark", {"isRead": True}), ("delete", {})]:
        answer = rosa.post(f"{INBOX}/{route}", body | {"ids": [message.id]})
        assert answer.json["results"] == [{"id": message.id, "outcome": "notFound"}]
    assert get_stored_message(message) == message
    binned = replace(message, deleted_at=datetime.now(UTC))
    keep(binned)
    answer = rosa.post(f"{INBOX}/restore", {"ids": [message.id]})
    assert answer.json["results"] == [{"id": message.id, "outcome": "restored"}]
    assert get_stored_message(message) == message


class TestBin:
    def test_bin_shows_all_fields_last_deleted_first(self, rosa: Client) -> None:
        now = datetime.now(UTC).replace(microsecond=0)
        portal = make_portal_message(ROSA, "a", deleted_at=now - 2 * DAY)
        agency = make_agency_message(ROSA, "b", priority="high", attachments=(FILE,), deleted_at=now - DAY)
        keep(portal, agency, make_portal_message(BEN, "c", deleted_at=now), make_portal_message(ROSA, "d"))
        answer = rosa.get(f"{INBOX}/bin")
        assert answer.json["nextToken"] is None
        assert answer.json["items"] == [
            {
                "id": agency.id,
                "inbox": "agency",
                "agencyServiceId": "adot-mvd-vehicles",
                "userAgencyServiceSubscriptionIdentityId": "truck",
                "subject": agency.subject["en"],
                "preview": agency.preview["en"],
                "from": "Motor Vehicle Division",
                "sentAt": "2026-11-20T16:00:00Z",
                "deletedAt": f"{now - DAY:%Y-%m-%dT%H:%M:%SZ}",
                "restoreBefore": f"{now + 29 * DAY:%Y-%m-%dT%H:%M:%SZ}",
                "priority": "high",
                "hasAttachments": True,
            },
            {
                "id": portal.id,
                "inbox": "portal",
                "agencyServiceId": None,
                "userAgencyServiceSubscriptionIdentityId": None,
                "subject": "Subject a",
                "preview": "Preview a",
                "from": "Saguaro",
                "sentAt": "2026-11-20T16:00:00Z",
                "deletedAt": f"{now - 2 * DAY:%Y-%m-%dT%H:%M:%SZ}",
                "restoreBefore": f"{now + 28 * DAY:%Y-%m-%dT%H:%M:%SZ}",
                "priority": "normal",
                "hasAttachments": False,
            },
        ]

    def test_deleted_message_is_in_bin_with_expiry_time(self, rosa: Client, stored: Any) -> None:
        message = make_portal_message(ROSA, "a")
        deliver(message)
        rosa.post(f"{INBOX}/delete", {"ids": [message.id]})
        (item,) = stored["messages"].scan()["Items"]
        expires_at = datetime.fromtimestamp(int(item["expires_at"]), UTC)
        assert abs(expires_at - datetime.now(UTC) - 30 * DAY) < timedelta(minutes=1)
        assert "unread" not in item
        (binned,) = rosa.get(f"{INBOX}/bin").json["items"]
        assert binned["id"] == message.id
        assert rosa.get(INBOX).json["items"] == []

    @pytest.mark.parametrize("is_unread", [True, False])
    def test_restored_message_is_unchanged(self, rosa: Client, stored: Any, is_unread: bool) -> None:
        message = make_portal_message(ROSA, "a", is_unread=is_unread, read_at=None if is_unread else SENT)
        keep(message)
        before = stored["messages"].scan()["Items"]
        rosa.post(f"{INBOX}/delete", {"ids": [message.id]})
        assert stored["messages"].scan()["Items"] != before
        rosa.post(f"{INBOX}/restore", {"ids": [message.id]})
        assert stored["messages"].scan()["Items"] == before

    def test_message_in_bin_over_thirty_days_is_gone(self, rosa: Client) -> None:
        gone = make_portal_message(ROSA, "gone", deleted_at=datetime.now(UTC) - 30 * DAY)
        keep(gone)
        assert rosa.get(f"{INBOX}/bin").json == {"items": [], "nextToken": None}
        assert rosa.get(f"{INBOX}/{gone.id}").status == 404
        for route, body in [("mark", {"isRead": True}), ("delete", {}), ("restore", {})]:
            answer = rosa.post(f"{INBOX}/{route}", body | {"ids": [gone.id]})
            assert answer.json["results"] == [{"id": gone.id, "outcome": "notFound"}]
        assert rosa.post(f"{INBOX}/bin/empty", {}).json == {"deleted": 0, "isEmpty": True}
        assert get_stored_message(gone) == gone

    def test_pages_list_each_message_once(self, rosa: Client) -> None:
        now = datetime.now(UTC)
        for n in range(7):
            keep(make_portal_message(ROSA, str(n), deleted_at=now - n * DAY))
        found, token = [], ""
        while token is not None:
            page = rosa.get(
                f"{INBOX}/bin?{urlencode({'limit': 3} | ({'nextToken': token} if token else {}))}"
            )
            found += [each["subject"] for each in page.json["items"]]
            token = page.json["nextToken"]
        assert found == [f"Subject {n}" for n in range(7)]

    def test_page_after_expired_message_is_empty(self, rosa: Client) -> None:
        for n in range(2):
            keep(make_portal_message(ROSA, str(n), deleted_at=datetime.now(UTC) - n * DAY))
        token = rosa.get(f"{INBOX}/bin?limit=1").json["nextToken"]
        later = datetime.now(UTC) + 31 * DAY
        page = (
            make_messages_client(lambda: later)
            .acting_as(ROSA)
            .get(f"{INBOX}/bin?{urlencode({'nextToken': token})}")
        )
        assert page.json == {"items": [], "nextToken": None}

    def test_page_token_of_other_person_is_refused(self, rosa: Client) -> None:
        for n in range(2):
            keep(make_portal_message(ROSA, str(n), deleted_at=datetime.now(UTC)))
        token = rosa.get(f"{INBOX}/bin?limit=1").json["nextToken"]
        answer = rosa.acting_as(BEN).get(f"{INBOX}/bin?{urlencode({'nextToken': token})}")
        assert list(answer.problems()) == ["nextToken"]

    @pytest.mark.parametrize("query", ["limit=0", "limit=101", "nextToken=x", "unread=true"])
    def test_invalid_bin_query_is_reported(self, rosa: Client, query: str) -> None:
        assert list(rosa.get(f"{INBOX}/bin?{query}").problems()) == [query.partition("=")[0]]


class TestEmptying:
    @pytest.mark.parametrize("count", [0, 1, 5])
    def test_emptying_removes_only_own_deleted_messages(self, rosa: Client, count: int) -> None:
        now = datetime.now(UTC)
        for n in range(count):
            make = make_portal_message if n % 2 else make_agency_message
            keep(make(ROSA, str(n), deleted_at=now))
        stay = [
            make_portal_message(ROSA, "a"),
            make_agency_message(ROSA, "b"),
            make_portal_message(BEN, "c", deleted_at=now),
        ]
        for message in stay:
            keep(message)
        assert rosa.post(f"{INBOX}/bin/empty", {}).json == {"deleted": count, "isEmpty": True}
        assert rosa.get(f"{INBOX}/bin").json["items"] == []
        assert [get_stored_message(each) for each in stay] == stay
        assert rosa.post(f"{INBOX}/bin/empty", {}).json == {"deleted": 0, "isEmpty": True}

    def test_next_call_continues_emptying(self, rosa: Client, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("domains.messages.inbox.MAX_EMPTIED", 3)
        for n in range(5):
            keep(make_portal_message(ROSA, str(n), deleted_at=datetime.now(UTC)))
        assert rosa.post(f"{INBOX}/bin/empty", {}).json == {"deleted": 3, "isEmpty": False}
        assert rosa.post(f"{INBOX}/bin/empty", {}).json == {"deleted": 2, "isEmpty": True}

    def test_message_restored_in_parallel_is_kept(self, rosa: Client) -> None:
        message = make_portal_message(ROSA, "a")
        keep(replace(message, deleted_at=datetime.now(UTC)))
        with run_meanwhile("Query", lambda: keep(message)):
            assert rosa.post(f"{INBOX}/bin/empty", {}).json == {"deleted": 0, "isEmpty": True}
        assert get_stored_message(message) == message

    def test_body_fields_are_refused(self, rosa: Client) -> None:
        assert list(rosa.post(f"{INBOX}/bin/empty", {"ids": []}).problems()) == ["ids"]


class TestRaces:
    """A parallel call changes the message between read and write."""

    @pytest.fixture
    def message(self, rosa: Client) -> Message:
        message = make_portal_message(ROSA, "a")
        deliver(message)
        return message

    def test_message_deleted_in_parallel_is_not_marked(self, rosa: Client, message: Message) -> None:
        binned = replace(message, deleted_at=datetime.now(UTC))
        with run_meanwhile("GetItem", lambda: keep(binned)):
            assert patch(rosa, message.id, "markasread").status == 404
        assert get_stored_message(message) == binned

    def test_message_read_in_parallel_keeps_first_read_time(self, rosa: Client, message: Message) -> None:
        read = replace(message, is_unread=False, read_at=SENT)
        with run_meanwhile("GetItem", lambda: keep(read)):
            assert patch(rosa, message.id, "markasread").json["isRead"] is True
        assert get_stored_message(message) == read

    def test_message_read_in_parallel_is_deleted_as_read(self, rosa: Client, message: Message) -> None:
        read = replace(message, is_unread=False, read_at=SENT)
        with run_meanwhile("BatchGetItem", lambda: keep(read)):
            rosa.post(f"{INBOX}/delete", {"ids": [message.id]})
        found = get_stored_message(message)
        assert found
        assert found == replace(read, deleted_at=found.deleted_at)

    def test_message_read_after_index_query_is_not_listed_unread(
        self, rosa: Client, message: Message
    ) -> None:
        read = replace(message, is_unread=False, read_at=SENT)
        with run_meanwhile("Query", lambda: keep(read)):
            assert rosa.get(make_path(unread="true")).json["items"] == []

    def test_message_removed_in_parallel_is_not_found(self, rosa: Client, stored: Any) -> None:
        message = make_portal_message(ROSA, "b", deleted_at=datetime.now(UTC))
        keep(message)
        with run_meanwhile("BatchGetItem", lambda: remove(stored, message)):
            answer = rosa.post(f"{INBOX}/restore", {"ids": [message.id]})
        assert answer.json["results"] == [{"id": message.id, "outcome": "notFound"}]
        assert get_stored_message(message) is None

    def test_constantly_changing_message_is_busy(self, rosa: Client, message: Message) -> None:
        moments = iter(datetime.now(UTC) + n * DAY for n in range(1, 100))

        def delete_again() -> None:
            keep(replace(message, deleted_at=next(moments)))

        keep(replace(message, deleted_at=datetime.now(UTC)))
        with run_meanwhile("UpdateItem", delete_again, before=True, once=False):
            answer = rosa.post(f"{INBOX}/restore", {"ids": [message.id]})
        assert (answer.status, answer.json["code"]) == (503, "messageBusy")
        answer = rosa.post(f"{INBOX}/restore", {"ids": [message.id]})
        assert answer.json["results"] == [{"id": message.id, "outcome": "restored"}]


MESSAGES = st.lists(
    st.tuples(
        st.booleans(),
        st.integers(0, 6),
        st.sampled_from(["Río", "rio grande", "Mesa"]),
        st.booleans(),
        st.sampled_from([None, VEHICLES, PASSES]),
    ),
    max_size=20,
)
QUERIES = st.fixed_dictionaries(
    {},
    optional={
        "unread": st.sampled_from(["true", "false"]),
        "text": st.sampled_from(["RIO", "mesa", "e"]),
        "from": st.sampled_from(["state", "Saguaro"]),
        "sentFrom": st.sampled_from(["2026-03-01", "2026-03-03"]),
        "sentTo": st.sampled_from(["2026-03-04", "2026-03-06"]),
    },
)


@settings(max_examples=examples(30), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    rows=MESSAGES,
    query=QUERIES,
    limit=st.integers(1, 6),
    path=st.sampled_from([INBOX, ALL]),
    number=st.integers(0, 10**9),
)
def test_pages_match_any_query(
    rosa: Client, rows: list[Any], query: dict[str, str], limit: int, path: str, number: int
) -> None:
    person = replace(ROSA, subject=f"{number} {rows} {query} {limit} {path}")
    expected, messages = {}, []
    for place, (is_unread, days, words, is_of_state, service_id) in enumerate(rows):
        day = date(2026, 3, 1) + days * DAY
        sender = "The State" if is_of_state else "Saguaro"
        make = partial(make_agency_message, service_id=service_id) if service_id else make_portal_message
        messages.append(
            make(
                person,
                str(place),
                subject={"en": f"{words} {place}"},
                preview={"en": ""},
                sender=Text(en=sender, es=sender),
                sent_at=datetime(day.year, day.month, day.day, 20, tzinfo=UTC),
                is_unread=is_unread,
            )
        )
        if (
            (path == ALL or service_id is None)
            and query.get("unread", "true" if is_unread else "false") == ("true" if is_unread else "false")
            and query.get("text", "").lower() in words.lower().replace("í", "i")
            and query.get("from", "").lower() in sender.lower()
            and query.get("sentFrom", "") <= day.isoformat() <= query.get("sentTo", "9")
        ):
            expected[str(place)] = day
    keep(*messages)
    for message in messages:
        if message.origin:
            make_folder_item(person.user_id, message.origin).save()
    with (
        mock.patch("domains.messages.inbox_table.EVALUATED_AT_ONCE", 4),
        mock.patch("domains.messages.inbox_table.EVALUATED_UNREAD_AT_ONCE", 4),
    ):
        found = list_pages(rosa.acting_as(person), path, limit=limit, **query)
    assert sorted(found) == sorted(expected)
    days_found = [expected[each] for each in found]
    assert days_found == sorted(days_found, reverse=True)
