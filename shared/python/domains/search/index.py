"""Index of the words of passages in both languages, and the ranking of pages for a question."""

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from math import log
from threading import Lock, local
from typing import Any

from jellyfish import damerau_levenshtein_distance, metaphone

from domains.reference.everyday_words import (
    get_everyday_words,
    get_filler_words,
    join_pairs,
    list_words,
)
from domains.search.passages import Passage, PassageType
from portal.language import LANGUAGES, Language

Rows = dict[int, float]
"""Weights of a word by the number of the passage."""

# Tuned with one half of `tests/corpora/assistant_questions.json`; docs/assistant.md has both scores.
_SUBJECT = 1.1
"""Weight of a word that alone says that a question is about a page."""
_TITLED = 1.05
"""Weight of a word in a title or a heading."""
_NAMED = 1.0
"""Weight of a word in the keywords."""
_IN_TEXT = 0.25
_FACTORS: Mapping[PassageType, float] = {"policy": 0.7, "fee": 0.9}
"""Long texts and the labels of fees share words with most questions."""
_SYNONYM = 0.6
_OTHER_LANGUAGE = 0.9
_CORRECTED = 0.8
_UNKNOWN_RARITY = 3.0
"""Rarity of a word that no passage has."""

_MAX_WORDS = 40
_MIN_CORRECTED_LETTERS = 6
_MAX_EDITS = 2
_SNOWBALL: Mapping[Language, str] = {"en": "english", "es": "spanish"}


@dataclass(frozen=True, slots=True)
class Match:
    """A page found for a question."""

    passage: Passage  # the page's best passage
    score: float  # higher is better; comparable within one question
    coverage: float  # share of the question's words on the page, weighted by rarity; 0 to 1
    words: int  # the number of the question's words on the page
    evidence: float  # rarity of those in titles, headings, and keywords
    unknown: int  # the number of the question's words that no page has
    has_subject: bool  # true if one of the question's words is a subject of the page


@dataclass(frozen=True, slots=True)
class _Term:
    """A word of the question: the higher its rarity, the fewer pages have it."""

    rows: Rows
    rarity: float


class Index:
    """Words of passages; thread-safe.

    A word is looked up in both languages, so that a question can mix them, and then as a misspelling.
    """

    def __init__(self, passages: Iterable[Passage]) -> None:
        self.passages = tuple(passages)
        self._pages = len({each.page for each in self.passages})
        self._tables: dict[Language, _Table] = {}
        self._lock = Lock()

    def find_heading(self, text: str, language: Language) -> Passage | None:
        """Return the first passage with a label, or None."""
        words = list_words(text)
        return next((each for each in self.passages if list_words(each.get_label(language)) == words), None)

    def search_pages(self, question: str, language: Language, *, is_typing: bool = False) -> list[Match]:
        """Return the pages with words of a question, best first; none without content words.

        Args:
            is_typing: whether the last word, and others that no page has, may be beginnings of words, and
                filler words count if there are no others.
        """
        words = list_content_words(question)
        if is_typing:
            words = words or list_words(question)[:_MAX_WORDS]
        with self._lock:
            terms = [
                self._find(word, language, is_typing=is_typing, is_last=word == words[-1]) for word in words
            ]
        return self._rank_pages(terms)

    def _find(self, word: str, language: Language, *, is_typing: bool, is_last: bool) -> _Term:
        is_prefix = is_typing and is_last
        (other,) = (each for each in LANGUAGES if each != language)
        tables = self._get_table(language), self._get_table(other)
        rows = tables[0].find_rows(word, is_prefix=is_prefix)
        _merge(rows, tables[1].find_rows(word, is_prefix=is_prefix), _OTHER_LANGUAGE)
        pages = self._count_pages(rows)
        phrases = {phrase for table in tables for phrase in table.list_synonyms(word)}
        for table in tables:
            for phrase in phrases:
                _merge(rows, table.find_phrase(phrase), _SYNONYM)
        if not rows and is_typing:
            for table in tables:
                _merge(rows, table.find_rows(word, is_prefix=True), 1)
        if not rows:
            for near in tables[0].list_misspelled(word):
                _merge(rows, tables[0].find_rows(near), _CORRECTED)
        # A synonym that is everywhere does not make the word itself common.
        pages = pages or self._count_pages(rows)
        return _Term(rows, log((self._pages + 1) / (pages + 1)) + 0.1 if pages else _UNKNOWN_RARITY)

    def _count_pages(self, rows: Rows) -> int:
        return len({self.passages[row].page for row in rows})

    def _get_table(self, language: Language) -> "_Table":
        if language not in self._tables:
            self._tables[language] = _Table(self.passages, language)
        return self._tables[language]

    def _rank_pages(self, terms: Sequence[_Term]) -> list[Match]:
        scores: Rows = {}
        for term in terms:
            for row, weight in term.rows.items():
                scores[row] = scores.get(row, 0.0) + term.rarity * weight
        pages: dict[str, list[int]] = {}
        for row in sorted(scores, key=lambda row: (-scores[row], row)):
            pages.setdefault(self.passages[row].page, []).append(row)
        total = sum(term.rarity for term in terms)
        unknown = sum(not term.rows for term in terms)
        matches = []
        for rows in pages.values():
            covered = [term for term in terms if any(row in term.rows for row in rows)]
            weights = [max(term.rows.get(row, 0.0) for row in rows) for term in covered]
            evidence = sum(
                term.rarity * weight
                for term, weight in zip(covered, weights, strict=True)
                if weight > _IN_TEXT
            )
            best = self.passages[rows[0]]
            coverage = sum(term.rarity for term in covered) / total
            score = scores[rows[0]] * _FACTORS.get(best.type, 1.0)
            has_subject = any(weight >= _SUBJECT for weight in weights)
            matches.append(Match(best, score, coverage, len(covered), evidence, unknown, has_subject))
        return sorted(matches, key=lambda match: (-match.score, match.passage.page))


