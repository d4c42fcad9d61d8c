"""Items of the messages table."""

from datetime import UTC, datetime, timedelta
from typing import Any, cast

from pynamodb.attributes import (
    BooleanAttribute,
    JSONAttribute,
    NumberAttribute,
    UnicodeAttribute,
    UTCDateTimeAttribute,
)
from pynamodb.indexes import IncludeProjection, KeysOnlyProjection, LocalSecondaryIndex
from pynamodb.models import Model

from domains.accounts.account import NoticeKind
from domains.messages.message import (
    BIN_FOLDER,
    KEPT_IN_BIN,
    OLDEST_MESSAGE,
    AgencyOrigin,
    Attachment,
    BodyFormat,
    Message,
    MessageAction,
    Priority,
)
from portal.dynamo import TableMeta
from portal.language import Language, Text
from portal.text import search_text

AGENCY_UNREAD = "agency#"
PORTAL_UNREAD = "portal#"
FOLDER_KEY = "folder#"
RECEIPT_KEY = "receipt#"
THREAD_KEY = "thread#"
# Agencies cannot send messages dated earlier, so older receipts are not needed.
RECEIPT_KEPT = OLDEST_MESSAGE + timedelta(days=1)
# Attributes in lists, the only ones that the index projects.
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


class ByFolder(LocalSecondaryIndex["MessageItem"]):  # type: ignore[no-untyped-call]  # PynamoDB's
    """Index of a folder by time, with the attributes in lists."""

    class Meta(TableMeta):
        index_name = "by_folder"
        projection = IncludeProjection(list(LISTED))

    user_id = UnicodeAttribute(hash_key=True)
    by_folder = UnicodeAttribute(range_key=True)


class Unread(LocalSecondaryIndex["MessageItem"]):  # type: ignore[no-untyped-call]  # PynamoDB's
    """Index of unread messages by inbox, service, and time; keys only, to fit many into one read unit."""

    class Meta(TableMeta):
        index_name = "unread"
        projection = KeysOnlyProjection()

    user_id = UnicodeAttribute(hash_key=True)
    unread = UnicodeAttribute(range_key=True)


class MessageItem(Model):
    """Item of a `Message`."""

    class Meta(TableMeta):
        table_name = ""

    user_id = UnicodeAttribute(hash_key=True)
    id = UnicodeAttribute(range_key=True)
    sender_en = UnicodeAttribute()
    sender_es = UnicodeAttribute()
    agency_id = UnicodeAttribute(null=True)
    service_id = UnicodeAttribute(null=True)
    service_name_en = UnicodeAttribute(null=True)
    service_name_es = UnicodeAttribute(null=True)
    identity_id = UnicodeAttribute(null=True)
    identity_label = UnicodeAttribute(null=True)
    agency_message_id = UnicodeAttribute(null=True)
    accepts_replies = BooleanAttribute(null=True)
    type = UnicodeAttribute()
    notice = UnicodeAttribute()
    priority = UnicodeAttribute()
    subject = JSONAttribute()
    preview = JSONAttribute()
    body = JSONAttribute()
    body_format = UnicodeAttribute()
    action = JSONAttribute(null=True)
    attachments = JSONAttribute()
    attachment_count = NumberAttribute()
    sent_at = UTCDateTimeAttribute()
    received_at = UTCDateTimeAttribute()
    content_hash = UnicodeAttribute()
    only_channel = UnicodeAttribute(null=True)
    thread_id = UnicodeAttribute(null=True)
    read_at = UTCDateTimeAttribute(null=True)
    deleted_at = UTCDateTimeAttribute(null=True)
    # Only in the bin: time of removal by DynamoDB, in seconds since 1970.
    expires_at = NumberAttribute(null=True)
    was_unread = UnicodeAttribute(null=True)  # only in the bin: value of `unread` after a restore
    unread = UnicodeAttribute(null=True)
    by_folder = UnicodeAttribute()
    search = UnicodeAttribute()  # searchable subject and beginning of the body; likewise `search_sender`
    search_sender = UnicodeAttribute()
    in_folder = ByFolder()
    unread_ones = Unread()


class FolderItem(Model):
    """Item of a `Folder`, outside all indexes; its range key is `folder#SERVICE`."""

    class Meta(TableMeta):
        table_name = ""

    user_id = UnicodeAttribute(hash_key=True)
    id = UnicodeAttribute(range_key=True)
    agency_id = UnicodeAttribute()
    agency_name_en = UnicodeAttribute()
    agency_name_es = UnicodeAttribute()
    service_id = UnicodeAttribute()
    service_name_en = UnicodeAttribute()
    service_name_es = UnicodeAttribute()


class ThreadItem(Model):
    """Entry of a message in a thread, outside all indexes; its range key is `thread#THREAD#SENT#ID`."""

    class Meta(TableMeta):
        table_name = ""

    user_id = UnicodeAttribute(hash_key=True)
    id = UnicodeAttribute(range_key=True)


class ReceiptItem(Model):
    """Receipt of an agency's message, outside all indexes; its range key is `receipt#ID`."""

    class Meta(TableMeta):
        table_name = ""

    user_id = UnicodeAttribute(hash_key=True)
    id = UnicodeAttribute(range_key=True)
    content_hash = UnicodeAttribute()
    expires_at = NumberAttribute()  # time of removal by DynamoDB, in seconds since 1970


