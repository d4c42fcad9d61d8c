"""Signature check of an agency: RFC 9421, fresh, and seen for the first time."""

import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta

from http_message_signatures import (
    HTTPMessageSignaturesException,
    HTTPMessageVerifier,
    MappingKeyResolver,
    algorithms,
)

TAG = "saguaro-portal"

_MAX_AGE = timedelta(seconds=60)


class SignatureRefused(Exception):
    """The call is refused; the message is only for the agency's log."""


@dataclass(frozen=True, slots=True)
class SignedCall:
    """A request as the library reads it; `url` is the address that the portal called."""

    method: str
    url: str
    headers: Mapping[str, str]


class Verifier:
    """Checks the signatures of calls, each of which is valid only once."""

    def __init__(self, secrets: Mapping[str, bytes]) -> None:
        """Prepare.

        Args:
            secrets: by key id, which is the agency's id.
        """
        self._verifier = HTTPMessageVerifier(
            signature_algorithm=algorithms.HMAC_SHA256,
            key_resolver=MappingKeyResolver(public_keys=secrets, private_keys={}),
        )
        self._lock = threading.Lock()
        self._seen: dict[object, float] = {}

    def check(self, call: SignedCall, body: bytes, agency_id: str) -> None:
        """Check that the portal signed this call, for this agency, recently, and that it is no replay.

        Raises:
            SignatureRefused: see its docstring.
        """
        covered = ["@method", "@target-uri", *(["content-type", "content-digest"] if body else [])]
        try:
            (result,) = self._verifier.verify(
                call, max_age=_MAX_AGE, expect_tag=TAG, require_components=covered, body=body
            )
        except (HTTPMessageSignaturesException, ValueError) as error:
            raise SignatureRefused(str(error) or type(error).__name__) from None
        if result.parameters.get("keyid") != agency_id:
            raise SignatureRefused("the key is another agency's")
        with self._lock:
            now = time.time()
            self._seen = {nonce: until for nonce, until in self._seen.items() if until >= now}
            if (agency_id, result.nonce) in self._seen:
                raise SignatureRefused("this call was made before")
            self._seen[agency_id, result.nonce] = now + 2 * _MAX_AGE.total_seconds()
