"""Digits and signs that stand in place of letters, as in `Bl00m`."""

import re
from functools import lru_cache
from itertools import islice, product

_LOOKALIKES = {
    "0": "O",
    "1": "IL",
    "2": "Z",
    "3": "E",
    "4": "A",
    "5": "S",
    "6": "G",
    "7": "T",
    "8": "B",
    "9": "G",
    "@": "A",
    "$": "S",
    "!": "IL",
}
_WORD = re.compile(r"[\w@$!]*[\w@$]")
_ORDINAL = re.compile(r"[0-9]+(?:ST|ND|RD|TH)", re.IGNORECASE)
_MIN_LENGTH = 3
_MAX_SPELLINGS = 8
_MAX_KEPT = 1024


@lru_cache(_MAX_KEPT)
def list_letter_spellings(name: str) -> tuple[str, ...]:
    """List a name's spellings with letters for the digits and signs within its words, at most eight.

    A word counts if it has three characters or more, at least as many letters as digits and signs, and is no
    ordinal: `3D`, `24x7`, and `1st` stay. Empty if no word counts.
    """
    found = islice(product(*(_list_word_spellings(part) for part in _split(name))), _MAX_SPELLINGS)
    return tuple(spelling for spelling in map("".join, found) if spelling != name)


def _split(name: str) -> list[str]:
    """Return the words of a name and the texts between them."""
    parts, start = [], 0
    for word in _WORD.finditer(name):
        parts += [name[start : word.start()], word.group()]
        start = word.end()
    return [*parts, name[start:]]


def _list_word_spellings(word: str) -> list[str]:
    letters = sum(character.isalpha() for character in word)
    signs = sum(character in _LOOKALIKES for character in word)
    if not signs or letters < signs or len(word) < _MIN_LENGTH or _ORDINAL.fullmatch(word):
        return [word]
    choices = product(*(_LOOKALIKES.get(character, character) for character in word))
    return ["".join(each) for each in islice(choices, _MAX_SPELLINGS)]
