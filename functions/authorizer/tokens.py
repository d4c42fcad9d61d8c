"""The rules a token must pass. Knows no HTTP and no AWS; the keys and the clock are passed in."""

import json
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from jose import jws
from jose.backends.base import Key
from jose.exceptions import JWSError

from functions.authorizer.keys import ALGORITHM
from functions.authorizer.refusal import Reason, RefusedError
from functions.authorizer.shapes import Claims, Shape
from portal.text import has_unprintable_characters, tidy

MAXIMUM_TOKEN_CHARACTERS = 8 * 1024
CLOCK_SKEW_SECONDS = 30
MAXIMUM_SUBJECT_CHARACTERS = 255  # OpenID Connect Core 1.0, section 2
LATEST_TIME = 253_402_300_799  # the last second of the year 9999
MAXIMUM_NAME_CHARACTERS = 200
MAXIMUM_EMAIL_CHARACTERS = 254  # RFC 5321, section 4.5.3.1.3, without the angle brackets

# An allow-list refuses crit, jku, jwk, x5u, x5c and zip, and whatever a later standard adds to them.
_HEADER_PARAMETERS = frozenset({"alg", "kid", "typ"})
_COMPACT_FORM = re.compile(r"([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)")


class KeySource(Protocol):
    """Where verification keys come from."""

    def key(self, key_id: str) -> Key | None:
        """Return the RSA public key with this id, or None if the issuer has none."""


@dataclass(frozen=True, slots=True)
class Caller:
    """Who a verified pair of tokens speaks for."""

    issuer: str
    subject: str
    groups: tuple[str, ...]
    email: str
    is_email_verified: bool
    name: str


class TokenVerifier:
    """Verifies the access token and the id token of one call against one issuer."""

    def __init__(self, issuer: str, shape: Shape, keys: KeySource, now: Callable[[], float]) -> None:
        """`now` gives the time in seconds since 1970."""
        self._issuer = issuer
        self._shape = shape
        self._keys = keys
        self._now = now

    def caller(self, access_token: str, id_token: str) -> Caller:
        """Return whom the two tokens speak for.

        Raises RefusedError if either token fails a rule, or if they are not about the same person.
        """
        access = self._verified_claims(access_token)
        self._shape.check_access_token(access)
        identity = self._verified_claims(id_token)
        self._shape.check_id_token(identity)
        if (access["iss"], access["sub"]) != (identity["iss"], identity["sub"]):
            raise RefusedError(Reason.SUBJECT_MISMATCH)
        email = _email(self._shape.email(identity))
        return Caller(
            issuer=access["iss"],
            subject=access["sub"],
            groups=_groups(access.get(self._shape.groups_claim)),
            email=email,
            is_email_verified=bool(email) and _is_true(identity.get("email_verified")),
            name=_name(identity),
        )

    def _verified_claims(self, token: str) -> Claims:
        key_id = _key_id_of(token)
        key = self._keys.key(key_id)
        if key is None:
            raise RefusedError(Reason.UNKNOWN_KEY)
        try:
            payload = jws.verify(token, key, [ALGORITHM])
        except JWSError:
            raise RefusedError(Reason.SIGNATURE) from None
        claims = _json_object(payload)
        self._check_common_claims(claims)
        return claims

    def _check_common_claims(self, claims: Claims) -> None:
        if claims.get("iss") != self._issuer:
            raise RefusedError(Reason.ISSUER)
        subject = claims.get("sub")
        if (
            not isinstance(subject, str)
            or not 0 < len(subject) <= MAXIMUM_SUBJECT_CHARACTERS
            or not subject.isascii()
            or not subject.isprintable()
        ):
            raise RefusedError(Reason.SUBJECT)
        now = self._now()
        issued_at = _time(claims, "iat", Reason.ISSUED_AT)
        expires_at = _time(claims, "exp", Reason.EXPIRY)
        if expires_at <= now:
            raise RefusedError(Reason.EXPIRED)
        if issued_at > now + CLOCK_SKEW_SECONDS:
            raise RefusedError(Reason.ISSUED_AT)
        if "nbf" in claims or self._shape.requires_not_before:
            not_before = _time(claims, "nbf", Reason.NOT_BEFORE)
            if not_before > now + CLOCK_SKEW_SECONDS:
                raise RefusedError(Reason.NOT_YET_VALID)


