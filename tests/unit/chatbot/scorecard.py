"""Scoring of the assistant on a corpus of questions."""

import json
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from unittest import mock

from domains.reference.data import get_terms_catalog
from domains.reference.fees import list_fees
from domains.reference.help_pages import list_help_pages
from functions.chatbot.answers import Assistant
from functions.chatbot.cards import Cards
from functions.chatbot.flows import list_flows
from functions.chatbot.index import Index
from functions.chatbot.passages import list_fee_passages, list_help_passages, list_terms_passages
from portal.language import LANGUAGES, Language

ROOT = Path(__file__).parents[3]
CORPUS = json.loads((ROOT / "tests/corpora/assistant_questions.json").read_text(encoding="utf-8"))
QUESTIONS = {
    language: [
        each for each in CORPUS[language] if each["half"] == "tuned" and each["kind"] in ("portal", "foreign")
    ]
    for language in LANGUAGES
}


@dataclass(frozen=True)
class Score:
    """The numbers of questions and of their outcomes.

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


def make_index(language: Language) -> Index:
    """Return the index of everything but the services of agencies, which each state has others of."""
    return Index(
        [
            *list_help_passages(list_help_pages(), "/help", language),
            *list_terms_passages(get_terms_catalog().current, language),
            *list_fee_passages(list_fees(), date(2026, 11, 27), language),
        ],
        language,
    )


def make_assistant(index: Index) -> Assistant:
    """Return an assistant that answers from one index, for a person without cards."""
    return Assistant(
        get_index=lambda _: index,
        help_href=lambda page, language: f"/help/{language}/{page}.html",
        flows=list_flows(),
        cards=mock.create_autospec(Cards, instance=True),
    )


def get_score(language: Language) -> Score:
    """Ask every question of a language."""
    index = make_index(language)
    assistant = make_assistant(index)
    asked = in_three = wrong = foreign = unknown = 0
    for each in QUESTIONS[language]:
        answer = assistant.answer(each["question"], language, "")
        if not each["pages"]:
            foreign += 1
            unknown += answer.outcome == "unknown"
            continue
        asked += 1
        page = each["pages"][0]
        in_three += page in [match.passage.page for match in index.search(each["question"])[:3]]
        right = f"/{page.replace('help/', f'help/{language}/')}.html"
        wrong += answer.outcome == "answer" and right not in [source.href for source in answer.sources]
    return Score(asked, in_three, wrong, foreign, unknown)
