"""A person's use cases with the portal's messages, and with both inboxes and their bin."""

from collections.abc import Sequence
from dataclasses import dataclass

from domains.deliveries.deliveries_table import DeliveriesTable
from domains.messages.attachments import AttachmentDownloads, AttachmentLink
from domains.messages.found_messages import Filters, MessagesPage, UnreadNow
from domains.messages.inbox import (
    ChangeOutcome,
    EmptiedBin,
    Mailbox,
    OpenedMessage,
    check_named_once,
)
from domains.messages.message import PORTAL_FOLDER, InboxMessage
from portal.principal import Principal
from portal.types import Clock


@dataclass(slots=True, kw_only=True)
class MessagesService:
    """The portal's own inbox, and both inboxes with their bin."""

    clock: Clock
    mailbox: Mailbox
    deliveries: DeliveriesTable
    downloads: AttachmentDownloads

    def list_messages(
        self, principal: Principal, filters: Filters, limit: int, token: str | None
    ) -> MessagesPage:
        """Return a page of the inbox; see `Mailbox.list_messages`."""
        return self.mailbox.list_messages(principal.user_id, PORTAL_FOLDER, filters, limit, token)

    def list_all_messages(
        self, principal: Principal, filters: Filters, limit: int, token: str | None
    ) -> MessagesPage:
        """Return a page of both inboxes together; see `Mailbox.list_messages`."""
        return self.mailbox.list_messages(principal.user_id, None, filters, limit, token)

    def get_unread_now(self, principal: Principal) -> UnreadNow:
        """Return the unread count; polled every minute."""
        return self.mailbox.get_unread_from_portal(principal.user_id)

    def get_message(self, principal: Principal, message_id: str) -> OpenedMessage:
        """Return a message of the inbox or the bin with its delivery record and thread; it stays unread."""
        message = self.mailbox.get_message(principal.user_id, message_id, _is_of_portal)
        deliveries = self.deliveries.list_for_message(principal.user_id, message.id)
        return OpenedMessage(message, deliveries, self.mailbox.list_thread(message))

    def get_attachment_link(
        self, principal: Principal, message_id: str, attachment_id: str
    ) -> AttachmentLink:
        """Return a link to a file of a message."""
        attachment = self.mailbox.get_attachment(principal.user_id, message_id, attachment_id, _is_of_portal)
        return self.downloads.get_link(attachment, self.clock())

    def mark_message(self, principal: Principal, message_id: str, is_read: bool) -> InboxMessage:
        return self.mailbox.mark_message(principal.user_id, message_id, is_read, _is_of_portal)

    def mark_each(
        self, principal: Principal, message_ids: Sequence[str], is_read: bool
    ) -> list[ChangeOutcome]:
        """Mark messages, and return the outcome for each, in order."""
        check_named_once(message_ids, "ids")
        return self.mailbox.mark_each(principal.user_id, message_ids, is_read, _is_of_portal)

    def delete_each(self, principal: Principal, message_ids: Sequence[str]) -> list[ChangeOutcome]:
        """Move messages into the bin; see `mark_each`."""
        check_named_once(message_ids, "ids")
        return self.mailbox.delete_each(principal.user_id, message_ids, _is_of_portal)

    def restore_each(self, principal: Principal, message_ids: Sequence[str]) -> list[ChangeOutcome]:
        """Take messages of either inbox out of the bin; see `mark_each`."""
        check_named_once(message_ids, "ids")
        return self.mailbox.restore_each(principal.user_id, message_ids, lambda _: True)

    def list_binned(self, principal: Principal, limit: int, token: str | None) -> MessagesPage:
        """Return a page of the bin of both inboxes; see `Mailbox.list_binned`."""
        return self.mailbox.list_binned(principal.user_id, limit, token)

    def empty_bin(self, principal: Principal) -> EmptiedBin:
        """Remove messages of both inboxes for good; see `Mailbox.empty_bin`."""
        return self.mailbox.empty_bin(principal.user_id)


def _is_of_portal(message: InboxMessage) -> bool:
    return message.inbox == "portal"
