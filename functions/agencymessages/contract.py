"""Requests and replies of the routes of agencies' messages. Names of fields: specification, section 3."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field

from domains.messages.contract import MessageDetails, MessageId
from domains.messages.message import Priority
from domains.replies.contract import ThreadReply
from portal.contract import Contract, RequestContract


class ServiceWithMessages(Contract):
    """A service from which the caller has had messages."""

    agency_service_id: str
    service_name: str
    unread_count: int


class AgencyWithMessages(Contract):
    """An agency from which the caller has had messages.

    Attributes:
        unread_count: of all its services.
    """

    agency_id: str
    agency_name: str
    unread_count: int
    services: list[ServiceWithMessages]


class AgenciesWithMessagesReply(Contract):
    """Agencies by name, their services by name.

    Attributes:
        at_least: true when there may be more unread messages than were counted.
    """

    items: list[AgencyWithMessages]
    at_least: bool


class AgencyMessageSummary(Contract):
    """A message in a list.

    Attributes:
        user_agency_service_subscription_identity_id: of the connection that the message is about; it is what
            the other routes call `userAgencySubscriptionId`.
        preview: the beginning of the text, at most 140 characters.
        from_: `from`: who sent it.
    """

    message_id: str
    agency_service_id: str
    user_agency_service_subscription_identity_id: str
    subject: str
    preview: str
    from_: Annotated[str, Field(alias="from")]
    is_read: bool
    sent_at: datetime
    priority: Priority
    has_attachments: bool


class MessageIdentity(Contract):
    """The record that messages are about, also after its connection has ended."""

    id: str
    label: str


class MessageGroup(Contract):
    """The messages about one record, newest first."""

    identity: MessageIdentity
    messages: list[AgencyMessageSummary]


class ServiceMessagesReply(Contract):
    """Page of a service's messages in groups; the group with the newest message comes first.

    A page holds what one look into the table finds, and can be short or empty though there is a `next_token`.

    Attributes:
        scanned_until: the moment down to which the filters were applied so far; None when all were.
    """

    groups: list[MessageGroup]
    next_token: str | None
    scanned_until: datetime | None


class UnreadStatusReply(Contract):
    """The presence of unread messages of an agency, and a fingerprint of them.

    Attributes:
        fingerprint: another one when other messages are unread, as far as one read unit tells.
    """

    has_unread: bool
    fingerprint: str


class SubscriptionQuery(RequestContract):
    """The connection that the message is about."""

    user_agency_subscription_id: Annotated[str, Field(min_length=1, max_length=60)]


class AgencyMessageReply(MessageDetails):
    """An opened message of an agency.

    Attributes:
        agency_name: as it was when the message came; likewise the service's name and the record's label.
        can_reply: true while the agency takes replies to such a message and the record is connected.
        replies: of the caller in the thread, the oldest first.
    """

    message_id: str
    agency_id: str
    agency_name: str
    agency_service_id: str
    service_name: str
    user_agency_service_subscription_identity_id: str
    identity_label: str
    can_reply: bool
    replies: list[ThreadReply]


class MessageReference(RequestContract):
    """A message and the connection that it is about."""

    message_id: MessageId
    user_agency_subscription_id: Annotated[str, Field(min_length=1, max_length=60)]


class AgencyMessagesRequest(RequestContract):
    """Messages of the caller, each named once."""

    messages: Annotated[list[MessageReference], Field(min_length=1, max_length=100)]


class AgencyMarkRequest(AgencyMessagesRequest):
    """Messages to be marked as read or unread."""

    is_read: bool


class ChangedAgencyMessage(Contract):
    """The outcome for one message; `notFound` also where it is not about that connection.

    Attributes:
        outcome: see `functions.messages.contract.ChangedMessage`.
    """

    message_id: str
    outcome: Literal["marked", "deleted", "notFound", "notReached"]


class AgencyChangesReply(Contract):
    """The outcome for each message, in the order asked."""

    results: list[ChangedAgencyMessage]
