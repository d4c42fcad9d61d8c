"""Signed tokens in the shape of Cognito's, the grants they come from, and the key that signs them."""

import secrets
from dataclasses import asdict, dataclass
from functools import cache
from typing import Any, Final
from uuid import uuid4

from joserfc import jwt
from joserfc.jwk import KeySet, RSAKey

from infrastructure.sandbox.identity_provider.accounts import Account
from infrastructure.sandbox.identity_provider.settings import ProviderSettings
from infrastructure.sandbox.identity_provider.store import Store

SECOND_FACTOR_ACR: Final = "http://schemas.openid.net/pape/policies/2007/06/multi-factor"
"""The `acr_values` that ask for it, and the `acr` of who gave it (OpenID PAPE 1.0, section 4)."""

ALGORITHM = "RS256"
ACCESS_TOKEN_SECONDS = 15 * 60
AGENCY_TOKEN_SECONDS = 60 * 60  # Cognito's default
_GRANT_SECONDS = 12 * 60 * 60


@dataclass(frozen=True)
class Grant:
    """A sign-in at the portal. Its id is the `origin_jti` of every token that comes from it."""

    id: str
    subject: str
    scope: str
    session_id: str
    authenticated_at: int
    has_second_factor: bool


@cache
def _import_key(pem: str) -> RSAKey:
    # The primality check takes most of the startup time of a provider.
    key = RSAKey.import_key(pem)
    return RSAKey.import_key(pem, {"kid": key.thumbprint(), "use": "sig", "alg": ALGORITHM})


def list_claims(account: Account, scope: str) -> dict[str, Any]:
    """Return the claims about a person that a scope opens."""
    names = {"name": account.name, "given_name": account.given_name, "family_name": account.family_name}
    email = {"email": account.email, "email_verified": True}
    return {
        "sub": account.subject,
        **(email if "email" in scope.split() else {}),
        **(names if "profile" in scope.split() else {}),
    }


class Tokens:
    """Makes tokens."""

    def __init__(self, settings: ProviderSettings, store: Store) -> None:
        self._settings = settings
        self._store = store
        kept = store.find("key", "signing")
        pem = kept["pem"] if kept else RSAKey.generate_key(2048).as_pem(private=True).decode()
        # The key stays the same, so that tokens survive a restart.
        store.add("key", "signing", {"pem": pem})
        self._key = _import_key(pem)

    def get_public_keys(self) -> dict[str, Any]:
        return dict(KeySet([self._key]).as_dict(private=False))

    def open_grant(self, account: Account, scope: str, session_id: str, at: int, *, is_strong: bool) -> Grant:
        """Begin a grant, which ends with its session or after 12 hours; a strong one has a second factor."""
        grant = Grant(str(uuid4()), account.subject, scope, session_id, at, is_strong)
        self._store.put("grant", grant.id, asdict(grant), _GRANT_SECONDS)
        return grant

    def find_grant(self, grant_id: str) -> Grant | None:
        """Return a grant that has not ended, or None."""
        item = self._store.find("grant", grant_id)
        return Grant(**item) if item else None

    def issue_for_program(self, account: Account, *, of_latest: bool = False) -> dict[str, str]:
        """Return tokens for a program on this machine; those of staff have a second factor.

        Args:
            of_latest: of the person's latest sign-in, in a browser or for a program, if it has not ended.
        """
        grants = self._store.list_items("grant", "subject", account.subject) if of_latest else []
        if grants:
            return self.issue(account, Grant(**grants[-1]))
        scope, is_staff = "openid email profile", bool(account.groups)
        return self.issue(account, self.open_grant(account, scope, "", self._get_now(), is_strong=is_staff))

    def issue(self, account: Account, grant: Grant, nonce: str = "") -> dict[str, str]:
        """Return `access_token` and `id_token` of a person."""
        client_id = self._settings.client_id
        common = {
            "sub": account.subject,
            "auth_time": grant.authenticated_at,
            "origin_jti": grant.id,
            **({"cognito:groups": account.groups} if account.groups else {}),
        }
        access = {"client_id": client_id, "scope": grant.scope, "username": account.subject, "version": 2}
        id_claims = {
            **list_claims(account, grant.scope),
            "aud": client_id,
            "cognito:username": account.subject,
            # RFC 8176, section 2: `mfa` says that there was more than one, the others which.
            "custom:amr": ["pwd", "otp", "mfa"] if grant.has_second_factor else ["pwd"],
            **({"acr": SECOND_FACTOR_ACR} if grant.has_second_factor else {}),
            **({"nonce": nonce} if nonce else {}),
        }
        return {
            "access_token": self._sign("access", ACCESS_TOKEN_SECONDS, common | access),
            "id_token": self._sign("id", ACCESS_TOKEN_SECONDS, common | id_claims),
        }

    def issue_refresh_token(self, grant: Grant) -> str:
        """Return a token that can be used once, for as long as the grant."""
        token = secrets.token_urlsafe(48)
        self._store.put("refresh token", token, {"grant_id": grant.id}, _GRANT_SECONDS)
        return token

    def issue_for_agency(self, client_id: str, scope: str) -> str:
        """Return an access token of an agency's client, with the claims of Cognito's for machines."""
        claims = {"sub": client_id, "client_id": client_id, "scope": scope, "version": 2}
        return self._sign("access", AGENCY_TOKEN_SECONDS, claims | {"auth_time": self._get_now()})

    def _sign(self, token_use: str, seconds: int, claims: dict[str, Any]) -> str:
        now = self._get_now()
        claims |= {"iss": self._settings.issuer, "token_use": token_use, "jti": str(uuid4())}
        claims |= {"iat": now, "exp": now + seconds}
        return jwt.encode({"alg": ALGORITHM, "kid": self._key.kid}, claims, self._key, [ALGORITHM])

    def _get_now(self) -> int:
        return int(self._settings.clock().timestamp())
