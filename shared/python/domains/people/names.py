"""Search keys of a person's name: bare letters, surnames, and first names with their nicknames.

Accents, case, spaces, hyphens and apostrophes do not matter: `O'Brien`, `O Brien`, and `OBRIEN` are the same,
as are `García-López` and `Garcia Lopez`.
"""

import re
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache

import jellyfish

from domains.reference.data import get_nickname_list
from portal.text import make_searchable

MAX_LAST_NAMES = 5
MAX_FIRST_NAMES = 8

# Letters that Unicode does not decompose into a letter and a mark.
_LETTERS = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i", "ħ": "h"}
)
_BETWEEN_WORDS = re.compile(r"[\s\-‐‑‒–—]+")
# Words before a surname that belong to it. Many people omit them, and say "Cruz" for "De la Cruz".
_LEFT_OUT = frozenset(
    {"de", "del", "la", "las", "los", "da", "das", "do", "dos", "di", "du", "van", "von", "der", "den"}
)
_PARTICLES = _LEFT_OUT | {"al", "bin", "el", "le", "mac", "mc", "o", "san", "santa", "st", "ter"}
# Word between two surnames, part of neither.
_BETWEEN_SURNAMES = "y"
_MIN_WORD_LENGTH = 2


def extract_letters(name: str) -> str:
    """Return the letters of a name, in one case and without accents; may be empty."""
    folded = make_searchable(name).translate(_LETTERS)
    return "".join(character for character in folded if character.isalpha())


def list_words(name: str) -> list[str]:
    """Return the letters of each word of a name; words end at spaces and hyphens."""
    return [word for word in map(extract_letters, _BETWEEN_WORDS.split(name)) if word]


def list_surnames(last_name: str) -> list[str]:
    """List the surnames in a last name: two in `García López`, one in `De la Cruz`."""
    found: list[str] = []
    before = ""
    for word in list_words(last_name):
        if word == _BETWEEN_SURNAMES and found:
            continue
        before += word
        if word not in _PARTICLES:
            found.append(before)
            before = ""
    return [*found, before] if before else found


def list_last_names(last_name: str) -> list[str]:
    """List the search keys of a last name: all of it, its surnames, and these without `de la` and the like.

    At most `MAX_LAST_NAMES`, most specific first.
    """
    bare = [
        word for word in list_words(last_name) if word not in _PARTICLES and len(word) >= _MIN_WORD_LENGTH
    ]
    found = [extract_letters(last_name), *list_surnames(last_name)]
    if _LEFT_OUT.intersection(list_words(last_name)):
        found += bare
    return list(dict.fromkeys(name for name in found if name))[:MAX_LAST_NAMES]


def get_sound(name: str) -> str:
    """Return the NYSIIS code for the English sound of a name; empty for non-Latin alphabets.

    Source: Taft, Name Search Techniques (New York State Identification and Intelligence System, 1970).
    """
    return jellyfish.nysiis(name.upper()) if name.isascii() else ""


def list_first_words(first_name: str) -> list[str]:
    """List each of several first names, without initials if possible, then all of them joined."""
    each = list_words(first_name)
    full = [word for word in each if len(word) >= _MIN_WORD_LENGTH] or each
    return list(dict.fromkeys([*full, extract_letters(first_name)])) if full else []


def get_root(first_name: str) -> str:
    """Return the search key of a first name: for a nickname, its most frequent full name.

    Args:
        first_name: letters.
    """
    if first_name in _get_nicknames():
        return first_name
    return next(iter(_get_names().get(first_name, ())), first_name)


def list_roots(first_names: Sequence[str]) -> list[str]:
    """List the keys by which a person is found.

    A search by a nickname of these names, or by a full name of these nicknames, uses one of the keys.

    Args:
        first_names: letters of each of the person's first names.

    Returns:
        At most `MAX_FIRST_NAMES` keys, first those of the names themselves.
    """
    found = [get_root(name) for name in first_names]
    for name in first_names:
        found += _get_names().get(name, ())
        found += [get_root(nickname) for nickname in _get_nicknames().get(name, ())]
    return list(dict.fromkeys(found))[:MAX_FIRST_NAMES]


@lru_cache(maxsize=1024)
def is_related(one: str, other: str) -> bool:
    """Tell if two first names are equal, or if one is a nickname of the other, or both are of a third."""
    if one == other:
        return True
    names, others = {one, *_get_names().get(one, ())}, {other, *_get_names().get(other, ())}
    return not names.isdisjoint(others)


@cache
def _get_nicknames() -> Mapping[str, Sequence[str]]:
    return {each.name: each.nicknames for each in get_nickname_list().items}


@cache
def _get_names() -> Mapping[str, Sequence[str]]:
    """Return the full names of each nickname, most frequent first."""
    found: dict[str, list[str]] = {}
    for each in get_nickname_list().items:
        for nickname in each.nicknames:
            found.setdefault(nickname, []).append(each.name)
    return found
