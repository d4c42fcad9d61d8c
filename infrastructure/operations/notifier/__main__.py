"""The command of the failures queue: `npm run notifier -- list | replay`."""

import argparse
import sys

from infrastructure.operations.notifier.failures import Failure, Failures
from infrastructure.operations.notifier.portals import open_local_failures, open_stage_failures
from infrastructure.operations.reports import add_portal_arguments, run_command


def main(arguments: list[str] | None = None) -> int:
    """Run a command and return its exit code: 1 when something could not be replayed or reached."""
    options = _make_parser().parse_args(arguments)
    return run_command(lambda: _run(options))


def _run(options: argparse.Namespace) -> int:
    failures = open_stage_failures(options.stage) if options.stage else open_local_failures(options.data)
    return _list(failures) if options.command == "list" else _replay(failures)


def _make_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="npm run notifier --", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True, metavar="list | replay")
    where = argparse.ArgumentParser(add_help=False)
    add_portal_arguments(where)
    commands.add_parser("list", parents=[where], help="show what functions gave up")
    commands.add_parser("replay", parents=[where], help="try all of it again; nothing is sent twice")
    return parser


def _list(failures: Failures) -> int:
    found = failures.list_failures()
    for failure in found:
        print(_format(failure))
    print(f"{_format_count(len(found))} in the queue." if found else "Nothing failed.")
    return 0


def _replay(failures: Failures) -> int:
    settled = left = 0
    for outcome in failures.replay():
        print(f"{_format(outcome.failure)} → {outcome.words}")
        settled += outcome.is_settled
        left += not outcome.is_settled
    print(
        f"{_format_count(settled)} replayed, {left} left in the queue."
        if settled + left
        else "Nothing failed."
    )
    return 1 if left else 0


def _format(failure: Failure) -> str:
    return f"{failure.at:%Y-%m-%d %H:%M} UTC  {failure.note.format()}"


def _format_count(number: int) -> str:
    return "1 failure" if number == 1 else f"{number} failures"


if __name__ == "__main__":
    sys.exit(main())
