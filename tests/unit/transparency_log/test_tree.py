"""Trees in tiles compared with a tree computed as in RFC 6962, and slightly changed proofs."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.unit.transparency_log.logs import StoredLog, compute_naive_root, make_leaves
from transparency_log.hashes import HASH_BYTES, hash_nodes
from transparency_log.proofs import NotProved, verify_consistency, verify_inclusion
from transparency_log.tiles import Tile, TileDamaged, append, list_tiles
from transparency_log.tree import Tree

LARGE = 70_000


@st.composite
def draw_logs(draw: st.DrawFn) -> StoredLog:
    """Draw a log that grew in a few steps to at most some tiles."""
    log = StoredLog()
    for step in draw(st.lists(st.integers(1, 300), min_size=1, max_size=5)):
        log.add(make_leaves(step, log.size))
    return log


@settings(max_examples=40, deadline=None)
@given(draw_logs(), st.data())
def test_roots_and_proofs_are_verified_for_any_log(log: StoredLog, data: st.DataObject) -> None:
    hashes = make_leaves(log.size)
    tree = log.tree()
    assert tree.get_root() == compute_naive_root(hashes)
    index = data.draw(st.integers(0, log.size - 1))
    assert tree.get_leaf(index) == hashes[index]
    verify_inclusion(index, log.size, hashes[index], tree.make_inclusion_path(index), tree.get_root())
    old = data.draw(st.integers(1, log.size))
    verify_consistency(
        old, compute_naive_root(hashes[:old]), log.size, tree.get_root(), tree.make_consistency_path(old)
    )


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 600), st.data())
def test_changed_inclusion_proof_is_refused(size: int, data: st.DataObject) -> None:
    log = StoredLog()
    log.add(make_leaves(size))
    tree, index = log.tree(), data.draw(st.integers(0, size - 1))
    path, root, leaf = tree.make_inclusion_path(index), tree.get_root(), tree.get_leaf(index)
    other = data.draw(st.integers(0, size - 1).filter(lambda each: each != index))
    place = data.draw(st.integers(0, len(path) - 1))
    wrong = bytes(HASH_BYTES)
    for arguments in (
        (other, size, leaf, path, root),
        (index, size, tree.get_leaf(other), path, root),
        (index, size, leaf, [*path[:place], wrong, *path[place + 1 :]], root),
        (index, size, leaf, path[:-1], root),
        (index, size, leaf, [*path, wrong], root),
        (index, size, leaf, path, wrong),
        (size, size, leaf, path, root),
        (-1, size, leaf, path, root),
    ):
        with pytest.raises(NotProved):
            verify_inclusion(*arguments)


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 600), st.data())
def test_changed_consistency_proof_is_refused(size: int, data: st.DataObject) -> None:
    log = StoredLog()
    log.add(make_leaves(size))
    tree, old = log.tree(), data.draw(st.integers(1, size - 1))
    path, root, old_root = tree.make_consistency_path(old), tree.get_root(), get_log_root(old)
    changed = make_leaves(size)
    place = data.draw(st.integers(0, old - 1))
    changed[place] = bytes(HASH_BYTES)
    rewritten = StoredLog()
    rewritten.add(changed)
    wrong = bytes(HASH_BYTES)
    for arguments in (
        (old, compute_naive_root(changed[:old]), size, root, path),
        (old, old_root, size, rewritten.tree().get_root(), rewritten.tree().make_consistency_path(old)),
        (old, old_root, size, root, [*path, wrong]),
        (old, old_root, size, root, path[:-1]),
        (old, old_root, size, root, []),
        (old + 1, old_root, size, root, path),
        (size, root, old, old_root, path),
        (-1, old_root, size, root, path),
    ):
        with pytest.raises(NotProved):
            verify_consistency(*arguments)


def get_log_root(size: int) -> bytes:
    return compute_naive_root(make_leaves(size))


def test_empty_and_equal_trees_are_consistent() -> None:
    log = StoredLog()
    log.add(make_leaves(3))
    root, empty = log.tree().get_root(), StoredLog().tree().get_root()
    verify_consistency(0, empty, 3, root, [])
    verify_consistency(0, empty, 0, empty, [])
    verify_consistency(3, root, 3, root, [])
    for arguments in (
        (0, root, 3, root, []),
        (0, empty, 3, root, [root]),
        (3, empty, 3, root, []),
        (3, root, 3, root, [root]),
    ):
        with pytest.raises(NotProved):
            verify_consistency(*arguments)


def test_order_of_leaves_changes_the_root() -> None:
    first, second = make_leaves(2)
    assert hash_nodes(first, second) != hash_nodes(second, first)
    log = StoredLog()
    log.add([second, first])
    assert log.tree().get_root() != get_log_root(2)


@pytest.mark.parametrize("index", [-1, 3])
def test_missing_leaf_is_an_index_error(index: int) -> None:
    log = StoredLog()
    log.add(make_leaves(3))
    for read in (log.tree().get_leaf, log.tree().make_inclusion_path):
        with pytest.raises(IndexError):
            read(index)


@pytest.mark.parametrize("old_size", [-1, 0, 4])
def test_larger_or_empty_old_tree_is_an_index_error(old_size: int) -> None:
    log = StoredLog()
    log.add(make_leaves(3))
    with pytest.raises(IndexError):
        log.tree().make_consistency_path(old_size)


def test_tiles_of_70_000_leaves() -> None:
    """Source: the example of tlog-tiles."""
    tiles = list(list_tiles(LARGE))
    assert len(tiles) == 273 + 1 + 1 + 1 + 1
    assert [tile for tile in tiles if tile.width != 256] == [Tile(0, 273, 112), Tile(1, 1, 17), Tile(2, 0, 1)]
    log = StoredLog()
    log.add(make_leaves(LARGE))
    assert sorted(log.tiles) == sorted(tile.path for tile in tiles)
    assert log.tree().get_root() == get_log_root(LARGE)
    read: list[Tile] = []

    def counted(tile: Tile) -> bytes:
        read.append(tile)
        return log.read_tile(tile)

    tree = Tree(LARGE, counted)
    verify_inclusion(12_345, LARGE, tree.get_leaf(12_345), tree.make_inclusion_path(12_345), tree.get_root())
    assert len(read) == len(set(read)) <= 6


def test_tiles_of_256_leaves() -> None:
    assert list(list_tiles(256)) == [Tile(0, 0, 256), Tile(1, 0, 1)]
    assert list(list_tiles(0)) == []


@pytest.mark.parametrize(
    ("tile", "path"),
    [
        (Tile(0, 0), "tile/0/000"),
        (Tile(0, 1_234_067), "tile/0/x001/x234/067"),
        (Tile(3, 1000, 7), "tile/3/x001/000.p/7"),
        (Tile(0, 273, 112), "tile/0/273.p/112"),
    ],
)
def test_tile_path(tile: Tile, path: str) -> None:
    assert tile.path == path


def test_append_writes_only_new_tiles() -> None:
    log = StoredLog()
    log.add(make_leaves(300))
    written = [tile.path for tile, _ in append(300, make_leaves(1, 300), log.read_tile)]
    assert written == ["tile/0/001.p/45"]
    assert list(append(300, [], log.read_tile)) == []


def test_truncated_tile_is_refused() -> None:
    log = StoredLog()
    log.add(make_leaves(3))
    log.tiles["tile/0/000.p/3"] += b"."
    with pytest.raises(TileDamaged):
        log.tree().get_root()
