"""The terms that are shipped."""

import json
from datetime import date
from itertools import pairwise

from domains.reference.data import DATA_FOLDER, terms_catalog


def test_every_version_says_the_same_number_of_things_in_both_languages() -> None:
    for terms in terms_catalog().versions:
        english, spanish = terms.texts["en"], terms.texts["es"]
        shapes = [[len(section.paragraphs) for section in text.sections] for text in (english, spanish)]
        assert shapes[0] == shapes[1]
        assert 10 <= len(shapes[0]) <= 12
        assert english.title != spanish.title
        for one, other in zip(english.sections, spanish.sections, strict=True):
            assert one.heading != other.heading
            assert all(part.strip() for part in (*one.paragraphs, *other.paragraphs))


def test_versions_are_in_the_order_in_which_they_take_effect() -> None:
    starts = [date.fromisoformat(terms.effective_on) for terms in terms_catalog().versions]
    assert all(earlier < later for earlier, later in pairwise(starts))


def test_no_version_has_a_name_that_breaks_its_key_in_the_table() -> None:
    assert all("#" not in terms.version and len(terms.version) <= 40 for terms in terms_catalog().versions)


def test_the_terms_name_their_source() -> None:
    stored = json.loads((DATA_FOLDER / "terms.json").read_text(encoding="utf-8"))
    assert stored["source"]
    assert stored["confidence"]
