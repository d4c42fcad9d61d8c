"""Uses of files, in the messages table, so that a file is deleted with its last message or application.

The partition of a file is `file#KEY`. It holds `message#USER#ID` and `application#ID` for each message and
application with the file, `call#ID` for each call that is about to add a use, and `latest`, which names the
last such call. A message with files has an item `files#ID` beside it, which outlives it and lists its files.

A call writes `call#ID`, then its id into `latest`, and only then checks that the file exists. A removal reads
`latest`, checks that the file has no uses, and closes `latest` on condition that it is unchanged. So either
the removal sees the call, or the call finds `latest` closed and treats the file as missing.
"""

import json
import uuid
from collections.abc import Sequence
from datetime import datetime, timedelta

from portal.items import Item, PlainSchema, to_seconds
from portal.tables import Attr, Table
from portal.types import Clock

FILE_KEY = "file#"
CALL_KEY = "call#"
FILES_KEY = "files#"

# Four times the time limit of a call's function.
_A_CALL = timedelta(minutes=2)
# By then unused uploads have expired, so that nobody can ask for the file again.
_CLOSED = timedelta(days=3)
_LATEST = "latest"

_USES = PlainSchema("user_id", "id")


class FilesTable:
    """Tracks the uses of files."""

    def __init__(self, table_name: str, clock: Clock) -> None:
        self._table = Table(table_name, _USES)
        self._clock = clock

    def begin_use(self, key: str, application_id: str | None = None) -> bool:
        """Protect a file from removal for the duration of a call; required before checking that it exists.

        Args:
            key: key of the object.
            application_id: application that will use the file.

        Returns:
            False if the file is being or has been removed.
        """
        partition = _make_file_partition(key)
        if application_id is not None:
            self._table.put({"user_id": partition, "id": f"application#{application_id}"})
        call = uuid.uuid4().hex
        ends_at = to_seconds(self._clock() + _A_CALL)
        self._table.put({"user_id": partition, "id": f"{CALL_KEY}{call}", "expires_at": ends_at})
        is_closed = Attr("is_closed")
        is_open = Attr("id").does_not_exist() | (is_closed == False)  # noqa: E712 -- a condition of DynamoDB
        latest = {"user_id": partition, "id": _LATEST, "call": call, "is_closed": False}
        return self._table.put(latest, is_open)

    def list_for_message(self, user_id: str, message_id: str) -> list[str]:
        """Return the keys of a message's files, even after its removal. Strongly consistent."""
        item = self._table.get(user_id, f"{FILES_KEY}{message_id}")
        return json.loads(item["files"]) if item else []

    def take_back(self, key: str, user_id: str, message_id: str) -> None:
        """Delete a removed message's use of a file; safe to repeat."""
        self._table.delete(_make_file_partition(key), _make_message_key(user_id, message_id))

    def delete_list(self, user_id: str, message_id: str) -> None:
        """Delete the list of a message's files, once all uses are deleted; safe to repeat."""
        self._table.delete(user_id, f"{FILES_KEY}{message_id}")

    def close_file(self, key: str) -> bool:
        """Close a file to new uses, if it has none; safe to repeat.

        Returns:
            True if the file can be removed; False without a `latest`, because then uses may be missing here.
        """
        partition = _make_file_partition(key)
        latest = self._table.get(partition, _LATEST)
        if latest is None:
            return False
        now = self._clock()
        uses = self._table.query(Attr("user_id") == partition)
        if any(use["id"] != _LATEST and _is_lasting(use, now) for use in uses):
            return False
        if latest["is_closed"]:
            return True
        closed = latest | {"is_closed": True, "expires_at": to_seconds(now + _CLOSED)}
        return self._table.put(closed, Attr("call") == latest["call"])

    def give_files(self, keys: Sequence[str], user_id: str, message_id: str) -> None:
        """Record a message's uses of files; required before storing the message. Safe to repeat."""
        for key in keys:
            self._table.put(
                {"user_id": _make_file_partition(key), "id": _make_message_key(user_id, message_id)}
            )
        files = json.dumps(list(keys))
        self._table.put({"user_id": user_id, "id": f"{FILES_KEY}{message_id}", "files": files})


def parse_object_key(partition: str) -> str:
    """Return the object key in a file's partition key."""
    return partition.removeprefix(FILE_KEY)


def _make_file_partition(key: str) -> str:
    return f"{FILE_KEY}{key}"


def _make_message_key(user_id: str, message_id: str) -> str:
    return f"message#{user_id}#{message_id}"


def _is_lasting(use: Item, now: datetime) -> bool:
    return "expires_at" not in use or bool(use["expires_at"] > now.timestamp())
