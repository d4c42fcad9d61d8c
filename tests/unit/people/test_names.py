"""The parts of a name that are searched."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domains.people import names
from domains.reference.data import get_nickname_list
from tests.cases import read_cases

CASES = read_cases(__file__)

NAMES = st.text(alphabet="ABCdeñÑáÉøßz'’-. ", max_size=30)


@pytest.mark.parametrize(("typed", "other"), CASES["spelling_does_not_matter"])
def test_spelling_does_not_matter(typed: str, other: str) -> None:
    assert names.extract_letters(typed) == names.extract_letters(other)
    assert names.list_last_names(typed)[0] == names.list_last_names(other)[0]


@pytest.mark.parametrize(("last_name", "found"), CASES["last_name_is_split_into_surnames"])
def test_last_name_is_split_into_surnames(last_name: str, found: list[str]) -> None:
    assert names.list_last_names(last_name) == found


@pytest.mark.parametrize(("one", "other", "is_related"), CASES["nicknames_are_related_to_names"])
def test_nicknames_are_related_to_names(one: str, other: str, is_related: bool) -> None:
    assert names.is_related(one, other) is names.is_related(other, one) is is_related


def test_nickname_roots_match_in_both_directions() -> None:
    missed = [
        (each.name, nickname)
        for each in get_nickname_list().items
        for nickname in each.nicknames
        if names.get_root(nickname) not in names.list_roots([each.name])
        or names.get_root(each.name) not in names.list_roots([nickname])
    ]
    assert missed == []


def test_name_root_includes_the_name() -> None:
    known = {each for row in get_nickname_list().items for each in (row.name, *row.nicknames)}
    assert all(names.get_root(name) in names.list_roots([name]) for name in known)


def test_nickname_list_has_its_source() -> None:
    listed = get_nickname_list()
    assert "Apache License 2.0" in listed.credit
    assert listed.as_of
    assert all(
        text.isascii() and text.isalpha() and text.islower()
        for row in listed.items
        for text in (row.name, *row.nicknames)
    )


@given(NAMES)
def test_readings_of_a_name_are_limited(name: str) -> None:
    assert len(names.list_last_names(name)) <= names.MAX_LAST_NAMES
    assert len(names.list_roots(names.list_first_words(name))) <= names.MAX_FIRST_NAMES


@given(NAMES)
def test_case_and_spacing_do_not_matter(name: str) -> None:
    assert names.list_last_names(name.upper()) == names.list_last_names(f" {name.lower()}  ")
    assert names.extract_letters(names.extract_letters(name)) == names.extract_letters(name)


# Last names in Arizona as people spell them: Spanish, Navajo, English. The rules were written before they
# were tried on the unseen ones.
SPELLINGS = json.loads(Path("tests/corpora/last_name_spellings.json").read_text(encoding="utf-8"))


def count_equal_sounds(spellings: list[str]) -> int:
    pairs = [map(names.extract_letters, each.split("/")) for each in spellings]
    return sum(names.get_sound(one) == names.get_sound(other) for one, other in pairs)


def test_spellings_of_a_last_name_sound_alike() -> None:
    for spellings in SPELLINGS.values():
        assert count_equal_sounds(spellings) >= len(spellings) * 24 / 27


@pytest.mark.parametrize(("one", "other"), CASES["other_last_names_do_not_have_the_same_letters"])
def test_other_last_names_do_not_have_the_same_letters(one: str, other: str) -> None:
    assert names.simplify(one) != names.simplify(other)


@pytest.mark.parametrize(("one", "other"), CASES["spellings_of_a_first_name_are_related"])
def test_spellings_of_a_first_name_are_related(one: str, other: str) -> None:
    assert names.is_related(one, other)
    assert names.get_root(one) in names.list_roots([other])


def test_other_alphabets_have_no_sound() -> None:
    assert names.get_sound("李") == ""
    assert names.get_sound("delgado") == names.get_sound("dellgado") != names.get_sound("ruiz")
