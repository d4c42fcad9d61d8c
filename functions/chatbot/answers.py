"""Answers of the assistant: a quoted passage, a choice of up to three, or a plain 'I don't know that'."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache

from domains.reference.everyday_words import get_foreign_words, list_words
from domains.search.index import Index, Match, list_content_words, stem
from domains.search.passages import Passage
from domains.state.time import write_moment
from functions.chatbot import texts
from functions.chatbot.cards import Cards, ChatCard, Debt
from functions.chatbot.conversation import Answer, QuotedPage
from functions.chatbot.crisis import find_crisis
from functions.chatbot.flows import Flow, FlowChoice, Flows, find_quote
from functions.chatbot.intents import is_debts_question, is_person_request
from portal.language import LANGUAGES, Language, write_day

# Tuned with one half of `tests/corpora/assistant_questions.json`; docs/assistant.md has both scores.
MIN_COVERAGE = 0.5
"""Minimum share of a question's words on a page for a question about this portal."""
MIN_SUBJECT_COVERAGE = 0.4
"""The same for a page with a subject among the question's words."""
MIN_EVIDENCE = 4.5
"""Minimum rarity of a question's words in titles and keywords of a page, which takes two words."""
MIN_FOREIGN_EVIDENCE = 5.5
"""The same for a question with a word of another matter, such as a recipe."""
MIN_NAME, MAX_UNKNOWN = 2.5, 1
"""The same for one word, in a question with few words that no page has."""
CONFIDENT_COVERAGE = 0.8
"""Minimum share of a question's words on the best page for quoting it without asking."""
NEAR = 0.6
"""Minimum share of the best page's score for offering a second page."""
MAX_CHOICES = 3
_MAX_QUOTED_CHARACTERS = 700
_REFERS_BACK = re.compile(
    r"(then|also|otherwise|instead|but|so|this|that|these|those|it|they|if (it|not|you did not|that|this)|"
    r"luego|entonces|tambien|de lo contrario|pero|asi|esto|eso|estos|estas|ese|esa|si no|ellos)\b"
)
_REFERS_UP = re.compile(r"\b(above|arriba|anterior(es)?)\b")


@dataclass(frozen=True, slots=True, kw_only=True)
class Assistant:
    """Answers questions with quoted passages only; it never writes its own."""

    get_index: Callable[[], Index]  # returns the index of everything that can be quoted
    # Returns the address of a help page, by its id and the language.
    help_href: Callable[[str, Language], str]
    flows: Flows
    cards: Cards

    def answer_question(self, question: str, language: Language, user_id: str) -> Answer:
        """Return the answer to a question: emergencies first, then requests and flows, then passages.

        The text of an emergency stands before the answer where the question may be an ordinary one.

        Args:
            user_id: the person, whose cards an answer may list.

        Raises:
            CatalogUnavailable: the catalog cannot be read, and no copy exists.
        """
        crisis = find_crisis(question)
        if crisis is None:
            return self._answer_ordinary(question, language, user_id)
        line = crisis.line
        alone = Answer("crisis", line.text.in_language(language), line.sources)
        if crisis.is_certain:
            return alone
        answer = self._answer_ordinary(question, language, user_id)
        text = f"{alone.text}\n{answer.text}"
        return replace(answer, text=text, sources=(*answer.sources, *alone.sources))

    def _answer_ordinary(self, question: str, language: Language, user_id: str) -> Answer:
        if is_person_request(question):
            return Answer("person", texts.PERSON.in_language(language))
        if is_debts_question(question):
            return self._answer_debts(language, user_id)
        if choice := self.flows.find_choice(question, language):
            return self._answer_choice(choice, language, user_id)
        index = self.get_index()
        if passage := index.find_heading(question, language):
            return _quote(passage, question, language)
        best = find_pages(index, question, language)
        flow = self.flows.find_flow(question, language, lambda words: _is_subject(index, words, language))
        if flow:
            return _ask(flow, language)
        if not best:
            return self._make_unknown(language)
        return _quote(best[0].passage, question, language) if _is_confident(best) else _offer(best, language)

    def _answer_choice(self, choice: FlowChoice, language: Language, user_id: str) -> Answer:
        quoted = find_quote(choice.answer.quote, language)
        href = self.help_href(quoted.page, language)
        heading = quoted.section.heading
        label = quoted.title if quoted.title == heading else f"{quoted.title}: {heading}"
        answer = Answer("answer", _choose_blocks(quoted.section.blocks, ""), (QuotedPage(label, href),))
        if not choice.answer.lists_cards:
            return answer
        lines = _list_lines(self.cards.list_cards(user_id, language), language)
        return replace(
            answer,
            text="\n".join((answer.text, *lines)),
            sources=(*answer.sources, _get_dashboard(language)),
        )

    def _answer_debts(self, language: Language, user_id: str) -> Answer:
        debts = self.cards.list_debts(user_id, language)
        lines = [_write_debt(debt, language) for debt in debts]
        head = texts.DEBTS if lines else texts.NO_DEBTS
        text = "\n".join((head.in_language(language), *lines))
        return Answer("answer", text, (_get_dashboard(language),))

    def _make_unknown(self, language: Language) -> Answer:
        contents = QuotedPage(texts.HELP.in_language(language), self.help_href("index", language))
        services = QuotedPage(texts.SERVICES.in_language(language), "/services")
        return Answer("unknown", texts.UNKNOWN.in_language(language), (contents, services))


