"""The public copy of the sealed log: objects in a bucket, with keys that are paths on the portal's host.

Each tile and each checkpoint of a size is written once. The bucket keeps every version of an object (Object
Lock), so that an attacker who overwrites an object cannot remove the original.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from urllib.parse import urlsplit

from botocore.exceptions import ClientError

from portal.aws import SENDING_READ_SECONDS, make_client
from transparency_log.checkpoints import LogKey
from transparency_log.key_changes import LogKeys
from transparency_log.tiles import Tile

LOG_PATH = ".well-known/access-log"
CHECKPOINT = "checkpoint"
PUBLIC_KEY = "public-key"

_TEXT = "text/plain; charset=utf-8"
_TILE = "application/octet-stream"
_FOREVER = "public, max-age=31536000, immutable"
# Source: tlog-tiles, which asks for a few seconds at most.
_SHORT = "public, max-age=5"
# S3 answers 403 for a missing object if the caller may not list the bucket.
_ABSENT = frozenset({"403", "404", "AccessDenied", "Forbidden", "NoSuchKey", "NotFound"})
# Excludes S3's answer that a write of the object is in progress: its content is still unknown.
_WAS_WRITTEN = "PreconditionFailed"


class LogForked(Exception):
    """An object of the log already exists with different content."""


def get_origin(portal_origin: str) -> str | None:
    """Return the name of the log: its address without the scheme, or None while the portal has no address.

    Args:
        portal_origin: such as `https://portal.example.gov`; the template's default is a name in `.invalid`.
    """
    address = urlsplit(portal_origin)
    if (address.hostname or "").endswith(".invalid"):
        return None
    return f"{address.netloc}/{LOG_PATH}"


def get_checkpoint(size: int) -> str:
    """Return the object name of the checkpoint of a tree size."""
    return f"checkpoints/{size}"


def get_key_change(number: int) -> str:
    """Return the object name of a change of the log's key, numbered from 1."""
    return f"key-changes/{number}"


def read_log_keys(first: LogKey, read_text: Callable[[str], str | None]) -> LogKeys:
    """Return the keys of the log, from the first through each change.

    Args:
        read_text: reads an object by its name; None where it does not exist.

    Raises:
        NotSigned: the key before did not sign a change.
    """
    keys = LogKeys(first)
    while (note := read_text(get_key_change(len(keys.changes) + 1))) is not None:
        keys = keys.follow_change(note)
    return keys


@dataclass(frozen=True)
class PublishedLog:
    """Reads and writes the objects of the log."""

    bucket: str

    def read_tile(self, tile: Tile) -> bytes:
        """Return the content of a tile.

        Raises:
            LookupError: the tile does not exist.
        """
        content = self._read(tile.path)
        if content is None:
            raise LookupError(tile.path)
        return content

    def add_tile(self, tile: Tile, content: bytes) -> None:
        """Write a tile; safe to repeat."""
        if not self._add(tile.path, content, _TILE) and self._read(tile.path) != content:
            raise LogForked(tile.path)

    def read_text(self, name: str) -> str | None:
        """Return a checkpoint, the first key or a change of it; None if it does not exist."""
        content = self._read(name)
        return None if content is None else content.decode()

    def add_text(self, name: str, text: str) -> str:
        """Write a text that never changes, unless it exists.

        Returns:
            The stored text, which differs if another writer was first.
        """
        return text if self._add(name, text.encode(), _TEXT) else self.read_text(name) or text

    def read_newest(self) -> tuple[str, str] | None:
        """Return the newest checkpoint and the mark needed to replace it; None if there is none."""
        response = self._get(CHECKPOINT)
        return None if response is None else (response["Body"].read().decode(), response["ETag"])

    def replace_newest(self, text: str, mark: str | None) -> bool:
        """Publish a checkpoint as the newest.

        Args:
            mark: mark of the previous checkpoint; None for the first.

        Returns:
            False if another checkpoint was published first; nothing is written.
        """
        condition = {"IfNoneMatch": "*"} if mark is None else {"IfMatch": mark}
        return self._put(CHECKPOINT, text.encode(), _TEXT, _SHORT, condition)

    @cached_property
    def _s3(self) -> Any:
        return make_client("s3", read_seconds=SENDING_READ_SECONDS)

    def _add(self, name: str, content: bytes, content_type: str) -> bool:
        return self._put(name, content, content_type, _FOREVER, {"IfNoneMatch": "*"})

    def _put(
        self, name: str, content: bytes, content_type: str, cache_control: str, condition: dict[str, str]
    ) -> bool:
        try:
            self._s3.put_object(
                Bucket=self.bucket,
                Key=f"{LOG_PATH}/{name}",
                Body=content,
                ContentType=content_type,
                CacheControl=cache_control,
                **condition,
            )
        except ClientError as error:
            if error.response["Error"]["Code"] != _WAS_WRITTEN:
                raise
            return False
        return True

    def _read(self, name: str) -> bytes | None:
        response = self._get(name)
        return None if response is None else bytes(response["Body"].read())

    def _get(self, name: str) -> Any:
        try:
            return self._s3.get_object(Bucket=self.bucket, Key=f"{LOG_PATH}/{name}")
        except ClientError as error:
            if error.response["Error"]["Code"] not in _ABSENT:
                raise
            return None
