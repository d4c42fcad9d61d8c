"""Normalized place names for comparison."""

import re

from portal.text import normalize

OWN_STATE = "AZ"

_SAINT = re.compile(r"\bSAINT ")


def fold(text: str) -> str:
    """Return the text in capitals, without optional punctuation."""
    return normalize(text.replace(".", " ").replace(",", " ")) or ""


def make_place_key(place: str) -> str:
    """Return a key that is equal for all spellings of a place."""
    return _SAINT.sub("ST ", fold(place.replace("-", " ")))