class _Table:
    """Rows of each stem in one language."""

    def __init__(self, passages: Iterable[Passage], language: Language) -> None:
        self._language = language
        self._rows: dict[str, Rows] = {}
        words: set[str] = set()
        for row, each in enumerate(passages):
            parts = (
                (_IN_TEXT, each.get_searched_text(language)),
                (_NAMED, each.keywords.in_language(language)),
                (_TITLED, each.title.in_language(language)),
                (_TITLED, each.heading.in_language(language)),
                (_SUBJECT, each.subjects.in_language(language)),
            )
            for weight, text in parts:
                for word in list_tokens(text):
                    self._rows.setdefault(stem(word, language), {})[row] = weight
                    words.add(word)
        self._words = sorted(words)

    def find_rows(self, word: str, *, is_prefix: bool = False) -> Rows:
        """Return the rows with a word in any form, or with one that it begins."""
        rows = dict(self._rows.get(stem(word, self._language), {}))
        if is_prefix:
            for completion in self._list_completions(word):
                _merge(rows, self._rows[stem(completion, self._language)], 1)
        return rows

    def find_phrase(self, phrase: str) -> Rows:
        """Return the rows with every word of a phrase, each with its lowest weight."""
        first, *others = (self.find_rows(word) for word in list_tokens(phrase))
        return {
            row: min(weight, *(each[row] for each in others)) if others else weight
            for row, weight in first.items()
            if all(row in each for each in others)
        }

    def list_synonyms(self, word: str) -> tuple[str, ...]:
        """Return the everyday phrases that stand for a word in any form."""
        return _get_synonyms(self._language).get(stem(word, self._language), ())

    def list_misspelled(self, word: str) -> list[str]:
        """Return the words that a word may be a misspelling of."""
        if len(word) < _MIN_CORRECTED_LETTERS:
            return []
        return [each for each in self._words if _is_misspelling(word, each)]

    def _list_completions(self, word: str) -> list[str]:
        first = bisect_left(self._words, word)
        last = bisect_left(self._words, word + "\uffff")
        return self._words[first:last]


def _merge(rows: Rows, more: Rows, factor: float) -> None:
    for row, weight in more.items():
        rows[row] = max(rows.get(row, 0.0), factor * weight)


def _is_misspelling(typed: str, word: str) -> bool:
    """Return whether two words differ by a letter too many or too few, or sound alike with up to two edits.

    Words with another consonant are others: `mexico` is not `medico`.
    """
    if typed[0] != word[0] or abs(len(typed) - len(word)) > _MAX_EDITS:
        return False
    edits = damerau_levenshtein_distance(typed, word)
    if edits == 1 and len(typed) != len(word):
        return True
    return edits <= _MAX_EDITS and metaphone(typed) == metaphone(word)


def list_content_words(text: str) -> list[str]:
    """Return the first words of a text once each, without filler words."""
    words = list_tokens(text)[:_MAX_WORDS]
    return [word for word in dict.fromkeys(words) if word not in get_filler_words()]


def list_tokens(text: str) -> list[str]:
    """Return the words of a text; two that mean one thing together, such as `sign in`, are one."""
    return join_pairs(list_words(text))


_thread_local = local()


@lru_cache(maxsize=20_000)
def stem(word: str, language: Language) -> str:
    """Return the stem of a word from `list_words`."""
    if language == "es":
        word = _restore_accent(word)
    # A stemmer keeps the word that it works on, so each thread has its own.
    stemmers = vars(_thread_local)
    if language not in stemmers:
        stemmers[language] = _make_stemmer(language)
    stemmed: str = stemmers[language].stemWord(word)
    return stemmed.translate(_ACCENTS)


_ACCENTS = str.maketrans("áéíóúü", "aeiouu")
_ENDINGS = (("cion", "ción"), ("sion", "sión"), ("io", "ió"))
_MIN_LETTERS_BEFORE_I = 4


def _restore_accent(word: str) -> str:
    """Return a Spanish word with the accent of its ending, which the stemmer knows with accents alone."""
    for plain, accented in _ENDINGS:
        if word.endswith(plain):
            return word.removesuffix(plain) + accented
    return word[:-1] + "í" if len(word) > _MIN_LETTERS_BEFORE_I and word.endswith("i") else word


@cache
def _get_synonyms(language: Language) -> dict[str, tuple[str, ...]]:
    """Return the everyday words by their stems."""
    synonyms: dict[str, tuple[str, ...]] = {}
    for word, phrases in get_everyday_words().items():
        key = stem(word, language)
        synonyms[key] = (*synonyms.get(key, ()), *phrases)
    return synonyms


def _make_stemmer(language: Language) -> Any:
    # Import on the first question: the package loads the rules of every language.
    import snowballstemmer

    return snowballstemmer.stemmer(_SNOWBALL[language])
