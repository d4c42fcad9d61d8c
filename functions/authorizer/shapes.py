"""Differences between identity providers' tokens: audience and claims."""

from dataclasses import dataclass
from typing import Protocol

from functions.authorizer.settings import AuthorizerSettings
from portal.tokens.refusal import RefusalReason, RefusedError
from portal.tokens.verification import Claims

_MFA = "mfa"
"""The authentication method of a sign-in by more than one factor (RFC 8176, section 2)."""


class TokenShape(Protocol):
    """The rules of one provider. The claims passed in come from a token whose signature is verified."""

    requires_not_before: bool
    groups_claim: str
    has_provider_groups: bool
    """True if the provider makes groups by itself, with the last part of `iss` and `_` before their names."""
    second_factor: str
    """Name among `list_methods` of a sign-in by more than one factor."""

    def check_access_token(self, claims: Claims) -> None:
        """Raise RefusedError unless the claims are those of an access token for this portal."""

    def check_id_token(self, claims: Claims) -> None:
        """Raise RefusedError unless the claims are those of an id token for this portal."""

    def get_email(self, claims: Claims) -> object:
        """Return the raw email claim of an id token, or None."""

    def sign_in(self, claims: Claims) -> object:
        """Return the claim that all tokens of one sign-in share, and no others, or None."""

    def get_session(self, identity: Claims) -> object:
        """Return the claim of an id token that is constant during a sign-in, or None."""

    def list_methods(self, identity: Claims) -> object:
        """Return the claim of an id token that says how the person signed in, or None."""


@dataclass(frozen=True, slots=True)
class CognitoShape:
    """Tokens of an Amazon Cognito user pool.

    Rules: the Cognito developer guide, "Verifying JSON web tokens". An access token names the app client in
    `client_id`, an id token in `aud`; `token_use` tells the two apart; neither carries `nbf`.
    """

    requires_not_before = False
    groups_claim = "cognito:groups"
    # For people of another provider, "[user pool ID]_[IdP name]" (the guide, "Adding groups to a user pool").
    has_provider_groups = True
    second_factor = _MFA

    audience: str

    def check_access_token(self, claims: Claims) -> None:
        self._check_use(claims, "access")
        _require_equal(claims.get("client_id"), self.audience, RefusalReason.AUDIENCE)

    def check_id_token(self, claims: Claims) -> None:
        self._check_use(claims, "id")
        _require_equal(claims.get("aud"), self.audience, RefusalReason.AUDIENCE)

    def get_email(self, claims: Claims) -> object:
        return claims.get("email")

    def sign_in(self, claims: Claims) -> object:
        """Implement `TokenShape`: the id of the refresh token. A client without token revocation has none."""
        return claims.get("origin_jti")

    def get_session(self, identity: Claims) -> object:
        return self.sign_in(identity)

    def list_methods(self, identity: Claims) -> object:
        """Implement `TokenShape`: `custom:amr`, because Cognito reserves `amr`.

        `functions.signintokens` adds it; in another pool it may be the mapped attribute of a federated
        provider, which no client may write (docs/deploy.md).
        """
        return identity.get("custom:amr")

    @staticmethod
    def _check_use(claims: Claims, use: str) -> None:
        _require_equal(claims.get("token_use"), use, RefusalReason.TOKEN_USE)


