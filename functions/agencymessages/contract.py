"""Requests and replies of the routes of agencies' messages. Names of fields: specification, section 3."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field

from domains.messages.contract import MessageDetails, MessageId
from domains.messages.message import Priority
from domains.replies.contract import ThreadReply
from portal.contract import Contract, RequestContract


class ServiceWithMessages(Contract):
    """A service that has sent the caller messages."""

    agency_service_id: str
    service_name: str
    unread_count: int


class AgencyWithMessages(Contract):
    """An agency that has sent the caller messages.

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
        at_least: true when the counts are lower bounds.
    """

    items: list[AgencyWithMessages]
    at_least: bool


class AgencyMessageSummary(Contract):
    """A message in a list.

    Attributes:
        user_agency_service_subscription_identity_id: id of the connection of the message;
            `userAgencySubscriptionId` in other routes.
        preview: first characters of the text, at most 140.
        from_: `from`: the sender.
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

    A page can be short or empty even if there is a `next_token`.

    Attributes:
        scanned_until: time of the oldest message that was filtered so far; None at the end.
    """

    groups: list[MessageGroup]
    next_token: str | None
    scanned_until: datetime | None


class UnreadStatusReply(Contract):
    """The unread status of agency messages, with a fingerprint.

    Attributes:
        fingerprint: changes when other messages are unread.
    """

    has_unread: bool
    fingerprint: str


class SubscriptionQuery(RequestContract):
    """The connection that the message is about."""

    user_agency_subscription_id: Annotated[str, Field(min_length=1, max_length=60)]


class AgencyMessageReply(MessageDetails):
    """An opened message of an agency.

    Attributes:
        agency_name: name at the time of the message, like the service's name and the record's label.
        can_reply: true while the agency accepts replies to the message and the record is connected.
        replies: replies of the caller in the thread, oldest first.
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
    """Messages of the caller, without duplicates."""

    messages: Annotated[list[MessageReference], Field(min_length=1, max_length=100)]


class AgencyMarkRequest(AgencyMessagesRequest):
    """Messages to be marked as read or unread."""

    is_read: bool


class ChangedAgencyMessage(Contract):
    """The outcome for one message; `notFound` also if it is not about that connection.

    Attributes:
        outcome: see `functions.messages.contract.ChangedMessage`.
    """

    message_id: str
    outcome: Literal["marked", "deleted", "notFound", "notReached"]


class AgencyChangesReply(Contract):
    """The outcome for each message, in the order asked."""

    results: list[ChangedAgencyMessage]
