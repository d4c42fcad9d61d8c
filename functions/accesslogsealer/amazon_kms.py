"""The log's signing key in KMS, which never leaves it."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from portal.aws import make_client

_ALGORITHM = "ECDSA_SHA_256"


@dataclass(frozen=True)
class AmazonKms:
    """Signs with a P-256 key."""

    key: str

    @cached_property
    def public_key(self) -> bytes:
        """Return the public key as SubjectPublicKeyInfo in DER."""
        return bytes(self._client.get_public_key(KeyId=self.key)["PublicKey"])

    def sign(self, text: bytes) -> bytes:
        """Return the signature of a text of at most 4,096 bytes, in DER."""
        signed = self._client.sign(
            KeyId=self.key, Message=text, MessageType="RAW", SigningAlgorithm=_ALGORITHM
        )
        return bytes(signed["Signature"])

    @cached_property
    def _client(self) -> Any:
        return make_client("kms")
