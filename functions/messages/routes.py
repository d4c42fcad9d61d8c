"""The routes of the portal's messages, and of both inboxes and their bin."""

from collections.abc import Sequence
from typing import Any, Literal

from domains.messages.attachments import AttachmentsUnavailable
from domains.messages.contract import (
    AnyMessageReply,
    AttachmentLinkReply,
    BinnedMessageReply,
    MessagesQuery,
    ReadReply,
    UnreadNowReply,
)
from domains.messages.found_messages import ListedMessage
from domains.messages.inbox import AttachmentNotFound, ChangeOutcome, MessageBusy, MessageNotFound
from domains.messages.inbox_replies import get_details, make_filters, make_link, make_summary
from domains.messages.message import KEPT_IN_BIN
from functions.messages.contract import (
    AllMessagesReply,
    BinQuery,
    BinReply,
    ChangedMessage,
    ChangesReply,
    EmptyBinReply,
    EmptyBinRequest,
    MarkRequest,
    MessageIdsRequest,
    MessageReply,
    MessagesReply,
    MessageSummary,
)
from functions.messages.service import MessagesService
from portal.language import Language
from portal.routes import Request, Routes

routes = Routes("messages")

PATH = "/api/messages"


@routes.endpoint(
    "GET",
    PATH,
    summary="List the portal's messages to the caller, newest first",
    input=MessagesQuery,
    replies={200: MessagesReply},
)
def list_messages(request: Request[MessagesQuery], service: MessagesService) -> MessagesReply:
    """List a page of messages outside the bin, with any filters."""
    query = request.input
    page = service.list_messages(request.principal, make_filters(query), query.limit, query.next_token)
    return MessagesReply(
        items=[
            MessageSummary(id=each.id, is_read=not each.is_unread, **make_summary(each, request.language))
            for each in page.messages
        ],
        next_token=page.next_token,
        scanned_until=page.scanned_until,
    )


@routes.endpoint(
    "GET",
    f"{PATH}/all",
    summary="List the messages of both inboxes, newest first",
    input=MessagesQuery,
    replies={200: AllMessagesReply},
)
def list_all_messages(request: Request[MessagesQuery], service: MessagesService) -> AllMessagesReply:
    """List the messages of the portal and of agencies together, with any filters."""
    query = request.input
    page = service.list_all_messages(request.principal, make_filters(query), query.limit, query.next_token)
    return AllMessagesReply(
        items=[
            AnyMessageReply(is_read=not each.is_unread, **_get_listed_fields(each, request.language))
            for each in page.messages
        ],
        next_token=page.next_token,
        scanned_until=page.scanned_until,
    )


@routes.endpoint(
    "GET",
    f"{PATH}/unread/count",
    summary="Count the portal's unread messages",
    replies={200: UnreadNowReply},
)
def count_unread_messages(request: Request[None], service: MessagesService) -> UnreadNowReply:
    """Count unread messages, up to 25; `atLeast` is true beyond."""
    unread = service.get_unread_now(request.principal)
    return UnreadNowReply(count=unread.count, at_least=unread.at_least, fingerprint=unread.fingerprint)


@routes.endpoint(
    "GET",
    f"{PATH}/bin",
    summary="List the bin of both inboxes, last deleted first",
    input=BinQuery,
    replies={200: BinReply},
)
def list_bin(request: Request[BinQuery], service: MessagesService) -> BinReply:
    """List the messages deleted within the last 30 days."""
    bin_ = service.list_binned(request.principal, request.input.limit, request.input.next_token)
    return BinReply(
        items=[_make_binned_reply(each, request.language) for each in bin_.messages],
        next_token=bin_.next_token,
    )


@routes.endpoint(
    "POST",
    f"{PATH}/bin/empty",
    summary="Remove the messages in the bin of both inboxes for good",
    input=EmptyBinRequest,
    replies={200: EmptyBinReply},
)
def empty_bin(request: Request[EmptyBinRequest], service: MessagesService) -> EmptyBinReply:
    """Remove up to 1,000 messages; call again until the bin is empty."""
    emptied = service.empty_bin(request.principal)
    return EmptyBinReply(deleted=emptied.deleted, is_empty=emptied.is_empty)


