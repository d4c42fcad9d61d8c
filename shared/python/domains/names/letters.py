"""Digits and signs that stand in place of letters, as in `Bl00m`."""

import re
from functools import lru_cache
from itertools import islice, product

from domains.names.words import make_upper

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
_WORD = re.compile(r"[\w@$!]+")
_ORDINAL = re.compile("[0-9]+(?:ST|ND|RD|TH)")
_MIN_LENGTH = 3
_MAX_SPELLINGS = 4
"""Each spelling is one more look for close names; four are enough for two digits 1."""
_MAX_KEPT = 1024


@lru_cache(_MAX_KEPT)
def list_letter_spellings(name: str) -> tuple[str, ...]:
    """List a name's spellings in capitals with letters for digits and signs in its words, at most four.

    A word counts if it has three characters or more, at least as many letters as digits and signs, and is no
    ordinal: `3D`, `24X7`, and `1ST` stay. Empty if no word counts.
    """
    upper = make_upper(name)
    if _LOOKALIKES.keys().isdisjoint(upper):
        return ()
    combinations = islice(product(*(_list_word_spellings(part) for part in _split(upper))), _MAX_SPELLINGS)
    return tuple(spelling for spelling in map("".join, combinations) if spelling != upper)


def _split(name: str) -> list[str]:
    """Return the words of a name and the texts between them."""
    parts, start = [], 0
    for word in _WORD.finditer(name):
        # An exclamation mark at the end is one.
        core = word.group().rstrip("!")
        parts += [name[start : word.start()], core]
        start = word.start() + len(core)
    return [*parts, name[start:]]


def _list_word_spellings(word: str) -> list[str]:
    letters = sum(character.isalpha() for character in word)
    signs = sum(character in _LOOKALIKES for character in word)
    if not signs or letters < signs or len(word) < _MIN_LENGTH or _ORDINAL.fullmatch(word):
        return [word]
    choices = [_LOOKALIKES.get(character, character) for character in word]
    # The likeliest first: every 1 is an I, or every 1 is an L.
    uniform = ("".join(choice[which % len(choice)] for choice in choices) for which in (0, -1))
    mixed = map("".join, islice(product(*choices), _MAX_SPELLINGS))
    return list(dict.fromkeys([*uniform, *mixed]))
