"""Normalized place names and ZIP Codes for comparison."""

import re
from functools import cache
from typing import Literal

from domains.reference.data import get_zip_code_list
from portal.text import fold_signs, make_plain_digits, make_searchable, normalize

OWN_STATE = "AZ"

_ZIP = re.compile(r"([0-9]{5})([0-9]{4})?")
_FIRST_PREFIX, _LAST_PREFIX = 850, 865
"""The ZIP Codes of Arizona begin with these three digits. Source: data/zip_codes.json."""

POST_OFFICES_OF_FORCES = frozenset({"APO", "DPO", "FPO"})
"""Names that stand for the city in military and diplomatic addresses. Source: USPS Publication 28, 238."""

_BORDER_AREAS = frozenset(
    {"813", "845", "847", "873", "874", "878", "880", "889", "890", "891", "922", "923"}
)
"""First digits of the neighbors' ZIP Codes within 40 miles of the border. Source: GeoNames postal codes."""

_SAINT = re.compile(r"\bsaint ")
_SIGNS = re.compile(r"[-./]")


def fold(text: str) -> str:
    """Return the text in capitals, without optional punctuation."""
    return normalize(text.replace(".", " ").replace(",", " ")) or ""


def make_place_key(place: str) -> str:
    """Return a key that is equal for all spellings of a place, with or without accents and apostrophes."""
    words = make_searchable(_SIGNS.sub(" ", fold_signs(fold(place)))).replace("'", "")
    return _SAINT.sub("st ", words.removesuffix(" chapter"))


def normalize_zip_code(typed: str) -> str | None:
    """Return a ZIP Code or a ZIP+4 with its hyphen, whatever separates its digits; None if it is neither."""
    match = _ZIP.fullmatch(make_plain_digits(typed))
    return "-".join(filter(None, match.groups())) if match else None


def is_own_zip_code(zip_code: str) -> bool:
    """Return whether a ZIP Code begins as those of the state do."""
    five = zip_code[:5]
    return (
        len(five) == 5
        and five.isascii()
        and five.isdigit()
        and _FIRST_PREFIX <= int(five[:3]) <= _LAST_PREFIX
    )


@cache
def _get_other_states() -> dict[str, tuple[str, ...]]:
    return {each.code: each.other_states for each in get_zip_code_list().items}


def is_zip_code_in_state(zip_code: str, state: str) -> Literal["yes", "no", "perhaps"]:
    """Return whether a ZIP Code serves a state, as far as the portal's list tells.

    ZIP Codes cross borders: parts of the Navajo Nation in Arizona get mail through Utah and New Mexico, and
    parts of those through Arizona.

    Returns:
        "perhaps" for a ZIP Code of a neighbor near the border of the portal's own state, if the list does not
        have it.
    """
    five = zip_code[:5]
    if state != OWN_STATE:
        is_served = not is_own_zip_code(five) or state in _get_other_states().get(five, ())
        return "yes" if is_served else "no"
    if is_own_zip_code(five) or five in _get_other_states():
        return "yes"
    return "perhaps" if five[:3] in _BORDER_AREAS else "no"
