"""What the local gateway adds to a call: the same public read over HTTP and straight to the handler.

And what the edge saves: the same read from what it keeps.
"""

import http.client
import io
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import redirect_stdout
from pathlib import Path

from _event import ENVIRONMENT, event_of
from _portal import ROOT, local_portal

PORT = 8193
PATH = "/api/lookups/counties"
# The same route; what is kept at the edge is kept for the path in lower case.
PATH_OF_THE_GATEWAY = "/api/Lookups/Counties"
WARM_UP_CALLS = 100
CALLS = 1000


def _median_milliseconds(call: Callable[[], None]) -> float:
    for _ in range(WARM_UP_CALLS):
        call()
    times = []
    for _ in range(CALLS):
        started = time.perf_counter()
        call()
        times.append((time.perf_counter() - started) * 1000)
    return statistics.median(times)


def _over_http() -> tuple[float, float]:
    """By the gateway, and from the edge."""
    with tempfile.TemporaryDirectory() as folder, local_portal(PORT, Path(folder)):
        connection = http.client.HTTPConnection("127.0.0.1", PORT)

        def call(path: str) -> None:
            connection.request("GET", path)
            response = connection.getresponse()
            response.read()
            if response.status != 200:
                raise RuntimeError(f"{path} answered {response.status}")

        return (
            _median_milliseconds(lambda: call(PATH_OF_THE_GATEWAY)),
            _median_milliseconds(lambda: call(PATH)),
        )


def _directly() -> float:
    os.environ.update(ENVIRONMENT)
    sys.path.insert(0, str(ROOT / "shared" / "python"))
    event = event_of(PATH)

    # From the import on: the handler's logger keeps the stream that it finds, and a terminal is slow.
    with redirect_stdout(io.StringIO()):
        from functions.lookups.app import app

        def call() -> None:
            if app(event, None)["statusCode"] != 200:
                raise RuntimeError(f"{PATH} was not answered")

        return _median_milliseconds(call)


def main() -> None:
    """Print both medians, the difference and the ratio."""
    (http_milliseconds, kept_milliseconds), direct_milliseconds = _over_http(), _directly()
    print(f"local gateway, GET {PATH}, median of {CALLS} calls, wall milliseconds")
    print(f"  over HTTP     {http_milliseconds:6.2f}")
    print(f"  the handler   {direct_milliseconds:6.2f}")
    print(f"  overhead      {http_milliseconds - direct_milliseconds:6.2f}")
    print(f"  ratio         {http_milliseconds / direct_milliseconds:6.2f}")
    print(f"  from the edge {kept_milliseconds:6.2f}")


if __name__ == "__main__":
    main()
