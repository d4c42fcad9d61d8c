"""Items of the messages table."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any, cast

from domains.accounts.account import NoticeKind
from domains.messages.message import (
    BIN_FOLDER,
    KEPT_IN_BIN,
    OLDEST_MESSAGE,
    AgencyOrigin,
    Attachment,
    BodyFormat,
    Folder,
    InboxMessage,
    MessageAction,
    Priority,
)
from portal.items import AttributeSchema, Item, PlainSchema, format_moment, parse_moment, to_seconds
from portal.language import Language, Text
from portal.text import make_search_text

KEYS = ("user_id", "id")
BY_FOLDER = "by_folder"
"""Local index of a folder by time; it projects `LISTED`."""
UNREAD = "unread"
"""Local index of unread messages by inbox, service, and time; keys only, to fit many into one read unit."""
AGENCY_UNREAD = "agency#"
PORTAL_UNREAD = "portal#"
FOLDER_KEY = "folder#"
RECEIPT_KEY = "receipt#"
THREAD_KEY = "thread#"
# Agencies cannot send messages dated earlier, so older receipts are not needed.
RECEIPT_KEPT = OLDEST_MESSAGE + timedelta(days=1)
# Attributes in lists, the only ones that the index of folders projects.
LISTED = (
    "sender_en",
    "sender_es",
    "agency_id",
    "service_id",
    "identity_id",
    "identity_label",
    "priority",
    "subject",
    "preview",
    "attachment_count",
    "sent_at",
    "deleted_at",
    "unread",
    "search",
    "search_sender",
)


def make_moment_key(moment: datetime) -> str:
    """Format a moment for range keys: 2026-11-21T16:40:00.000000Z."""
    return moment.astimezone(UTC).replace(tzinfo=None).isoformat(timespec="microseconds") + "Z"


def make_folder_key(folder: str, moment: datetime, message_id: str) -> str:
    """Return the range key of `by_folder`."""
    return f"{folder}#{make_moment_key(moment)}#{message_id}"


def make_unread_key(message: InboxMessage) -> str:
    """Return the range key of `unread`."""
    place = make_folder_key(message.folder, message.sent_at, message.id)
    return place if message.origin is None else f"{AGENCY_UNREAD}{place}"


def make_item(message: InboxMessage) -> Item:
    """Return the item that stores a message."""
    origin = message.origin
    return {
        "user_id": message.user_id,
        "id": message.id,
        "sender_en": message.sender.en,
        "sender_es": message.sender.es,
        "agency_id": origin.agency_id if origin else None,
        "service_id": origin.service_id if origin else None,
        "service_name_en": origin.service_name.en if origin else None,
        "service_name_es": origin.service_name.es if origin else None,
        "identity_id": origin.identity_id if origin else None,
        "identity_label": origin.identity_label if origin else None,
        "agency_message_id": (origin.own_id or None) if origin else None,
        "accepts_replies": (origin.accepts_replies or None) if origin else None,
        "type": message.type,
        "notice": message.notice,
        "priority": message.priority,
        "subject": json.dumps(dict(message.subject)),
        "preview": json.dumps(dict(message.preview)),
        "body": json.dumps(dict(message.body)),
        "body_format": message.body_format,
        "action": _make_stored_action(message.action),
        "attachments": json.dumps([_make_stored_attachment(each) for each in message.attachments]),
        "attachment_count": len(message.attachments),
        "sent_at": format_moment(message.sent_at),
        "received_at": format_moment(message.received_at),
        "content_hash": message.content_hash,
        "only_channel": message.only_channel,
        "thread_id": message.thread_id,
        # Searchable subject and beginning of the body, and searchable sender.
        "search": make_search_text(*message.subject.values(), *message.preview.values()),
        "search_sender": make_search_text(message.sender.en, message.sender.es),
        **get_state_attributes(message),
    }


def get_state_attributes(message: InboxMessage) -> dict[str, Any]:
    """Return the attributes for read state and place; None means absent."""
    deleted_at = message.deleted_at
    unread = make_unread_key(message) if message.is_unread else None
    if deleted_at is None:
        by_folder = make_folder_key(message.folder, message.sent_at, message.id)
    else:
        by_folder = make_folder_key(BIN_FOLDER, deleted_at, message.id)
    return {
        "by_folder": by_folder,
        "unread": None if deleted_at else unread,
        "was_unread": unread if deleted_at else None,
        "read_at": _format_optional(message.read_at),
        "deleted_at": _format_optional(deleted_at),
        "expires_at": to_seconds(deleted_at + KEPT_IN_BIN) if deleted_at else None,
    }


def build_message(item: Item) -> InboxMessage:
    """Return the message stored in an item."""
    return InboxMessage(
        user_id=item["user_id"],
        id=item["id"],
        sender=Text(en=item["sender_en"], es=item["sender_es"]),
        origin=_parse_origin(item),
        type=item["type"],
        notice=cast(NoticeKind, item["notice"]),
        priority=cast(Priority, item["priority"]),
        subject=parse_texts(item["subject"]),
        preview=parse_texts(item["preview"]),
        body=parse_texts(item["body"]),
        body_format=cast(BodyFormat, item["body_format"]),
        action=_parse_action(item.get("action")),
        attachments=tuple(Attachment(**stored) for stored in json.loads(item["attachments"])),
        sent_at=parse_moment(item["sent_at"]),
        received_at=parse_moment(item["received_at"]),
        content_hash=item["content_hash"],
        is_unread="unread" in item or "was_unread" in item,
        read_at=parse_optional_moment(item.get("read_at")),
        deleted_at=parse_optional_moment(item.get("deleted_at")),
        only_channel=cast(Any, item.get("only_channel")),
        thread_id=item.get("thread_id"),
    )


MESSAGE_SCHEMA = AttributeSchema(KEYS, make_item, build_message)


def _make_folder_item(folder: Folder) -> Item:
    return {
        "user_id": folder.user_id,
        "id": f"{FOLDER_KEY}{folder.service_id}",
        "agency_id": folder.agency_id,
        "agency_name_en": folder.agency_name.en,
        "agency_name_es": folder.agency_name.es,
        "service_id": folder.service_id,
        "service_name_en": folder.service_name.en,
        "service_name_es": folder.service_name.es,
    }


def _parse_folder(item: Item) -> Folder:
    return Folder(
        user_id=item["user_id"],
        agency_id=item["agency_id"],
        agency_name=Text(en=item["agency_name_en"], es=item["agency_name_es"]),
        service_id=item["service_id"],
        service_name=Text(en=item["service_name_en"], es=item["service_name_es"]),
    )


FOLDER_SCHEMA = AttributeSchema(KEYS, _make_folder_item, _parse_folder)
"""Folders, outside all indexes, under `folder#SERVICE`."""
MARK_SCHEMA = PlainSchema(*KEYS)
"""Items without an entity, outside all indexes: receipts and entries of threads."""


def make_receipt(message: InboxMessage) -> Item:
    """Return the receipt of an agency's message, under `receipt#ID`."""
    return {
        "user_id": message.user_id,
        "id": f"{RECEIPT_KEY}{message.id}",
        "content_hash": message.content_hash,
        "expires_at": to_seconds(message.sent_at + RECEIPT_KEPT),
    }


