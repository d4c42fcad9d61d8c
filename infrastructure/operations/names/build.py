"""Builds and verifies the file that `domains.names.snapshot` reads."""

import hashlib
import os
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from datetime import date
from pathlib import Path

from domains.names.index_record import SnapshotRefused
from domains.names.index_writer import Name, write_index
from domains.names.snapshot import DESCRIPTION_LAYOUT, VERSION, Snapshot

_INDEXES = ("words", "trigrams")
_CONTENTS = (
    "SELECT * FROM names ORDER BY row",
    "SELECT * FROM texts ORDER BY id",
    "SELECT * FROM close_keys ORDER BY key, row",
    "SELECT * FROM trigram_counts ORDER BY trigram",
    "SELECT * FROM vocabulary ORDER BY id",
    "SELECT * FROM word_numbers ORDER BY number, word",
    "SELECT * FROM sounds ORDER BY number, row",
    "SELECT * FROM words_data ORDER BY id",
    "SELECT * FROM words_idx ORDER BY segid, term",
    "SELECT * FROM trigrams_data ORDER BY id",
    "SELECT * FROM trigrams_idx ORDER BY segid, term",
)


def build(names: Iterable[Name], path: Path, as_of: date, source: str) -> int:
    """Put names into a snapshot; only one that `verify` accepts takes the place of the file before."""
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(f"{path.name}.{os.getpid()}")
    partial.unlink(missing_ok=True)
    try:
        count = _write(names, partial, as_of, source)
        verify(partial)
        partial.replace(path)
    finally:
        partial.unlink(missing_ok=True)
    return count


def verify(path: Path) -> Snapshot:
    """Check every page and every name of a snapshot."""
    snapshot = Snapshot(path)
    try:
        with closing(open_for_reading(path)) as connection:
            (state,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
            if state != "ok":
                raise SnapshotRefused(f"{path.name}: {state}")
            if _compute_checksum(connection) != snapshot.checksum:
                raise SnapshotRefused(f"{path.name} has another content than it was made with")
    except sqlite3.Error as error:
        raise SnapshotRefused(f"{path.name}: {error}") from None
    return snapshot


def open_for_reading(path: Path) -> sqlite3.Connection:
    """Return a read-only connection to a snapshot."""
    return sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro&immutable=1", uri=True)


def _write(names: Iterable[Name], path: Path, as_of: date, source: str) -> int:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.executescript("PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; PRAGMA cache_size=-200000")
        connection.executescript(DESCRIPTION_LAYOUT)
        count = write_index(connection, names)
        for index in _INDEXES:
            connection.execute(f"INSERT INTO {index} ({index}) VALUES ('optimize')")  # noqa: S608
        described = (VERSION, as_of.isoformat(), source, count, _compute_checksum(connection))
        connection.execute("INSERT INTO snapshot VALUES (?, ?, ?, ?, ?, 0)", described)
        connection.execute("VACUUM")
        (pages,) = connection.execute("PRAGMA page_count").fetchone()
        connection.execute("UPDATE snapshot SET pages = ?", (pages,))
    return count


def _compute_checksum(connection: sqlite3.Connection) -> str:
    digest = hashlib.sha256()
    for query in _CONTENTS:
        for row in connection.execute(query):
            digest.update(repr(row).encode())
    return digest.hexdigest()
