"""Seals the access log: lines get places, then tiles and a signed checkpoint.

1. A transaction gives the oldest lines their places and keeps their hashes with the head: this settles the
   order of the log, and the remaining steps have one possible outcome.
2. Write each tile once, and compare it with the stored one.
3. Prove that the new tree begins with the old one, then sign the checkpoint of that size and write it once.
4. Advance the head, and publish the checkpoint as the newest.

A new key is announced before it signs: the head settles from which size on, while no leaves are pending, and
the former key signs the note of the change.

A run that dies between two steps, or races with another, leaves work that the next run finishes.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property

from aws_lambda_powertools import Logger

from domains.accesslog.published_log import (
    PUBLIC_KEY,
    PublishedLog,
    get_checkpoint,
    get_key_change,
    read_log_keys,
)
from domains.accesslog.sealing_table import LogHead, SealingTable
from functions.accesslogsealer.amazon_kms import AmazonKms
from functions.accesslogsealer.witness import MailWitness
from portal.errors import Unavailable
from portal.types import Clock
from transparency_log.checkpoints import Checkpoint, LogKey, read_checkpoint, sign_checkpoint
from transparency_log.key_changes import KeyChange, LogKeys
from transparency_log.proofs import verify_consistency
from transparency_log.tiles import append
from transparency_log.tree import Tree

NEEDED_MILLISECONDS = 15_000
"""Minimum time left for sealing more lines."""


class OtherKey(Exception):
    """The published log has another key than those that this sealer signs with."""


@dataclass(frozen=True, slots=True)
class Sealed:
    """Outcome of a run."""

    lines: int  # number of sealed lines
    size: int  # leaves under the newest checkpoint
    waiting_seconds: float  # age of the oldest unsealed line; 0 if there is none


@dataclass(frozen=True, kw_only=True)
class SealerService:
    """Seal waiting lines; the next run continues where this one stopped."""

    # Name of the log until its first publication; None while the portal has no address. Then lines wait,
    # because the published name is final.
    origin: str | None
    clock: Clock
    table: SealingTable
    published: PublishedLog
    key: AmazonKms
    former_key: AmazonKms | None  # key before `key`, which signs the change to it; None for none
    witness: MailWitness | None  # None to inform nobody outside
    logger: Logger

    def seal_waiting_lines(self, remaining_milliseconds: Callable[[], int]) -> Sealed:
        """Seal the waiting lines.

        Args:
            remaining_milliseconds: time that the function has left.

        Raises:
            LogForked, NotProved, TileDamaged, NotSigned, OtherKey: the published log differs from what this
                one wrote; sealing stops until somebody investigates.
        """
        before = self.table.read_head().sealed_size
        if self.origin is None:
            return Sealed(0, before, self._measure_waiting_seconds())
        while remaining_milliseconds() >= NEEDED_MILLISECONDS and self._seal_some():
            pass
        # Read before the keys, so they have the one that signed it.
        newest = self.published.read_newest()
        head = self.table.read_head()
        keys = self._read_keys(head)
        self._publish_newest(head, keys, newest)
        self._tell_witness(head, keys)
        return Sealed(head.sealed_size - before, head.sealed_size, self._measure_waiting_seconds())

    def _seal_some(self) -> bool:
        """Finish the pending seal, change the key, or seal the oldest lines; false if nothing is left."""
        head = self.table.read_head()
        # Read after the head, so they have each change that the head was moved past.
        keys = self._read_keys(head)
        if not head.pending:
            if head.next_key or keys.newest.public_key != self.key.public_key:
                return self._change_key(head, keys)
            waiting = self.table.list_waiting()
            if not waiting:
                return False
            new_head = self.table.give_places(head, waiting)
            if new_head is None:
                # A concurrent run owns these.
                return False
            head = new_head
        self._finish(head, keys)
        return True

    def _finish(self, head: LogHead, keys: LogKeys) -> None:
        """Write tiles and checkpoint of the pending leaves, and advance the head."""
        leaves = [bytes.fromhex(each) for each in head.pending]
        for tile, content in append(head.sealed_size, leaves, self.published.read_tile):
            self.published.add_tile(tile, content)
        size = head.sealed_size + len(leaves)
        tree = Tree(size, self.published.read_tile)
        root = tree.get_root()
        path = tree.make_consistency_path(head.sealed_size) if head.sealed_size else []
        verify_consistency(head.sealed_size, bytes.fromhex(head.root), size, root, path)
        self._make_checkpoint(size, root, keys)
        self.table.save_head(replace(head, sealed_size=size, root=root.hex(), pending=()))

    def _change_key(self, head: LogHead, keys: LogKeys) -> bool:
        """Publish the change of the key, signed by the one before; false after a concurrent run moved it."""
        if not head.next_key:
            current = LogKey(keys.name, self.key.public_key)
            if keys.has_key(current):
                raise OtherKey(PUBLIC_KEY)
            # The former key signs no checkpoint after this.
            self._find_signer(keys.newest)
            self._make_checkpoint(head.sealed_size, bytes.fromhex(head.root), keys)
            new_head = self.table.save_head(replace(head, next_key=current.text))
            if new_head is None:
                return False
            head = new_head
        if keys.newest.text != head.next_key:
            name = get_key_change(len(keys.changes) + 1)
            change = KeyChange(head.sealed_size + 1, LogKey.from_text(head.next_key))
            self.published.add_text(name, keys.sign_change(change, self._find_signer(keys.newest).sign))
            keys = self._read_keys(head)
            if keys.newest.text != head.next_key:
                raise OtherKey(name)
        self.table.save_head(replace(head, next_key="", key_changes=len(keys.changes)))
        return True

    def _make_checkpoint(self, size: int, root: bytes, keys: LogKeys) -> str:
        """Return the signed checkpoint of a size, publishing it if necessary."""
        checkpoint, name, key = Checkpoint(keys.name, size, root), get_checkpoint(size), keys.get_key(size)
        note = self.published.read_text(name)
        if note is None:
            signed = sign_checkpoint(checkpoint, key, self._find_signer(key).sign)
            note = self.published.add_text(name, signed)
        if read_checkpoint(note, key) != checkpoint:
            raise OtherKey(name)
        return note

    def _publish_newest(self, head: LogHead, keys: LogKeys, newest: tuple[str, str] | None) -> None:
        note = self._make_checkpoint(head.sealed_size, bytes.fromhex(head.root), keys)
        text, mark = newest or (None, None)
        if text is not None and keys.read_checkpoint(text).size >= head.sealed_size:
            return
        # A concurrent run may have published a newer one; otherwise the next run replaces it.
        self.published.replace_newest(note, mark)

    def _tell_witness(self, head: LogHead, keys: LogKeys) -> None:
        today = self.clock().date().isoformat()
        if self.witness is None or head.witnessed_day == today:
            return
        try:
            self.witness.send_checkpoint(
                self._make_checkpoint(head.sealed_size, bytes.fromhex(head.root), keys)
            )
        except Unavailable:
            # The seal stays; the next run informs the witness again.
            self.logger.error("Checkpoint not sent to the witness of the access log")
            return
        self.table.save_head(replace(head, witnessed_day=today))

    def _measure_waiting_seconds(self) -> float:
        oldest = self.table.get_oldest_waiting()
        if oldest is None:
            return 0
        return (self.clock() - datetime.fromisoformat(oldest)).total_seconds()

    def _find_signer(self, key: LogKey) -> AmazonKms:
        """Return the key in KMS of a public one."""
        for signer in (self.key, self.former_key):
            if signer is not None and signer.public_key == key.public_key:
                return signer
        raise OtherKey(key.text)

    def _read_keys(self, head: LogHead) -> LogKeys:
        """Return the published keys.

        Raises:
            NotSigned: the key before did not sign a change.
        """
        keys = read_log_keys(self._first_key, self.published.read_text)
        if len(keys.changes) < head.key_changes:
            raise OtherKey(get_key_change(len(keys.changes) + 1))
        return keys

    @cached_property
    def _first_key(self) -> LogKey:
        """Return the key that the log began with, and publish it before its first signature.

        The log keeps its first published name even if the portal moves.
        """
        if self.origin is None:
            raise RuntimeError("the log has no name")
        first = LogKey(self.origin, self.key.public_key)
        return LogKey.from_text(self.published.add_text(PUBLIC_KEY, f"{first.text}\n"))
