"""Commands of the AWS CLI, compared with the descriptions of services in botocore."""

import re

import pytest
from botocore.exceptions import DataNotFoundError
from botocore.loaders import Loader
from botocore.model import ServiceModel

OF_EACH_COMMAND = {"--query", "--output", "--region", "--paths"}
"""Options that the AWS CLI adds; `--paths` is that of `cloudfront create-invalidation`."""
# Programs of the AWS CLI itself, which are no operation of a service: their options are not checked.
OF_THE_CLI = {("s3", "sync"), ("s3", "ls"), ("s3", "rm"), ("s3", "cp"), ("sso", "login")}
# The CLI has an option of its own for all commands that is called as this parameter.
RENAMED = {("sns", "subscribe"): {"--notification-endpoint"}}
LOADER = Loader()


def list_options(command: str) -> set[str]:
    return set(re.findall(r"(?<=\s)--[a-z][a-z-]*", command.partition(" -- ")[2] or command))


def require_aws_command(command: str, place: str) -> None:
    """Fail unless a command exists, with its options.

    Args:
        place: names the text that has the command.
    """
    _, service, operation = command.split()[:3]
    if (service, operation) in OF_THE_CLI:
        return
    try:
        model = _load_service(service)
    except DataNotFoundError:
        pytest.fail(f"{place}: there is no service {service}")
    if operation == "wait":
        waiters = LOADER.load_service_model(service, "waiters-2")["waiters"]
        (wanted,) = [each for name, each in waiters.items() if f"--{command.split()[3]}" == _to_option(name)]
        operation = _to_option(wanted["operation"]).removeprefix("--")
    operations = {_to_option(name).removeprefix("--"): name for name in model.operation_names}
    assert operation in operations, place
    shape = model.operation_model(operations[operation]).input_shape
    members = shape.members if shape else {}
    known = {_to_option(member) for member in members}
    known |= {
        f"--no-{_to_option(member).removeprefix('--')}"
        for member, each in members.items()
        if each.type_name == "boolean"
    }
    known |= RENAMED.get((service, operation), set())
    assert list_options(command) <= known | OF_EACH_COMMAND, place


def _to_option(member: str) -> str:
    """Return the option of the AWS CLI for a parameter of an operation."""
    return f"--{re.sub(r'(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])', '-', member).lower()}"


def _load_service(name: str) -> ServiceModel:
    return ServiceModel(LOADER.load_service_model(name, "service-2"))
