"""Hashes of a Merkle tree. Source: RFC 6962, section 2.1."""

import hashlib

HASH_BYTES = 32
EMPTY_ROOT = hashlib.sha256().digest()
"""The root of a tree without leaves."""

_LEAF = b"\x00"
_NODE = b"\x01"


def hash_leaf(data: bytes) -> bytes:
    """Return the hash of a leaf: SHA-256 of a byte 0 and the data."""
    return hashlib.sha256(_LEAF + data).digest()


def hash_nodes(left: bytes, right: bytes) -> bytes:
    """Return the hash of a node above two others: SHA-256 of a byte 1 and both hashes."""
    return hashlib.sha256(_NODE + left + right).digest()


def find_largest_power_below(count: int) -> int:
    """Return the largest power of two below a number of leaves (at least 2): the size of the left branch."""
    return 1 << (count - 1).bit_length() - 1
