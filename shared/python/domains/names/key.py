"""The key of a name: names with the same key are indistinguishable (rule std-1)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import chain, islice, product
from math import prod

from domains.names.letters import list_letter_spellings
from domains.names.numbers import is_number
from domains.names.rules import get_name_rules
from domains.names.words import (
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
from portal.text import fold, list_spellings

_MAX_READINGS = 16
# Limit of readings that are stored for a name.
_MAX_STORED_READINGS = 256
_MAX_KEPT = 1024
"""Names whose readings stay in memory: a check reads the same name several times."""
_HISSING = ("S", "X", "Z", "CH", "SH")
_MIN_PLURAL_LENGTH = 4
_AND = "AND"
_LAST_NUMBERS = frozenset({"II", "III", "IV", "ONE", "TWO", "THREE", "FOUR", "FIVE"})


@dataclass(frozen=True, slots=True)
class Word:
    """A written word and the rules' result for it."""

    written: str
    outcome: Outcome
    counted: str  # compared part; empty if ignored
    rule_ids: tuple[str, ...]  # ids of the rules that ignored or replaced it


@dataclass(frozen=True, slots=True)
class Reading:
    """The rules' reading of a name."""

    name: str
    key: str  # compared form; empty if nothing in the name counts
    words: tuple[Word, ...]  # written words, in order
    endings: int  # number of entity endings at the end
    is_compared_whole: bool  # true if the name has few enough readings for an automatic verdict


@lru_cache(_MAX_KEPT)
def read_name(name: str) -> Reading:
    """Read a name by the rules for differences that do not count.

    Source: rules ign-1 to ign-7 of data/name_rules.json. Choices that they leave open: an ending or an
    article counts if nothing else is left, and a space separates two numerals.
    """
    pieces, endings = _read(name)
    return Reading(
        name=name,
        # Some letters of other scripts combine when joined; the key is the stable form.
        key=make_upper("".join(list_counted_words(pieces))),
        words=tuple(
            Word(piece.written, piece.outcome, piece.counted, tuple(piece.rules)) for piece in pieces
        ),
        endings=endings,
        is_compared_whole=prod(len(choices) for choices in _list_choices(pieces)) <= _MAX_READINGS,
    )


def list_written_words(name: str) -> list[str]:
    """List all compared words of a name with its ending; an ending in single letters is one word."""
    return _find_endings().join_single_letters(
        [token.text for piece in split_pieces(name) for token in piece.tokens]
    )


def has_only_endings(words: Sequence[str]) -> bool:
    """Return whether written words are entity endings, apart from articles and AND."""
    return _find_endings().is_all_endings(words)


def get_key(name: str) -> str:
    """Return the key of a name."""
    return read_name(name).key


def list_compared_words(name: str) -> list[str]:
    """Return the words of the key."""
    return list_counted_words(_read(name)[0])


@lru_cache(_MAX_KEPT)
def list_readings(name: str) -> tuple[str, ...]:
    """List the readings of a name: its key, then the others that the rules allow.

    The rules leave open whether an A is an article or a name, whether an article is joined to the next word
    (rules ign-2 and ign-6), how people say a number (ign-5), ordinals and accents (cnt-4), and endings before
    the end or that are also words (ign-1 and ign-8). Letters with two spellings, as in Müller, have both.
    """
    exact = [make_upper("".join(words)) for words in _list_ways(_read(name)[0], _MAX_STORED_READINGS)]
    readings = [*exact, *(spelling.upper() for each in exact for spelling in list_spellings(each))]
    return tuple(dict.fromkeys(each for each in readings if each))


@lru_cache(_MAX_KEPT)
def close_keys(name: str) -> frozenset[str]:
    """Return the keys that a name shares with names that look alike but are distinguishable.

    Each key is a reading of the name without accents and plurals (rule cnt-1), without AND, and without a
    number at the end: people take Desert Bloom II for Desert Bloom. A name with digits or signs in place of
    letters has the keys of its spellings with letters too: Desert Bl00m.
    """
    return frozenset("".join(words) for words in _list_close_ways(name)) - {""}


@lru_cache(_MAX_KEPT)
def list_word_orders(name: str) -> frozenset[tuple[str, ...]]:
    """Return the words of each close key in alphabetical order; none for a key of one word.

    Names that share one have the same words, perhaps in another order: Design Saguaro.
    """
    return frozenset(tuple(sorted(words)) for words in _list_close_ways(name) if len(words) > 1)


@lru_cache(_MAX_KEPT)
def _list_close_ways(name: str) -> Sequence[Sequence[str]]:
    """Return the words of each close key."""
    spelled = (
        words
        for spelling in list_letter_spellings(name)
        for words in _list_ways(_read(fold(spelling).upper())[0], _MAX_READINGS)
    )
    ways = (
        words
        for spelling in list_spellings(make_upper(name))
        for words in _list_ways(_read(spelling.upper())[0], _MAX_READINGS)
    )
    return tuple(map(_list_close_words, chain(ways, islice(spelled, _MAX_READINGS))))


@lru_cache(_MAX_KEPT)
def _read(name: str) -> tuple[Sequence[Piece], int]:
    """Split a name, apply the rules, and return the pieces and the number of endings."""
    pieces = split_pieces(name)
    endings = drop_identifiers(pieces, _find_endings())
    doubt_identifiers(pieces, _find_endings(), _find_possible_endings())
    drop_articles(pieces)
    return pieces, endings


def _list_choices(pieces: Sequence[Piece]) -> list[tuple[str, ...]]:
    return [token.choices for piece in pieces for token in piece.tokens]


def _list_ways(pieces: Sequence[Piece], limit: int) -> Iterator[tuple[str, ...]]:
    """Return the compared words, first those of the key, then other readings."""
    return islice(product(*_list_choices(pieces)), limit)


@cache
def _find_endings() -> Endings:
    return Endings(tuple(identifier.split()) for identifier in get_name_rules().identifiers)


@cache
def _find_possible_endings() -> Endings:
    return Endings(tuple(identifier.split()) for identifier in get_name_rules().perhaps_identifiers)


def _list_close_words(words: Sequence[str]) -> list[str]:
    counted = [make_singular(word) for word in words if word and word != _AND]
    if len(counted) > 1 and counted[-1] in _LAST_NUMBERS and not is_number(counted[-2]):
        del counted[-1]
    return counted


def make_singular(word: str) -> str:
    """Return the common form of a word and its plural: BUSES and BUS, HOUSES and HOUSE."""
    while len(word) >= _MIN_PLURAL_LENGTH and word.endswith("S") and not word.endswith("SS"):
        word = word[:-1]
        if not word.endswith("E"):
            break
    if len(word) >= _MIN_PLURAL_LENGTH and word.endswith("IE"):
        return word[:-2] + "Y"
    if len(word) >= _MIN_PLURAL_LENGTH and word.endswith(tuple(f"{each}E" for each in _HISSING)):
        return make_singular(word[:-1])
    return word
