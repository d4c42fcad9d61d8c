"""A local portal for a measurement: started, waited for, stopped."""

import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager

from _bench import ROOT, PortalPlace

# A first start makes everything, which a busy machine takes its time for.
START_SECONDS = 300
STOP_SECONDS = 60


def _answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=5) as response:  # noqa: S310
            return bool(response.status == 200)
    except (urllib.error.URLError, ConnectionError, TimeoutError):
        return False


@contextmanager
def local_portal(place: PortalPlace) -> Iterator[float]:
    """Run a local portal and yield the seconds from the start of its process until it serves.

    One that runs in the place is used and left alone; it takes no time to start.

    Raises:
        RuntimeError: it ended, did not serve within five minutes, or did not stop within one; with its output
            and, in the last case, with the stack of each thread.
    """
    if place.is_running:
        yield 0.0
        return
    command = [sys.executable, "-X", "faulthandler", "-m", "infrastructure.demo", "start"]
    command += ["--port", str(place.port), "--data", str(place.data)]
    needed = [
        f"http://localhost:{place.port}/configuration",
        f"http://localhost:{place.port}/",
        f"http://localhost:{place.port + 1}/.well-known/openid-configuration",
    ]
    with tempfile.TemporaryFile() as output:
        started = time.perf_counter()
        process = subprocess.Popen(command, cwd=ROOT, stdout=output, stderr=subprocess.STDOUT)
        try:
            while needed:
                if process.poll() is not None or time.perf_counter() - started > START_SECONDS:
                    output.seek(0)
                    raise RuntimeError(f"The local portal did not start:\n{output.read().decode()}")
                if _answers(needed[0]):
                    needed.pop(0)
                else:
                    time.sleep(0.02)
            yield time.perf_counter() - started
        finally:
            process.terminate()
            try:
                process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                process.send_signal(signal.SIGABRT)
                process.wait()
                output.seek(0)
                raise RuntimeError(f"The local portal did not stop:\n{output.read().decode()}") from None
            finally:
                process.kill()
