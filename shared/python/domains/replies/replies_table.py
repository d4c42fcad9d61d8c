"""The table of replies to agencies: the replies of a thread are one partition.

Undelivered replies have `undelivered_to` and `due_at`, which make a sparse index the outbox.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from domains.replies.reply import MAX_REPLIES, Reply
from portal.items import JsonSchema, to_seconds
from portal.slots_table import SlotsTable
from portal.tables import Attr, Table, Write, write_together

_KEYS = ("thread_id", "id")
_OUTBOX = "undelivered"


def _get_attributes(reply: Reply) -> Mapping[str, Any]:
    due_at = reply.due_at
    return {
        "thread_id": reply.thread_id,
        "id": reply.id,
        "undelivered_to": reply.agency_id if due_at else None,
        "due_at": to_seconds(due_at) if due_at else None,
    }


_REPLIES = JsonSchema(Reply, _KEYS, _get_attributes, has_revision=True)


class RepliesTable:
    """Reads and writes replies; all reads except the outbox are strongly consistent."""

    def __init__(self, table_name: str) -> None:
        self._table = Table(table_name, _REPLIES)
        self._slots = SlotsTable(table_name, *_KEYS)

    def get_reply(self, thread_id: str, reply_id: str) -> Reply | None:
        return self._table.get(thread_id, reply_id)

    def list_replies(self, thread_id: str) -> list[Reply]:
        """Return the replies of a thread, oldest first. Takes one query."""
        replies = self._table.list(Attr("thread_id") == thread_id)
        return sorted(replies, key=lambda each: (each.sent_at, each.id))

    def add_reply(self, reply: Reply, *others: Write) -> bool | None:
        """Store a new reply and make other writes, in one transaction.

        Returns:
            False if the thread has `MAX_REPLIES`; None if the id exists, a condition of another write does
            not hold, or concurrent writes interfered.
        """
        # A reply stays as long as its thread.
        return self._slots.save_within(
            MAX_REPLIES,
            reply.thread_id,
            reply.id,
            save=lambda take: write_together([self._table.make_put(reply), take, *others]),
            is_over=lambda _: False,
        )

    def has_room(self, thread_id: str) -> bool:
        """Tell if a thread can get another reply now."""
        return len(self._slots.list_things(thread_id)) < MAX_REPLIES

    def forget_thread(self, thread_id: str) -> None:
        """Delete what counts the replies of a removed thread; safe to repeat."""
        self._slots.delete_slots(thread_id)

    def save_reply(self, reply: Reply) -> bool:
        """Replace the previous revision of a reply.

        Returns:
            False if another revision is stored; nothing is written.
        """
        return self._table.put(reply)

    def list_due(self, agency_id: str, now: datetime, limit: int) -> list[tuple[str, str]]:
        """Return thread id and reply id of the due replies to an agency, first due first."""
        is_due = (Attr("undelivered_to") == agency_id) & (Attr("due_at") <= to_seconds(now))
        items = self._table.query(is_due, index=_OUTBOX, limit=limit, consistent=False)
        return [(item["thread_id"], item["id"]) for item in items]

    def delete_reply(self, reply: Reply) -> None:
        self._table.delete(reply.thread_id, reply.id)
