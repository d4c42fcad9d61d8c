"""Guided flows: a question with choices, each with an answer from the help."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Self

from pydantic import BaseModel, model_validator

from domains.reference.data import DATA_FOLDER
from domains.reference.everyday_words import list_words
from domains.reference.help_pages import HelpPage, HelpSection, list_help_pages
from domains.search.index import list_content_words, list_tokens, stem
from portal.language import LANGUAGES, Language, Text


class Quote(BaseModel):
    """A section of the help."""

    page: str
    heading: str  # in English; other languages quote the section at the same position


class FlowAnswer(BaseModel):
    """Answer to a choice."""

    quote: Quote
    lists_cards: bool = False  # true to list the person's cards, with the time of each check


class FlowChoice(BaseModel):
    """Choice for a flow's question."""

    label: Text
    answer: FlowAnswer


class FlowQuestion(BaseModel):
    """The question of a flow."""

    question: Text
    choices: tuple[FlowChoice, ...]


class Flow(BaseModel):
    """A guided flow."""

    id: str
    phrases: dict[Language, tuple[str, ...]]  # words that begin the flow together, in any form and order
    start: FlowQuestion

    @model_validator(mode="after")
    def _check_languages(self) -> Self:
        for language in LANGUAGES:
            if not self.phrases.get(language):
                raise ValueError(f"flow {self.id} has no phrases in {language}")
        return self


class Flows(BaseModel):
    """All flows. Labels of choices are unique in each language."""

    flows: tuple[Flow, ...]

    @model_validator(mode="after")
    def _check_choices(self) -> Self:
        for language in LANGUAGES:
            labels = [_make_key(choice.label.in_language(language)) for choice in self._list_choices()]
            if "" in labels or len(set(labels)) != len(labels):
                raise ValueError(f"two choices have the same label in {language}, or one has none")
        for choice in self._list_choices():
            for language in LANGUAGES:
                find_quote(choice.answer.quote, language)
        return self

    def find_flow(
        self, text: str, language: Language, names_subject: Callable[[str], bool] = lambda _: False
    ) -> Flow | None:
        """Return the flow with a phrase whose words are all in a text, in any form and order, or None.

        A text that is mostly about something else begins no flow.

        Args:
            names_subject: tells if the other words of a text name something that has a page.
        """
        words = {stem(word, language): word for word in list_tokens(text)}
        content = _list_stems(list_content_words(text), language)
        for flow in self.flows:
            for phrase in flow.phrases[language]:
                stems = _list_stems(list_tokens(phrase), language)
                if not stems <= words.keys() or 2 * len(stems & content) < len(content) - 1:
                    continue
                others = " ".join(words[each] for each in sorted(content - stems))
                if not names_subject(others):
                    return flow
        return None

    def find_choice(self, text: str, language: Language) -> FlowChoice | None:
        """Return the choice with a label, or None."""
        return next(
            (
                each
                for each in self._list_choices()
                if _make_key(each.label.in_language(language)) == _make_key(text)
            ),
            None,
        )

    def _list_choices(self) -> list[FlowChoice]:
        return [choice for flow in self.flows for choice in flow.start.choices]


@dataclass(frozen=True, slots=True)
class QuotedSection:
    """A section of the help in one language, and its page's title and id."""

    page: str
    title: str
    section: HelpSection


def find_quote(quote: Quote, language: Language) -> QuotedSection:
    """Return a quoted section in a language.

    Raises:
        ValueError: the help has no such section.
    """
    page = _list_pages().get(quote.page)
    headings = [section.heading for section in page.sections["en"]] if page else []
    if page is None or quote.heading not in headings:
        raise ValueError(f"the help has no section {quote.heading!r} on the page {quote.page!r}")
    section = page.sections[language][headings.index(quote.heading)]
    return QuotedSection(page.id, page.title.in_language(language), section)


@cache
def list_flows() -> Flows:
    """Return the flows. Source: data/assistant_flows.json.

    Raises:
        ValidationError: a flow lacks a language, or quotes a missing section.
    """
    return Flows.model_validate_json((DATA_FOLDER / "assistant_flows.json").read_bytes())


@cache
def _list_pages() -> Mapping[str, HelpPage]:
    return {page.id: page for page in list_help_pages()}


def _make_key(text: str) -> str:
    return " ".join(list_words(text))


def _list_stems(words: Iterable[str], language: Language) -> frozenset[str]:
    return frozenset(stem(word, language) for word in words)
