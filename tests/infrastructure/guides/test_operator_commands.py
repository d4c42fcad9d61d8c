"""Commands in the pages for operators exist, with the options that the pages give them."""

import json
import re
import subprocess
from functools import cache
from pathlib import Path

import pytest
from botocore.exceptions import DataNotFoundError
from botocore.loaders import Loader
from botocore.model import ServiceModel

from tests.infrastructure.guides.guide import ROOT

PAGES = [
    ROOT / "docs/deploy.md",
    ROOT / "docs/first-hour-in-aws.md",
    *sorted((ROOT / "docs/runbooks").glob("*.md")),
]
OF_EACH_COMMAND = {"--query", "--output", "--region", "--paths"}
"""Options that the AWS CLI adds; `--paths` is that of `cloudfront create-invalidation`."""
# Programs of the AWS CLI itself, which are no operation of a service: their options are not checked.
OF_THE_CLI = {("s3", "sync"), ("s3", "ls"), ("s3", "rm"), ("s3", "cp")}
LOADER = Loader()


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


def list_options(command: str) -> set[str]:
    return set(re.findall(r"(?<=\s)--[a-z][a-z-]*", command.partition(" -- ")[2] or command))


def to_option(member: str) -> str:
    """Return the option of the AWS CLI for a parameter of an operation."""
    return f"--{re.sub(r'(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])', '-', member).lower()}"


def load_service(name: str) -> ServiceModel:
    return ServiceModel(LOADER.load_service_model(name, "service-2"))


@pytest.mark.parametrize(("page", "command"), AWS)
def test_command_of_the_aws_cli_exists(page: str, command: str) -> None:
    _, service, operation = command.split()[:3]
    if (service, operation) in OF_THE_CLI:
        return
    try:
        model = load_service(service)
    except DataNotFoundError:
        pytest.fail(f"{page}: there is no service {service}")
    if operation == "wait":
        waiters = LOADER.load_service_model(service, "waiters-2")["waiters"]
        (wanted,) = [each for name, each in waiters.items() if f"--{command.split()[3]}" == to_option(name)]
        operation = to_option(wanted["operation"]).removeprefix("--")
    operations = {to_option(name).removeprefix("--"): name for name in model.operation_names}
    assert operation in operations, page
    shape = model.operation_model(operations[operation]).input_shape
    known = {to_option(member) for member in (shape.members if shape else {})}
    assert list_options(command) <= known | OF_EACH_COMMAND, page


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
