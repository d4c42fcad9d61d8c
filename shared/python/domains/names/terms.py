"""Index terms of a name in a snapshot."""

import re
from zlib import crc32

from domains.names.key import list_compared_words
from domains.names.sound import get_sound
from domains.names.words import split_pieces
from portal.text import fold

TRIGRAM = 3
_BEGINNING = 6
_FILTER_SIGN = "§"
_SEPARATORS = re.compile(r"[^0-9A-Za-z\u0080-\u00a6\u00a8-\U0010ffff]+")


def list_search_words(name: str) -> list[str]:
    """Return the search words of a name: by the rules of the key, without accents."""
    return _separate(" ".join(token.text for piece in split_pieces(name) for token in piece.tokens))


def list_counted_search_words(name: str) -> list[str]:
    """List the compared search words, without entity endings and articles."""
    return _separate(" ".join(list_compared_words(name)))


def list_sounds(name: str) -> list[str]:
    """Return the sound codes of a name's compared words, in order."""
    return [get_sound(word) for word in list_counted_search_words(name)]


def get_whole_sound(name: str) -> str:
    """Return the sound code of a whole name, regardless of word boundaries."""
    return get_sound("".join(list_counted_search_words(name)))


def filter_words(status: str | None, entity_type: str | None, city: str | None) -> list[str]:
    """List the index words of status, type, and city; their prefix occurs in no name."""
    place = normalize_place(city) if city else None
    values = (("s", status), ("t", entity_type), ("c", place))
    return [f"{_FILTER_SIGN}{kind}{_FILTER_SIGN}{value}" for kind, value in values if value is not None]


def normalize_place(city: str) -> str:
    """Return the compared form of a city; empty if it has only punctuation."""
    return "".join(list_search_words(city))


def list_trigrams(key: str) -> list[str]:
    """Return the groups of three adjacent characters, in order."""
    return [key[start : start + TRIGRAM] for start in range(len(key) - TRIGRAM + 1)]


def list_spellings(word: str) -> list[int]:
    """List numbers of a word: words one edit apart share one, as do words with such beginnings.

    Source: Garbe, SymSpell (2012): texts one edit apart share a text with one letter deleted. Only the first
    letters are used, to keep the index small.
    """
    beginning = word[:_BEGINNING]
    texts = {beginning}
    if len(beginning) > 1:
        texts |= {beginning[:place] + beginning[place + 1 :] for place in range(len(beginning))}
    return [_make_number(text) for text in sorted(texts)]


def get_sound_number(code: str) -> int:
    """Return the number of a sound code, distinct from those of spellings."""
    return _make_number(f"§{code}")


def _make_number(text: str) -> int:
    # Two texts may have one number, so results are compared afterwards.
    return crc32(text.encode())


def _separate(text: str) -> list[str]:
    return [word for word in _SEPARATORS.split(fold(text).upper()) if word]
