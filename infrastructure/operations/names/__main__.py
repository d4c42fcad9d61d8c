"""`npm run names -- import FILE.csv | verify`: see docs/deploy.md."""

import argparse
import csv
import sys
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import get_args

from domains.names.index_record import SnapshotRefused
from domains.names.index_writer import Name
from domains.names.rules import EntityType
from domains.names.verdict import Status
from domains.reference.data import list_counties
from infrastructure.operations.agencies.environments import open_registry
from infrastructure.operations.names.agency_records import (
    compare_agencies,
    count_connections,
    list_company_services,
)
from infrastructure.operations.names.build import build, verify
from infrastructure.operations.names.compare import Tables, compare
from infrastructure.operations.portals import (
    CommandStopped,
    Unreachable,
    add_portal_arguments,
    open_portal,
    run_command,
)
from portal.text import has_unprintable_characters, tidy
from portal.types import get_utc_now

DEFAULT_PATH = Path(__file__).parents[3] / ".local" / "names.sqlite"
COLUMNS = ("id", "name", "entityType", "status", "city", "countyId", "formedOn")


class UnusableFile(CommandStopped):
    """A line of a CSV file cannot be taken; says which and why."""


def read_csv(path: Path) -> Iterator[Name]:
    """Yield the names of a CSV file in UTF-8 with the heading `COLUMNS`."""
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
    known = {"entityType": get_args(EntityType), "status": get_args(Status), "countyId": county_ids | {""}}
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


def add_snapshot_argument(parser: argparse.ArgumentParser) -> None:
    """Add the argument that names the file."""
    parser.add_argument("--to", type=Path, default=DEFAULT_PATH, help="the file of the snapshot")


def report_snapshot(path: Path, count: int) -> None:
    """Tell what a file has."""
    print(f"{path}: {count:,} names, {path.stat().st_size / 1e6:.1f} MB, sound")


def main(arguments: list[str] | None = None) -> int:
    """Run the command of the arguments."""
    parser = argparse.ArgumentParser(
        prog="npm run names --", epilog="A demonstration has `generate N` in place of `import`."
    )
    add_snapshot_argument(parser)
    commands = parser.add_subparsers(dest="command", required=True)
    importing = commands.add_parser("import", help="names of a CSV file")
    importing.add_argument("file", type=Path)
    importing.add_argument("--as-of", type=date.fromisoformat, required=True, help="the day of the file")
    verifying = commands.add_parser(
        "verify",
        help="check the file, and compare it with reservations, filings, applications, and agencies' records",
    )
    add_portal_arguments(verifying)
    options = parser.parse_args(arguments)
    return run_command(lambda: _import(options) if options.command == "import" else _verify(options))


def _import(options: argparse.Namespace) -> int:
    try:
        count = build(read_csv(options.file), options.to, options.as_of, options.file.name)
    except (OSError, UnicodeError, UnusableFile, SnapshotRefused) as error:
        raise CommandStopped(f"{error}. The snapshot before stays.") from None
    report_snapshot(options.to, count)
    return 0


def _verify(options: argparse.Namespace) -> int:
    """Check the file, and compare it with a portal; without a stage, the portal need not run."""
    try:
        snapshot = verify(options.to)
    except (OSError, SnapshotRefused) as error:
        raise CommandStopped(str(error)) from None
    report_snapshot(options.to, snapshot.names)
    try:
        portal = open_portal(options)
        names, applications, subscriptions = (
            portal.get_table(f"{table}Table") for table in ("Reservations", "Applications", "Subscriptions")
        )
    except Unreachable as error:
        if options.stage:
            raise
        print(f"Only the file was looked at. {error}")
        return 0
    tables = Tables(portal.client("dynamodb"), names, applications)
    figures = compare(tables, snapshot, get_utc_now())
    figures.print_report("Register, reservations, filings, and applications")
    registry = open_registry(options)
    manifests = [registered.manifest for registered in registry.list_agencies()]
    at_agencies = compare_agencies(
        list_company_services(manifests, registry.get_secret),
        count_connections(tables.scan(subscriptions)),
        snapshot,
        tables.list_approved_keys,
    )
    at_agencies.print_report("Register and agencies' records")
    return 1 if figures.differences or at_agencies.differences else 0


if __name__ == "__main__":
    sys.exit(main())
