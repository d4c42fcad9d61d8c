"""A local portal for a measurement: started, waited for, stopped."""

import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[2]
PATIENCE_SECONDS = 60
# A measurement calls from one address as often as a whole town.
RATE_FACTOR = "1000"


def environment() -> dict[str, str]:
    """The environment of a child that imports the repository's packages."""
    return {**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'shared' / 'python'}"}


def _answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=5) as response:  # noqa: S310
            return bool(response.status == 200)
    except (urllib.error.URLError, ConnectionError, TimeoutError):
        return False


@contextmanager
def local_portal(port: int, data: Path) -> Iterator[float]:
    """Run a local portal; yields the seconds from the start of its process until it serves.

    Raises:
        RuntimeError: it ended, or did not serve within a minute.
    """
    started = time.perf_counter()
    process = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "infrastructure.local",
            "start",
            "--port",
            str(port),
            "--data",
            str(data),
            "--rate-factor",
            RATE_FACTOR,
        ],
        cwd=ROOT,
        env=environment(),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        needed = [
            f"http://localhost:{port}/configuration",
            f"http://localhost:{port}/",
            f"http://localhost:{port + 1}/.well-known/openid-configuration",
        ]
        while needed:
            if process.poll() is not None or time.perf_counter() - started > PATIENCE_SECONDS:
                raise RuntimeError("The local portal did not start; try `npm start`.")
            if _answers(needed[0]):
                needed.pop(0)
            else:
                time.sleep(0.02)
        yield time.perf_counter() - started
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(PATIENCE_SECONDS)