@routes.endpoint(
    "POST",
    f"{PATH}/mark",
    summary="Mark messages of the portal as read or unread",
    input=MarkRequest,
    replies={200: ChangesReply},
    raises=(MessageBusy,),
)
def mark_messages(request: Request[MarkRequest], service: MessagesService) -> ChangesReply:
    """Mark messages as read or unread. Messages in the bin are not found; call again for busy ones."""
    ids = request.input.ids
    return _make_changes_reply(
        ids, service.mark_each(request.principal, ids, request.input.is_read), "marked"
    )


@routes.endpoint(
    "POST",
    f"{PATH}/delete",
    summary="Move messages of the portal into the bin",
    input=MessageIdsRequest,
    replies={200: ChangesReply},
    raises=(MessageBusy,),
)
def delete_messages(request: Request[MessageIdsRequest], service: MessagesService) -> ChangesReply:
    """Move messages to the bin; call again for busy ones. Those already in the bin count as deleted."""
    ids = request.input.ids
    return _make_changes_reply(ids, service.delete_each(request.principal, ids), "deleted")


@routes.endpoint(
    "POST",
    f"{PATH}/restore",
    summary="Take messages of either inbox out of the bin",
    input=MessageIdsRequest,
    replies={200: ChangesReply},
    raises=(MessageBusy,),
)
def restore_messages(request: Request[MessageIdsRequest], service: MessagesService) -> ChangesReply:
    """Restore messages from the bin; call again for busy ones. Those outside the bin count as restored."""
    ids = request.input.ids
    return _make_changes_reply(ids, service.restore_each(request.principal, ids), "restored")


@routes.endpoint(
    "GET",
    f"{PATH}/{{id}}",
    summary="Get a message of the portal and its deliveries, without marking it as read",
    replies={200: MessageReply},
    raises=(MessageNotFound,),
)
def read_message(request: Request[None], service: MessagesService) -> MessageReply:
    """Return a message, also from the bin. It stays unread."""
    opened = service.get_message(request.principal, request.path["id"])
    return MessageReply(id=opened.message.id, **get_details(opened, request.language))


@routes.endpoint(
    "PATCH",
    f"{PATH}/{{id}}/markasread",
    summary="Mark a message of the portal as read",
    replies={200: ReadReply},
    raises=(MessageNotFound, MessageBusy),
)
def mark_message_as_read(request: Request[None], service: MessagesService) -> ReadReply:
    """Mark it as read. A message in the bin is 404."""
    return _make_read_reply(request, service, is_read=True)


@routes.endpoint(
    "PATCH",
    f"{PATH}/{{id}}/markasunread",
    summary="Mark a message of the portal as unread",
    replies={200: ReadReply},
    raises=(MessageNotFound, MessageBusy),
)
def mark_message_as_unread(request: Request[None], service: MessagesService) -> ReadReply:
    """Mark it as unread. A message in the bin is 404."""
    return _make_read_reply(request, service, is_read=False)


@routes.endpoint(
    "GET",
    f"{PATH}/{{id}}/attachments/{{attachmentid}}",
    summary="Get a link to a file of a message of the portal",
    replies={200: AttachmentLinkReply},
    raises=(MessageNotFound, AttachmentNotFound, AttachmentsUnavailable),
)
def read_message_attachment(request: Request[None], service: MessagesService) -> AttachmentLinkReply:
    """Return a link to the file, valid for one minute."""
    return make_link(
        service.get_attachment_link(request.principal, request.path["id"], request.path["attachmentid"])
    )


def _make_read_reply(request: Request[None], service: MessagesService, *, is_read: bool) -> ReadReply:
    message = service.mark_message(request.principal, request.path["id"], is_read)
    return ReadReply(id=message.id, is_read=not message.is_unread)


def _make_changes_reply(
    ids: Sequence[str],
    outcomes: Sequence[ChangeOutcome],
    done: Literal["marked", "deleted", "restored"],
) -> ChangesReply:
    return ChangesReply(
        results=[
            ChangedMessage(id=message_id, outcome=done if outcome == "changed" else outcome)
            for message_id, outcome in zip(ids, outcomes, strict=True)
        ]
    )


def _make_binned_reply(message: ListedMessage, language: Language) -> BinnedMessageReply:
    return BinnedMessageReply(
        deleted_at=message.binned_at,
        restore_before=message.binned_at + KEPT_IN_BIN,
        **_get_listed_fields(message, language),
    )


def _get_listed_fields(message: ListedMessage, language: Language) -> dict[str, Any]:
    return {
        "id": message.id,
        "inbox": message.inbox,
        "agency_service_id": message.service_id,
        "user_agency_service_subscription_identity_id": message.identity_id,
        **make_summary(message, language),
    }
