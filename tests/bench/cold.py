"""Cold start and warm calls of the users function, against FastAPI + Mangum made of the same parts.

Pairs of fresh processes, one of each, take turns, so that both meet the same moods of the machine. Figures
are CPU time of the process; the ratio is the median of the pairs' ratios.
"""

import json
import os
import statistics
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from _bench import ROOT, Figure, PortalPlace, run
from _functions import environment_of, event_of

PATH = "/api/users"
GOALS = {"import and client": 260, "warm call": 2}
GOAL_OF_AUTHORIZER = 140


@dataclass(frozen=True)
class Handler:
    """A handler to start: its module, its name there, and the function that defines its environment."""

    module: str
    name: str
    function: str


OURS = Handler("functions.users.app", "app", "UsersFunction")
PEER = Handler("_fastapi_users", "handler", "UsersFunction")
AUTHORIZER = Handler("functions.authorizer.app", "handler", "AuthorizerFunction")


@dataclass(frozen=True)
class Sizes:
    """The numbers of process pairs and of calls per process, and whether modules are compiled first."""

    pairs: int
    warm_calls: int
    compiles_first: bool


def measure(sizes: Sizes, _place: PortalPlace) -> Iterator[Figure]:
    """Yield the medians, the ratios and how they stand to the goals."""
    if sizes.compiles_first:
        for handler in (OURS, PEER, AUTHORIZER):
            _started(handler, sizes)
    pairs = [(_started(OURS, sizes), _started(PEER, sizes)) for _ in range(sizes.pairs)]
    authorizer = statistics.median(_started(AUTHORIZER, sizes)["import"] for _ in range(sizes.pairs))

    table = f"GET {PATH}, CPU, median of {sizes.pairs} pairs of fresh processes"
    for name in ("import", "import and client", "warm call"):
        ours = statistics.median(ours[name] for ours, _ in pairs)
        peer = statistics.median(peer[name] for _, peer in pairs)
        ratio = statistics.median(peer[name] / ours[name] for ours, peer in pairs)
        yield Figure(table, name, "ours", ours, "ms", at_most=GOALS.get(name))
        yield Figure(table, name, "FastAPI + Mangum", peer, "ms")
        yield Figure(table, name, "ratio", ratio)
    yield Figure(table, "authorizer, import", "ours", authorizer, "ms", at_most=GOAL_OF_AUTHORIZER)


def _started(handler: Handler, sizes: Sizes) -> dict[str, float]:
    """Milliseconds of CPU in a fresh process."""
    event = None if handler is AUTHORIZER else event_of(PATH)
    done = subprocess.run(
        [
            sys.executable,
            Path(__file__).with_name("_child.py"),
            handler.module,
            handler.name,
            str(sizes.warm_calls),
        ],
        input=json.dumps(event),
        capture_output=True,
        check=False,
        cwd=ROOT,
        env={**os.environ, **environment_of(handler.function)},
        text=True,
    )
    if done.returncode != 0:
        raise RuntimeError(done.stderr)
    figures = {name: seconds * 1000 for name, seconds in json.loads(done.stdout).items()}
    if "first call" in figures:
        figures["import and client"] = figures["import"] + figures["first call"] - figures["warm call"]
    return figures


if __name__ == "__main__":
    run(
        measure,
        full=Sizes(pairs=15, warm_calls=300, compiles_first=True),
        small=Sizes(pairs=1, warm_calls=3, compiles_first=False),
    )