def _key_id_of(token: str) -> str:
    """Return the key id that the token's header names, if its form and header are acceptable."""
    if len(token) > MAXIMUM_TOKEN_CHARACTERS:
        raise RefusedError(Reason.TOO_LARGE)
    parts = _COMPACT_FORM.fullmatch(token)
    if not parts:
        raise RefusedError(Reason.MALFORMED)
    header, *_ = [_decoded(part) for part in parts.groups()]
    parameters = _json_object(header)
    if parameters.get("alg") != ALGORITHM:
        raise RefusedError(Reason.ALGORITHM)
    if not parameters.keys() <= _HEADER_PARAMETERS or parameters.get("typ", "JWT") != "JWT":
        raise RefusedError(Reason.HEADER)
    key_id = parameters.get("kid")
    if not isinstance(key_id, str) or not key_id:
        raise RefusedError(Reason.KEY_ID)
    return key_id


def _decoded(part: str) -> bytes:
    """Decode base64url, refusing any but the one canonical spelling, so that a token has no variants."""
    if len(part) % 4 == 1:
        raise RefusedError(Reason.MALFORMED)
    decoded = urlsafe_b64decode(part + "=" * (-len(part) % 4))
    if urlsafe_b64encode(decoded).rstrip(b"=").decode() != part:
        raise RefusedError(Reason.MALFORMED)
    return decoded


def _json_object(text: bytes) -> Mapping[str, Any]:
    try:
        value = json.loads(text.decode("utf-8"), object_pairs_hook=_without_duplicates)
    except (ValueError, RecursionError):
        raise RefusedError(Reason.MALFORMED) from None
    if not isinstance(value, dict):
        raise RefusedError(Reason.MALFORMED)
    return value


def _without_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Build an object, refusing a name that occurs twice: two readers could pick different values."""
    members = dict(pairs)
    if len(members) != len(pairs):
        raise RefusedError(Reason.MALFORMED)
    return members


def _time(claims: Claims, name: str, reason: Reason) -> float:
    """Return a NumericDate claim. `true` is an int to Python, and json.loads reads NaN and Infinity."""
    value = claims.get(name)
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value <= LATEST_TIME:
        raise RefusedError(reason)
    return value


def _groups(claim: object) -> tuple[str, ...]:
    if claim is None:
        return ()
    if not isinstance(claim, list) or not all(isinstance(group, str) for group in claim):
        raise RefusedError(Reason.GROUPS)
    return tuple(claim)


def _is_true(claim: object) -> bool:
    """Read a flag that providers write as a boolean or, when it was mapped from another provider, as text."""
    return claim is True or claim == "true"


def _email(claim: object) -> str:
    """Return a lower-case address, or "" for what is none: nobody needs an address to come in."""
    text = _text(claim)
    is_address = "@" in text and " " not in text and len(text) <= MAXIMUM_EMAIL_CHARACTERS
    return text.lower() if is_address else ""


def _name(claims: Claims) -> str:
    full_name = _text(claims.get("name"))
    parts = (_text(claims.get("given_name")), _text(claims.get("family_name")))
    return (full_name or " ".join(part for part in parts if part))[:MAXIMUM_NAME_CHARACTERS]


def _text(claim: object) -> str:
    """Return a claim's text on one line, or "" if it is no text or tries to steer how it is shown."""
    text = tidy(claim) if isinstance(claim, str) else ""
    return "" if has_unprintable_characters(text) else text
