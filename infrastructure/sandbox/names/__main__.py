"""`npm run names -- generate N`: fictitious names, the published examples, and the sample companies."""

import argparse
import sys
from datetime import date
from itertools import chain

from infrastructure.operations.names.__main__ import add_snapshot_argument, report_snapshot
from infrastructure.operations.names.build import build
from infrastructure.sandbox.names.generator import generate, list_examples
from infrastructure.sandbox.names.sample_companies import list_sample_companies


def main(arguments: list[str] | None = None) -> int:
    """Make a snapshot of names that nobody has."""
    parser = argparse.ArgumentParser(prog="npm run names --", description=__doc__)
    add_snapshot_argument(parser)
    parser.add_argument("command", choices=["generate"])
    parser.add_argument("count", type=int)
    options = parser.parse_args(arguments)
    samples = (company.row for company in list_sample_companies())
    names = chain(generate(options.count), list_examples(), samples)
    report_snapshot(options.to, build(names, options.to, date(2026, 11, 21), "generated"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
