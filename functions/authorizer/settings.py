"""Settings of the authorizer."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from functions.authorizer.access import TableAddress
from portal.settings import SettingsError, get_required
from portal.tokens.settings import TokenSource

# The ids that Entra gives out, in the case of its tokens.
_AUTHENTICATION_CONTEXT = re.compile(r"c[1-9][0-9]?")


@dataclass(frozen=True, slots=True)
class AuthorizerSettings:
    """Accepted issuer and audience of tokens, and the table of accounts."""

    source: TokenSource
    policies: frozenset[str]  # accepted policies of a B2C tenant
    context: str  # authentication context of an Entra tenant that requires a second factor
    users: TableAddress

    @classmethod
    def from_environment(cls, environment: Mapping[str, str]) -> "AuthorizerSettings":
        """Read and validate the `TOKEN_*` variables, `USERS_TABLE`, and DynamoDB's address.

        Raises SettingsError naming the missing or invalid variable.
        """
        source = TokenSource.from_environment(environment)
        policies = frozenset(
            policy.strip() for policy in environment.get("TOKEN_POLICIES", "").split(",") if policy.strip()
        )
        if source.shape == "b2c" and not policies:
            raise SettingsError("TOKEN_POLICIES must name the accepted policies when TOKEN_SHAPE is b2c")
        context = environment.get("TOKEN_CONTEXT", "").strip()
        if source.shape == "entra" and not _AUTHENTICATION_CONTEXT.fullmatch(context):
            raise SettingsError("TOKEN_CONTEXT must be one of c1 to c99 when TOKEN_SHAPE is entra")
        region = get_required(environment, "AWS_REGION")
        own_endpoint = environment.get("AWS_ENDPOINT_URL_DYNAMODB") or environment.get("AWS_ENDPOINT_URL")
        users = TableAddress(
            region=region,
            endpoint=own_endpoint or f"https://dynamodb.{region}.amazonaws.com",
            table=get_required(environment, "USERS_TABLE"),
        )
        return cls(source, policies, context, users)
