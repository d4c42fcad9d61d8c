"""Comparison of all people's tokens with their lists: own time and memory of `npm run people`.

A stand-in makes the items as they are read and answers for the function, so the times are without a network.
"""

import resource
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from _bench import Figure, PortalPlace, run

from infrastructure.operations.people import People
from tests.infrastructure.lazy_tables import TOKENS, USERS, LazyPortal

MAX_MEGABYTES = 1_000


@dataclass(frozen=True)
class Sizes:
    """The numbers of people, from small to large, because memory is that of the process so far."""

    people: Sequence[int]


def measure(sizes: Sizes, _place: PortalPlace) -> Iterator[Figure]:
    """Compare each number of people."""
    for people in sizes.people:
        portal = LazyPortal(people)
        began = time.perf_counter()
        figures = People(portal, USERS, TOKENS, portal.invoke).verify()
        seconds = time.perf_counter() - began
        if figures.counts["people"] != people or figures.differences:
            sys.exit(f"{people} people were not compared right: {figures}")
        megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        table, row = "Tokens of all people", f"{people:,} people"
        yield Figure(table, row, "tokens", figures.counts["tokens"])
        yield Figure(table, row, "own time", seconds, "s")
        yield Figure(table, row, "memory", megabytes, "MB", at_most=MAX_MEGABYTES)


if __name__ == "__main__":
    run(measure, full=Sizes(people=(30_000, 3_000_000)), small=Sizes(people=(300,)))
