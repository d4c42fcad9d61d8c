"""A folder of data as after the first start, made once and copied by tests.

Making the sample people takes many times as long as a start with existing ones. The folder is cached by the
hash of its sources, and works at any port (docs/adr/0034).
"""

import hashlib
import io
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
from infrastructure.local.ports import ReservedPorts
from infrastructure.settings import REPOSITORY, LocalSettings

CACHE = REPOSITORY / ".local" / "cache" / "data"
_ARIZONA = ZoneInfo("America/Phoenix")
_SOURCES = ("functions", "infrastructure", "shared/data", "shared/python", "template.yaml")
_DAY_SECONDS = 86_400


class NotPrepared(Exception):
    """The sample people could not be made."""


def get_prepared_data(cache: Path = CACHE) -> Path:
    """Return the folder, to be copied and not to be written to; made if need be.

    Raises:
        NotPrepared: says why.
    """
    folder = cache / _make_key()
    if not folder.exists():
        cache.mkdir(parents=True, exist_ok=True)
        draft = Path(tempfile.mkdtemp(dir=cache, prefix="draft-"))
        try:
            _prepare(draft)
            draft.rename(folder)
        except OSError:
            # Another process may have been faster.
            if not folder.exists():
                raise
        finally:
            shutil.rmtree(draft, ignore_errors=True)
        for old in cache.iterdir():
            # Another process may be copying a folder of today, or making it at this moment.
            if old != folder and time.time() - old.stat().st_mtime > _DAY_SECONDS:
                shutil.rmtree(old, ignore_errors=True)
    return folder


def _prepare(folder: Path) -> None:
    # Not at the top: it takes seconds to import, which a folder that is there does not need.
    from infrastructure.local import botocore_speed

    # Before the emulator, which makes sessions while it is imported.
    botocore_speed.install()
    from infrastructure.demo.portal import DemoPortal

    output = io.StringIO()
    lock, reserved = DataLock(folder), ReservedPorts()
    cloud = DemoPortal(LocalSettings(reserved.first, folder), Console(output=output))
    try:
        cloud.start(time.perf_counter())
        cloud.stop()
    finally:
        reserved.release()
        lock.release()
    if not cloud.has_sample_people:
        raise NotPrepared(f"The sample people could not be made.\n{output.getvalue()}")
    for file in folder.glob("lock.sqlite3*"):
        file.unlink()


def _make_key() -> str:
    # Sample data depends on the day, and Arizona's is not always that of UTC.
    days = f"{datetime.now(UTC).date()} {datetime.now(_ARIZONA).date()}"
    names = LocalSettings().names_snapshot.stat()
    digest = hashlib.sha256(f"{sys.version} {days} {names.st_size} {names.st_mtime_ns}".encode())
    for file in _list_files():
        digest.update(f"\0{file.relative_to(REPOSITORY)}\0".encode() + file.read_bytes())
    return digest.hexdigest()[:32]


def _list_files() -> Iterator[Path]:
    for path in (REPOSITORY / source for source in _SOURCES):
        if path.is_file():
            yield path
        for folder, folders, files in os.walk(path):
            folders[:] = sorted(set(folders) - {"__pycache__", "commands", "checks"})
            yield from (Path(folder, file) for file in sorted(files) if not file.startswith("names.sqlite"))


if __name__ == "__main__":
    print(get_prepared_data())  # noqa: T201 -- for the commands
