"""Answers of the assistant: a quoted passage, a choice of up to three, or a plain 'I don't know that'."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from domains.reference.everyday_words import list_words
from functions.chatbot import texts
from functions.chatbot.cards import Card, Cards
from functions.chatbot.conversation import Answer, Source
from functions.chatbot.crisis import find_crisis_line
from functions.chatbot.flows import Flow, FlowChoice, Flows, find_quote
from functions.chatbot.index import Index, Match
from functions.chatbot.passages import Passage
from portal.language import Language, write_moment

# Tuned with the questions of `tests/corpora/assistant_questions.json`; docs/assistant.md has the score.
MIN_COVERAGE = 0.5
"""Minimum share of a question's words on a page for a question about this portal."""
CONFIDENT_COVERAGE = 0.7
"""Minimum share of a question's words on the best page for quoting it without asking."""
NEAR = 0.75
"""Minimum share of the best page's score for offering a second page."""
MAX_CHOICES = 3
_MAX_QUOTED_CHARACTERS = 700


@dataclass(frozen=True, slots=True, kw_only=True)
class Assistant:
    """Answers questions with quoted passages only; it never writes its own.

    Attributes:
        get_index: returns the index of a language.
        help_href: returns the address of a help page, by its id and the language.
    """

    get_index: Callable[[Language], Index]
    help_href: Callable[[str, Language], str]
    flows: Flows
    cards: Cards

    def answer(self, question: str, language: Language, user_id: str) -> Answer:
        """Return the answer to a question: crisis lines first, then flows, then passages.

        Args:
            user_id: the person, whose cards a flow may list.

        Raises:
            CatalogUnavailable: the catalog cannot be read, and no copy exists.
        """
        if line := find_crisis_line(question):
            return Answer("crisis", line.text.in_language(language), line.sources)
        if choice := self.flows.find_choice(question, language):
            return self._answer_choice(choice, language, user_id)
        index = self.get_index(language)
        if passage := index.find_heading(question):
            return _quote(passage, question)
        if flow := self.flows.find_flow(question, language):
            return _ask(flow, language)
        best = index.search(question)[:MAX_CHOICES]
        if max((match.coverage for match in best), default=0.0) < MIN_COVERAGE:
            return self._make_unknown(language)
        return _quote(best[0].passage, question) if _is_confident(best) else _offer(best, language)

    def _answer_choice(self, choice: FlowChoice, language: Language, user_id: str) -> Answer:
        quoted = find_quote(choice.answer.quote, language)
        href = self.help_href(quoted.page, language)
        passage = Passage(quoted.page, quoted.title, quoted.section.heading, quoted.section.blocks, href)
        answer = _quote(passage, "")
        if not choice.answer.lists_cards:
            return answer
        lines = _list_lines(self.cards.list_cards(user_id, language), language)
        dashboard = Source(texts.DASHBOARD.in_language(language), "/dashboard")
        return replace(answer, text="\n".join((answer.text, *lines)), sources=(*answer.sources, dashboard))

    def _make_unknown(self, language: Language) -> Answer:
        contents = Source(texts.HELP.in_language(language), self.help_href("index", language))
        return Answer("unknown", texts.UNKNOWN.in_language(language), (contents,))


def _ask(flow: Flow, language: Language) -> Answer:
    labels = tuple(choice.label.in_language(language) for choice in flow.start.choices)
    return Answer("choice", flow.start.question.in_language(language), choices=labels)


def _list_lines(cards: Sequence[Card], language: Language) -> list[str]:
    if not cards:
        return [texts.NO_CARDS.in_language(language)]
    lines = [texts.CARDS.in_language(language)]
    for card in cards:
        name = f"{card.service}, {card.label}" if card.label else card.service
        if card.checked_at:
            moment = write_moment(card.checked_at)
            lines.append(texts.CHECKED.format(card=name, moment=moment).in_language(language))
        else:
            lines.append(texts.NOT_CHECKED.format(card=name).in_language(language))
    return lines


def _is_confident(matches: Sequence[Match]) -> bool:
    """Tell if the first match is clearly the best."""
    best, *others = matches
    is_ahead = not others or others[0].score < NEAR * best.score
    return is_ahead and best.coverage >= CONFIDENT_COVERAGE


def _offer(matches: Sequence[Match], language: Language) -> Answer:
    passages = [match.passage for match in matches]
    return Answer(
        "choice",
        texts.CHOICE.in_language(language),
        tuple(Source(each.label, each.href) for each in passages),
        tuple(each.label for each in passages),
    )


def _quote(passage: Passage, question: str) -> Answer:
    """Quote a passage, from the block with the most words of the question."""
    wanted = set(list_words(question))
    hits = [len(wanted.intersection(list_words(block))) for block in passage.blocks]
    whole = sum(map(len, passage.blocks)) <= _MAX_QUOTED_CHARACTERS
    first = 0 if whole else hits.index(max(hits))
    quoted: list[str] = []
    for block in passage.blocks[first:]:
        if quoted and sum(map(len, quoted)) + len(block) > _MAX_QUOTED_CHARACTERS:
            break
        quoted.append(block)
    return Answer("answer", "\n".join(quoted), (Source(passage.label, passage.href),))
