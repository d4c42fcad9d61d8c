import json
import re
import time
import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from portal.language import choose_language
from portal.text import (
    clean,
    count_gsm_septets,
    fold,
    fold_signs,
    get_sort_key,
    has_refused_characters,
    has_unprintable_characters,
    list_spellings,
    make_gsm_text,
    make_plain_digits,
    make_searchable,
    normalize,
    tidy,
)
from tests.cases import read_cases

CASES = read_cases(__file__)

EXAMPLES = json.loads(Path("tests/corpora/typed_text.json").read_text(encoding="utf-8"))
# 3GPP TS 23.038, 6.2.1 and 6.2.1.1.
GSM_ALPHABET = set(
    "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§"
    "¿abcdefghijklmnopqrstuvwxyzäöñüà\f^{}\\[~]|€"
)
CLEANERS = {"text": clean, "signs": fold_signs, "digits": make_plain_digits}


@given(st.text())
def test_normalized_text_is_trimmed_and_upper_case(value: Any) -> None:
    normalized = normalize(value)
    if normalized is None:
        assert not value.strip()
    else:
        assert normalized == normalized.strip()
        assert "  " not in normalized
        assert "\t" not in normalized
        assert normalized == normalized.upper()
        assert normalized == normalize(normalized)


def test_specification_examples_are_normalized() -> None:
    assert normalize("  maria   de la  cruz ") == "MARIA DE LA CRUZ"
    assert normalize(" \t\n ") is None


@pytest.mark.parametrize(
    ("form", "typed", "kept"),
    [(form, each["typed"], each["kept"]) for form in CLEANERS for each in EXAMPLES[form]],
)
def test_typed_text_is_cleaned(form: str, typed: str, kept: str) -> None:
    assert CLEANERS[form](typed) == kept


@given(st.text(st.characters(categories=["L", "M", "N", "Zs", "Cc", "Cf", "So", "Pd"])))
def test_cleaning_is_idempotent(value: str) -> None:
    assert clean(clean(value)) == clean(value)


def test_accents_are_composed() -> None:
    assert tidy("Jose\u0301") == "José"


def test_search_ignores_case_accents_and_spaces() -> None:
    assert make_searchable("  Renovación  DEL\tRegistro ") == "renovacion del registro"
    assert make_searchable("ÑANDÚ Straße") == make_searchable("nandu STRASSE")


@given(st.text())
def test_searchable_text_is_idempotent(value: Any) -> None:
    assert make_searchable(make_searchable(value)) == make_searchable(value)


@pytest.mark.parametrize("line", CASES["text_of_either_direction_is_accepted"])
def test_text_of_either_direction_is_accepted(line: str) -> None:
    assert not has_refused_characters(line)


@pytest.mark.parametrize(
    "line",
    [
        *("\u202a", "\u202b", "\u202c", "\u202d", "\u202egnp.exe"),
        *("a\u2066b", "a\u2067b", "a\u2068b", "a\u2069b", "\u2069a\u2066", "\u2066\u2066a\u2069"),
        *("a\x00b", "a\nb", "a\tb", "a\x85b", "a\u2028b", "a\u200bb", "a\ufeffb", "a\u00adb"),
        *("a\u2060b", "a\u206ab", "a\ue000b", "a\U000f0000b", "a\ufffab", "a\u3164b", "a\ud800b"),
    ],
)
def test_misleading_characters_are_refused(line: str) -> None:
    assert has_refused_characters(line)


def test_invisible_characters_are_found() -> None:
    for hidden in ("a\u202eb", "a\u200bb", "a\x00b", "a\u2066b", "a\ue000b"):
        assert has_unprintable_characters(hidden)
    for visible in ("O’Brien-Núñez", "李小龍", "ابن سينا", "Ann Mary"):
        assert not has_unprintable_characters(visible)


def test_language_with_the_highest_weight_wins() -> None:
    assert choose_language(None) == "en"
    assert choose_language("") == "en"
    assert choose_language("fr,de") == "en"
    assert choose_language("es") == "es"
    assert choose_language("en;q=0.5, es-MX;q=0.9") == "es"
    assert choose_language("es;q=0, en") == "en"
    assert choose_language("es;q=broken") == "en"
    assert choose_language("ES-us, en") == "es"


@pytest.mark.parametrize(
    ("tag", "language"),
    [
        *[(tag, "es") for tag in ("es_MX", "es-419", "ES", "es_MX.UTF-8", "es_ES@euro", "es.UTF-8")],
        *[(tag, "en") for tag in ("en_US.UTF-8", "est", "eso-MX", "_es", "C.UTF-8", "fr_ES", "x-es")],
    ],
)
def test_language_of_tag_or_posix_locale_is_read(tag: str, language: str) -> None:
    assert choose_language(tag) == language


