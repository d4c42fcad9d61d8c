"""Replies as a thread shows them."""

from datetime import datetime

from domains.replies.reply import Reply, ReplyState
from portal.contract import Contract
from portal.language import Language


class RepliedFile(Contract):
    """A file of a reply.

    Attributes:
        size: bytes.
    """

    name: str
    size: int


class ThreadReply(Contract):
    """A reply of the caller to a message of the thread.

    Attributes:
        state: `sending` until the agency has it; `declined` when it does not take it, `failed` when it could
            not be reached for 30 days.
        agency_number: under which the agency keeps it.
        settled_at: when the state was no longer `sending`.
    """

    id: str
    text: str
    language: Language
    sent_at: datetime
    state: ReplyState
    settled_at: datetime | None
    agency_number: str | None
    files: list[RepliedFile]


def make_thread_reply(reply: Reply) -> ThreadReply:
    """Return a reply as a thread shows it."""
    return ThreadReply.from_entity(
        reply, files=[RepliedFile(name=each.name, size=each.size) for each in reply.files]
    )
