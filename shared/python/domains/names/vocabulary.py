"""The words of a snapshot's names: candidates for a typed word."""

from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from jellyfish import damerau_levenshtein_distance

from domains.names.nearness import are_one_edit_apart
from domains.names.sound import get_sound
from domains.names.terms import get_sound_number, list_spellings

_MAX_WORDS = 60
_FARTHEST_BY_SOUND = 3
_MIN_BEGINNING_LENGTH = 3
_INDEXED_BEGINNING = 3
_WORDS_KEPT = 4096
_LAST_CHARACTER = chr(0x10FFFF)

Rows = Callable[..., list[Any]]
"""Runs a query with its values."""


@dataclass(frozen=True, slots=True)
class WordChoice:
    """Words of which a name must have one."""

    words: Sequence[str]
    names: int  # upper bound for the number of names with one of them
    beginning: str = ""  # alternative prefix of a word; empty for none

    @property
    def expression(self) -> str:
        """Query expression of the index of words."""
        parts = [f'"{word}"' for word in self.words]
        if self.beginning:
            parts.append(f'"{self.beginning}"*')
        return f"({' OR '.join(parts)})"


class NameVocabulary:
    """Looks up words; indexed words have no quotation marks."""

    def __init__(self, rows: Rows, all_names: int) -> None:
        self._rows = rows
        self._all_names = all_names
        self._word = lru_cache(_WORDS_KEPT)(self._read_word)

    def find_beginning_with(self, word: str) -> WordChoice:
        # Listing them is much faster than a prefix query, for which the index gathers all names first.
        counts = self._count_beginning_with(word) if len(word) > _INDEXED_BEGINNING else None
        return (
            WordChoice([*counts], sum(counts.values())) if counts else WordChoice([], self._all_names, word)
        )

    def find_spelled_like(self, word: str, *, is_unfinished: bool) -> WordChoice | None:
        """Return words one edit away from a word, or a few edits away with the same sound, or None.

        Args:
            is_unfinished: whether the word may be incomplete.
        """
        sound = get_sound(word)
        near = []
        for each, names in self._count_each([*list_spellings(word), get_sound_number(sound)]):
            if are_one_edit_apart(word, each) or (
                is_unfinished and are_one_edit_apart(word, each[: len(word)])
            ):
                near.append((each != word, each, names))
            elif get_sound(each) == sound and damerau_levenshtein_distance(word, each) <= _FARTHEST_BY_SOUND:
                near.append((True, each, names))
        names_by_word = {each: names for _, each, names in sorted(near)[:_MAX_WORDS]}
        if is_unfinished and len(word) >= _MIN_BEGINNING_LENGTH:
            completions = self._count_beginning_with(word)
            if completions is None:
                return WordChoice([*names_by_word], self._all_names, word)
            names_by_word |= completions
        return WordChoice([*names_by_word], sum(names_by_word.values())) if names_by_word else None

    def find_sounding_like(self, word: str) -> WordChoice | None:
        """Return the most similarly spelled words with the same sound, or None."""
        sound = get_sound(word)
        alike = [
            (damerau_levenshtein_distance(word, each), each, names)
            for each, names in self._count_each([get_sound_number(sound)])
            if get_sound(each) == sound
        ]
        best = sorted(alike)[:_MAX_WORDS]
        return WordChoice([each for _, each, _ in best], sum(names for *_, names in best)) if best else None

    @cached_property
    def _size(self) -> int:
        return int(self._rows("SELECT max(id) FROM vocabulary")[0][0] or 0)

    def _count_beginning_with(self, word: str) -> dict[str, int] | None:
        """Return words with a prefix and each one's number of names; None if there are many."""
        first, last = self._get_place(word), self._get_place(word + _LAST_CHARACTER)
        if last > first + _MAX_WORDS:
            return None
        return dict(self._rows("SELECT word, names FROM vocabulary WHERE id >= ? AND id < ?", first, last))

    def _get_place(self, word: str) -> int:
        """Return the id of the first word at or after a word."""
        return 1 + bisect_left(range(1, self._size + 1), word, key=self._word)

    def _read_word(self, id_: int) -> str:
        return str(self._rows("SELECT word FROM vocabulary WHERE id = ?", id_)[0][0])

    def _count_each(self, numbers: Sequence[int]) -> list[tuple[str, int]]:
        marks = ", ".join("?" * len(numbers))
        return self._rows(
            "SELECT word, names FROM vocabulary WHERE id IN"  # noqa: S608
            f" (SELECT word FROM word_numbers WHERE number IN ({marks}))",
            *numbers,
        )
