"""Searchable parts of a person's name: letters alone, each surname, first names with their nicknames.

Accents, case, spaces, hyphens and apostrophes make no difference: `O'Brien`, `O Brien` and `OBRIEN` are one
name, as are `García-López` and `Garcia Lopez`.
"""

import re
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache

import jellyfish

from domains.reference.data import get_nickname_list
from portal.text import make_searchable

MAX_LAST_NAMES = 5
MAX_FIRST_NAMES = 8

# Letters that Unicode does not take apart into a letter and a mark.
_LETTERS = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i", "ħ": "h"}
)
_BETWEEN_WORDS = re.compile(r"[\s\-‐‑‒–—]+")
# Words before a surname that belong to it. These are also left out: of "De la Cruz" many say "Cruz".
_LEFT_OUT = frozenset(
    {"de", "del", "la", "las", "los", "da", "das", "do", "dos", "di", "du", "van", "von", "der", "den"}
)
_PARTICLES = _LEFT_OUT | {"al", "bin", "el", "le", "mac", "mc", "o", "san", "santa", "st", "ter"}
# Stands between two surnames and belongs to neither.
_BETWEEN_SURNAMES = "y"
_MIN_WORD_LENGTH = 2


def letters(name: str) -> str:
    """Return the letters of a name in one case, without accents; empty where it has none."""
    folded = make_searchable(name).translate(_LETTERS)
    return "".join(character for character in folded if character.isalpha())


def words(name: str) -> list[str]:
    """Return the letters of each word of a name; words end at spaces and hyphens."""
    return [word for word in map(letters, _BETWEEN_WORDS.split(name)) if word]


def list_surnames(last_name: str) -> list[str]:
    """Each surname of a last name: two of `García López`, one of `De la Cruz`."""
    found: list[str] = []
    before = ""
    for word in words(last_name):
        if word == _BETWEEN_SURNAMES and found:
            continue
        before += word
        if word not in _PARTICLES:
            found.append(before)
            before = ""
    return [*found, before] if before else found


def list_last_names(last_name: str) -> list[str]:
    """Under what a last name is found: as a whole, each surname, and surnames without `de la` and the like.

    At most `MAX_LAST_NAMES`, the most telling first.
    """
    bare = [word for word in words(last_name) if word not in _PARTICLES and len(word) >= _MIN_WORD_LENGTH]
    found = [letters(last_name), *list_surnames(last_name)]
    if _LEFT_OUT.intersection(words(last_name)):
        found += bare
    return list(dict.fromkeys(name for name in found if name))[:MAX_LAST_NAMES]


def sound(name: str) -> str:
    """Return the sound of a name in English: NYSIIS, as in the library jellyfish; empty for other alphabets.

    Source: Taft, Name Search Techniques (New York State Identification and Intelligence System, 1970).
    """
    return jellyfish.nysiis(name.upper()) if name.isascii() else ""


def list_first_words(first_name: str) -> list[str]:
    """Each first name of several, without initials where there is more; then all of them as one."""
    each = words(first_name)
    full = [word for word in each if len(word) >= _MIN_WORD_LENGTH] or each
    return list(dict.fromkeys([*full, letters(first_name)])) if full else []


def root(first_name: str) -> str:
    """Under what a first name is looked for: of a nickname, the most frequent name that it stands for.

    Args:
        first_name: letters.
    """
    if first_name in _get_nicknames():
        return first_name
    return next(iter(_get_names().get(first_name, ())), first_name)


def roots(first_names: Sequence[str]) -> list[str]:
    """Under which roots somebody is found.

    Whoever is called by a nickname of these names, or by a name that these are nicknames of, looks under
    one of them.

    Args:
        first_names: letters of each name that a person has.

    Returns:
        At most `MAX_FIRST_NAMES`, those of the names themselves first.
    """
    found = [root(name) for name in first_names]
    for name in first_names:
        found += _get_names().get(name, ())
        found += [root(nickname) for nickname in _get_nicknames().get(name, ())]
    return list(dict.fromkeys(found))[:MAX_FIRST_NAMES]


@lru_cache(maxsize=1024)
def is_related(one: str, other: str) -> bool:
    """Tell if two first names are the same, one is a nickname of the other, or both are of a third."""
    if one == other:
        return True
    names, others = {one, *_get_names().get(one, ())}, {other, *_get_names().get(other, ())}
    return not names.isdisjoint(others)


@cache
def _get_nicknames() -> Mapping[str, Sequence[str]]:
    return {each.name: each.nicknames for each in get_nickname_list().items}


@cache
def _get_names() -> Mapping[str, Sequence[str]]:
    """Return the names that each nickname stands for, the most frequent first."""
    found: dict[str, list[str]] = {}
    for each in get_nickname_list().items:
        for nickname in each.nicknames:
            found.setdefault(nickname, []).append(each.name)
    return found
