"""The score of the assistant, published in `docs/assistant.md`, never falls."""

import pytest

from portal.language import LANGUAGES, Language
from tests.unit.chatbot.scorecard import ROOT, Half, get_score

# Only upward, and `wrong` only downward.
REACHED: dict[tuple[Language, Half], tuple[int, int, int, int, int]] = {
    ("en", "tuned"): (390, 363, 2, 78, 75),
    ("es", "tuned"): (390, 368, 3, 80, 74),
    ("en", "measured"): (150, 127, 3, 30, 23),
    ("es", "measured"): (150, 124, 0, 30, 25),
}


@pytest.mark.parametrize("half", ["tuned", "measured"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_score_does_not_fall(language: Language, half: Half) -> None:
    score = get_score(language, half)
    asked, right, wrong, foreign, unknown = REACHED[language, half]
    assert (score.asked, score.foreign) == (asked, foreign)
    assert score.right >= right
    assert score.wrong <= wrong
    assert score.unknown >= unknown


def test_document_publishes_the_score() -> None:
    text = (ROOT / "docs/assistant.md").read_text(encoding="utf-8")
    for (language, half), (asked, right, wrong, foreign, unknown) in REACHED.items():
        assert (
            f"| {language} | {half} | {right} of {asked} | {wrong} of {asked} | {unknown} of {foreign} |"
            in text
        )
