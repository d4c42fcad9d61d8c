"""An index of names in SQLite, and its search: the snapshot is one in a file, held names are in memory.

Rows are numbered in the order of the keys, so names with the same beginning are a range, and a page begins
after a row. `domains.names.index_writer` has the layout.
"""

import sqlite3
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from functools import cached_property, lru_cache
from heapq import nsmallest
from itertools import combinations, pairwise
from threading import RLock
from typing import Any

from domains.names.index_queries import Narrowing, make_match_query, make_trigram_query
from domains.names.index_record import NameRecord, SnapshotRefused
from domains.names.key import close_keys, get_key, list_readings
from domains.names.letters import list_letter_spellings
from domains.names.nearness import Nearness, are_spelled_alike, have_same_letters, measure_from
from domains.names.terms import (
    TRIGRAM,
    get_sound_number,
    get_whole_sound,
    list_counted_search_words,
    list_search_words,
    list_trigrams,
    normalize_place,
)
from domains.names.vocabulary import NameVocabulary, WordChoice

COUNTED_AT_MOST = 1000
_CANDIDATES = 200
_MAX_LOOKUPS = 2
_PIECES = 3
_FEW_NAMES = 20
_FARTHEST = 10_000
_KEYS_KEPT = 4096
_LAST_CHARACTER = chr(0x10FFFF)
_COLUMNS = (
    "row, names.id, name, key, (SELECT text FROM texts WHERE texts.id = entity_type),"
    " (SELECT text FROM texts WHERE texts.id = status), (SELECT text FROM texts WHERE texts.id = city),"
    " (SELECT text FROM texts WHERE texts.id = county_id), formed_on"
)
Candidates = list[tuple[int, str]]
"""Rows with their keys."""


