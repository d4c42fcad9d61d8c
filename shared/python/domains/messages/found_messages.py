"""Results of queries for messages, and their filters."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime

from domains.messages.message import Inbox, Priority
from portal.language import Language, Text
from portal.page_tokens import LastEvaluatedKey


@dataclass(frozen=True, slots=True)
class Filters:
    """Filters of a folder, combined by AND; None and empty ones match all.

    Attributes:
        unread: only unread messages, or only read ones.
        text: searched in the subject and the beginning of the text, ignoring case and accents.
        sender: searched likewise in the sender's name.
        first: first day, in Arizona time; likewise the last.
    """

    unread: bool | None = None
    text: str | None = None
    sender: str | None = None
    first: date | None = None
    last: date | None = None


@dataclass(frozen=True, slots=True)
class ListedMessage:
    """A message in a list; see `Message`.

    Attributes:
        service_id: only for an agency's message; likewise the identity's id and label.
    """

    id: str
    sender: Text
    service_id: str | None
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
    """Result of one query, newest first.

    Attributes:
        place: cursor for the next query; None at the end.
        scanned_until: time of the last message that was checked.
    """

    messages: tuple[ListedMessage, ...]
    place: LastEvaluatedKey | None
    scanned_until: datetime | None


@dataclass(frozen=True, slots=True)
class MessagesPage:
    """A page of a folder, newest first.

    Attributes:
        next_token: token of the next page, or None.
        scanned_until: time of the last message that was checked; None if all were.
    """

    messages: tuple[ListedMessage, ...]
    next_token: str | None
    scanned_until: datetime | None


@dataclass(frozen=True, slots=True)
class UnreadCount:
    """Number of unread messages.

    Attributes:
        at_least: whether there may be more.
    """

    count: int
    at_least: bool


@dataclass(frozen=True, slots=True)
class UnreadNow(UnreadCount):
    """Number of an inbox's unread messages, and a fingerprint of them.

    Attributes:
        fingerprint: changes whenever the set of counted unread messages changes.
    """

    fingerprint: str


@dataclass(frozen=True, slots=True)
class UnreadByService:
    """Number of unread messages by service; services without any are missing.

    Attributes:
        at_least: whether there may be more.
    """

    counts: Mapping[str, int]
    at_least: bool
