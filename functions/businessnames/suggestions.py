"""Suggestions of available names."""

import re
from collections.abc import Callable
from itertools import islice

from domains.names.key import Reading, Word, list_written_words
from domains.names.rules import EntityType
from domains.names.verdict import NameJudgment
from domains.names.words import IDENTIFIERS
from portal.text import tidy

_SUGGESTIONS = 3
_JOINING_AT_THE_END = re.compile(r"(?<![\s&,.;:/-])(?<!\bAND)(?:[\s&,.;:/-]|\bAND\b)++$", re.IGNORECASE)
_UNWANTED_MARKS = re.compile(r"[^\w\s&'’.-]+|_")
_LEADING_ARTICLE = re.compile(r"^(?:A|AN|THE)\s+", re.IGNORECASE)
_ENDINGS: dict[EntityType, str] = {
    "llc": " LLC",
    "pllc": " PLLC",
    "corporation": ", Inc.",
    "professionalCorporation": ", P.C.",
    "llp": " LLP",
    "lp": " LP",
}


def list_suggestions(
    judgment: NameJudgment, entity_type: EntityType, is_available: Callable[[str], bool]
) -> list[str]:
    """Return available names similar to an unavailable one."""
    is_a_name = judgment.reading.key and all(issue.code != "onlyDesignator" for issue in judgment.issues)
    base = _tidy(_remove_endings(judgment.reading))
    if judgment.verdict == "available" or not is_a_name or not base:
        return []
    ending = _ENDINGS.get(entity_type, "")
    core = _LEADING_ARTICLE.sub("", base)
    candidates = [f"{core} Group", f"{core} Southwest", f"{core} Partners", f"{core} Collective"]
    if "arizona" not in base.lower():
        candidates = [f"{core} of Arizona", f"Arizona {core}", *candidates]
    if not judgment.conflicts:
        # Another ending does not tell the name from one with the same key.
        candidates.insert(0, base)
    names = (candidate + ending for candidate in candidates)
    return list(islice(filter(is_available, names), _SUGGESTIONS))


def _tidy(base: str) -> str:
    """Return the base without marks that nobody wants in a name, such as `!!`."""
    return tidy(_UNWANTED_MARKS.sub(" ", base)).strip("-'’& ")


def _remove_endings(reading: Reading) -> str:
    """Return the written name without its entity endings and the words that join them."""
    words = [
        _cut_before_ending(word) if IDENTIFIERS in word.rule_ids else word.written for word in reading.words
    ]
    return _JOINING_AT_THE_END.sub("", " ".join(word for word in words if word))


def _cut_before_ending(word: Word) -> str:
    beginnings = (word.written[:length] for length in range(len(word.written)))
    return next(
        (each for each in beginnings if "".join(list_written_words(each)) == word.counted), word.counted
    )
