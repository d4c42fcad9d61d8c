"""From the start of the local portal's process until page, API and identity provider answer."""

import shutil
import statistics
from collections.abc import Iterator
from dataclasses import dataclass

from _bench import Figure, PortalPlace, run
from _portal import local_portal

GOAL_SECONDS = 5.0
TABLE = "Start to ready"


@dataclass(frozen=True)
class Sizes:
    """Numbers of starts without data (0 or 1) and with data."""

    is_first_fresh: bool
    runs: int


def measure(sizes: Sizes, place: PortalPlace) -> Iterator[Figure]:
    """Measure a first start, which creates tables and sample people, and later starts with its data."""
    if sizes.is_first_fresh:
        shutil.rmtree(place.data, ignore_errors=True)
        with local_portal(place) as first:
            yield Figure(TABLE, "fresh data", "median", first, "s")
    later = []
    for _ in range(sizes.runs):
        with local_portal(place) as seconds:
            later.append(seconds)
    row = f"with its data, {sizes.runs} times"
    yield Figure(TABLE, row, "median", statistics.median(later), "s", at_most=GOAL_SECONDS)
    yield Figure(TABLE, row, "least", min(later), "s")
    yield Figure(TABLE, row, "most", max(later), "s")


if __name__ == "__main__":
    run(measure, full=Sizes(is_first_fresh=True, runs=5), small=Sizes(is_first_fresh=False, runs=1))
