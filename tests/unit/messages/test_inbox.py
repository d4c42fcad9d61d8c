"""The rules that both inboxes share, over a table in memory."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from threading import Barrier, Lock
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domains.messages.inbox import BULK_SECONDS, Mailbox, check_named_once
from domains.messages.message import KEPT_IN_BIN, InboxMessage
from domains.messages.message_items import make_moment_key
from portal.errors import InvalidRequest, NotFound, Unavailable
from portal.language import Text
from portal.page_tokens import PageTokens
from portal.secrets import RotatingSecret
from portal.types import derive_id

USER = "rosa"
NOW = datetime(2026, 11, 21, 18, 0, tzinfo=UTC)
MOMENT = timedelta(microseconds=1)


def make_message(name: str = "a", **changed: Any) -> InboxMessage:
    made = InboxMessage(
        user_id=USER,
        id=derive_id(name),
        sender=Text(en="Saguaro", es="Saguaro"),
        origin=None,
        type="welcome",
        notice="accountActivity",
        priority="normal",
        subject={"en": name},
        preview={"en": name},
        body={"en": name},
        body_format="plain",
        action=None,
        attachments=(),
        sent_at=NOW,
        received_at=NOW,
        content_hash=name,
    )
    return replace(made, **changed)


class Table:
    """Messages in memory, changed on condition as DynamoDB does it."""

    def __init__(self, *messages: InboxMessage) -> None:
        self.messages = {each.id: each for each in messages}
        self.writes = 0
        self._lock = Lock()

    def get_message(self, user_id: str, message_id: str) -> InboxMessage | None:
        return self.messages.get(message_id)

    def get_all(self, user_id: str, message_ids: Sequence[str]) -> list[InboxMessage]:
        return [self.messages[each] for each in message_ids if each in self.messages]

    def replace_message(self, before: InboxMessage, after: InboxMessage) -> bool:
        with self._lock:
            if self.messages.get(before.id) != before:
                return False
            self.messages[before.id] = after
            self.writes += 1
            return True


def make_mailbox(table: Any, now: datetime = NOW) -> Mailbox:
    return Mailbox(clock=lambda: now, table=table, page_tokens=PageTokens(RotatingSecret("secret")))


def is_own(_message: InboxMessage) -> bool:
    return True


@pytest.mark.parametrize("is_unread", [True, False])
def test_deleted_message_expires_after_exactly_30_days(is_unread: bool) -> None:
    binned = make_message(deleted_at=NOW, is_unread=is_unread)
    last, over = NOW + KEPT_IN_BIN - MOMENT, NOW + KEPT_IN_BIN
    assert make_mailbox(Table(binned), last).get_message(USER, binned.id, is_own) == binned
    assert make_mailbox(Table(binned), last).restore_each(USER, [binned.id], is_own) == ["changed"]
    with pytest.raises(NotFound, match="messageNotFound"):
        make_mailbox(Table(binned), over).get_message(USER, binned.id, is_own)
    table = Table(binned)
    for change in (make_mailbox(table, over).restore_each, make_mailbox(table, over).delete_each):
        assert change(USER, [binned.id], is_own) == ["notFound"]
    assert table.messages == {binned.id: binned}


def test_second_deletion_keeps_the_first_time() -> None:
    table = Table(make_message())
    assert make_mailbox(table, NOW).delete_each(USER, [make_message().id], is_own) == ["changed"]
    assert make_mailbox(table, NOW + timedelta(days=1)).delete_each(USER, [make_message().id], is_own) == [
        "changed"
    ]
    assert table.messages[make_message().id].deleted_at == NOW
    assert table.writes == 1


def test_unmatched_message_is_not_changed() -> None:
    table = Table(make_message("a"), make_message("b"))
    ids = [make_message("a").id, make_message("b").id]
    found = make_mailbox(table).delete_each(USER, ids, lambda each: each.id == ids[1])
    assert found == ["notFound", "changed"]
    assert table.messages[ids[0]] == make_message("a")


def test_fifty_concurrent_opens_make_one_write() -> None:
    table = Table(make_message())
    together = Barrier(50)

    def open_it(number: int) -> InboxMessage:
        together.wait()
        return make_mailbox(table, NOW + number * MOMENT).open_message(USER, make_message().id, is_own)

    with ThreadPoolExecutor(50) as pool:
        opened = list(pool.map(open_it, range(50)))
    assert set(map(id, opened)) == {id(table.messages[make_message().id])}
    assert not opened[0].is_unread
    assert table.writes == 1


class Restless(Table):
    """A table in which another writer changes the message before each of the first writes."""

    def __init__(self, *messages: InboxMessage, changes: int) -> None:
        super().__init__(*messages)
        self._changes = changes

    def replace_message(self, before: InboxMessage, after: InboxMessage) -> bool:
        if self._changes:
            self._changes -= 1
            now = self.messages[before.id]
            self.messages[before.id] = replace(now, read_at=NOW + self._changes * MOMENT)
        return super().replace_message(before, after)


def test_change_is_applied_to_the_current_state() -> None:
    table = Restless(make_message(), changes=9)
    assert make_mailbox(table).delete_each(USER, [make_message().id], is_own) == ["changed"]
    assert table.messages[make_message().id] == make_message(read_at=NOW, deleted_at=NOW)


def test_endless_conflict_is_reported_as_busy() -> None:
    table = Restless(make_message(), changes=10)
    with pytest.raises(Unavailable, match="messageBusy"):
        make_mailbox(table).mark_message(USER, make_message().id, is_read=True, belongs=is_own)
    assert table.writes == 0


@given(st.lists(st.sampled_from("abc"), max_size=6))
def test_repeated_id_is_reported_at_its_position(ids: list[str]) -> None:
    repeated = [f"ids.{place}" for place in range(len(ids)) if ids[place] in ids[:place]]
    if not repeated:
        check_named_once(ids, "ids")
        return
    with pytest.raises(InvalidRequest) as refusal:
        check_named_once(ids, "ids")
    assert [problem.property_name for problem in refusal.value.problems] == repeated


@given(st.datetimes(timezones=st.just(UTC)), st.datetimes(timezones=st.timezones()))
def test_moment_keys_sort_by_time(one: datetime, other: datetime) -> None:
    other = other.replace(year=max(2, min(other.year, 9998)))
    assert (make_moment_key(one) < make_moment_key(other)) == (one < other)
    assert (make_moment_key(one) == make_moment_key(other)) == (one == other)


def test_messages_are_unchanged_when_time_runs_out() -> None:
    moments = iter([0.0, 0.0, BULK_SECONDS])
    messages = [make_message(name) for name in ("1", "2")]
    table: Any = Table(*messages)
    slow = Mailbox(
        clock=lambda: NOW,
        table=table,
        page_tokens=PageTokens(RotatingSecret("secret")),
        monotonic=lambda: next(moments),
    )
    outcomes = slow.delete_each(USER, [each.id for each in messages], is_own)
    assert sorted(outcomes) == ["changed", "notReached"]
    late = messages[outcomes.index("notReached")]
    assert table.messages[late.id] == late
    assert table.writes == 1
