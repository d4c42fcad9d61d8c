"""Requests and replies of the routes of the portal's own messages, and of both inboxes and their bin."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field

from domains.messages.contract import AnyMessageReply, BinnedMessageReply, MessageDetails, MessageId
from domains.messages.message import Priority
from portal.contract import Contract, RequestContract


class MessageSummary(Contract):
    """A message in a list.

    Attributes:
        preview: first characters of the text, at most 140.
        from_: `from`: the sender.
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

    A page can be short or empty even if there is a `next_token`.

    Attributes:
        scanned_until: time of the oldest message that was filtered so far; None at the end.
    """

    items: list[MessageSummary]
    next_token: str | None
    scanned_until: datetime | None


class AllMessagesReply(Contract):
    """Page of the messages of both inboxes, newest first; see `MessagesReply`."""

    items: list[AnyMessageReply]
    next_token: str | None
    scanned_until: datetime | None


class MessageReply(MessageDetails):
    """An opened message of the portal."""

    id: str


class MessageIdsRequest(RequestContract):
    """Messages of the caller, without duplicates."""

    ids: Annotated[list[MessageId], Field(min_length=1, max_length=100)]


class MarkRequest(MessageIdsRequest):
    """Messages to be marked as read or unread."""

    is_read: bool


class ChangedMessage(Contract):
    """The outcome for one message.

    Attributes:
        outcome: `notFound` also for a message of another person or inbox; `notReached` if time ran out,
            without a change.
    """

    id: str
    outcome: Literal["marked", "deleted", "restored", "notFound", "notReached"]


class ChangesReply(Contract):
    """The outcome for each message, in the order asked."""

    results: list[ChangedMessage]


class BinQuery(RequestContract):
    """A page of the bin."""

    limit: Annotated[int, Field(ge=1, le=100)] = 25
    next_token: Annotated[str, Field(max_length=2000)] | None = None


class BinReply(Contract):
    """Page of the bin of both inboxes, last deleted first."""

    items: list[BinnedMessageReply]
    next_token: str | None


class EmptyBinRequest(RequestContract):
    """Request to empty the bin."""


class EmptyBinReply(Contract):
    """Progress of emptying the bin.

    Attributes:
        deleted: number of messages that this call removed for good, at most 1,000.
        is_empty: true if the bin is empty; otherwise repeat the call.
    """

    deleted: int
    is_empty: bool
