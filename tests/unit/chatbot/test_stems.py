"""Stems of words in several threads at once."""

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from domains.search.index import stem

WORDS = [
    f"{beginning}{letter}{ending}"
    for beginning in ("regist", "licens", "renov", "pag")
    for letter in "abcdefghijklmnopqrstuvwxyz"
    for ending in ("ration", "aciones", "ing", "amente")
]


@pytest.fixture
def busy_threads() -> Iterator[None]:
    """Let threads take turns as often as they can."""
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(interval)


@pytest.mark.usefixtures("busy_threads")
def test_stems_in_parallel_match_those_of_one_thread() -> None:
    compute = stem.__wrapped__
    expected = [compute(word, "es") for word in WORDS]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(lambda word: compute(word, "es"), WORDS * 4)) == expected * 4
