"""The key of a name: examples of the state, outcomes of words, and properties of all names."""

import csv
import string
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from domains.names.key import get_key, list_readings, read_name
from domains.names.numbers import spell_cardinal, spell_ordinal
from domains.names.rules import get_name_rules
from domains.names.verdict import ExistingName, judge
from domains.names.words import ARTICLE_WORDS, make_upper
from infrastructure.sandbox.names.generator import EXAMPLES
from tests.cases import read_cases

CASES = read_cases(__file__)

VECTORS = list(csv.DictReader(EXAMPLES.read_text(encoding="utf-8").splitlines()))
IGNORED_MARKS = "\".;!'\\|?()/-…,~[]{}<>_^:`*#"
COUNTED_SYMBOLS = "%$+=@"
IDENTIFIERS = get_name_rules().identifiers
PARTS_OF_IDENTIFIERS = {part for identifier in IDENTIFIERS for part in identifier.split()}


def is_plain(word: Any) -> bool:
    """Return whether no rule applies to a word."""
    return word.upper() not in PARTS_OF_IDENTIFIERS | ARTICLE_WORDS


def compare_names(name: str, existing: str) -> str:
    """Return the effect of an existing name: same, uncertain, close, or different."""
    judged = judge(name, "tradeName", [ExistingName("1", existing, "active")], get_name_rules())
    groups = {"same": judged.conflicts, "uncertain": judged.uncertain, "close": judged.close}
    return next((group for group, names in groups.items() if names), "different")


plain_words = st.text(string.ascii_letters, min_size=2, max_size=9).filter(is_plain)
plain_names = st.lists(plain_words, min_size=1, max_size=5)


class TestVectors:
    @pytest.mark.parametrize(
        "vector", VECTORS, ids=lambda vector: f"{vector['first']} and {vector['second']}"
    )
    def test_likeness_matches_the_published_example(self, vector: Any) -> None:
        found = compare_names(vector["first"], vector["second"])
        assert compare_names(vector["second"], vector["first"]) == found
        if vector["expected"] == "different":
            assert found != "same"
        else:
            assert found == vector["expected"]

    def test_plural_is_close(self) -> None:
        assert compare_names("Tucson Limousine Service, LLC", "Tucson Limousines Service, Inc.") == "close"

    @pytest.mark.parametrize(
        ("first", "second"),
        [
            ("Sunny Families LLC", "Sunny Family LLC"),
            ("Sunny Family Bakeries LLC", "Sunny Family Bakery LLC"),
        ],
    )
    def test_plural_in_ies_is_close(self, first: str, second: str) -> None:
        assert compare_names(first, second) == "close"

    @pytest.mark.parametrize("written", ["Ｓａｇｕａｒｏ", "Saguaro", "ſaguaro"])
    def test_letter_variants_have_the_same_key(self, written: str) -> None:
        assert get_key(written) == "SAGUARO"

    def test_joining_letters_are_composed(self) -> None:
        assert get_key("ᄀ ᅡ") == get_key("가") == "가"

    def test_vectors_cover_every_expectation(self) -> None:
        expectations = [each["expected"] for each in VECTORS]
        counts = {kind: expectations.count(kind) for kind in expectations}
        assert counts == {"same": 15, "different": 7, "uncertain": 2}


class TestWords:
    def test_word_has_outcome_and_rules(self) -> None:
        words = read_name("The Bob's & 1 Rapid Stop, L.L.C.").words
        reported = [(word.written, word.outcome, word.counted, word.rule_ids) for word in words]
        assert reported == [
            ("The", "ignored", "", ("ign-6",)),
            ("Bob's", "replaced", "BOBS", ("ign-7",)),
            ("&", "replaced", "AND", ("ign-4",)),
            ("1", "replaced", "ONE", ("ign-5",)),
            ("Rapid", "kept", "RAPID", ()),
            ("Stop,", "replaced", "STOP", ("ign-7",)),
            ("L.L.C.", "ignored", "", ("ign-7", "ign-1")),
        ]

    def test_multiword_ending_is_ignored(self) -> None:
        reading = read_name("Desert Bloom Limited Liability Company")
        assert reading.key == "DESERTBLOOM"
        assert [word.outcome for word in reading.words] == ["kept", "kept", *["ignored"] * 3]
        assert reading.endings == 1

    def test_single_mark_is_ignored(self) -> None:
        (_, dash, _) = read_name("Sun - Moon").words
        assert (dash.outcome, dash.rule_ids) == ("ignored", ("ign-7",))

    def test_rules_of_words_exist(self) -> None:
        known = {rule.id for rule in get_name_rules().rules}
        words = read_name("The Bob's & 1 Stop, L.L.C.").words
        assert {rule_id for word in words for rule_id in word.rule_ids} <= known


