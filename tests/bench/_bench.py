"""The common parts of measurements: sizes as input, and figures that `npm run bench` prints and records."""

import argparse
import json
import os
import signal
import sys
from collections.abc import Callable, Iterable
from contextlib import redirect_stdout
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TypeVar

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True, slots=True)
class Figure:
    """One cell of a table.

    Attributes:
        table: its title.
        unit: empty for a plain number; `%` for a share, whose value is between 0 and 100.
        at_most: the goal, where less is better.
        at_least: the goal, where more is better.
    """

    table: str
    row: str
    column: str
    value: float
    unit: str = ""
    at_most: float | None = None
    at_least: float | None = None


@dataclass(frozen=True, slots=True)
class PortalPlace:
    """The place of the local portals of a measurement.

    Attributes:
        port: the first of four, which are free unless `is_running`.
        data: the folder of the data.
        is_running: whether a portal runs there, for this measurement to use as it is.
    """

    port: int
    data: Path
    is_running: bool


Sizes = TypeVar("Sizes")


def run(measure: Callable[[Sizes, PortalPlace], Iterable[Figure]], *, full: Sizes, small: Sizes) -> None:
    """Measure with the sizes of the command line, and write the figures to its file."""
    parser = argparse.ArgumentParser(description="A measurement; `npm run bench` runs it.")
    parser.add_argument("--small", action="store_true", help="takes seconds; its times say nothing")
    parser.add_argument("--figures", type=Path, required=True)
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--running", action="store_true", help="a portal runs there already")
    given = parser.parse_args()
    # Raise on the signal, so that started processes are stopped.
    signal.signal(signal.SIGTERM, lambda number, _frame: sys.exit(128 + number))
    os.environ |= {
        "AWS_ACCESS_KEY_ID": "none",
        "AWS_SECRET_ACCESS_KEY": "none",
        "AWS_DEFAULT_REGION": "us-east-1",
    }
    # The functions read their log target when they are loaded.
    with Path(os.devnull).open("w", encoding="utf-8") as nowhere, redirect_stdout(nowhere):
        place = PortalPlace(given.port, given.data, given.running)
        figures = list(measure(small if given.small else full, place))
    given.figures.write_text(json.dumps([asdict(figure) for figure in figures]), encoding="utf-8")
