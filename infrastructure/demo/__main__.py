"""The local portal: `python -m infrastructure.demo start | reset | transform | token EMAIL`."""

import argparse
import errno
import json
import os
import signal
import sqlite3
import sys
import time
import urllib.error
import urllib.request
from contextlib import suppress
from pathlib import Path
from typing import NoReturn

from infrastructure.local.data_lock import AlreadyRunning, DataLock
from infrastructure.local.errors import CannotStart
from infrastructure.local.ports import ReservedPorts, check_ports
from infrastructure.settings import (
    DEFAULT_DATA,
    DEFAULT_PORT,
    HOST,
    REPOSITORY,
    TEMPLATES,
    LocalSettings,
    find_running_port,
)

_BEGAN = time.perf_counter()
_STOPPING = (signal.SIGINT, signal.SIGTERM)
_OWN_FILES = (
    "state.json",
    "state.draft",
    "identity.sqlite3*",
    "wallet.json",
    "running.json",
    "lock.sqlite3*",
    "objects/*",
)


def main(arguments: list[str] | None = None) -> int:
    """Run a command and return its exit code."""
    parser = argparse.ArgumentParser(prog="python -m infrastructure.demo", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument("--data", type=Path, default=DEFAULT_DATA, help="folder of the data that is kept")
    start = commands.add_parser("start", parents=[common], help="run the portal until Ctrl-C")
    start.add_argument(
        "--port",
        type=_parse_port_or_any,
        default=DEFAULT_PORT,
        help="first of four ports in a row; 0 takes any that are free",
    )
    start.add_argument(
        "--readiness-delay",
        type=_parse_milliseconds,
        help="milliseconds between a person's details and the first page, when not as deployed",
    )
    commands.add_parser("transform", help="transform the template, which the next start then finds")
    commands.add_parser("reset", parents=[common], help="forget everything")
    token = commands.add_parser("token", parents=[common], help="print a person's tokens as JSON")
    token.add_argument("email")
    token.add_argument("--port", type=_parse_port, help="port of the portal, when it is not the running one")
    options = parser.parse_args(arguments)
    if options.command == "transform":
        return _transform()
    data = options.data.resolve()
    match options.command:
        case "start":
            return _start(options.port, data, options.readiness_delay)
        case "reset":
            return _reset(data)
        case _:
            return _print_token(options.email, options.port or find_running_port(data) or DEFAULT_PORT)


def _start(port: int, data: Path, readiness_delay: int | None) -> int:
    # Threads inherit it, so that the wait below gets each signal, also one that came before it.
    signal.pthread_sigmask(signal.SIG_BLOCK, _STOPPING)
    try:
        lock = DataLock(data)
        try:
            reserved = None if port else ReservedPorts()
            first = reserved.first if reserved else port
            settings = LocalSettings(first, data, readiness_delay)
            check_ports(settings)
            _run(settings, lock)
        finally:
            lock.release()
    except CannotStart as error:
        print(error, file=sys.stderr)
        return 1
    except (OSError, sqlite3.OperationalError) as error:
        if not _is_of_a_full_disk(error):
            raise
        print(f"There is no room left on the disk of {data}. Free some and start again.", file=sys.stderr)
        return 1
    return 0


def _is_of_a_full_disk(error: OSError | sqlite3.OperationalError) -> bool:
    if isinstance(error, OSError):
        return error.errno in (errno.ENOSPC, errno.EDQUOT)
    return error.sqlite_errorcode == sqlite3.SQLITE_FULL


def _transform() -> int:
    # Not at the top: the other commands need none of it.
    from infrastructure.demo.parameters import make_parameters
    from infrastructure.stacks.transform import KeptTemplates

    KeptTemplates(TEMPLATES)(REPOSITORY / "template.yaml", make_parameters(LocalSettings()))
    return 0


def _run(settings: LocalSettings, lock: DataLock) -> None:
    # Not at the top: it takes a second to import, and the other commands need none of it.
    from infrastructure.local import botocore_speed

    # Before the emulator, which makes sessions while it is imported.
    botocore_speed.install()
    from infrastructure.demo.portal import DemoPortal
    from infrastructure.local.console import Console

    console = Console()
    cloud = DemoPortal(settings, console)
    cloud.start(_BEGAN)
    lock.announce(settings.port)
    signal.sigwait(_STOPPING)
    cloud.stop()
    console.write_line("Stopped; everything is saved.")


def _reset(data: Path) -> int:
    if not data.exists():
        print("There is nothing to forget.")
        return 0
    try:
        lock = DataLock(data)
    except AlreadyRunning as error:
        print(f"{error} Stop it first.", file=sys.stderr)
        return 1
    lock.release()
    # Delete only files of the local cloud: --data could name a folder with other files.
    for pattern in _OWN_FILES:
        for file in data.glob(pattern):
            file.unlink()
    with suppress(OSError):  # The folder does not exist, or has other files.
        (data / "objects").rmdir()
    print("Forgotten. The next start begins again.")
    return 0


def _print_token(email: str, port: int) -> int:
    address = f"http://{HOST}:{port + 1}/local/token"
    request = urllib.request.Request(
        address, json.dumps({"email": email}).encode(), {"Content-Type": "application/json"}
    )
    try:
        with urllib.request.urlopen(request, timeout=10) as answer:  # noqa: S310
            print(json.dumps(json.load(answer)))
    except urllib.error.HTTPError as error:
        print(f"{email}: {_format_reason(error)}", file=sys.stderr)
        return 1
    except OSError:
        print(f"The portal does not run at port {port}. Start it with `npm start`.", file=sys.stderr)
        return 1
    return 0


def _format_reason(error: urllib.error.HTTPError) -> str:
    if error.code == 404:
        return "there is no such account. Sign up at the portal, or take one of the sample people."
    return f"the identity provider answered {error.code}."


def _parse_port_or_any(text: str) -> int:
    return 0 if text == "0" else _parse_port(text)


def _parse_milliseconds(text: str) -> int:
    number = int(text)
    if not 0 <= number <= 5_000:
        raise argparse.ArgumentTypeError("between 0 and 5000")
    return number


def _parse_port(text: str) -> int:
    number = int(text)
    if not 1 <= number <= 65_532:
        raise argparse.ArgumentTypeError("between 1 and 65532")
    return number


def _end(code: int) -> NoReturn:
    """End the process at once.

    Everything is saved. The interpreter would wait for the threads of functions that still run.
    """
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


if __name__ == "__main__":
    _end(main())
