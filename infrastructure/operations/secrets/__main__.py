"""Replace a secret of a stage: `npm run secrets -- rotate NAME --stage STAGE`.

A rotation has three steps, each a deployment. A run writes one step and tells what to do next; it writes
nothing while the step before is not deployed. Values of secrets are never printed.
"""

import argparse
import sys
from datetime import UTC, datetime

from infrastructure.operations.people import open_people
from infrastructure.operations.portals import STAGES, open_stage_portal, run_command
from infrastructure.operations.secrets.rotation import KINDS, Rotation


def main(arguments: list[str] | None = None) -> int:
    """Run the command and return its exit code: 1 when the next step has to wait or AWS refuses."""
    options = _make_parser().parse_args(arguments)
    return run_command(lambda: _run(options))


def _run(options: argparse.Namespace) -> int:
    portal = open_stage_portal(options.stage)
    rotation = Rotation(
        name=options.name,
        stack=portal.stack,
        command=f"npm run secrets -- rotate {options.name} --stage {options.stage}",
        session=portal.session,
        clock=lambda: datetime.now(UTC),
        has_all_tokens=lambda: _has_all_tokens(options),
    )
    print(rotation.take_next_step(is_begun=options.begin, is_forced=options.drop_previous))
    return 0


def _has_all_tokens(options: argparse.Namespace) -> bool:
    figures = open_people(options).verify()
    return figures.is_complete and not figures.differences


def _make_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="npm run secrets --", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True, metavar="rotate")
    rotate = commands.add_parser("rotate", help="write the next step of a rotation; safe to repeat")
    rotate.add_argument("name", choices=sorted(KINDS), help="the secret, as template.yaml names it")
    rotate.add_argument("--stage", choices=STAGES, required=True, help="a stage in AWS")
    rotate.add_argument("--begin", action="store_true", help="begin a rotation if none is under way")
    rotate.add_argument(
        "--drop-previous", action="store_true", help="end the old value now, whatever was made with it"
    )
    return parser


if __name__ == "__main__":
    sys.exit(main())
