"""The messages table: a person's messages are one partition.

There is no counter of unread messages. An unread message has the attribute `unread`, which the write that
reads or bins it removes, and the sparse index of that name is the only source of counts.

The range key of `by_folder` is `FOLDER#SENT#ID`, in the bin `bin#DELETED#ID`; that of `unread` is
`portal#SENT#ID` or `agency#SERVICE#SENT#ID`. Times in keys are UTC with microseconds, so that they sort.

Other items are folders, `folder#SERVICE`, and receipts of agencies' messages, `receipt#ID`, which outlive the
messages to prevent a removed one from returning. A message that continues a thread has an item
`thread#THREAD#SENT#ID` beside it; `THREAD` is the id of the first message. For uses of files, see
`domains.messages.files_table`.
"""

from collections.abc import Sequence
from functools import partial
from typing import Protocol

from pynamodb.exceptions import DoesNotExist
from pynamodb.expressions.condition import Condition
from pynamodb.transactions import TransactWrite

from domains.messages.files_table import bind_files, give_files
from domains.messages.message import Folder, Message
from domains.messages.message_items import (
    FOLDER_KEY,
    RECEIPT_KEY,
    THREAD_KEY,
    FolderItem,
    MessageItem,
    ReceiptItem,
    ThreadItem,
    build_message,
    make_folder_item,
    make_folder_key,
    make_item,
    make_receipt_item,
)
from portal.dynamo import Write, bind_table, save_if, write_together
from portal.language import Text
from portal.types import is_derived_id

_MAX_ATTEMPTS = 5


class MessagesTable:
    """Adds and reads single messages. Inbox rules: `domains.messages.inbox`."""

    def __init__(self, table_name: str) -> None:
        bind_table(MessageItem, table_name)
        bind_table(FolderItem, table_name)
        bind_table(ReceiptItem, table_name)
        bind_table(ThreadItem, table_name)
        bind_files(table_name)

    def write_new(self, message: Message) -> Write:
        """Return a write of a new portal message, which needs no folder item."""
        return partial(_put, message)

    def require_message(self, user_id: str, message_id: str) -> Write:
        """Make a transaction conditional on a person's message, in an inbox or the bin."""
        return lambda transaction: transaction.condition_check(
            MessageItem, user_id, message_id, condition=MessageItem.id.exists()
        )

    def add(self, message: Message) -> bool:
        """Add a new, unread message to its folder.

        Folder and uses of files are written first. They are harmless without a message, but a message without
        a folder is not found, and a file without a recorded use is deleted.

        Returns:
            False if the person has a message with the id, even in the bin, or removed an agency's message
            with the id; nothing changes.

        Raises:
            TimeoutError: other writers added the same message at each try.
        """
        if message.origin is None:
            return save_if(make_item(message), MessageItem.id.does_not_exist())
        if self.get_received_hash(message.user_id, message.id) is not None:
            return False
        make_folder_item(message.user_id, message.origin).save()
        if message.attachments:
            give_files([each.key for each in message.attachments], message.user_id, message.id)
        for _ in range(_MAX_ATTEMPTS):
            if write_together(partial(_put_with_receipt, message)):
                return True
            # A refusal may also mean that another call is writing it, and may still fail.
            if self.get_received_hash(message.user_id, message.id) is not None:
                return False
        raise TimeoutError("too many writers of one message at once")

    def get_received_hash(self, user_id: str, message_id: str) -> str | None:
        """Return the content hash of an agency's message, even after its removal. Strongly consistent.

        Returns:
            None if the person never received it.
        """
        try:
            receipt = ReceiptItem.get(user_id, f"{RECEIPT_KEY}{message_id}", consistent_read=True)
        except DoesNotExist:
            return None
        return str(receipt.content_hash)

    def read(self, user_id: str, message_id: str) -> Message | None:
        """Return a message from an inbox or the bin, or None. Takes one strongly consistent read."""
        if not is_derived_id(message_id):
            return None
        try:
            return build_message(MessageItem.get(user_id, message_id, consistent_read=True))
        except DoesNotExist:
            return None

    def list_folders(self, user_id: str) -> list[Folder]:
        """Return the services that ever sent the person a message. Takes one query."""
        return [
            Folder(
                user_id=item.user_id,
                agency_id=item.agency_id,
                agency_name=Text(en=item.agency_name_en, es=item.agency_name_es),
                service_id=item.service_id,
                service_name=Text(en=item.service_name_en, es=item.service_name_es),
            )
            for item in FolderItem.query(user_id, FolderItem.id.startswith(FOLDER_KEY))
        ]


def _put(message: Message, transaction: TransactWrite, condition: Condition | None = None) -> None:
    transaction.save(make_item(message), condition)
    if message.thread_id is not None:
        key = make_folder_key(f"{THREAD_KEY}{message.thread_id}", message.sent_at, message.id)
        transaction.save(ThreadItem(message.user_id, key))


def _put_with_receipt(message: Message, transaction: TransactWrite) -> None:
    _put(message, transaction, MessageItem.id.does_not_exist())
    transaction.save(make_receipt_item(message), ReceiptItem.id.does_not_exist())


class HasNotices(Protocol):
    """An event with messages to add to inboxes."""

    @property
    def notices(self) -> Sequence[Message]: ...


def add_notices(event: HasNotices, transaction: TransactWrite) -> None:
    """Add the messages of an event, replacing any with the same id."""
    for notice in event.notices:
        transaction.save(make_item(notice))
