"""Signed tokens in the shape of Cognito's, and the key that signs them."""

from dataclasses import dataclass
from functools import cache
from typing import Any
from uuid import uuid4

from authlib.oidc.core.grants.util import create_half_hash
from joserfc import jwt
from joserfc.errors import JoseError
from joserfc.jwk import KeySet, RSAKey

from infrastructure.sandbox.identity_provider.accounts import Account, Accounts
from infrastructure.sandbox.identity_provider.agency_clients import AgencyClient
from infrastructure.sandbox.identity_provider.clients import Client
from infrastructure.sandbox.identity_provider.database import Database
from infrastructure.sandbox.identity_provider.grants import Grant, Grants
from infrastructure.sandbox.identity_provider.second_factors import ACR
from infrastructure.sandbox.identity_provider.settings import Clock

ACCESS_TOKEN_SECONDS = 15 * 60
AGENCY_TOKEN_SECONDS = 60 * 60  # Cognito's default
ALGORITHM = "RS256"


def get_signing_key(database: Database) -> RSAKey:
    """Return the provider's key, made at the first start and kept, so that tokens survive a restart."""
    pem = database.keep("signing-key", lambda: RSAKey.generate_key(2048).as_pem(private=True).decode())
    return _key(pem)


@cache
def _key(pem: str) -> RSAKey:
    # The primality check takes most of the startup time of a provider.
    key = RSAKey.import_key(pem)
    return RSAKey.import_key(pem, {"kid": key.thumbprint(), "use": "sig", "alg": ALGORITHM})


def list_claims(account: Account, scope: str) -> dict[str, Any]:
    """Return the claims about a person that a scope opens, for the id token and for userinfo."""
    scopes = scope.split()
    claims: dict[str, Any] = {"sub": account.subject}
    if "email" in scopes:
        claims |= {"email": account.email, "email_verified": True}
    if "profile" in scopes:
        claims |= {
            "name": account.name,
            "given_name": account.given_name,
            "family_name": account.family_name,
        }
    return claims


@dataclass(frozen=True)
class AccessToken:
    """A presented access token whose signature is good, as Authlib wants to see it."""

    account: Account
    client: Client
    grant: Grant
    expires_at: int
    now: int

    @property
    def scope(self) -> str:
        """Read by Authlib's userinfo endpoint."""
        return self.grant.scope

    def get_scope(self) -> str:
        """Return the scope that was granted."""
        return self.grant.scope

    def get_user(self) -> Account:
        """Return the account of the token."""
        return self.account

    def get_client(self) -> Client:
        """Return the client of the token."""
        return self.client

    def check_client(self, client: Client) -> bool:
        """Return whether it was issued to this client."""
        return self.grant.client_id == client.client_id

    def is_expired(self) -> bool:
        """Return whether its lifetime is over."""
        return self.expires_at <= self.now

    def is_revoked(self) -> bool:
        """Return whether its family was revoked."""
        return not self.grant.is_active


class Tokens:
    """Makes and reads tokens."""

    def __init__(
        self, issuer: str, client: Client, key: RSAKey, accounts: Accounts, grants: Grants, clock: Clock
    ) -> None:
        self._issuer = issuer
        self._client = client
        self._key = key
        self._accounts = accounts
        self._grants = grants
        self._clock = clock
        self.key_set = KeySet([key])

    def get_public_keys(self) -> dict[str, Any]:
        """Return the JWKS document."""
        return dict(self.key_set.as_dict(private=False))

    def make_access_token(self, account: Account, grant: Grant, scope: str) -> str:
        """Return an access token with Cognito's claims."""
        return self._sign(
            {
                **self._make_common_claims(account, grant, "access"),
                "client_id": grant.client_id,
                "scope": scope,
                "username": account.subject,
                "version": 2,
            }
        )

    def make_agency_token(self, client: AgencyClient) -> str:
        """Return an access token of an agency's client, with the claims of Cognito's for machines."""
        now = self._get_now()
        return self._sign(
            {
                "iss": self._issuer,
                "sub": client.client_id,
                "client_id": client.client_id,
                "token_use": "access",
                "scope": client.scope,
                "auth_time": now,
                "iat": now,
                "exp": now + AGENCY_TOKEN_SECONDS,
                "jti": str(uuid4()),
                "version": 2,
            }
        )

    def make_id_token(
        self, account: Account, grant: Grant, scope: str, access_token: str, nonce: str | None = None
    ) -> str:
        """Return an id token with Cognito's claims, for the scopes that were granted."""
        claims = {
            **self._make_common_claims(account, grant, "id"),
            **list_claims(account, scope),
            "aud": grant.client_id,
            "cognito:username": account.subject,
            "at_hash": create_half_hash(access_token, ALGORITHM).decode(),
            # RFC 8176, section 2: `mfa` says that there was more than one, the others which.
            "custom:amr": ["pwd", "otp", "mfa"] if grant.has_second_factor else ["pwd"],
        }
        if grant.has_second_factor:
            claims["acr"] = ACR
        if nonce:
            claims["nonce"] = nonce
        return self._sign(claims)

    def read_access_token(self, token: str) -> AccessToken | None:
        """Parse an access token of a person, in any state.

        None if we did not sign it, or if it is an agency's token.
        """
        claims = self._read(token)
        if claims.get("token_use") != "access" or "origin_jti" not in claims:
            return None
        account = self._accounts.by_subject(claims["sub"])
        grant = self._grants.find(claims["origin_jti"])
        if account is None or grant is None:
            return None
        return AccessToken(account, self._client, grant, claims["exp"], self._get_now())

    def read_subject(self, token: str) -> str | None:
        """Return the subject of an id token, also an expired one; None if we did not sign it."""
        claims = self._read(token)
        return claims["sub"] if claims.get("token_use") == "id" else None

    def _make_common_claims(self, account: Account, grant: Grant, token_use: str) -> dict[str, Any]:
        now = self._get_now()
        claims: dict[str, Any] = {
            "iss": self._issuer,
            "sub": account.subject,
            "token_use": token_use,
            "auth_time": grant.authenticated_at,
            "iat": now,
            "exp": now + ACCESS_TOKEN_SECONDS,
            "jti": str(uuid4()),
            "origin_jti": grant.id,
        }
        if account.groups:
            claims["cognito:groups"] = list(account.groups)
        return claims

    def _sign(self, claims: dict[str, Any]) -> str:
        return jwt.encode({"alg": ALGORITHM, "kid": self._key.kid}, claims, self._key, [ALGORITHM])

    def _read(self, token: str) -> dict[str, Any]:
        try:
            return dict(jwt.decode(token, self.key_set, [ALGORITHM]).claims)
        except (JoseError, ValueError):
            return {}

    def _get_now(self) -> int:
        return int(self._clock().timestamp())
