"""The sealed log as it is published, read whole."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

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
from transparency_log.tiles import TILE_HEIGHT, TILE_WIDTH, Tile, compute_row_root, list_tiles

_TILE = re.compile(r"tile/(0|[1-9]\d?)/((?:x\d{3}/)*\d{3})(?:\.p/([1-9]\d{0,2}))?")
_CHECKPOINTS = "checkpoints/"
_KEY_CHANGES = "key-changes/"


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
        leaves: their hashes as the tiles have them; fewer than `size` where tiles are missing.
        checkpoints: how many were compared.
    """

    size: int = 0
    leaves: Sequence[bytes] = ()
    checkpoints: int = 0
    differences: list[Difference] = field(default_factory=list)

    def find(self, where: str, fault: str) -> None:
        """Note a difference."""
        self.differences.append(Difference(where, fault))


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
    log = SealedLog()
    objects = dict(_list_objects(s3, bucket, log))
    try:
        keys = _follow_keys(LogKey.from_text(objects.get(PUBLIC_KEY, b"").decode()), objects, log)
        newest = keys.read_checkpoint(objects.get(CHECKPOINT, b"").decode())
    except (NotSigned, UnicodeDecodeError):
        log.find(CHECKPOINT, "no checkpoint is published that the published key signed")
        return log
    published = {keys.first.text, *(change.key.text for change in keys.changes)}
    if any(kept.strip() not in published for kept in kept_keys):
        log.find(PUBLIC_KEY, "it is not the key that was kept: the key of the log changed")
    log.size = newest.size
    log.leaves = _list_leaves(objects, log)
    if len(log.leaves) < log.size:
        return log
    _compare_tiles(objects, log)
    kept = {name: content for name, content in objects.items() if name.startswith(_CHECKPOINTS)}
    named = {CHECKPOINT: objects[CHECKPOINT], **kept}
    named |= {
        f"given {place}": find_checkpoint(text, keys.first).encode()
        for place, text in enumerate(texts, start=1)
    }
    _compare_checkpoints(named, keys, log)
    return log


def _follow_keys(first: LogKey, objects: Mapping[str, bytes], log: SealedLog) -> LogKeys:
    """Return the keys as far as each is signed by the one before; notes changes that do not follow."""
    keys = LogKeys(first)
    followed = set()
    while (note := objects.get(name := get_key_change(len(keys.changes) + 1))) is not None:
        try:
            keys = keys.follow(note.decode())
        except (NotSigned, UnicodeDecodeError):
            break
        followed.add(name)
    for name in objects:
        if name.startswith(_KEY_CHANGES) and name not in followed:
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


def _list_objects(s3: Any, bucket: str, log: SealedLog) -> Iterator[tuple[str, bytes]]:
    """Yield the objects by name, each in its newest version; notes which were written twice or hidden."""
    versions: Counter[str] = Counter()
    hidden = set()
    for page in s3.get_paginator("list_object_versions").paginate(Bucket=bucket, Prefix=f"{LOG_PATH}/"):
        versions.update(each["Key"] for each in page.get("Versions", ()))
        hidden |= {each["Key"] for each in page.get("DeleteMarkers", ())}
    for key, count in sorted(versions.items()):
        name = key.removeprefix(f"{LOG_PATH}/")
        if key in hidden:
            log.find(name, "it was deleted; its versions are still there")
            continue
        if count > 1 and name != CHECKPOINT:
            log.find(name, "it was written more than once")
        yield name, s3.get_object(Bucket=bucket, Key=key)["Body"].read()


def _list_leaves(objects: Mapping[str, bytes], log: SealedLog) -> list[bytes]:
    leaves: list[bytes] = []
    for tile in list_tiles(log.size):
        content = objects.get(tile.path)
        if content is None or len(content) != tile.width * HASH_BYTES:
            log.find(tile.path, "the tile is missing or not whole")
        elif tile.level == 0:
            leaves += [content[start : start + HASH_BYTES] for start in range(0, len(content), HASH_BYTES)]
    return leaves


def _compare_tiles(objects: Mapping[str, bytes], log: SealedLog) -> None:
    rows: list[Sequence[bytes]] = [log.leaves]
    while len(rows[-1]) >= TILE_WIDTH:
        row = rows[-1]
        rows.append(
            [
                compute_row_root(row[start : start + TILE_WIDTH])
                for start in range(0, len(row) - TILE_WIDTH + 1, TILE_WIDTH)
            ]
        )
    for name, content in objects.items():
        if not name.startswith("tile/"):
            continue
        tile = _parse_tile(name)
        hashes: Sequence[bytes] = ()
        if tile is not None and tile.level < len(rows):
            start = tile.index << TILE_HEIGHT
            hashes = rows[tile.level][start : start + tile.width]
        # Tiles of leaves that have no checkpoint yet are longer, and nothing is known of them.
        if tile is None or (len(hashes) == tile.width and b"".join(hashes) != content):
            log.find(name, "the tile is not that of the sealed log")


def _parse_tile(name: str) -> Tile | None:
    found = _TILE.fullmatch(name)
    if found is None:
        return None
    level, index, width = found.groups()
    return Tile(int(level), int(re.sub(r"\D", "", index)), int(width) if width else TILE_WIDTH)


def _compare_checkpoints(named: Mapping[str, bytes], keys: LogKeys, log: SealedLog) -> None:
    checkpoints: list[tuple[Checkpoint, str]] = []
    for name, note in named.items():
        try:
            checkpoints.append((keys.read_checkpoint(note.decode()), name))
        except (NotSigned, UnicodeDecodeError):
            log.find(name, "it is no checkpoint that the published key signed")
    log.checkpoints = len(checkpoints)
    roots = _compute_roots(log.leaves, {checkpoint.size for checkpoint, _ in checkpoints})
    for checkpoint, name in checkpoints:
        if name.startswith(_CHECKPOINTS) and name != get_checkpoint(checkpoint.size):
            log.find(name, f"it is the checkpoint of {checkpoint.size} leaves, not of those in its name")
        if checkpoint.size > log.size and not name.startswith(_CHECKPOINTS):
            log.find(
                name, f"it has {checkpoint.size} leaves, and the log has only {log.size}: some were dropped"
            )
        elif checkpoint.size <= log.size and roots[checkpoint.size] != checkpoint.root:
            log.find(
                name,
                f"the log does not begin with its {checkpoint.size} leaves: something was dropped, changed, "
                "or put in another order",
            )


def _compute_roots(leaves: Sequence[bytes], sizes: set[int]) -> dict[int, bytes]:
    """Return the root of the first leaves, for each of some numbers of them."""
    roots = {0: EMPTY_ROOT}
    # Roots of complete branches from the left, each with the number of its leaves.
    branches: list[tuple[int, bytes]] = []
    for size, leaf in enumerate(leaves, start=1):
        count, root = 1, leaf
        while branches and branches[-1][0] == count:
            root, count = hash_nodes(branches.pop()[1], root), count * 2
        branches.append((count, root))
        if size in sizes:
            total = branches[-1][1]
            for _, left in reversed(branches[:-1]):
                total = hash_nodes(left, total)
            roots[size] = total
    return roots
