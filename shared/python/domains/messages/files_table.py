"""Users of each file, in the messages table, so that a file is removed with its last message or application.

The partition of a file is `file#KEY`. It has `message#USER#ID` for each message and `application#ID` for each
application that has the file, `call#ID` for each call that is about to give it to some, and `latest`, which
names the last of these calls. A message with files has `files#ID` beside it, which outlives it and tells what
it had.

A call puts its `call#ID` and then itself into `latest`, before it looks whether the file is there. Who
removes a file looks at `latest`, finds the file with nobody, and closes `latest` on condition that no call
came between: either the call is seen, or it finds `latest` closed and takes the file for gone.
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

# Four times as long as the function of a call runs.
_A_CALL = timedelta(minutes=2)
# By then what was uploaded and named in no message is gone, so that nobody can ask for the file again.
_CLOSED = timedelta(days=3)
_LATEST = "latest"


class FileUseItem(Model):
    """Mark of a file in use; its partition is that of the file.

    Attributes:
        expires_at: only of a call: when it is over, seconds since 1970.
    """

    class Meta(TableMeta):
        table_name = ""

    user_id = UnicodeAttribute(hash_key=True)
    id = UnicodeAttribute(range_key=True)
    expires_at = NumberAttribute(null=True)


class LatestCallItem(Model):
    """The last call that began to use a file; its partition is that of the file.

    Attributes:
        is_closed: whether the file is being removed, or was.
        expires_at: only once it is closed, seconds since 1970.
    """

    class Meta(TableMeta):
        table_name = ""

    user_id = UnicodeAttribute(hash_key=True)
    id = UnicodeAttribute(range_key=True, default=_LATEST)
    call = UnicodeAttribute()
    is_closed = BooleanAttribute(default=False)
    expires_at = NumberAttribute(null=True)


class FilesItem(Model):
    """The keys of the files of a message; in the partition of its person."""

    class Meta(TableMeta):
        table_name = ""

    user_id = UnicodeAttribute(hash_key=True)
    id = UnicodeAttribute(range_key=True)
    files = JSONAttribute()


class FilesTable:
    """Says whether a file is in use."""

    def __init__(self, table_name: str, clock: Clock) -> None:
        """Use the messages table of that name."""
        bind_files(table_name)
        self._clock = clock

    def begin(self, key: str, application_id: str | None = None) -> bool:
        """Keep a file from being removed as long as a call may take; to be called before it is looked for.

        Args:
            key: of the object.
            application_id: that of an application which keeps the file.

        Returns:
            False when the file is being removed, or was.
        """
        if application_id is not None:
            FileUseItem(_make_file_partition(key), f"application#{application_id}").save()
        call = uuid.uuid4().hex
        ends_at = int((self._clock() + _A_CALL).timestamp())
        FileUseItem(_make_file_partition(key), f"{CALL_KEY}{call}", expires_at=ends_at).save()
        is_open = LatestCallItem.id.does_not_exist() | (LatestCallItem.is_closed == False)  # noqa: E712 -- a condition of DynamoDB
        return save_if(LatestCallItem(_make_file_partition(key), call=call), is_open)

    def list_for_message(self, user_id: str, message_id: str) -> list[str]:
        """Return the keys of the files that a message has, or had before it was removed. Consistent."""
        try:
            item = FilesItem.get(user_id, f"{FILES_KEY}{message_id}", consistent_read=True)
        except DoesNotExist:
            return []
        return [str(key) for key in item.files]

    def take_back(self, key: str, user_id: str, message_id: str) -> None:
        """Write down that a message is gone which had a file; safe to repeat."""
        FileUseItem(_make_file_partition(key), _make_message_key(user_id, message_id)).delete()

    def forget(self, user_id: str, message_id: str) -> None:
        """Forget which files a message had, once all of them were taken back; safe to repeat."""
        FilesItem(user_id, f"{FILES_KEY}{message_id}").delete()

    def close(self, key: str) -> bool:
        """Let nobody use a file any more, if nobody does; safe to repeat.

        Returns:
            Whether the file can be removed. Not when it never had a `latest`: then it may have users that
            were not written down.
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
    """Write down that a message is going to have files; to be called before it is put. Safe to repeat."""
    for key in keys:
        FileUseItem(_make_file_partition(key), _make_message_key(user_id, message_id)).save()
    FilesItem(user_id, f"{FILES_KEY}{message_id}", files=list(keys)).save()


def parse_object_key(partition: str) -> str:
    """Return the key of the object that a partition of a file is about."""
    return partition.removeprefix(FILE_KEY)


def _make_file_partition(key: str) -> str:
    return f"{FILE_KEY}{key}"


def _make_message_key(user_id: str, message_id: str) -> str:
    return f"message#{user_id}#{message_id}"


def _is_lasting(use: FileUseItem, now: datetime) -> bool:
    return use.expires_at is None or use.expires_at > now.timestamp()
