"""A folder of data as after the first start, made once and copied by tests.

Making the sample people takes many times as long as a start with existing ones. The folder is cached by the
hash of its sources, and works at any port (docs/adr/0034).
"""

import hashlib
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from infrastructure.local.console import Console
from infrastructure.local.data_lock import DataLock
from infrastructure.local.errors import CannotStart
from infrastructure.local.ports import ReservedPorts
from infrastructure.settings import REPOSITORY, LocalSettings

CACHE = REPOSITORY / ".local" / "cache" / "data"
_ARIZONA = ZoneInfo("America/Phoenix")
_SOURCES = (
    "functions",
    "infrastructure",
    "shared/data",
    "shared/python",
    "template.yaml",
)


class NotPrepared(CannotStart):
    """The sample people could not be made."""


def get_prepared_data(cache: Path = CACHE) -> Path:
    """Return the folder, to be copied and not to be written to; made if need be."""
    folder = cache / _make_key()
    if not folder.exists():
        cache.mkdir(parents=True, exist_ok=True)
        draft = Path(tempfile.mkdtemp(dir=cache, prefix="draft-"))
        try:
            _prepare(draft)
            _put(draft, folder)
        finally:
            shutil.rmtree(draft, ignore_errors=True)
        for old in cache.iterdir():
            if old != folder and not _is_of_today(old):
                shutil.rmtree(old, ignore_errors=True)
    return folder


def _prepare(folder: Path) -> None:
    # Not at the top: it takes seconds to import, which a folder that is there does not need.
    from infrastructure.local import botocore_speed

    # Before the emulator, which makes sessions while it is imported.
    botocore_speed.install()
    from infrastructure.local.server import LocalCloud

    console = _Quiet()
    lock, reserved = DataLock(folder), ReservedPorts()
    cloud = LocalCloud(LocalSettings(reserved.first, folder), console)
    try:
        cloud.start(time.perf_counter())
        cloud.stop()
    finally:
        reserved.release()
        lock.release()
    if not cloud.has_sample_people:
        raise NotPrepared("\n".join(["The sample people could not be made.", *console.lines]))
    for file in folder.glob("lock.sqlite3*"):
        file.unlink()


class _Quiet(Console):
    """Collects the lines, to show them after a failure."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []

    def write_line(self, text: str) -> None:
        self.lines.append(text)


def _put(draft: Path, folder: Path) -> None:
    try:
        draft.rename(folder)
    except OSError:
        # Another process was faster.
        if not folder.exists():
            raise


def _is_of_today(folder: Path) -> bool:
    """Return whether somebody may be copying the folder, or making it at this moment."""
    return time.time() - folder.stat().st_mtime < 86_400


def _make_key() -> str:
    hash_ = hashlib.sha256(sys.version.encode())
    # Sample data depends on the day, and Arizona's is not always that of UTC.
    hash_.update(f"{datetime.now(UTC).date()} {datetime.now(_ARIZONA).date()}".encode())
    names = LocalSettings().names_snapshot.stat()
    hash_.update(f"{names.st_size} {names.st_mtime_ns}".encode())
    for file in _list_files():
        hash_.update(f"\0{file.relative_to(REPOSITORY)}\0".encode() + file.read_bytes())
    return hash_.hexdigest()[:32]


def _list_files() -> Iterator[Path]:
    for source in _SOURCES:
        path = REPOSITORY / source
        if path.is_file():
            yield path
            continue
        for folder, folders, files in os.walk(path):
            folders[:] = sorted(set(folders) - {"__pycache__", "commands", "checks"})
            yield from (Path(folder, file) for file in sorted(files) if not file.startswith("names.sqlite"))
