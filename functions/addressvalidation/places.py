"""Names of places, as they are compared."""

import re

from portal.text import normalise

OWN_STATE = "AZ"

_SAINT = re.compile(r"\bSAINT ")


def folded(text: str) -> str:
    """In capitals, without the marks that people put or leave out."""
    return normalise(text.replace(".", " ").replace(",", " ")) or ""


def place_key(place: str) -> str:
    """What two spellings of a place share."""
    return _SAINT.sub("ST ", folded(place.replace("-", " ")))
