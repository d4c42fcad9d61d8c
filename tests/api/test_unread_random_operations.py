"""Unread counts and lists under random operations in random order, compared with the stored messages."""

from collections import Counter
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from domains.messages.account_notices import make_contact_change_notice
from domains.messages.message import KEPT_IN_BIN, InboxMessage
from domains.messages.message_items import MESSAGE_SCHEMA
from domains.messages.messages_table import MessagesTable
from portal.tables import get_client
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
HOLDERS = [(ROSA, (0, 1, 2)), (BEN, (0, 1, 3))]
FOLDER_SCHEMA = (None, *SERVICES)
CHANGES: dict[str, tuple[str, dict[str, bool], Any]] = {
    "read": ("mark", {"isRead": True}, lambda unread, binned: (unread and binned, binned)),
    "unread": ("mark", {"isRead": False}, lambda unread, binned: (unread or not binned, binned)),
    "delete": ("delete", {}, lambda unread, _: (unread, True)),
    "restore": ("restore", {}, lambda unread, _: (unread, False)),
}
"""Route, body, and what the change makes of a message, by whether it is unread and in the bin."""


class UnreadCountsMachine(RuleBasedStateMachine):
    """Two people, three services of two agencies and the portal; some calls name other people's messages."""

    inboxes: Inboxes
    people = st.sampled_from(PEOPLE)
    picks = st.lists(st.integers(0, 40), min_size=1, max_size=5)

    def __init__(self) -> None:
        super().__init__()
        self.clock = self.inboxes.clock
        self.clock.now = Clock().now
        clear(MESSAGES_TABLE, SUBSCRIPTIONS_TABLE)
        for person, places in HOLDERS:
            for place in places:
                connect(person, RECORDS[place])

    @rule(record=st.sampled_from(RECORDS), own_id=st.sampled_from("abcd"))
    def deliver(self, record: Record, own_id: str) -> None:
        before = self.read_messages()
        outcome = self.inboxes.post(record, own_id, self.clock.now).json.get("outcome")
        after = self.read_messages()
        assert outcome in ("delivered", "unchanged", None)
        assert (len(after) > len(before)) is (outcome == "delivered")
        assert before.items() <= after.items()

    @rule(person=people, revision=st.integers(1, 4))
    def write_from_portal(self, person: Person, revision: int) -> None:
        message = make_contact_change_notice(person.user_id, revision, {"email": "r"}, self.clock.now)
        is_known = (person.user_id, message.id) in self.read_messages()
        assert MessagesTable(MESSAGES_TABLE).add_message(message) is not is_known

    @rule(
        person=people, picks=picks, inbox=st.sampled_from([PORTAL, AGENCY]), name=st.sampled_from([*CHANGES])
    )
    def change(self, person: Person, picks: list[int], inbox: str, name: str) -> None:
        route, body, make_state = CHANGES[name]
        before = self.read_messages()
        chosen = self.choose(before, picks)
        if inbox == PORTAL or name == "restore":
            self.inboxes.change_portal(person, route, [each.id for each in chosen], **body)
        else:
            self.inboxes.change_agency(
                person, route, [(each.id, get_identity(each)) for each in chosen], **body
            )
        expected = {key: get_state(message) for key, message in before.items()}
        for each in chosen:
            is_found = name == "restore" or (each.origin is not None) == (inbox == AGENCY)
            if each.user_id == person.user_id and is_found and not self.is_gone(each):
                expected[each.user_id, each.id] = make_state(*get_state(each))
        self.check_states(expected)

    @rule(person=people, picks=picks, is_of_connection=st.booleans())
    def open(self, person: Person, picks: list[int], is_of_connection: bool) -> None:
        before = self.read_messages()
        expected = {key: get_state(message) for key, message in before.items()}
        for each in self.choose(before, picks)[:1]:
            identity = get_identity(each) if is_of_connection else "another"
            answer = self.inboxes.open(person, each.id, identity)
            is_found = each.user_id == person.user_id and each.origin and not self.is_gone(each)
            assert answer.status == (200 if is_found and is_of_connection else 404)
            if answer.status == 200 and each.deleted_at is None:
                expected[each.user_id, each.id] = (False, False)
        self.check_states(expected)

    @rule(person=people)
    def empty_bin(self, person: Person) -> None:
        before = self.read_messages()
        gone = {
            key for key, each in before.items() if each.user_id == person.user_id and self.is_binned(each)
        }
        assert self.inboxes.empty_bin(person).json == {"deleted": len(gone), "isEmpty": True}
        self.check_states({key: get_state(each) for key, each in before.items() if key not in gone})

    @rule(days=st.sampled_from([1, 7, 29, 30, 31]))
    def pass_days(self, days: int) -> None:
        self.clock.passes(days=days)

    @rule()
    def remove_expired(self) -> None:
        before = self.read_messages()
        assert all(self.is_gone(before[key]) for key in remove_expired_items(self.clock))

    @invariant()
    def check_answers(self) -> None:
        self.inboxes.verified()
        messages = self.read_messages().values()
        for person in PEOPLE:
            own = [each for each in messages if each.user_id == person.user_id]
            self.check_person(self.inboxes.of(person), own)
        self.clock.passes(seconds=1)

    def check_person(self, client: Client, own: list[InboxMessage]) -> None:
        shown = [each for each in own if each.deleted_at is None]
        unread = Counter(each.origin and each.origin.service_id for each in shown if each.is_unread)
        assert client.get(f"{PORTAL}/unread/count").json["count"] == unread[None]
        assert client.get(f"{AGENCY}/unread/status").json["hasUnread"] is (unread.total() > unread[None])
        agencies = client.get(f"{AGENCY}/agencies").json["items"]
        counts = {
            each["agencyServiceId"]: each["unreadCount"] for agency in agencies for each in agency["services"]
        }
        assert counts == {service_id: unread[service_id] for service_id in counts}
        assert sum(counts.values()) == unread.total() - unread[None]
        listed = client.get(f"{PORTAL}/all?limit=100").json["items"]
        newest_first = sorted(shown, key=lambda each: (each.sent_at, each.id), reverse=True)
        assert [(each["id"], each["isRead"]) for each in listed] == [
            (each.id, not each.is_unread) for each in newest_first
        ]
        binned = client.get(f"{PORTAL}/bin?limit=100").json["items"]
        assert {each["id"] for each in binned} == {each.id for each in own if self.is_binned(each)}

    def read_messages(self) -> dict[tuple[str, str], InboxMessage]:
        items = get_client().scan(TableName=MESSAGES_TABLE)["Items"]
        messages = (MESSAGE_SCHEMA.parse_raw_item(item) for item in items if "subject" in item)
        return {(each.user_id, each.id): each for each in messages}

    def check_states(self, expected: dict[tuple[str, str], tuple[bool, bool]]) -> None:
        assert {key: get_state(message) for key, message in self.read_messages().items()} == expected

    def choose(self, messages: dict[tuple[str, str], InboxMessage], picks: list[int]) -> list[InboxMessage]:
        known = sorted(messages.values(), key=lambda each: each.id)
        return [known[place] for place in dict.fromkeys(pick % len(known) for pick in picks if known)]

    def is_gone(self, message: InboxMessage) -> bool:
        return message.deleted_at is not None and message.deleted_at + KEPT_IN_BIN <= self.clock.now

    def is_binned(self, message: InboxMessage) -> bool:
        return message.deleted_at is not None and not self.is_gone(message)


def get_state(message: InboxMessage) -> tuple[bool, bool]:
    return message.is_unread, message.deleted_at is not None


def get_identity(message: InboxMessage) -> str:
    return message.origin.identity_id if message.origin else "none"


def test_random_operation_order_keeps_counts(client: Client) -> None:
    with Inboxes.opened() as inboxes:
        machine = type("Machine", (UnreadCountsMachine,), {"inboxes": inboxes})
        run_state_machine_as_test(
            machine,
            settings=settings(
                max_examples=examples(8),
                stateful_step_count=15,
                deadline=None,
                suppress_health_check=list(HealthCheck),
            ),
        )
