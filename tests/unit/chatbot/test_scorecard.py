"""Score of the assistant on a corpus of questions, which `docs/assistant.md` publishes; it never falls."""

import json
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from unittest import mock

import pytest

from functions.chatbot.answers import Assistant
from functions.chatbot.cards import Cards
from functions.chatbot.flows import list_flows
from functions.chatbot.index import Index
from functions.chatbot.passages import list_fee_passages, list_help_passages, list_terms_passages
from portal.fees import list_fees
from portal.help_pages import list_help_pages
from portal.language import LANGUAGES, Language
from portal.reference import terms_catalog

ROOT = Path(__file__).parents[3]
QUESTIONS = json.loads((ROOT / "tests/corpora/assistant_questions.json").read_text(encoding="utf-8"))


@dataclass(frozen=True)
class Score:
    """How many questions there are, and what became of them.

    Attributes:
        asked: questions with a page.
        in_three: the page is among the three best.
        wrong: another page was quoted without asking.
        foreign: questions that the portal has no page for.
        unknown: of those, answered with "I don't know that".
    """

    asked: int
    in_three: int
    wrong: int
    foreign: int
    unknown: int


# Only upward, and `wrong` only downward.
REACHED = {"en": Score(101, 86, 1, 30, 30), "es": Score(101, 85, 2, 30, 26)}


def get_score(language: Language) -> Score:
    index = Index(
        [
            *list_help_passages(list_help_pages(), "/help", language),
            *list_terms_passages(terms_catalog().current, language),
            *list_fee_passages(list_fees(), date(2026, 11, 27), language),
        ],
        language,
    )
    assistant = Assistant(
        get_index=lambda _: index,
        help_href=lambda page, language: f"/help/{language}/{page}.html",
        flows=list_flows(),
        cards=mock.create_autospec(Cards, instance=True),
    )
    asked = in_three = wrong = foreign = unknown = 0
    for each in QUESTIONS[language]:
        answer = assistant.answer(each["question"], language, "")
        if each["page"] is None:
            foreign += 1
            unknown += answer.outcome == "unknown"
            continue
        asked += 1
        in_three += each["page"] in [match.passage.page for match in index.search(each["question"])[:3]]
        right = f"/{each['page'].replace('help/', f'help/{language}/')}.html"
        wrong += answer.outcome == "answer" and right not in [source.href for source in answer.sources]
    return Score(asked, in_three, wrong, foreign, unknown)


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
