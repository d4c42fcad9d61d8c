"""Logs in a dictionary, a tree computed as in RFC 6962, and a key."""

from collections.abc import Sequence

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from transparency_log.checkpoints import LogKey
from transparency_log.hashes import EMPTY_ROOT, hash_leaf, hash_nodes
from transparency_log.tiles import Tile, append
from transparency_log.tree import Tree

ORIGIN = "portal.example.gov/.well-known/access-log"


class StoredLog:
    """Tiles by their paths, each written once."""

    def __init__(self) -> None:
        self.size = 0
        self.tiles: dict[str, bytes] = {}

    def add(self, leaves: Sequence[bytes]) -> None:
        for tile, content in append(self.size, leaves, self.read_tile):
            assert tile.path not in self.tiles
            self.tiles[tile.path] = content
        self.size += len(leaves)

    def read_tile(self, tile: Tile) -> bytes:
        return self.tiles[tile.path]

    def tree(self, size: int | None = None) -> Tree:
        return Tree(self.size if size is None else size, self.read_tile)


class SigningKey:
    """A key as KMS has one."""

    def __init__(self, name: str = ORIGIN, curve: ec.EllipticCurve | None = None) -> None:
        self._key = ec.generate_private_key(curve or ec.SECP256R1())
        public = self._key.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
        self.public = LogKey(name, public)

    def sign(self, text: bytes) -> bytes:
        return self._key.sign(text, ec.ECDSA(SHA256()))


def make_leaves(count: int, first: int = 0) -> list[bytes]:
    """Hashes of leaves that differ."""
    return [hash_leaf(str(number).encode()) for number in range(first, first + count)]


def compute_naive_root(hashes: Sequence[bytes]) -> bytes:
    """MTH of RFC 6962, section 2.1, word for word."""
    if not hashes:
        return EMPTY_ROOT
    if len(hashes) == 1:
        return hashes[0]
    middle = 1
    while middle * 2 < len(hashes):
        middle *= 2
    return hash_nodes(compute_naive_root(hashes[:middle]), compute_naive_root(hashes[middle:]))
