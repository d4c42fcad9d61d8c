"""Tokens of agencies by claims, next to the tokens of people that the portal's authorizer is tested with."""

from collections.abc import Mapping
from typing import Any

from tests.unit.authorizer.support import CLIENT, ISSUER, NOW

PREFIX = "agency-inbound/"
SCOPE = "agency-inbound/adot-mvd"
AGENCY_CLIENT = "1example23456789"

COGNITO_AGENCY: Mapping[str, Any] = {
    "iss": ISSUER,
    "sub": AGENCY_CLIENT,
    "client_id": AGENCY_CLIENT,
    "token_use": "access",
    "scope": SCOPE,
    "auth_time": NOW - 60,
    "iat": NOW - 60,
    "exp": NOW + 3600,
    "jti": "a1",
    "version": 2,
}
B2C_AGENCY: Mapping[str, Any] = {
    "iss": ISSUER,
    "sub": "8f0f5d3a-0000-4000-8000-000000000001",
    "oid": "8f0f5d3a-0000-4000-8000-000000000001",
    "aud": CLIENT,
    "azp": AGENCY_CLIENT,
    "azpacr": "1",
    "roles": [SCOPE],
    "tid": "11111111-2222-3333-4444-555555555555",
    "ver": "2.0",
    "iat": NOW - 60,
    "nbf": NOW - 60,
    "exp": NOW + 3600,
}
ENTRA_AGENCY: Mapping[str, Any] = {**B2C_AGENCY, "idtyp": "app"}
