"""`npm run verify-log [-- --stage STAGE] [--checkpoint FILE] [--key FILE]`, or `--erase PARTITION ITEM`.

The first compares the log with what was sealed of it, the second erases a record; it needs `--reason TEXT`.
"""

import argparse
import sys
import time
from pathlib import Path

from domains.accesslog.erasure import NotSealedYet
from infrastructure.operations.access_log.erase import erase
from infrastructure.operations.access_log.verify_log import verify
from infrastructure.operations.portals import (
    CommandStopped,
    Portal,
    StagePortal,
    add_portal_arguments,
    make_outdated,
    open_portal,
    run_command,
)
from portal.types import get_utc_now

_BUCKET = "SealedLogBucket"


def main(arguments: list[str] | None = None) -> int:
    """Compare a log, or erase a record, and return the exit code: 1 when something differs or is refused."""
    parser = argparse.ArgumentParser(
        prog="npm run verify-log --", description="Compare the access log with its sealed records."
    )
    add_portal_arguments(parser)
    for name, what in (
        ("--checkpoint", "a checkpoint that somebody kept, such as an email to the witness"),
        ("--key", "the public key of the log that somebody kept"),
    ):
        parser.add_argument(
            name, type=Path, action="append", default=[], metavar="FILE", help=f"{what}; may be repeated"
        )
    parser.add_argument("--erase", nargs=2, metavar=("PARTITION", "ITEM"), help="erase a sealed record")
    parser.add_argument("--reason", help="on what ground it is erased; stays in the log")
    options = parser.parse_args(arguments)
    if (options.erase is None) != (not options.reason):
        parser.error("--erase and --reason go together")
    return run_command(lambda: _erase(options) if options.erase else _compare(options))


def _compare(options: argparse.Namespace) -> int:
    started = time.perf_counter()
    portal = open_portal(options)
    table, bucket = portal.get_table("AccessLogTable"), _find_bucket(portal)
    kept, kept_keys = (
        [path.read_text(encoding="utf-8") for path in paths] for paths in (options.checkpoint, options.key)
    )
    figures = verify(
        portal.client("dynamodb"), table, portal.client("s3"), bucket, get_utc_now(), kept, kept_keys
    )
    figures.print_report(f"{table}, read in {time.perf_counter() - started:.1f} s")
    return 1 if figures.differences else 0


def _find_bucket(portal: Portal) -> str:
    if isinstance(portal, StagePortal):
        return portal.get_output("AccessLog", "BucketName")
    for bucket in portal.client("s3").list_buckets()["Buckets"]:
        if bucket["Name"].endswith(_BUCKET.lower()):
            return str(bucket["Name"])
    raise make_outdated("sealed log")


def _erase(options: argparse.Namespace) -> int:
    portal = open_portal(options)
    table, key = portal.get_table("AccessLogTable"), tuple(options.erase)
    try:
        erasure = erase(portal.client("dynamodb"), table, key, options.reason, get_utc_now())
    except NotSealedYet:
        raise CommandStopped("It is not sealed yet: try again in two minutes.") from None
    print(f"Erased the record in place {erasure.leaf_index}; that is a line of the log, too.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
