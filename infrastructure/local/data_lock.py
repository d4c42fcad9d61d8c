"""Lock of a data folder, so that one local cloud uses it."""

import json
import sqlite3
from pathlib import Path

from infrastructure.local.errors import CannotStart
from infrastructure.settings import find_running_port


class AlreadyRunning(CannotStart):
    """Another local cloud uses this folder of data."""

    def __init__(self, port: int | None) -> None:
        """Say where it is, when that is known."""
        where = f" at http://localhost:{port}" if port else ""
        super().__init__(f"The portal is running{where} with this data.")
        self.port = port


class DataLock:
    """An exclusive lock on a folder of data; the operating system releases it when the process ends."""

    def __init__(self, folder: Path) -> None:
        """Take it.

        Raises:
            AlreadyRunning: see its docstring.
        """
        folder.mkdir(parents=True, exist_ok=True)
        self._note = folder / "running.json"
        # A lock of SQLite, because that is the same on every system, unlike file locks and process ids.
        self._connection = sqlite3.connect(folder / "lock.sqlite3", timeout=0, check_same_thread=False)
        try:
            self._connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            self._connection.close()
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
                raise
            raise AlreadyRunning(find_running_port(folder)) from None

    def announce(self, port: int) -> None:
        """Note the port of the portal."""
        self._note.write_text(json.dumps({"port": port}), encoding="utf-8")

    def release(self) -> None:
        self._note.unlink(missing_ok=True)
        self._connection.rollback()
        self._connection.close()
