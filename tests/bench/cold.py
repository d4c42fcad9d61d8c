"""Cold start and warm calls of the users function, against FastAPI + Mangum made of the same parts.

Pairs of fresh processes, one of each, take turns, so that both meet the same moods of the machine. Figures
are CPU time of the process; the ratio is the median of the pairs' ratios.
"""

import json
import statistics
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from _event import ENVIRONMENT, event_of
from _portal import ROOT, environment

PAIRS = 15
PATH = "/api/users"
OURS = ("functions.users.app", "app")
PEER = ("_fastapi_users", "handler")
AUTHORIZER = ("functions.authorizer.app", "handler")
GOALS = {"import and client": 0.200, "warm call": 0.002, "authorizer import": 0.100}

Figures = dict[str, float]


def _measure(handler: Sequence[str], event: object) -> Figures:
    done = subprocess.run(
        [sys.executable, Path(__file__).with_name("_child.py"), *handler],
        input=json.dumps(event),
        capture_output=True,
        check=False,
        cwd=ROOT,
        env={**environment(), **ENVIRONMENT},
        text=True,
    )
    if done.returncode != 0:
        raise RuntimeError(done.stderr)
    figures: Figures = json.loads(done.stdout)
    if "first call" in figures:
        figures["import and client"] = figures["import"] + figures["first call"] - figures["warm call"]
    return figures


def main() -> None:
    """Print the medians, the ratios and how they stand to the goals."""
    event = event_of(PATH)
    # Once each, unmeasured: writes the compiled modules.
    for handler, given in ((OURS, event), (PEER, event), (AUTHORIZER, None)):
        _measure(handler, given)
    pairs = [(_measure(OURS, event), _measure(PEER, event)) for _ in range(PAIRS)]
    authorizer = [_measure(AUTHORIZER, None)["import"] for _ in range(PAIRS)]

    print(f"GET {PATH}, CPU milliseconds, median of {PAIRS} pairs of fresh processes")
    print(f"  {'':20}{'ours':>9}{'FastAPI':>9}{'ratio':>9}{'goal':>9}")
    for name in ("import", "import and client", "warm call"):
        ours = statistics.median(ours[name] for ours, _ in pairs)
        peer = statistics.median(peer[name] for _, peer in pairs)
        ratio = statistics.median(peer[name] / ours[name] for ours, peer in pairs)
        goal = f"{GOALS[name] * 1000:9.0f}" if name in GOALS else f"{'':9}"
        print(f"  {name:20}{ours * 1000:9.2f}{peer * 1000:9.2f}{ratio:9.2f}{goal}")
    goal = GOALS["authorizer import"] * 1000
    print(f"  {'authorizer import':20}{statistics.median(authorizer) * 1000:9.2f}{'':18}{goal:9.0f}")


if __name__ == "__main__":
    main()
