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

from domains.messages.files_table import FilesTable
from domains.messages.found_messages import UnreadCount
from domains.messages.message import Folder, InboxMessage
from domains.messages.message_items import (
    FOLDER_KEY,
    FOLDER_SCHEMA,
    MARK_SCHEMA,
    MESSAGE_SCHEMA,
    RECEIPT_KEY,
    UNREAD,
    make_receipt,
    make_thread_entry,
)
from portal.tables import Attr, Table, Write, write_together
from portal.types import get_utc_now, is_derived_id
from portal.updates import LostRace, retry_lost_races


class MessagesTable:
    """Adds and reads single messages. Inbox rules: `domains.messages.inbox`."""

    def __init__(self, table_name: str) -> None:
        self.messages = Table(table_name, MESSAGE_SCHEMA)
        self._folders = Table(table_name, FOLDER_SCHEMA)
        self._marks = Table(table_name, MARK_SCHEMA)
        self._files = FilesTable(table_name, get_utc_now)

    def write_notice(self, message: InboxMessage) -> Write:
        """Return a write of a message of the portal, which needs no folder and continues no thread."""
        return self.messages.make_put(message)

    def write_in_thread(self, message: InboxMessage) -> list[Write]:
        """Return the writes of a message of the portal that begins or continues a thread."""
        return [self.messages.make_put(message), *self._list_thread_entries(message)]

    def require_message(self, user_id: str, message_id: str) -> Write:
        """Make a transaction conditional on a person's message, in an inbox or the bin."""
        return self.messages.make_check(user_id, message_id, condition=Attr("id").exists())

    def add_message(self, message: InboxMessage) -> bool:
        """Add a new, unread message to its folder.

        Folder and uses of files are written first. They are harmless without a message, but a message without
        a folder is not found, and a file without a recorded use is deleted.

        Returns:
            False if the person has a message with the id, even in the bin, or removed an agency's message
            with the id; nothing changes.

        Raises:
            TimeoutError: other writers added the same message at each try.
        """
        origin, is_new = message.origin, Attr("id").does_not_exist()
        if origin is None:
            return self.messages.put(message, is_new)
        if self.get_received_hash(message.user_id, message.id) is not None:
            return False
        self._folders.put(
            Folder(
                user_id=message.user_id,
                agency_id=origin.agency_id,
                agency_name=origin.agency_name,
                service_id=origin.service_id,
                service_name=origin.service_name,
            )
        )
        if message.attachments:
            self._files.give_files([each.key for each in message.attachments], message.user_id, message.id)
        writes = [
            self.messages.make_put(message, is_new),
            self._marks.make_put(make_receipt(message), is_new),
        ]
        return self._add(message, [*writes, *self._list_thread_entries(message)])

    @retry_lost_races(lambda: TimeoutError("too many writers of one message at once"))
    def _add(self, message: InboxMessage, writes: Sequence[Write]) -> bool:
        if write_together(writes):
            return True
        # A refusal may also mean that another call is writing it, and may still fail.
        if self.get_received_hash(message.user_id, message.id) is None:
            raise LostRace
        return False

    def get_received_hash(self, user_id: str, message_id: str) -> str | None:
        """Return the content hash of an agency's message, even after its removal. Strongly consistent.

        Returns:
            None if the person never received it.
        """
        receipt = self._marks.get(user_id, f"{RECEIPT_KEY}{message_id}")
        return receipt["content_hash"] if receipt else None

    def get_message(self, user_id: str, message_id: str) -> InboxMessage | None:
        """Return a message from an inbox or the bin, or None. Takes one strongly consistent read."""
        return self.messages.get(user_id, message_id) if is_derived_id(message_id) else None

    def list_folders(self, user_id: str) -> list[Folder]:
        """Return the services that ever sent the person a message. Takes one query."""
        is_folder = (Attr("user_id") == user_id) & Attr("id").startswith(FOLDER_KEY)
        return self._folders.list(is_folder, consistent=False)

    def count_unread(self, user_id: str, begins_with: str | None = None) -> UnreadCount:
        """Count a person's unread messages. Takes one query of at most a megabyte of keys.

        Args:
            begins_with: beginning of the keys in the index of unread messages; None for both inboxes.
        """
        keys = Attr("user_id") == user_id
        if begins_with is not None:
            keys &= Attr("unread").startswith(begins_with)
        return UnreadCount(*self.messages.count(keys, index=UNREAD))

    def _list_thread_entries(self, message: InboxMessage) -> list[Write]:
        return [] if message.thread_id is None else [self._marks.make_put(make_thread_entry(message))]
