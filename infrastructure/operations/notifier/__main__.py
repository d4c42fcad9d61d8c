"""The command of the notifier: `npm run notifier -- list | replay`."""

import argparse
import sys
from pathlib import Path

from botocore.exceptions import BotoCoreError, ClientError

from infrastructure.operations.notifier.failures import Failure, Failures
from infrastructure.operations.notifier.portals import local_failures, stage_failures
from infrastructure.operations.portals import STAGES, Unreachable
from infrastructure.settings import DEFAULT_DATA


def main(arguments: list[str] | None = None) -> int:
    """Run a command and return its exit code: 1 when something could not be replayed or reached."""
    options = _parser().parse_args(arguments)
    try:
        failures = stage_failures(options.stage) if options.stage else local_failures(options.data)
        return _list(failures) if options.command == "list" else _replay(failures)
    except Unreachable as error:
        print(error, file=sys.stderr)
    except (BotoCoreError, ClientError) as error:
        print(f"AWS refused: {error}", file=sys.stderr)
    except OSError as error:
        print(f"The portal does not answer: {error}", file=sys.stderr)
    return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="npm run notifier --", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True, metavar="list | replay")
    where = argparse.ArgumentParser(add_help=False)
    where.add_argument("--stage", choices=STAGES, help="a stage in AWS instead of the portal on this machine")
    where.add_argument("--data", type=Path, default=DEFAULT_DATA, help=argparse.SUPPRESS)
    commands.add_parser("list", parents=[where], help="show what could not be announced")
    commands.add_parser("replay", parents=[where], help="try all of it again; nothing is sent twice")
    return parser


def _list(failures: Failures) -> int:
    found = failures.all()
    for failure in found:
        print(_shown(failure))
    print(f"{_counted(len(found))} in the queue." if found else "Nothing failed.")
    return 0


def _replay(failures: Failures) -> int:
    settled = left = 0
    for outcome in failures.replay():
        print(f"{_shown(outcome.failure)} → {outcome.words}")
        settled += outcome.is_settled
        left += not outcome.is_settled
    print(f"{_counted(settled)} replayed, {left} left in the queue." if settled + left else "Nothing failed.")
    return 1 if left else 0


def _shown(failure: Failure) -> str:
    return f"{failure.at:%Y-%m-%d %H:%M} UTC  {failure.note.shown()}"


def _counted(number: int) -> str:
    return "1 failure" if number == 1 else f"{number} failures"


if __name__ == "__main__":
    sys.exit(main())
