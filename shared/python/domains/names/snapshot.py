"""The snapshot of names: a read-only SQLite file, which `infrastructure/operations/names` builds."""

import sqlite3
from datetime import date
from pathlib import Path

from domains.names.index_record import SnapshotRefused
from domains.names.name_index import NameIndex

VERSION = 5
DESCRIPTION_LAYOUT = """
CREATE TABLE snapshot (
  version INTEGER NOT NULL, as_of TEXT NOT NULL, source TEXT NOT NULL, names INTEGER NOT NULL,
  checksum TEXT NOT NULL, pages INTEGER NOT NULL
);
"""
_PAGE_SIZE_PLACE = slice(16, 18)
_MAX_PAGE = 65536


class Snapshot(NameIndex):
    """An open snapshot."""

    def __init__(self, path: Path) -> None:
        """Open the file.

        Raises:
            SnapshotRefused: the file has a wrong size or description; pages are not checked.
        """
        try:
            size = path.stat().st_size
            with path.open("rb") as file:
                page_size = int.from_bytes(file.read(100)[_PAGE_SIZE_PLACE], "big")
            connection = sqlite3.connect(
                f"{path.resolve().as_uri()}?mode=ro&immutable=1", uri=True, check_same_thread=False
            )
            described = connection.execute(
                "SELECT version, as_of, names, checksum, pages FROM snapshot"
            ).fetchone()
        except (OSError, sqlite3.Error) as error:
            raise SnapshotRefused(f"{path.name}: {error}") from None
        if described is None or described[0] != VERSION:
            raise SnapshotRefused(f"{path.name} has another version than {VERSION}")
        # The format encodes its largest page size as 1.
        if size != described[4] * (_MAX_PAGE if page_size == 1 else page_size):
            raise SnapshotRefused(f"{path.name} is not as long as it was made")
        self.as_of = date.fromisoformat(described[1])
        self.checksum = str(described[3])
        super().__init__(connection, int(described[2]))
