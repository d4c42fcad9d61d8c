"""Who is calling: the identity that the authorizer proved."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from portal.types import derived_id

ROLES = ("support", "admin", "government")


def user_id_of(issuer: str, subject: str) -> str:
    """The portal's id of a person, derived from who the identity provider says they are.

    Args:
        issuer: the token's `iss`.
        subject: the token's `sub`.

    Returns:
        See `derived_id`.
    """
    return derived_id(issuer, subject)


def session_id_of(issuer: str, subject: str, session: str) -> str:
    """The portal's id of one sign-in of a person.

    Args:
        session: what the provider's tokens of that sign-in have in common; "" where it does not say.

    Returns:
        See `derived_id`; "" where the provider does not say.
    """
    return derived_id(issuer, subject, session) if session else ""


@dataclass(frozen=True, slots=True)
class Principal:
    """The caller of a request.

    Attributes:
        user_id: see `user_id_of`.
        email: lower case, empty when the identity provider gave none.
        is_email_verified: whether the identity provider vouches for the address.
        name: as the identity provider knows the person; may be empty.
        roles: those of `ROLES` that the token's groups grant.
        accepted_terms: the version of the terms that the person had accepted when the authorizer looked,
            which may be a minute ago; empty for none.
        session_id: see `session_id_of`.
    """

    user_id: str
    email: str
    is_email_verified: bool
    name: str
    roles: frozenset[str]
    accepted_terms: str = ""
    session_id: str = ""


def principal_of(request_context: Mapping[str, Any]) -> Principal | None:
    """Read the authorizer's findings from a gateway event.

    Gateways put them either directly under `authorizer` or under `authorizer.lambda`.

    Args:
        request_context: the event's `requestContext`.

    Returns:
        The caller, or None when no authorizer let the request through.
    """
    context = _authorizer_context(request_context)
    user_id = context.get("userId")
    if not user_id:
        return None
    granted = str(context.get("groups", "")).split(",")
    return Principal(
        user_id=user_id,
        email=context.get("email", ""),
        is_email_verified=context.get("emailVerified") == "true",
        name=context.get("name", ""),
        roles=frozenset(role for role in ROLES if role in granted),
        accepted_terms=context.get("acceptedTerms", ""),
        session_id=context.get("sessionId", ""),
    )


def agency_of(request_context: Mapping[str, Any]) -> str | None:
    """Read from a gateway event which agency calls.

    Args:
        request_context: the event's `requestContext`.

    Returns:
        The agency's id, or None when a person or nobody calls.
    """
    return _authorizer_context(request_context).get("agencyId") or None


def token_expiry_of(request_context: Mapping[str, Any]) -> float:
    """Read from a gateway event until when the caller's tokens are good; the gateway keeps a verdict longer.

    Args:
        request_context: the event's `requestContext`.

    Returns:
        Seconds since 1970; 0 where the authorizer said nothing of it.
    """
    return float(_authorizer_context(request_context).get("expiresAt") or 0)


def _authorizer_context(request_context: Mapping[str, Any]) -> Mapping[str, Any]:
    authorizer = request_context.get("authorizer") or {}
    context: Mapping[str, Any] = authorizer.get("lambda") or authorizer
    return context
