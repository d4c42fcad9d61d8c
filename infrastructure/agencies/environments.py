"""Where agencies are registered: the portal that runs on this machine, or a stage in AWS."""

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import boto3
from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError

from infrastructure.agencies.identity import CognitoClients, LocalClients
from infrastructure.agencies.registry import AgencyClients, Registry
from infrastructure.local.running import running_port
from infrastructure.local.settings import DEFAULT_DATA, REGION, REPOSITORY, LocalSettings
from portal.agencies.manifest_rules import Network

STAGES = ("dev", "test", "prod")

_LOCAL_STAGE = "dev"
_TABLE = "AgenciesTable"
_QUICK = Config(connect_timeout=2, read_timeout=5, retries={"total_max_attempts": 1})


class Unreachable(Exception):
    """The portal cannot be reached; the message says what to do."""


@dataclass(frozen=True, slots=True)
class Environment:
    """One portal.

    Attributes:
        network: which hosts its agencies may have.
        identity_note: what to do by hand at the identity provider; None where the registry does it.
    """

    registry: Registry
    network: Network
    identity_note: str | None = None


def local_environment(data: Path = DEFAULT_DATA) -> Environment:
    """The portal that `npm start` runs.

    Args:
        data: its folder.

    Raises:
        Unreachable: it does not run.
    """
    port = running_port(data)
    if port is None:
        raise Unreachable(
            "The portal is not running. Start it with `npm start`, and run this in another window."
        )
    settings = LocalSettings(port, data)
    # The emulation takes any credentials; those of the shell must not leave it.
    session = boto3.session.Session("local", "local", region_name=REGION)
    dynamodb = session.client("dynamodb", endpoint_url=settings.aws_endpoint, config=_QUICK)
    try:
        tables = dynamodb.list_tables()["TableNames"]
    except (BotoCoreError, ClientError):
        raise Unreachable(
            f"The portal at port {port} does not answer any more. Start it again with `npm start`."
        ) from None
    table = next((name for name in tables if name.endswith(_TABLE)), None)
    if table is None:
        raise Unreachable(
            "The portal that runs has no agencies yet: stop it, and start it from this version."
        )
    registry = Registry(
        table,
        credentials_prefix(_LOCAL_STAGE),
        LocalClients(settings.issuer),
        session=session,
        endpoint=settings.aws_endpoint,
    )
    return Environment(registry, "any")


def stage_environment(stage: str, session: Any = None) -> Environment:
    """A stage in AWS, by the stack that samconfig.toml names.

    Args:
        stage: one of `STAGES`.
        session: of boto3; None takes the credentials of the shell.

    Raises:
        Unreachable: the stack is not there, or the credentials do not reach it.
    """
    config = tomllib.loads((REPOSITORY / "samconfig.toml").read_text(encoding="utf-8"))
    where = config[stage]["global"]["parameters"]
    session = session or boto3.session.Session(region_name=where["region"])
    cloudformation = session.client("cloudformation", config=_QUICK)
    try:
        nested = _nested_stacks(cloudformation, where["stack_name"])
        table = _outputs(cloudformation, nested["Data"])[f"{_TABLE}Name"]
        identity = _outputs(cloudformation, nested["Identity"]) if "Identity" in nested else None
    except (BotoCoreError, ClientError) as error:
        raise Unreachable(f"The stack {where['stack_name']} cannot be read: {error}") from None
    except KeyError as error:
        raise Unreachable(
            f"The stack {where['stack_name']} is not complete ({error}): deploy it first."
        ) from None
    clients: AgencyClients | None = None
    note = None
    if identity is None:
        note = (
            "Make a client with the grant client_credentials and the scope agency-inbound/<agency id> there."
        )
    else:
        pool = identity["Issuer"].rpartition("/")[2]
        clients = CognitoClients(session.client("cognito-idp", config=_QUICK), pool)
    registry = Registry(table, credentials_prefix(stage), clients, session=session)
    return Environment(registry, "public", note)


def credentials_prefix(stage: str) -> str:
    """Where the signing secrets of a stage are, as template.yaml tells the functions."""
    return f"/saguaro/{stage}/agencies/"


def _nested_stacks(cloudformation: Any, stack: str) -> dict[str, str]:
    pages = cloudformation.get_paginator("list_stack_resources").paginate(StackName=stack)
    return {
        resource["LogicalResourceId"]: resource["PhysicalResourceId"]
        for page in pages
        for resource in page["StackResourceSummaries"]
        if resource["ResourceType"] == "AWS::CloudFormation::Stack"
    }


def _outputs(cloudformation: Any, stack: str) -> dict[str, str]:
    (described,) = cloudformation.describe_stacks(StackName=stack)["Stacks"]
    return {output["OutputKey"]: output["OutputValue"] for output in described.get("Outputs", [])}
