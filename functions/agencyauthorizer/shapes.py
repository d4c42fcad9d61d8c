"""Identity providers' rules for machine tokens: subject and scopes."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from functions.agencyauthorizer.settings import AgencyAuthorizerSettings
from portal.tokens.refusal import RefusalReason, RefusedError
from portal.tokens.verification import Claims

# Claims about a signed-in person.
_PERSONAL = frozenset(
    {
        *("auth_time", "email", "emails", "family_name", "given_name", "name"),
        *("preferred_username", "unique_name", "upn"),
    }
)


class AgencyTokenShape(Protocol):
    """The rules of one provider. The claims passed in come from a token whose signature is verified."""

    requires_not_before: bool

    def list_scopes(self, claims: Claims) -> Sequence[str]:
        """Return the scopes of a machine's token.

        Raises RefusedError unless the claims are from an access token that a client requested for itself.
        """


@dataclass(frozen=True, slots=True)
class CognitoAgencyShape:
    """Tokens of an Amazon Cognito user pool for the grant `client_credentials`.

    Rules: the Cognito developer guide, "Understanding the access token" and "Scopes, M2M, and resource
    servers". Such a token has the client's id as `sub`; a person's has the person's, and a `username`.
    """

    requires_not_before = False

    portal_client_id: str

    def list_scopes(self, claims: Claims) -> Sequence[str]:
        if claims.get("token_use") != "access":
            raise RefusedError(RefusalReason.TOKEN_USE)
        client_id = claims.get("client_id")
        is_persons = "username" in claims or any(name.startswith("cognito:") for name in claims)
        if client_id == self.portal_client_id or client_id != claims["sub"] or is_persons:
            raise RefusedError(RefusalReason.CLIENT)
        return _split_scopes(claims.get("scope"))


@dataclass(frozen=True, slots=True)
class B2cAgencyShape:
    """Tokens of an Azure AD B2C tenant for the grant `client_credentials`.

    Rules: the Microsoft identity platform documentation, "Access token claims reference". The permissions of
    an application are in `roles`, in B2C in `scp`; `azp` names the application, and in version 1 `appid`.
    """

    requires_not_before = True

    portal_client_id: str

    def list_scopes(self, claims: Claims) -> Sequence[str]:
        if claims.get("aud") != self.portal_client_id:
            raise RefusedError(RefusalReason.AUDIENCE)
        client_id = claims["azp"] if "azp" in claims else claims.get("appid")
        _check_application(claims, client_id, self.portal_client_id)
        return [*_list_roles(claims), *(_split_scopes(claims["scp"]) if "scp" in claims else [])]


@dataclass(frozen=True, slots=True)
class EntraAgencyShape:
    """Tokens of a Microsoft Entra tenant, version 2.0, for the grant `client_credentials`.

    Rules: the Microsoft identity platform documentation, "Access token claims reference". The permissions of
    an application are in `roles`; a token of a person has scopes (`scp`) besides.
    """

    requires_not_before = True

    portal_client_id: str

    def list_scopes(self, claims: Claims) -> Sequence[str]:
        if claims.get("ver") != "2.0":
            raise RefusedError(RefusalReason.TOKEN_USE)
        if claims.get("aud") != self.portal_client_id:
            raise RefusedError(RefusalReason.AUDIENCE)
        if "scp" in claims:
            raise RefusedError(RefusalReason.CLIENT)
        _check_application(claims, claims.get("azp"), self.portal_client_id)
        return _list_roles(claims)


def get_shape(settings: AgencyAuthorizerSettings) -> AgencyTokenShape:
    """Return the shape that the settings name."""
    shapes: Mapping[str, Callable[[str], AgencyTokenShape]] = {
        "b2c": B2cAgencyShape,
        "entra": EntraAgencyShape,
    }
    return shapes.get(settings.source.shape, CognitoAgencyShape)(settings.source.audience)


def _check_application(claims: Claims, client_id: object, portal_client_id: str) -> None:
    """Raise RefusedError unless an application other than the portal requested the token for itself."""
    if (
        not isinstance(client_id, str)
        or not client_id
        or client_id == portal_client_id
        or claims.get("idtyp", "app") != "app"
        or not _PERSONAL.isdisjoint(claims)
    ):
        raise RefusedError(RefusalReason.CLIENT)


def _list_roles(claims: Claims) -> list[str]:
    roles = claims.get("roles", [])
    if not isinstance(roles, list) or not all(isinstance(role, str) for role in roles):
        raise RefusedError(RefusalReason.SCOPE)
    return roles


def _split_scopes(scope: object) -> list[str]:
    """Return the scopes of a claim (RFC 6749, section 3.3)."""
    if not isinstance(scope, str):
        raise RefusedError(RefusalReason.SCOPE)
    return scope.split(" ")
