"""`npm run verify-counts [-- --stage STAGE] [--table NAME]`."""

import argparse
import sys
import time
from typing import Any

from botocore.config import Config

from infrastructure.operations.portals import Unreachable, open_local_portal, open_stage_portal
from infrastructure.operations.reports import add_portal_arguments, print_figures, run_command
from infrastructure.operations.unread_counts.verify_counts import SEGMENTS, verify

_TABLE = "MessagesTable"
_CONFIG = Config(connect_timeout=2, read_timeout=20, max_pool_connections=SEGMENTS)


def main(arguments: list[str] | None = None) -> int:
    """Compare a table and return the exit code: 1 when something differs or cannot be read."""
    parser = argparse.ArgumentParser(
        prog="npm run verify-counts --", description="Compare all messages with the index of the unread ones."
    )
    add_portal_arguments(parser)
    parser.add_argument("--table", help="the name of the table, where it is not the portal's own")
    options = parser.parse_args(arguments)
    return run_command(lambda: _compare(options))


def _compare(options: argparse.Namespace) -> int:
    started = time.perf_counter()
    client, table = _open_table(options)
    figures = verify(client, table)
    print_figures(f"{table}, read in {time.perf_counter() - started:.1f} s", figures, more=figures.more)
    return 1 if figures.differences else 0


def _open_table(options: argparse.Namespace) -> tuple[Any, str]:
    """Return a client of DynamoDB, and the name of the table."""
    if options.stage:
        stage = open_stage_portal(options.stage)
        client = stage.session.client("dynamodb", config=_CONFIG)
        return client, options.table or stage.get_output("Data", f"{_TABLE}Name")
    portal = open_local_portal(options.data)
    client = portal.session.client("dynamodb", endpoint_url=portal.settings.aws_endpoint, config=_CONFIG)
    table = options.table or portal.tables.get(_TABLE)
    if table is None:
        raise Unreachable(
            "The portal that runs has no messages yet: stop it, and start it from this version."
        )
    return client, table


if __name__ == "__main__":
    sys.exit(main())
