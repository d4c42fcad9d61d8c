"""The snapshot of names: a SQLite file that is read and never written here.

Rows are numbered in the order of the keys, so that names that begin alike are a range, and a page begins
after a row. `infrastructure/names` builds the file by `LAYOUT`.
"""

import re
import sqlite3
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from threading import RLock
from typing import Any

from functions.businessnames.key import close_keys, key_of, without_accents
from functions.businessnames.rules import EntityType
from functions.businessnames.similarity import Likeness
from functions.businessnames.verdict import Status
from functions.businessnames.words import pieces_of

VERSION = 1
LAYOUT = """
CREATE TABLE snapshot (
  version INTEGER NOT NULL, as_of TEXT NOT NULL, source TEXT NOT NULL, names INTEGER NOT NULL,
  checksum TEXT NOT NULL, pages INTEGER NOT NULL
);
CREATE TABLE names (
  row INTEGER PRIMARY KEY, id TEXT NOT NULL, name TEXT NOT NULL, key TEXT NOT NULL, entity_type TEXT NOT NULL,
  status TEXT NOT NULL, city TEXT NOT NULL, county_id TEXT NOT NULL, formed_on TEXT NOT NULL
);
CREATE INDEX names_by_key ON names (key);
CREATE TABLE close_keys (key TEXT NOT NULL, row INTEGER NOT NULL, PRIMARY KEY (key, row)) WITHOUT ROWID;
CREATE VIRTUAL TABLE words USING fts5(
  text, content='', detail=none, columnsize=0, tokenize='ascii', prefix='1 2 3'
);
CREATE VIRTUAL TABLE trigrams USING fts5(
  text, content='', detail=none, columnsize=0, tokenize='trigram case_sensitive 1'
);
CREATE TABLE trigram_counts (trigram TEXT PRIMARY KEY, names INTEGER NOT NULL) WITHOUT ROWID;
"""
"""`words` holds besides the words of a name what `filter_words` makes of its status, type and city."""

COUNTED_AT_MOST = 1000
TRIGRAM = 3
_POSTINGS = 12_000
_CANDIDATES = 80
_SEPARATORS = re.compile(r"[^0-9A-Za-z\u0080-\U0010ffff]+")
_COLUMNS = "row, id, name, key, entity_type, status, city, county_id, formed_on"
_CONTAINING = (
    "FROM trigrams CROSS JOIN names ON names.row = trigrams.rowid"
    " WHERE trigrams MATCH ? AND trigrams.rowid > ? AND instr(names.key, ?)"
)
_PAGE_SIZE_PLACE = slice(16, 18)
_LARGEST_PAGE = 65536


class SnapshotRefused(Exception):
    """The file is missing, damaged, or of another version."""


@dataclass(frozen=True, slots=True)
class Record:
    """A name of the snapshot."""

    row: int
    id: str
    name: str
    key: str
    entity_type: EntityType
    status: Status
    city: str
    county_id: str
    formed_on: date


@dataclass(frozen=True, slots=True)
class Narrowing:
    """To which names a search is limited; None limits nothing."""

    status: Status | None = None
    entity_type: EntityType | None = None
    city: str | None = None


def search_words(name: str) -> list[str]:
    """The words of a name as they are searched: by the rules of the key, without accents."""
    tokens = " ".join(token.text for piece in pieces_of(name) for token in piece.tokens)
    return [word for word in _SEPARATORS.split(without_accents(tokens)) if word]


def filter_words(status: str | None, entity_type: str | None, city: str | None) -> list[str]:
    """What the index of words has for status, type and city; the sign keeps them apart from names."""
    place = "".join(search_words(city)) if city else None
    values = (("s", status), ("t", entity_type), ("c", place))
    return [f"§{sign}§{value}" for sign, value in values if value is not None]


def trigrams_of(key: str) -> list[str]:
    """The different groups of three neighbouring characters."""
    return list(dict.fromkeys(key[start : start + TRIGRAM] for start in range(len(key) - TRIGRAM + 1)))


