"""The code of a sound: the same for similar sounds, different for others."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domains.names.sound import get_sound
from domains.names.terms import get_whole_sound, list_sounds


@pytest.mark.parametrize(
    "alike",
    [
        ("QUICK", "KWIK", "QUIK", "KWICK"),
        ("PHOENIX", "FENIX", "FENICKS"),
        ("KNIGHT", "NIGHT", "NITE"),
        ("WRIGHT", "RITE", "WRITE"),
        ("XAVIER", "ZAVIER"),
        ("CAFE", "KAFFEY"),
        ("QUESO", "KESO"),
        ("CANYON", "CANION", "KANION"),
        ("BUYER", "BUIER", "BYER"),
        ("SEDONA", "CEDONA", "SEDONNA"),
    ],
)
def test_similar_sounds_have_the_same_code(alike: tuple[Any, ...]) -> None:
    assert len({get_sound(word) for word in alike}) == 1


@pytest.mark.parametrize(("first", "second"), [("CACTUS", "CANYON"), ("MESA", "VISTA"), ("GATE", "KNIGHT")])
def test_different_sounds_have_different_codes(first: str, second: str) -> None:
    assert get_sound(first) != get_sound(second)


@pytest.mark.parametrize("word", ["沙漠", "🌵", "Ω", "七"])
def test_word_without_english_letters_is_its_own_code(word: str) -> None:
    assert get_sound(word) == word


def test_articles_and_endings_have_no_sound() -> None:
    assert list_sounds("The 7 Cafés, L.L.C.") == [get_sound("SEVEN"), get_sound("CAFES")]
    assert list_sounds("!!!") == []


def test_spaces_do_not_change_the_whole_sound() -> None:
    assert (
        get_whole_sound("Sun Rise Auto LLC")
        == get_whole_sound("Sunrise Auto")
        == get_whole_sound("SunriseAuto")
    )


@given(st.text(st.characters(exclude_categories=("Cs",)), max_size=40))  # type: ignore[arg-type]
def test_any_text_has_a_sound(name: Any) -> None:
    assert all(list_sounds(name))
    assert bool(list_sounds(name)) == bool(get_whole_sound(name))
