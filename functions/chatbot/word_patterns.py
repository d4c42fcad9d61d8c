"""Patterns of words that find a matter however it is put: by word starts, order, distance, and sound.

A pattern is a row of tokens, each a set of words joined by `|`: `i want*|wish* ~die|@harm -@office`.

- `want*` stands for all words that start so, `die` for this word alone, `@harm` for a group.
- Up to two other words may stand before a token, up to seven before `~token`, none before `+token`.
- `token?` may be absent. `^` and `$` are the start and the end of the text.
- `-token` refuses the match if such a word is within eight words of it.
- `a & b` is `a ~b` or `b ~a`.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import product

from jellyfish import damerau_levenshtein_distance
from pydantic import BaseModel

from domains.reference.everyday_words import list_words

_GAPS = {"": 2, "~": 7, "+": 0}
_REFUSAL_DISTANCE = 8
_MIN_CORRECTED = 5
_DIGITS_FOR_LETTERS = str.maketrans("013457", "oieast")
# Spanish letters that sound alike.
_SOUNDS = [
    (re.compile(letters), sound)
    for letters, sound in [
        ("qu(?=[ei])|c(?![eihy])|q", "k"), ("c(?=[eiy])|z", "s"), ("v", "b"), ("ll", "y"), ("(?<![cs])h", ""),
        ("g(?=[ei])|x", "j"), (r"(.)\1", r"\1"), ("e(?=[ao])", "i"),
    ]
]  # fmt: skip


class PatternVocabulary(BaseModel):
    """Words for patterns."""

    groups: Mapping[str, str]  # words by the name of the group
    spellings: Mapping[str, str]  # what a word of a text stands for, such as `want to` for `wanna`
    corrected: str  # words that are recognized when one letter is wrong or they are spelled as they sound


@dataclass(frozen=True, slots=True)
class _Token:
    forms: frozenset[str]
    gap: int


@dataclass(frozen=True, slots=True)
class Pattern:
    """A pattern, ready to be looked for."""

    tokens: tuple[_Token, ...]
    refused: frozenset[str]


class WordPatterns:
    """Reads patterns, and texts as words that may be misspelled."""

    def __init__(self, vocabulary: PatternVocabulary) -> None:
        self._vocabulary = vocabulary
        self._words: set[str] = set()
        self._corrections: defaultdict[str, set[str]] = defaultdict(set)
        self._by_sound: defaultdict[str, set[str]] = defaultdict(set)
        for word in vocabulary.corrected.split():
            self._words.add(word)
            self._by_sound[_spell_sound(word)].add(word)
            for shorter in _list_deletions(word):
                self._corrections[shorter].add(word)
        self._get_group = cache(self._parse_group)

    def parse_pattern(self, text: str) -> list[Pattern]:
        """Return the orders of a pattern.

        Raises:
            KeyError: a group does not exist.
        """
        first, ampersand, second = text.partition(" & ")
        orders = [f"{first} ~{second}", f"{second} ~{first}"] if ampersand else [text]
        return [
            self._parse_order([part.rstrip("?") for part in parts if part])
            for order in orders
            for parts in product(*([part, ""] if part[-1] == "?" else [part] for part in order.split()))
        ]

    def parse_text(self, text: str) -> "PatternText":
        """Return a text in which patterns are looked for."""
        words = (self._list_forms(word) for word in self._list_words(text))
        return PatternText([frozenset("^"), *words, frozenset("$")])

    def _parse_order(self, parts: list[str]) -> Pattern:
        tokens = tuple(
            _Token(self._parse_words(part.lstrip("~+")), _GAPS[part[0] if part[0] in "~+" else ""])
            for part in parts
            if part[0] != "-"
        )
        refused = (self._parse_words(part[1:]) for part in parts if part[0] == "-")
        return Pattern(tokens, frozenset().union(*refused))

    def _parse_words(self, part: str) -> frozenset[str]:
        forms: set[str] = set()
        for word in part.split("|"):
            if word[0] == "@":
                forms |= self._get_group(word[1:])
            else:
                self._words.add(word)
                forms.add(word)
        return frozenset(forms)

    def _parse_group(self, name: str) -> frozenset[str]:
        return self._parse_words("|".join(self._vocabulary.groups[name].split()))

    def _list_words(self, text: str) -> Iterator[str]:
        for word in list_words(text):
            plain = re.sub(r"([a-z])\1{2,}", r"\1", word)
            if not plain.isdigit() and not plain.isalpha():
                plain = plain.translate(_DIGITS_FOR_LETTERS)
            yield from self._vocabulary.spellings.get(plain, plain).split()

    def _list_forms(self, word: str) -> frozenset[str]:
        forms = {word, *_list_starts(word)}
        if len(word) < _MIN_CORRECTED or word in self._words:
            return frozenset(forms)
        similar_words = set().union(*(self._corrections.get(each, ()) for each in _list_deletions(word)))
        corrections = {each for each in similar_words if damerau_levenshtein_distance(each, word) <= 1}
        for each in corrections | self._by_sound.get(_spell_sound(word), set()):
            forms |= {each, *_list_starts(each)}
        return frozenset(forms)


class PatternText:
    """Words of a text, by position."""

    def __init__(self, words: list[frozenset[str]]) -> None:
        self._positions: defaultdict[str, list[int]] = defaultdict(list)
        for position, forms in enumerate(words):
            for form in forms:
                self._positions[form].append(position)

    def remove_pattern(self, pattern: Pattern) -> None:
        """Remove the words of each match; those around them stay as far apart."""
        removed = {each for span in self._list_spans(pattern) for each in range(span[0], span[1] + 1)}
        if removed:
            for form, positions in self._positions.items():
                self._positions[form] = [each for each in positions if each not in removed]

    def has_pattern(self, pattern: Pattern) -> bool:
        """Tell if the text has the words of a pattern."""
        return any(True for _ in self._list_spans(pattern))

    def _list_spans(self, pattern: Pattern) -> Iterator[tuple[int, int]]:
        # The start of the nearest match that ends at each position.
        starts: dict[int, int] = {}
        for number, token in enumerate(pattern.tokens):
            positions = self._find(token.forms)
            if number == 0:
                starts = {each: each for each in positions}
            else:
                starts = {
                    each: max(starts[before] for before in positions_before)
                    for each in positions
                    if (positions_before := [p for p in range(each - token.gap - 1, each) if p in starts])
                }
            if not starts:
                return
        refused = self._find(pattern.refused) if pattern.refused else set()
        for end, start in starts.items():
            if refused.isdisjoint(range(start - _REFUSAL_DISTANCE, end + _REFUSAL_DISTANCE + 1)):
                yield start, end

    def _find(self, forms: Iterable[str]) -> set[int]:
        return {each for form in self._positions.keys() & forms for each in self._positions[form]}


def _list_starts(word: str) -> list[str]:
    return [f"{word[:length]}*" for length in range(1, len(word) + 1)]


def _list_deletions(word: str) -> set[str]:
    return {word, *(word[:place] + word[place + 1 :] for place in range(len(word)))}


def _spell_sound(word: str) -> str:
    for letters, sound in _SOUNDS:
        word = letters.sub(sound, word)
    return word
