"""Names of places, as they are compared."""

import re

from portal.text import normalize

OWN_STATE = "AZ"

_SAINT = re.compile(r"\bSAINT ")


def fold(text: str) -> str:
    """Return the text in capitals, without marks that people put or leave out."""
    return normalize(text.replace(".", " ").replace(",", " ")) or ""


def place_key(place: str) -> str:
    """Return a key that is equal for all spellings of a place."""
    return _SAINT.sub("ST ", fold(place.replace("-", " ")))
