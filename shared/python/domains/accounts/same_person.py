"""Comparison of two people by name and date of birth."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Protocol

from portal.text import clean, fold_signs, list_spellings

# "Son of", "daughter of", and "child of" between a name and the father's. Systems without slashes write
# `S O`; `A L` and `A P` without slashes may be initials.
_PARENT_MARKS = re.compile(r"(?<!\S)(?:[sdcw]/o|a/[lp]|[sd] o(?=\s\S))(?!\S)", re.IGNORECASE)
# On documents of people with one name or without a middle name: first or last name unknown, no first or
# middle name. 6 CFR 37.17(a) asks states for a blank field instead.
_PLACEHOLDERS = frozenset({"fnu", "lnu", "nfn", "nmn"})
# Spanish abbreviation of María in front of another name.
_MARIA = re.compile(r"^m\.?\s?(?:ª|a\.?(?=\s\S))", re.IGNORECASE)
_SUFFIXES = {
    "jr": "jr",
    "junior": "jr",
    "sr": "sr",
    "senior": "sr",
    "ii": "ii",
    "2nd": "ii",
    "iii": "iii",
    "3rd": "iii",
    "iv": "iv",
    "4th": "iv",
    "v": "v",
    "5th": "v",
    "vi": "vi",
    "6th": "vi",
    "jnr": "jr",
    "snr": "sr",
}


class LegalIdentity(Protocol):
    """Names and date of birth for comparison."""

    @property
    def legal_first_name(self) -> str: ...

    @property
    def legal_last_name(self) -> str: ...

    @property
    def date_of_birth(self) -> date: ...


def is_same_person(recorded: LegalIdentity, registered: LegalIdentity) -> bool:
    """Tell if a document or an agency's record is about a person who registered.

    Names are compared without case, accents, spaces, hyphens, apostrophes, and periods; see
    `portal.text.list_spellings`. A document has all given names in one field (ISO 18013-5, 7.2.1), and
    registration asks for first names only, so the registered ones must be the first of the record's, in order
    and each in full. Two last names may be in either order. A generational suffix, such as Jr or III, may
    follow either name or be missing; different suffixes do not match. The dates of birth must be equal.

    People with one name have it in either field; the other is empty, `FNU` or the like, or repeats it. `Mª`
    and `Ma.` before another name are María. A mark such as `s/o` before a parent's name may be missing.

    Args:
        recorded: data of the document or record.
        registered: data of the registration; it must not have more first names than the record.
    """
    return recorded.date_of_birth == registered.date_of_birth and any(
        _fits(on_record, entered)
        for entered in _list_readings(registered)
        for on_record in _list_readings(recorded)
    )


def make_canonical_identity(person: LegalIdentity) -> tuple[str, str, str]:
    """Return initial, last name, and birth date; equal for all registrations that match the same record.

    Registering with more or fewer first names gives the same identity. The last name is rotated to the
    rotation that sorts first, so that neither the order of two last names nor the spaces in them matter.
    `ae`, `oe`, `ue`, and `aa` count as one letter, as for `ä`, `ö`, `ü`, and `å`.
    """
    readings = _list_readings(person)
    if not readings:
        return "", "", person.date_of_birth.isoformat()
    name = readings[0]
    last = _merge_vowels(name.last)
    turned = min((last[place:] + last[:place] for place in range(len(last))), default="")
    return (name.first or name.last)[:1], turned, person.date_of_birth.isoformat()


@dataclass(frozen=True, slots=True)
class _Name:
    """A name in comparable words, with its suffix separate; a person with one name has no first words."""

    first_words: Sequence[str]
    last_words: Sequence[str]
    suffixes: frozenset[str]

    @property
    def first(self) -> str:
        return "".join(self.first_words)

    @property
    def last(self) -> str:
        return "".join(self.last_words)


def _fits(recorded: _Name, registered: _Name) -> bool:
    return (
        len(recorded.suffixes | registered.suffixes) <= 1
        and registered.first in set(_get_beginnings(recorded.first_words))
        and registered.last in set(_get_orders(recorded.last_words))
    )


def _list_readings(person: LegalIdentity) -> list[_Name]:
    """List the readings of a name, which differ in letters with two spellings; none without a letter."""
    first = _MARIA.sub("maria", _prepare(person.legal_first_name))
    readings: list[_Name] = []
    # A hyphen joins two given names and separates two last names.
    for first_spelling, last_spelling in zip(
        _list_two_spellings(first), _list_two_spellings(_prepare(person.legal_last_name)), strict=True
    ):
        first_words, first_suffix = _split_suffix(_get_words(first_spelling, r"[\s,]+"))
        last_words, last_suffix = _split_suffix(_get_words(last_spelling, r"[\s,-]+"))
        suffixes = first_suffix | last_suffix
        if first_words and last_words:
            readings.append(_Name(first_words, last_words, suffixes))
        if not first_words or not last_words or first_words == last_words:
            readings.append(_Name([], last_words or first_words, suffixes))
    return [name for name in readings if name.last]


def _prepare(name: str) -> str:
    return _PARENT_MARKS.sub(" ", fold_signs(clean(name))).strip()


def _list_two_spellings(name: str) -> tuple[str, str]:
    spellings = list_spellings(name)
    return spellings[0], spellings[-1]


def _get_words(name: str, separators: str) -> list[str]:
    words = [_get_letters(word) for word in re.split(separators, name)]
    return [word for word in words if word and word not in _PLACEHOLDERS]


def _split_suffix(words: list[str]) -> tuple[list[str], frozenset[str]]:
    if len(words) > 1 and words[-1] in _SUFFIXES:
        return words[:-1], frozenset({_SUFFIXES[words[-1]]})
    return words, frozenset()


def _get_beginnings(words: Sequence[str]) -> Iterator[str]:
    # A person with one name has no first words.
    for count in range(min(1, len(words)), len(words) + 1):
        yield "".join(words[:count])


def _get_orders(words: Sequence[str]) -> Iterator[str]:
    # Last names can have several words (De la Cruz), so the second may begin at any word.
    for place in range(len(words)):
        yield "".join((*words[place:], *words[:place]))


def _get_letters(word: str) -> str:
    # Letters, marks and digits.
    return "".join(character for character in word if unicodedata.category(character)[0] in "LMN")


def _merge_vowels(last: str) -> str:
    merged = (
        letter
        for place, letter in enumerate(last)
        # The first letter follows the last one, because last names rotate.
        if not (last[place - 1] + letter in {"ae", "oe", "ue", "aa"} and len(last) > 1)
    )
    return "".join(merged) or last[:1]
