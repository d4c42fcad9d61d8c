"""The portal that a command works on: the one that runs on this machine, or a stage in AWS."""

import http.client
import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import boto3
from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError

from infrastructure.settings import DEFAULT_DATA, HOST, REGION, REPOSITORY, LocalSettings, find_running_port

STAGES = ("dev", "test", "prod")
QUICK = Config(connect_timeout=2, read_timeout=5, retries={"total_max_attempts": 1})
# Longer than any function may take, and without a retry, which would run it twice.
_SECONDS = 70
_PATIENT = Config(connect_timeout=2, read_timeout=_SECONDS, retries={"total_max_attempts": 1})


class Unreachable(Exception):
    """The portal cannot be reached; the message has the remedy."""


class NotTaken(Exception):
    """The function failed, or did not handle all of its event."""


@dataclass(frozen=True, slots=True)
class LocalPortal:
    """The portal that `npm start` runs.

    Attributes:
        session: of boto3, for `settings.aws_endpoint` alone.
        tables: the names of its tables by their logical ids.
    """

    settings: LocalSettings
    session: Any
    tables: Mapping[str, str]

    def invoke(self, function: str, event: Mapping[str, Any]) -> Any:
        """Invoke a function and return its answer.

        Args:
            function: its logical id.

        Raises:
            NotTaken: the function failed.
            OSError: the portal does not answer.
        """
        connection = http.client.HTTPConnection(HOST, self.settings.identity_port, timeout=_SECONDS)
        try:
            content, kind = json.dumps(event), {"Content-Type": "application/json"}
            connection.request("POST", f"/local/functions/{function}", content, kind)
            response = connection.getresponse()
            if response.status != http.HTTPStatus.OK:
                raise NotTaken(f"{function} failed; the terminal of the portal says why")
            return json.load(response)["answer"]
        finally:
            connection.close()


@dataclass(frozen=True, slots=True)
class StagePortal:
    """A stage in AWS.

    Attributes:
        stack: the name of its stack.
        nested: the nested stacks by their logical ids.
    """

    stack: str
    session: Any
    nested: Mapping[str, str]

    def get_output(self, nested: str, name: str) -> str:
        """Return an output of a nested stack.

        Raises:
            Unreachable: the stack cannot be read, or this version of it has no such output.
        """
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
        """Invoke a function and return its answer.

        Args:
            function: its logical id.

        Raises:
            NotTaken: the function failed.
        """
        cloudformation = self.session.client("cloudformation", config=QUICK)
        resource = cloudformation.describe_stack_resource(StackName=self.stack, LogicalResourceId=function)
        name = resource["StackResourceDetail"]["PhysicalResourceId"]
        client = self.session.client("lambda", config=_PATIENT)
        answer = client.invoke(FunctionName=name, Payload=json.dumps(event).encode())
        content = json.load(answer["Payload"])
        if "FunctionError" in answer:
            raise NotTaken(f"{function} failed: {content.get('errorType', 'see its log')}")
        return content


def open_local_portal(data: Path = DEFAULT_DATA) -> LocalPortal:
    """Return the portal of a folder of data.

    Raises:
        Unreachable: it does not run.
    """
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
    """Return a stage, by the stack that samconfig.toml names.

    Args:
        stage: one of `STAGES`.
        session: of boto3; None takes the credentials of the shell.

    Raises:
        Unreachable: the stack is not there, or the credentials do not reach it.
    """
    config = tomllib.loads((REPOSITORY / "samconfig.toml").read_text(encoding="utf-8"))
    where = config[stage]["global"]["parameters"]
    stack = where["stack_name"]
    session = session or boto3.session.Session(region_name=where["region"])
    pages = session.client("cloudformation", config=QUICK).get_paginator("list_stack_resources")
    try:
        nested = {
            resource["LogicalResourceId"]: resource["PhysicalResourceId"]
            for page in pages.paginate(StackName=stack)
            for resource in page["StackResourceSummaries"]
            if resource["ResourceType"] == "AWS::CloudFormation::Stack"
        }
    except (BotoCoreError, ClientError) as error:
        raise _make_unreachable(stack, error) from None
    return StagePortal(stack, session, nested)


def _make_unreachable(stack: str, error: Exception) -> Unreachable:
    return Unreachable(f"The stack {stack} cannot be read: {error}")