def make_moment_key(moment: datetime) -> str:
    """Format a moment for range keys: 2026-11-21T16:40:00.000000Z."""
    return moment.astimezone(UTC).replace(tzinfo=None).isoformat(timespec="microseconds") + "Z"


def make_folder_key(folder: str, moment: datetime, message_id: str) -> str:
    """Return the range key of `by_folder`."""
    return f"{folder}#{make_moment_key(moment)}#{message_id}"


def make_unread_key(message: Message) -> str:
    """Return the range key of `unread`."""
    place = make_folder_key(message.folder, message.sent_at, message.id)
    return place if message.origin is None else f"{AGENCY_UNREAD}{place}"


def make_item(message: Message) -> MessageItem:
    """Return the item that stores a message."""
    origin = message.origin
    return MessageItem(
        message.user_id,
        message.id,
        sender_en=message.sender.en,
        sender_es=message.sender.es,
        agency_id=origin.agency_id if origin else None,
        service_id=origin.service_id if origin else None,
        service_name_en=origin.service_name.en if origin else None,
        service_name_es=origin.service_name.es if origin else None,
        identity_id=origin.identity_id if origin else None,
        identity_label=origin.identity_label if origin else None,
        agency_message_id=(origin.own_id or None) if origin else None,
        accepts_replies=(origin.accepts_replies or None) if origin else None,
        type=message.type,
        notice=message.notice,
        priority=message.priority,
        subject=dict(message.subject),
        preview=dict(message.preview),
        body=dict(message.body),
        body_format=message.body_format,
        action=_make_stored_action(message.action),
        attachments=[_make_stored_attachment(attachment) for attachment in message.attachments],
        attachment_count=len(message.attachments),
        sent_at=message.sent_at,
        received_at=message.received_at,
        content_hash=message.content_hash,
        only_channel=message.only_channel,
        thread_id=message.thread_id,
        search=search_text(*message.subject.values(), *message.preview.values()),
        search_sender=search_text(message.sender.en, message.sender.es),
        **get_state_attributes(message),
    )


def get_state_attributes(message: Message) -> dict[str, Any]:
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
        "read_at": message.read_at,
        "deleted_at": deleted_at,
        "expires_at": int((deleted_at + KEPT_IN_BIN).timestamp()) if deleted_at else None,
    }


def build_message(item: MessageItem) -> Message:
    """Return the message stored in an item."""
    return Message(
        user_id=item.user_id,
        id=item.id,
        sender=Text(en=item.sender_en, es=item.sender_es),
        origin=_parse_origin(item),
        type=item.type,
        notice=cast(NoticeKind, item.notice),
        priority=cast(Priority, item.priority),
        subject=parse_texts(item.subject),
        preview=parse_texts(item.preview),
        body=parse_texts(item.body),
        body_format=cast(BodyFormat, item.body_format),
        action=_parse_action(item.action),
        attachments=tuple(Attachment(**stored) for stored in item.attachments),
        sent_at=item.sent_at,
        received_at=item.received_at,
        content_hash=item.content_hash,
        is_unread=item.unread is not None or item.was_unread is not None,
        read_at=item.read_at,
        deleted_at=item.deleted_at,
        only_channel=cast(Any, item.only_channel),
        thread_id=item.thread_id,
    )


def make_folder_item(user_id: str, origin: AgencyOrigin) -> FolderItem:
    """Return the item of the folder of a record's service."""
    return FolderItem(
        user_id,
        f"{FOLDER_KEY}{origin.service_id}",
        agency_id=origin.agency_id,
        agency_name_en=origin.agency_name.en,
        agency_name_es=origin.agency_name.es,
        service_id=origin.service_id,
        service_name_en=origin.service_name.en,
        service_name_es=origin.service_name.es,
    )


def make_receipt_item(message: Message) -> ReceiptItem:
    """Return the receipt of an agency's message."""
    return ReceiptItem(
        message.user_id,
        f"{RECEIPT_KEY}{message.id}",
        content_hash=message.content_hash,
        expires_at=int((message.sent_at + RECEIPT_KEPT).timestamp()),
    )


def _parse_origin(item: MessageItem) -> AgencyOrigin | None:
    if item.agency_id is None:
        return None
    return AgencyOrigin(
        agency_id=item.agency_id,
        agency_name=Text(en=item.sender_en, es=item.sender_es),
        service_id=item.service_id,
        service_name=Text(en=item.service_name_en, es=item.service_name_es),
        identity_id=item.identity_id,
        identity_label=item.identity_label,
        own_id=item.agency_message_id or "",
        accepts_replies=bool(item.accepts_replies),
    )


def parse_texts(stored: dict[str, str]) -> dict[Language, str]:
    """Return a text in its stored languages."""
    return cast(dict[Language, str], stored)


def _make_stored_action(action: MessageAction | None) -> dict[str, Any] | None:
    if action is None:
        return None
    return {"label": {"en": action.label.en, "es": action.label.es}, "url": action.url}


def _parse_action(stored: dict[str, Any] | None) -> MessageAction | None:
    return MessageAction(Text(**stored["label"]), stored["url"]) if stored else None


def _make_stored_attachment(attachment: Attachment) -> dict[str, Any]:
    return {
        "id": attachment.id,
        "key": attachment.key,
        "name": attachment.name,
        "content_type": attachment.content_type,
        "size": attachment.size,
    }
