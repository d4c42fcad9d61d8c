"""A message to a person, from the portal itself or from an agency.

How messages are kept is in `domains.messages.messages_table`.
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
    """Return the id of an agency's message about one record: sending it twice gives the same id."""
    return derive_id(user_id, agency_id, own_id, identity_id)


def get_portal_message_id(user_id: str, occasion: str) -> str:
    """Return the id of a message of the portal about something that happened once.

    Args:
        occasion: names what happened, such as `registered` or the id of a change.
    """
    return derive_id(user_id, PORTAL_FOLDER, occasion)


def choose_wording(texts: Mapping[Language, str], language: Language) -> tuple[str, Language]:
    """Return a text in the language asked for, or in the one that there is.

    Returns:
        The text and its language; empty where there is none in any.
    """
    for each in (language, *LANGUAGES):
        if each in texts:
            return texts[each], each
    return "", DEFAULT_LANGUAGE


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file of a message, kept in the bucket of attachments.

    Attributes:
        key: of the object in the bucket.
        name: as the person saves it.
        size: bytes.
    """

    id: str
    key: str
    name: str
    content_type: str
    size: int


@dataclass(frozen=True, slots=True)
class MessageAction:
    """A link to the step that the message asks for.

    Attributes:
        url: an https address at one of the agency's hosts, or a path of the portal.
    """

    label: Text
    url: str


@dataclass(frozen=True, slots=True)
class AgencyOrigin:
    """Record and service that an agency's message is about.

    Names are kept with the message, so that it reads the same after the agency has left the catalog.

    Attributes:
        identity_id: of the connection, also after it has ended.
        identity_label: names the record for the person, as it was when the message came.
        own_id: the agency's own id of the message; empty for one that came before there were replies.
        accepts_replies: true if the manifest said so when the message came.
    """

    agency_id: str
    agency_name: Text
    service_id: str
    service_name: Text
    identity_id: str
    identity_label: str
    own_id: str = ""
    accepts_replies: bool = False


@dataclass(frozen=True, slots=True)
class Message:
    """A message in a person's inbox or bin.

    Attributes:
        sender: who sent it, as shown: the agency's name or the portal's.
        origin: None for a message of the portal.
        type: code of the agency's message type, or the kind of the portal's message.
        notice: by which of the person's contact preferences it is announced.
        subject: in one or both languages; likewise body and preview.
        preview: the beginning of the body without markup, at most `PREVIEW_LENGTH` characters.
        content_hash: of what the sender sent, so that the same id with another content is noticed.
        is_unread: while it is in the bin, what it was when it was deleted.
        only_channel: set for a test: the one channel by which it is announced, whatever is preferred.
        thread_id: of the message that began the thread; None for that message, and outside of threads.
    """

    user_id: str
    id: str
    sender: Text
    origin: AgencyOrigin | None
    type: str
    notice: NoticeKind
    priority: Priority
    subject: Mapping[Language, str]
    preview: Mapping[Language, str]
    body: Mapping[Language, str]
    body_format: BodyFormat
    action: MessageAction | None
    attachments: tuple[Attachment, ...]
    sent_at: datetime
    received_at: datetime
    content_hash: str
    is_unread: bool = True
    read_at: datetime | None = None
    deleted_at: datetime | None = None
    only_channel: Literal["email", "text"] | None = None
    thread_id: str | None = None

    @property
    def inbox(self) -> Inbox:
        """Inbox of the message, also from the bin."""
        return "portal" if self.origin is None else "agency"

    @property
    def folder(self) -> str:
        """The folder it belongs to outside the bin: the service's id, or `PORTAL_FOLDER`."""
        return PORTAL_FOLDER if self.origin is None else self.origin.service_id

    def about(self, user_id: str, identity_id: str, label: str) -> "Message":
        """Return an agency's draft as the message to a person about a record; the same one each time.

        Args:
            identity_id: of the person's connection with the record.
            label: names the record for the person.

        Raises:
            LookupError: it is not an agency's.
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
    """A service from which a person has had a message, whether or not any is left."""

    user_id: str
    agency_id: str
    agency_name: Text
    service_id: str
    service_name: Text
