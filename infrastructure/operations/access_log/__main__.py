"""`npm run verify-log [-- --stage STAGE] [--checkpoint FILE] [--key FILE]`, or `--erase PARTITION ITEM`.

The first compares the log with what was sealed of it, the second erases a record; it needs `--reason TEXT`.
"""

import argparse
import sys
import time
from pathlib import Path
from typing import Any, NamedTuple

from botocore.config import Config

from domains.accesslog.erasure import NotSealedYet
from infrastructure.operations.access_log.erase import NotThere, erase
from infrastructure.operations.access_log.verify_log import verify
from infrastructure.operations.portals import Unreachable, open_local_portal, open_stage_portal
from infrastructure.operations.reports import add_portal_arguments, print_figures, run_command
from portal.types import get_utc_now

_TABLE = "AccessLogTable"
_BUCKET = "SealedLogBucket"
_CONFIG = Config(connect_timeout=2, read_timeout=20)


class _Log(NamedTuple):
    dynamodb: Any
    table: str
    s3: Any
    bucket: str


def main(arguments: list[str] | None = None) -> int:
    """Compare a log, or erase a record, and return the exit code: 1 when something differs or is refused."""
    parser = argparse.ArgumentParser(
        prog="npm run verify-log --", description="Compare the access log with what was sealed of it."
    )
    add_portal_arguments(parser)
    parser.add_argument(
        "--checkpoint",
        type=Path,
        action="append",
        default=[],
        metavar="FILE",
        help="a checkpoint that somebody kept, such as an email to the witness; may be repeated",
    )
    parser.add_argument(
        "--key",
        type=Path,
        action="append",
        default=[],
        metavar="FILE",
        help="the public key of the log that somebody kept; may be repeated",
    )
    parser.add_argument("--erase", nargs=2, metavar=("PARTITION", "ITEM"), help="erase a sealed record")
    parser.add_argument("--reason", help="on what ground it is erased; stays in the log")
    options = parser.parse_args(arguments)
    if (options.erase is None) != (not options.reason):
        parser.error("--erase and --reason go together")
    return run_command(lambda: _run(options))


def _run(options: argparse.Namespace) -> int:
    started = time.perf_counter()
    log = _open_log(options)
    if options.erase:
        return _erase(log, tuple(options.erase), options.reason)
    try:
        kept = [path.read_text(encoding="utf-8") for path in options.checkpoint]
        kept_keys = [path.read_text(encoding="utf-8") for path in options.key]
    except OSError as error:
        print(error, file=sys.stderr)
        return 1
    figures = verify(*log, get_utc_now(), kept, kept_keys)
    print_figures(f"{log.table}, read in {time.perf_counter() - started:.1f} s", figures, more=figures.more)
    return 1 if figures.differences else 0


def _open_log(options: argparse.Namespace) -> _Log:
    if options.stage:
        stage = open_stage_portal(options.stage)
        client = stage.session.client
        return _Log(
            client("dynamodb", config=_CONFIG),
            stage.get_output("Data", f"{_TABLE}Name"),
            client("s3", config=_CONFIG),
            stage.get_output("AccessLog", "BucketName"),
        )
    portal = open_local_portal(options.data)
    endpoint = portal.settings.aws_endpoint
    s3 = portal.session.client("s3", endpoint_url=endpoint, config=_CONFIG)
    names = [bucket["Name"] for bucket in s3.list_buckets()["Buckets"]]
    bucket = next((name for name in names if name.endswith(_BUCKET.lower())), None)
    table = portal.tables.get(_TABLE)
    if table is None or bucket is None:
        raise Unreachable(
            "The portal that runs has no sealed log yet: stop it, and start it from this version."
        )
    return _Log(portal.session.client("dynamodb", endpoint_url=endpoint, config=_CONFIG), table, s3, bucket)


def _erase(log: _Log, key: tuple[str, str], reason: str) -> int:
    try:
        erasure = erase(log.dynamodb, log.table, key, reason, get_utc_now())
    except NotThere:
        print("There is no such record.", file=sys.stderr)
        return 1
    except NotSealedYet:
        print("It is not sealed yet: try again in two minutes.", file=sys.stderr)
        return 1
    print(f"Erased the record in place {erasure.leaf_index}; that is a line of the log, too.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
