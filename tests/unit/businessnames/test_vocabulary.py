"""The possible meanings of a typed word, and the names that it finds."""

from collections.abc import Callable
from typing import Any

import pytest

from domains.names.index_queries import Narrowing
from domains.names.index_writer import Name
from domains.names.snapshot import Snapshot
from domains.names.vocabulary import WordChoice
from infrastructure.operations.names.build import build
from tests.unit.businessnames.test_snapshot import DAY

NAMES = (
    "Quarzolith Lantern Works LLC",
    "Bramblewick Lanterns, Inc.",
    "Sun Rise Bakery LLC",
    "Zephyrandel Bakery LLC",
    "Ko Bakery LLC",
    *(f"Many{first}{second} Trading LLC" for first in "abcdefghi" for second in "klmnopqr"),
)


@pytest.fixture(scope="module")
def snapshot(tmp_path_factory: pytest.TempPathFactory) -> Snapshot:
    path = tmp_path_factory.mktemp("vocabulary") / "names.sqlite"
    build(
        [
            Name(str(number), name, "llc", "active" if number % 2 else "dissolved", "Yuma", "yuma", DAY)
            for number, name in enumerate(NAMES)
        ],
        path,
        DAY,
        "tests",
    )
    return Snapshot(path)


@pytest.fixture
def vocabulary(snapshot: Snapshot) -> Any:
    return snapshot.vocabulary


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("BAKERY", ["BAKERY"]),
        ("BAKRY", ["BAKERY"]),
        ("BAEKRY", ["BAKERY"]),
        ("XBAKERY", ["BAKERY"]),
        ("BAKERYX", ["BAKERY"]),
        ("KWARZOLITH", ["QUARZOLITH"]),
        ("LANTERN", ["LANTERN", "LANTERNS"]),
        ("KO", ["KO"]),
    ],
)
def test_misspelled_word_finds_the_right_words(vocabulary: Any, typed: str, meant: list[str]) -> None:
    assert sorted(vocabulary.find_spelled_like(typed, is_unfinished=False).words) == meant


def test_unknown_word_finds_nothing(vocabulary: Any) -> None:
    assert vocabulary.find_spelled_like("XYLOPHONE", is_unfinished=False) is None
    assert vocabulary.find_sounding_like("XYLOPHONE") is None


def test_beginning_of_a_word_may_be_misspelled(vocabulary: Any) -> None:
    assert "BRAMBLEWICK" in vocabulary.find_spelled_like("BRXMBLE", is_unfinished=True).words
    assert vocabulary.find_spelled_like("BRXMBLE", is_unfinished=False) is None


def test_few_completions_are_listed(vocabulary: Any) -> None:
    assert vocabulary.find_beginning_with("LANT") == WordChoice(["LANTERN", "LANTERNS"], 2)
    assert vocabulary.find_beginning_with("MANY").expression == '("MANY"*)'
    assert vocabulary.find_beginning_with("LAN").expression == '("LAN"*)'
    assert vocabulary.find_beginning_with("XYLO").expression == '("XYLO"*)'


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("Quarzolith Lantren", "Quarzolith Lantern Works LLC"),
        ("Quarz olithLantern Wrks", "Quarzolith Lantern Works LLC"),
        ("Bramblewick & Lanterns", "Bramblewick Lanterns, Inc."),
        ("Sunrise Bakrey", "Sun Rise Bakery LLC"),
        ("Zephirandell Bakery", "Zephyrandel Bakery LLC"),
        ("Lantren Works", "Quarzolith Lantern Works LLC"),
        ("Lanternss", "Bramblewick Lanterns, Inc."),
    ],
)
def test_name_is_found_with_mistakes(snapshot: Snapshot, typed: str, name: str) -> None:
    assert snapshot.find_similar(typed, Narrowing(), 5)[0].name == name


def test_similar_names_are_narrowed(snapshot: Snapshot) -> None:
    for typed in ("Quarzolith Lantren", "Quarz olithLantern Wrks"):
        assert snapshot.find_similar(typed, Narrowing(status="dissolved"), 5)
        assert not snapshot.find_similar(typed, Narrowing(status="active"), 5)
        assert not snapshot.find_similar(typed, Narrowing(city="Mesa"), 5)
    for typed in ("Kwarzolith Lantern Works", "lantern kwarzolith"):
        assert snapshot.find_sounding_like(
            typed, Narrowing(status="dissolved", entity_type="llc", city="yuma"), 5
        )
        assert not snapshot.find_sounding_like(typed, Narrowing(status="active"), 5)


def test_whole_sound_match_comes_first(snapshot: Snapshot) -> None:
    found = snapshot.find_sounding_like("Sunrice Baikery", Narrowing(), 5)
    assert [each.name for each in found] == ["Sun Rise Bakery LLC"]
    assert len(snapshot.find_sounding_like("Baikery", Narrowing(), 5)) == 3


@pytest.mark.parametrize("limit", [1, 10, 50])
def test_pages_list_every_name_once(snapshot: Snapshot, limit: int) -> None:
    pages: tuple[Callable[[int], Any], ...] = (
        lambda after: snapshot.find_with_words("many", Narrowing(), (0, -1), after, limit),
        lambda after: snapshot.find_containing("TRADING", Narrowing(), after, limit),
    )
    for page in pages:
        rows, after = [], 0
        while found := page(after)[0]:
            assert page(after)[1] == 72
            rows += [each.row for each in found]
            after = rows[-1]
        assert rows == sorted(set(rows))
        assert len(rows) == 72


def test_pages_continue_past_the_counting_limit(snapshot: Snapshot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("domains.names.name_index.COUNTED_AT_MOST", 20)
    rows, after = [], 0
    while found := snapshot.find_containing("TRADING", Narrowing(), after, 9)[0]:
        rows += [each.row for each in found]
        after = rows[-1]
    assert len(set(rows)) == len(rows) == 72
    assert snapshot.find_containing("TRADING", Narrowing(), 0, 9)[1] == 21
