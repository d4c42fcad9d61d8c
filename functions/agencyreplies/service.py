"""Replies of a person to messages of agencies."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass

from domains.agencies.subscriptions_table import SubscriptionsTable
from domains.messages.attachments import FileRefused, SentFiles
from domains.messages.file_names import get_saved_name
from domains.messages.inbox import MessageNotFound
from domains.messages.message import InboxMessage
from domains.messages.messages_table import MessagesTable
from domains.messages.sent_files import (
    FILE_TOO_LARGE,
    MAX_FILE_BYTES,
    SentFileRefused,
    decode_file,
    get_fault_text,
)
from domains.replies.availability import find_replying_identity
from domains.replies.delivery import ReplyDelivery
from domains.replies.replies_table import RepliesTable
from domains.replies.reply import MAX_REPLIES, Reply, ReplyFile
from functions.agencyreplies.errors import RepliesNotTaken, TooManyReplies
from portal.errors import IdempotencyKeyReused, InvalidRequest, Problem, StorageUnavailable
from portal.language import Language
from portal.types import Clock, derive_id


@dataclass(frozen=True, slots=True)
class UploadedReplyFile:
    """A file as sent, with its content in base64."""

    name: str
    content: str


@dataclass(frozen=True, slots=True)
class _DecodedFile:
    name: str
    content_type: str
    content: bytes

    @property
    def sha256(self) -> str:
        return hashlib.sha256(self.content).hexdigest()


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplyService:
    """Stores replies, then delivers them to the agency; scheduled work retries."""

    clock: Clock
    messages: MessagesTable
    replies: RepliesTable
    files: SentFiles
    subscriptions: SubscriptionsTable
    delivery: ReplyDelivery

    def send_reply(
        self,
        user_id: str,
        message_id: str,
        identity_id: str,
        key: str,
        text: str,
        language: Language,
        sent_files: Sequence[UploadedReplyFile],
    ) -> Reply:
        """Send a reply to a message; repeating a key with the same content sends one reply.

        Args:
            identity_id: id of the message's connection.
            key: the caller's idempotency key.

        Raises:
            RepliesNotTaken, TooManyReplies, CatalogUnavailable, AttachmentsUnavailable: see their docstrings.
        """
        message = self.messages.get_message(user_id, message_id)
        if message is None or message.origin is None or message.origin.identity_id != identity_id:
            raise MessageNotFound
        reply_id = derive_id(user_id, "reply", message_id, key)
        decoded = _decode_files(sent_files)
        content_hash = _make_hash(text, decoded)
        thread_id = self._get_thread_id(message)
        if existing := self.replies.get_reply(thread_id, reply_id):
            return _check_same(existing, content_hash)
        origin, identity = message.origin, find_replying_identity(message, self.subscriptions)
        if identity is None:
            raise RepliesNotTaken
        # Before its files are kept.
        if decoded and not self.replies.has_room(thread_id):
            raise TooManyReplies(count=str(MAX_REPLIES))
        now = self.clock()
        reply = Reply(
            id=reply_id,
            thread_id=thread_id,
            user_id=user_id,
            agency_id=origin.agency_id,
            service_id=origin.service_id,
            reference=identity.reference,
            agency_message_id=origin.own_id,
            text=text,
            language=language,
            files=self._keep_files(reply_id, decoded),
            content_hash=content_hash,
            sent_at=now,
        ).with_try(now)
        is_added = self.replies.add_reply(reply, self.messages.require_message(user_id, thread_id))
        if is_added is False:
            raise TooManyReplies(count=str(MAX_REPLIES))
        if not is_added:
            if existing := self.replies.get_reply(thread_id, reply_id):
                return _check_same(existing, content_hash)
            raise StorageUnavailable
        return self.delivery.deliver_reply(reply, now)

    def _get_thread_id(self, message: InboxMessage) -> str:
        """Return the thread of a message; start a new one if its first message is gone."""
        if message.thread_id and self.messages.get_message(message.user_id, message.thread_id):
            return message.thread_id
        return message.id

    def _keep_files(self, reply_id: str, files: Sequence[_DecodedFile]) -> tuple[ReplyFile, ...]:
        stored, problems = [], []
        for index, file in enumerate(files):
            file_id = derive_id(reply_id, str(index), file.sha256)
            try:
                key = self.files.store_file(reply_id, file_id, file.content_type, file.content)
            except FileRefused as refused:
                problems.append(Problem(f"files.{index}.content", get_fault_text(refused.fault)))
                continue
            stored.append(
                ReplyFile(file_id, key, file.name, file.content_type, len(file.content), file.sha256)
            )
        if problems:
            raise InvalidRequest(*problems)
        return tuple(stored)


def _decode_files(files: Sequence[UploadedReplyFile]) -> list[_DecodedFile]:
    decoded, problems = [], []
    for index, file in enumerate(files):
        try:
            content, content_type = decode_file(file.content)
        except SentFileRefused as refused:
            problems.append(Problem(f"files.{index}.content", refused.message))
        else:
            decoded.append(_DecodedFile(get_saved_name(file.name, content_type), content_type, content))
    if sum(len(each.content) for each in decoded) > MAX_FILE_BYTES:
        problems.append(Problem("files", FILE_TOO_LARGE))
    if problems:
        raise InvalidRequest(*problems)
    return decoded


def _make_hash(text: str, files: Sequence[_DecodedFile]) -> str:
    return derive_id(json.dumps([text, [[each.name, each.sha256] for each in files]]))


def _check_same(existing: Reply, content_hash: str) -> Reply:
    if existing.content_hash != content_hash:
        raise IdempotencyKeyReused
    return existing
