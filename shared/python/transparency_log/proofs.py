"""Verification of proofs against a trusted root. Source: RFC 9162, sections 2.1.3.2 and 2.1.4.2.

Trees and proofs are those of RFC 6962; RFC 9162 adds the verification.
"""

from collections.abc import Sequence

from transparency_log.hashes import EMPTY_ROOT, hash_nodes


class NotProved(Exception):
    """A proof does not lead to the root."""


def verify_inclusion(index: int, size: int, leaf: bytes, path: Sequence[bytes], root: bytes) -> None:
    """Check that a leaf is in a tree.

    Args:
        index: index of the leaf.
        size: size of the tree.
        leaf: hash of the leaf.
        path: from `Tree.make_inclusion_path`.
        root: root hash of the tree.
    """
    if not 0 <= index < size:
        raise NotProved
    node, last, computed = index, size - 1, leaf
    for beside in path:
        if last == 0:
            raise NotProved
        if node % 2 or node == last:
            computed = hash_nodes(beside, computed)
            while node % 2 == 0 and node:
                node, last = node >> 1, last >> 1
        else:
            computed = hash_nodes(computed, beside)
        node, last = node >> 1, last >> 1
    if last or computed != root:
        raise NotProved


def verify_consistency(old_size: int, old_root: bytes, size: int, root: bytes, path: Sequence[bytes]) -> None:
    """Check that a tree begins with all leaves of an older one, in the same order.

    Args:
        old_size: size of the older tree, may be 0.
        path: from `Tree.make_consistency_path`; empty for the empty tree, and for the same one.
    """
    if not 0 <= old_size <= size:
        raise NotProved
    if old_size in (0, size):
        if path or old_root != (root if old_size else EMPTY_ROOT):
            raise NotProved
        return
    hashes = list(path)
    if old_size & (old_size - 1) == 0:
        hashes.insert(0, old_root)
    if not hashes:
        raise NotProved
    node, last = old_size - 1, size - 1
    while node % 2:
        node, last = node >> 1, last >> 1
    old_computed = computed = hashes[0]
    for beside in hashes[1:]:
        if last == 0:
            raise NotProved
        if node % 2 or node == last:
            old_computed, computed = hash_nodes(beside, old_computed), hash_nodes(beside, computed)
            while node % 2 == 0 and node:
                node, last = node >> 1, last >> 1
        else:
            computed = hash_nodes(computed, beside)
        node, last = node >> 1, last >> 1
    if last or old_computed != old_root or computed != root:
        raise NotProved
