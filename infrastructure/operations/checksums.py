"""Comparison of two large sets without keeping either."""

from array import array
from collections.abc import Hashable

# More than there are people, so that few of them share a bucket; 32 MB.
BUCKETS = 2**22


_WRAP = 2**64 - 1


class BucketChecksums:
    """Compares the values of two sides by key, in bounded memory.

    Each bucket of keys has a sum of hashes. One side adds a value, and the other subtracts it. So the sum is
    zero if both agree, in any order of reading.
    """

    def __init__(self) -> None:
        self._sums = array("Q", bytes(8 * BUCKETS))

    def add(self, key: Hashable, value: Hashable, times: int = 1) -> None:
        """Add a value of a key. Only one thread may change the sums at a time.

        Args:
            times: negative for the other side.
        """
        bucket = hash(key) % len(self._sums)
        self._sums[bucket] = (self._sums[bucket] + times * hash((key, value))) & _WRAP

    def subtract(self, key: Hashable, value: Hashable) -> None:
        """Subtract a value of a key, of the other side."""
        self.add(key, value, -1)

    def agree_for(self, key: Hashable) -> bool:
        """Tell if both sides agree for a key and the others of the bucket."""
        return not self._sums[hash(key) % len(self._sums)]

    def agree(self) -> bool:
        """Tell if both sides agree for all keys."""
        return not any(self._sums)
