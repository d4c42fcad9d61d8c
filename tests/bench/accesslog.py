"""Comparison of the access log with the sealed one: own time and memory of `npm run verify-log`.

A stand-in makes lines and tiles as they are read, so the times are without a network.
"""

import resource
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from _bench import Figure, PortalPlace, run

from infrastructure.operations.access_log.verify_log import verify
from tests.infrastructure.access_log.lazy_log import ACCESSED_AT, LazyLog

MAX_MEGABYTES = 1_000


@dataclass(frozen=True)
class Sizes:
    """The numbers of lines, from small to large, because memory is that of the process so far."""

    lines: Sequence[int]


def measure(sizes: Sizes, _place: PortalPlace) -> Iterator[Figure]:
    """Compare each number of lines."""
    for lines in sizes.lines:
        log = LazyLog(lines // 2)
        began = time.perf_counter()
        figures = verify(log, "lines", log, "sealed", ACCESSED_AT)
        seconds = time.perf_counter() - began
        if (figures.counts["lines"], figures.counts["sealed"]) != (lines, lines) or figures.differences:
            sys.exit(f"{lines} lines were not compared right: {figures}")
        megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        table, row = "Comparing the access log", f"{lines:,} lines"
        yield Figure(table, row, "own time", seconds, "s")
        yield Figure(table, row, "memory", megabytes, "MB", at_most=MAX_MEGABYTES)


if __name__ == "__main__":
    run(measure, full=Sizes(lines=(100_000, 400_000, 800_000)), small=Sizes(lines=(600,)))
