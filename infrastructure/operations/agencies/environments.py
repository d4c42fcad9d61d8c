"""Registries of agencies: of the local portal, or of a stage in AWS."""

import argparse
from dataclasses import dataclass

from domains.agencies.manifest_address_rules import Network
from infrastructure.operations.agencies.identity import CognitoClients, LocalClients
from infrastructure.operations.agencies.registry import AgencyClients, Registry
from infrastructure.operations.portals import LocalPortal, open_portal

_LOCAL_STAGE = "dev"
_TABLE = "AgenciesTable"
_ELSEWHERE = "Make a client with the grant client_credentials and the scope agency-inbound/<agency id> there."


@dataclass(frozen=True, slots=True)
class Environment:
    """Registry of a portal, with its network rules."""

    registry: Registry
    network: Network
    identity_note: str | None = None


def open_environment(options: argparse.Namespace) -> Environment:
    """Return the environment of the arguments; see `add_portal_arguments` and `open_portal`."""
    portal = open_portal(options)
    table, prefix = portal.get_table(_TABLE), get_credentials_prefix(options.stage or _LOCAL_STAGE)
    if isinstance(portal, LocalPortal):
        clients: AgencyClients | None = LocalClients(portal.settings.identity_origin)
        endpoint = portal.settings.aws_endpoint
        return Environment(Registry(table, prefix, clients, portal.session, endpoint), "any")
    clients = None
    if "Identity" in portal.nested:
        pool = portal.get_output("Identity", "Issuer").rpartition("/")[2]
        clients = CognitoClients(portal.client("cognito-idp"), pool)
    note = None if clients else _ELSEWHERE
    return Environment(Registry(table, prefix, clients, portal.session), "public", note)


def get_credentials_prefix(stage: str) -> str:
    """Return the parameter path of a stage's signing secrets, as template.yaml passes it to the functions."""
    return f"/saguaro/{stage}/agencies/"
