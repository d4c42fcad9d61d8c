"""The portal that a command works on, the one on this machine or a stage in AWS, and how a command ends."""

import argparse
import http
import json
import random
import sys
import time
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import boto3
import urllib3
from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError

from infrastructure.settings import DEFAULT_DATA, HOST, REGION, REPOSITORY, LocalSettings, find_running_port

STAGES = ("dev", "test", "prod")
QUICK = Config(connect_timeout=2, read_timeout=5, retries={"total_max_attempts": 1})
# Longer than any function may take, and without a retry, which would run it twice.
_SECONDS = 70
_PATIENT = Config(connect_timeout=2, read_timeout=_SECONDS, retries={"total_max_attempts": 1})
_MAX_INVOCATIONS = 10
_MAX_PAUSE_SECONDS = 20
# A scan of a large table is throttled now and then; all calls of commands can be repeated.
_CONFIG = Config(
    connect_timeout=2,
    read_timeout=20,
    max_pool_connections=16,
    retries={"mode": "standard", "total_max_attempts": 10},
)


class CommandStopped(Exception):
    """The command cannot go on; the message tells a person why, and the remedy."""


class Unreachable(CommandStopped):
    """The portal cannot be reached, or is older than the command."""


class NotTaken(CommandStopped):
    """The function failed, or did not handle all of its event."""


@dataclass(frozen=True, slots=True)
class LocalPortal:
    """The portal that `npm start` runs."""

    settings: LocalSettings
    session: Any
    tables: Mapping[str, str]

    def client(self, service: str) -> Any:
        return self.session.client(service, endpoint_url=self.settings.aws_endpoint, config=_CONFIG)

    def get_table(self, logical_id: str) -> str:
        if logical_id not in self.tables:
            raise make_outdated(logical_id)
        return self.tables[logical_id]

    def invoke(self, function: str, event: Mapping[str, Any]) -> Any:
        url = f"http://{HOST}:{self.settings.identity_port}/local/functions/{function}"
        try:
            answer = urllib3.request("POST", url, json=event, timeout=_SECONDS, retries=False)
        except urllib3.exceptions.HTTPError as error:
            raise Unreachable(f"The portal does not answer: {error}") from None
        if answer.status != http.HTTPStatus.OK:
            raise NotTaken(f"{function} failed; the terminal of the portal says why")
        return answer.json()["answer"]


@dataclass(frozen=True, slots=True)
class StagePortal:
    """A stage in AWS."""

    stack: str  # the name of its stack
    session: Any
    nested: Mapping[str, str]  # the nested stacks by their logical ids
    functions: Mapping[str, str]  # the names of the functions by their logical ids
    lambda_client: Any  # boto3's client; it is shared by threads, while a session is not
    pause: Callable[[float], None] = time.sleep

    def client(self, service: str) -> Any:
        return self.session.client(service, config=_CONFIG)

    def get_table(self, logical_id: str) -> str:
        return self.get_output("Data", f"{logical_id}Name")

    def get_output(self, nested: str, name: str) -> str:
        try:
            cloudformation = self.session.client("cloudformation", config=QUICK)
            (described,) = cloudformation.describe_stacks(StackName=self.nested[nested])["Stacks"]
            outputs = {each["OutputKey"]: str(each["OutputValue"]) for each in described.get("Outputs", ())}
            return outputs[name]
        except (BotoCoreError, ClientError) as error:
            raise _make_unreachable(self.stack, error) from None
        except KeyError as error:
            raise Unreachable(f"The stack {self.stack} is not complete ({error}): deploy it first.") from None

    def invoke(self, function: str, event: Mapping[str, Any]) -> Any:
        """Invoke a function and return its answer. Repeats a call only if it was throttled."""
        if function not in self.functions:
            raise Unreachable(f"The stack {self.stack} has no {function}: deploy this version first.")
        answer = self._invoke_patiently(self.functions[function], json.dumps(event).encode())
        content = json.load(answer["Payload"])
        if "FunctionError" in answer:
            raise NotTaken(f"{function} failed: {content.get('errorType', 'see its log')}")
        return content

    def _invoke_patiently(self, name: str, payload: bytes) -> Any:
        for attempt in range(1, _MAX_INVOCATIONS):
            try:
                return self.lambda_client.invoke(FunctionName=name, Payload=payload)
            except self.lambda_client.exceptions.TooManyRequestsException:
                # A throttled function has not run. Other errors can come after it ran.
                longest = min(2**attempt, _MAX_PAUSE_SECONDS)
                self.pause(random.uniform(longest / 2, longest))  # noqa: S311 -- spreads calls, hides nothing
        return self.lambda_client.invoke(FunctionName=name, Payload=payload)


