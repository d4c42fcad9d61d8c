"""Tiles: rows of up to 256 hashes of a tree, each a separate object. Source: C2SP tlog-tiles.

A tile with 256 hashes is complete. Partial tiles have paths that depend on their width, so that objects never
change.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from transparency_log.hashes import HASH_BYTES, hash_nodes

TILE_HEIGHT = 8
TILE_WIDTH = 1 << TILE_HEIGHT
_DIGITS = 3
_RADIX = 10**_DIGITS


@dataclass(frozen=True, slots=True)
class Tile:
    """The address of a tile."""

    level: int  # 0 for hashes of leaves; higher levels hold the roots of complete tiles of the level below
    index: int  # index of the tile in its level, from the left
    width: int = TILE_WIDTH  # number of hashes, 1 to 256

    @property
    def path(self) -> str:
        """Path below the log's address, such as `tile/0/x001/234.p/5`."""
        groups, rest = [f"{self.index % _RADIX:0{_DIGITS}d}"], self.index // _RADIX
        while rest:
            groups.insert(0, f"x{rest % _RADIX:0{_DIGITS}d}")
            rest //= _RADIX
        suffix = "" if self.width == TILE_WIDTH else f".p/{self.width}"
        return f"tile/{self.level}/{'/'.join(groups)}{suffix}"


ReadTile = Callable[[Tile], bytes]
"""Reads a tile: exactly `width` hashes, one behind the other."""


class TileDamaged(Exception):
    """A tile's length differs from its address."""


def list_hashes(content: bytes, tile: Tile) -> list[bytes]:
    """Return the hashes in a tile.

    Raises:
        TileDamaged: it has more or fewer hashes than its address says.
    """
    if len(content) != tile.width * HASH_BYTES:
        raise TileDamaged(tile.path)
    return [content[start : start + HASH_BYTES] for start in range(0, len(content), HASH_BYTES)]


def locate_tile(level: int, index: int, size: int) -> Tile:
    """Return the existing tile at a place in a tree of `size` leaves."""
    hashes = size >> TILE_HEIGHT * level
    return Tile(level, index, min(TILE_WIDTH, hashes - index * TILE_WIDTH))


def list_tiles(size: int) -> Iterator[Tile]:
    """List the tiles of a tree of `size` leaves, from the leaves up."""
    level = 0
    while hashes := size >> TILE_HEIGHT * level:
        for index in range(-(-hashes // TILE_WIDTH)):
            yield locate_tile(level, index, size)
        level += 1


def compute_row_root(hashes: Sequence[bytes]) -> bytes:
    """Return the root of a row of hashes; their number is a power of two."""
    row = list(hashes)
    while len(row) > 1:
        row = [hash_nodes(left, right) for left, right in zip(row[::2], row[1::2], strict=True)]
    return row[0]


def append(size: int, leaf_hashes: Sequence[bytes], read: ReadTile) -> Iterator[tuple[Tile, bytes]]:
    """Append leaves to a tree.

    Args:
        size: size of the old tree.
        leaf_hashes: hashes of the new leaves, in order.
        read: reads a tile of the old tree; only the last one of each level is needed.

    Returns:
        The new tree's additional tiles with their content, from the leaves up.
    """
    level, added = 0, list(leaf_hashes)
    new_size = size + len(added)
    while added:
        before = size >> TILE_HEIGHT * level
        first = before // TILE_WIDTH
        row = added
        if before % TILE_WIDTH:
            partial = locate_tile(level, first, size)
            row = list_hashes(read(partial), partial) + row
        added = []
        for start in range(0, len(row), TILE_WIDTH):
            hashes = row[start : start + TILE_WIDTH]
            yield locate_tile(level, first + start // TILE_WIDTH, new_size), b"".join(hashes)
            if len(hashes) == TILE_WIDTH:
                added.append(compute_row_root(hashes))
        level += 1
