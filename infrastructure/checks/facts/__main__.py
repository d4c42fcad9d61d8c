"""`npm run facts -- check [--today DAY]`."""

import argparse
import sys
from datetime import UTC, date, datetime

from infrastructure.checks.facts.check import check_facts
from portal.types import ARIZONA


def main(arguments: list[str] | None = None) -> int:
    """List the findings and return the exit code: 1 with contradictions or rows past their review."""
    parser = argparse.ArgumentParser(
        prog="npm run facts --", description="Check the fees of shared/data/startup_costs.json."
    )
    parser.add_argument("command", choices=["check"])
    parser.add_argument(
        "--today", type=date.fromisoformat, help="the day of the check, such as 2027-11-22; today if missing"
    )
    options = parser.parse_args(arguments)
    findings = check_facts(options.today or datetime.now(UTC).astimezone(ARIZONA).date())
    for heading, lines in (
        ("Contradictions", findings.contradictions),
        ("Past their review day", findings.past_review),
        ("Without an official link, and so shown as ranges", findings.without_link),
    ):
        print(f"{heading}: {len(lines)}")
        for line in lines:
            print(f"  {line}")
    return 1 if findings.contradictions or findings.past_review else 0


if __name__ == "__main__":
    sys.exit(main())
