"""Verification rules for tokens, independent of HTTP and AWS."""

import json
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Mapping
from typing import Any, Protocol

from jose import jws
from jose.backends.base import Key
from jose.exceptions import JWSError

from portal.tokens.keys import ALGORITHM
from portal.tokens.refusal import RefusalReason, RefusedError

MAX_TOKEN_CHARACTERS = 8 * 1024
CLOCK_SKEW_SECONDS = 60
MAX_SUBJECT_CHARACTERS = 255  # OpenID Connect Core 1.0, section 2
LATEST_TIME = 253_402_300_799  # the last second of the year 9999

# An allow-list also refuses crit, jku, jwk, x5u, x5c, zip, and additions of later standards.
_HEADER_PARAMETERS = frozenset({"alg", "kid", "typ"})
_COMPACT_FORM = re.compile(r"([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)")

Claims = Mapping[str, Any]


class KeySource(Protocol):
    """Source of verification keys."""

    def get_key(self, key_id: str) -> Key | None:
        """Return the RSA public key with this id, or None if the issuer has none."""


class TokenReader:
    """Reads the claims of an issuer's tokens, if they are signed, current, and well-formed."""

    def __init__(
        self, issuer: str, keys: KeySource, now: Callable[[], float], *, requires_not_before: bool
    ) -> None:
        """`now` gives the time in seconds since 1970; `requires_not_before` requires `nbf` in every token."""
        self._issuer = issuer
        self._keys = keys
        self._now = now
        self._requires_not_before = requires_not_before

    def get_claims(self, token: str) -> Claims:
        """Return the claims of a token.

        Raises RefusedError if the token fails a rule, and KeysUnavailableError.
        """
        key = self._keys.get_key(_get_key_id(token))
        if key is None:
            raise RefusedError(RefusalReason.UNKNOWN_KEY)
        try:
            payload = jws.verify(token, key, [ALGORITHM])
        except JWSError:
            raise RefusedError(RefusalReason.SIGNATURE) from None
        claims = _parse_object(payload)
        self._check(claims)
        return claims

    def _check(self, claims: Claims) -> None:
        if claims.get("iss") != self._issuer:
            raise RefusedError(RefusalReason.ISSUER)
        subject = claims.get("sub")
        if (
            not isinstance(subject, str)
            or not 0 < len(subject) <= MAX_SUBJECT_CHARACTERS
            or not subject.isascii()
            or not subject.isprintable()
        ):
            raise RefusedError(RefusalReason.SUBJECT)
        now = self._now()
        issued_at = parse_time(claims, "iat", RefusalReason.ISSUED_AT)
        expires_at = parse_time(claims, "exp", RefusalReason.EXPIRY)
        if expires_at <= now:
            raise RefusedError(RefusalReason.EXPIRED)
        if issued_at > now + CLOCK_SKEW_SECONDS:
            raise RefusedError(RefusalReason.ISSUED_AT)
        if "nbf" in claims or self._requires_not_before:
            not_before = parse_time(claims, "nbf", RefusalReason.NOT_BEFORE)
            if not_before > now + CLOCK_SKEW_SECONDS:
                raise RefusedError(RefusalReason.NOT_YET_VALID)


def parse_parts(token: str) -> tuple[bytes, ...]:
    """Return the decoded header, payload, and signature of a token in canonical form.

    A token has one spelling only. Otherwise each spelling would count apart in rates and caches.

    Raises RefusedError if the token is too large or in another form.
    """
    if len(token) > MAX_TOKEN_CHARACTERS:
        raise RefusedError(RefusalReason.TOO_LARGE)
    parts = _COMPACT_FORM.fullmatch(token)
    if not parts:
        raise RefusedError(RefusalReason.MALFORMED)
    return tuple(_decode(part) for part in parts.groups())


def parse_time(claims: Claims, name: str, reason: RefusalReason) -> float:
    """Return a NumericDate claim in seconds since 1970; raises RefusedError if it is missing or malformed."""
    value = claims.get(name)
    # `true` is an int to Python, and json.loads reads NaN and Infinity.
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value <= LATEST_TIME:
        raise RefusedError(reason)
    return value


def _get_key_id(token: str) -> str:
    """Return the key id in the token's header, if the token's form and header are valid."""
    header, *_ = parse_parts(token)
    parameters = _parse_object(header)
    if parameters.get("alg") != ALGORITHM:
        raise RefusedError(RefusalReason.ALGORITHM)
    if not parameters.keys() <= _HEADER_PARAMETERS or parameters.get("typ", "JWT") != "JWT":
        raise RefusedError(RefusalReason.HEADER)
    key_id = parameters.get("kid")
    if not isinstance(key_id, str) or not key_id:
        raise RefusedError(RefusalReason.KEY_ID)
    return key_id


def _decode(part: str) -> bytes:
    """Decode canonical base64url; other encodings are refused."""
    if len(part) % 4 == 1:
        raise RefusedError(RefusalReason.MALFORMED)
    decoded = urlsafe_b64decode(part + "=" * (-len(part) % 4))
    if urlsafe_b64encode(decoded).rstrip(b"=").decode() != part:
        raise RefusedError(RefusalReason.MALFORMED)
    return decoded


def _parse_object(text: bytes) -> Mapping[str, Any]:
    try:
        value = json.loads(text.decode("utf-8"), object_pairs_hook=_refuse_duplicates)
    except (ValueError, RecursionError):
        raise RefusedError(RefusalReason.MALFORMED) from None
    if not isinstance(value, dict):
        raise RefusedError(RefusalReason.MALFORMED)
    return value


def _refuse_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Build an object; duplicate names are refused, because readers could pick different values."""
    members = dict(pairs)
    if len(members) != len(pairs):
        raise RefusedError(RefusalReason.MALFORMED)
    return members
