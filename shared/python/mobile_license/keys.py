"""The key of a request, for which the wallet encrypts its answer."""

import base64
import json
from functools import cached_property
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from joserfc.jwk import ECKey


class EphemeralKey:
    """A private P-256 key for a single request."""

    def __init__(self, key: ECKey) -> None:
        """Wrap a key; use `generate` or `from_json`."""
        self.jose = key

    @classmethod
    def generate(cls) -> "EphemeralKey":
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
        return dict(self.jose.as_dict(private=False))

    @cached_property
    def thumbprint(self) -> bytes:
        """SHA-256 of the public key (RFC 7638)."""
        return make_jwk_thumbprint(self.public_jwk)

    @property
    def private_key(self) -> ec.EllipticCurvePrivateKey:
        """Private key for uses other than JOSE."""
        key = self.jose.private_key
        if key is None:
            raise TypeError("a public key")
        return key


def make_jwk_thumbprint(jwk: dict[str, Any]) -> bytes:
    """Return the SHA-256 thumbprint of an elliptic curve public key (RFC 7638).

    Raises:
        ValueError, KeyError: the JWK is not such a key.
    """
    text = ECKey.import_key(jwk).thumbprint()
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
