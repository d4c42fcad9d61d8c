"""Caller of a route, as identified by the authorizer."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, Self, get_args

from portal.types import derive_id

StaffRole = Literal["admin", "support", "government"]
ROLES: tuple[StaffRole, ...] = get_args(StaffRole)
"""The widest first."""
StaffFault = Literal["unknownGroup", "noReach", "severalReaches"]
"""Reasons why the groups of a staff member grant no role."""

_PORTAL_WIDE = "*"  # no agency's id


def get_user_id(issuer: str, subject: str) -> str:
    """Return the portal's id of a person, derived from the identity provider's.

    Args:
        issuer: `iss` of the token.
        subject: `sub` of the token.

    Returns:
        See `derive_id`.
    """
    return derive_id(issuer, subject)


def get_session_id(issuer: str, subject: str, session: str) -> str:
    """Return the portal's id of a session of a person.

    Args:
        session: the provider's id of the sign-in; "" if unknown.

    Returns:
        See `derive_id`; "" where the provider does not say.
    """
    return derive_id(issuer, subject, session) if session else ""


@dataclass(frozen=True, slots=True)
class Principal:
    """The caller of a request."""

    user_id: str  # see `get_user_id`
    email: str  # address in lower case; empty if the identity provider gave none
    is_email_verified: bool  # true if the identity provider verified the address
    name: str  # the person's name at the identity provider; may be empty
    roles: frozenset[StaffRole]  # roles granted by the token's groups
    # Accepted version of the terms according to the authorizer, up to a minute old; empty for none.
    accepted_terms: str = ""
    session_id: str = ""  # see `get_session_id`
    signed_in_at: float = 0  # time of the sign-in, in seconds since 1970; 0 if unknown
    # True if the sign-in used more than a password, according to the identity provider.
    has_second_factor: bool = False
    staff_agency_id: str | None = None  # agency of a staff member; None for the portal's own support
    staff_fault: StaffFault | None = None  # reason why a staff member has no role; None for residents

    @property
    def staff_role(self) -> StaffRole | None:
        """Widest of the roles; None if not a staff member."""
        return next((role for role in ROLES if role in self.roles), None)


@dataclass(frozen=True, slots=True)
class TokenHolder:
    """A person who calls with a token that the portal issued for one purpose."""

    purpose: str
    user_id: str
    claims: Mapping[str, str]  # further claims of the token


@dataclass(frozen=True, slots=True)
class Caller:
    """Caller that an authorizer admitted: a person, an agency, the holder of a token, or nobody.

    An authorizer puts it into its answer, and the gateway passes it to the functions.
    """

    principal: Principal | None = None
    agency_id: str | None = None
    token_holder: TokenHolder | None = None
    # Earliest expiration of the caller's tokens, in seconds since 1970; 0 if unknown. The gateway may cache a
    # verdict longer.
    expires_at: float = 0

    @property
    def log_id(self) -> str | None:
        """Id of the caller in logs; None if not signed in."""
        if self.principal:
            return self.principal.user_id
        return self.token_holder.user_id if self.token_holder else self.agency_id

    def to_authorizer_context(self) -> dict[str, str]:
        """Return the `context` of an authorizer's answer, which may contain only flat values."""
        context = {"expiresAt": str(self.expires_at)}
        if self.agency_id:
            context["agencyId"] = self.agency_id
        # Not `userId`, because a token for one purpose must not open the person's other routes.
        if holder := self.token_holder:
            context |= {
                "tokenPurpose": holder.purpose,
                "tokenUserId": holder.user_id,
                "tokenClaims": json.dumps(dict(holder.claims)),
            }
        if person := self.principal:
            context |= {
                "userId": person.user_id,
                "email": person.email,
                "emailVerified": "true" if person.is_email_verified else "false",
                "name": person.name,
                "groups": ",".join(role for role in ROLES if role in person.roles),
                "acceptedTerms": person.accepted_terms,
                "sessionId": person.session_id,
                "signedInAt": str(person.signed_in_at),
                "secondFactor": "true" if person.has_second_factor else "false",
                "staffReach": (person.staff_agency_id or _PORTAL_WIDE) if person.roles else "",
                "staffFault": person.staff_fault or "",
            }
        return context

    @classmethod
    def from_request_context(cls, request_context: Mapping[str, Any]) -> Self:
        """Read the caller from an authorizer's context; nobody without an authorizer.

        Args:
            request_context: request context of a gateway's event, with values either directly under
                `authorizer` or under `authorizer.lambda`.
        """
        authorizer = request_context.get("authorizer") or {}
        context: Mapping[str, Any] = authorizer.get("lambda") or authorizer
        return cls(
            principal=_make_principal(context) if context.get("userId") else None,
            agency_id=context.get("agencyId") or None,
            token_holder=_make_token_holder(context) if context.get("tokenUserId") else None,
            expires_at=float(context.get("expiresAt") or 0),
        )


def _make_token_holder(context: Mapping[str, Any]) -> TokenHolder:
    return TokenHolder(context["tokenPurpose"], context["tokenUserId"], json.loads(context["tokenClaims"]))


def _make_principal(context: Mapping[str, Any]) -> Principal:
    # Without a reach there is no role, so that a missing value never means everybody's records.
    reach = context.get("staffReach", "")
    granted = str(context.get("groups", "")).split(",") if reach else []
    return Principal(
        user_id=context["userId"],
        email=context.get("email", ""),
        is_email_verified=context.get("emailVerified") == "true",
        name=context.get("name", ""),
        roles=frozenset(role for role in ROLES if role in granted),
        accepted_terms=context.get("acceptedTerms", ""),
        session_id=context.get("sessionId", ""),
        signed_in_at=float(context.get("signedInAt") or 0),
        has_second_factor=context.get("secondFactor") == "true",
        staff_agency_id=None if reach in ("", _PORTAL_WIDE) else reach,
        staff_fault=context.get("staffFault") or None,
    )
