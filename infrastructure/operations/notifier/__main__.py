"""The command of the failures queue: `npm run notifier -- list | replay`."""

import argparse
import sys
from collections import Counter, defaultdict
from collections.abc import Sequence
from contextlib import closing

from infrastructure.operations.notifier.failures import MAX_MINUTES, Failure, Failures, Replay
from infrastructure.operations.portals import (
    StagePortal,
    add_portal_arguments,
    make_outdated,
    open_portal,
    run_command,
)

# Above that, similar failures share a line.
_MAX_LISTED = 100
_EXAMPLES = 3
_PROGRESS = 1_000
_MINUTES = 60


def main(arguments: list[str] | None = None) -> int:
    """Run a command and return its exit code: 1 when something could not be replayed or reached."""
    parser = argparse.ArgumentParser(prog="npm run notifier --", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True, metavar="list | replay")
    listing = commands.add_parser(
        "list", help="list failed events and deliveries; a sample if there are many"
    )
    replay = commands.add_parser("replay", help="try all of it again, each once; nothing is sent twice")
    add_portal_arguments(listing)
    add_portal_arguments(replay)
    replay.add_argument(
        "--minutes",
        type=_parse_minutes,
        default=_MINUTES,
        help=f"time after which it ends, at most {MAX_MINUTES}; {_MINUTES} without it",
    )
    options = parser.parse_args(arguments)
    return run_command(lambda: _run(options))


def _run(options: argparse.Namespace) -> int:
    failures = open_failures(options)
    return _list(failures) if options.command == "list" else _replay(failures, options.minutes)


def open_failures(options: argparse.Namespace) -> Failures:
    """Return the queue of a portal."""
    portal = open_portal(options)
    sqs = portal.client("sqs")
    if isinstance(portal, StagePortal):
        url = portal.get_output("Delivery", "FailuresQueueUrl")
    else:
        urls = [url for url in sqs.list_queues().get("QueueUrls", []) if url.endswith("FailuresQueue")]
        if not urls:
            raise make_outdated("failures queue")
        (url,) = urls
    return Failures(url, sqs, portal.client("dynamodbstreams"), portal.invoke)


def _parse_minutes(text: str) -> int:
    minutes = int(text)
    if not 1 <= minutes <= MAX_MINUTES:
        raise argparse.ArgumentTypeError(f"from 1 to {MAX_MINUTES}")
    return minutes


def _list(failures: Failures) -> int:
    sample = failures.look()
    found = sample.failures
    if len(found) <= _MAX_LISTED:
        for failure in found:
            print(_format(failure))
    else:
        _print_groups(found)
    if sample.is_whole:
        print(f"{_format_count(len(found))} in the queue." if found else "Nothing failed.")
    else:
        print(
            f"This is a sample of {_format_count(len(found))}, as SQS gave them. About {sample.visible:,} "
            "are in the queue, and the others were not looked at."
        )
    if sample.hidden:
        print(f"About {sample.hidden:,} more are hidden, by a replay that runs or ended in the last minutes.")
    return 0


def _print_groups(found: Sequence[Failure]) -> None:
    groups: dict[str, list[Failure]] = defaultdict(list)
    for failure in found:
        groups[failure.note.kind].append(failure)
    for kind, members in sorted(groups.items(), key=lambda group: -len(group[1]))[:_MAX_LISTED]:
        print(f"{len(members):,} × {kind}, such as")
        for failure in members[:_EXAMPLES]:
            print(f"  {_format(failure)}")
    if len(groups) > _MAX_LISTED:
        print(f"and {len(groups) - _MAX_LISTED:,} other kinds")


def _replay(failures: Failures, minutes: int) -> int:
    replay = Replay(failures, minutes)
    settled, left = 0, Counter[str]()
    # An interruption ends the run here, and not when the generator is collected.
    with closing(replay.run()) as outcomes:
        for number, outcome in enumerate(outcomes, start=1):
            settled += outcome.is_settled
            if not outcome.is_settled:
                left[outcome.words] += 1
            if number <= _MAX_LISTED:
                print(f"{_format(outcome.failure)} → {outcome.words}")
            elif number % _PROGRESS == 0:
                print(f"{settled:,} replayed, {left.total():,} left so far", flush=True)
    if settled + left.total() > _MAX_LISTED:
        for words, number in left.most_common(_MAX_LISTED):
            print(f"{number:,} × {words}")
    print(
        f"{_format_count(settled)} replayed, {left.total():,} left in the queue."
        if settled + left.total()
        else "Nothing failed."
    )
    if replay.ending:
        print(f"Ended before the queue was empty: {replay.ending}. Run it again for the others.")
    return 1 if left or replay.ending else 0


def _format(failure: Failure) -> str:
    return f"{failure.at:%Y-%m-%d %H:%M} UTC  {failure.note.text}"


def _format_count(number: int) -> str:
    return "1 failure" if number == 1 else f"{number:,} failures"


if __name__ == "__main__":
    sys.exit(main())
