"""The results of searches and their order."""

import pytest

from domains.reference.help_pages import list_help_pages
from functions.governmentsearch.contract import ResultType
from functions.governmentsearch.entries import Entry, list_help_entries
from functions.governmentsearch.service import rank_entries
from portal.language import Language, Text


def make_entry(kind: ResultType, title: str, titulo: str, more: str = "") -> Entry:
    return Entry.of(kind, Text(title, titulo), Text(more, more), Text(f"/{title}", f"/{titulo}"))


ENTRIES = (
    make_entry("help", "Licenses", "Licencias"),
    make_entry("form", "Food truck permit", "Permiso de camión de comida", "a license to sell"),
    make_entry("service", "Driver's license", "Licencia de conducir"),
    make_entry("agency", "Office of licenses", "Oficina de licencias"),
    make_entry("service", "Barber license", "Licencia de peluquería"),
)


def find_titles(text: str, language: Language = "en") -> list[str]:
    return [each.title.in_language(language) for each in rank_entries(ENTRIES, text, language)]


def test_title_matches_rank_before_text_matches() -> None:
    assert find_titles("license") == [
        "Office of licenses",
        "Barber license",
        "Driver's license",
        "Licenses",
        "Food truck permit",
    ]


@pytest.mark.parametrize("text", ["DRIVERS lic", "driver’s", "licencia conducir", "driver conducir"])
def test_case_apostrophes_and_language_do_not_matter(text: str) -> None:
    assert find_titles(text) == ["Driver's license"]


@pytest.mark.parametrize("text", ["camion", "CAMIÓN de comida", "camio\u0301n"])
def test_accents_do_not_matter(text: str) -> None:
    assert find_titles(text, "es") == ["Permiso de camión de comida"]


@pytest.mark.parametrize("text", ["license boat", "icense", "??", "' -- <>", ".*"])
def test_each_word_must_match_the_start_of_a_word(text: str) -> None:
    assert find_titles(text) == []


def test_help_pages_have_an_address_per_language() -> None:
    entries = list(list_help_entries(list_help_pages(), "/assistance"))
    staff = next(each for each in entries if each.href.en == "/assistance/en/staff.html")
    assert staff.href.es == "/assistance/es/staff.html"
    assert all(each.title.es and each.summary.en for each in entries)
    assert not {"index", "notfound"} & {page.id for page in list_help_pages()}
