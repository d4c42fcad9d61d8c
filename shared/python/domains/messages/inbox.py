"""The rules that both inboxes share: open, mark, delete, restore, list, and count.

Storage: `domains.messages.inbox_table`. Each change is one write to one message, conditional on its state as
read, so that concurrent changes are never undone and changes are idempotent.
"""

import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal, TypeVar

from domains.deliveries.delivery import NoticeDelivery
from domains.messages.found_messages import (
    Filters,
    MessagesPage,
    UnreadByService,
    UnreadCount,
    UnreadNow,
)
from domains.messages.inbox_table import InboxTable
from domains.messages.message import BIN_FOLDER, KEPT_IN_BIN, AgencyOrigin, Attachment, Folder, InboxMessage
from portal.errors import InvalidRequest, NotFound, Problem, Unavailable
from portal.language import Text
from portal.page_tokens import PageTokens
from portal.types import Clock, is_derived_id
from portal.updates import LostRace, load_known_first, retry_lost_races

MAX_EMPTIED = 1000
_TRIES = 10
_WRITES_AT_ONCE = 10
BULK_SECONDS = 6.0
"""No message of a call is changed any more after so long; the function has ten seconds."""

ChangeOutcome = Literal["changed", "notFound", "notReached"]
"""Outcome for a message in a change of several; one that was not reached is as it was."""

_NAMED_TWICE = Text(
    en="This message is listed twice. List each message once.",
    es="Este mensaje aparece dos veces. Indique cada uno una sola vez.",
)
_FROM_AFTER_TO = Text(
    en="The first day is after the last day. Choose an earlier one.",
    es="El primer día es posterior al último. Elija uno anterior.",
)

_Thing = TypeVar("_Thing")
_Result = TypeVar("_Result")

Belongs = Callable[[InboxMessage], bool]
"""Test of a message: true for one that a call is about."""


class AttachmentNotFound(NotFound):
    code = "attachmentNotFound"
    text = Text(en="This message has no such file.", es="Este mensaje no tiene ese archivo.")


class MessageBusy(Unavailable):
    code = "messageBusy"
    text = Text(
        en="This message is changing somewhere else at the same time. Try again.",
        es="Este mensaje se está cambiando en otro lugar al mismo tiempo. Inténtelo de nuevo.",
    )


class MessageNotFound(NotFound):
    code = "messageNotFound"
    text = Text(
        en="We could not find this message in this inbox. It may have been deleted in another window.",
        es="Ese mensaje no está en esta bandeja de entrada. Tal vez se eliminó en otra ventana.",
    )


@dataclass(frozen=True, slots=True)
class OpenedMessage:
    """A message with its delivery record and its thread."""

    message: InboxMessage
    deliveries: Sequence[NoticeDelivery]
    thread: Sequence[
        InboxMessage
    ] = ()  # other messages of the thread, oldest first, without those in the bin

    @property
    def origin(self) -> AgencyOrigin:
        """Origin of an agency's message."""
        if self.message.origin is None:
            raise LookupError("Only a message of an agency has an origin")
        return self.message.origin


@dataclass(frozen=True, slots=True)
class EmptiedBin:
    """Progress of emptying the bin."""

    deleted: int  # number of messages deleted for good
    is_empty: bool  # true if the bin is empty now


