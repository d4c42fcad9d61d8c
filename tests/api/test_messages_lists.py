"""Portal inbox: filters, pages and their tokens, and both inboxes in one list."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from functools import partial
from typing import Any
from unittest import mock
from urllib.parse import urlencode

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from domains.messages.message import Folder
from domains.messages.message_items import FOLDER_SCHEMA
from portal.language import Text
from portal.tables import Table
from tests.api.messages_support import (
    BEN,
    FILE,
    PASSES,
    ROSA,
    SENT,
    VEHICLES,
    deliver,
    keep,
    make_agency_message,
    make_path,
    make_portal_message,
    patch,
    record_dynamodb_calls,
)
from tests.api.support import MESSAGES_TABLE, Client
from tests.depth import examples

INBOX = "/api/messages"


ALL = f"{INBOX}/all"


DAY = timedelta(days=1)


@pytest.fixture
def rosa(client: Client) -> Client:
    return client.acting_as(ROSA)


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
    for origin in (message.origin for message in messages):
        if origin:
            folder = Folder(
                person.user_id,
                origin.agency_id,
                origin.agency_name,
                origin.service_id,
                origin.service_name,
            )
            Table(MESSAGES_TABLE, FOLDER_SCHEMA).put(folder)
    with (
        mock.patch("domains.messages.inbox_table.EVALUATED_AT_ONCE", 4),
        mock.patch("domains.messages.inbox_table.EVALUATED_UNREAD_AT_ONCE", 4),
    ):
        found = list_pages(rosa.acting_as(person), path, limit=limit, **query)
    assert sorted(found) == sorted(expected)
    days_found = [expected[each] for each in found]
    assert days_found == sorted(days_found, reverse=True)
