"""Unread counts under random operations in random order."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from domains.messages.account_notices import contact_preferences_changed
from domains.messages.message import KEPT_IN_BIN
from domains.messages.messages_table import MessagesTable
from tests.api.records_support import LICENSES, PASSES, VEHICLES
from tests.api.support import MESSAGES_TABLE, SUBSCRIPTIONS_TABLE, Client, Person
from tests.api.unread_support import (
    AGENCY,
    PORTAL,
    SERVICES,
    Clock,
    Inboxes,
    Record,
    clear,
    connect,
    disconnect,
    remove_expired_items,
)
from tests.depth import examples

pytestmark = pytest.mark.proof

ROSA = Person(email="rosa@example.com", name="Rosa Delgado")
BEN = Person(email="ben@example.com", name="Ben Whitehorse")
PEOPLE = (ROSA, BEN)
# Both people hold the first two records.
RECORDS = (
    Record(VEHICLES, "vehicle-1"),
    Record(PASSES, "pass-1"),
    Record(VEHICLES, "vehicle-2"),
    Record(LICENSES, "licence-1"),
)
STORED_FIRST = [(ROSA, RECORDS[0]), (BEN, RECORDS[0]), (ROSA, RECORDS[2]), (BEN, RECORDS[3])]
COUNTED = 25

STEPS = 15
LISTS = [(service_id, query) for service_id in (None, *SERVICES) for query in ("", "true", "false")]


@pytest.fixture
def inboxes(client: Client) -> Iterator[Inboxes]:
    """Return the real handlers."""
    with Inboxes.opened() as inboxes:
        yield inboxes


@dataclass
class Known:
    """Message in the model.

    Attributes:
        identity_id: None for a message of the portal, like the service's id.
    """

    id: str
    service_id: str | None
    identity_id: str | None
    sent_at: datetime
    is_unread: bool = True
    deleted_at: datetime | None = None


class UnreadCountsMachine(RuleBasedStateMachine):
    """Two people, three services of two agencies and the portal, with counts from the model."""

    inboxes: Inboxes
    picks = st.lists(st.integers(0, 40), min_size=1, max_size=5)
    people = st.sampled_from(PEOPLE)
    records = st.sampled_from(RECORDS)
    own_ids = st.sampled_from(["a", "b", "c", "d"])
    inbox_names = st.sampled_from(["portal", "agency"])
    # Mostly own messages; actions on other people's messages must have no effect.
    aims = st.sampled_from([True, True, True, False])

    def __init__(self) -> None:
        super().__init__()
        self.clock = self.inboxes.clock
        self.clock.now = Clock().now
        self.messages: dict[str, dict[str, Known]] = {person.user_id: {} for person in PEOPLE}
        self.received: set[tuple[str, str]] = set()
        self.folders: dict[str, set[str]] = {person.user_id: set() for person in PEOPLE}
        self.connected: set[tuple[Person, Record]] = set()
        self.stored: set[tuple[Person, Record]] = set()
        self.steps = 0
        clear(MESSAGES_TABLE, SUBSCRIPTIONS_TABLE)
        for person, record in STORED_FIRST:
            self.connects(person, record)
        for record in dict.fromkeys(record for _, record in STORED_FIRST):
            self.agency_writes(record, "a")
        for person in PEOPLE:
            self.portal_writes(person, 1)

    # Actions of agencies and of the portal.

    @rule(record=records, own_id=own_ids)
    def agency_writes(self, record: Record, own_id: str) -> None:
        answer = self.inboxes.post(record, own_id, self.sent_at(own_id))
        delivered = self.delivered(record, own_id)
        if delivered is None:
            assert (answer.status, answer.json["code"]) == (404, "referenceNotFound")
        else:
            assert answer.json == {"outcome": "delivered" if delivered else "unchanged"}

    @rule(own_id=own_ids)
    def agency_writes_about_many(self, own_id: str) -> None:
        vehicles = [record for record in RECORDS if record.service_id == VEHICLES]
        answer = self.inboxes.post_batch(vehicles, own_id, self.sent_at(own_id))
        words: dict[bool | None, str] = {
            None: "referenceNotFound",
            True: "delivered",
            False: "unchanged",
        }
        expected = [words[self.delivered(record, own_id)] for record in vehicles]
        assert [each["outcome"] for each in answer.json["results"]] == expected

    @rule(person=people, revision=st.integers(1, 4))
    def portal_writes(self, person: Person, revision: int) -> None:
        message = contact_preferences_changed(
            person.user_id, revision, {"email": person.email}, self.clock.now
        )
        is_new = MessagesTable(MESSAGES_TABLE).add(message)
        assert is_new == self.added(person, Known(message.id, None, None, message.sent_at))

    @rule(record=records)
    def agency_revokes(self, record: Record) -> None:
        status = self.inboxes.revoke(record).status
        assert status == (200 if any(stored == record for _, stored in self.stored) else 404)
        self.connected -= {(person, record) for person in PEOPLE}

    # Actions of people.

    @rule(person=people, record=records)
    def connects(self, person: Person, record: Record) -> None:
        connect(person, record)
        self.connected.add((person, record))
        self.stored.add((person, record))

    @precondition(lambda self: self.stored)
    @rule(pick=st.integers(0, 8))
    def disconnects(self, pick: int) -> None:
        stored = sorted(self.stored, key=repr)
        person, record = stored[pick % len(stored)]
        disconnect(person, record)
        self.stored.discard((person, record))
        self.connected.discard((person, record))

    @rule(person=people, picks=picks, is_aimed=aims)
    def opens(self, person: Person, picks: list[int], is_aimed: bool) -> None:
        message = self.picked(person, picks, is_aimed, "agency")[0]
        self.opens_by(person, message, message.identity_id or "none")

    @rule(person=people, picks=picks)
    def opens_by_another_connection(self, person: Person, picks: list[int]) -> None:
        self.opens_by(person, self.picked(person, picks, True, "agency")[0], "another")

    def opens_by(self, person: Person, message: Known, identity_id: str) -> None:
        answer = self.inboxes.open(person, message.id, identity_id)
        own = self.own(person, message, "agency")
        own = own if own and own.identity_id == identity_id else None
        if own is None:
            assert (answer.status, answer.json["code"]) == (404, "messageNotFound")
            return
        if own.deleted_at is None:
            own.is_unread = False
        assert answer.json["isRead"] is not own.is_unread

    @rule(person=people, picks=picks, is_aimed=aims)
    def looks_at_message_of_portal(self, person: Person, picks: list[int], is_aimed: bool) -> None:
        message = self.picked(person, picks, is_aimed, "portal")[0]
        answer = self.inboxes.of(person).get(f"{PORTAL}/{message.id}")
        own = self.own(person, message, "portal")
        if own is None:
            assert (answer.status, answer.json["code"]) == (404, "messageNotFound")
        else:
            assert answer.json["isRead"] is not own.is_unread

    @rule(person=people, picks=picks, is_aimed=aims, is_read=st.booleans())
    def marks_message_of_portal(
        self, person: Person, picks: list[int], is_aimed: bool, is_read: bool
    ) -> None:
        message = self.picked(person, picks, is_aimed, "portal")[0]
        path = f"{PORTAL}/{message.id}/{'markasread' if is_read else 'markasunread'}"
        answer = self.inboxes.of(person).call("PATCH", path)
        own = self.own(person, message, "portal")
        if own is None or own.deleted_at:
            assert answer.status == 404
            return
        own.is_unread = not is_read
        assert answer.json == {"id": message.id, "isRead": is_read}

    @rule(person=people, picks=picks, is_aimed=aims, is_read=st.booleans(), inbox=inbox_names)
    def marks(self, person: Person, picks: list[int], is_aimed: bool, is_read: bool, inbox: str) -> None:
        expected = {}
        chosen = self.picked(person, picks, is_aimed, inbox)
        for message in chosen:
            own = self.own(person, message, inbox)
            expected[message.id] = "notFound" if own is None or own.deleted_at else "marked"
            if own is not None and own.deleted_at is None:
                own.is_unread = not is_read
        self.assert_reported(self.change(person, "mark", chosen, inbox, isRead=is_read), expected)

    @rule(person=people, picks=picks, is_aimed=aims, inbox=inbox_names)
    def deletes(self, person: Person, picks: list[int], is_aimed: bool, inbox: str) -> None:
        expected = {}
        chosen = self.picked(person, picks, is_aimed, inbox)
        for message in chosen:
            own = self.own(person, message, inbox)
            expected[message.id] = "notFound" if own is None else "deleted"
            if own is not None:
                own.deleted_at = own.deleted_at or self.clock.now
        self.assert_reported(self.change(person, "delete", chosen, inbox), expected)

    @rule(person=people, picks=picks, is_aimed=aims)
    def restores(self, person: Person, picks: list[int], is_aimed: bool) -> None:
        expected = {}
        chosen = self.picked(person, picks, is_aimed, None, is_binned=True)
        for message in chosen:
            own = self.own(person, message)
            expected[message.id] = "notFound" if own is None else "restored"
            if own is not None:
                own.deleted_at = None
        self.assert_reported(self.change(person, "restore", chosen, "portal"), expected)

    @rule(person=people)
    def empties_bin(self, person: Person) -> None:
        binned = self.in_bin(person)
        assert self.inboxes.empty_bin(person).json == {"deleted": len(binned), "isEmpty": True}
        for message in binned:
            del self.messages[person.user_id][message.id]

    # Effects of time.

    @rule(days=st.sampled_from([1, 7, 29, 30, 31]))
    def days_pass(self, days: int) -> None:
        self.clock.passes(days=days)

    @rule()
    def dynamodb_removes_expired_items(self) -> None:
        for user_id, message_id in remove_expired_items(self.clock):
            assert self.is_gone(self.messages[user_id].pop(message_id))

    # Answers of the portal.

    @invariant()
    def portal_answers_match_model(self) -> None:
        figures = self.inboxes.verified()
        assert figures.counts["messages"] == sum(len(messages) for messages in self.messages.values())
        self.steps += 1
        for person in PEOPLE:
            self.assert_counts(person)
            # Lists are slow: check one of them now and then, and all at the end.
            if self.steps % 3 == 0:
                self.assert_list(person, *LISTS[self.steps // 3 % len(LISTS)])
        self.clock.passes(seconds=1)

    def teardown(self) -> None:
        for person in PEOPLE:
            self.assert_counts(person)
            for service_id in SERVICES:
                self.assert_count(person, service_id)
            for of_service, query in LISTS:
                self.assert_list(person, of_service, query)
            self.assert_bin(person)

    def count_unread(self, person: Person) -> Counter[str | None]:
        return Counter(message.service_id for message in self.in_folders(person) if message.is_unread)

    def assert_count(self, person: Person, service_id: str) -> None:
        reported = self.inboxes.of(person).get(f"{AGENCY}/service/{service_id}/unread/count").json
        assert reported == {"count": self.count_unread(person)[service_id], "atLeast": False}

    def assert_counts(self, person: Person) -> None:
        client = self.inboxes.of(person)
        unread = self.count_unread(person)
        counted = client.get(f"{PORTAL}/unread/count").json
        assert counted["count"] == min(COUNTED, unread[None])
        assert counted["atLeast"] is (unread[None] > COUNTED)
        has_unread = client.get(f"{AGENCY}/unread/status").json["hasUnread"]
        assert has_unread is (unread.total() > unread[None])
        agencies = client.get(f"{AGENCY}/agencies").json
        assert agencies["atLeast"] is False
        folders: dict[str, int] = {}
        for agency in agencies["items"]:
            counts = {each["agencyServiceId"]: each["unreadCount"] for each in agency["services"]}
            assert agency["unreadCount"] == sum(counts.values())
            folders |= counts
        assert folders == {service_id: unread[service_id] for service_id in self.folders[person.user_id]}

    def assert_list(self, person: Person, service_id: str | None, unread: str) -> None:
        messages = [message for message in self.in_folders(person) if message.service_id == service_id]
        messages.sort(key=lambda message: (message.sent_at, message.id), reverse=True)
        expected = [
            (message.id, message.identity_id, not message.is_unread)
            for message in messages
            if unread in ("", "true" if message.is_unread else "false")
        ]
        assert self.listed(person, service_id, unread and f"&unread={unread}") == expected

    def assert_bin(self, person: Person) -> None:
        binned = sorted(self.in_bin(person), key=lambda each: (each.deleted_at, each.id), reverse=True)
        reported = self.inboxes.of(person).get(f"{PORTAL}/bin?limit=100").json["items"]
        assert [(each["id"], each["inbox"]) for each in reported] == [
            (message.id, "agency" if message.service_id else "portal") for message in binned
        ]

    def listed(
        self, person: Person, service_id: str | None, query: str
    ) -> list[tuple[str, str | None, bool]]:
        client = self.inboxes.of(person)
        if service_id is None:
            items = client.get(f"{PORTAL}?limit=100{query}").json["items"]
            return [(each["id"], None, each["isRead"]) for each in items]
        groups = client.get(f"{AGENCY}/service/{service_id}?limit=100{query}").json["groups"]
        items = [each for group in groups for each in group["messages"]]
        items.sort(key=lambda each: (each["sentAt"], each["messageId"]), reverse=True)
        identity = "userAgencyServiceSubscriptionIdentityId"
        return [(each["messageId"], each[identity], each["isRead"]) for each in items]

    # Model.

    def sent_at(self, own_id: str) -> datetime:
        """Return a fixed time for each message; two messages share each time."""
        return Clock().now - timedelta(days=ord(own_id) // 2)

    def delivered(self, record: Record, own_id: str) -> bool | None:
        """Return True if a person gets a message in the model; None if nobody is connected."""
        holders = [person for person in PEOPLE if (person, record) in self.connected]
        new = [
            self.added(
                person,
                Known(
                    record.get_message_id(person, own_id),
                    record.service_id,
                    record.get_identity_id(person),
                    self.sent_at(own_id),
                ),
            )
            for person in holders
        ]
        return any(new) if new else None

    def added(self, person: Person, message: Known) -> bool:
        if message.service_id:
            key = (person.user_id, message.id)
            if key in self.received:
                return False
            self.received.add(key)
            self.folders[person.user_id].add(message.service_id)
        messages = self.messages[person.user_id]
        return messages.setdefault(message.id, message) is message

    def picked(
        self, person: Person, picks: list[int], is_aimed: bool, inbox: str | None, is_binned: bool = False
    ) -> list[Known]:
        """Return some messages, each once, or an unknown one.

        Args:
            is_aimed: prefer the person's own messages in a place; else choose any message.
        """
        everything = [message for messages in self.messages.values() for message in messages.values()]
        aimed = [
            message
            for message in self.messages[person.user_id].values()
            if self.own(person, message, inbox) and (message.deleted_at is not None) == is_binned
        ]
        nobodys = Known("a" * 26, VEHICLES, "nobody's", self.clock.now)
        known = (is_aimed and aimed) or everything or [nobodys]
        known.sort(key=lambda message: message.id)
        return [known[place] for place in dict.fromkeys(pick % len(known) for pick in picks)]

    def own(self, person: Person, message: Known, inbox: str | None = None) -> Known | None:
        """Return the message if it belongs to the person and inbox and is not gone."""
        own = self.messages[person.user_id].get(message.id)
        if own is None or self.is_gone(own):
            return None
        is_of_portal = own.service_id is None
        return own if inbox is None or is_of_portal == (inbox == "portal") else None

    def is_gone(self, message: Known) -> bool:
        return message.deleted_at is not None and message.deleted_at + KEPT_IN_BIN <= self.clock.now

    def in_folders(self, person: Person) -> list[Known]:
        return [each for each in self.messages[person.user_id].values() if each.deleted_at is None]

    def in_bin(self, person: Person) -> list[Known]:
        messages = self.messages[person.user_id].values()
        return [each for each in messages if each.deleted_at and not self.is_gone(each)]

    def change(self, person: Person, change: str, chosen: list[Known], inbox: str, **more: Any) -> Any:
        if inbox == "portal":
            ids = [message.id for message in chosen]
            return self.inboxes.change_portal(person, change, ids, **more)
        named = [(message.id, message.identity_id or "none") for message in chosen]
        return self.inboxes.change_agency(person, change, named, **more)

    @staticmethod
    def assert_reported(answer: Any, expected: dict[str, str]) -> None:
        results = answer.json["results"]
        reported = [(each.get("id") or each["messageId"], each["outcome"]) for each in results]
        assert reported == list(expected.items())


def test_random_operation_order_keeps_counts(inboxes: Inboxes) -> None:
    class Machine(UnreadCountsMachine):
        pass

    Machine.inboxes = inboxes
    run_state_machine_as_test(
        Machine,
        settings=settings(
            max_examples=examples(8),
            stateful_step_count=STEPS,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
