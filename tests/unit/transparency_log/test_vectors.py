"""The reference tree of Certificate Transparency.

Source: the eight leaves, roots and proofs of merkletree/merkle_tree_test.cc in
google/certificate-transparency, which other logs test with, too.
"""

import hashlib
from collections.abc import Sequence

import pytest

from tests.unit.transparency_log.logs import StoredLog
from transparency_log.hashes import EMPTY_ROOT, hash_leaf
from transparency_log.proofs import verify_consistency, verify_inclusion

LEAVES = (
    "",
    "00",
    "10",
    "2021",
    "3031",
    "40414243",
    "5051525354555657",
    "606162636465666768696a6b6c6d6e6f",
)
ROOTS = (
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
)
INCLUSION = (
    (0, 1, ()),
    (
        0,
        8,
        (
            "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
            "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
            "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
        ),
    ),
    (
        5,
        8,
        (
            "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
            "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
            "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
        ),
    ),
    (2, 3, ("fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",)),
    (
        1,
        5,
        (
            "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
            "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
            "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
        ),
    ),
)
CONSISTENCY = (
    (1, 1, ()),
    (
        1,
        8,
        (
            "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
            "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
            "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
        ),
    ),
    (
        6,
        8,
        (
            "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a",
            "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
            "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
        ),
    ),
    (
        2,
        5,
        (
            "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
            "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
        ),
    ),
)


def make_log() -> StoredLog:
    log = StoredLog()
    for leaf in LEAVES:
        log.add([hash_leaf(bytes.fromhex(leaf))])
    return log


def test_root_of_no_leaves() -> None:
    assert hashlib.sha256(b"").digest() == EMPTY_ROOT == StoredLog().tree().root()


@pytest.mark.parametrize("size", range(1, len(LEAVES) + 1))
def test_root_matches_the_vector(size: int) -> None:
    assert make_log().tree(size).root().hex() == ROOTS[size - 1]


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
