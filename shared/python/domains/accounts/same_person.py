"""Comparison of two people by name and date of birth."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from datetime import date
from typing import Protocol

from portal.text import clean, fold_signs

# Only marks on Latin letters are accents; in other scripts a mark makes a different letter.
_ACCENTS = re.compile(r"(?<=[a-z])[\u0300-\u036f]+")
# Unicode classifies the Hawaiian okina and the Navajo glottal stop as letters; many systems omit them.
_APOSTROPHE_LETTERS = frozenset("ʻʼ")
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

    Names are compared without case, accents, spaces, hyphens, apostrophes, and periods. A document has all
    given names in one field (ISO 18013-5, 7.2.1), and registration asks for first names only, so the
    registered ones must be the first of the record's, in order and each in full. Two last names may be in
    either order. A generational suffix, such as Jr or III, may follow either name or be missing; different
    suffixes do not match. The dates of birth must be equal.

    Args:
        recorded: data of the document or record.
        registered: data of the registration; it must not have more first names than the record.
    """
    recorded_name, registered_name = _Name(recorded), _Name(registered)
    suffixes = recorded_name.suffixes | registered_name.suffixes
    return (
        recorded.date_of_birth == registered.date_of_birth
        and len(suffixes) <= 1
        and registered_name.first in set(_get_beginnings(recorded_name.first_words))
        and registered_name.last in set(_get_orders(recorded_name.last_words))
    )


def make_canonical_identity(person: LegalIdentity) -> tuple[str, str, str]:
    """Return initial, last name, and birth date; equal for all registrations that match the same record.

    Registering with more or fewer first names gives the same identity. The last name is rotated to the
    rotation that sorts first, so that neither the order of two last names nor the spaces in them matter.
    """
    name = _Name(person)
    turned = min((name.last[place:] + name.last[:place] for place in range(len(name.last))), default="")
    return name.first[:1], turned, person.date_of_birth.isoformat()


class _Name:
    """A name in comparable words, with its suffix separate."""

    def __init__(self, person: LegalIdentity) -> None:
        # A hyphen joins two given names and separates two last names.
        self.first_words, first_suffix = _split_suffix(_get_words(person.legal_first_name, r"[\s,]+"))
        self.last_words, last_suffix = _split_suffix(_get_words(person.legal_last_name, r"[\s,-]+"))
        self.first = "".join(self.first_words)
        self.last = "".join(self.last_words)
        self.suffixes = first_suffix | last_suffix


def _get_words(name: str, separators: str) -> list[str]:
    words = (_get_letters(word) for word in re.split(separators, fold_signs(clean(name))))
    return [word for word in words if word]


def _split_suffix(words: list[str]) -> tuple[list[str], set[str]]:
    if len(words) > 1 and words[-1] in _SUFFIXES:
        return words[:-1], {_SUFFIXES[words[-1]]}
    return words, set()


def _get_beginnings(words: Sequence[str]) -> Iterator[str]:
    for count in range(1, len(words) + 1):
        yield "".join(words[:count])


def _get_orders(words: Sequence[str]) -> Iterator[str]:
    # Last names can have several words (De la Cruz), so the second may begin at any word.
    for place in range(len(words)):
        yield "".join((*words[place:], *words[:place]))


def _get_letters(word: str) -> str:
    decomposed = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", word).casefold())
    plain = unicodedata.normalize("NFC", _ACCENTS.sub("", decomposed))
    return "".join(character for character in plain if _is_compared(character))


def _is_compared(character: str) -> bool:
    # Letters, marks and digits.
    return unicodedata.category(character)[0] in "LMN" and character not in _APOSTROPHE_LETTERS
