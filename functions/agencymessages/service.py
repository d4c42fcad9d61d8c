"""A person's use cases with messages of agencies."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from domains.agencies.subscriptions_table import SubscriptionsTable
from domains.deliveries.deliveries_table import DeliveriesTable
from domains.messages.attachments import AttachmentDownloads, AttachmentLink
from domains.messages.found_messages import Filters, ListedMessage, MessagesPage, UnreadCount, UnreadNow
from domains.messages.inbox import (
    Belongs,
    ChangeOutcome,
    Mailbox,
    OpenedMessage,
    check_named_once,
)
from domains.messages.message import Folder, InboxMessage
from domains.replies.availability import find_replying_identity
from domains.replies.replies_table import RepliesTable
from domains.replies.reply import Reply
from portal.language import Text
from portal.principal import Principal
from portal.types import Clock

# An id begins with the agency's id and a hyphen, so it never equals the portal's folder or the bin.
_SERVICE_ID = re.compile(r"(?=.{3,60}$)[a-z0-9]+(-[a-z0-9]+)+")


class Reference(NamedTuple):
    """Ids of a message and its connection, unvalidated."""

    message_id: str
    identity_id: str


@dataclass(frozen=True, slots=True)
class AgencyFolders:
    """An agency with messages to a person."""

    id: str
    name: Text
    services: Sequence[tuple[Folder, int]]  # each with its number of unread messages


class AgenciesWithMessages(NamedTuple):
    """All agencies with messages to a person."""

    agencies: Sequence[AgencyFolders]
    at_least: bool  # true if the counts are lower bounds


@dataclass(frozen=True, slots=True)
class Group:
    """Messages about one record of a service, newest first."""

    service_id: str
    identity_id: str
    identity_label: str  # from the newest message
    messages: Sequence[ListedMessage]


@dataclass(frozen=True, slots=True)
class GroupsPage:
    """A page of a service's messages; the group with the newest message comes first."""

    groups: Sequence[Group]
    next_token: str | None  # token for the next page, or None
    scanned_until: datetime | None  # time of the last message checked against the filters; None if all were


@dataclass(slots=True, kw_only=True)
class AgencyMessagesService:
    """The inbox of agencies' messages, without the portal's own.

    Groups and names come from the messages, which stay readable after their connection has ended.
    """

    clock: Clock
    mailbox: Mailbox
    deliveries: DeliveriesTable
    downloads: AttachmentDownloads
    replies: RepliesTable
    subscriptions: SubscriptionsTable

    def list_agencies(self, principal: Principal) -> AgenciesWithMessages:
        """Return the agencies and services with messages. Makes two DynamoDB calls."""
        unread = self.mailbox.count_unread_by_service(principal.user_id)
        by_agency: dict[str, list[Folder]] = {}
        for folder in self.mailbox.list_folders(principal.user_id):
            by_agency.setdefault(folder.agency_id, []).append(folder)
        agencies = [
            AgencyFolders(
                agency_id,
                folders[-1].agency_name,
                [(folder, unread.counts.get(folder.service_id, 0)) for folder in folders],
            )
            for agency_id, folders in by_agency.items()
        ]
        return AgenciesWithMessages(agencies, unread.at_least)

    def list_messages(
        self, principal: Principal, service_id: str, filters: Filters, limit: int, token: str | None
    ) -> GroupsPage:
        """Return a page of a service's messages; see `Mailbox.list_messages`.

        Args:
            service_id: any text; the page is empty for an unknown service.
        """
        if not _SERVICE_ID.fullmatch(service_id):
            return GroupsPage((), None, None)
        page = self.mailbox.list_messages(principal.user_id, service_id, filters, limit, token)
        return GroupsPage(_list_groups(page, service_id), page.next_token, page.scanned_until)

    def count_unread_messages(self, principal: Principal, service_id: str) -> UnreadCount:
        """Count the unread messages of a service; see `page` for the id."""
        if not _SERVICE_ID.fullmatch(service_id):
            return UnreadCount(0, at_least=False)
        return self.mailbox.count_unread_of_service(principal.user_id, service_id)

    def get_unread_now(self, principal: Principal) -> UnreadNow:
        """Return the unread counts; polled every minute."""
        return self.mailbox.get_unread_from_agencies(principal.user_id)

    def open_message(self, principal: Principal, reference: Reference) -> OpenedMessage:
        """Mark a message as read, and return it with its delivery record and thread.

        A message in the bin stays unchanged.
        """
        message = self.mailbox.open_message(
            principal.user_id, reference.message_id, make_connection_filter(reference)
        )
        deliveries = self.deliveries.list_for_message(principal.user_id, message.id)
        return OpenedMessage(message, deliveries, self.mailbox.list_thread(message))

    def list_replies(self, message: InboxMessage) -> list[Reply]:
        """Return the person's replies in a message's thread, oldest first, with one query."""
        return self.replies.list_replies(message.thread_id or message.id)

    def can_reply(self, message: InboxMessage) -> bool:
        """Tell if the person can reply to a message now."""
        return find_replying_identity(message, self.subscriptions) is not None

    def get_attachment_link(
        self, principal: Principal, reference: Reference, attachment_id: str
    ) -> AttachmentLink:
        """Return a link to a file of a message."""
        attachment = self.mailbox.get_attachment(
            principal.user_id, reference.message_id, attachment_id, make_connection_filter(reference)
        )
        return self.downloads.get_link(attachment, self.clock())

    def mark_each(
        self, principal: Principal, references: Sequence[Reference], is_read: bool
    ) -> list[ChangeOutcome]:
        """Mark messages, and return the outcome for each, in order."""
        return self.mailbox.mark_each(
            principal.user_id, _list_ids(references), is_read, make_connection_filter(*references)
        )

    def delete_each(self, principal: Principal, references: Sequence[Reference]) -> list[ChangeOutcome]:
        """Move messages into the bin; see `mark_each`."""
        return self.mailbox.delete_each(
            principal.user_id, _list_ids(references), make_connection_filter(*references)
        )


def _list_ids(references: Sequence[Reference]) -> list[str]:
    ids = [each.message_id for each in references]
    check_named_once(ids, "messages")
    return ids


def make_connection_filter(*references: Reference) -> Belongs:
    """Return a predicate that is true for messages of the given connections."""
    identity_ids = dict(references)

    def is_of_connection(message: InboxMessage) -> bool:
        return message.origin is not None and message.origin.identity_id == identity_ids.get(message.id)

    return is_of_connection


def _list_groups(page: MessagesPage, service_id: str) -> list[Group]:
    by_identity: dict[str, list[ListedMessage]] = {}
    for message in page.messages:
        by_identity.setdefault(message.identity_id or "", []).append(message)
    return [
        Group(service_id, identity_id, messages[0].identity_label or "", messages)
        for identity_id, messages in by_identity.items()
    ]
