"""Conversion of messages to the replies of both inboxes."""

from typing import Any

from domains.deliveries.delivery import NoticeDelivery
from domains.messages.attachments import AttachmentLink
from domains.messages.contract import (
    AttachmentLinkReply,
    AttachmentReply,
    DeliveryReply,
    DeliveryStepReply,
    MessageActionReply,
    MessagesQuery,
    ThreadMessageReply,
    UnreadCountReply,
)
from domains.messages.found_messages import Filters, ListedMessage, UnreadCount
from domains.messages.inbox import OpenedMessage
from domains.messages.message import SUPPORT_QUESTION, InboxMessage, choose_wording
from portal.language import Language


def make_filters(query: MessagesQuery) -> Filters:
    """Return the filters of a query."""
    return Filters(
        unread=query.unread,
        text=(query.text or "").strip() or None,
        sender=(query.sender or "").strip() or None,
        first=query.sent_from,
        last=query.sent_to,
    )


def make_summary(message: ListedMessage, language: Language) -> dict[str, Any]:
    """Return the list fields shared by both inboxes and the bin."""
    return {
        "subject": choose_wording(message.subject, language)[0],
        "preview": choose_wording(message.preview, language)[0],
        "from_": message.sender.in_language(language),
        "sent_at": message.sent_at,
        "priority": message.priority,
        "has_attachments": message.has_attachments,
    }


def get_details(opened: OpenedMessage, language: Language) -> dict[str, Any]:
    """Return the fields of `MessageDetails`."""
    message = opened.message
    subject, language_of_text = choose_wording(message.subject, language)
    return {
        "subject": subject,
        "preview": choose_wording(message.preview, language_of_text)[0],
        "body": choose_wording(message.body, language_of_text)[0],
        "body_format": message.body_format,
        "language": language_of_text,
        "from_": message.sender.in_language(language),
        "is_read": not message.is_unread,
        "read_at": message.read_at,
        "sent_at": message.sent_at,
        "received_at": message.received_at,
        "priority": message.priority,
        "notice": message.notice,
        "has_attachments": bool(message.attachments),
        "action": _make_action_reply(message, language),
        "attachments": [
            AttachmentReply(id=each.id, name=each.name, content_type=each.content_type, size=each.size)
            for each in message.attachments
        ],
        "deliveries": [_make_delivery_reply(each) for each in opened.deliveries],
        "is_own": message.type == SUPPORT_QUESTION,
        "deleted_at": message.deleted_at,
        "thread": [_make_thread_message(each, language) for each in opened.thread],
    }


def make_count(unread: UnreadCount) -> UnreadCountReply:
    """Return the reply for a count."""
    return UnreadCountReply(count=unread.count, at_least=unread.at_least)


def make_link(link: AttachmentLink) -> AttachmentLinkReply:
    """Return the reply for the link to a file."""
    return AttachmentLinkReply(state=link.state, url=link.url, expires_at=link.expires_at)


def _make_action_reply(message: InboxMessage, language: Language) -> MessageActionReply | None:
    if message.action is None:
        return None
    return MessageActionReply(label=message.action.label.in_language(language), url=message.action.url)


def _make_thread_message(message: InboxMessage, language: Language) -> ThreadMessageReply:
    body, language_of_text = choose_wording(message.body, language)
    return ThreadMessageReply(
        id=message.id,
        from_=message.sender.in_language(language),
        subject=choose_wording(message.subject, language_of_text)[0],
        body=body,
        body_format=message.body_format,
        language=language_of_text,
        sent_at=message.sent_at,
    )


def _make_delivery_reply(delivery: NoticeDelivery) -> DeliveryReply:
    return DeliveryReply(
        channel=delivery.channel,
        sent_to=delivery.sent_to,
        state=delivery.state,
        steps=[
            DeliveryStepReply(state=step.state, at=step.at, reason=step.reason) for step in delivery.steps
        ],
    )
