"""Builds and verifies the file that `domains.names.snapshot` reads."""

import hashlib
import os
import sqlite3
from collections import Counter
from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from domains.names.key import close_keys, get_key, list_readings
from domains.names.snapshot import (
    LAYOUT,
    VERSION,
    Snapshot,
    SnapshotRefused,
)
from domains.names.sound import get_sound
from domains.names.terms import (
    filter_words,
    get_sound_number,
    get_whole_sound,
    list_spellings,
    search_words,
)

_INDEXES = ("words", "trigrams")
_CONTENTS = (
    "SELECT * FROM names ORDER BY row",
    "SELECT * FROM texts ORDER BY id",
    "SELECT * FROM close_keys ORDER BY key, row",
    "SELECT * FROM vocabulary ORDER BY id",
    "SELECT * FROM word_numbers ORDER BY number, word",
    "SELECT * FROM sounds ORDER BY number, row",
    "SELECT * FROM words_data ORDER BY id",
    "SELECT * FROM words_idx ORDER BY segid, term",
    "SELECT * FROM trigrams_data ORDER BY id",
    "SELECT * FROM trigrams_idx ORDER BY segid, term",
)


@dataclass(frozen=True, slots=True)
class Name:
    """A name to be put into a snapshot.

    Attributes:
        formed_on: when the entity was formed, or the name reserved or registered.
    """

    id: str
    name: str
    entity_type: str
    status: str
    city: str
    county_id: str
    formed_on: date


def build(names: Iterable[Name], path: Path, as_of: date, source: str) -> int:
    """Put names into a snapshot; only one that `verify` accepts takes the place of the file before.

    Returns:
        How many there are.

    Raises:
        SnapshotRefused: the new file is not sound; the one before stays.
    """
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
    """Check every page and every name of a snapshot.

    Raises:
        SnapshotRefused: it is damaged.
    """
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
    in_order = sorted(((get_key(each.name), each) for each in names), key=lambda pair: (pair[0], pair[1].id))
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.executescript("PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; PRAGMA cache_size=-200000")
        connection.executescript(LAYOUT)
        connection.execute("BEGIN")
        texts = _write_texts(connection, (each for _, each in in_order))
        names_with: Counter[str] = Counter()
        numbered = list(enumerate(in_order, start=1))
        for row, (key, each) in numbered:
            connection.execute(
                "INSERT INTO names VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    row,
                    each.id,
                    each.name,
                    key,
                    *(texts[text] for text in _list_texts(each)),
                    each.formed_on.toordinal(),
                ),
            )
            words = search_words(each.name)
            names_with.update(set(words))
            indexed = [*words, *filter_words(each.status, each.entity_type, each.city)]
            connection.execute("INSERT INTO words (rowid, text) VALUES (?, ?)", (row, " ".join(indexed)))
            connection.execute("INSERT INTO trigrams (rowid, text) VALUES (?, ?)", (row, key))
            connection.executemany(
                "INSERT INTO close_keys VALUES (?, ?)",
                [
                    (close, row)
                    for close in sorted({*list_readings(each.name), *close_keys(each.name)} - {key})
                ],
            )
        sounds = ((get_sound_number(get_whole_sound(each.name)), row) for row, (_, each) in numbered)
        connection.executemany("INSERT INTO sounds VALUES (?, ?)", sorted(sounds))
        _write_vocabulary(connection, names_with)
        for index in _INDEXES:
            connection.execute(f"INSERT INTO {index} ({index}) VALUES ('optimize')")  # noqa: S608
        # The indexes are written completely only now.
        connection.execute("COMMIT")
        described = (VERSION, as_of.isoformat(), source, len(in_order), _compute_checksum(connection))
        connection.execute("INSERT INTO snapshot VALUES (?, ?, ?, ?, ?, 0)", described)
        connection.execute("VACUUM")
        (pages,) = connection.execute("PRAGMA page_count").fetchone()
        connection.execute("UPDATE snapshot SET pages = ?", (pages,))
    return len(in_order)


def _list_texts(name: Name) -> tuple[str, str, str, str]:
    return name.entity_type, name.status, name.city, name.county_id


def _write_texts(connection: sqlite3.Connection, names: Iterable[Name]) -> dict[str, int]:
    different = sorted({text for name in names for text in _list_texts(name)})
    numbers = {text: number for number, text in enumerate(different, start=1)}
    connection.executemany("INSERT INTO texts (text, id) VALUES (?, ?)", numbers.items())
    return numbers


def _write_vocabulary(connection: sqlite3.Connection, names_with: Counter[str]) -> None:
    words = list(enumerate(sorted(names_with.items()), start=1))
    connection.executemany(
        "INSERT INTO vocabulary VALUES (?, ?, ?)", ((id_, word, names) for id_, (word, names) in words)
    )
    numbers = {
        (number, id_)
        for id_, (word, _) in words
        for number in (*list_spellings(word), get_sound_number(get_sound(word)))
    }
    connection.executemany("INSERT INTO word_numbers VALUES (?, ?)", sorted(numbers))


def _compute_checksum(connection: sqlite3.Connection) -> str:
    digest = hashlib.sha256()
    for query in _CONTENTS:
        for row in connection.execute(query):
            digest.update(repr(row).encode())
    return digest.hexdigest()