@dataclass(frozen=True, slots=True, kw_only=True)
class Mailbox:
    """Both inboxes of a person and their bin.

    Calls treat messages for which `belongs` is false as missing.
    """

    clock: Clock
    table: InboxTable
    page_tokens: PageTokens
    monotonic: Callable[[], float] = time.monotonic

    def list_messages(
        self, user_id: str, folder: str | None, filters: Filters, limit: int, token: str | None
    ) -> MessagesPage:
        """Return a page of a folder, or of all folders together.

        Args:
            folder: see `InboxMessage.folder`; None for all.
            token: token from the previous page.
        """
        if filters.first and filters.last and filters.first > filters.last:
            raise InvalidRequest(Problem("sentFrom", _FROM_AFTER_TO))
        described = {"folder": folder, "filters": repr(filters)}
        place = self.page_tokens.decode(token, user_id, described)
        page = self.table.list_messages(user_id, folder, filters, limit, place)
        next_token = self.page_tokens.encode(page.place, user_id, described)
        return MessagesPage(page.messages, next_token, page.scanned_until)

    def list_binned(self, user_id: str, limit: int, token: str | None) -> MessagesPage:
        """Return a page of the bin of both inboxes, latest deleted first."""
        described = {"folder": BIN_FOLDER}
        place = self.page_tokens.decode(token, user_id, described)
        page = self.table.list_binned(user_id, self.clock() - KEPT_IN_BIN, limit, place)
        next_token = self.page_tokens.encode(page.place, user_id, described)
        return MessagesPage(page.messages, next_token, page.scanned_until)

    def get_message(self, user_id: str, message_id: str, belongs: Belongs) -> InboxMessage:
        """Return a message from an inbox or the bin, without marking it as read."""
        message = self.table.get_message(user_id, message_id)
        if message is None or not belongs(message) or _is_gone(message, self.clock()):
            raise MessageNotFound
        return message

    def list_thread(self, message: InboxMessage) -> list[InboxMessage]:
        """Return the other messages of a message's thread, oldest first, without those in the bin."""
        thread = self.table.list_thread(message.user_id, message.thread_id or message.id, message.id)
        return [each for each in thread if each.deleted_at is None]

    def get_attachment(
        self, user_id: str, message_id: str, attachment_id: str, belongs: Belongs
    ) -> Attachment:
        for attachment in self.get_message(user_id, message_id, belongs).attachments:
            if attachment.id == attachment_id:
                return attachment
        raise AttachmentNotFound

    def open_message(self, user_id: str, message_id: str, belongs: Belongs) -> InboxMessage:
        """Mark a message as read, unless it is in the bin, and return it."""
        message = self.get_message(user_id, message_id, belongs)
        while message.deleted_at is None and message.is_unread:
            changed = self._change_message(message, _mark_as_read)
            message = changed or self.get_message(user_id, message_id, belongs)
        return message

    def mark_message(self, user_id: str, message_id: str, is_read: bool, belongs: Belongs) -> InboxMessage:
        """Mark a message outside the bin as read or unread."""
        message = self.get_message(user_id, message_id, belongs)
        changed = self._change_message(message, _mark_as_read if is_read else _mark_as_unread)
        if changed is None:
            raise MessageNotFound
        return changed

    def mark_each(
        self, user_id: str, message_ids: Sequence[str], is_read: bool, belongs: Belongs
    ) -> list[ChangeOutcome]:
        """Mark messages outside the bin as read or unread, for `BULK_SECONDS` at most.

        Returns:
            The outcome of each message, in the given order.

        Raises:
            MessageBusy: others changed a message at the same time; some may have been marked.
        """
        return self._change_each(user_id, message_ids, belongs, _mark_as_read if is_read else _mark_as_unread)

    def delete_each(self, user_id: str, message_ids: Sequence[str], belongs: Belongs) -> list[ChangeOutcome]:
        """Move messages to the bin, which keeps them for 30 days; see `mark_each`."""
        return self._change_each(user_id, message_ids, belongs, _delete)

    def restore_each(self, user_id: str, message_ids: Sequence[str], belongs: Belongs) -> list[ChangeOutcome]:
        """Restore messages from the bin with their read state; see `mark_each`."""
        return self._change_each(user_id, message_ids, belongs, _restore)

    def empty_bin(self, user_id: str) -> EmptiedBin:
        """Delete up to `MAX_EMPTIED` messages in the bin of both inboxes for good."""
        page = self.table.list_binned(user_id, self.clock() - KEPT_IN_BIN, MAX_EMPTIED, None)
        removed = _run_at_once(lambda binned: self.table.delete_message(user_id, binned), page.messages)
        return EmptiedBin(deleted=sum(removed), is_empty=page.place is None)

    def list_folders(self, user_id: str) -> list[Folder]:
        """Return the services that ever sent the person a message."""
        return self.table.list_folders(user_id)

    def get_unread_from_portal(self, user_id: str) -> UnreadNow:
        """Count the unread messages of the portal. Takes one query of at most one read unit."""
        return self.table.get_unread_from_portal(user_id)

    def get_unread_from_agencies(self, user_id: str) -> UnreadNow:
        """Count the unread messages of agencies. Takes one query of at most one read unit."""
        return self.table.get_unread_from_agencies(user_id)

    def count_unread_of_service(self, user_id: str, service_id: str) -> UnreadCount:
        """Count the unread messages of a service. Takes one query."""
        return self.table.count_unread_of_service(user_id, service_id)

    def count_unread_by_service(self, user_id: str) -> UnreadByService:
        """Count the unread messages by service. Takes one query."""
        return self.table.count_unread_by_service(user_id)

    def _change_each(
        self, user_id: str, message_ids: Sequence[str], belongs: Belongs, rule: "_Rule"
    ) -> list[ChangeOutcome]:
        ends_at = self.monotonic() + BULK_SECONDS
        ids = [message_id for message_id in message_ids if is_derived_id(message_id)]
        messages = [message for message in self.table.get_all(user_id, ids) if belongs(message)]

        def change(message: InboxMessage) -> ChangeOutcome:
            if self.monotonic() >= ends_at:
                return "notReached"
            return "changed" if self._change_message(message, rule) else "notFound"

        outcomes = dict(zip((each.id for each in messages), _run_at_once(change, messages), strict=True))
        return [outcomes.get(message_id, "notFound") for message_id in message_ids]

    def _change_message(self, message: InboxMessage, rule: "_Rule") -> InboxMessage | None:
        """Change a message by a rule; return None if the message is gone or the rule does not apply."""
        initial: InboxMessage | None = message
        load = load_known_first(initial, lambda: self.table.get_message(message.user_id, message.id))

        @retry_lost_races(MessageBusy, attempts=_TRIES)
        def change() -> InboxMessage | None:
            before, now = load(), self.clock()
            if before is None:
                return None
            after = None if _is_gone(before, now) else rule(before, now)
            if after is not None and after != before and not self.table.replace_message(before, after):
                raise LostRace
            return after

        return change()