class B2cShape:
    """Tokens of an Azure AD B2C tenant.

    Rules: the B2C documentation, "Overview of tokens". Both tokens name the portal in `aud` and the policy
    that issued them in `tfp`, or in `acr` where the policy predates it. Only an access token carries the
    granted scopes (`scp`) and the requesting client (`azp`), which tells the two apart.
    """

    requires_not_before = True
    groups_claim = "groups"
    has_provider_groups = False
    second_factor = _MFA

    def __init__(self, audience: str, policies: frozenset[str]) -> None:
        self._audience = audience
        # Policy names are case-insensitive in B2C, and `acr` holds them in lower case.
        self._policies = frozenset(policy.lower() for policy in policies)

    def check_access_token(self, claims: Claims) -> None:
        scopes = claims.get("scp")
        if not isinstance(scopes, str) or not scopes:
            raise RefusedError(RefusalReason.TOKEN_USE)
        _require_equal(claims.get("azp"), self._audience, RefusalReason.AUDIENCE)
        self._check_audience_and_policy(claims)

    def check_id_token(self, claims: Claims) -> None:
        if "scp" in claims or "azp" in claims:
            raise RefusedError(RefusalReason.TOKEN_USE)
        self._check_audience_and_policy(claims)

    def get_email(self, claims: Claims) -> object:
        """Implement `TokenShape`. User flows give a list in `emails`, custom policies usually `email`."""
        emails = claims.get("emails")
        return emails[0] if isinstance(emails, list) and emails else claims.get("email")

    def sign_in(self, claims: Claims) -> object:
        """Implement `TokenShape`: `sid`, which the policy must add to both tokens."""
        return claims.get("sid")

    def get_session(self, identity: Claims) -> object:
        """Implement `TokenShape`: `sid`, or the time of the sign-in."""
        return identity.get("sid", identity.get("auth_time"))

    def list_methods(self, identity: Claims) -> object:
        """Implement `TokenShape`: `amr`, which the policy must add."""
        return identity.get("amr")

    def _check_audience_and_policy(self, claims: Claims) -> None:
        _require_equal(claims.get("aud"), self._audience, RefusalReason.AUDIENCE)
        policy = claims["tfp"] if "tfp" in claims else claims.get("acr")
        if not isinstance(policy, str) or policy.lower() not in self._policies:
            raise RefusedError(RefusalReason.POLICY)


class EntraShape:
    """Tokens of a Microsoft Entra tenant, version 2.0, such as an external tenant (External ID).

    Rules: the Microsoft identity platform documentation, "Access token claims reference", "ID token claims
    reference" and "Developer guide to Conditional Access authentication context". Only an access token of a
    person carries scopes (`scp`), and only an access token the requesting client (`azp`). The portal is both
    client and audience, so that both tokens have the same `sub`, which differs by audience.
    """

    requires_not_before = True
    groups_claim = "roles"
    has_provider_groups = False

    def __init__(self, audience: str, context: str) -> None:
        """`context` is the authentication context that requires a second factor of everybody."""
        self._audience = audience
        self.second_factor = context

    def check_access_token(self, claims: Claims) -> None:
        scopes = claims.get("scp")
        if not isinstance(scopes, str) or not scopes:
            raise RefusedError(RefusalReason.TOKEN_USE)
        _require_equal(claims.get("azp"), self._audience, RefusalReason.AUDIENCE)
        self._check_audience_and_version(claims)

    def check_id_token(self, claims: Claims) -> None:
        if "scp" in claims or "azp" in claims:
            raise RefusedError(RefusalReason.TOKEN_USE)
        self._check_audience_and_version(claims)

    def get_email(self, claims: Claims) -> object:
        return claims.get("email")

    def sign_in(self, claims: Claims) -> object:
        """Implement `TokenShape`: `sid`, an optional claim of both tokens."""
        return claims.get("sid")

    def get_session(self, identity: Claims) -> object:
        return self.sign_in(identity)

    def list_methods(self, identity: Claims) -> object:
        """Implement `TokenShape`: the satisfied authentication contexts, for want of `amr`."""
        return identity.get("acrs")

    def _check_audience_and_version(self, claims: Claims) -> None:
        _require_equal(claims.get("aud"), self._audience, RefusalReason.AUDIENCE)
        _require_equal(claims.get("ver"), "2.0", RefusalReason.TOKEN_USE)


def get_shape(settings: AuthorizerSettings) -> TokenShape:
    """Return the shape that the settings name."""
    audience = settings.source.audience
    match settings.source.shape:
        case "b2c":
            return B2cShape(audience, settings.policies)
        case "entra":
            return EntraShape(audience, settings.context)
        case _:
            return CognitoShape(audience)


def _require_equal(actual: object, expected: str, reason: RefusalReason) -> None:
    if actual != expected:
        raise RefusedError(reason)
