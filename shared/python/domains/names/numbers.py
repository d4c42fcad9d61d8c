"""Numerals as words, so '1' equals 'one' (rule ign-5)."""

import re

_SMALL = (
    "ZERO", "ONE", "TWO", "THREE", "FOUR", "FIVE", "SIX",
    "SEVEN", "EIGHT", "NINE", "TEN", "ELEVEN", "TWELVE", "THIRTEEN",
    "FOURTEEN", "FIFTEEN", "SIXTEEN", "SEVENTEEN", "EIGHTEEN", "NINETEEN",
)  # fmt: skip
_TENS = ("", "", "TWENTY", "THIRTY", "FORTY", "FIFTY", "SIXTY", "SEVENTY", "EIGHTY", "NINETY")
_SCALES = ((1_000_000, "MILLION"), (1_000, "THOUSAND"), (100, "HUNDRED"))
_LONGEST = 9
_HUNDRED = 100
_MIN_SPELLED_LENGTH = 3
_MAX_IN_PAIRS = 4
_NUMBER = re.compile(
    f"(?:{'|'.join(sorted({*_SMALL, *_TENS[2:], *(name for _, name in _SCALES)}, key=len)[::-1])})+"
)
_ORDINALS = {
    "ONE": "FIRST",
    "TWO": "SECOND",
    "THREE": "THIRD",
    "FIVE": "FIFTH",
    "EIGHT": "EIGHTH",
    "NINE": "NINTH",
    "TWELVE": "TWELFTH",
}


def spell_cardinal(digits: str) -> str:
    """Return a numeral in words without spaces: `21` gives `TWENTYONE`.

    Args:
        digits: ASCII digits; a leading zero or more than nine digits make a code, which is spelled digit by
            digit.
    """
    if len(digits) > _LONGEST or (digits[0] == "0" and digits != "0"):
        return "".join(_SMALL[int(digit)] for digit in digits)
    return "".join(_list_words(int(digits)))


def list_other_cardinals(digits: str) -> list[str]:
    """List other spoken forms of a numeral of three digits or more.

    `101` gives `ONEHUNDREDANDONE` and `ONEZEROONE`, `711` also `SEVENELEVEN`.
    """
    if not _MIN_SPELLED_LENGTH <= len(digits) <= _LONGEST or digits[0] == "0":
        return []
    forms = ["".join(_SMALL[int(digit)] for digit in digits)]
    rest = int(digits) % _HUNDRED
    if rest:
        forms.append("".join([*_list_words(int(digits) - rest), "AND", *_list_words(rest)]))
    if len(digits) <= _MAX_IN_PAIRS and rest >= len(_TENS):
        forms.append("".join([*_list_words(int(digits[:-2])), *_list_words(rest)]))
    return forms


def is_number(word: str) -> bool:
    """Return whether a word is a number in words, with or without spaces."""
    return _NUMBER.fullmatch(word) is not None


def spell_ordinal(digits: str) -> str:
    """Return a numeral as an ordinal without spaces: `21` gives `TWENTYFIRST`."""
    words = _list_words(int(digits[-_LONGEST:]))
    last = words[-1]
    if last.endswith("Y"):
        return "".join([*words[:-1], last[:-1] + "IETH"])
    return "".join([*words[:-1], _ORDINALS.get(last, last + "TH")])


def _list_words(number: int) -> list[str]:
    for size, name in _SCALES:
        if number >= size:
            rest = _list_words(number % size) if number % size else []
            return [*_list_words(number // size), name, *rest]
    if number < len(_SMALL):
        return [_SMALL[number]]
    tens, ones = divmod(number, 10)
    return [_TENS[tens], *([_SMALL[ones]] if ones else [])]
