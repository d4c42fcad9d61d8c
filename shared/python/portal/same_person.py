"""Comparison of two people by name and day of birth."""

import re
import unicodedata
from collections.abc import Iterator
from datetime import date
from typing import Protocol

# Accents are marks on Latin letters; in other scripts a mark makes another letter.
_ACCENTS = re.compile(r"(?<=[a-z])[\u0300-\u036f]+")
_APOSTROPHES_AND_PERIODS = frozenset("'’‘ʼʻ`´.")


class LegalIdentity(Protocol):
    """Names and day of birth by which people are compared."""

    @property
    def legal_first_name(self) -> str: ...

    @property
    def legal_last_name(self) -> str: ...

    @property
    def date_of_birth(self) -> date: ...


def is_same_person(one: LegalIdentity, other: LegalIdentity) -> bool:
    """Tell if names and day of birth are the same.

    Names are compared without case, accents, spaces, hyphens, apostrophes and periods, and two last names in
    either order. What differs in anything else differs: a first name of two, one last name of two, a letter.
    """
    first = _letters(one.legal_first_name)
    last = _letters(one.legal_last_name)
    return (
        bool(first and last)
        and one.date_of_birth == other.date_of_birth
        and first == _letters(other.legal_first_name)
        and last in set(_in_each_order(other.legal_last_name))
    )


def canonical_identity(person: LegalIdentity) -> tuple[str, str, str]:
    """Return first name, last name and birth date, alike for all that `is_same_person` says are one.

    The last name is turned to the place at which it sorts first, so that neither the order of two last names
    nor the spaces between their words matter.
    """
    last = _letters(person.legal_last_name)
    turned = min((last[place:] + last[:place] for place in range(len(last))), default="")
    return _letters(person.legal_first_name), turned, person.date_of_birth.isoformat()


def _in_each_order(last_name: str) -> Iterator[str]:
    # Each of two last names can have several words (De la Cruz), so any word may be where the second begins.
    words = [_letters(word) for word in re.split(r"[\s\-‐‑‒–—]+", last_name)]
    for place in range(len(words)):
        yield "".join(words[place:] + words[:place])


def _letters(name: str) -> str:
    decomposed = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", name).casefold())
    plain = unicodedata.normalize("NFC", _ACCENTS.sub("", decomposed))
    return "".join(character for character in plain if not _is_left_out(character))


def _is_left_out(character: str) -> bool:
    is_separator = unicodedata.category(character) in ("Pd", "Zs")
    return is_separator or character.isspace() or character in _APOSTROPHES_AND_PERIODS