_Rule = Callable[[InboxMessage, datetime], InboxMessage | None]
"""A message as it is to be at a moment; None where that cannot be."""


def _run_at_once(function: Callable[[_Thing], _Result], things: Sequence[_Thing]) -> list[_Result]:
    if len(things) < 2:
        return [function(thing) for thing in things]
    with ThreadPoolExecutor(_WRITES_AT_ONCE) as pool:
        running = [pool.submit(copy_context().run, function, thing) for thing in things]
        return [each.result() for each in running]


def check_named_once(message_ids: Iterable[str], list_name: str) -> None:
    """Refuse a request that names a message twice.

    Args:
        list_name: name of the request's field.
    """
    seen: set[str] = set()
    problems = []
    for place, message_id in enumerate(message_ids):
        if message_id in seen:
            problems.append(Problem(f"{list_name}.{place}", _NAMED_TWICE))
        seen.add(message_id)
    if problems:
        raise InvalidRequest(*problems)


def _is_gone(message: InboxMessage, now: datetime) -> bool:
    """Tell if a message's time in the bin is over, even if DynamoDB has not removed it yet."""
    return message.deleted_at is not None and message.deleted_at + KEPT_IN_BIN <= now


def _mark_as_read(message: InboxMessage, now: datetime) -> InboxMessage | None:
    if message.deleted_at is not None:
        return None
    return replace(message, is_unread=False, read_at=message.read_at or now) if message.is_unread else message


def _mark_as_unread(message: InboxMessage, _now: datetime) -> InboxMessage | None:
    return replace(message, is_unread=True) if message.deleted_at is None else None


def _delete(message: InboxMessage, now: datetime) -> InboxMessage:
    return message if message.deleted_at else replace(message, deleted_at=now)


def _restore(message: InboxMessage, _now: datetime) -> InboxMessage:
    return replace(message, deleted_at=None)
