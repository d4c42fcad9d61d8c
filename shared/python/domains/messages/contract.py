"""Models that both inboxes share."""

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
    """Filters of a folder, combined by AND, and the page.

    Attributes:
        unread: only unread messages, or only read ones.
        text: searched in the subject and the beginning of the text, in either language, ignoring case and
            accents.
        sender: `from` in the query; searched in the sender's name.
        sent_from: first day, in Arizona time; likewise the last.
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
        size: size in bytes.
    """

    id: str
    name: str
    content_type: str
    size: int


class AttachmentLinkReply(Contract):
    """The link to a file, once it is found harmless.

    Attributes:
        state: `checking` until the scan for malware ends, `refused` if the file is harmful or cannot be
            scanned.
        url: only with `ready`; works without sign-in until `expires_at`.
    """

    state: Literal["ready", "checking", "refused"]
    url: str | None
    expires_at: datetime | None


class DeliveryStepReply(Contract):
    """A step of a delivery."""

    state: DeliveryState
    at: datetime
    reason: Reason | None


class DeliveryReply(Contract):
    """The announcement of a message by one channel.

    Attributes:
        sent_to: masked address; empty without one.
        steps: steps, oldest first; the last one is the current state.
    """

    channel: Channel
    sent_to: str
    state: DeliveryState
    steps: list[DeliveryStepReply]


class ThreadMessageReply(Contract):
    """Another message in the thread of an opened message; see `MessageDetails`."""

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
        from_: `from`: the sender.
        language: language of subject and body; an agency may send only one.
        body: plain text with line breaks, or HTML with the elements listed in `docs/add-an-agency.md`.
        received_at: time at which the portal received it.
        read_at: time of the first opening.
        notice: contact preference that controlled the announcement.
        is_own: true for the person's own message, which is not announced.
        deleted_at: only in the bin, which keeps messages for 30 days.
        deliveries: delivery record; empty until the portal processes the message.
        thread: other messages of its thread, oldest first, without those in the bin.
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
        at_least: true if there may be more than `count`; polls stop counting early to limit cost.
    """

    count: int
    at_least: bool


class UnreadNowReply(UnreadCountReply):
    """Number of unread messages, and a fingerprint of them.

    Attributes:
        fingerprint: changes whenever the set of counted unread messages changes.
    """

    fingerprint: str


class ReadReply(Contract):
    """The read state of a message."""

    id: str
    is_read: bool


class _MessageOfAnyInbox(Contract):
    """A message in a list of both inboxes.

    Attributes:
        agency_service_id: only for an agency's message; likewise the id of the connection.
    """

    id: str
    inbox: Inbox
    agency_service_id: str | None
    user_agency_service_subscription_identity_id: str | None
    subject: str
    preview: str
    from_: Annotated[str, Field(alias="from")]
    sent_at: datetime
    priority: Priority
    has_attachments: bool


class AnyMessageReply(_MessageOfAnyInbox):
    """A message of either inbox, outside the bin."""

    is_read: bool


class BinnedMessageReply(_MessageOfAnyInbox):
    """A message in the bin.

    Attributes:
        restore_before: time of permanent deletion.
    """

    deleted_at: datetime
    restore_before: datetime
