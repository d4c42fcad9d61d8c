"""Models of replies in a thread."""

from datetime import datetime

from domains.replies.reply import Reply, ReplyState
from portal.contract import Contract
from portal.language import Language


class RepliedFile(Contract):
    """A file of a reply.

    Attributes:
        size: size in bytes.
    """

    name: str
    size: int


class ThreadReply(Contract):
    """A reply of the caller to a message of the thread.

    Attributes:
        state: `sending` until the agency has it; `declined` if the agency refuses it, `failed` after 30 days
            of failed tries.
        agency_number: the agency's own number for the reply.
        settled_at: time at which the state became final.
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
    """Return a reply for a thread."""
    return ThreadReply.from_entity(
        reply, files=[RepliedFile(name=each.name, size=each.size) for each in reply.files]
    )
