"""Signs the portal's calls to agencies: RFC 9421 HTTP Message Signatures, hmac-sha256.

Each signature is good for a minute and has a nonce, so that an agency refuses what it has seen before.
Covered are method, address and, with a body, its type and digest (RFC 9530).
"""

import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any, Protocol

from botocore.exceptions import BotoCoreError, ClientError

from portal.aws import make_client

LABEL = "portal"
TAG = "saguaro-portal"
LIFETIME = timedelta(seconds=60)

_NONCE_BYTES = 18


class NoCredentials(Exception):
    """The secret that signs an agency's calls cannot be read."""


class Credentials(Protocol):
    """Store of the secrets; see `ParameterCredentials`."""

    def get_secret(self, name: str) -> bytes: ...

    def forget(self, name: str) -> None: ...


@dataclass(slots=True)
class SignedMessage:
    """A request on its way, in the form that the library signs; the headers grow by the signature."""

    method: str
    url: str
    headers: dict[str, str]


def sign(
    message: SignedMessage, body: bytes | None, *, agency_id: str, secret: bytes, now: datetime, nonce: str
) -> None:
    """Add `Signature-Input`, `Signature` and, with a body, `Content-Digest` to the headers.

    Args:
        message: with `Content-Type` where it has a body.
        agency_id: names the key to the agency.
        nonce: never used before; see `make_nonce`.
    """
    # Imported on the first call only: it is a good part of a start, and most requests call nobody.
    from http_message_signatures import HTTPMessageSigner, MappingKeyResolver, algorithms

    signer = HTTPMessageSigner(
        signature_algorithm=algorithms.HMAC_SHA256,
        key_resolver=MappingKeyResolver(public_keys={}, private_keys={agency_id: secret}),
    )
    covered = ("@method", "@target-uri") + (("content-type", "content-digest") if body is not None else ())
    signer.sign(
        message,
        key_id=agency_id,
        created=now,
        expires=now + LIFETIME,
        nonce=nonce,
        label=LABEL,
        tag=TAG,
        covered_component_ids=covered,
        body=body,
    )


def make_nonce() -> str:
    """144 random bits."""
    return secrets.token_urlsafe(_NONCE_BYTES)


class ParameterCredentials:
    """Secrets in the Parameter Store, each read once and kept."""

    def __init__(self, prefix: str) -> None:
        """Read the parameter named prefix + name."""
        self._prefix = prefix
        self._secrets: dict[str, bytes] = {}

    @cached_property
    def _ssm(self) -> Any:
        return make_client("ssm")

    def get_secret(self, name: str) -> bytes:
        """Return the secret of a name.

        Raises:
            NoCredentials: it cannot be read.
        """
        if name not in self._secrets:
            try:
                found = self._ssm.get_parameter(Name=self._prefix + name, WithDecryption=True)
            except (BotoCoreError, ClientError) as error:
                raise NoCredentials(name) from error
            self._secrets[name] = found["Parameter"]["Value"].encode()
        return self._secrets[name]

    def forget(self, name: str) -> None:
        """Read it again next time: the agency refused it, so it may have been replaced."""
        self._secrets.pop(name, None)
