"""The reference tree of Certificate Transparency.

Source: the eight leaves, roots and proofs of merkletree/merkle_tree_test.cc in
google/certificate-transparency, which other logs test with, too.
"""

import hashlib
from collections.abc import Sequence

import pytest

from tests.cases import read_cases
from tests.unit.transparency_log.logs import StoredLog
from transparency_log.hashes import EMPTY_ROOT, hash_leaf
from transparency_log.proofs import verify_consistency, verify_inclusion

CASES = read_cases(__file__)

LEAVES = CASES["leaves"]
ROOTS = CASES["roots"]
INCLUSION = CASES["inclusion"]
CONSISTENCY = CASES["consistency"]


def make_log() -> StoredLog:
    log = StoredLog()
    for leaf in LEAVES:
        log.add([hash_leaf(bytes.fromhex(leaf))])
    return log


def test_root_of_no_leaves() -> None:
    assert hashlib.sha256(b"").digest() == EMPTY_ROOT == StoredLog().tree().get_root()


@pytest.mark.parametrize("size", range(1, len(LEAVES) + 1))
def test_root_matches_the_vector(size: int) -> None:
    assert make_log().tree(size).get_root().hex() == ROOTS[size - 1]


@pytest.mark.parametrize(("index", "size", "path"), INCLUSION)
def test_inclusion_path_matches_the_vector(index: int, size: int, path: Sequence[str]) -> None:
    found = make_log().tree(size).make_inclusion_path(index)
    assert [each.hex() for each in found] == list(path)
    leaf = hash_leaf(bytes.fromhex(LEAVES[index]))
    verify_inclusion(index, size, leaf, found, bytes.fromhex(ROOTS[size - 1]))


@pytest.mark.parametrize(("old_size", "size", "path"), CONSISTENCY)
def test_consistency_path_matches_the_vector(old_size: int, size: int, path: Sequence[str]) -> None:
    found = make_log().tree(size).make_consistency_path(old_size)
    assert [each.hex() for each in found] == list(path)
    old_root, root = bytes.fromhex(ROOTS[old_size - 1]), bytes.fromhex(ROOTS[size - 1])
    verify_consistency(old_size, old_root, size, root, found)
