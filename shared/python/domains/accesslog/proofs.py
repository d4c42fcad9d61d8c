"""Proofs that a person's records are in the sealed log."""

import base64
from collections.abc import Sequence
from dataclasses import dataclass

from botocore.exceptions import BotoCoreError, ClientError

from domains.accesslog.access_log_table import LogLine
from domains.accesslog.contract import AccessProof
from domains.accesslog.published_log import PublishedLog
from domains.accesslog.sealing_table import LogHeads
from transparency_log.tiles import TileDamaged
from transparency_log.tree import Tree


class LogNotReadable(Exception):
    """The sealed log cannot be read, or is damaged."""


@dataclass(frozen=True, slots=True)
class AccessProofs:
    """Makes proofs from the tiles."""

    heads: LogHeads
    tiles: PublishedLog

    def prove_lines(self, lines: Sequence[LogLine]) -> list[AccessProof | None]:
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
