import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from portal.language import preferred_language
from portal.text import (
    clean,
    fold_signs,
    has_unprintable_characters,
    normalise,
    plain_digits,
    searchable,
    tidy,
)

EXAMPLES = json.loads(Path("tests/corpora/typed_text.json").read_text(encoding="utf-8"))
CLEANERS = {"text": clean, "signs": fold_signs, "digits": plain_digits}


@given(st.text())
def test_normalised_text_is_trimmed_collapsed_upper_cased_and_never_empty(value: Any) -> None:
    normalised = normalise(value)
    if normalised is None:
        assert not value.strip()
    else:
        assert normalised == normalised.strip()
        assert "  " not in normalised
        assert "\t" not in normalised
        assert normalised == normalised.upper()
        assert normalised == normalise(normalised)


def test_the_examples_of_the_specification() -> None:
    assert normalise("  maria   de la  cruz ") == "MARIA DE LA CRUZ"
    assert normalise(" \t\n ") is None


@pytest.mark.parametrize(
    ("form", "typed", "kept"),
    [(form, each["typed"], each["kept"]) for form in CLEANERS for each in EXAMPLES[form]],
)
def test_typed_text_is_kept_in_one_form(form: str, typed: str, kept: str) -> None:
    assert CLEANERS[form](typed) == kept


@given(st.text(st.characters(categories=["L", "M", "N", "Zs", "Cc", "Cf", "So", "Pd"])))
def test_clean_text_stays_as_it_is(value: str) -> None:
    assert clean(clean(value)) == clean(value)


def test_accents_are_composed() -> None:
    assert tidy("Jose\u0301") == "José"


def test_search_sees_neither_case_nor_accents_nor_white_space() -> None:
    assert searchable("  Renovación  DEL\tRegistro ") == "renovacion del registro"
    assert searchable("ÑANDÚ Straße") == searchable("nandu STRASSE")


@given(st.text())
def test_what_is_searchable_stays_as_it_is(value: Any) -> None:
    assert searchable(searchable(value)) == searchable(value)


def test_invisible_characters_are_found() -> None:
    for hidden in ("a\u202eb", "a\u200bb", "a\x00b", "a\u2066b", "a\ue000b"):
        assert has_unprintable_characters(hidden)
    for visible in ("O’Brien-Núñez", "李小龍", "ابن سينا", "Ann Mary"):
        assert not has_unprintable_characters(visible)


def test_the_language_of_the_highest_weight_wins() -> None:
    assert preferred_language(None) == "en"
    assert preferred_language("") == "en"
    assert preferred_language("fr,de") == "en"
    assert preferred_language("es") == "es"
    assert preferred_language("en;q=0.5, es-MX;q=0.9") == "es"
    assert preferred_language("es;q=0, en") == "en"
    assert preferred_language("es;q=broken") == "en"
    assert preferred_language("ES-us, en") == "es"
