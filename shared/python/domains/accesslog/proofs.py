"""Proofs that a person's records are in the sealed log."""

import base64
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from botocore.exceptions import BotoCoreError, ClientError

from domains.accesslog.access_log_table import LogLine
from domains.accesslog.contract import AccessProof
from domains.accesslog.sealing_table import LogHead
from transparency_log.tiles import Tile, TileDamaged
from transparency_log.tree import Tree


class Heads(Protocol):
    """Reader of the tree's size; see `domains.accesslog.sealing_table`."""

    def read_head(self) -> LogHead: ...


class Tiles(Protocol):
    """Reader of the tiles; see `domains.accesslog.published_log`."""

    def read_tile(self, tile: Tile) -> bytes: ...


class LogNotReadable(Exception):
    """The sealed log cannot be read, or is damaged."""


@dataclass(frozen=True, slots=True)
class AccessProofs:
    """Makes proofs from the tiles."""

    heads: Heads
    tiles: Tiles

    def prove(self, lines: Sequence[LogLine]) -> list[AccessProof | None]:
        """Return the proof of each line, all against one checkpoint.

        Reads the head once, and each tile on the paths from the lines to the root once.

        Args:
            lines: from `AccessLogTable.list_lines`.

        Returns:
            Proofs in the order of the lines; None for a line that is not sealed yet.

        Raises:
            LogNotReadable: a tile is missing, incomplete, or unreadable at the moment.
        """
        if all(line.leaf_index is None for line in lines):
            return [None] * len(lines)
        tree = Tree(self.heads.read_head().sealed_size, self.tiles.read_tile)
        try:
            return [_make_proof(line, tree) for line in lines]
        except (LookupError, TileDamaged, BotoCoreError, ClientError) as error:
            raise LogNotReadable from error


def _make_proof(line: LogLine, tree: Tree) -> AccessProof | None:
    if line.leaf_index is None or line.leaf_index >= tree.size:
        return None
    path = tree.make_inclusion_path(line.leaf_index)
    return AccessProof(
        leaf_index=line.leaf_index,
        tree_size=tree.size,
        salt=line.salt,
        record=line.content,
        audit_path=[base64.b64encode(each).decode() for each in path],
    )
