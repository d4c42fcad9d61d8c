"""Comparison of two large sets without keeping either."""

from array import array
from collections.abc import Hashable

# More than there are people, so that few of them share a bucket; 32 MB.
BUCKETS = 2**22


class BucketChecksums:
    """Compares values by key, in bounded memory.

    Each bucket of keys has a checksum. A value of one side changes it, and the same value of the other side
    changes it back. So the checksum is zero if both agree, in any order of reading. Each side has a value
    once.
    """

    def __init__(self) -> None:
        self._checksums = array("q", bytes(8 * BUCKETS))

    def add(self, key: Hashable, value: Hashable) -> None:
        """Add a value of a key, of either side. Only one thread may call it at a time."""
        self._checksums[hash(key) % len(self._checksums)] ^= hash((key, value))

    def agree_for(self, key: Hashable) -> bool:
        """Tell if both sides agree for a key and the others of the bucket."""
        return not self._checksums[hash(key) % len(self._checksums)]

    def agree(self) -> bool:
        """Tell if both sides agree for all keys."""
        return not any(self._checksums)
