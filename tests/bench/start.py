"""From the start of the local portal's process until page, API and identity provider answer."""

import statistics
import tempfile
from pathlib import Path

from _portal import local_portal

RUNS = 5
GOAL_SECONDS = 5.0
PORT = 8190


def main() -> None:
    """Print the time of a first start, which creates tables and sample people, and of later ones."""
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder)
        with local_portal(PORT, data) as first:
            pass
        later = []
        for _ in range(RUNS):
            with local_portal(PORT, data) as seconds:
                later.append(seconds)
    median = statistics.median(later)
    print("start to ready, wall seconds")
    print(f"  fresh data          {first:5.2f}")
    print(f"  with its data       {median:5.2f}  (median of {RUNS}, {min(later):.2f} to {max(later):.2f})")
    print(f"  share of the goal   {median / GOAL_SECONDS:5.2f}  (goal: {GOAL_SECONDS:g} s)")


if __name__ == "__main__":
    main()
