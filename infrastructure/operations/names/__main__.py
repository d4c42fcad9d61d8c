"""`npm run names -- generate N | import FILE.csv | verify`: see docs/deploy.md."""

import argparse
import csv
import sys
from collections.abc import Iterator
from datetime import date
from itertools import chain
from pathlib import Path
from typing import get_args

from domains.names.rules import EntityType
from domains.names.snapshot import SnapshotRefused
from domains.names.verdict import Status
from domains.reference.data import list_counties
from infrastructure.operations.names.build import Name, build, verify
from infrastructure.operations.names.generator import generate, list_examples
from portal.text import has_unprintable_characters, tidy

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


def main() -> int:
    """Run the command of the arguments."""
    parser = argparse.ArgumentParser(prog="npm run names --")
    parser.add_argument("--to", type=Path, default=DEFAULT_PATH, help="the file of the snapshot")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("generate", help="fictitious names, and the published examples").add_argument(
        "count", type=int
    )
    importing = commands.add_parser("import", help="names of a CSV file")
    importing.add_argument("file", type=Path)
    importing.add_argument("--as-of", type=date.fromisoformat, required=True, help="the day of the file")
    commands.add_parser("verify", help="look at every page and name")
    given = parser.parse_args()
    try:
        if given.command == "generate":
            count = build(
                chain(generate(given.count), list_examples()), given.to, date(2026, 11, 21), "generated"
            )
        elif given.command == "import":
            count = build(read_csv(given.file), given.to, given.as_of, given.file.name)
        else:
            count = verify(given.to).names
    except (OSError, UnicodeError, UnusableFile, SnapshotRefused) as error:
        print(f"{error}. The snapshot before stays." if given.command != "verify" else error, file=sys.stderr)
        return 1
    print(f"{given.to}: {count:,} names, {given.to.stat().st_size / 1e6:.1f} MB, sound")
    return 0


if __name__ == "__main__":
    sys.exit(main())
