"""`npm run names -- generate N | import FILE.csv | verify`: see docs/deploy.md."""

import argparse
import csv
import sys
from collections.abc import Iterator
from datetime import date
from itertools import chain
from pathlib import Path
from typing import get_args

from botocore.config import Config

from domains.names.index_writer import Name
from domains.names.name_index import SnapshotRefused
from domains.names.rules import EntityType
from domains.names.snapshot import Snapshot
from domains.names.verdict import Status
from domains.reference.data import list_counties
from infrastructure.operations.agencies.environments import open_local_environment, open_stage_environment
from infrastructure.operations.names.agency_records import (
    AgencyFigures,
    compare_agencies,
    count_connections,
    list_company_services,
)
from infrastructure.operations.names.build import build, verify
from infrastructure.operations.names.compare import Tables, compare
from infrastructure.operations.names.generator import generate, list_examples
from infrastructure.operations.names.sample_companies import list_sample_companies
from infrastructure.operations.portals import Unreachable, open_local_portal, open_stage_portal
from infrastructure.operations.reports import add_portal_arguments, print_figures, run_command
from portal.text import has_unprintable_characters, tidy
from portal.types import get_utc_now

_TABLES = ("ReservationsTable", "ApplicationsTable", "SubscriptionsTable")
_CONFIG = Config(connect_timeout=2, read_timeout=20, retries={"mode": "standard", "total_max_attempts": 10})
DEFAULT_PATH = Path(__file__).parents[3] / ".local" / "names.sqlite"
COLUMNS = ("id", "name", "entityType", "status", "city", "countyId", "formedOn")


class UnusableFile(Exception):
    """A line of a CSV file cannot be taken; says which and why."""


def read_csv(path: Path) -> Iterator[Name]:
    """Yield the names of a CSV file in UTF-8 with the heading `COLUMNS`.

    Raises:
        UnusableFile: see its docstring. A file is taken whole or not at all.
    """
    county_ids = {county.id for county in list_counties()}
    seen: set[str] = set()
    with path.open(encoding="utf-8-sig", newline="") as file:
        reader = csv.DictReader(file)
        if tuple(reader.fieldnames or ()) != COLUMNS:
            raise UnusableFile(f"The first line has to be {','.join(COLUMNS)}")
        for line in reader:
            try:
                name = _parse_name(line, county_ids)
            except (KeyError, TypeError, ValueError) as error:
                raise UnusableFile(f"Line {reader.line_num}: {error}") from None
            if name.id in seen:
                raise UnusableFile(f"Line {reader.line_num}: id {name.id} for the second time")
            seen.add(name.id)
            yield name


def _parse_name(line: dict[str, str], county_ids: set[str]) -> Name:
    if not line["id"] or not tidy(line["name"]) or has_unprintable_characters(line["name"]):
        raise ValueError("id and name are needed, and only characters that can be seen")
    known = {
        "entityType": get_args(EntityType),
        "status": get_args(Status),
        "countyId": county_ids | {""},
    }
    for column, values in known.items():
        if line[column] not in values:
            raise ValueError(f"{column} {line[column]!r} is not known")
    return Name(
        id=line["id"],
        name=tidy(line["name"]),
        entity_type=line["entityType"],
        status=line["status"],
        city=tidy(line["city"]),
        county_id=line["countyId"],
        formed_on=date.fromisoformat(line["formedOn"]),
    )


def main(arguments: list[str] | None = None) -> int:
    """Run the command of the arguments."""
    parser = argparse.ArgumentParser(prog="npm run names --")
    parser.add_argument("--to", type=Path, default=DEFAULT_PATH, help="the file of the snapshot")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser(
        "generate", help="fictitious names, the published examples, and the sample companies"
    ).add_argument("count", type=int)
    importing = commands.add_parser("import", help="names of a CSV file")
    importing.add_argument("file", type=Path)
    importing.add_argument("--as-of", type=date.fromisoformat, required=True, help="the day of the file")
    verifying = commands.add_parser(
        "verify",
        help="check the file, and compare it with reservations, filings, applications, and agencies' records",
    )
    add_portal_arguments(verifying)
    given = parser.parse_args(arguments)
    return run_command(lambda: _run(given))


def _run(given: argparse.Namespace) -> int:
    try:
        if given.command == "generate":
            samples = (company.row for company in list_sample_companies())
            names = chain(generate(given.count), list_examples(), samples)
            count = build(names, given.to, date(2026, 11, 21), "generated")
        elif given.command == "import":
            count = build(read_csv(given.file), given.to, given.as_of, given.file.name)
        else:
            snapshot = verify(given.to)
            count = snapshot.names
    except (OSError, UnicodeError, UnusableFile, SnapshotRefused) as error:
        print(f"{error}. The snapshot before stays." if given.command != "verify" else error, file=sys.stderr)
        return 1
    print(f"{given.to}: {count:,} names, {given.to.stat().st_size / 1e6:.1f} MB, sound")
    return _compare(given, snapshot) if given.command == "verify" else 0


def _compare(given: argparse.Namespace, snapshot: Snapshot) -> int:
    """Compare the file with a portal's tables; only the file counts if no portal runs on this machine."""
    try:
        tables, subscriptions = _open_tables(given)
    except Unreachable as error:
        if given.stage:
            raise
        print(f"Only the file was looked at. {error}")
        return 0
    figures = compare(tables, snapshot, get_utc_now())
    print_figures("Register, reservations, filings, and applications", figures)
    at_agencies = _compare_agencies(given, tables, subscriptions, snapshot)
    print_figures("Register and agencies' records", at_agencies)
    return 1 if figures.differences or at_agencies.differences else 0


def _compare_agencies(
    given: argparse.Namespace, tables: Tables, subscriptions: str, snapshot: Snapshot
) -> AgencyFigures:
    registry = (
        open_stage_environment(given.stage) if given.stage else open_local_environment(given.data)
    ).registry
    manifests = [registered.manifest for registered in registry.list_agencies()]
    return compare_agencies(
        list_company_services(manifests, registry.get_secret),
        count_connections(tables.scan(subscriptions)),
        list_sample_companies(),
        snapshot,
        tables.list_approved_keys,
    )


def _open_tables(given: argparse.Namespace) -> tuple[Tables, str]:
    """Return names and applications, and the name of the subscriptions table."""
    if given.stage:
        stage = open_stage_portal(given.stage)
        client = stage.session.client("dynamodb", config=_CONFIG)
        names, applications, subscriptions = (stage.get_output("Data", f"{table}Name") for table in _TABLES)
        return Tables(client, names, applications), subscriptions
    portal = open_local_portal(given.data)
    if missing := [table for table in _TABLES if table not in portal.tables]:
        raise Unreachable(f"The portal that runs has no {missing[0]} yet: stop it, and start this version.")
    client = portal.session.client("dynamodb", endpoint_url=portal.settings.aws_endpoint, config=_CONFIG)
    names, applications, subscriptions = (portal.tables[table] for table in _TABLES)
    return Tables(client, names, applications), subscriptions


if __name__ == "__main__":
    sys.exit(main())
