"""Cleanup after removed messages: their replies, and files that nobody else has."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from aws_lambda_powertools import Logger

from domains.messages.attachments import AttachmentRemovals
from domains.messages.files_table import CALL_KEY, FILE_KEY, FilesTable, parse_object_key
from domains.messages.messages_table import MessagesTable
from domains.replies.replies_table import RepliesTable
from portal.types import is_derived_id

NEEDED_MILLISECONDS = 10_000
"""Minimum time left for removing another file."""


@dataclass(frozen=True, slots=True)
class RemovedMessages:
    """Handles removals in the stream of the messages table."""

    files: FilesTable
    messages: MessagesTable
    replies: RepliesTable
    removals: AttachmentRemovals
    logger: Logger

    def handle_removal(self, record: Mapping[str, Any], remaining_milliseconds: Callable[[], int]) -> None:
        """Remove the files of a removed message, and the replies of its thread; safe to repeat.

        An error means that the record has to be sent again.

        Args:
            record: record of the stream; ignored unless it is of a removal.
            remaining_milliseconds: time that the function has left.
        """
        try:
            if remaining_milliseconds() < NEEDED_MILLISECONDS:
                raise TimeoutError("no time is left")
            if record["eventName"] == "REMOVE":
                keys = record["dynamodb"]["Keys"]
                self._follow(keys["user_id"]["S"], keys["id"]["S"])
        except Exception as error:
            # Leave out the error's message, which may have personal data.
            self.logger.error("Files not removed", extra={"error": type(error).__name__})
            raise

    def _follow(self, partition: str, item: str) -> None:
        if partition.startswith(FILE_KEY):
            # The last message may have been removed during that call.
            if item.startswith(CALL_KEY):
                self._remove(parse_object_key(partition))
        elif is_derived_id(item) and self.messages.get_message(partition, item) is None:
            keys = self.files.list_for_message(partition, item)
            for key in keys:
                self.files.take_back(key, partition, item)
                self._remove(key)
            if keys:
                self.files.delete_list(partition, item)
            self._delete_replies(item)

    def _delete_replies(self, thread_id: str) -> None:
        """Delete the replies of a removed message's thread; files first, to find them again."""
        replies = self.replies.list_replies(thread_id)
        for reply in replies:
            for file in reply.files:
                self.removals.remove_file(file.key)
            self.replies.delete_reply(reply)
        if replies:
            self.replies.forget_thread(thread_id)

    def _remove(self, key: str) -> None:
        if self.files.close_file(key):
            self.removals.remove_file(key)
