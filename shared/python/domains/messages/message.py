"""A message to a person, from the portal itself or from an agency.

Storage: `domains.messages.messages_table`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Literal

from domains.accounts.account import NoticeKind
from portal.language import DEFAULT_LANGUAGE, LANGUAGES, Language, Text
from portal.types import derive_id

BodyFormat = Literal["plain", "html"]
Inbox = Literal["portal", "agency"]
Priority = Literal["low", "normal", "high"]

PORTAL_FOLDER = "portal"
BIN_FOLDER = "bin"
KEPT_IN_BIN = timedelta(days=30)
OLDEST_MESSAGE = timedelta(days=730)
"""Oldest age of a message that an agency may deliver."""
PREVIEW_LENGTH = 140

SUPPORT_QUESTION = "supportQuestion"
"""Type of the message that shows a person their own question; nobody has to be told of it."""
SUPPORT_ANSWER = "supportAnswer"


def get_agency_message_id(user_id: str, agency_id: str, own_id: str, identity_id: str) -> str:
    """Return the id of an agency's message about a record; sending it again gives the same id."""
    return derive_id(user_id, agency_id, own_id, identity_id)


def get_portal_message_id(user_id: str, occasion: str) -> str:
    """Return the id of a portal message about a single occasion.

    Args:
        occasion: key of the occasion, such as `registered` or the id of a change.
    """
    return derive_id(user_id, PORTAL_FOLDER, occasion)


def choose_wording(texts: Mapping[Language, str], language: Language) -> tuple[str, Language]:
    """Return a text in a language, or else in the available one.

    Returns:
        The text and its language; empty if there is none.
    """
    for each in (language, *LANGUAGES):
        if each in texts:
            return texts[each], each
    return "", DEFAULT_LANGUAGE


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file of a message in the attachments bucket."""

    id: str
    key: str  # key of the object
    name: str  # file name for saving
    content_type: str
    size: int  # size in bytes


@dataclass(frozen=True, slots=True)
class MessageAction:
    """A link to the step that the message asks for."""

    label: Text
    url: str  # an https address at one of the agency's hosts, or a path of the portal


@dataclass(frozen=True, slots=True)
class AgencyOrigin:
    """Record and service of an agency's message.

    Names are stored with the message, so that it stays the same after the agency leaves the catalog.
    """

    agency_id: str
    agency_name: Text
    service_id: str
    service_name: Text
    identity_id: str  # id of the connection, even after it ended
    identity_label: str  # display name of the record when the message arrived
    own_id: str = ""  # the agency's own id of the message; empty for messages from before replies existed
    accepts_replies: bool = False  # setting of the manifest when the message arrived


@dataclass(frozen=True, slots=True)
class InboxMessage:
    """A message in a person's inbox or bin."""

    user_id: str
    id: str
    sender: Text  # display name of the sender, an agency or the portal
    origin: AgencyOrigin | None  # None for a message of the portal
    type: str  # code of the agency's message type, or the kind of the portal's message
    notice: NoticeKind  # contact preference that controls the announcement
    priority: Priority
    subject: Mapping[Language, str]  # in one or both languages; likewise body and preview
    # Beginning of the body without markup, at most `PREVIEW_LENGTH` characters.
    preview: Mapping[Language, str]
    body: Mapping[Language, str]
    body_format: BodyFormat
    action: MessageAction | None
    attachments: tuple[Attachment, ...]
    sent_at: datetime
    received_at: datetime
    content_hash: str  # hash of the sender's content, to detect a reused id
    is_unread: bool = True  # read state; in the bin, that before the deletion
    read_at: datetime | None = None
    deleted_at: datetime | None = None
    # Only for a test: the only channel of the announcement, regardless of preferences.
    only_channel: Literal["email", "text"] | None = None
    # Id of the thread's first message; None for that message and outside of threads.
    thread_id: str | None = None

    @property
    def inbox(self) -> Inbox:
        """Inbox of the message, even if it is in the bin."""
        return "portal" if self.origin is None else "agency"

    @property
    def folder(self) -> str:
        """Folder of the message outside the bin: the service's id, or `PORTAL_FOLDER`."""
        return PORTAL_FOLDER if self.origin is None else self.origin.service_id

    def assign_to_person(self, user_id: str, identity_id: str, label: str) -> "InboxMessage":
        """Return an agency's draft as a message to a person about a record, with a derived id.

        Args:
            identity_id: id of the person's connection to the record.
            label: display name of the record.

        Raises:
            LookupError: the draft is not an agency's.
        """
        if self.origin is None:
            raise LookupError("Only a message of an agency is about a record")
        return replace(
            self,
            user_id=user_id,
            id=get_agency_message_id(user_id, self.origin.agency_id, self.id, identity_id),
            origin=replace(self.origin, identity_id=identity_id, identity_label=label),
        )


@dataclass(frozen=True, slots=True)
class Folder:
    """A service that ever sent the person a message."""

    user_id: str
    agency_id: str
    agency_name: Text
    service_id: str
    service_name: Text
