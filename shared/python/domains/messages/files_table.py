"""Uses of files, in the messages table, so that a file is deleted with its last message or application.

The partition of a file is `file#KEY`. It holds `message#USER#ID` and `application#ID` for each message and
application with the file, `call#ID` for each call that is about to add a use, and `latest`, which names the
last such call. A message with files has an item `files#ID` beside it, which outlives it and lists its files.

A call writes `call#ID`, then its id into `latest`, and only then checks that the file exists. A removal reads
`latest`, checks that the file has no uses, and closes `latest` on condition that it is unchanged. So either
the removal sees the call, or the call finds `latest` closed and treats the file as missing.
"""

import uuid
from collections.abc import Sequence
from datetime import datetime, timedelta

from pynamodb.attributes import BooleanAttribute, JSONAttribute, NumberAttribute, UnicodeAttribute
from pynamodb.exceptions import DoesNotExist
from pynamodb.models import Model

from portal.dynamo import TableMeta, bind_table, save_if
from portal.types import Clock

FILE_KEY = "file#"
CALL_KEY = "call#"
FILES_KEY = "files#"

# Four times the time limit of a call's function.
_A_CALL = timedelta(minutes=2)
# By then unused uploads have expired, so that nobody can ask for the file again.
_CLOSED = timedelta(days=3)
_LATEST = "latest"


class FileUseItem(Model):
    """A use of a file, in the file's partition."""

    class Meta(TableMeta):
        table_name = ""

    user_id = UnicodeAttribute(hash_key=True)
    id = UnicodeAttribute(range_key=True)
    expires_at = NumberAttribute(null=True)  # only for a call: its end, in seconds since 1970


class LatestCallItem(Model):
    """The last call that began to use a file, in the file's partition."""

    class Meta(TableMeta):
        table_name = ""

    user_id = UnicodeAttribute(hash_key=True)
    id = UnicodeAttribute(range_key=True, default=_LATEST)
    call = UnicodeAttribute()
    is_closed = BooleanAttribute(default=False)  # true if the file is being or has been removed
    expires_at = NumberAttribute(null=True)  # only if closed, in seconds since 1970


class FilesItem(Model):
    """The keys of a message's files, in the person's partition."""

    class Meta(TableMeta):
        table_name = ""

    user_id = UnicodeAttribute(hash_key=True)
    id = UnicodeAttribute(range_key=True)
    files = JSONAttribute()


class FilesTable:
    """Tracks the uses of files."""

    def __init__(self, table_name: str, clock: Clock) -> None:
        bind_files(table_name)
        self._clock = clock

    def begin(self, key: str, application_id: str | None = None) -> bool:
        """Protect a file from removal for the duration of a call; required before checking that it exists.

        Args:
            key: key of the object.
            application_id: application that will use the file.

        Returns:
            False if the file is being or has been removed.
        """
        if application_id is not None:
            FileUseItem(_make_file_partition(key), f"application#{application_id}").save()
        call = uuid.uuid4().hex
        ends_at = int((self._clock() + _A_CALL).timestamp())
        FileUseItem(_make_file_partition(key), f"{CALL_KEY}{call}", expires_at=ends_at).save()
        is_open = LatestCallItem.id.does_not_exist() | (LatestCallItem.is_closed == False)  # noqa: E712 -- a condition of DynamoDB
        return save_if(LatestCallItem(_make_file_partition(key), call=call), is_open)

    def list_for_message(self, user_id: str, message_id: str) -> list[str]:
        """Return the keys of a message's files, even after its removal. Strongly consistent."""
        try:
            item = FilesItem.get(user_id, f"{FILES_KEY}{message_id}", consistent_read=True)
        except DoesNotExist:
            return []
        return [str(key) for key in item.files]

    def take_back(self, key: str, user_id: str, message_id: str) -> None:
        """Delete a removed message's use of a file; safe to repeat."""
        FileUseItem(_make_file_partition(key), _make_message_key(user_id, message_id)).delete()

    def forget(self, user_id: str, message_id: str) -> None:
        """Delete the list of a message's files, once all uses are deleted; safe to repeat."""
        FilesItem(user_id, f"{FILES_KEY}{message_id}").delete()

    def close(self, key: str) -> bool:
        """Close a file to new uses, if it has none; safe to repeat.

        Returns:
            True if the file can be removed; False without a `latest`, because then uses may be missing here.
        """
        try:
            latest = LatestCallItem.get(_make_file_partition(key), _LATEST, consistent_read=True)
        except DoesNotExist:
            return False
        now = self._clock()
        uses = FileUseItem.query(_make_file_partition(key), consistent_read=True)
        if any(use.id != _LATEST and _is_lasting(use, now) for use in uses):
            return False
        if latest.is_closed:
            return True
        closed = LatestCallItem(
            _make_file_partition(key),
            call=latest.call,
            is_closed=True,
            expires_at=int((now + _CLOSED).timestamp()),
        )
        return save_if(closed, LatestCallItem.call == latest.call)


def bind_files(table_name: str) -> None:
    """Use the messages table of that name."""
    for model in (FileUseItem, LatestCallItem, FilesItem):
        bind_table(model, table_name)


def give_files(keys: Sequence[str], user_id: str, message_id: str) -> None:
    """Record a message's uses of files; required before storing the message. Safe to repeat."""
    for key in keys:
        FileUseItem(_make_file_partition(key), _make_message_key(user_id, message_id)).save()
    FilesItem(user_id, f"{FILES_KEY}{message_id}", files=list(keys)).save()


def parse_object_key(partition: str) -> str:
    """Return the object key in a file's partition key."""
    return partition.removeprefix(FILE_KEY)


def _make_file_partition(key: str) -> str:
    return f"{FILE_KEY}{key}"


def _make_message_key(user_id: str, message_id: str) -> str:
    return f"message#{user_id}#{message_id}"


def _is_lasting(use: FileUseItem, now: datetime) -> bool:
    return use.expires_at is None or use.expires_at > now.timestamp()
