"""The rules for the two tokens of a signed-in person. Knows no HTTP and no AWS."""

import re
from collections.abc import Callable

from functions.authorizer.shapes import Shape
from portal.principal import ROLES, Principal, session_id_of, user_id_of
from portal.text import has_unprintable_characters, tidy
from portal.tokens.refusal import Reason, RefusedError
from portal.tokens.verification import Claims, KeySource, TokenReader
from portal.values import MAX_EMAIL_CHARACTERS

MAXIMUM_NAME_CHARACTERS = 200

SECOND_FACTOR = "mfa"
"""The authentication method of a sign-in by more than one factor (RFC 8176, section 2)."""

_AGENCY_GROUP = re.compile(r"agency-([a-z][a-z0-9]*(?:-[a-z0-9]+)*)")


class TokenVerifier:
    """Verifies the access token and the id token of one call against one issuer."""

    def __init__(self, issuer: str, shape: Shape, keys: KeySource, now: Callable[[], float]) -> None:
        """`now` gives the time in seconds since 1970."""
        self._shape = shape
        self._tokens = TokenReader(issuer, keys, now, requires_not_before=shape.requires_not_before)

    def caller(self, access_token: str, id_token: str) -> tuple[Principal, float]:
        """Return whom the two tokens speak for, and when the first of them ends, in seconds since 1970.

        Raises RefusedError if either token fails a rule, or if they are not about the same person.
        """
        access = self._tokens.claims(access_token)
        self._shape.check_access_token(access)
        identity = self._tokens.claims(id_token)
        self._shape.check_id_token(identity)
        if (access["iss"], access["sub"]) != (identity["iss"], identity["sub"]):
            raise RefusedError(Reason.SUBJECT_MISMATCH)
        email = _email(self._shape.email(identity))
        issuer, subject = access["iss"], access["sub"]
        groups = _groups(access.get(self._shape.groups_claim))
        agencies = {match[1] for group in groups if (match := _AGENCY_GROUP.fullmatch(group))}
        # Whoever is of two agencies would see what one of them must not show the other: no staff at all.
        roles = frozenset(role for role in ROLES if role in groups) if len(agencies) <= 1 else frozenset()
        principal = Principal(
            user_id=user_id_of(issuer, subject),
            email=email,
            is_email_verified=bool(email) and _is_true(identity.get("email_verified")),
            name=_name(identity),
            roles=roles,
            session_id=session_id_of(issuer, subject, _session(self._shape.session(access, identity))),
            has_second_factor=SECOND_FACTOR in _methods(self._shape.authentication_methods(identity)),
            staff_agency_id=next(iter(agencies), None) if roles else None,
        )
        return principal, min(access["exp"], identity["exp"])


def _groups(claim: object) -> tuple[str, ...]:
    if claim is None:
        return ()
    if not isinstance(claim, list) or not all(isinstance(group, str) for group in claim):
        raise RefusedError(Reason.GROUPS)
    return tuple(claim)


def _session(claim: object) -> str:
    return str(claim) if isinstance(claim, str | int) and not isinstance(claim, bool) else ""


def _methods(claim: object) -> list[object]:
    """Read the methods of a sign-in, which a mapped attribute has as a text, with whatever between them."""
    if isinstance(claim, str):
        return list(re.findall(r"[A-Za-z0-9_]+", claim))
    return claim if isinstance(claim, list) else []


def _is_true(claim: object) -> bool:
    """Read a flag that providers write as a boolean or, when it was mapped from another provider, as text."""
    return claim is True or claim == "true"


def _email(claim: object) -> str:
    """Return a lower-case address, or "" for what is none: nobody needs an address to come in."""
    text = _text(claim)
    is_address = "@" in text and " " not in text and len(text) <= MAX_EMAIL_CHARACTERS
    return text.lower() if is_address else ""


def _name(claims: Claims) -> str:
    full_name = _text(claims.get("name"))
    parts = (_text(claims.get("given_name")), _text(claims.get("family_name")))
    return (full_name or " ".join(part for part in parts if part))[:MAXIMUM_NAME_CHARACTERS]


def _text(claim: object) -> str:
    """Return a claim's text on one line, or "" if it is no text or tries to steer how it is shown."""
    text = tidy(claim) if isinstance(claim, str) else ""
    return "" if has_unprintable_characters(text) else text
