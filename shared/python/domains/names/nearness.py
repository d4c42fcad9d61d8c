"""Distance between a snapshot's name and the typed name."""

from collections import Counter
from functools import cache, lru_cache

from jellyfish import damerau_levenshtein_distance, levenshtein_distance

from domains.names.key import get_key
from domains.names.rules import get_name_rules
from domains.names.terms import TRIGRAM, list_search_words

_LETTERS_FOR_AN_EDIT = 4
_MAX_EDITS = 4
_LETTERS_FOR_TWO_EDITS = 8
_MIN_ENDING_LENGTH = 5
_OTHER_LETTERS = len("AND")
_MAX_KEPT = 8
_MAX_PAIRS_KEPT = 32_768
"""Pairs of words whose comparison stays in memory, because names share words."""


class Nearness:
    """Edit distance of keys to a name: inserted, deleted, replaced, or swapped letters."""

    def __init__(self, name: str) -> None:
        """Store the name, of which people may have typed only the beginning."""
        self.key = get_key(name)
        self.allowed = max(1, min(_MAX_EDITS, len(self.key) // _LETTERS_FOR_AN_EDIT))
        self._edits: dict[str, tuple[int, int]] = {}
        self._targets = [(self.key, 0)]
        corrected, edits = _correct_ending(list_search_words(name))
        if edits:
            # A misspelled entity ending is not an ending, so it counts.
            self._targets.append((get_key(corrected), edits))

    def count_edits(self, key: str) -> tuple[int, int]:
        """Return the number of edits between the name and a key or its beginning."""
        edits = self._edits.get(key)
        if edits is None:
            edits = self._edits[key] = min(_count_edits(target, key, cost) for target, cost in self._targets)
        return edits

    def is_within_reach(self, key: str, edits: int) -> bool:
        """Return false if a key is surely farther away than that many edits; counting them takes longer."""
        return any(_may_be_within(target, key, edits) for target, _ in self._targets)


@lru_cache(_MAX_KEPT)
def measure_from(name: str) -> Nearness:
    """Return the distance from a name; each way of a search, and each index, compares the same keys."""
    return Nearness(name)


def are_spelled_alike(first: str, second: str) -> bool:
    """Return whether keys differ by one edit, or by two if both have eight letters or more."""
    shorter = min(len(first), len(second))
    allowed = 2 if shorter >= _LETTERS_FOR_TWO_EDITS else 1
    if shorter < TRIGRAM or abs(len(first) - len(second)) > allowed:
        return False
    return damerau_levenshtein_distance(first, second) <= allowed


def have_same_letters(first: str, second: str) -> bool:
    """Return whether keys have the same letters in any order, but for three more or fewer.

    Keys of the same words in another order do, also with an AND or a few plurals more.
    """
    if abs(len(first) - len(second)) > _OTHER_LETTERS or len({*first} ^ {*second}) > _OTHER_LETTERS:
        return False
    counts, others = Counter(first), Counter(second)
    return max((counts - others).total(), (others - counts).total()) <= _OTHER_LETTERS


@lru_cache(_MAX_PAIRS_KEPT)
def are_one_edit_apart(first: str, second: str) -> bool:
    """Return whether two words differ by at most one edit."""
    return abs(len(first) - len(second)) <= 1 and damerau_levenshtein_distance(first, second) <= 1


def _may_be_within(target: str, key: str, edits: int) -> bool:
    beyond = len(key) - len(target)
    if beyond + edits < 0:
        return False
    # The beginning alone says nothing if the whole key may be nearer than it.
    if edits > _MAX_EDITS or 0 < beyond <= _MAX_EDITS:
        return True
    # A swap is two edits of Levenshtein's distance, which takes half as long.
    return levenshtein_distance(target, key[: len(target)]) <= 2 * edits


def _count_edits(target: str, key: str, cost: int) -> tuple[int, int]:
    beyond = len(key) - len(target)
    if beyond <= 0:
        total_edits = damerau_levenshtein_distance(target, key) + cost
        return total_edits, total_edits
    prefix_edits = damerau_levenshtein_distance(target, key[: len(target)]) + cost
    if beyond > _MAX_EDITS:
        return prefix_edits, prefix_edits + beyond
    total_edits = damerau_levenshtein_distance(target, key) + cost
    return min(prefix_edits, total_edits), total_edits


def _correct_ending(words: list[str]) -> tuple[str, int]:
    """Correct words at the end that are one edit away from an entity ending."""
    result, edits = list(words), 0
    for place in range(len(words) - 1, 0, -1):
        if words[place] in _list_ending_words():
            continue
        corrections = [each for each in _list_ending_words() if are_one_edit_apart(words[place], each)]
        if not corrections or len(words[place]) < _MIN_ENDING_LENGTH:
            break
        result[place] = min(corrections)
        edits += 1
    return " ".join(result), edits


@cache
def _list_ending_words() -> frozenset[str]:
    return frozenset(word for identifier in get_name_rules().identifiers for word in identifier.split())
