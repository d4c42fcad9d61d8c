"""The key of a name: the state's own examples, what became of each word, and properties for all names."""

import csv
import string
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from functions.businessnames.key import key_of, likeness, read_name, readings_of
from functions.businessnames.numbers import cardinal, ordinal
from functions.businessnames.rules import name_rules
from functions.businessnames.words import ARTICLE_WORDS, upper
from infrastructure.operations.names.generator import EXAMPLES

VECTORS = list(csv.DictReader(EXAMPLES.read_text(encoding="utf-8").splitlines()))
IGNORED_MARKS = "\".;!'\\|?()/-…,~[]{}<>_^:`*#"
COUNTED_SYMBOLS = "%$+=@"
IDENTIFIERS = name_rules().identifiers
PARTS_OF_IDENTIFIERS = {part for identifier in IDENTIFIERS for part in identifier.split()}


def is_plain(word: Any) -> bool:
    """Whether no rule has anything to say of a word."""
    return word.upper() not in PARTS_OF_IDENTIFIERS | ARTICLE_WORDS


plain_words = st.text(string.ascii_letters, min_size=2, max_size=9).filter(is_plain)
plain_names = st.lists(plain_words, min_size=1, max_size=5)


class TestVectors:
    @pytest.mark.parametrize(
        "vector", VECTORS, ids=lambda vector: f"{vector['first']} and {vector['second']}"
    )
    def test_each_is_as_its_source_says(self, vector: Any) -> None:
        found = likeness(vector["first"], vector["second"])
        assert likeness(vector["second"], vector["first"]) == found
        if vector["expected"] == "different":
            assert found != "same"
        else:
            assert found == vector["expected"]

    def test_a_plural_alone_is_close(self) -> None:
        assert likeness("Tucson Limousine Service, LLC", "Tucson Limousines Service, Inc.") == "close"

    @pytest.mark.parametrize(
        ("first", "second"),
        [
            ("Sunny Families LLC", "Sunny Family LLC"),
            ("Sunny Family Bakeries LLC", "Sunny Family Bakery LLC"),
        ],
    )
    def test_a_plural_in_ies_is_close(self, first: str, second: str) -> None:
        assert likeness(first, second) == "close"

    @pytest.mark.parametrize("written", ["Ｓａｇｕａｒｏ", "Saguaro", "ſaguaro"])
    def test_the_same_letter_in_another_form_is_the_same_name(self, written: str) -> None:
        assert key_of(written) == "SAGUARO"

    def test_letters_that_join_to_one_are_that_one(self) -> None:
        assert key_of("ᄀ ᅡ") == key_of("가") == "가"

    def test_every_kind_of_expectation_is_there(self) -> None:
        expectations = [each["expected"] for each in VECTORS]
        counts = {kind: expectations.count(kind) for kind in expectations}
        assert counts == {"same": 15, "different": 7, "uncertain": 2}


class TestWords:
    def test_each_word_says_what_became_of_it_and_by_which_rule(self) -> None:
        words = read_name("The Bob's & 1 Rapid Stop, L.L.C.").words
        told = [(word.written, word.outcome, word.counted, word.rule_ids) for word in words]
        assert told == [
            ("The", "ignored", "", ("ign-6",)),
            ("Bob's", "replaced", "BOBS", ("ign-7",)),
            ("&", "replaced", "AND", ("ign-4",)),
            ("1", "replaced", "ONE", ("ign-5",)),
            ("Rapid", "kept", "RAPID", ()),
            ("Stop,", "replaced", "STOP", ("ign-7",)),
            ("L.L.C.", "ignored", "", ("ign-7", "ign-1")),
        ]

    def test_an_ending_of_several_words_is_ignored_as_one(self) -> None:
        reading = read_name("Desert Bloom Limited Liability Company")
        assert reading.key == "DESERTBLOOM"
        assert [word.outcome for word in reading.words] == ["kept", "kept", *["ignored"] * 3]
        assert reading.endings == 1

    def test_a_mark_alone_is_ignored(self) -> None:
        (_, dash, _) = read_name("Sun - Moon").words
        assert (dash.outcome, dash.rule_ids) == ("ignored", ("ign-7",))

    def test_every_rule_that_a_word_names_exists(self) -> None:
        known = {rule.id for rule in name_rules().rules}
        words = read_name("The Bob's & 1 Stop, L.L.C.").words
        assert {rule_id for word in words for rule_id in word.rule_ids} <= known


