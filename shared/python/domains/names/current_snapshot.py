"""The newest snapshot of names."""

from pathlib import Path
from threading import RLock

from domains.names.index_record import SnapshotRefused
from domains.names.snapshot import Snapshot


class CurrentSnapshot:
    """The snapshot at a path, opened on first use and reopened if another file replaces it."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._opened: Snapshot | None = None
        self._seen: tuple[int, int, int] | None = None
        self._lock = RLock()

    def get_snapshot(self) -> Snapshot:
        """Return the newest undamaged snapshot.

        Raises:
            SnapshotRefused: there has been none.
        """
        with self._lock:
            seen = self._get_stamp()
            if self._opened is None or seen != self._seen:
                try:
                    self._opened = Snapshot(self._path)
                except SnapshotRefused:
                    if self._opened is None:
                        raise
                self._seen = seen
            return self._opened

    def _get_stamp(self) -> tuple[int, int, int] | None:
        try:
            status = self._path.stat()
        except OSError:
            return None
        return status.st_ino, status.st_mtime_ns, status.st_size
