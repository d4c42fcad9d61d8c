"""The key of a name: two names with one key cannot be told apart (rule std-1)."""

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice, product
from math import prod
from typing import Literal

from functions.businessnames.rules import name_rules
from functions.businessnames.words import (
    Endings,
    Outcome,
    Piece,
    doubt_identifiers,
    drop_articles,
    drop_identifiers,
    list_counted_words,
    make_upper,
    split_pieces,
)

Likeness = Literal["same", "uncertain", "close", "different"]

_MAX_READINGS = 16
# Statuses of existing names.
_MAX_STORED_READINGS = 256
_HISSING = ("S", "X", "Z", "CH", "SH")
_MIN_PLURAL_LENGTH = 4


@dataclass(frozen=True, slots=True)
class Word:
    """A written word and what the rules made of it.

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
    """A name as the rules read it.

    Attributes:
        key: what is compared; empty when nothing in the name counts.
        words: each word as written, in its order.
        endings: how many entity endings stood at the end.
        is_compared_whole: whether the name may be read in few enough ways to be judged by a machine.
    """

    name: str
    key: str
    words: tuple[Word, ...]
    endings: int
    is_compared_whole: bool


def read_name(name: str) -> Reading:
    """Read a name by the rules for differences that do not count.

    Source: rules ign-1 to ign-7 of data/name_rules.json. Where they leave a choice: an ending or an article
    counts when nothing else is left, and a space between two numerals keeps them two numbers.
    """
    pieces, endings = _read(name)
    return Reading(
        name=name,
        # Joined, some letters of other scripts become one; the key is the form that stays.
        key=make_upper("".join(list_counted_words(pieces))),
        words=tuple(
            Word(piece.written, piece.outcome, piece.counted, tuple(piece.rules)) for piece in pieces
        ),
        endings=endings,
        is_compared_whole=prod(len(choices) for choices in _list_choices(pieces)) <= _MAX_READINGS,
    )


def list_written_words(name: str) -> list[str]:
    """All words of a name as they are compared, the ending among them, in single letters as one word."""
    return _find_endings().join_single_letters(
        [token.text for piece in split_pieces(name) for token in piece.tokens]
    )


def get_key(name: str) -> str:
    """Return the key of a name."""
    return read_name(name).key


def list_compared_words(name: str) -> list[str]:
    """Return the words of which the key is made."""
    return list_counted_words(_read(name)[0])


def list_readings(name: str) -> tuple[str, ...]:
    """List the readings of a name: its key, then the readings that the rules leave open.

    Left open are whether an A is an article or a name and whether an article is written together with the
    next word (rules ign-2 and ign-6), how people say a number (ign-5), ordinals and accents (cnt-4), and
    endings that stand elsewhere than at the end or are also words (ign-1 and ign-8).
    """
    exact = [make_upper("".join(words)) for words in _list_ways(_read(name)[0], _MAX_STORED_READINGS)]
    found = [*exact, *map(remove_accents, exact)]
    return tuple(dict.fromkeys(each for each in found if each))


def close_keys(name: str) -> frozenset[str]:
    """Keys that the name shares with names a person would call alike, though the rules tell them apart.

    Each leaves out accents and plurals (rule cnt-1), in each of the ways in which the name may be read.
    """
    ways = _list_ways(_read(remove_accents(make_upper(name)))[0], _MAX_READINGS)
    return frozenset("".join(_make_singular(word) for word in words) for words in ways) - {""}


def compare_names(first: str, second: str) -> Likeness:
    """Compare two names by the rules: same, perhaps the same, close, or different."""
    if get_key(first) == get_key(second):
        return "same"
    if not {*list_readings(first)}.isdisjoint(list_readings(second)):
        return "uncertain"
    return "close" if close_keys(first) & close_keys(second) else "different"


def _read(name: str) -> tuple[list[Piece], int]:
    """Return the name cut up, with what the rules take out of it, and how many endings it had."""
    pieces = split_pieces(name)
    endings = drop_identifiers(pieces, _find_endings())
    doubt_identifiers(pieces, _find_endings(), _find_possible_endings())
    drop_articles(pieces)
    return pieces, endings


def _list_choices(pieces: Sequence[Piece]) -> list[tuple[str, ...]]:
    return [token.choices for piece in pieces for token in piece.tokens]


def _list_ways(pieces: Sequence[Piece], limit: int) -> Iterator[tuple[str, ...]]:
    """Return the words that are compared, first as the key has them, then otherwise."""
    return islice(product(*_list_choices(pieces)), limit)


@cache
def _find_endings() -> Endings:
    return Endings(tuple(identifier.split()) for identifier in name_rules().identifiers)


@cache
def _find_possible_endings() -> Endings:
    return Endings(tuple(identifier.split()) for identifier in name_rules().perhaps_identifiers)


def remove_accents(text: str) -> str:
    """Return the text without accents, of whatever letter."""
    if text.isascii():
        return text
    decomposed = unicodedata.normalize("NFD", text)
    return unicodedata.normalize(
        "NFC", "".join(each for each in decomposed if not unicodedata.combining(each))
    )


def _make_singular(word: str) -> str:
    """Return the form that a word has in common with its plural: BUSES and BUS, HOUSES and HOUSE."""
    while len(word) >= _MIN_PLURAL_LENGTH and word.endswith("S") and not word.endswith("SS"):
        word = word[:-1]
        if not word.endswith("E"):
            break
    if len(word) >= _MIN_PLURAL_LENGTH and word.endswith("IE"):
        return word[:-2] + "Y"
    if len(word) >= _MIN_PLURAL_LENGTH and word.endswith(tuple(f"{each}E" for each in _HISSING)):
        return _make_singular(word[:-1])
    return word
