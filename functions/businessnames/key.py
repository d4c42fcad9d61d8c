"""The key of a name: two names with one key cannot be told apart (rule std-1)."""

import re
import unicodedata
from dataclasses import dataclass
from functools import cache
from typing import Literal

from functions.businessnames.numbers import ordinal
from functions.businessnames.rules import name_rules
from functions.businessnames.words import (
    Endings,
    Outcome,
    counted_words,
    drop_articles,
    drop_identifiers,
    pieces_of,
    upper,
)

Likeness = Literal["same", "close", "different"]

_ORDINAL = re.compile(r"([0-9]{1,9})(?:ST|ND|RD|TH)\b")
_SHORTEST_PLURAL = 4


@dataclass(frozen=True, slots=True)
class Word:
    """What became of a word as it was written.

    Attributes:
        counted: what of it is compared; empty when it was ignored.
        rule_ids: of the rules that ignored or replaced it; empty when it was kept.
    """

    written: str
    outcome: Outcome
    counted: str
    rule_ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Reading:
    """How the rules read a name.

    Attributes:
        key: what is compared; empty when nothing in the name counts.
        words: each word as written, in its order.
        endings: how many entity endings stood at the end.
    """

    name: str
    key: str
    words: tuple[Word, ...]
    endings: int


def read_name(name: str) -> Reading:
    """Read a name by the rules for differences that do not count.

    Source: rules ign-1 to ign-7 of data/name_rules.json. Where they leave a choice: an ending or an article
    counts when nothing else is left, and a space between two numerals keeps them two numbers.
    """
    pieces = pieces_of(name)
    endings = drop_identifiers(pieces, _endings())
    drop_articles(pieces)
    return Reading(
        name=name,
        # Joined, some letters of other scripts become one; the key is the form that stays.
        key=upper("".join(counted_words(pieces))),
        words=tuple(
            Word(piece.written, piece.outcome, piece.counted, tuple(piece.rules)) for piece in pieces
        ),
        endings=endings,
    )


def written_words(name: str) -> list[str]:
    """All words of a name as they are compared, the ending among them, in single letters as one word."""
    return _endings().in_one_word([token.text for piece in pieces_of(name) for token in piece.tokens])


def key_of(name: str) -> str:
    """The key of a name."""
    return read_name(name).key


def compared_words(name: str) -> list[str]:
    """The words of which the key is made."""
    pieces = pieces_of(name)
    drop_identifiers(pieces, _endings())
    drop_articles(pieces)
    return counted_words(pieces)


def close_keys(name: str) -> frozenset[str]:
    """Keys that the name shares with names a person would call alike, though the rules tell them apart.

    Each leaves out accents, plurals (rule cnt-1) and the difference between an ordinal in figures and in
    words (rule cnt-4), in two ways of reading articles, which are joined to the next word by some.
    """
    folded = without_accents(upper(name))
    folded = _ORDINAL.sub(lambda found: ordinal(found.group(1)), folded)
    pieces = pieces_of(folded)
    drop_identifiers(pieces, _endings())
    with_articles = counted_words(pieces)
    drop_articles(pieces)
    readings = (with_articles, counted_words(pieces))
    return frozenset("".join(_singular(word) for word in words) for words in readings) - {""}


def likeness(first: str, second: str) -> Likeness:
    """Whether two names are the same to the rules, close, or different."""
    if key_of(first) == key_of(second):
        return "same"
    return "close" if close_keys(first) & close_keys(second) else "different"


@cache
def _endings() -> Endings:
    return Endings(tuple(identifier.split()) for identifier in name_rules().identifiers)


def without_accents(text: str) -> str:
    """The text without accents, of whatever letter."""
    if text.isascii():
        return text
    decomposed = unicodedata.normalize("NFD", text)
    return unicodedata.normalize(
        "NFC", "".join(each for each in decomposed if not unicodedata.combining(each))
    )


def _singular(word: str) -> str:
    if len(word) < _SHORTEST_PLURAL or not word.endswith("S") or word.endswith("SS"):
        return word
    if word.endswith("IES"):
        return word[:-3] + "Y"
    return word[:-1]
