"""The provider's SQLite file: one connection for each thread, and transactions that take the write lock."""

import secrets
import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

SCHEMA = Path(__file__).with_name("schema.sql")


def hash_token(token: str) -> str:
    """Return the stored hash of a random token, which has enough entropy to need no salt."""
    return sha256(token.encode()).hexdigest()


class Database:
    """Opens (and creates) the file at `path`; safe to use from several threads."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._local = threading.local()
        self._connections: list[sqlite3.Connection] = []
        self._lock = threading.Lock()
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(mode=0o600)
        self._open_connection().executescript(SCHEMA.read_text(encoding="utf-8"))

    def _open_connection(self) -> sqlite3.Connection:
        connection: sqlite3.Connection | None = getattr(self._local, "connection", None)
        if connection is None:
            # Only close() touches a connection from another thread.
            connection = sqlite3.connect(
                self._path, timeout=10, isolation_level=None, check_same_thread=False
            )
            connection.row_factory = sqlite3.Row
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = NORMAL")
            connection.execute("PRAGMA foreign_keys = ON")
            self._local.connection = connection
            with self._lock:
                self._connections.append(connection)
        return connection

    @contextmanager
    def begin_transaction(self) -> Iterator[sqlite3.Connection]:
        """Commit when the block ends, roll back when it raises; writers wait for each other."""
        connection = self._open_connection()
        connection.execute("BEGIN IMMEDIATE")
        try:
            yield connection
        except BaseException:
            connection.execute("ROLLBACK")
            raise
        connection.execute("COMMIT")

    def fetch_one(self, sql: str, parameters: Sequence[object] = ()) -> sqlite3.Row | None:
        """Return the first row of a query, or None."""
        row: sqlite3.Row | None = self._open_connection().execute(sql, parameters).fetchone()
        return row

    def fetch_all(self, sql: str, parameters: Sequence[object] = ()) -> list[sqlite3.Row]:
        """Return all rows of a query."""
        return self._open_connection().execute(sql, parameters).fetchall()

    def get_secret(self, name: str) -> str:
        """Return a random secret that is made once and stays the same for the life of the file."""
        return self.keep(name, lambda: secrets.token_urlsafe(32))

    def keep(self, name: str, make: Callable[[], str]) -> str:
        """Return the value under `name`, which `make` provides the first time."""
        row = self.fetch_one("SELECT value FROM secrets WHERE name = ?", (name,))
        if row is None:
            value = make()
            with self.begin_transaction() as connection:
                connection.execute("INSERT OR IGNORE INTO secrets VALUES (?, ?)", (name, value))
            row = self.fetch_one("SELECT value FROM secrets WHERE name = ?", (name,))
        if row is None:
            raise LookupError(name)
        return str(row["value"])

    def purge(self, now: int) -> None:
        """Delete expired rows that no answer depends on."""
        with self.begin_transaction() as connection:
            connection.execute("DELETE FROM sessions WHERE expires_at <= ?", (now,))
            connection.execute("DELETE FROM grants WHERE expires_at <= ?", (now,))
            connection.execute("DELETE FROM one_time_codes WHERE expires_at <= ?", (now - 86_400,))

    def close(self) -> None:
        """Close every connection."""
        with self._lock:
            for connection in self._connections:
                connection.close()
            self._connections.clear()
