"""Comparison of all messages with the index of the unread ones: own time and memory of the command.

A stand-in makes the items as they are read, so the times are without a network.
"""

import resource
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from _bench import Figure, PortalPlace, run

from infrastructure.operations.verify_counts import verify
from tests.infrastructure.lazy_tables import MESSAGES, LazyMessages

MAX_MEGABYTES = 1_000


@dataclass(frozen=True)
class Sizes:
    """The numbers of messages, from small to large, because memory is that of the process so far."""

    messages: Sequence[int]


def measure(sizes: Sizes, _place: PortalPlace) -> Iterator[Figure]:
    """Compare each number of messages."""
    for messages in sizes.messages:
        people = messages // MESSAGES
        began = time.perf_counter()
        figures = verify(LazyMessages(people), "messages")
        seconds = time.perf_counter() - began
        if (figures.counts["messages"], figures.counts["people"]) != (
            messages,
            people,
        ) or figures.differences:
            sys.exit(f"{messages} messages were not compared right: {figures}")
        megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        table, row = "Comparing unread messages", f"{messages:,} messages"
        yield Figure(table, row, "people", people)
        yield Figure(table, row, "own time", seconds, "s")
        yield Figure(table, row, "memory", megabytes, "MB", at_most=MAX_MEGABYTES)


if __name__ == "__main__":
    run(
        measure,
        full=Sizes(messages=(100_000, 400_000, 800_000, 3_200_000)),
        small=Sizes(messages=(400,)),
    )
