"""The sealed log as it is published, read object by object.

Of the leaves, only the roots of complete tiles are kept: 32 bytes for 256 leaves.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Any

from botocore.exceptions import ClientError

from domains.accesslog.published_log import CHECKPOINT, LOG_PATH, PUBLIC_KEY, get_checkpoint, get_key_change
from infrastructure.operations.comparison import Figures
from transparency_log.checkpoints import Checkpoint, LogKey, NotSigned
from transparency_log.hashes import HASH_BYTES
from transparency_log.key_changes import LogKeys
from transparency_log.tiles import TILE_HEIGHT, TILE_WIDTH, Tile, compute_row_root, list_tiles, locate_tile
from transparency_log.tree import Tree

_TILE = re.compile(r"tile/(0|[1-9]\d?)/((?:x\d{3}/)*\d{3})(?:\.p/([1-9]\d{0,2}))?")
_CHECKPOINTS = "checkpoints/"
_KEY_CHANGES = "key-changes/"


class SealedLog:
    """The sealed log of a bucket.

    Attributes:
        size: leaves under the newest checkpoint; 0 until `compare`, and where no checkpoint can be read.
    """

    def __init__(self, s3: Any, bucket: str, figures: Figures) -> None:
        self.size = 0
        self._s3 = s3
        self._bucket = bucket
        self._figures = figures
        # Names of deleted objects, whose versions are still there.
        self._hidden: set[str] = set()
        # Roots of the complete tiles of each level, one behind the other, as the tiles of the level above.
        self._rows: list[bytes] = []
        self._read_leaves = lru_cache(maxsize=1)(self._read_leaf_tile)

    def compare(self, texts: Sequence[str], kept_keys: Sequence[str]) -> None:
        changes = self._note_names()
        try:
            keys = self._follow_keys(LogKey.from_text(self._read_text(PUBLIC_KEY)), changes)
            newest = keys.read_checkpoint(self._read_text(CHECKPOINT))
        except (NotSigned, UnicodeDecodeError):
            self._figures.add(CHECKPOINT, "no checkpoint is published that the published key signed")
            return
        published = {keys.first.text, *(change.key.text for change in keys.changes)}
        if any(kept.strip() not in published for kept in kept_keys):
            self._figures.add(PUBLIC_KEY, "it is not the key that was kept: the key of the log changed")
        self.size = newest.size
        if not self._has_all_leaves():
            return
        self._compute_rows()
        self._compare_tiles()
        self._compare_checkpoint(CHECKPOINT, self._read(CHECKPOINT), keys)
        for number, text in enumerate(texts, start=1):
            self._compare_checkpoint(f"given {number}", find_checkpoint(text, keys.first).encode(), keys)
        stored = [name for name in self._list_names() if name.startswith(_CHECKPOINTS)]
        # By size, so that each tile of leaves is read once.
        for name in sorted(stored, key=lambda name: (len(name), name)):
            self._compare_checkpoint(name, self._read(name), keys)

    def list_leaves(self) -> Iterator[tuple[int, bytes]]:
        """Yield places and hashes of the leaves in order, without those whose tile is missing."""
        for tile in _list_leaf_tiles(self.size):
            yield from enumerate(_split(self._read_tile(tile) or b""), start=tile.index << TILE_HEIGHT)

    def _note_names(self) -> Mapping[str, bytes]:
        """Note objects that were written twice or hidden; return the changes of the key."""
        changes = {}
        for name, versions, is_hidden in self._list_versions():
            if is_hidden:
                self._hidden.add(name)
                if versions:
                    self._figures.add(name, "it was deleted; its versions are still there")
            elif versions > 1 and name != CHECKPOINT:
                self._figures.add(name, "it was written more than once")
            if name.startswith(_KEY_CHANGES) and (note := self._read(name)) is not None:
                changes[name] = note
        return changes

    def _list_names(self) -> Iterator[str]:
        """Yield the names of the objects that are not hidden, in S3's order."""
        return (name for name, _, is_hidden in self._list_versions() if not is_hidden)

    def _list_versions(self) -> Iterator[tuple[str, int, bool]]:
        """Yield each name with the number of its versions, and if it is or was deleted."""
        pages = self._s3.get_paginator("list_object_versions").paginate(
            Bucket=self._bucket, Prefix=f"{LOG_PATH}/"
        )
        # S3 lists the versions of an object one after the other; those of one can be on two pages.
        listed = (
            pair
            for page in pages
            for pair in sorted(
                (each["Key"], kind == "DeleteMarkers")
                for kind in ("Versions", "DeleteMarkers")
                for each in page.get(kind, ())
            )
        )
        for key, found in groupby(listed, key=lambda pair: pair[0]):
            markers = [is_marker for _, is_marker in found]
            yield key.removeprefix(f"{LOG_PATH}/"), markers.count(False), any(markers)

    def _read(self, name: str) -> bytes | None:
        """Return the newest version of an object; None if there is none, or it is hidden."""
        if name in self._hidden:
            return None
        try:
            answer = self._s3.get_object(Bucket=self._bucket, Key=f"{LOG_PATH}/{name}")
        except ClientError as error:
            if error.response["Error"]["Code"] in ("NoSuchKey", "404"):
                return None
            raise
        content: bytes = answer["Body"].read()
        return content

    def _read_text(self, name: str) -> str:
        return (self._read(name) or b"").decode()

    def _read_tile(self, tile: Tile) -> bytes | None:
        """Return the hashes of a tile; None if it is missing or not whole."""
        content = self._read(tile.path)
        return content if content is not None and len(content) == tile.width * HASH_BYTES else None

    def _follow_keys(self, first: LogKey, notes: Mapping[str, bytes]) -> LogKeys:
        """Return the keys as far as each is signed by the one before; reports changes that do not follow."""
        keys = LogKeys(first)
        followed = set()
        while (note := notes.get(name := get_key_change(len(keys.changes) + 1))) is not None:
            try:
                keys = keys.follow_change(note.decode())
            except (NotSigned, UnicodeDecodeError):
                break
            followed.add(name)
        for name in notes.keys() - followed:
            self._figures.add(name, "the key before did not sign this change: the key of the log changed")
        return keys

    def _has_all_leaves(self) -> bool:
        """Report tiles that are missing or not whole, and tell if those of all leaves are there."""
        missing = [tile for tile in list_tiles(self.size) if self._read_tile(tile) is None]
        for tile in missing:
            self._figures.add(tile.path, "the tile is missing or not whole")
        return all(tile.level for tile in missing)

    def _compute_rows(self) -> None:
        whole = (tile for tile in _list_leaf_tiles(self.size) if tile.width == TILE_WIDTH)
        roots = bytearray()
        for tile in whole:
            roots += compute_row_root(_split(self._read_tile(tile) or b""))
        self._rows = [b"", bytes(roots)]
        while len(self._rows[-1]) >= TILE_WIDTH * HASH_BYTES:
            row = _split(self._rows[-1])
            starts = range(0, len(row) - TILE_WIDTH + 1, TILE_WIDTH)
            self._rows.append(b"".join(compute_row_root(row[start : start + TILE_WIDTH]) for start in starts))

    def _read_leaf_tile(self, index: int) -> bytes:
        return self._read_tile(locate_tile(0, index, self.size)) or b""

    def _compute_tile(self, tile: Tile) -> bytes:
        """Return a tile as the leaves make it; shorter than its width if the log has no more leaves."""
        start = tile.index << TILE_HEIGHT
        if not tile.level:
            return self._read_leaves(tile.index)[: tile.width * HASH_BYTES] if start < self.size else b""
        row = self._rows[tile.level] if tile.level < len(self._rows) else b""
        return row[start * HASH_BYTES : (start + tile.width) * HASH_BYTES]

    def _compare_tiles(self) -> None:
        for name in self._list_names():
            if not name.startswith("tile/"):
                continue
            tile = _parse_tile(name)
            expected = self._compute_tile(tile) if tile else b""
            # Tiles of leaves that have no checkpoint yet are longer, and nothing is known of them.
            if tile is not None and len(expected) < tile.width * HASH_BYTES:
                continue
            if tile is None or expected != self._read(name):
                self._figures.add(name, "the tile is not that of the sealed log")

    def _compare_checkpoint(self, name: str, note: bytes | None, keys: LogKeys) -> None:
        try:
            checkpoint: Checkpoint = keys.read_checkpoint((note or b"").decode())
        except (NotSigned, UnicodeDecodeError):
            self._figures.add(name, "it is no checkpoint that the published key signed")
            return
        self._figures.count({"checkpoints": 1})
        size, is_stored = checkpoint.size, name.startswith(_CHECKPOINTS)
        if is_stored and name != get_checkpoint(size):
            self._figures.add(name, f"it is the checkpoint of {size} leaves, not of those in its name")
        elif size > self.size:
            # A stored one is written before the newest one.
            if not is_stored:
                self._figures.add(
                    name, f"it has {size} leaves, and the log has only {self.size}: some were dropped"
                )
        elif Tree(size, self._compute_tile).get_root() != checkpoint.root:
            self._figures.add(
                name,
                f"the log does not begin with its {size} leaves: something was dropped, changed, or put in "
                "another order",
            )


def find_checkpoint(text: str, key: LogKey) -> str:
    """Return the checkpoint in a text such as an email: from the name of the log to the last signature."""
    lines = [line.rstrip("\r") for line in text.split("\n")]
    if key.name not in lines:
        return text
    begin = lines.index(key.name)
    signatures = [place for place, line in enumerate(lines) if line.startswith("\N{EM DASH} ")]
    return "\n".join([*lines[begin : signatures[-1] + 1], ""]) if signatures else text


def _list_leaf_tiles(size: int) -> Iterator[Tile]:
    return (tile for tile in list_tiles(size) if not tile.level)


def _split(content: bytes) -> list[bytes]:
    return [content[start : start + HASH_BYTES] for start in range(0, len(content), HASH_BYTES)]


def _parse_tile(name: str) -> Tile | None:
    found = _TILE.fullmatch(name)
    if found is None:
        return None
    level, index, width = found.groups()
    return Tile(int(level), int(re.sub(r"\D", "", index)), int(width) if width else TILE_WIDTH)