@pytest.mark.parametrize("compose", [clean, tidy, normalize, make_searchable])
@pytest.mark.parametrize("marks", ["\u0301", "\u0323", "\u0301\u0323", "\u0344\u0323"])
def test_work_on_combining_marks_grows_with_their_number(compose: Callable[[str], Any], marks: str) -> None:
    def measure(count: int) -> float:
        text = "a" + "".join(mark * count for mark in marks)
        times = []
        for _ in range(3):
            begun = time.process_time()
            compose(text)
            times.append(time.process_time() - begun)
        return min(times)

    # Work in proportion to the square would be 64 times as much.
    assert any(measure(8_000) < 24 * measure(1_000) for _ in range(3))


@pytest.mark.parametrize("compose", [clean, tidy])
def test_marks_of_a_letter_are_kept_up_to_30(compose: Callable[[str], str]) -> None:
    assert compose("x" + "\u0323" * 30) == "x" + "\u0323" * 30
    assert compose("x" + "\u0323" * 40 + "y") == "x" + "\u0323" * 30 + "y"
    composed = compose("x" + "\u0344" * 40)
    assert compose(composed) == composed


# Glottal stops, which are dropped as apostrophes are, phonetic signs, and signs of medieval scribes.
WITHOUT_A_BASE = re.compile(
    "GLOTTAL|SALTILLO|PHARYNGEAL|EGYPTOLOGICAL|LARYNGEAL|PERCUSSIVE|EZH REVERSED|LETTER (AIN|ET|CON|IS|RUM)$"
)
LATIN_LETTERS = [
    chr(code)
    for code in range(0xAA, 0x1FFFF)
    if unicodedata.category(chr(code)) in ("Lu", "Ll", "Lt")
    and unicodedata.name(chr(code), "").startswith("LATIN ")
]


@pytest.mark.parametrize("letter", LATIN_LETTERS)
def test_each_latin_letter_folds_to_letters_of_english(letter: str) -> None:
    folded = fold(letter)
    # Some letters of Mayan are written as digits where they are missing.
    assert re.fullmatch("[a-z0-9]*", folded.replace("·", "")), folded
    assert folded or WITHOUT_A_BASE.search(unicodedata.name(letter))
    assert fold(letter.upper()) == fold(letter.lower())
    assert fold(unicodedata.normalize("NFD", letter)) == folded == fold(folded)


@given(st.text(st.characters(categories=["L", "M", "N", "P", "Zs", "Sk"])))
def test_folding_is_idempotent_and_ignores_composition(value: str) -> None:
    assert fold(fold(value)) == fold(value)
    assert fold(unicodedata.normalize("NFD", value)) == fold(unicodedata.normalize("NFC", value))


@pytest.mark.parametrize(("typed", "folded"), CASES["letters_fold_to_their_base"])
def test_letters_fold_to_their_base(typed: str, folded: str) -> None:
    assert fold(typed) == folded


@pytest.mark.parametrize(("name", "spellings"), CASES["names_have_a_spelling_with_two_letters_for_one"])
def test_names_have_a_spelling_with_two_letters_for_one(name: str, spellings: list[str]) -> None:
    assert list(list_spellings(name)) == spellings


@given(st.text())
def test_text_messages_stay_in_the_alphabet_of_gsm(value: str) -> None:
    sent = make_gsm_text(value)
    assert set(sent) <= GSM_ALPHABET
    assert make_gsm_text(sent) == sent


@pytest.mark.parametrize(
    ("written", "sent"),
    [
        *CASES["text_messages_are_spelled_in_gsm"],
        ("T’óó Diné yáʼátʼééh", "T'óó Diné yá'át'ééh".replace("ó", "o").replace("á", "a")),
    ],
)
def test_text_messages_are_spelled_in_gsm(written: str, sent: str) -> None:
    assert make_gsm_text(written) == sent


def test_signs_of_two_septets_count_twice() -> None:
    assert count_gsm_septets("Fee €5 [a]") == 13


def test_names_sort_as_in_a_dictionary() -> None:
    names = ["Ñandú", "Oso", "Nuez", "Águila", "Bizco", "Łoś", "Lobo"]
    assert sorted(names, key=lambda each: get_sort_key(each, "es")) == [
        *("Águila", "Bizco", "Lobo", "Łoś", "Nuez", "Ñandú", "Oso")
    ]
    assert sorted(names, key=lambda each: get_sort_key(each, "en"))[4:6] == ["Ñandú", "Nuez"]
