"""The provider's state in one SQLite file: JSON objects by kind and key, some of which expire."""

import json
import sqlite3
from pathlib import Path
from threading import Lock
from typing import Any

from infrastructure.sandbox.identity_provider.settings import Clock

_SCHEMA = """
PRAGMA journal_mode = WAL;
PRAGMA synchronous = NORMAL;
CREATE TABLE IF NOT EXISTS items (
    kind TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL, expires_at INTEGER, PRIMARY KEY (kind, key)
) STRICT;
"""

Item = dict[str, Any]


class Store:
    """Opens or creates the file at `path`; safe to use from several threads."""

    def __init__(self, path: Path, clock: Clock) -> None:
        self._lock = Lock()
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(mode=0o600)
        self._connection = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
        self._connection.create_function("now", 0, lambda: int(clock().timestamp()))
        self._connection.executescript(_SCHEMA)

    def put(self, kind: str, key: str, value: Item, seconds: int | None = None) -> None:
        """Create an item or replace it. It expires after `seconds`, or never."""
        insert = "INSERT INTO items VALUES (?, ?, ?, now() + ?) ON CONFLICT (kind, key)"
        update = "DO UPDATE SET value = excluded.value, expires_at = excluded.expires_at"
        self._run(f"{insert} {update}", kind, key, json.dumps(value), seconds)

    def add(self, kind: str, key: str, value: Item) -> bool:
        """Create an item that does not expire; return False if there is one already."""
        insert = "INSERT OR IGNORE INTO items VALUES (?, ?, ?, NULL) RETURNING value"
        return bool(self._run(insert, kind, key, json.dumps(value)))

    def find(self, kind: str, key: str) -> Item | None:
        return next(iter(self._run("SELECT value FROM items WHERE kind = ? AND key = ?", kind, key)), None)

    def take(self, kind: str, key: str) -> Item | None:
        """Return an item and delete it, so that it can be used once; None if there is none."""
        delete = "DELETE FROM items WHERE kind = ? AND key = ? RETURNING value"
        return next(iter(self._run(delete, kind, key)), None)

    def list_items(self, kind: str, field: str, value: object) -> list[Item]:
        """Return the items whose field has this value, oldest first."""
        select = "SELECT value FROM items WHERE kind = ? AND value ->> ? = ? ORDER BY rowid"
        return self._run(select, kind, field, value)

    def delete(self, kind: str, field: str, value: object) -> None:
        """Delete the items whose field has this value."""
        self._run("DELETE FROM items WHERE kind = ? AND value ->> ? = ?", kind, field, value)

    def close(self) -> None:
        with self._lock:
            self._connection.close()

    def _run(self, sql: str, *parameters: object) -> list[Item]:
        with self._lock:
            self._connection.execute("DELETE FROM items WHERE expires_at <= now()")
            return [json.loads(row[0]) for row in self._connection.execute(sql, parameters).fetchall()]
