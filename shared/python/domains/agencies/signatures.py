"""Signatures of the portal's calls to agencies: RFC 9421 HTTP Message Signatures, hmac-sha256.

Each signature is valid for a minute and has a nonce, so that agencies can refuse replays. It covers the
method, the address, and the type and digest (RFC 9530) of any body.
"""

import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from typing import TYPE_CHECKING

from portal.aws import make_client

if TYPE_CHECKING:
    from aws_lambda_powertools.utilities.parameters import SSMProvider

LABEL = "portal"
TAG = "saguaro-portal"
LIFETIME = timedelta(seconds=60)

_NONCE_BYTES = 18
_MAX_AGE_SECONDS = 3600


class NoCredentials(Exception):
    """The secret that signs an agency's calls cannot be read."""


@dataclass(slots=True)
class SignedMessage:
    """A request in the form that the library signs; signing adds headers."""

    method: str
    url: str
    headers: dict[str, str]


def sign(
    message: SignedMessage, body: bytes | None, *, agency_id: str, secret: bytes, now: datetime, nonce: str
) -> None:
    """Add `Signature-Input`, `Signature` and, with a body, `Content-Digest` to the headers.

    Args:
        message: request, with `Content-Type` if it has a body.
        agency_id: agency id, sent as the key id.
        nonce: unique value; see `make_nonce`.
    """
    # Imported on the first call: it slows a cold start, and most requests call no agency.
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
    """Return 144 random bits as text."""
    return secrets.token_urlsafe(_NONCE_BYTES)


class ParameterCredentials:
    """Secrets in the Parameter Store, each cached for an hour."""

    def __init__(self, prefix: str) -> None:
        """Read the parameter named prefix + name."""
        self._prefix = prefix
        self._refused: set[str] = set()

    @cached_property
    def _provider(self) -> "SSMProvider":
        # Imported with the first secret: it loads boto3, and most cold starts need none.
        from aws_lambda_powertools.utilities.parameters import SSMProvider

        return SSMProvider(boto3_client=make_client("ssm"))

    def get_secret(self, name: str) -> bytes:
        """Return the secret with a name.

        Raises:
            NoCredentials: the secret cannot be read.
        """
        from aws_lambda_powertools.utilities.parameters import GetParameterError

        try:
            secret = self._provider.get(
                self._prefix + name,
                max_age=_MAX_AGE_SECONDS,
                decrypt=True,
                force_fetch=name in self._refused,
            )
        except GetParameterError as error:
            raise NoCredentials(name) from error
        self._refused.discard(name)
        return str(secret).encode()

    def forget_secret(self, name: str) -> None:
        """Read a secret again at its next use, because the agency refused it: it may have been replaced."""
        self._refused.add(name)
