"""Registries of agencies: of the local portal, or of a stage in AWS."""

import argparse

from infrastructure.operations.agencies.identity import CognitoClients, LocalClients
from infrastructure.operations.agencies.registry import Registry
from infrastructure.operations.portals import LocalPortal, open_portal

_LOCAL_STAGE = "dev"


def open_registry(options: argparse.Namespace) -> Registry:
    """Return the registry of the arguments; see `add_portal_arguments`."""
    portal = open_portal(options)
    table = portal.get_table("AgenciesTable")
    prefix = get_credentials_prefix(options.stage or _LOCAL_STAGE)
    if isinstance(portal, LocalPortal):
        clients = LocalClients(portal.settings.identity_origin)
        return Registry(table, prefix, clients, portal.session, portal.settings.aws_endpoint)
    if "Identity" not in portal.nested:
        return Registry(table, prefix, None, portal.session)
    pool = portal.get_output("Identity", "Issuer").rpartition("/")[2]
    return Registry(table, prefix, CognitoClients(portal.client("cognito-idp"), pool), portal.session)


def get_credentials_prefix(stage: str) -> str:
    """Return the parameter path of a stage's signing secrets, as template.yaml passes it to the functions."""
    return f"/saguaro/{stage}/agencies/"
