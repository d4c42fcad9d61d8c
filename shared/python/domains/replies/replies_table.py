"""The table of replies to agencies: the replies of a thread are one partition.

Undelivered replies have `undelivered_to` and `due_at`, which make a sparse index the outbox.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from pynamodb.attributes import NumberAttribute, UnicodeAttribute, VersionAttribute
from pynamodb.exceptions import DoesNotExist
from pynamodb.indexes import GlobalSecondaryIndex, KeysOnlyProjection
from pynamodb.transactions import TransactWrite

from domains.replies.reply import MAX_REPLIES, Reply
from portal.dynamo import (
    Codec,
    EntityItem,
    TableMeta,
    Write,
    bind_table,
    get_version_before,
    save_if,
    write_together,
)
from portal.slots_table import Slots


class _Undelivered(GlobalSecondaryIndex["_ReplyItem"]):  # type: ignore[no-untyped-call]  # PynamoDB's
    """The outbox of an agency, first due first."""

    class Meta(TableMeta):
        index_name = "undelivered"
        projection = KeysOnlyProjection()

    undelivered_to = UnicodeAttribute(hash_key=True)
    due_at = NumberAttribute(range_key=True)


class _ReplyItem(EntityItem):
    """Item of a `Reply`; `due_at` in seconds since 1970."""

    class Meta(TableMeta):
        table_name = ""

    thread_id = UnicodeAttribute(hash_key=True)
    id = UnicodeAttribute(range_key=True)
    undelivered_to = UnicodeAttribute(null=True)
    due_at = NumberAttribute(null=True)
    version = VersionAttribute()
    undelivered = _Undelivered()


def _get_attributes(reply: Reply) -> Mapping[str, Any]:
    due_at = reply.due_at
    return {
        "thread_id": reply.thread_id,
        "id": reply.id,
        "undelivered_to": reply.agency_id if due_at else None,
        "due_at": int(due_at.timestamp()) if due_at else None,
        **get_version_before(reply.revision),
    }


_REPLIES = Codec(_ReplyItem, Reply, _get_attributes)


class RepliesTable:
    """Reads and writes replies; all reads except the outbox are strongly consistent."""

    def __init__(self, table_name: str) -> None:
        bind_table(_ReplyItem, table_name)
        self._slots = Slots(table_name, partition_key="thread_id", range_key="id")

    def get_reply(self, thread_id: str, reply_id: str) -> Reply | None:
        try:
            return _REPLIES.parse_item(_ReplyItem.get(thread_id, reply_id, consistent_read=True))
        except DoesNotExist:
            return None

    def list_replies(self, thread_id: str) -> list[Reply]:
        """Return the replies of a thread, oldest first. Takes one query."""
        items = _ReplyItem.query(thread_id, consistent_read=True)
        return sorted((_REPLIES.parse_item(item) for item in items), key=lambda each: (each.sent_at, each.id))

    def add_reply(self, reply: Reply, *others: Write) -> bool | None:
        """Store a new reply and make other writes, in one transaction.

        Returns:
            False if the thread has `MAX_REPLIES`; None if the id exists, a condition of another write does
            not hold, or concurrent writes interfered.
        """

        def save(take: Write) -> bool:
            def write(transaction: TransactWrite) -> None:
                transaction.save(_REPLIES.make_item(reply))
                for each in (take, *others):
                    each(transaction)

            return write_together(write)

        # A reply stays as long as its thread.
        return self._slots.save_within(
            MAX_REPLIES, reply.thread_id, reply.id, save=save, is_over=lambda _: False
        )

    def has_room(self, thread_id: str) -> bool:
        """Tell if a thread can get another reply now."""
        return len(self._slots.list_things(thread_id)) < MAX_REPLIES

    def forget_thread(self, thread_id: str) -> None:
        """Delete what counts the replies of a removed thread; safe to repeat."""
        self._slots.forget(thread_id)

    def save_reply(self, reply: Reply) -> bool:
        """Replace the previous revision of a reply.

        Returns:
            False if another revision is stored; nothing is written.
        """
        return save_if(_REPLIES.make_item(reply))

    def list_due(self, agency_id: str, now: datetime, limit: int) -> list[tuple[str, str]]:
        """Return thread id and reply id of the due replies to an agency, first due first."""
        found = _ReplyItem.undelivered.query(
            agency_id, _ReplyItem.due_at <= int(now.timestamp()), limit=limit
        )
        return [(item.thread_id, item.id) for item in found]

    def delete_reply(self, reply: Reply) -> None:
        """Delete a reply; safe to repeat."""
        _ReplyItem(reply.thread_id, reply.id).delete(add_version_condition=False)
