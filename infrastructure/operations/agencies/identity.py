"""Agencies as clients of the identity provider: Cognito, and the local one."""

import secrets
from dataclasses import dataclass
from typing import Any

import urllib3

from infrastructure.operations.agencies.registry import ClientCredentials, RegistrationRefused

RESOURCE_SERVER = "agency-inbound"
"""Prefix of the scopes: an agency's token has `agency-inbound/<agency id>`."""

_SECRET_BYTES = 32
_TIMEOUT_SECONDS = 5
_TOKEN_MINUTES = 15
# Quota of Cognito: scopes of one resource server.
_MAX_SCOPES = 100


def get_client_name(agency_id: str) -> str:
    """Return the name of an agency's client, which is also its id where the provider lets one choose."""
    return f"agency-{agency_id}"


class LocalClients:
    """Clients at the local identity provider."""

    def __init__(self, origin: str) -> None:
        self._address = f"{origin}/local/agency-clients"

    def create(self, agency_id: str, client_secret: str | None) -> ClientCredentials | None:
        credentials = ClientCredentials(
            get_client_name(agency_id), client_secret or secrets.token_urlsafe(_SECRET_BYTES)
        )
        body = {
            "agencyId": agency_id,
            "clientId": credentials.client_id,
            "clientSecret": credentials.client_secret,
        }
        try:
            answer = urllib3.request(
                "POST", self._address, json=body, timeout=_TIMEOUT_SECONDS, retries=False
            )
        except urllib3.exceptions.HTTPError:
            raise RegistrationRefused(
                "The identity provider does not answer. Start `npm start` again."
            ) from None
        if answer.status not in (200, 201, 409):
            raise RegistrationRefused(f"The identity provider answered {answer.status}.")
        return credentials if answer.status == 201 else None


@dataclass(frozen=True, slots=True)
class CognitoClients:
    """Clients of a user pool, and the scopes of its resource server."""

    cognito: Any
    user_pool_id: str

    def create(self, agency_id: str, client_secret: str | None) -> ClientCredentials | None:
        del client_secret  # Cognito makes it itself
        self._allow_scope(agency_id)
        if self._has_client(agency_id):
            return None
        made = self.cognito.create_user_pool_client(
            UserPoolId=self.user_pool_id,
            ClientName=get_client_name(agency_id),
            GenerateSecret=True,
            AllowedOAuthFlowsUserPoolClient=True,
            AllowedOAuthFlows=["client_credentials"],
            AllowedOAuthScopes=[f"{RESOURCE_SERVER}/{agency_id}"],
            # No sign-in flows of people.
            ExplicitAuthFlows=[],
            TokenValidityUnits={"AccessToken": "minutes"},
            AccessTokenValidity=_TOKEN_MINUTES,
        )["UserPoolClient"]
        return ClientCredentials(made["ClientId"], made["ClientSecret"])

    def _allow_scope(self, agency_id: str) -> None:
        wanted = {"ScopeName": agency_id, "ScopeDescription": f"Calls of {agency_id} to the portal"}
        server = {"UserPoolId": self.user_pool_id, "Identifier": RESOURCE_SERVER}
        try:
            found = self.cognito.describe_resource_server(**server)["ResourceServer"]
        except self.cognito.exceptions.ResourceNotFoundException:
            self.cognito.create_resource_server(**server, Name=RESOURCE_SERVER, Scopes=[wanted])
            return
        scopes = found.get("Scopes", [])
        if any(scope["ScopeName"] == agency_id for scope in scopes):
            return
        if len(scopes) >= _MAX_SCOPES:
            raise RegistrationRefused(
                f"The resource server has {_MAX_SCOPES} scopes, as many as Cognito allows: ask AWS for more."
            )
        self.cognito.update_resource_server(**server, Name=RESOURCE_SERVER, Scopes=[*scopes, wanted])

    def _has_client(self, agency_id: str) -> bool:
        pages = self.cognito.get_paginator("list_user_pool_clients").paginate(UserPoolId=self.user_pool_id)
        name = get_client_name(agency_id)
        return any(client["ClientName"] == name for page in pages for client in page["UserPoolClients"])
