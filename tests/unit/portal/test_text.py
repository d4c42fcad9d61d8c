import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from portal.language import choose_language
from portal.text import (
    clean,
    fold_signs,
    has_refused_characters,
    has_unprintable_characters,
    make_plain_digits,
    make_searchable,
    normalize,
    tidy,
)

EXAMPLES = json.loads(Path("tests/corpora/typed_text.json").read_text(encoding="utf-8"))
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


@pytest.mark.parametrize(
    "line",
    [
        "اتصل على \u2066+1 (602) 555-0123\u2069 اليوم",
        "\u200fرسوم: $25\u200f",
        "\u061cالمبلغ 25",
        "A\u200e (B)",
        "\u2068one\u2069 and \u2067two \u2066three\u2069\u2069",
        "می\u200cخواهم",
        "क्\u200dष",
        "👩\u200d🌾 ❤\ufe0f",
        "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
        "emoji of a later Unicode: \U0001fadf \U0001faed",
        "葛\U000e0100城市",
        "ᠠ\u180b",
    ],
)
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
