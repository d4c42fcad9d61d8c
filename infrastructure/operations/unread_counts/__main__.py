"""`npm run verify-counts [-- --stage STAGE] [--table NAME]`."""

import argparse
import sys
import time
from pathlib import Path
from typing import Any

from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError

from infrastructure.operations.portals import STAGES, Unreachable, local_portal, stage_portal
from infrastructure.operations.unread_counts.verify_counts import SEGMENTS, Figures, verify
from infrastructure.settings import DEFAULT_DATA

_TABLE = "MessagesTable"
_CONFIG = Config(connect_timeout=2, read_timeout=20, max_pool_connections=SEGMENTS)


def main(arguments: list[str] | None = None) -> int:
    """Compare a table and return the exit code: 1 when something differs or cannot be read."""
    parser = argparse.ArgumentParser(
        prog="npm run verify-counts --", description="Compare all messages with the index of the unread ones."
    )
    parser.add_argument(
        "--stage", choices=STAGES, help="a stage in AWS instead of the portal on this machine"
    )
    parser.add_argument("--table", help="the name of the table, where it is not the portal's own")
    parser.add_argument("--data", type=Path, default=DEFAULT_DATA, help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    started = time.perf_counter()
    try:
        client, table = _opened(options)
        figures = verify(client, table)
    except Unreachable as error:
        print(error, file=sys.stderr)
        return 1
    except (BotoCoreError, ClientError) as error:
        print(f"AWS refused: {error}", file=sys.stderr)
        return 1
    _print(table, figures, time.perf_counter() - started)
    return 1 if figures.differences else 0


def _opened(options: argparse.Namespace) -> tuple[Any, str]:
    """Return a client of DynamoDB, and the name of the table."""
    if options.stage:
        stage = stage_portal(options.stage)
        client = stage.session.client("dynamodb", config=_CONFIG)
        return client, options.table or stage.output("Data", f"{_TABLE}Name")
    portal = local_portal(options.data)
    client = portal.session.client("dynamodb", endpoint_url=portal.settings.aws_endpoint, config=_CONFIG)
    table = options.table or portal.tables.get(_TABLE)
    if table is None:
        raise Unreachable(
            "The portal that runs has no messages yet: stop it, and start it from this version."
        )
    return client, table


def _print(table: str, figures: Figures, seconds: float) -> None:
    lines = {
        "messages": figures.messages,
        "unread, of the portal": figures.unread_portal,
        "unread, of agencies": figures.unread_agency,
        "in the bin": figures.binned,
        "services with messages": figures.folders,
        "people": figures.people,
        "differences": len(figures.differences),
    }
    print(f"{table}, read in {seconds:.1f} s")
    for name, number in lines.items():
        print(f"  {name:<24}{number:>12,}")
    for difference in figures.differences:
        print(f"  {difference.user_id} {difference.item}: {difference.fault}")


if __name__ == "__main__":
    sys.exit(main())