class Snapshot:
    """An open snapshot. Calls may come from several threads."""

    def __init__(self, path: Path) -> None:
        """Open the file.

        Raises:
            SnapshotRefused: see there. Looks at the size and the description of the file, not at every page.
        """
        self._lock = RLock()
        try:
            size = path.stat().st_size
            with path.open("rb") as file:
                page_size = int.from_bytes(file.read(100)[_PAGE_SIZE_PLACE], "big")
            self._connection = sqlite3.connect(
                f"{path.resolve().as_uri()}?mode=ro&immutable=1", uri=True, check_same_thread=False
            )
            described = self._connection.execute(
                "SELECT version, as_of, names, checksum, pages FROM snapshot"
            ).fetchone()
        except (OSError, sqlite3.Error) as error:
            raise SnapshotRefused(f"{path.name}: {error}") from None
        if described is None or described[0] != VERSION:
            raise SnapshotRefused(f"{path.name} has another version than {VERSION}")
        # The format writes its largest page as 1.
        if size != described[4] * (_LARGEST_PAGE if page_size == 1 else page_size):
            raise SnapshotRefused(f"{path.name} is not as long as it was made")
        self.as_of = date.fromisoformat(described[1])
        self.names = int(described[2])
        self.checksum = str(described[3])

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()

    def beginning(
        self, key: str, narrowing: Narrowing, after: int, limit: int
    ) -> tuple[Sequence[Record], tuple[int, int]]:
        """Names whose key begins with a key, in their order, and the first and last row of all such names."""
        if not key:
            return [], (0, -1)
        first, last = self._rows(
            "SELECT min(row), max(row) FROM names WHERE key >= ? AND key < ?", key, key + chr(0x10FFFF)
        )[0]
        if first is None:
            return [], (0, -1)
        where, values = _conditions(narrowing)
        found = self._records(
            f"SELECT {_COLUMNS} FROM names WHERE row BETWEEN ? AND ? {where} ORDER BY row LIMIT ?",  # noqa: S608
            max(first, after + 1),
            last,
            *values,
            limit,
        )
        return found, (first, last)

    def with_words(
        self, name: str, narrowing: Narrowing, outside: tuple[int, int], after: int, limit: int
    ) -> Sequence[Record]:
        """Names each of whose asked words begins one of their words, in their order, outside of a range."""
        query = _words_query(name, narrowing)
        if query is None:
            return []
        return self._records(
            f"SELECT {_COLUMNS} FROM names WHERE row IN (SELECT rowid FROM words WHERE words MATCH ?"  # noqa: S608
            " AND rowid > ? AND NOT (rowid BETWEEN ? AND ?) ORDER BY rowid LIMIT ?) ORDER BY row",
            query,
            after,
            *outside,
            limit,
        )

    def count_as_typed(self, name: str, narrowing: Narrowing, beginning: tuple[int, int]) -> int:
        """How many `beginning` and `with_words` find together; more than `COUNTED_AT_MOST` is not counted."""
        where, values = _conditions(narrowing)
        limit = COUNTED_AT_MOST + 1
        begin = self._rows(
            f"SELECT count(*) FROM (SELECT 1 FROM names WHERE row BETWEEN ? AND ? {where} LIMIT ?)",  # noqa: S608
            *beginning,
            *values,
            limit,
        )[0][0]
        query = _words_query(name, narrowing)
        if query is None:
            return int(begin)
        others = self._rows(
            "SELECT count(*) FROM (SELECT 1 FROM words WHERE words MATCH ?"
            " AND NOT (rowid BETWEEN ? AND ?) LIMIT ?)",
            query,
            *beginning,
            limit,
        )[0][0]
        return int(begin + others)

    def containing(self, key: str, narrowing: Narrowing, after: int, limit: int) -> Sequence[Record]:
        """Names whose key has a key of three characters or more anywhere in it, in their order."""
        if len(key) < TRIGRAM:
            return []
        where, values = _conditions(narrowing)
        return self._records(
            f"SELECT {_COLUMNS} {_CONTAINING} {where} ORDER BY trigrams.rowid LIMIT ?",
            _all_trigrams(key),
            after,
            key,
            *values,
            limit,
        )

    def count_containing(self, key: str, narrowing: Narrowing) -> int:
        """How many `containing` finds; more than `COUNTED_AT_MOST` is not counted."""
        where, values = _conditions(narrowing)
        found = self._rows(
            f"SELECT count(*) FROM (SELECT 1 {_CONTAINING} {where} LIMIT ?)",  # noqa: S608
            _all_trigrams(key),
            0,
            key,
            *values,
            COUNTED_AT_MOST + 1,
        )
        return int(found[0][0])

    def similar(self, name: str, narrowing: Narrowing, limit: int) -> Sequence[Record]:
        """Names whose key, or its beginning, is a few edits away from that of a name, the nearest first."""
        key = key_of(name)
        counts = self._trigram_counts(trigrams_of(key))
        shared: Counter[int] = Counter()
        budget = _POSTINGS
        for trigram, count in sorted(counts.items(), key=lambda each: each[1]):
            # The rarest say the most, and the common ones are what would take long.
            if count > budget and shared:
                break
            budget -= count
            for (row,) in self._rows(
                "SELECT rowid FROM trigrams WHERE trigrams MATCH ? LIMIT ?", _quoted(trigram), _POSTINGS
            ):
                shared[row] += 1
        rows = [row for row, _ in shared.most_common(_CANDIDATES)]
        likeness, with_ending = Likeness(key), Likeness("".join(search_words(name)))
        allowed = max(1, min(4, len(key) // 4))
        ranked = []
        for record in self._by_rows(rows, narrowing):
            whole = likeness.distance(record.key)
            least = min(whole, likeness.distance(record.key[: len(key)]))
            if least > allowed and len(key) > len(record.key):
                # With a mistake in it an entity ending is not known as one, and counts.
                least = with_ending.distance("".join(search_words(record.name)))
            if least <= allowed:
                ranked.append((least, whole, record.row, record))
        return [record for *_, record in sorted(ranked)[:limit]]

    def rivals(self, name: str, limit: int) -> Sequence[Record]:
        """Names that share the key of a name, first, and those that are close to it; see `close_keys`."""
        key = key_of(name)
        keys = sorted({key, *close_keys(name)} - {""})
        marks = ", ".join("?" * len(keys))
        return self._records(
            f"SELECT {_COLUMNS} FROM names WHERE row IN (SELECT row FROM names WHERE key IN ({marks})"  # noqa: S608
            f" UNION SELECT row FROM close_keys WHERE key IN ({marks})) ORDER BY key <> ?, row LIMIT ?",
            *keys,
            *keys,
            key,
            limit,
        )

    def _trigram_counts(self, trigrams: Sequence[str]) -> dict[str, int]:
        marks = ", ".join("?" * len(trigrams))
        return dict(
            self._rows(
                f"SELECT trigram, names FROM trigram_counts WHERE trigram IN ({marks})",  # noqa: S608
                *trigrams,
            )
        )

    def _by_rows(self, rows: Sequence[int], narrowing: Narrowing) -> Sequence[Record]:
        where, values = _conditions(narrowing)
        marks = ", ".join("?" * len(rows))
        return self._records(
            f"SELECT {_COLUMNS} FROM names WHERE row IN ({marks}) {where}",  # noqa: S608
            *rows,
            *values,
        )

    def _records(self, query: str, *values: object) -> Sequence[Record]:
        return [
            Record(row, id_, name, key, entity_type, status, city, county_id, date.fromisoformat(formed_on))
            for row, id_, name, key, entity_type, status, city, county_id, formed_on in self._rows(
                query, *values
            )
        ]

    def _rows(self, query: str, *values: object) -> list[Any]:
        """Run a query.

        Raises:
            SnapshotRefused: a page of the file is damaged.
        """
        with self._lock:
            try:
                return self._connection.execute(query, values).fetchall()
            except sqlite3.DatabaseError as error:
                raise SnapshotRefused(str(error)) from None


class CurrentSnapshot:
    """The snapshot at a path, opened with the first question, and again when another file takes its place."""

    def __init__(self, path: Path) -> None:
        """Take the path; nothing is opened yet."""
        self._path = path
        self._opened: Snapshot | None = None
        self._seen: tuple[int, int, int] | None = None
        self._lock = RLock()

    def get(self) -> Snapshot:
        """The newest snapshot that is not damaged.

        Raises:
            SnapshotRefused: there has been none.
        """
        with self._lock:
            seen = self._stamp()
            if self._opened is None or seen != self._seen:
                try:
                    self._opened = Snapshot(self._path)
                except SnapshotRefused:
                    if self._opened is None:
                        raise
                self._seen = seen
            return self._opened

    def _stamp(self) -> tuple[int, int, int] | None:
        try:
            found = self._path.stat()
        except OSError:
            return None
        return found.st_ino, found.st_mtime_ns, found.st_size


def _conditions(narrowing: Narrowing) -> tuple[str, list[str]]:
    parts: Iterable[tuple[str, str | None]] = (
        ("status = ?", narrowing.status),
        ("entity_type = ?", narrowing.entity_type),
        ("city = ? COLLATE NOCASE", narrowing.city),
    )
    given = [(condition, value) for condition, value in parts if value]
    return "".join(f" AND {condition}" for condition, _ in given), [value for _, value in given]


def _words_query(name: str, narrowing: Narrowing) -> str | None:
    """The query of the index; None when no word is asked for."""
    words = search_words(name)
    if not words:
        return None
    exact = filter_words(narrowing.status, narrowing.entity_type, narrowing.city)
    return " AND ".join([*(f"{_quoted(word)}*" for word in words), *map(_quoted, exact)])


def _all_trigrams(key: str) -> str:
    return " AND ".join(_quoted(each) for each in trigrams_of(key))


def _quoted(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'
