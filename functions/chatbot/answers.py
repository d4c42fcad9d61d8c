"""Answers of the assistant: a quoted passage, a choice of up to three, or a plain 'I don't know that'."""

from collections.abc import Callable, Sequence

from functions.chatbot import texts
from functions.chatbot.conversation import Answer, Source
from functions.chatbot.crisis import find_crisis_line
from functions.chatbot.index import Index, Match
from functions.chatbot.passages import Passage
from portal.everyday_words import words_of
from portal.language import Language

# Chosen by the questions of `tests/corpora/assistant_questions.json`; docs/assistant.md has the score.
MIN_COVERAGE = 0.5
"""Share of a question's words that a page must have for the question to be about this portal."""
CONFIDENT_COVERAGE = 0.7
"""Share of a question's words that the best page must have to be quoted without asking."""
NEAR = 0.75
"""A second page with so much of the best page's score makes a choice."""
MAX_CHOICES = 3
_MAX_QUOTED_CHARACTERS = 700


class Assistant:
    """Answers questions from the passages; it never writes a sentence of its own about a subject."""

    def __init__(self, get_index: Callable[[Language], Index], help_href: Callable[[Language], str]) -> None:
        """Take the index of a language, and the address of the help's contents in it."""
        self._get_index = get_index
        self._help_href = help_href

    def answer(self, question: str, language: Language) -> Answer:
        """Return the answer to a question.

        Raises:
            CatalogUnavailable: the services of agencies cannot be read, and were not read before.
        """
        if line := find_crisis_line(question):
            sources = tuple(Source(each.title, each.href) for each in line.sources)
            return Answer("crisis", line.text.in_language(language), sources)
        index = self._get_index(language)
        if passage := index.find_heading(question):
            return _quote(passage, question)
        best = index.search(question)[:MAX_CHOICES]
        if max((match.coverage for match in best), default=0.0) < MIN_COVERAGE:
            return self._say_unknown(language)
        return _quote(best[0].passage, question) if _is_confident(best) else _offer(best, language)

    def _say_unknown(self, language: Language) -> Answer:
        contents = Source(texts.HELP.in_language(language), self._help_href(language))
        return Answer("unknown", texts.UNKNOWN.in_language(language), (contents,))


def _is_confident(matches: Sequence[Match]) -> bool:
    """Tell if the first match is the one that is meant."""
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
    """Quote the passage from the block on that has the most words of the question."""
    wanted = set(words_of(question))
    hits = [len(wanted.intersection(words_of(block))) for block in passage.blocks]
    whole = sum(map(len, passage.blocks)) <= _MAX_QUOTED_CHARACTERS
    first = 0 if whole else hits.index(max(hits))
    quoted: list[str] = []
    for block in passage.blocks[first:]:
        if quoted and sum(map(len, quoted)) + len(block) > _MAX_QUOTED_CHARACTERS:
            break
        quoted.append(block)
    return Answer("answer", "\n".join(quoted), (Source(passage.label, passage.href),))
