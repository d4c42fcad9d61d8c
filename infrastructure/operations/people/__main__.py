"""The command of the tokens by which people are found: `npm run people -- verify | rebuild`."""

import argparse
import sys
import time
from pathlib import Path

from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError

from infrastructure.operations.people.tokens import SEGMENTS, Figures, People
from infrastructure.operations.portals import STAGES, NotTaken, Unreachable, local_portal, stage_portal
from infrastructure.settings import DEFAULT_DATA

_CONFIG = Config(connect_timeout=2, read_timeout=20, max_pool_connections=SEGMENTS)
_TABLES = ("UsersTable", "PeopleTokensTable")


def main(arguments: list[str] | None = None) -> int:
    """Run a command and return its exit code: 1 when something differs, or the portal cannot be reached."""
    options = _parser().parse_args(arguments)
    started = time.perf_counter()
    try:
        people = _opened(options)
        figures = people.rebuild() if options.command == "rebuild" else people.verify()
    except (Unreachable, NotTaken) as error:
        print(error, file=sys.stderr)
        return 1
    except (BotoCoreError, ClientError) as error:
        print(f"AWS refused: {error}", file=sys.stderr)
        return 1
    except OSError as error:
        print(f"The portal does not answer: {error}", file=sys.stderr)
        return 1
    _print(figures, time.perf_counter() - started, is_repaired=options.command == "rebuild")
    return 1 if figures.differences and options.command == "verify" else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="npm run people --", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True, metavar="verify | rebuild")
    where = argparse.ArgumentParser(add_help=False)
    where.add_argument("--stage", choices=STAGES, help="a stage in AWS instead of the portal on this machine")
    where.add_argument("--data", type=Path, default=DEFAULT_DATA, help=argparse.SUPPRESS)
    commands.add_parser("verify", parents=[where], help="tell which tokens are missing or left over")
    commands.add_parser("rebuild", parents=[where], help="put that right; safe to repeat")
    return parser


def _opened(options: argparse.Namespace) -> People:
    if options.stage:
        stage = stage_portal(options.stage)
        client = stage.session.client("dynamodb", config=_CONFIG)
        users, tokens = (stage.output("Data", f"{table}Name") for table in _TABLES)
        return People(client, users, tokens, stage.invoke)
    portal = local_portal(options.data)
    if missing := [table for table in _TABLES if table not in portal.tables]:
        raise Unreachable(
            f"The portal that runs has no {missing[0]} yet: stop it, and start it from this version."
        )
    client = portal.session.client("dynamodb", endpoint_url=portal.settings.aws_endpoint, config=_CONFIG)
    users, tokens = (portal.tables[table] for table in _TABLES)
    return People(client, users, tokens, portal.invoke)


def _print(figures: Figures, seconds: float, *, is_repaired: bool) -> None:
    lines = {
        "people": figures.people,
        "tokens": figures.tokens,
        "people put right" if is_repaired else "people who differ": len(figures.differences),
    }
    print(f"Read in {seconds:.1f} s")
    for name, number in lines.items():
        print(f"  {name:<24}{number:>12,}")
    for each in figures.differences:
        print(f"  {each.user_id}: {each.missing} missing, {each.left_over} left over")


if __name__ == "__main__":
    sys.exit(main())
