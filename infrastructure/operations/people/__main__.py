"""The command of the tokens by which people are found: `npm run people -- verify | rebuild`."""

import argparse
import sys
import time

from botocore.config import Config

from infrastructure.operations.people.scans import SEGMENTS
from infrastructure.operations.people.tokens import People
from infrastructure.operations.portals import Unreachable, open_local_portal, open_stage_portal
from infrastructure.operations.reports import add_portal_arguments, print_figures, run_command

_CONFIG = Config(
    connect_timeout=2,
    read_timeout=20,
    max_pool_connections=SEGMENTS,
    # A scan of a large table is throttled now and then.
    retries={"mode": "standard", "total_max_attempts": 10},
)
_TABLES = ("UsersTable", "PeopleTokensTable")


def main(arguments: list[str] | None = None) -> int:
    """Run a command and return its exit code: 1 when something differs, or the portal cannot be reached."""
    options = _make_parser().parse_args(arguments)
    return run_command(lambda: _run(options))


def _run(options: argparse.Namespace) -> int:
    started = time.perf_counter()
    people = open_people(options)
    is_repaired = options.command == "rebuild"
    figures = people.rebuild() if is_repaired else people.verify()
    title = f"Read in {time.perf_counter() - started:.1f} s"
    label = "people put right" if is_repaired else "people who differ"
    print_figures(title, figures, label, figures.more)
    if not figures.is_complete:
        print(
            "Not everybody was compared, because the tokens of too many people differ. "
            "Run `npm run people -- rebuild`, then `verify` again.",
            file=sys.stderr,
        )
        return 1
    return 1 if figures.differences and not is_repaired else 0


def _make_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="npm run people --", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True, metavar="verify | rebuild")
    where = argparse.ArgumentParser(add_help=False)
    add_portal_arguments(where)
    commands.add_parser("verify", parents=[where], help="tell which tokens are missing or left over")
    commands.add_parser("rebuild", parents=[where], help="put that right; safe to repeat")
    return parser


def open_people(options: argparse.Namespace) -> People:
    """Return the people of a stage, or of the portal on this machine.

    Args:
        options: of `add_portal_arguments`; with a stage, `stage` alone.
    """
    if options.stage:
        stage = open_stage_portal(options.stage)
        client = stage.session.client("dynamodb", config=_CONFIG)
        users, tokens = (stage.get_output("Data", f"{table}Name") for table in _TABLES)
        return People(client, users, tokens, stage.invoke)
    portal = open_local_portal(options.data)
    if missing := [table for table in _TABLES if table not in portal.tables]:
        raise Unreachable(
            f"The portal that runs has no {missing[0]} yet: stop it, and start it from this version."
        )
    client = portal.session.client("dynamodb", endpoint_url=portal.settings.aws_endpoint, config=_CONFIG)
    users, tokens = (portal.tables[table] for table in _TABLES)
    return People(client, users, tokens, portal.invoke)


if __name__ == "__main__":
    sys.exit(main())
