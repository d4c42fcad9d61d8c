"""Search keys of a person's name: bare letters, surnames, and first names with their nicknames.

Accents, case, spaces, hyphens and apostrophes do not matter: `O'Brien`, `O Brien`, and `OBRIEN` are the same,
as are `García-López` and `Garcia Lopez`.
"""

import re
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache

import jellyfish

from domains.reference.data import get_nickname_list
from portal.text import list_spellings, make_searchable

MAX_LAST_NAMES = 5
MAX_FIRST_NAMES = 8

_BETWEEN_WORDS = re.compile(r"[\s\-‐‑‒–—]+")
# Words before a surname that belong to it. Many people omit them, and say "Cruz" for "De la Cruz".
_LEFT_OUT = frozenset(
    {"de", "del", "la", "las", "los", "da", "das", "do", "dos", "di", "du", "van", "von", "der", "den"}
)
_PARTICLES = _LEFT_OUT | {"al", "bin", "el", "le", "mac", "mc", "o", "san", "santa", "st", "ter"}
# In order; a later one reads the result of an earlier one.
_SOUNDS = [
    (re.compile(pattern), replacement)
    for pattern, replacement in (
        ("^t[sz]", "s"),
        ("tc(?=[ei])", "ts"),
        ("ph", "f"),
        ("th", "t"),
        ("qu(?=[ei])", "k"),
        ("gu(?=[ei])", "g"),
        ("^[jx]|^g(?=[ei])|(?<=[aeilnoru])[jx](?=[aeiou])|(?<=[aeilnoru])g(?=[ei])", "h"),
        ("(?<![cs])h", ""),
        ("v", "b"),
        ("c(?=[eiy])|z", "s"),
        ("ck|c(?!h)|q", "k"),
        ("ll(?=[aeiou])", "y"),
        ("(?<=[^aeiou])y|y(?![aeiou])|(?<=..)ie$", "i"),
        (r"(.)\1+", r"\1"),
        ("(?<=...)e$", ""),
    )
]
# Word between two surnames, part of neither.
_BETWEEN_SURNAMES = "y"
_MIN_WORD_LENGTH = 2
_MIN_NEAR_LENGTH = 4


def extract_letters(name: str) -> str:
    """Return the letters of a name, in one case and without accents; may be empty."""
    return "".join(character for character in make_searchable(name) if character.isalpha())


def list_words(name: str) -> list[str]:
    """Return the letters of each word of a name; words end at spaces and hyphens."""
    return [word for word in map(extract_letters, _BETWEEN_WORDS.split(name)) if word]


def list_surnames(last_name: str) -> list[str]:
    """List the surnames in a last name: two in `García López`, one in `De la Cruz`."""
    surnames: list[str] = []
    before = ""
    for word in list_words(last_name):
        if word == _BETWEEN_SURNAMES and surnames:
            continue
        before += word
        if word not in _PARTICLES:
            surnames.append(before)
            before = ""
    return [*surnames, before] if before else surnames


def list_last_names(last_name: str) -> list[str]:
    """List the search keys of a last name: all of it, its surnames, and these without `de la` and the like.

    Names with letters that have two spellings, such as `Müller`, have the keys of both. At most
    `MAX_LAST_NAMES`, most specific first.
    """
    keys: list[str] = []
    for spelling in list_spellings(last_name):
        keys += [extract_letters(spelling), *list_surnames(spelling)]
        if _LEFT_OUT.intersection(list_words(spelling)):
            keys += [
                word
                for word in list_words(spelling)
                if word not in _PARTICLES and len(word) >= _MIN_WORD_LENGTH
            ]
    return list(dict.fromkeys(name for name in keys if name))[:MAX_LAST_NAMES]


