"""Requests and replies of the routes of the portal's own messages, and of the bin of both inboxes."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field

from domains.messages.contract import BinnedMessageReply, MessageDetails, MessageId
from domains.messages.message import Priority
from portal.contract import Contract, RequestContract


class MessageSummary(Contract):
    """A message in a list.

    Attributes:
        preview: the beginning of the text, at most 140 characters.
        from_: `from`: who sent it.
    """

    id: str
    subject: str
    preview: str
    from_: Annotated[str, Field(alias="from")]
    is_read: bool
    sent_at: datetime
    priority: Priority
    has_attachments: bool


class MessagesReply(Contract):
    """Page of messages, newest first.

    A page holds what one look into the table finds, and can be short or empty though there is a `next_token`.

    Attributes:
        scanned_until: the moment down to which the filters were applied so far; None when all were.
    """

    items: list[MessageSummary]
    next_token: str | None
    scanned_until: datetime | None


class MessageReply(MessageDetails):
    """An opened message of the portal."""

    id: str


class MessageIdsRequest(RequestContract):
    """Messages of the caller, each named once."""

    ids: Annotated[list[MessageId], Field(min_length=1, max_length=100)]


class MarkRequest(MessageIdsRequest):
    """Messages to be marked as read or unread."""

    is_read: bool


class ChangedMessage(Contract):
    """The outcome for one message.

    Attributes:
        outcome: `notFound` also for one of somebody else or of the other inbox; `notReached` for lack of
            time, and then it is as it was.
    """

    id: str
    outcome: Literal["marked", "deleted", "restored", "notFound", "notReached"]


class ChangesReply(Contract):
    """The outcome for each message, in the order asked."""

    results: list[ChangedMessage]


class BinQuery(RequestContract):
    """The page."""

    limit: Annotated[int, Field(ge=1, le=100)] = 25
    next_token: Annotated[str, Field(max_length=2000)] | None = None


class BinReply(Contract):
    """Page of the bin of both inboxes, last deleted first."""

    items: list[BinnedMessageReply]
    next_token: str | None


class EmptyBinRequest(RequestContract):
    """Empties the bin; there is nothing to say."""


class EmptyBinReply(Contract):
    """Progress of emptying the bin.

    Attributes:
        deleted: how many messages this call removed for good, at most 1,000.
        is_empty: true when nothing is left; else the same call again goes on.
    """

    deleted: int
    is_empty: bool
