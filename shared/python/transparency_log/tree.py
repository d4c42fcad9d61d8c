"""A tree read from its tiles, with its root and proofs.

Source of the proofs: RFC 6962, sections 2.1.1 and 2.1.2.
"""

from functools import lru_cache

from transparency_log.hashes import EMPTY_ROOT, find_largest_power_below, hash_nodes
from transparency_log.tiles import (
    TILE_HEIGHT,
    TILE_WIDTH,
    ReadTile,
    compute_row_root,
    list_hashes,
    locate_tile,
)

_TILES_KEPT = 64


class Tree:
    """The tree of the first `size` leaves of a log."""

    def __init__(self, size: int, read: ReadTile) -> None:
        """Use a tree of `size` leaves; `read` is called once for each tile."""
        self.size = size

        @lru_cache(maxsize=_TILES_KEPT)
        def row(level: int, index: int) -> list[bytes]:
            tile = locate_tile(level, index, size)
            return list_hashes(read(tile), tile)

        self._row = row

    def get_leaf(self, index: int) -> bytes:
        """Return the hash of a leaf.

        Raises:
            IndexError: the tree has no such leaf.
        """
        if not 0 <= index < self.size:
            raise IndexError(index)
        return self._complete(0, index)

    def get_root(self) -> bytes:
        return self._compute_root(0, self.size) if self.size else EMPTY_ROOT

    def make_inclusion_path(self, index: int) -> list[bytes]:
        """Return the sibling hashes on the path from a leaf to the root, from the leaf up.

        Raises:
            IndexError: the tree has no such leaf.
        """
        if not 0 <= index < self.size:
            raise IndexError(index)
        path = []
        begin, end = 0, self.size
        while end - begin > 1:
            middle = begin + find_largest_power_below(end - begin)
            if index < middle:
                path.append(self._compute_root(middle, end))
                end = middle
            else:
                path.append(self._compute_root(begin, middle))
                begin = middle
        return path[::-1]

    def make_consistency_path(self, old_size: int) -> list[bytes]:
        """Return the proof that this tree begins with all leaves of a smaller one.

        Raises:
            IndexError: `old_size` is not between 1 and the size of this tree.
        """
        if not 0 < old_size <= self.size:
            raise IndexError(old_size)
        path = []
        begin, end = 0, self.size
        while end != old_size:
            middle = begin + find_largest_power_below(end - begin)
            if old_size <= middle:
                path.append(self._compute_root(middle, end))
                end = middle
            else:
                path.append(self._compute_root(begin, middle))
                begin = middle
        if begin:
            path.append(self._compute_root(begin, end))
        return path[::-1]

    def _compute_root(self, begin: int, end: int) -> bytes:
        """Return the root of a range of leaves that is a branch of this tree."""
        count = end - begin
        if count & (count - 1) == 0:
            return self._complete(count.bit_length() - 1, begin // count)
        middle = begin + find_largest_power_below(count)
        return hash_nodes(self._compute_root(begin, middle), self._compute_root(middle, end))

    def _complete(self, height: int, index: int) -> bytes:
        """Return the root of a complete branch of 2^height leaves."""
        level, above = divmod(height, TILE_HEIGHT)
        tile, place = divmod(index << above, TILE_WIDTH)
        return compute_row_root(self._row(level, tile)[place : place + (1 << above)])