class TestChoices:
    @pytest.mark.parametrize(("name", "key"), CASES["ambiguous_rules_have_a_fixed_key"])
    def test_ambiguous_rules_have_a_fixed_key(self, name: str, key: str) -> None:
        assert get_key(name) == key

    @pytest.mark.parametrize(("digits", "word"), CASES["numerals_are_words"])
    def test_numerals_are_words(self, digits: str, word: str) -> None:
        assert spell_cardinal(digits) == word

    @pytest.mark.parametrize(
        ("digits", "word"),
        [("1", "FIRST"), ("12", "TWELFTH"), ("20", "TWENTIETH"), ("21", "TWENTYFIRST")],
    )
    def test_ordinals_are_words(self, digits: str, word: str) -> None:
        assert spell_ordinal(digits) == word


class TestProperties:
    @given(st.text(max_size=60))
    def test_key_is_idempotent(self, name: Any) -> None:
        assert get_key(get_key(name)) == get_key(name)

    @given(
        st.text(string.ascii_letters + string.digits + IGNORED_MARKS + COUNTED_SYMBOLS + " &", max_size=60)
    )
    def test_key_is_idempotent_for_typed_characters(self, name: Any) -> None:
        assert get_key(get_key(name)) == get_key(name)

    @given(plain_names, st.data())
    def test_ignored_differences_keep_the_key(self, words: Any, data: Any) -> None:
        marks = st.text(IGNORED_MARKS, max_size=2)
        written = []
        for word in words:
            cased = data.draw(st.sampled_from([word.lower(), word.upper(), word.title(), word]))
            written.append(data.draw(marks) + cased + data.draw(marks))
            if data.draw(st.booleans()):
                written.insert(len(written) - 1, data.draw(st.sampled_from(["the", "an"])))
        ending = data.draw(st.sampled_from(["", *IDENTIFIERS, "L.L.C.", "Inc.", "P.L.L.C."]))
        changed = "  ".join([*written, ending])
        assert get_key(changed) == get_key(" ".join(words))

    @given(plain_names, st.integers(0, 4))
    def test_inner_article_is_an_optional_reading(self, words: Any, place: Any) -> None:
        with_article = " ".join([*words[:place], "a", *words[place:]])
        assert not {*list_readings(with_article)}.isdisjoint(list_readings(" ".join(words)))

    @given(plain_words, plain_words)
    def test_spaces_do_not_change_the_key(self, first: Any, second: Any) -> None:
        assume(is_plain(first + second))
        assert get_key(f"{first} {second}") == get_key(first + second)

    @given(plain_names, st.integers(0, 999_999))
    def test_numeral_and_number_words_have_the_same_key(self, words: Any, number: Any) -> None:
        name = " ".join(words)
        assert get_key(f"{name} {number}") == get_key(f"{name} {spell_cardinal(str(number))}")

    @given(plain_names, plain_names)
    def test_ampersand_and_the_word_and_have_the_same_key(self, first: Any, second: Any) -> None:
        left, right = " ".join(first), " ".join(second)
        assert get_key(f"{left} & {right}") == get_key(f"{left} and {right}")

    @given(plain_names, plain_names)
    def test_different_letters_have_another_key(self, first: Any, second: Any) -> None:
        is_same = "".join(first).upper() == "".join(second).upper()
        assert (get_key(" ".join(first)) == get_key(" ".join(second))) is is_same

    @given(plain_names, st.sampled_from(COUNTED_SYMBOLS))
    def test_counted_symbol_makes_another_name(self, words: Any, symbol: Any) -> None:
        name = " ".join(words)
        assert compare_names(f"{name} {symbol}", name) != "same"

    @given(st.text(max_size=60))
    def test_word_outcomes_add_up_to_the_key(self, name: Any) -> None:
        reading = read_name(name)
        assert make_upper("".join(word.counted for word in reading.words)) == reading.key
        assert " ".join(word.written for word in reading.words) == " ".join(name.split())
        for word in reading.words:
            assert (word.outcome == "ignored") == (word.counted == "")
            assert word.outcome == "kept" or word.rule_ids or not word.counted
