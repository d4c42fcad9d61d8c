"""The distance of a key: edits of its beginning and of the whole, with misspelled endings."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domains.names.nearness import Nearness, are_one_edit_apart
from domains.names.terms import list_spellings

words = st.text("ABCDE", min_size=2, max_size=9)


@pytest.mark.parametrize(
    ("typed", "key", "distance"),
    [
        ("Cactus Works", "CACTUSWORKS", (0, 0)),
        ("Catcus Works", "CACTUSWORKS", (1, 1)),
        ("Cactus Wroks LLC", "CACTUSWORKS", (1, 1)),
        ("Cactuss", "CACTUS", (1, 1)),
        ("Cactus", "CACTUSWORKSHOP", (0, 8)),
        ("Cactas", "CACTUSWORKSHOP", (1, 9)),
        ("Catus", "CACTUS", (1, 1)),
        ("Cactus Works Limitd Liability Company", "CACTUSWORKS", (1, 1)),
        ("Cactus Works Limited Liabilty Compny", "CACTUSWORKS", (2, 2)),
        ("Cactus Works Limite dLiability Company", "CACTUSWORKS", (2, 2)),
    ],
)
def test_edits_are_counted(typed: str, key: str, distance: tuple[Any, ...]) -> None:
    assert Nearness(typed).count_edits(key) == distance


def test_word_like_an_ending_counts() -> None:
    assert Nearness("Desert Companies").count_edits("DESERTCOMPANIES") == (0, 0)
    assert Nearness("Desert Compony").count_edits("DESERTCOMPONY") == (0, 0)


def test_single_word_is_not_an_ending() -> None:
    assert Nearness("Limitd").count_edits("LIMITD") == (0, 0)


def test_short_text_is_not_measured() -> None:
    nearness = Nearness("Cactus Works")
    assert nearness.is_within_reach("CACTUSWO", 3)
    assert not nearness.is_within_reach("CACTUSW", 3)


@given(words, words)
def test_words_one_edit_apart_share_a_spelling(first: Any, second: Any) -> None:
    if are_one_edit_apart(first, second):
        assert set(list_spellings(first)) & set(list_spellings(second))


@given(words, words, words)
def test_words_with_the_same_beginning_share_a_spelling(beginning: Any, first: Any, second: Any) -> None:
    long = beginning * 3
    assert set(list_spellings(long + first)) & set(list_spellings(long + second))


@given(words, words, st.integers(0, 4))
def test_near_key_is_within_reach(typed: str, key: str, edits: int) -> None:
    nearness = Nearness(typed)
    if nearness.count_edits(key)[0] <= edits:
        assert nearness.is_within_reach(key, edits)
