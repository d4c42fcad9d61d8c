"""The key of one request: the wallet encrypts its answer for it."""

import base64
import json
from functools import cached_property
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from joserfc.jwk import ECKey


class EphemeralKey:
    """A private key on P-256 that serves one request."""

    def __init__(self, key: ECKey) -> None:
        """Wrap a key; use `generate` or `from_json`."""
        self.jose = key

    @classmethod
    def generate(cls) -> "EphemeralKey":
        """Return a new key."""
        key = ECKey.generate_key("P-256", {"use": "enc", "alg": "ECDH-ES"}, auto_kid=True)
        return cls(key)

    @classmethod
    def from_json(cls, text: str) -> "EphemeralKey":
        """Return the key that `to_json` wrote."""
        return cls(ECKey.import_key(json.loads(text)))

    def to_json(self) -> str:
        """Return the private key as a JWK (RFC 7517)."""
        return json.dumps(self.jose.as_dict(private=True))

    @property
    def public_jwk(self) -> dict[str, Any]:
        """The public key as a JWK."""
        return dict(self.jose.as_dict(private=False))

    @cached_property
    def thumbprint(self) -> bytes:
        """SHA-256 of the public key (RFC 7638)."""
        return make_jwk_thumbprint(self.public_jwk)

    @property
    def private_key(self) -> ec.EllipticCurvePrivateKey:
        """The key for what is not JOSE."""
        key = self.jose.private_key
        if key is None:
            raise TypeError("a public key")
        return key


def make_jwk_thumbprint(jwk: dict[str, Any]) -> bytes:
    """SHA-256 of a public key on an elliptic curve (RFC 7638).

    Raises:
        ValueError, KeyError: it is none.
    """
    text = ECKey.import_key(jwk).thumbprint()
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
