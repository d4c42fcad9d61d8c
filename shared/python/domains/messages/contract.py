"""The models that both inboxes send and receive."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field

from domains.accounts.account import Channel, NoticeKind
from domains.deliveries.delivery import DeliveryState, Reason
from domains.messages.message import BodyFormat, Inbox, Priority
from portal.contract import Contract, RequestContract
from portal.language import Language
from portal.validation import IsoDate

MessageId = Annotated[str, Field(min_length=1, max_length=60)]


class MessagesQuery(RequestContract):
    """Filters of a folder, all of which must hold, and the page.

    Attributes:
        unread: only unread messages, or only read ones.
        text: found in the subject or the beginning of the text (of either language), whatever the case and
            the accents.
        sender: `from` in the query: found in the name of the sender.
        sent_from: the first day, in Arizona's time; likewise the last.
    """

    unread: bool | None = None
    text: Annotated[str, Field(max_length=100)] | None = None
    sender: Annotated[str | None, Field(alias="from", max_length=100)] = None
    sent_from: IsoDate | None = None
    sent_to: IsoDate | None = None
    limit: Annotated[int, Field(ge=1, le=100)] = 25
    next_token: Annotated[str, Field(max_length=2000)] | None = None


class MessageActionReply(Contract):
    """A link to the step that the message asks for.

    Attributes:
        url: an https address of the agency, or a path of the portal.
    """

    label: str
    url: str


class AttachmentReply(Contract):
    """A file of a message.

    Attributes:
        size: bytes.
    """

    id: str
    name: str
    content_type: str
    size: int


class AttachmentLinkReply(Contract):
    """The link of a file, once it was found to be harmless.

    Attributes:
        state: `checking` until it was looked at for malware, `refused` when some was found.
        url: only with `ready`; it works without signing in until `expires_at`.
    """

    state: Literal["ready", "checking", "refused"]
    url: str | None
    expires_at: datetime | None


class DeliveryStepReply(Contract):
    """Something that happened to a delivery."""

    state: DeliveryState
    at: datetime
    reason: Reason | None


class DeliveryReply(Contract):
    """Announcement of a message by one channel.

    Attributes:
        sent_to: the address, masked; empty where there is none.
        steps: oldest first; the last one is how it is now.
    """

    channel: Channel
    sent_to: str
    state: DeliveryState
    steps: list[DeliveryStepReply]


class ThreadMessageReply(Contract):
    """Another message of the thread of an opened message; see `MessageDetails`."""

    id: str
    from_: Annotated[str, Field(alias="from")]
    subject: str
    body: str
    body_format: BodyFormat
    language: Language
    sent_at: datetime


class MessageDetails(Contract):
    """The fields of an opened message that both inboxes show.

    Attributes:
        from_: `from`: who sent it.
        language: of subject and body, which an agency may have sent in one language only.
        body: plain text with line breaks, or HTML of the elements that `docs/add-an-agency.md` lists.
        received_at: when the portal had it.
        read_at: when it was opened first.
        notice: by which of the contact preferences it was announced.
        is_own: true for the person's own words, of which nobody is told.
        deleted_at: only in the bin; it is kept there for 30 days.
        deliveries: the delivery record; empty until the portal has looked at the preferences.
        thread: the other messages of its thread, the oldest first, without those in the bin.
    """

    subject: str
    preview: str
    body: str
    body_format: BodyFormat
    language: Language
    from_: Annotated[str, Field(alias="from")]
    is_read: bool
    read_at: datetime | None
    sent_at: datetime
    received_at: datetime
    priority: Priority
    notice: NoticeKind
    has_attachments: bool
    action: MessageActionReply | None
    attachments: list[AttachmentReply]
    deliveries: list[DeliveryReply]
    is_own: bool
    deleted_at: datetime | None
    thread: list[ThreadMessageReply]


class UnreadCountReply(Contract):
    """Number of unread messages.

    Attributes:
        at_least: true when there may be more than `count`; counting further would cost more than a poll may.
    """

    count: int
    at_least: bool


class UnreadNowReply(UnreadCountReply):
    """Number of unread messages, and a fingerprint of them.

    Attributes:
        fingerprint: another one when other messages are unread, as far as they were counted.
    """

    fingerprint: str


class ReadReply(Contract):
    """Current state of the message."""

    id: str
    is_read: bool


class BinnedMessageReply(Contract):
    """A message in the bin.

    Attributes:
        agency_service_id: only of an agency's message; likewise the id of the connection.
        restore_before: when it is gone for good.
    """

    id: str
    inbox: Inbox
    agency_service_id: str | None
    user_agency_service_subscription_identity_id: str | None
    subject: str
    preview: str
    from_: Annotated[str, Field(alias="from")]
    sent_at: datetime
    deleted_at: datetime
    restore_before: datetime
    priority: Priority
    has_attachments: bool
