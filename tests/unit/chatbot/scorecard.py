"""Scoring of the assistant on a corpus of questions that others wrote.

The engineers look at the questions of one half, and only measure with those of the other.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any, Literal
from unittest import mock

from domains.agencies.catalog import Offer, Offers
from domains.search.index import Index
from domains.search.library import make_index
from functions.chatbot.answers import Assistant
from functions.chatbot.cards import Cards
from functions.chatbot.conversation import Answer
from functions.chatbot.flows import FlowChoice, list_flows
from infrastructure.sandbox.manifest_files import list_manifests
from portal.language import Language

ROOT = Path(__file__).parents[3]
CORPUS = json.loads((ROOT / "tests/corpora/assistant_questions.json").read_text(encoding="utf-8"))
Half = Literal["tuned", "measured"]


@dataclass(frozen=True)
class Score:
    """The numbers of questions and of their outcomes.

    Attributes:
        asked: questions with a page.
        right: a right page was quoted or among the three that were offered.
        wrong: another page was quoted without asking.
        foreign: questions that the portal has no page for.
        unknown: of those, answered with "I don't know that".
    """

    asked: int
    right: int
    wrong: int
    foreign: int
    unknown: int


@dataclass(frozen=True)
class Result:
    """A question with its answer and the pages that the person got."""

    question: dict[str, Any]
    answer: Answer
    pages: frozenset[str]

    @property
    def is_right(self) -> bool:
        return bool(self.pages & set(self.question["pages"]))


@cache
def get_index() -> Index:
    """Return the index with the sample agencies."""
    services = {
        service.id: Offer(manifest.agency, service, is_available=True)
        for manifest in list_manifests()
        for service in manifest.services
    }
    return make_index(Offers(services), "/help", date(2026, 11, 29))


@cache
def get_assistant() -> Assistant:
    """Return an assistant for a person without cards."""
    cards = mock.create_autospec(Cards, instance=True)
    cards.list_debts.return_value = []
    return Assistant(
        get_index=get_index,
        help_href=lambda page, language: f"/help/{language}/{page}.html",
        flows=list_flows(),
        cards=cards,
    )


def list_results(language: Language, half: Half) -> Iterator[Result]:
    """Ask every question of a language and a half."""
    for question in CORPUS[language]:
        if question["half"] == half:
            answer = get_assistant().answer_question(question["question"], language, "")
            yield Result(question, answer, frozenset(_list_pages(answer, language)))


def get_score(language: Language, half: Half) -> Score:
    """Count the results of a language and a half."""
    results = list(list_results(language, half))
    foreign = [each for each in results if each.question["kind"] == "foreign"]
    asked = [each for each in results if each.question["kind"] != "foreign"]
    return Score(
        len(asked),
        sum(each.is_right for each in asked),
        sum(each.answer.outcome == "answer" and not each.is_right for each in asked),
        len(foreign),
        sum(each.answer.outcome == "unknown" for each in foreign),
    )


def _list_pages(answer: Answer, language: Language) -> Iterator[str]:
    """Yield the ids of the pages that an answer quotes or offers, also by the choices of a flow."""
    if answer.outcome == "unknown":
        return
    pages = {
        (each.get_label(language), each.href.in_language(language)): each.page
        for each in get_index().passages
    }
    for source in answer.sources:
        # The list of unpaid amounts comes from the dashboard.
        yield pages.get((source.title, source.href), f"help{source.href}")
    for label in answer.choices:
        choice = list_flows().find_choice(label, language)
        if isinstance(choice, FlowChoice):
            yield f"help/{choice.answer.quote.page}"