class NameIndex:
    """An open index of names; thread-safe."""

    def __init__(self, connection: sqlite3.Connection, names: int) -> None:
        """Store the connection, which any thread may use, and the number of names."""
        self._lock = RLock()
        self._connection = connection
        self.names = names
        self.vocabulary = NameVocabulary(self._run_query, names)
        # Every search for a key starts at the same rows.
        self._key = lru_cache(_KEYS_KEPT)(self._read_key)

    def close(self) -> None:
        self._connection.close()

    def find_beginning_with(
        self, key: str, narrowing: Narrowing, after: int, limit: int
    ) -> tuple[Sequence[NameRecord], tuple[int, int]]:
        """Return names whose key begins with a key, in order, and the first and last row of all of them."""
        if not key:
            return [], (0, -1)
        first, last = self._find_first_row(key), self._find_first_row(key + _LAST_CHARACTER) - 1
        if first > last:
            return [], (0, -1)
        where, values = self._make_conditions(narrowing)
        records = self._list_records(
            f"SELECT {_COLUMNS} FROM names WHERE row BETWEEN ? AND ? {where} ORDER BY row LIMIT ?",  # noqa: S608
            max(first, after + 1),
            last,
            *values,
            limit,
        )
        return records, (first, last)

    def count_beginning(self, rows: tuple[int, int], narrowing: Narrowing) -> int:
        """Count the rows that `find_beginning_with` finds, up to `COUNTED_AT_MOST`."""
        where, values = self._make_conditions(narrowing)
        result = self._run_query(
            f"SELECT count(*) FROM (SELECT 1 FROM names WHERE row BETWEEN ? AND ? {where} LIMIT ?)",  # noqa: S608
            *rows,
            *values,
            COUNTED_AT_MOST + 1,
        )
        return int(result[0][0])

    def find_with_words(
        self, name: str, narrowing: Narrowing, outside: tuple[int, int], after: int, limit: int
    ) -> tuple[Sequence[NameRecord], int]:
        """Return names with words that begin with a name's, and their number up to `COUNTED_AT_MOST`."""
        words = dict.fromkeys(list_search_words(name))
        if not words:
            return [], 0
        return self._read_page(
            "SELECT rowid FROM words WHERE words MATCH ? AND NOT (rowid BETWEEN ? AND ?)"
            " AND rowid > ? ORDER BY rowid LIMIT ?",
            (make_match_query(map(self.vocabulary.find_beginning_with, words), narrowing), *outside),
            after,
            limit,
        )

    def find_containing(
        self, key: str, narrowing: Narrowing, after: int, limit: int
    ) -> tuple[Sequence[NameRecord], int]:
        """Return names whose key contains a key of three characters or more, in order.

        Returns:
            The names, and their number up to `COUNTED_AT_MOST`.
        """
        if len(key) < TRIGRAM:
            return [], 0
        trigrams = self._choose_trigrams(key)
        if not trigrams:
            return [], 0
        where, values = self._make_conditions(narrowing)
        return self._read_page(
            "SELECT trigrams.rowid FROM trigrams CROSS JOIN names ON names.row = trigrams.rowid"  # noqa: S608
            f" WHERE trigrams MATCH ? AND instr(names.key, ?) {where}"
            " AND trigrams.rowid > ? ORDER BY trigrams.rowid LIMIT ?",
            (make_trigram_query(trigrams), key, *values),
            after,
            limit,
        )

    def find_similar(self, name: str, narrowing: Narrowing, limit: int) -> Sequence[NameRecord]:
        """Return names whose key, or its beginning, is a few edits away from that of a name, nearest first.

        If there is none, return names with a similar word for each word of the name.
        """
        nearness = measure_from(name)
        words = list_counted_search_words(name)
        choices = [
            self.vocabulary.find_spelled_like(word, is_unfinished=word == words[-1])
            for word in dict.fromkeys(words)
        ]
        rarest_first = sorted((choice for choice in choices if choice), key=lambda choice: choice.names)
        for left_out in range(min(_MAX_LOOKUPS, len(rarest_first))):
            # Tolerate a single misread word.
            candidates = self._find_with_choices(rarest_first[left_out:], narrowing)
            if near := _find_nearest(nearness, candidates, nearness.allowed, limit):
                return self._get_by_rows(near)
        pieces = self._find_with_pieces(nearness.key, narrowing)
        near = _find_nearest(nearness, pieces, nearness.allowed, limit)
        if not near and rarest_first and len(rarest_first) == len(choices):
            near = _find_nearest(nearness, self._find_with_all(rarest_first, narrowing), _FARTHEST, limit)
        return self._get_by_rows(near)

    def find_sounding_like(self, name: str, narrowing: Narrowing, limit: int) -> Sequence[NameRecord]:
        """Return names that sound like a name, then those with words that sound like its words.

        Each part begins with the most similar spellings.
        """
        nearness = measure_from(name)
        rows = _find_nearest(nearness, self._find_sounding_alike(name, narrowing), _FARTHEST, limit)
        choices = [
            self.vocabulary.find_sounding_like(word)
            for word in dict.fromkeys(list_counted_search_words(name))
        ]
        sounding = [choice for choice in choices if choice]
        if len(rows) < limit and sounding and len(sounding) == len(choices):
            others = _find_nearest(nearness, self._find_with_all(sounding, narrowing), _FARTHEST, limit)
            rows = list(dict.fromkeys([*rows, *others]))[:limit]
        return self._get_by_rows(rows)

    def find_close(self, name: str, limit: int) -> Sequence[NameRecord]:
        """Return names that sound like a name, or differ from it by few letters or in the order of words.

        The nearest come first.
        """
        nearness = measure_from(name)
        # A word with digits in place of letters is not in the index under the letters.
        spellings = (name, *list_letter_spellings(name)[:1])
        candidates = [
            candidate for spelling in spellings for candidate in self._find_close_candidates(spelling)
        ]
        rows = _find_nearest(nearness, candidates, _FARTHEST, 2 * limit)
        return self._get_by_rows(list(dict.fromkeys(rows))[:limit])

    def _find_close_candidates(self, name: str) -> Candidates:
        key, everything = get_key(name), Narrowing()
        choices = [
            self.vocabulary.find_spelled_like(word, is_unfinished=False)
            for word in dict.fromkeys(list_counted_search_words(name))
        ]
        rarest_first = sorted((choice for choice in choices if choice), key=lambda choice: choice.names)
        spelled = self._find_with_choices(rarest_first, everything) if rarest_first else []
        near = {
            (row, other)
            for row, other in spelled
            if are_spelled_alike(other, key) or have_same_letters(other, key)
        }
        return [*near, *self._find_sounding_alike(name, everything)]

    def find_conflicts(self, name: str, limit: int) -> Sequence[NameRecord]:
        """Return names with the key of a name, then those with another common reading, then close ones.

        See `list_readings` and `close_keys`; the file stores both as close keys.
        """
        key, *others = list_readings(name) or ("",)
        keys = sorted({key, *others, *close_keys(name)} - {""})
        marks = ", ".join("?" * len(keys))
        close = self._run_query(f"SELECT row FROM close_keys WHERE key IN ({marks})", *keys)  # noqa: S608
        alike = {row for each in keys for row in self._find_rows(each, limit)} | {row for (row,) in close}
        places = ", ".join("?" * len(alike))
        return self._list_records(
            f"SELECT {_COLUMNS} FROM names WHERE row IN ({places}) ORDER BY key <> ?, row LIMIT ?",  # noqa: S608
            *alike,
            key,
            limit,
        )

    def find_record(self, record_id: str, key: str) -> NameRecord | None:
        """Return the name with an id, in any case, among those with a key, or None."""
        records = self._list_records(
            f"SELECT {_COLUMNS} FROM names WHERE row >= ? AND row < ? AND names.id = ? COLLATE NOCASE",  # noqa: S608
            self._find_first_row(key),
            self._find_first_row(key + chr(0)),
            record_id,
        )
        return records[0] if records else None

    @cached_property
    def _places(self) -> Mapping[str, Sequence[int]]:
        """The ids of a place's spellings, of which there are a few hundred."""
        places: dict[str, list[int]] = {}
        for number, text in self._run_query("SELECT id, text FROM texts"):
            if place := normalize_place(text):
                places.setdefault(place, []).append(number)
        return places

    def _make_conditions(self, narrowing: Narrowing) -> tuple[str, list[str | int]]:
        parts: Iterable[tuple[str, str | None]] = (
            (" AND status = (SELECT id FROM texts WHERE text = ?)", narrowing.status),
            (" AND entity_type = (SELECT id FROM texts WHERE text = ?)", narrowing.entity_type),
        )
        filters = [(part, value) for part, value in parts if value]
        condition = "".join(part for part, _ in filters)
        values: list[str | int] = [value for _, value in filters]
        if narrowing.city:
            cities = self._places.get(normalize_place(narrowing.city), ())
            condition += f" AND city IN ({', '.join('?' * len(cities))})"
            values += cities
        return condition, values

    def _find_rows(self, key: str, limit: int) -> range:
        first = self._find_first_row(key)
        return range(first, min(self._find_first_row(key + chr(0)), first + limit))

    def _find_first_row(self, key: str) -> int:
        """Return the first row at or after a key; one after the last row if there is none."""
        return 1 + bisect_left(range(1, self.names + 1), key, key=self._key)

    def _read_key(self, row: int) -> str:
        for (key,) in self._run_query("SELECT key FROM names WHERE row = ?", row):
            return str(key)
        raise SnapshotRefused(f"row {row} is missing")

    def _find_with_choices(self, choices: Sequence[WordChoice], narrowing: Narrowing) -> Candidates:
        """Return names with a word of each choice; uses only as many choices as leave few names."""
        candidates: Candidates = []
        first = 1 if choices[0].names <= _CANDIDATES else min(2, len(choices))
        for count in range(first, len(choices) + 1):
            fewer = self._find_with_all(choices[:count], narrowing)
            if not fewer:
                break
            candidates = fewer
            if len(candidates) < _CANDIDATES:
                break
        return candidates

    def _find_with_all(self, choices: Sequence[WordChoice], narrowing: Narrowing) -> Candidates:
        return self._run_query(
            "SELECT row, key FROM names WHERE row IN (SELECT rowid FROM words WHERE words MATCH ? LIMIT ?)",
            make_match_query(choices, narrowing),
            _CANDIDATES,
        )

    def _find_with_pieces(self, key: str, narrowing: Narrowing) -> Candidates:
        """Return names that have all but one of a key's pieces, regardless of word boundaries."""
        bounds = [len(key) * place // _PIECES for place in range(_PIECES + 1)]
        pieces = [key[start:end] for start, end in pairwise(bounds)]
        if len(pieces[0]) < TRIGRAM:
            return []
        trigram_groups = [self._choose_trigrams(first, second) for first, second in combinations(pieces, 2)]
        queries = [f"({make_trigram_query(trigrams)})" for trigrams in trigram_groups if trigrams]
        if not queries:
            return []
        where, values = self._make_conditions(narrowing)
        return self._run_query(
            "SELECT row, key FROM names WHERE row IN (SELECT rowid FROM trigrams WHERE trigrams MATCH ?"  # noqa: S608
            f" LIMIT ?) {where}",
            " OR ".join(queries),
            _CANDIDATES,
            *values,
        )

    def _choose_trigrams(self, *parts: str) -> Sequence[str]:
        """Return the rarest trigrams of parts of a key, enough that few names have them all.

        The index reads all names with a trigram, so common ones are slow. Empty if no name has all of them.
        """
        trigrams = {trigram for part in parts for trigram in list_trigrams(part)}
        marks = ", ".join("?" * len(trigrams))
        counts = self._run_query(
            f"SELECT names, trigram FROM trigram_counts WHERE trigram IN ({marks})",  # noqa: S608
            *trigrams,
        )
        if len(counts) < len(trigrams):
            return ()
        rarest: list[str] = []
        expected = float(self.names)
        for names, trigram in sorted(counts):
            if rarest and expected <= _FEW_NAMES:
                break
            rarest.append(trigram)
            expected *= names / self.names
        return rarest

    def _find_sounding_alike(self, name: str, narrowing: Narrowing) -> Candidates:
        where, values = self._make_conditions(narrowing)
        return self._run_query(
            "SELECT row, key FROM names WHERE row IN (SELECT row FROM sounds WHERE number = ?)"  # noqa: S608
            f" {where} LIMIT ?",
            get_sound_number(get_whole_sound(name)),
            *values,
            _CANDIDATES,
        )

    def _read_page(
        self, query: str, values: Sequence[object], after: int, limit: int
    ) -> tuple[Sequence[NameRecord], int]:
        """Return the names after a row, and their total as far as counted.

        Args:
            query: query for rows; its last two parameters are the row before the page and the limit.
        """
        counted = [row for (row,) in self._run_query(query, *values, 0, COUNTED_AT_MOST + 1)]
        rows = [row for row in counted if row > after][:limit]
        if len(rows) < limit and len(counted) > COUNTED_AT_MOST:
            rows = [row for (row,) in self._run_query(query, *values, after, limit)]
        return self._get_by_rows(rows), len(counted)

    def _get_by_rows(self, rows: Sequence[int]) -> Sequence[NameRecord]:
        if not rows:
            return []
        marks = ", ".join("?" * len(rows))
        records = self._list_records(f"SELECT {_COLUMNS} FROM names WHERE row IN ({marks})", *rows)  # noqa: S608
        return sorted(records, key=lambda record: rows.index(record.row))

    def _list_records(self, query: str, *values: object) -> Sequence[NameRecord]:
        return [
            NameRecord(*(*columns, date.fromordinal(formed_on)))
            for *columns, formed_on in self._run_query(query, *values)
        ]

    def _run_query(self, query: str, *values: object) -> list[Any]:
        """Run a query.

        Raises:
            SnapshotRefused: a page of the file is damaged.
        """
        with self._lock:
            try:
                return self._connection.execute(query, values).fetchall()
            except sqlite3.DatabaseError as error:
                raise SnapshotRefused(str(error)) from None


def _find_nearest(nearness: Nearness, candidates: Candidates, farthest: int, limit: int) -> list[int]:
    """Return the rows of the nearest candidates, by edits of the beginning, then of the whole."""
    ranked = []
    for row, key in candidates:
        if nearness.is_within_reach(key, farthest):
            prefix_edits, total_edits = nearness.count_edits(key)
            if prefix_edits <= farthest:
                ranked.append((prefix_edits, total_edits, row))
    return [row for *_, row in nsmallest(limit, ranked)]