def make_thread_entry(message: InboxMessage) -> Item:
    """Return the entry of a message in its thread, under `thread#THREAD#SENT#ID`."""
    key = make_folder_key(f"{THREAD_KEY}{message.thread_id}", message.sent_at, message.id)
    return {"user_id": message.user_id, "id": key}


def _parse_origin(item: Item) -> AgencyOrigin | None:
    if "agency_id" not in item:
        return None
    return AgencyOrigin(
        agency_id=item["agency_id"],
        agency_name=Text(en=item["sender_en"], es=item["sender_es"]),
        service_id=item["service_id"],
        service_name=Text(en=item["service_name_en"], es=item["service_name_es"]),
        identity_id=item["identity_id"],
        identity_label=item["identity_label"],
        own_id=item.get("agency_message_id", ""),
        accepts_replies=item.get("accepts_replies", False),
    )


def parse_texts(stored: str) -> dict[Language, str]:
    """Return a text in its stored languages."""
    return cast(dict[Language, str], json.loads(stored))


def parse_optional_moment(stored: str | None) -> datetime | None:
    """Return a stored moment, or None."""
    return None if stored is None else parse_moment(stored)


def _format_optional(moment: datetime | None) -> str | None:
    return None if moment is None else format_moment(moment)


def _make_stored_action(action: MessageAction | None) -> str | None:
    if action is None:
        return None
    return json.dumps({"label": {"en": action.label.en, "es": action.label.es}, "url": action.url})


def _parse_action(stored: str | None) -> MessageAction | None:
    if stored is None:
        return None
    action = json.loads(stored)
    return MessageAction(Text(**action["label"]), action["url"])


def _make_stored_attachment(attachment: Attachment) -> dict[str, Any]:
    return {
        "id": attachment.id,
        "key": attachment.key,
        "name": attachment.name,
        "content_type": attachment.content_type,
        "size": attachment.size,
    }