class TestChoices:
    @pytest.mark.parametrize(
        ("name", "key"),
        [
            ("LLC", "LLC"),
            ("The", "THE"),
            ("The LLC", "THE"),
            ("A An The", "AANTHE"),
            ("Foo L. L. C.", "FOO"),
            ("Foo Co., Inc.", "FOO"),
            ("The Corporation Store", "CORPORATIONSTORE"),
            ("1,000 Oaks", "ONETHOUSANDOAKS"),
            ("Route 66", "ROUTESIXTYSIX"),
            ("Agent 007", "AGENTZEROZEROSEVEN"),
            ("24/7 Towing", "TWENTYFOURSEVENTOWING"),
            ("!!!", ""),
            ("", ""),
        ],
    )
    def test_where_the_rules_leave_one(self, name: str, key: str) -> None:
        assert key_of(name) == key

    @pytest.mark.parametrize(
        ("digits", "word"),
        [
            ("0", "ZERO"),
            ("13", "THIRTEEN"),
            ("20", "TWENTY"),
            ("99", "NINETYNINE"),
            ("101", "ONEHUNDREDONE"),
            ("2000", "TWOTHOUSAND"),
            ("1000001", "ONEMILLIONONE"),
            ("00", "ZEROZERO"),
            ("1234567890", "ONETWOTHREEFOURFIVESIXSEVENEIGHTNINEZERO"),
        ],
    )
    def test_numerals_are_words(self, digits: str, word: str) -> None:
        assert cardinal(digits) == word

    @pytest.mark.parametrize(
        ("digits", "word"),
        [("1", "FIRST"), ("12", "TWELFTH"), ("20", "TWENTIETH"), ("21", "TWENTYFIRST")],
    )
    def test_ordinals_are_words(self, digits: str, word: str) -> None:
        assert ordinal(digits) == word


class TestProperties:
    @given(st.text(max_size=60))
    def test_the_key_of_a_key_is_the_key(self, name: Any) -> None:
        assert key_of(key_of(name)) == key_of(name)

    @given(
        st.text(string.ascii_letters + string.digits + IGNORED_MARKS + COUNTED_SYMBOLS + " &", max_size=60)
    )
    def test_the_key_of_a_key_is_the_key_for_what_people_type(self, name: Any) -> None:
        assert key_of(key_of(name)) == key_of(name)

    @given(plain_names, st.data())
    def test_ignored_differences_never_change_the_key(self, words: Any, data: Any) -> None:
        marks = st.text(IGNORED_MARKS, max_size=2)
        written = []
        for word in words:
            cased = data.draw(st.sampled_from([word.lower(), word.upper(), word.title(), word]))
            written.append(data.draw(marks) + cased + data.draw(marks))
            if data.draw(st.booleans()):
                written.insert(len(written) - 1, data.draw(st.sampled_from(["the", "an"])))
        ending = data.draw(st.sampled_from(["", *IDENTIFIERS, "L.L.C.", "Inc.", "P.L.L.C."]))
        changed = "  ".join([*written, ending])
        assert key_of(changed) == key_of(" ".join(words))

    @given(plain_names, st.integers(0, 4))
    def test_an_a_within_a_name_is_read_as_an_article_too(self, words: Any, place: Any) -> None:
        with_article = " ".join([*words[:place], "a", *words[place:]])
        assert not {*readings_of(with_article)}.isdisjoint(readings_of(" ".join(words)))

    @given(plain_words, plain_words)
    def test_a_space_more_or_less_never_changes_the_key(self, first: Any, second: Any) -> None:
        assume(is_plain(first + second))
        assert key_of(f"{first} {second}") == key_of(first + second)

    @given(plain_names, st.integers(0, 999_999))
    def test_a_numeral_and_its_words_are_one(self, words: Any, number: Any) -> None:
        name = " ".join(words)
        assert key_of(f"{name} {number}") == key_of(f"{name} {cardinal(str(number))}")

    @given(plain_names, plain_names)
    def test_ampersand_and_its_word_are_one(self, first: Any, second: Any) -> None:
        left, right = " ".join(first), " ".join(second)
        assert key_of(f"{left} & {right}") == key_of(f"{left} and {right}")

    @given(plain_names, plain_names)
    def test_other_letters_are_another_name(self, first: Any, second: Any) -> None:
        is_same = "".join(first).upper() == "".join(second).upper()
        assert (key_of(" ".join(first)) == key_of(" ".join(second))) is is_same

    @given(plain_names, st.sampled_from(COUNTED_SYMBOLS))
    def test_a_symbol_that_counts_is_another_name(self, words: Any, symbol: Any) -> None:
        name = " ".join(words)
        assert likeness(f"{name} {symbol}", name) != "same"

    @given(st.text(max_size=60))
    def test_what_is_said_of_the_words_adds_up_to_the_key(self, name: Any) -> None:
        reading = read_name(name)
        assert upper("".join(word.counted for word in reading.words)) == reading.key
        assert " ".join(word.written for word in reading.words) == " ".join(name.split())
        for word in reading.words:
            assert (word.outcome == "ignored") == (word.counted == "")
            assert word.outcome == "kept" or word.rule_ids or not word.counted
