"""Verification of a signed-in person's two tokens, without HTTP and AWS."""

import json
import re
from collections.abc import Callable

from functions.authorizer.groups import get_staff_rights
from functions.authorizer.shapes import TokenShape
from portal.principal import Principal, get_session_id, get_user_id
from portal.text import has_unprintable_characters, tidy
from portal.tokens.refusal import RefusalReason, RefusedError
from portal.tokens.verification import Claims, KeySource, TokenReader
from portal.values import MAX_EMAIL_CHARACTERS

MAX_NAME_CHARACTERS = 200


class TokenVerifier:
    """Verifies the access token and the id token of one call against one issuer."""

    def __init__(self, issuer: str, shape: TokenShape, keys: KeySource, now: Callable[[], float]) -> None:
        """`now` gives the time in seconds since 1970."""
        self._shape = shape
        self._tokens = TokenReader(issuer, keys, now, requires_not_before=shape.requires_not_before)

    def verify_caller(self, access_token: str, id_token: str) -> tuple[Principal, float]:
        """Return the caller of two tokens, and the earlier expiry in seconds since 1970.

        Raises RefusedError if a token fails a rule, or if they differ in person or sign-in.
        """
        access = self._tokens.get_claims(access_token)
        self._shape.check_access_token(access)
        identity = self._tokens.get_claims(id_token)
        self._shape.check_id_token(identity)
        if (access["iss"], access["sub"]) != (identity["iss"], identity["sub"]):
            raise RefusedError(RefusalReason.SUBJECT_MISMATCH)
        sign_in = _parse_id(self._shape.sign_in(access))
        if sign_in != _parse_id(self._shape.sign_in(identity)):
            raise RefusedError(RefusalReason.SIGN_IN_MISMATCH)
        email = _parse_email(self._shape.get_email(identity))
        issuer, subject = access["iss"], access["sub"]
        groups = _parse_groups(access.get(self._shape.groups_claim))
        prefix = issuer.rpartition("/")[2] + "_" if self._shape.has_provider_groups else ""
        rights = get_staff_rights(groups, prefix)
        principal = Principal(
            user_id=get_user_id(issuer, subject),
            email=email,
            is_email_verified=bool(email) and _is_true(identity.get("email_verified")),
            name=_parse_name(identity),
            roles=rights.roles,
            session_id=get_session_id(issuer, subject, _parse_id(self._shape.get_session(identity))),
            signed_in_at=min(_get_sign_in_time(access), _get_sign_in_time(identity)),
            # Tokens without a sign-in id may come from two sign-ins with different methods.
            has_second_factor=bool(sign_in)
            and self._shape.second_factor in _parse_methods(self._shape.list_methods(identity)),
            staff_agency_id=rights.agency_id,
            staff_fault=rights.fault,
        )
        return principal, min(access["exp"], identity["exp"])


def _parse_groups(claim: object) -> tuple[str, ...]:
    if claim is None:
        return ()
    if not isinstance(claim, list) or not all(isinstance(group, str) for group in claim):
        raise RefusedError(RefusalReason.GROUPS)
    return tuple(claim)


def _parse_id(claim: object) -> str:
    return str(claim) if isinstance(claim, str | int) and not isinstance(claim, bool) else ""


def _get_sign_in_time(claims: Claims) -> float:
    """Return the time of the sign-in in seconds since 1970, or that of the token where it is unknown.

    A renewed token has a new `iat`, and keeps `auth_time`.
    """
    claim = claims.get("auth_time")
    if isinstance(claim, bool) or not isinstance(claim, int | float):
        claim = claims["iat"]
    return float(claim)


def _parse_methods(claim: object) -> list[object]:
    """Parse the methods of a sign-in, which a mapped attribute holds as JSON or plain names."""
    methods: object = claim
    if isinstance(claim, str):
        try:
            methods = json.loads(claim)
        except (ValueError, RecursionError):
            methods = re.split(r"[\s,]+", claim.removeprefix("[").removesuffix("]"))
    return methods if isinstance(methods, list) else []


def _is_true(claim: object) -> bool:
    """Parse a flag: a boolean, or a text if mapped from another provider."""
    return claim is True or claim == "true"


def _parse_email(claim: object) -> str:
    """Return a lower-case address, or "" if invalid: nobody needs an address to sign in."""
    text = _parse_text(claim)
    is_address = "@" in text and " " not in text and len(text) <= MAX_EMAIL_CHARACTERS
    return text.lower() if is_address else ""


def _parse_name(claims: Claims) -> str:
    full_name = _parse_text(claims.get("name"))
    parts = (_parse_text(claims.get("given_name")), _parse_text(claims.get("family_name")))
    return (full_name or " ".join(part for part in parts if part))[:MAX_NAME_CHARACTERS]


def _parse_text(claim: object) -> str:
    """Return a claim's text on one line, or "" if it is not text or has control characters."""
    text = tidy(claim) if isinstance(claim, str) else ""
    return "" if has_unprintable_characters(text) else text