def find_pages(index: Index, question: str, language: Language) -> list[Match]:
    """Return up to three pages for a question, best first; none for a question about something else."""
    best = index.search_pages(question, language)[:MAX_CHOICES]
    word_count = len(list_content_words(question))
    needed = MIN_FOREIGN_EVIDENCE if _list_stems(question) & _list_foreign_stems() else 0
    return best if any(match.evidence >= needed and _is_about(match, word_count) for match in best) else []


def _is_subject(index: Index, words: str, language: Language) -> bool:
    """Tell if words name the subject of a page, such as a license."""
    return any(match.has_subject for match in index.search_pages(words, language)[:MAX_CHOICES])


def _is_about(match: Match, word_count: int) -> bool:
    """Tell if a page shares enough with a question: one shared word is enough only if it names the page."""
    if match.has_subject and match.coverage >= MIN_SUBJECT_COVERAGE:
        return True
    if match.evidence >= (MIN_NAME if match.unknown <= MAX_UNKNOWN else MIN_EVIDENCE):
        return True
    return match.coverage >= MIN_COVERAGE and (match.words > 1 or (word_count == 1 and match.evidence > 0))


def _ask(flow: Flow, language: Language) -> Answer:
    labels = tuple(choice.label.in_language(language) for choice in flow.start.choices)
    return Answer("choice", flow.start.question.in_language(language), choices=labels)


def _get_dashboard(language: Language) -> QuotedPage:
    return QuotedPage(texts.DASHBOARD.in_language(language), "/dashboard")


def _list_lines(cards: Sequence[ChatCard], language: Language) -> list[str]:
    if not cards:
        return [texts.NO_CARDS.in_language(language)]
    lines = [texts.CARDS.in_language(language)]
    for card in cards:
        if card.checked_at:
            moment = write_moment(card.checked_at)
            lines.append(texts.CHECKED.format(card=card.name, moment=moment).in_language(language))
        else:
            lines.append(texts.NOT_CHECKED.format(card=card.name).in_language(language))
    return lines


def _write_debt(debt: Debt, language: Language) -> str:
    """Write a line such as `Water account, Elm St: Amount due $84.17 by December 7, 2026. Last checked …`."""
    pattern = texts.DEBT_BY if debt.due else texts.DEBT
    return pattern.format(
        card=debt.card.name,
        label=debt.label,
        amount=f"${debt.amount:,.2f}",
        day=write_day(debt.due) if debt.due else "",
        moment=write_moment(debt.checked_at),
    ).in_language(language)


def _is_confident(matches: Sequence[Match]) -> bool:
    """Tell if the first match is clearly the best: ahead of the others, or the only one with the subject."""
    best, *others = matches
    close_matches = [each for each in others if each.score >= NEAR * best.score]
    is_only_subject = best.has_subject and not any(each.has_subject for each in close_matches)
    return (not close_matches or is_only_subject) and best.coverage >= CONFIDENT_COVERAGE


def _offer(matches: Sequence[Match], language: Language) -> Answer:
    passages = [match.passage for match in matches]
    labels = [each.get_label(language) for each in passages]
    hrefs = [each.href.in_language(language) for each in passages]
    sources = tuple(map(QuotedPage, labels, hrefs))
    return Answer("choice", texts.CHOICE.in_language(language), sources, tuple(labels))


def _quote(passage: Passage, question: str, language: Language) -> Answer:
    source = QuotedPage(passage.get_label(language), passage.href.in_language(language))
    return Answer("answer", _choose_blocks(passage.blocks[language], question), (source,))


def _choose_blocks(blocks: Sequence[str], question: str) -> str:
    """Return a section whole, or from the block with the most words of the question.

    A block that refers to what stands before it is quoted with that.
    """
    stems = _list_stems(question)
    hits = [len(stems & _list_stems(block)) for block in blocks]
    first = 0 if sum(map(len, blocks)) <= _MAX_QUOTED_CHARACTERS else hits.index(max(hits))
    while first > 0 and _is_back_reference(blocks[first]):
        first -= 1
    quoted: list[str] = []
    for block in blocks[first:]:
        if quoted and sum(map(len, quoted)) + len(block) > _MAX_QUOTED_CHARACTERS:
            break
        quoted.append(block)
    return "\n".join(quoted)


def _is_back_reference(block: str) -> bool:
    text = " ".join(list_words(block))
    return bool(_REFERS_BACK.match(text) or _REFERS_UP.search(text))


def _list_stems(text: str) -> set[str]:
    return {stem(word, language) for word in list_content_words(text) for language in LANGUAGES}


@cache
def _list_foreign_stems() -> frozenset[str]:
    return frozenset(stem(word, language) for word in get_foreign_words() for language in LANGUAGES)
