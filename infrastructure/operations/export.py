"""Copy the records of a person: `npm run export -- make | verify`.

Files of messages and applications are not in it: copy them by hand from the bucket. The copy answers a letter
that asks for it. It holds personal data: give it to that person alone, after making sure who is asking, and
delete the file. Calls of operators to AWS are in the audit trail.
"""

import argparse
import sys
from datetime import UTC, datetime
from pathlib import Path

from domains.exports.archive import NotAnExport, verify_archive, write_archive
from domains.exports.collecting import Collector
from domains.reference.data_map import get_data_map
from infrastructure.operations.portals import CommandStopped, add_portal_arguments, open_portal, run_command
from portal.types import is_derived_id


def make_export(arguments: argparse.Namespace) -> int:
    """Write the copy of a person's data; refuses to replace a file."""
    if not is_derived_id(arguments.person):
        raise CommandStopped("PERSON is an account number of 26 letters and digits.")
    portal = open_portal(arguments)
    data_map = get_data_map()
    tables = {name: portal.get_table(name) for name in data_map.tables}
    collector = Collector(portal.client("dynamodb"), tables, data_map)
    try:
        with arguments.file.open("xb") as output:
            manifest = write_archive(
                output, collector.collect_records(arguments.person), data_map, datetime.now(UTC)
            )
    except FileExistsError:
        raise CommandStopped(f"{arguments.file} exists already.") from None
    if len(manifest["files"]) == 1:
        arguments.file.unlink()
        raise CommandStopped("The portal holds nothing about this account number.")
    print(f"{arguments.file}: {len(manifest['files'])} files")
    return 0


def verify_export(arguments: argparse.Namespace) -> int:
    """Compare a copy with its manifest."""
    with arguments.file.open("rb") as source:
        try:
            manifest = verify_archive(source)
        except NotAnExport as error:
            raise CommandStopped(f"{arguments.file}: {error}") from None
    print(f"{arguments.file}: complete and unchanged since {manifest['madeAt']}")
    return 0


def main(arguments: list[str] | None = None) -> int:
    """Run a command and return its exit code: 1 for a changed copy, or if the portal cannot be reached."""
    parser = argparse.ArgumentParser(prog="npm run export --", description=(__doc__ or "").split("\n\n")[0])
    commands = parser.add_subparsers(required=True)
    make = commands.add_parser("make", help="write the copy of a person's data")
    make.add_argument("person", metavar="PERSON", help="account number")
    make.add_argument("file", type=Path, metavar="FILE", help="ZIP file to write")
    add_portal_arguments(make)
    make.set_defaults(run=make_export)
    verify = commands.add_parser("verify", help="check that a copy is complete and unchanged")
    verify.add_argument("file", type=Path, metavar="FILE")
    verify.set_defaults(run=verify_export)
    parsed = parser.parse_args(arguments)
    return run_command(lambda: int(parsed.run(parsed)))


if __name__ == "__main__":
    sys.exit(main())
