"""The sealed log as it is published, read object by object.

Of the leaves, only the right edge of the tree and the roots of complete tiles are kept: 32 bytes for 256
leaves.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import groupby
from typing import Any

from botocore.exceptions import ClientError

from domains.accesslog.published_log import (
    CHECKPOINT,
    LOG_PATH,
    PUBLIC_KEY,
    get_checkpoint,
    get_key_change,
)
from transparency_log.checkpoints import Checkpoint, LogKey, NotSigned
from transparency_log.hashes import EMPTY_ROOT, HASH_BYTES, hash_nodes
from transparency_log.key_changes import LogKeys
from transparency_log.tiles import TILE_HEIGHT, TILE_WIDTH, Tile, compute_row_root, list_tiles, locate_tile

_TILE = re.compile(r"tile/(0|[1-9]\d?)/((?:x\d{3}/)*\d{3})(?:\.p/([1-9]\d{0,2}))?")
_CHECKPOINTS = "checkpoints/"
_KEY_CHANGES = "key-changes/"
_MAX_DIGITS = 19


@dataclass(frozen=True, slots=True, order=True)
class Difference:
    """A contradiction in the log.

    Attributes:
        where: a key of the table, or the name of an object.
    """

    where: str
    fault: str

    def __str__(self) -> str:
        return f"{self.where}: {self.fault}"


@dataclass(slots=True)
class SealedLog:
    """Sealed log with its faults.

    Attributes:
        size: leaves under the newest checkpoint.
        checkpoints: how many were compared.
        objects: the published objects; None where no checkpoint can be read.
    """

    size: int = 0
    checkpoints: int = 0
    differences: list[Difference] = field(default_factory=list)
    objects: "_Objects | None" = None

    def find(self, where: str, fault: str) -> None:
        """Note a difference."""
        self.differences.append(Difference(where, fault))

    def list_leaves(self) -> Iterator[tuple[int, bytes]]:
        """Yield places and hashes of the leaves in order, without those whose tile is missing."""
        if self.objects is None:
            return
        for tile, content in self.objects.list_leaf_tiles(self.size):
            if content is not None:
                yield from enumerate(_split(content), start=tile.index << TILE_HEIGHT)


def read_sealed_log(
    s3: Any, bucket: str, texts: Sequence[str] = (), kept_keys: Sequence[str] = ()
) -> SealedLog:
    """Read a bucket and compare all that is in it.

    Args:
        s3: boto3's client.
        texts: checkpoints that somebody kept, each as a text that may have others around it.
        kept_keys: verifier keys that somebody kept.

    Returns:
        What is sealed. Nothing where no checkpoint of this log can be read.
    """
    log, objects = SealedLog(), _Objects(s3, bucket)
    changes = objects.note_names(log)
    try:
        keys = _follow_keys(LogKey.from_text(objects.read_text(PUBLIC_KEY)), changes, log)
        newest = keys.read_checkpoint(objects.read_text(CHECKPOINT))
    except (NotSigned, UnicodeDecodeError):
        log.find(CHECKPOINT, "no checkpoint is published that the published key signed")
        return log
    published = {keys.first.text, *(change.key.text for change in keys.changes)}
    if any(kept.strip() not in published for kept in kept_keys):
        log.find(PUBLIC_KEY, "it is not the key that was kept: the key of the log changed")
    log.size, log.objects = newest.size, objects
    if not _has_all_tiles(objects, log):
        return log
    given = [
        (f"given {place}", find_checkpoint(text, keys.first)) for place, text in enumerate(texts, start=1)
    ]
    roots = _Roots(log, keys)
    for name, note in [
        (CHECKPOINT, objects.read(CHECKPOINT)),
        *((name, text.encode()) for name, text in given),
    ]:
        roots.add(name, note or b"")
    _compare_tiles(objects, log, roots.compare_all(objects))
    return log


class _Objects:
    """The objects of the log, each read when it is needed.

    Attributes:
        hidden: names of deleted objects, whose versions are still there.
    """

    def __init__(self, s3: Any, bucket: str) -> None:
        self._s3 = s3
        self._bucket = bucket
        self.hidden: set[str] = set()

    def note_names(self, log: SealedLog) -> Mapping[str, bytes]:
        """Note objects that were written twice or hidden; return the changes of the key."""
        changes = {}
        for name, versions, is_hidden in self._list_versions():
            if is_hidden:
                self.hidden.add(name)
                if versions:
                    log.find(name, "it was deleted; its versions are still there")
            elif versions > 1 and name != CHECKPOINT:
                log.find(name, "it was written more than once")
            if name.startswith(_KEY_CHANGES) and (note := self.read(name)) is not None:
                changes[name] = note
        return changes

    def list_names(self) -> Iterator[str]:
        """Yield the names of the objects that are not hidden, in S3's order."""
        for name, _, is_hidden in self._list_versions():
            if not is_hidden:
                yield name

    def _list_versions(self) -> Iterator[tuple[str, int, bool]]:
        """Yield each name with the number of its versions, and if it is or was deleted."""
        pages = self._s3.get_paginator("list_object_versions").paginate(
            Bucket=self._bucket, Prefix=f"{LOG_PATH}/"
        )
        # S3 lists the versions of an object one after the other; those of one can be on two pages.
        listed = (
            (each["Key"], is_marker)
            for page in pages
            for each, is_marker in sorted(
                [
                    *((each, False) for each in page.get("Versions", ())),
                    *((each, True) for each in page.get("DeleteMarkers", ())),
                ],
                key=lambda pair: pair[0]["Key"],
            )
        )
        for key, found in groupby(listed, key=lambda pair: pair[0]):
            markers = [is_marker for _, is_marker in found]
            yield key.removeprefix(f"{LOG_PATH}/"), markers.count(False), any(markers)

    def read(self, name: str) -> bytes | None:
        """Return the newest version of an object; None if there is none, or it is hidden."""
        if name in self.hidden:
            return None
        try:
            answer = self._s3.get_object(Bucket=self._bucket, Key=f"{LOG_PATH}/{name}")
        except ClientError as error:
            if error.response["Error"]["Code"] in ("NoSuchKey", "404"):
                return None
            raise
        content: bytes = answer["Body"].read()
        return content

    def read_text(self, name: str) -> str:
        """Return the text of an object; empty if there is none."""
        return (self.read(name) or b"").decode()

    def read_tile(self, tile: Tile) -> bytes | None:
        """Return the hashes of a tile; None if it is missing or not whole."""
        content = self.read(tile.path)
        return content if content is not None and len(content) == tile.width * HASH_BYTES else None

    def list_leaf_tiles(self, size: int) -> Iterator[tuple[Tile, bytes | None]]:
        """Yield the tiles of the leaves, with their hashes."""
        for tile in list_tiles(size):
            if tile.level:
                return
            yield tile, self.read_tile(tile)


