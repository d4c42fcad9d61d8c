"""The shared parts of commands: arguments, the report of a comparison, and exit codes."""

import argparse
import sys
from collections.abc import Callable
from dataclasses import field, fields
from pathlib import Path
from typing import Any

from botocore.exceptions import BotoCoreError, ClientError

from infrastructure.operations.portals import STAGES, NotTaken, Unreachable
from infrastructure.settings import DEFAULT_DATA

MAX_LISTED = 1_000
"""Maximum number of differences in a report."""
MAX_KEPT = 20_000
"""Maximum number of differences that a comparison keeps, to report the first of them; it counts others."""


def add_portal_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that name a portal."""
    parser.add_argument(
        "--stage", choices=STAGES, help="a stage in AWS instead of the portal on this machine"
    )
    parser.add_argument("--data", type=Path, default=DEFAULT_DATA, help=argparse.SUPPRESS)


def run_command(run: Callable[[], int]) -> int:
    """Run a command and return its exit code; an error that the user can act on is printed, and gives 1."""
    try:
        return run()
    except (Unreachable, NotTaken) as error:
        print(error, file=sys.stderr)
    except (BotoCoreError, ClientError) as error:
        print(f"AWS refused: {error}", file=sys.stderr)
    except OSError as error:
        print(f"The portal does not answer: {error}", file=sys.stderr)
    return 1


def count(label: str) -> Any:
    """Return a dataclass field that counts from zero.

    Args:
        label: names it in the report.
    """
    return field(default=0, metadata={"label": label})


def print_figures(title: str, figures: Any, differences: str = "differences", more: int = 0) -> None:
    """Print a report with the first differences.

    Args:
        figures: a dataclass with fields of `count`, and a list `differences`.
        differences: the label of their number.
        more: number of differences that are not in the list.
    """
    print(title)
    counts = {
        each.metadata["label"]: getattr(figures, each.name) for each in fields(figures) if each.metadata
    }
    total = len(figures.differences) + more
    for label, number in {**counts, differences: total}.items():
        print(f"  {label:<24}{number:>12,}")
    listed = figures.differences[:MAX_LISTED]
    for difference in listed:
        print(f"  {difference}")
    if total > len(listed):
        print(f"  and {total - len(listed):,} more")
