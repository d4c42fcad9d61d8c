"""Commands in the pages for operators exist, with the options that the pages give them."""

import json
import re
import subprocess
from functools import cache
from pathlib import Path

import pytest

from tests.infrastructure.guides.aws_commands import list_options, require_aws_command
from tests.infrastructure.guides.guide import ROOT

PAGES = [
    ROOT / "docs/deploy.md",
    ROOT / "docs/first-hour-in-aws.md",
    *sorted((ROOT / "docs/runbooks").glob("*.md")),
]


def list_code(page: Path) -> list[str]:
    """Return the commands of a page: lines of its shell blocks, and inline code."""
    text = page.read_text(encoding="utf-8")
    blocks = re.findall(r"```sh\n(.*?)```", text, re.DOTALL)
    inline = re.findall(r"`([^`\n]+)`", re.sub(r"```.*?```", "", text, flags=re.DOTALL))
    return ["".join(block).replace("\\\n", " ") for block in blocks] + inline


def split_commands(code: str) -> list[str]:
    """Split code at line ends, pipes and command substitutions, whose options belong to another program."""
    return [part.strip().lstrip('"') for part in re.split(r"\n|\$\(|\| ", code)]


def list_commands(program: str) -> list[tuple[str, str]]:
    return [
        (page.relative_to(ROOT).as_posix(), command)
        for page in PAGES
        for code in list_code(page)
        for command in split_commands(code)
        if command.startswith(f"{program} ")
    ]


AWS = list_commands("aws")
NPM = list_commands("npm run")


@pytest.mark.parametrize(("page", "command"), AWS)
def test_command_of_the_aws_cli_exists(page: str, command: str) -> None:
    require_aws_command(command, page)


@cache
def get_help(script: str, subcommand: str) -> str:
    parameters = [subcommand, "--help"] if subcommand else ["--help"]
    done = subprocess.run(
        ["npm", "run", "--silent", script, "--", *parameters],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    return done.stdout


@pytest.mark.parametrize(("page", "command"), NPM)
def test_command_of_the_repository_exists(page: str, command: str) -> None:
    script = command.split()[2]
    assert script in json.loads((ROOT / "package.json").read_text(encoding="utf-8"))["scripts"], page
    options = list_options(command.partition(" -- ")[2]) if " -- " in command else set()
    # Checks and tests have no help; their names are arguments.
    if script in {"check", "test", "lock"}:
        return
    words = re.findall(r"(?<=\s)[a-z][a-z-]*(?=\s|$)", f" {command.partition(' -- ')[2]} ")
    help_ = get_help(script, "")
    help_ += "".join(get_help(script, word) for word in words if f"    {word} " in help_)
    assert all(option in help_ for option in options), page


def test_pages_have_commands() -> None:
    assert len(AWS) > 20
    assert len(NPM) > 5