Portal = LocalPortal | StagePortal


def make_outdated(what: str) -> Unreachable:
    """Return the error for a portal on this machine that lacks a part of this version."""
    return Unreachable(f"The portal that runs has no {what} yet: stop it, and start it from this version.")


def add_portal_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that name a portal."""
    parser.add_argument(
        "--stage", choices=STAGES, help="a stage in AWS instead of the portal on this machine"
    )
    parser.add_argument("--data", type=Path, default=DEFAULT_DATA, help=argparse.SUPPRESS)


def open_portal(options: argparse.Namespace) -> Portal:
    """Return the portal of the arguments."""
    return open_stage_portal(options.stage) if options.stage else open_local_portal(options.data)


def run_command(run: Callable[[], int]) -> int:
    """Run a command and return its exit code; an error that the user can act on is printed, and gives 1."""
    try:
        return run()
    except CommandStopped as error:
        print(error, file=sys.stderr)
    except (BotoCoreError, ClientError) as error:
        print(f"AWS refused: {error}", file=sys.stderr)
    except FileNotFoundError as error:
        print(f"There is no file {error.filename}.", file=sys.stderr)
    except OSError as error:
        reason = f"{error.filename} cannot be read" if error.filename else "The portal does not answer"
        print(f"{reason}: {error.strerror or error}", file=sys.stderr)
    return 1


def open_local_portal(data: Path = DEFAULT_DATA) -> LocalPortal:
    """Return the portal of a folder of data."""
    port = find_running_port(data)
    if port is None:
        raise Unreachable(
            "The portal is not running. Start it with `npm start`, and run this in another window."
        )
    settings = LocalSettings(port, data)
    # The emulation takes any credentials; those of the shell must not be used.
    session = boto3.session.Session("local", "local", region_name=REGION)
    dynamodb = session.client("dynamodb", endpoint_url=settings.aws_endpoint, config=QUICK)
    try:
        names = dynamodb.list_tables()["TableNames"]
    except (BotoCoreError, ClientError):
        raise Unreachable(
            f"The portal at port {port} does not answer any more. Start it again with `npm start`."
        ) from None
    return LocalPortal(settings, session, {name.rpartition("-")[2]: name for name in names})


def open_stage_portal(stage: str, session: Any = None) -> StagePortal:
    """Return a stage, by the stack that samconfig.toml names."""
    where = read_profile(stage)["global"]["parameters"]
    stack = where["stack_name"]
    session = session or boto3.session.Session(region_name=where["region"])
    pages = session.client("cloudformation", config=QUICK).get_paginator("list_stack_resources")
    names: dict[str, dict[str, str]] = {"AWS::CloudFormation::Stack": {}, "AWS::Lambda::Function": {}}
    try:
        for page in pages.paginate(StackName=stack):
            for resource in page["StackResourceSummaries"]:
                # A resource that could not be created has no name.
                if resource["ResourceType"] in names and "PhysicalResourceId" in resource:
                    of_type = names[resource["ResourceType"]]
                    of_type[resource["LogicalResourceId"]] = resource["PhysicalResourceId"]
    except (BotoCoreError, ClientError) as error:
        raise _make_unreachable(stack, error) from None
    nested, functions = names.values()
    return StagePortal(stack, session, nested, functions, session.client("lambda", config=_PATIENT))


def read_profile(stage: str) -> Mapping[str, Any]:
    """Return the profile of a stage in samconfig.toml."""
    profile: Mapping[str, Any] = tomllib.loads((REPOSITORY / "samconfig.toml").read_text(encoding="utf-8"))[
        stage
    ]
    return profile


def _make_unreachable(stack: str, error: Exception) -> Unreachable:
    return Unreachable(f"The stack {stack} cannot be read: {error}")
