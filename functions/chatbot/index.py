"""Full-text index of the passages of one language, and the ranking of pages for a question."""

import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from math import log
from threading import Lock
from typing import Any

from domains.reference.everyday_words import get_everyday_words, get_filler_words, list_words
from functions.chatbot.passages import Passage
from portal.language import Language

_MAX_WORDS = 40
_TOKENIZERS: dict[Language, str] = {
    "en": "porter unicode61 remove_diacritics 2",
    # SQLite has no Spanish stemmer, so questions' words are stemmed and searched as prefixes.
    "es": "unicode61 remove_diacritics 2",
}
_WEIGHTS = "4.0, 6.0, 1.0, 1.0"
_MIN_STEM = 3
_PER_TERM = 400


@dataclass(frozen=True, slots=True)
class Match:
    """A page found for a question.

    Attributes:
        passage: the page's best passage.
        score: higher is better; comparable within one question.
        coverage: share of the question's words on the page, weighted by rarity; 0 to 1.
    """

    passage: Passage
    score: float
    coverage: float


class Index:
    """Passages in an in-memory SQLite table; thread-safe."""

    def __init__(self, passages: Iterable[Passage], language: Language) -> None:
        self._passages = tuple(passages)
        self._language: Language = language
        self._by_label = {" ".join(list_words(each.label)): each for each in reversed(self._passages)}
        self._lock = Lock()
        self._connection = sqlite3.connect(":memory:", check_same_thread=False)
        self._connection.execute(
            "CREATE VIRTUAL TABLE passages USING fts5(title, heading, body, keywords, "
            f"tokenize='{_TOKENIZERS[language]}')"
        )
        self._connection.executemany(
            "INSERT INTO passages(rowid, title, heading, body, keywords) VALUES (?, ?, ?, ?, ?)",
            (
                (row, each.title, each.heading, "\n".join(each.blocks), each.keywords)
                for row, each in enumerate(self._passages)
            ),
        )

    def find_heading(self, text: str) -> Passage | None:
        """Return the passage with a label, or None."""
        return self._by_label.get(" ".join(list_words(text)))

    def search(self, question: str) -> list[Match]:
        """Return the pages with words of a question, best first; none without content words."""
        terms = self._list_terms(question)
        if not terms:
            return []
        with self._lock:
            found = [self._find(term) for term in terms]
        weights = [log((len(self._passages) + 1) / (len(rows) + 1)) + 0.1 for rows in found]
        scores: dict[int, float] = {}
        for rows, weight in zip(found, weights, strict=True):
            for row, score in rows.items():
                scores[row] = scores.get(row, 0.0) + weight * score
        return self._rank_pages(scores, found, weights)

    def _rank_pages(
        self, scores: dict[int, float], found: Sequence[dict[int, float]], weights: Sequence[float]
    ) -> list[Match]:
        pages: dict[str, list[int]] = {}
        for row in sorted(scores, key=lambda row: (-scores[row], row)):
            pages.setdefault(self._passages[row].page, []).append(row)
        total = sum(weights)
        matches = []
        for rows in pages.values():
            best = rows[0]
            more = sum(scores[row] for row in rows[1:3])
            terms = zip(found, weights, strict=True)
            covered = sum(weight for term, weight in terms if any(row in term for row in rows))
            matches.append(Match(self._passages[best], scores[best] + 0.2 * more, covered / total))
        return sorted(matches, key=lambda match: (-match.score, match.passage.page))

    def _find(self, patterns: Sequence[str]) -> dict[int, float]:
        """Return each passage's match with a term, from 0 to 1, by row."""
        query = " OR ".join(patterns)
        rows = self._connection.execute(
            f"SELECT rowid, -bm25(passages, {_WEIGHTS}) FROM passages WHERE passages MATCH ? "  # noqa: S608
            f"ORDER BY rank LIMIT {_PER_TERM}",
            (query,),
        ).fetchall()
        best = max((score for _, score in rows), default=0.0) or 1.0
        return {row: 0.3 + 0.7 * score / best for row, score in rows}

    def _list_terms(self, question: str) -> list[tuple[str, ...]]:
        """Return the FTS5 patterns of each content word: the word and its synonyms."""
        words = list_words(question)[:_MAX_WORDS]
        content = [word for word in dict.fromkeys(words) if word not in get_filler_words()]
        return [
            tuple(
                dict.fromkeys(
                    self._write_pattern(phrase) for phrase in (word, *get_everyday_words().get(word, ()))
                )
            )
            for word in content
        ]

    def _write_pattern(self, phrase: str) -> str:
        if self._language == "en":
            return f'"{phrase}"'
        # Only the last word of an FTS5 phrase can be a prefix.
        stems = " AND ".join(_write_stem(word) for word in phrase.split())
        return f"({stems})"


def _write_stem(word: str) -> str:
    """Return the FTS5 pattern of a Spanish word.

    Short words other than infinitives are not stemmed: they would be prefixes of unrelated words (pan,
    panel).
    """
    if len(word) <= _MIN_STEM and not word.endswith("r"):
        return f'("{word}" OR "{word}s" OR "{word}es")'
    return f'"{_stem(word)}"*'


def _stem(word: str) -> str:
    stem: str = _get_stemmer().stemWord(word)
    # A stem that is not a prefix of the word would find nothing.
    return stem if word.startswith(stem) and len(stem) >= _MIN_STEM else word


@cache
def _get_stemmer() -> Any:
    # Import on the first Spanish question: the package loads the rules of every language.
    import snowballstemmer

    return snowballstemmer.stemmer("spanish")
