"""The score of the assistant on a corpus of questions, published in `docs/assistant.md`, never falls."""

import pytest

from portal.language import LANGUAGES, Language
from tests.unit.chatbot.scorecard import ROOT, Score, get_score

# Only upward, and `wrong` only downward.
REACHED = {"en": Score(101, 89, 1, 30, 30), "es": Score(101, 85, 0, 30, 27)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_score_does_not_fall(language: Language) -> None:
    score, reached = get_score(language), REACHED[language]
    assert (score.asked, score.foreign) == (reached.asked, reached.foreign)
    assert score.in_three >= reached.in_three
    assert score.wrong <= reached.wrong
    assert score.unknown >= reached.unknown


def test_document_publishes_the_score() -> None:
    text = (ROOT / "docs/assistant.md").read_text(encoding="utf-8")
    for language, score in REACHED.items():
        row = (
            f"| {language} | {score.in_three} of {score.asked} | {score.wrong} of {score.asked} "
            f"| {score.unknown} of {score.foreign} |"
        )
        assert row in text
