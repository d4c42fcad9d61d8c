"""Normalized place names and ZIP Codes for comparison."""

import re

from portal.text import make_plain_digits, normalize

OWN_STATE = "AZ"

_ZIP = re.compile(r"([0-9]{5})([0-9]{4})?")
_FIRST_PREFIX, _LAST_PREFIX = 850, 865
"""The ZIP Codes of Arizona begin with these three digits. Source: data/zip_codes.json."""

POST_OFFICES_OF_FORCES = frozenset({"APO", "DPO", "FPO"})
"""Names that stand for the city in military and diplomatic addresses. Source: USPS Publication 28, 238."""

_SAINT = re.compile(r"\bSAINT ")


def fold(text: str) -> str:
    """Return the text in capitals, without optional punctuation."""
    return normalize(text.replace(".", " ").replace(",", " ")) or ""


def make_place_key(place: str) -> str:
    """Return a key that is equal for all spellings of a place."""
    return _SAINT.sub("ST ", fold(place.replace("-", " ")))


def normalize_zip_code(typed: str) -> str | None:
    """Return a ZIP Code or a ZIP+4 with its hyphen, whatever separates its digits; None if it is neither."""
    found = _ZIP.fullmatch(make_plain_digits(typed))
    return "-".join(filter(None, found.groups())) if found else None


def is_own_zip_code(zip_code: str) -> bool:
    """Return whether a ZIP Code begins as those of the state do."""
    five = zip_code[:5]
    return (
        len(five) == 5
        and five.isascii()
        and five.isdigit()
        and _FIRST_PREFIX <= int(five[:3]) <= _LAST_PREFIX
    )
