"""Writes an index of names, which `domains.names.name_index` reads."""

import sqlite3
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from domains.names.key import close_keys, get_key, list_readings
from domains.names.sound import get_sound
from domains.names.terms import (
    filter_words,
    get_sound_number,
    get_whole_sound,
    list_search_words,
    list_spellings,
)

_LAYOUT = """
CREATE TABLE names (
  row INTEGER PRIMARY KEY, id TEXT NOT NULL, name TEXT NOT NULL, key TEXT NOT NULL,
  entity_type INTEGER NOT NULL, status INTEGER NOT NULL, city INTEGER NOT NULL, county_id INTEGER NOT NULL,
  formed_on INTEGER NOT NULL
);
CREATE TABLE texts (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE);
CREATE TABLE close_keys (key TEXT NOT NULL, row INTEGER NOT NULL, PRIMARY KEY (key, row)) WITHOUT ROWID;
CREATE VIRTUAL TABLE words USING fts5(
  text, content='', detail=none, columnsize=0, tokenize='ascii', prefix='1 2 3'
);
CREATE VIRTUAL TABLE trigrams USING fts5(
  text, content='', detail=none, columnsize=0, tokenize='trigram case_sensitive 1'
);
CREATE TABLE trigram_counts (trigram TEXT PRIMARY KEY, names INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE vocabulary (id INTEGER PRIMARY KEY, word TEXT NOT NULL, names INTEGER NOT NULL);
CREATE TABLE word_numbers (
  number INTEGER NOT NULL, word INTEGER NOT NULL, PRIMARY KEY (number, word)
) WITHOUT ROWID;
CREATE TABLE sounds (number INTEGER NOT NULL, row INTEGER NOT NULL, PRIMARY KEY (number, row)) WITHOUT ROWID;
"""
"""`words` has the words of a name, and `filter_words` of its status, type, and city.

`names` has ids of `texts`, which are few, and ordinals of days; its rows are in the order of keys, so it
needs no index. `trigram_counts` has the number of names with each trigram. `word_numbers` maps spellings and
compared words, without spaces, to the name.
"""


_MAX_KEPT = 32_768
"""Names whose terms stay in memory, because held names are indexed again after changes."""


@dataclass(frozen=True, slots=True)
class Name:
    """A name to be put into an index."""

    id: str
    name: str
    entity_type: str
    status: str
    city: str
    county_id: str
    formed_on: date  # when the entity was formed, or the name reserved or registered


@dataclass(frozen=True, slots=True)
class _Terms:
    """The terms by which a name is found."""

    key: str  # compared form, by which names are ordered
    words: Sequence[str]
    close_keys: Sequence[str]
    sound: int


def write_index(connection: sqlite3.Connection, names: Iterable[Name]) -> int:
    """Write the tables of an index into an empty database, and return the number of names."""
    connection.executescript(_LAYOUT)
    connection.execute("BEGIN")
    in_order = sorted(((_make_terms(each.name), each) for each in names), key=_get_place)
    texts = _write_texts(connection, (each for _, each in in_order))
    numbered = list(enumerate(in_order, start=1))
    connection.executemany(
        "INSERT INTO names VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            (
                row,
                each.id,
                each.name,
                terms.key,
                *(texts[text] for text in _list_texts(each)),
                each.formed_on.toordinal(),
            )
            for row, (terms, each) in numbered
        ),
    )
    connection.executemany(
        "INSERT INTO words (rowid, text) VALUES (?, ?)",
        (
            (row, " ".join([*terms.words, *filter_words(each.status, each.entity_type, each.city)]))
            for row, (terms, each) in numbered
        ),
    )
    connection.executemany(
        "INSERT INTO trigrams (rowid, text) VALUES (?, ?)", ((row, terms.key) for row, (terms, _) in numbered)
    )
    connection.execute("CREATE VIRTUAL TABLE temp.trigram_terms USING fts5vocab(main, trigrams, row)")
    connection.execute("INSERT INTO trigram_counts SELECT term, doc FROM trigram_terms")
    connection.execute("DROP TABLE trigram_terms")
    connection.executemany(
        "INSERT INTO close_keys VALUES (?, ?)",
        ((close, row) for row, (terms, _) in numbered for close in terms.close_keys),
    )
    sounds = ((terms.sound, row) for row, (terms, _) in numbered)
    connection.executemany("INSERT INTO sounds VALUES (?, ?)", sorted(sounds))
    _write_vocabulary(connection, Counter(word for terms, _ in in_order for word in {*terms.words}))
    connection.execute("COMMIT")
    return len(in_order)


@lru_cache(_MAX_KEPT)
def _make_terms(name: str) -> _Terms:
    key = get_key(name)
    return _Terms(
        key,
        list_search_words(name),
        sorted({*list_readings(name), *close_keys(name)} - {key}),
        get_sound_number(get_whole_sound(name)),
    )


def _get_place(entry: tuple[_Terms, Name]) -> tuple[str, str]:
    terms, name = entry
    return terms.key, name.id


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
