"""Registries of agencies: of the local portal, or of a stage in AWS."""

import argparse
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from domains.agencies.manifest_address_rules import Network
from infrastructure.operations.agencies.identity import CognitoClients, LocalClients
from infrastructure.operations.agencies.registry import AgencyClients, Registry
from infrastructure.operations.portals import QUICK, open_local_portal, open_stage_portal
from infrastructure.settings import DEFAULT_DATA

_LOCAL_STAGE = "dev"
_TABLE = "AgenciesTable"


@dataclass(frozen=True, slots=True)
class Environment:
    """Registry of a portal, with its network rules.

    Attributes:
        network: which hosts its agencies may have.
        identity_note: the manual step at the identity provider; None if the registry does it.
    """

    registry: Registry
    network: Network
    identity_note: str | None = None


def open_local_environment(data: Path = DEFAULT_DATA) -> Environment:
    """Return the portal that `npm start` runs.

    Args:
        data: its folder.

    Raises:
        Unreachable: it does not run.
    """
    portal = open_local_portal(data)
    registry = Registry(
        portal.get_table(_TABLE),
        get_credentials_prefix(_LOCAL_STAGE),
        LocalClients(portal.settings.identity_origin),
        session=portal.session,
        endpoint=portal.settings.aws_endpoint,
    )
    return Environment(registry, "any")


def open_stage_environment(stage: str, session: Any = None) -> Environment:
    """Return a stage in AWS; see `open_stage_portal`."""
    portal = open_stage_portal(stage, session)
    clients: AgencyClients | None = None
    note = None
    if "Identity" in portal.nested:
        pool = portal.get_output("Identity", "Issuer").rpartition("/")[2]
        clients = CognitoClients(portal.session.client("cognito-idp", config=QUICK), pool)
    else:
        note = (
            "Make a client with the grant client_credentials and the scope agency-inbound/<agency id> there."
        )
    table = portal.get_table(_TABLE)
    registry = Registry(table, get_credentials_prefix(stage), clients, session=portal.session)
    return Environment(registry, "public", note)


def open_environment(options: argparse.Namespace) -> Environment:
    """Return the environment of the arguments; see `add_portal_arguments`."""
    return open_stage_environment(options.stage) if options.stage else open_local_environment(options.data)


def get_credentials_prefix(stage: str) -> str:
    """Return the parameter path of a stage's signing secrets, as template.yaml passes it to the functions."""
    return f"/saguaro/{stage}/agencies/"