def _follow_keys(first: LogKey, notes: Mapping[str, bytes], log: SealedLog) -> LogKeys:
    """Return the keys as far as each is signed by the one before; notes changes that do not follow."""
    keys = LogKeys(first)
    followed = set()
    while (note := notes.get(name := get_key_change(len(keys.changes) + 1))) is not None:
        try:
            keys = keys.follow(note.decode())
        except (NotSigned, UnicodeDecodeError):
            break
        followed.add(name)
    for name in notes:
        if name not in followed:
            log.find(name, "the key before did not sign this change: the key of the log changed")
    return keys


def find_checkpoint(text: str, key: LogKey) -> str:
    """Return the checkpoint in a text such as an email: from the name of the log to the last signature."""
    lines = [line.rstrip("\r") for line in text.split("\n")]
    if key.name not in lines:
        return text
    begin = lines.index(key.name)
    signatures = [place for place, line in enumerate(lines) if line.startswith("\N{EM DASH} ")]
    return "\n".join([*lines[begin : signatures[-1] + 1], ""]) if signatures else text


def _split(content: bytes) -> list[bytes]:
    return [content[start : start + HASH_BYTES] for start in range(0, len(content), HASH_BYTES)]


def _has_all_tiles(objects: _Objects, log: SealedLog) -> bool:
    """Note tiles that are missing or not whole, and tell if those of all leaves are there."""
    has_leaves = True
    for tile in list_tiles(log.size):
        if objects.read_tile(tile) is None:
            log.find(tile.path, "the tile is missing or not whole")
            has_leaves = has_leaves and tile.level > 0
    return has_leaves


def _compare_tiles(objects: _Objects, log: SealedLog, tile_roots: bytes) -> None:
    """Compare all tiles with the leaves.

    Args:
        tile_roots: the roots of the complete tiles of leaves, one behind the other.
    """
    rows = [b"", tile_roots]
    while len(rows[-1]) >= TILE_WIDTH * HASH_BYTES:
        row = _split(rows[-1])
        rows.append(
            b"".join(
                compute_row_root(row[start : start + TILE_WIDTH])
                for start in range(0, len(row) - TILE_WIDTH + 1, TILE_WIDTH)
            )
        )

    @lru_cache(maxsize=1)
    def read_leaves(index: int) -> bytes:
        return objects.read_tile(locate_tile(0, index, log.size)) or b""

    def get_expected(tile: Tile) -> bytes:
        if tile.level >= len(rows):
            return b""
        if tile.level:
            start = (tile.index << TILE_HEIGHT) * HASH_BYTES
            return rows[tile.level][start : start + tile.width * HASH_BYTES]
        if tile.index << TILE_HEIGHT >= log.size:
            return b""
        return read_leaves(tile.index)[: tile.width * HASH_BYTES]

    for name in objects.list_names():
        if not name.startswith("tile/"):
            continue
        tile = _parse_tile(name)
        # Tiles of leaves that have no checkpoint yet are longer, and nothing is known of them.
        if tile is not None and len(expected := get_expected(tile)) < tile.width * HASH_BYTES:
            continue
        if tile is None or expected != objects.read(name):
            log.find(name, "the tile is not that of the sealed log")


