"""The bin of both inboxes, and changes of a message between read and write."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import urlencode

import pytest

from domains.messages.message import InboxMessage
from tests.api.messages_support import (
    BEN,
    FILE,
    ROSA,
    SENT,
    deliver,
    get_stored_message,
    keep,
    make_agency_message,
    make_messages_client,
    make_path,
    make_portal_message,
    patch,
    run_meanwhile,
)
from tests.api.support import Client

INBOX = "/api/messages"


DAY = timedelta(days=1)


@pytest.fixture
def rosa(client: Client) -> Client:
    return client.acting_as(ROSA)


def remove(stored: Any, message: InboxMessage) -> None:
    stored["messages"].delete_item(Key={"user_id": message.user_id, "id": message.id})


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
    def message(self, rosa: Client) -> InboxMessage:
        message = make_portal_message(ROSA, "a")
        deliver(message)
        return message

    def test_message_deleted_in_parallel_is_not_marked(self, rosa: Client, message: InboxMessage) -> None:
        binned = replace(message, deleted_at=datetime.now(UTC))
        with run_meanwhile("GetItem", lambda: keep(binned)):
            assert patch(rosa, message.id, "markasread").status == 404
        assert get_stored_message(message) == binned

    def test_message_read_in_parallel_keeps_first_read_time(
        self, rosa: Client, message: InboxMessage
    ) -> None:
        read = replace(message, is_unread=False, read_at=SENT)
        with run_meanwhile("GetItem", lambda: keep(read)):
            assert patch(rosa, message.id, "markasread").json["isRead"] is True
        assert get_stored_message(message) == read

    def test_message_read_in_parallel_is_deleted_as_read(self, rosa: Client, message: InboxMessage) -> None:
        read = replace(message, is_unread=False, read_at=SENT)
        with run_meanwhile("BatchGetItem", lambda: keep(read)):
            rosa.post(f"{INBOX}/delete", {"ids": [message.id]})
        found = get_stored_message(message)
        assert found
        assert found == replace(read, deleted_at=found.deleted_at)

    def test_message_read_after_index_query_is_not_listed_unread(
        self, rosa: Client, message: InboxMessage
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

    def test_constantly_changing_message_is_busy(self, rosa: Client, message: InboxMessage) -> None:
        moments = iter(datetime.now(UTC) + n * DAY for n in range(1, 100))

        def delete_again() -> None:
            keep(replace(message, deleted_at=next(moments)))

        keep(replace(message, deleted_at=datetime.now(UTC)))
        with run_meanwhile("UpdateItem", delete_again, before=True, once=False):
            answer = rosa.post(f"{INBOX}/restore", {"ids": [message.id]})
        assert (answer.status, answer.json["code"]) == (503, "messageBusy")
        answer = rosa.post(f"{INBOX}/restore", {"ids": [message.id]})
        assert answer.json["results"] == [{"id": message.id, "outcome": "restored"}]
