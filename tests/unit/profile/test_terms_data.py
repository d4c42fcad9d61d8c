"""The terms that are shipped."""

import json
from datetime import date
from itertools import pairwise

from domains.reference.data import DATA_FOLDER, get_terms_catalog


def test_terms_have_the_same_shape_in_both_languages() -> None:
    for terms in get_terms_catalog().versions:
        english, spanish = terms.texts["en"], terms.texts["es"]
        shapes = [[len(section.paragraphs) for section in text.sections] for text in (english, spanish)]
        assert shapes[0] == shapes[1]
        assert 10 <= len(shapes[0]) <= 12
        assert english.title != spanish.title
        for one, other in zip(english.sections, spanish.sections, strict=True):
            assert one.heading != other.heading
            assert all(part.strip() for part in (*one.paragraphs, *other.paragraphs))


def test_versions_are_sorted_by_effective_date() -> None:
    starts = [date.fromisoformat(terms.effective_on) for terms in get_terms_catalog().versions]
    assert all(earlier < later for earlier, later in pairwise(starts))


def test_version_names_fit_the_table_key() -> None:
    assert all(
        "#" not in terms.version and len(terms.version) <= 40 for terms in get_terms_catalog().versions
    )


def test_terms_have_a_source() -> None:
    stored = json.loads((DATA_FOLDER / "terms.json").read_text(encoding="utf-8"))
    assert stored["source"]
    assert stored["confidence"]