def _parse_tile(name: str) -> Tile | None:
    found = _TILE.fullmatch(name)
    if found is None:
        return None
    level, index, width = found.groups()
    return Tile(int(level), int(re.sub(r"\D", "", index)), int(width) if width else TILE_WIDTH)


class _Roots:
    """Compares checkpoints with the tree, while its leaves are read once."""

    def __init__(self, log: SealedLog, keys: LogKeys) -> None:
        self._log = log
        self._keys = keys
        self._named: dict[int, list[tuple[Checkpoint, str]]] = {}
        # Objects under the name of another size.
        self._misnamed: dict[int, list[tuple[Checkpoint, str]]] = {}
        # A bit for each size that has an object.
        self._stored = bytearray(log.size // 8 + 1)

    def add(self, name: str, note: bytes) -> None:
        """Add a checkpoint to compare."""
        if (checkpoint := self._read(name, note)) is not None:
            self._compare_size(checkpoint, name)
            self._named.setdefault(checkpoint.size, []).append((checkpoint, name))

    def compare_all(self, objects: _Objects) -> bytes:
        """Compare the added and all stored checkpoints.

        Returns:
            The roots of the complete tiles of leaves, one behind the other.
        """
        for name in objects.list_names():
            if name.startswith(_CHECKPOINTS):
                self._note(name, objects)
        tile_roots = bytearray()
        self._compare(0, EMPTY_ROOT, objects)
        self._read_leaves(objects, tile_roots)
        if self._misnamed:
            # Only where somebody changed the log, so its leaves can be read again.
            self._named, self._stored = self._misnamed, bytearray(len(self._stored))
            self._compare(0, EMPTY_ROOT, objects)
            self._read_leaves(objects, bytearray())
        return bytes(tile_roots)

    def _read_leaves(self, objects: _Objects, tile_roots: bytearray) -> None:
        # Roots of complete branches from the left, each with the number of its leaves.
        branches: list[tuple[int, bytes]] = []
        for place, leaf in self._log.list_leaves():
            count, root = 1, leaf
            while branches and branches[-1][0] == count:
                root, count = hash_nodes(branches.pop()[1], root), count * 2
                if count == TILE_WIDTH:
                    tile_roots += root
            branches.append((count, root))
            size = place + 1
            if size in self._named or self._is_stored(size):
                total = branches[-1][1]
                for _, left in reversed(branches[:-1]):
                    total = hash_nodes(left, total)
                self._compare(size, total, objects)

    def _note(self, name: str, objects: _Objects) -> None:
        """Note a stored checkpoint: by its size, where its name is that of a tree that is known."""
        text = name.removeprefix(_CHECKPOINTS)
        # Longer texts are no sizes, and would take long to parse.
        size = int(text) if text.isascii() and text.isdecimal() and len(text) < _MAX_DIGITS else None
        if size is not None and size <= self._log.size and name == get_checkpoint(size):
            self._stored[size // 8] |= 1 << size % 8
        else:
            self.add(name, objects.read(name) or b"")

    def _is_stored(self, size: int) -> bool:
        return bool(self._stored[size // 8] >> size % 8 & 1)

    def _compare(self, size: int, root: bytes, objects: _Objects) -> None:
        for named, where in self._named.pop(size, ()):
            self._compare_root(named, where, root)
        if not self._is_stored(size):
            return
        name = get_checkpoint(size)
        checkpoint = self._read(name, objects.read(name) or b"")
        if checkpoint is None:
            return
        self._compare_size(checkpoint, name)
        if checkpoint.size == size:
            self._compare_root(checkpoint, name, root)
        else:
            self._misnamed.setdefault(checkpoint.size, []).append((checkpoint, name))

    def _read(self, name: str, note: bytes) -> Checkpoint | None:
        try:
            checkpoint = self._keys.read_checkpoint(note.decode())
        except (NotSigned, UnicodeDecodeError):
            self._log.find(name, "it is no checkpoint that the published key signed")
            return None
        self._log.checkpoints += 1
        return checkpoint

    def _compare_size(self, checkpoint: Checkpoint, name: str) -> None:
        size = self._log.size
        if name.startswith(_CHECKPOINTS):
            if name != get_checkpoint(checkpoint.size):
                self._log.find(
                    name, f"it is the checkpoint of {checkpoint.size} leaves, not of those in its name"
                )
        elif checkpoint.size > size:
            self._log.find(
                name, f"it has {checkpoint.size} leaves, and the log has only {size}: some were dropped"
            )

    def _compare_root(self, checkpoint: Checkpoint, name: str, root: bytes) -> None:
        if checkpoint.root != root:
            self._log.find(
                name,
                f"the log does not begin with its {checkpoint.size} leaves: something was dropped, changed, "
                "or put in another order",
            )
