"""Cache of the issuer's public keys, which survives outages of the issuer."""

import json
import time
from collections.abc import Callable
from contextlib import closing
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from urllib.parse import urlsplit, urlunsplit

from jose import jwk
from jose.backends.base import Key
from jose.exceptions import JOSEError

ALGORITHM = "RS256"
MIN_KEY_BITS = 2048  # RFC 7518, section 3.3

MAX_DOCUMENT_BYTES = 128 * 1024
SOCKET_TIMEOUT_SECONDS = 2.0
FETCH_DEADLINE_SECONDS = 4.0

COOL_DOWN_SECONDS = 30.0
RETRY_WITHOUT_KEYS_SECONDS = 2.0
MAX_AGE_SECONDS = 3600.0
LAST_AGE_SECONDS = 24 * 3600.0
"""Keys of an issuer that cannot be read end after a day: one may have been withdrawn because it leaked."""


class KeysUnavailableError(Exception):
    """The issuer's keys are unavailable, so that no token can be verified."""


class SigningKeys:
    """The keys of one issuer by key id.

    The key set is fetched at the first use, after an hour (to drop withdrawn keys), and for an unknown key id
    (to get new keys). A cool-down limits the fetches. After a failed fetch, the last good keys stay valid for
    a day.
    """

    def __init__(
        self,
        fetch: Callable[[], bytes],
        monotonic: Callable[[], float],
        on_failed_refresh: Callable[[KeysUnavailableError, float], None],
    ) -> None:
        """Fetch nothing yet.

        Args:
            fetch: returns a JWK set (RFC 7517) or raises KeysUnavailableError.
            on_failed_refresh: called with the reason, and the age in seconds of the keys in use.
        """
        self._fetch = fetch
        self._monotonic = monotonic
        self._on_failed_refresh = on_failed_refresh
        self._keys: dict[str, Key] = {}
        self._fetched_at: float | None = None
        self._tried_at: float | None = None

    def get_key(self, key_id: str) -> Key | None:
        """Return the RSA public key with this id, or None if the issuer has none.

        Raises KeysUnavailableError if no key set was ever fetched, or none for a day.
        """
        if self._is_due(key_id):
            self._refresh()
        if not self._keys:
            raise KeysUnavailableError("The issuer's keys could not be read a moment ago")
        return self._keys.get(key_id)

    def _is_due(self, key_id: str) -> bool:
        now = self._monotonic()
        if self._tried_at is None:
            return True
        since_last_try = now - self._tried_at
        if self._fetched_at is None:
            return since_last_try >= RETRY_WITHOUT_KEYS_SECONDS
        is_old = now - self._fetched_at >= MAX_AGE_SECONDS
        return (is_old or key_id not in self._keys) and since_last_try >= COOL_DOWN_SECONDS

    def _refresh(self) -> None:
        self._tried_at = self._monotonic()
        try:
            self._keys = parse_rsa_keys(self._fetch())
        except KeysUnavailableError as error:
            if self._fetched_at is None:
                raise
            age = self._tried_at - self._fetched_at
            if age >= LAST_AGE_SECONDS:
                self._keys, self._fetched_at = {}, None
                raise
            self._on_failed_refresh(error, age)
        else:
            self._fetched_at = self._tried_at


def parse_rsa_keys(document: bytes) -> dict[str, Key]:
    """Build the RS256 verification keys of a JWK set, by key id; other keys are dropped.

    Raises KeysUnavailableError if the document is not a JWK set or contains no such key.
    """
    try:
        entries = json.loads(document)["keys"]
        keys = {entry["kid"]: key for entry in entries if (key := _parse_rsa_key(entry))}
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise KeysUnavailableError("The issuer's answer is no JWK set") from None
    if not keys:
        raise KeysUnavailableError("The issuer's JWK set holds no RS256 key")
    return keys


def _parse_rsa_key(entry: dict[str, object]) -> Key | None:
    key_id, modulus, exponent = entry.get("kid"), entry.get("n"), entry.get("e")
    if (
        entry.get("kty") != "RSA"
        or entry.get("use", "sig") != "sig"
        or entry.get("alg", ALGORITHM) != ALGORITHM
        or not (isinstance(key_id, str) and isinstance(modulus, str) and isinstance(exponent, str))
    ):
        return None
    try:
        # Only the public numbers are used, so that a published private key never becomes a verification key.
        key = jwk.construct({"kty": "RSA", "n": modulus, "e": exponent}, ALGORITHM)
    except (JOSEError, ValueError):
        return None
    return key if key.prepared_key.key_size >= MIN_KEY_BITS else None


def fetch_document(uri: str) -> bytes:
    """Fetch a body from an http(s) address, without redirects and proxies.

    Raises KeysUnavailableError unless there is a 200 within the limits of size and time.
    """
    deadline = time.monotonic() + FETCH_DEADLINE_SECONDS
    body = bytearray()
    try:
        with closing(_open_connection(uri)) as connection:
            connection.request("GET", _make_target(uri), headers={"Accept": "application/json"})
            response = connection.getresponse()
            if response.status != HTTPStatus.OK:
                raise KeysUnavailableError(f"The issuer answered with status {response.status}")
            while chunk := response.read1(MAX_DOCUMENT_BYTES):
                body += chunk
                if len(body) > MAX_DOCUMENT_BYTES:
                    raise KeysUnavailableError("The issuer's answer is too large")
                if time.monotonic() > deadline:
                    raise KeysUnavailableError("The issuer's answer takes too long")
    except (OSError, HTTPException) as error:
        raise KeysUnavailableError(
            f"The issuer's keys could not be fetched: {type(error).__name__}"
        ) from error
    return bytes(body)


def _open_connection(uri: str) -> HTTPConnection:
    parts = urlsplit(uri)
    kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
    return kind(parts.hostname or "", parts.port, timeout=SOCKET_TIMEOUT_SECONDS)


def _make_target(uri: str) -> str:
    parts = urlsplit(uri)
    return urlunsplit(("", "", parts.path or "/", parts.query, ""))