@lru_cache(maxsize=4096)
def simplify(name: str) -> str:
    """Return the letters of a name as it sounds in Spanish, English, and Navajo, with one letter for a sound.

    The same for b and v; s, z, and soft c; j, x, and soft g; ll and y; qu and k; doubled letters; and with or
    without h or a final e: `Ximénez`, `Himenez`; `Cepeda`, `Zepeda`; `Begaye`, `Begay`; `Tsosie`, `Sosie`.

    Source: Real Academia Española, Ortografía, 6.2.2 (letters that share a sound).

    Args:
        name: from `extract_letters`.
    """
    for pattern, replacement in _SOUNDS:
        name = pattern.sub(replacement, name)
    return name


def get_sound(name: str) -> str:
    """Return the code for the sound of a last name; empty for non-Latin alphabets.

    Source: Philips, Metaphone (Computer Language, December 1990), in the library jellyfish, of `simplify`.
    """
    return jellyfish.metaphone(simplify(name)) if name.isascii() else ""


def list_first_words(first_name: str) -> list[str]:
    """List each of several first names, without initials if possible, then all of them joined."""
    words: list[str] = []
    for spelling in list_spellings(first_name):
        each = list_words(spelling)
        words += [word for word in each if len(word) >= _MIN_WORD_LENGTH] or each
        words.append(extract_letters(spelling))
    return list(dict.fromkeys(name for name in words if name))


def get_root(first_name: str) -> str:
    """Return the search key of a first name: for a nickname, its most frequent full name.

    An unknown spelling of a known name, such as `Roza`, has the key of that name.

    Args:
        first_name: letters.
    """
    known_name = _get_known_name(first_name)
    if known_name in _get_nicknames():
        return simplify(known_name)
    return simplify(next(iter(_get_names().get(known_name, ())), known_name))


def list_roots(first_names: Sequence[str]) -> list[str]:
    """List the keys by which a person is found.

    A search by a nickname of these names, or by a full name of these nicknames, uses one of the keys.

    Args:
        first_names: letters of each of the person's first names.

    Returns:
        At most `MAX_FIRST_NAMES` keys, first those of the names themselves.
    """
    roots = [get_root(name) for name in first_names]
    for name in map(_get_known_name, first_names):
        roots += map(simplify, _get_names().get(name, ()))
        roots += [get_root(nickname) for nickname in _get_nicknames().get(name, ())]
    return list(dict.fromkeys(roots))[:MAX_FIRST_NAMES]


@lru_cache(maxsize=1024)
def is_related(one: str, other: str) -> bool:
    """Tell if two first names sound alike, or if one is a nickname of the other, or both are of a third."""
    one, other = _get_known_name(one), _get_known_name(other)
    if simplify(one) == simplify(other):
        return True
    names, others = {one, *_get_names().get(one, ())}, {other, *_get_names().get(other, ())}
    return not names.isdisjoint(others)


def is_one_letter_apart(one: str, other: str) -> bool:
    """Tell if two names of four letters or more differ in one letter, or in the order of two."""
    return (
        min(len(one), len(other)) >= _MIN_NEAR_LENGTH
        and jellyfish.damerau_levenshtein_distance(one, other) <= 1
    )


def _get_known_name(first_name: str) -> str:
    """Return the known first name with the sound of a name; the name itself if it is known, or none is."""
    if first_name in _get_nicknames() or first_name in _get_names():
        return first_name
    return _get_names_by_sound().get(simplify(first_name), first_name)


@cache
def _get_names_by_sound() -> Mapping[str, str]:
    by_sound: dict[str, str] = {}
    for name in (*_get_nicknames(), *_get_names()):
        by_sound.setdefault(simplify(name), name)
    return by_sound


@cache
def _get_nicknames() -> Mapping[str, Sequence[str]]:
    return {each.name: each.nicknames for each in get_nickname_list().items}


@cache
def _get_names() -> Mapping[str, Sequence[str]]:
    """Return the full names of each nickname, most frequent first."""
    by_nickname: dict[str, list[str]] = {}
    for each in get_nickname_list().items:
        for nickname in each.nicknames:
            by_nickname.setdefault(nickname, []).append(each.name)
    return by_nickname
