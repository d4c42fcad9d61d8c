"""A person's reply to an agency's message, and the state of its delivery."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Literal

from domains.agencies.disconnects import pause_after
from domains.messages.message import Attachment
from portal.language import Language
from portal.types import is_derived_id

ReplyState = Literal["sending", "received", "declined", "failed"]
"""`declined` by the agency for good; `failed` when it could not be reached for `GIVES_UP_AFTER`."""

MAX_CHARACTERS = 4000
MAX_FILES = 3
MAX_REPLIES = 50
"""Limit of replies in one thread."""
GIVES_UP_AFTER = timedelta(days=30)


@dataclass(frozen=True, slots=True)
class ReplyFile:
    """A file of a reply."""

    id: str
    key: str  # key of the object in the attachments bucket
    name: str
    content_type: str
    size: int  # size in bytes
    sha256: str  # 64 hexadecimal digits

    def to_attachment(self) -> Attachment:
        return Attachment(self.id, self.key, self.name, self.content_type, self.size)


@dataclass(frozen=True, slots=True)
class Reply:
    """A reply."""

    id: str  # id, unique in the thread
    thread_id: str  # id of the message that began the thread
    user_id: str
    agency_id: str
    service_id: str
    reference: str  # the agency's own id of the message's record
    agency_message_id: str  # the agency's own id of the original message
    text: str
    language: Language
    files: tuple[ReplyFile, ...]
    content_hash: str  # hash of text and files, to detect a reused id
    sent_at: datetime
    state: ReplyState = "sending"
    agency_number: str | None = None  # the agency's own number for the reply, for the person to quote
    settled_at: datetime | None = None  # time at which the state became final
    # Time of the next try; None if settled. A sender moves it ahead before trying, to keep others from
    # sending at the same time.
    due_at: datetime | None = None
    tries: int = 0  # number of tries
    revision: int = 0  # revision of the stored item; 0 before it is stored

    @property
    def public_id(self) -> str:
        """Id of the reply for the agency."""
        return f"{self.thread_id}.{self.id}"

    def with_try(self, now: datetime) -> "Reply":
        """Return the reply with another try counted and the next one scheduled."""
        tries = self.tries + 1
        return replace(self, tries=tries, due_at=now + pause_after(tries), revision=self.revision + 1)

    def with_state(self, state: ReplyState, now: datetime, agency_number: str | None = None) -> "Reply":
        """Return the reply in a final state."""
        return replace(
            self,
            state=state,
            agency_number=agency_number,
            settled_at=now,
            due_at=None,
            revision=self.revision + 1,
        )


def parse_public_id(public_id: str) -> tuple[str, str] | None:
    """Return the thread id and reply id in a public id, or None."""
    thread_id, _, reply_id = public_id.partition(".")
    return (thread_id, reply_id) if is_derived_id(thread_id) and is_derived_id(reply_id) else None
