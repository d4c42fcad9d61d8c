"""Results of queries for messages, and their filters."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime

from domains.messages.message import Inbox, Priority
from portal.language import Language, Text
from portal.page_tokens import LastEvaluatedKey


@dataclass(frozen=True, slots=True)
class Filters:
    """Filters of a folder, combined by AND; None and empty ones match all."""

    unread: bool | None = None  # only unread messages, or only read ones
    # Searched in the subject and the beginning of the text, ignoring case and accents.
    text: str | None = None
    sender: str | None = None  # searched likewise in the sender's name
    first: date | None = None  # first day, in Arizona time; likewise the last
    last: date | None = None


@dataclass(frozen=True, slots=True)
class ListedMessage:
    """A message in a list; see `InboxMessage`."""

    id: str
    sender: Text
    service_id: str | None  # only for an agency's message; likewise the identity's id and label
    identity_id: str | None
    identity_label: str | None
    subject: Mapping[Language, str]
    preview: Mapping[Language, str]
    priority: Priority
    has_attachments: bool
    sent_at: datetime
    deleted_at: datetime | None
    is_unread: bool

    @property
    def inbox(self) -> Inbox:
        """Inbox of the message, even if it is in the bin."""
        return "portal" if self.service_id is None else "agency"

    @property
    def binned_at(self) -> datetime:
        """Time at which a message in the bin was deleted."""
        if self.deleted_at is None:
            raise LookupError("Only a message of the bin was deleted")
        return self.deleted_at


@dataclass(frozen=True, slots=True)
class FoundMessages:
    """Result of one query, newest first."""

    messages: tuple[ListedMessage, ...]
    place: LastEvaluatedKey | None  # cursor for the next query; None at the end
    scanned_until: datetime | None  # time of the last message that was checked


@dataclass(frozen=True, slots=True)
class MessagesPage:
    """A page of a folder, newest first."""

    messages: tuple[ListedMessage, ...]
    next_token: str | None  # token of the next page, or None
    scanned_until: datetime | None  # time of the last message that was checked; None if all were


@dataclass(frozen=True, slots=True)
class UnreadCount:
    """Number of unread messages."""

    count: int
    at_least: bool  # true if there may be more


@dataclass(frozen=True, slots=True)
class UnreadNow(UnreadCount):
    """Number of an inbox's unread messages, and a fingerprint of them."""

    fingerprint: str  # changes whenever the set of counted unread messages changes


@dataclass(frozen=True, slots=True)
class UnreadByService:
    """Number of unread messages by service; services without any are missing."""

    counts: Mapping[str, int]
    at_least: bool  # true if there may be more
