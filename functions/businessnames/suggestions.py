"""Suggestions of available names."""

import re
from collections.abc import Callable
from itertools import islice

from functions.businessnames.key import Reading, Word, list_written_words
from functions.businessnames.rules import EntityType
from functions.businessnames.verdict import Judgment
from functions.businessnames.words import IDENTIFIERS

_SUGGESTIONS = 3
_JOINING_AT_THE_END = re.compile(r"(?:[\s&,.;:/-]|\bAND\b)+$", re.IGNORECASE)
_ENDINGS: dict[EntityType, str] = {
    "llc": " LLC",
    "pllc": " PLLC",
    "corporation": ", Inc.",
    "professionalCorporation": ", P.C.",
    "llp": " LLP",
    "lp": " LP",
}


def list_suggestions(
    judged: Judgment, entity_type: EntityType, is_available: Callable[[str], bool]
) -> list[str]:
    """Return available names similar to an unavailable one."""
    is_a_name = judged.reading.key and all(issue.code != "onlyDesignator" for issue in judged.issues)
    base = _remove_endings(judged.reading)
    if judged.verdict == "available" or not is_a_name or not base:
        return []
    ending = _ENDINGS.get(entity_type, "")
    candidates = (base, f"{base} of Arizona", f"Arizona {base}", f"{base} Southwest", f"{base} Group")
    names = (candidate + ending for candidate in candidates)
    return list(islice(filter(is_available, names), _SUGGESTIONS))


def _remove_endings(reading: Reading) -> str:
    """Return the written name without its entity endings and the words that join them."""
    kept = [
        _cut_before_ending(word) if IDENTIFIERS in word.rule_ids else word.written for word in reading.words
    ]
    return _JOINING_AT_THE_END.sub("", " ".join(word for word in kept if word))


def _cut_before_ending(word: Word) -> str:
    beginnings = (word.written[:length] for length in range(len(word.written)))
    return next(
        (each for each in beginnings if "".join(list_written_words(each)) == word.counted), word.counted
    )
