"""The local gateway's share of a call: the same public read over HTTP and straight to the handler."""

import http.client
import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from _bench import Figure, PortalPlace, run
from _functions import CONTEXT, environment_of, event_of
from _portal import local_portal

from functions.lookups.wiring import create_handler

PATH = "/api/lookups/counties"


@dataclass(frozen=True)
class Sizes:
    """The numbers of warm-up calls and of measured calls."""

    warm_up_calls: int
    calls: int


def measure(sizes: Sizes, place: PortalPlace) -> Iterator[Figure]:
    """Both medians, the difference and the ratio."""
    by_http, direct = _over_http(sizes, place), _directly(sizes)
    table = f"GET {PATH}, median of {sizes.calls:,} calls"
    for row, milliseconds in (
        ("over HTTP", by_http),
        ("the handler alone", direct),
        ("the gateway's share", by_http - direct),
    ):
        yield Figure(table, row, "wall time", milliseconds, "ms")


def _median_milliseconds(sizes: Sizes, call: Callable[[], None]) -> float:
    for _ in range(sizes.warm_up_calls):
        call()
    times = []
    for _ in range(sizes.calls):
        started = time.perf_counter()
        call()
        times.append((time.perf_counter() - started) * 1000)
    return statistics.median(times)


def _over_http(sizes: Sizes, place: PortalPlace) -> float:
    with local_portal(place):
        connection = http.client.HTTPConnection("127.0.0.1", place.port)

        def call() -> None:
            connection.request("GET", PATH)
            response = connection.getresponse()
            response.read()
            if response.status != 200:
                raise RuntimeError(f"{PATH} answered {response.status}")

        return _median_milliseconds(sizes, call)


def _directly(sizes: Sizes) -> float:
    app = create_handler(environment_of("LookupsFunction"))
    event = event_of(PATH)

    def call() -> None:
        if app(event, CONTEXT)["statusCode"] != 200:
            raise RuntimeError(f"{PATH} was not answered")

    return _median_milliseconds(sizes, call)


if __name__ == "__main__":
    run(measure, full=Sizes(warm_up_calls=100, calls=1000), small=Sizes(warm_up_calls=1, calls=3))
