"""The assistant recognizes emergencies however they are put, and leaves ordinary questions alone.

No message of a failing test shows a phrase of the measured half: the patterns must not be made from it.
"""

import json
import time

import pytest

from domains.reference.data import DATA_FOLDER
from functions.chatbot.crisis import find_crisis
from infrastructure.operations.crisis.training import CORPUS, get_digest, list_examples
from tests.cases import read_cases
from tests.unit.chatbot.crisis_counts import Half, get_counts
from tests.unit.chatbot.scorecard import ROOT

CASES = read_cases(__file__)


@pytest.mark.parametrize(("text", "kind"), CASES["cry_for_help_gets_its_line"])
def test_cry_for_help_gets_its_line(text: str, kind: str) -> None:
    crisis = find_crisis(text)
    assert crisis is not None
    assert crisis.line.id == kind


@pytest.mark.parametrize("text", CASES["ordinary_text_gets_no_line"])
def test_ordinary_text_gets_no_line(text: str) -> None:
    assert find_crisis(text) is None


def test_crisis_at_the_end_of_a_long_text_is_found() -> None:
    crisis = find_crisis("where do I renew the registration " * 83 + "I want to die")
    assert crisis is not None
    assert crisis.line.id == "suicide"


def test_misspelled_and_joined_letters_are_read() -> None:
    for text in ("i want to diiiiie", "suisidio", "domestic violense", "K1LL MYSELF"):
        assert find_crisis(text) is not None, text


@pytest.mark.parametrize("half", ["tuned", "measured"])
def test_goals_are_reached(half: Half) -> None:
    counts = get_counts(half)
    assert counts.found >= 0.95 * counts.crises
    assert counts.right >= 0.9 * counts.found
    assert counts.mistaken <= 0.01 * counts.ordinary


def test_model_was_made_from_the_phrases() -> None:
    model = json.loads((DATA_FOLDER / "crisis_model.json").read_bytes())
    assert model["digest"] == get_digest(), "run `npm run crisis -- train`"


def test_phrases_for_training_are_not_those_for_measuring() -> None:
    corpus = json.loads(CORPUS.read_bytes())
    measured = {each["text"] for each in corpus["crisis"]["measured"]} | set(corpus["ordinary"]["measured"])
    assert not measured & {each.text for each in list_examples()}


@pytest.mark.parametrize("half", ["tuned", "measured"])
def test_document_publishes_the_counts(half: Half) -> None:
    counts = get_counts(half)
    row = (
        f"| {half} | {counts.found} of {counts.crises} | {counts.right} of {counts.found} "
        f"| {counts.mistaken} of {counts.ordinary} | {counts.warned} of {counts.ordinary} |"
    )
    published = row in (ROOT / "docs/assistant.md").read_text(encoding="utf-8")
    assert published, row


def test_time_grows_with_the_length_of_the_text() -> None:
    def measure(words: int) -> float:
        text = "my husband hit the fence and the car died in a fire " * (words // 12)
        find_crisis(text)
        best = float("inf")
        for _ in range(3):
            start = time.perf_counter()
            find_crisis(text)
            best = min(best, time.perf_counter() - start)
        return best

    # Ten times the words may take up to thirty times as long; a quadratic search takes a hundred times.
    assert measure(12_000) < 30 * measure(1_200)
