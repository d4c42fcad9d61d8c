"""`npm run facts -- check [--today DAY]` and `npm run facts -- links`."""

import argparse
import sys
from datetime import UTC, date, datetime

from domains.reference.elsewhere import list_matters
from domains.state.time import get_day
from infrastructure.checks.facts.check import check_facts
from infrastructure.checks.facts.links import list_link_faults


def main(arguments: list[str] | None = None) -> int:
    """List the findings and return the exit code: 1 with contradictions, lost links, or a missed review."""
    parser = argparse.ArgumentParser(
        prog="npm run facts --",
        description="Check the fees of data/startup_costs.json and the offices of data/elsewhere.json.",
    )
    parser.add_argument(
        "command", choices=["check", "links"], help="`links` opens each link to another office"
    )
    parser.add_argument(
        "--today", type=date.fromisoformat, help="the day of the check, such as 2027-11-22; today if missing"
    )
    options = parser.parse_args(arguments)
    if options.command == "links":
        faults = list(list_link_faults(list_matters()))
        for fault in faults:
            print(fault)
        print(f"Links that fail or left their domain: {len(faults)} of {len(list_matters())}")
        return 1 if faults else 0
    findings = check_facts(options.today or get_day(datetime.now(UTC)))
    for heading, lines in (
        ("Contradictions", findings.contradictions),
        ("Past their review day", findings.past_review),
        ("Sections that will be repealed soon", findings.repealed_soon),
        ("Not confirmed by an official page or a law, and so owed by nobody", findings.without_link),
        ("Other offices whose page nobody has looked at", findings.unseen_offices),
    ):
        print(f"{heading}: {len(lines)}")
        for line in lines:
            print(f"  {line}")
    return 1 if findings.contradictions or findings.past_review else 0


if __name__ == "__main__":
    sys.exit(main())
