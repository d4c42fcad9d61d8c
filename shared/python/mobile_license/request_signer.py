"""Signer of requests, with the key of a certificate."""

import hashlib
import json
from base64 import b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding
from joserfc import jws
from joserfc.jwk import ECKey

from mobile_license import cose
from mobile_license.base64url import to_base64url

_ALGORITHMS = {"secp256r1": "ES256", "secp384r1": "ES384", "secp521r1": "ES512"}


@dataclass(frozen=True, slots=True)
class RequestSigner:
    """Signs requests with the key of a certificate."""

    key: ec.EllipticCurvePrivateKey
    certificates: Sequence[x509.Certificate]  # chain from the signing certificate, without the root

    @classmethod
    def from_pem(cls, text: bytes) -> "RequestSigner":
        """Return a signer from PEM text with its private key (PKCS #8) and certificates.

        Raises:
            ValueError: a part is missing or malformed, or the key does not belong to the certificate or is
                not on an elliptic curve.
        """
        key = serialization.load_pem_private_key(text, None)
        certificates = x509.load_pem_x509_certificates(text)
        if not isinstance(key, ec.EllipticCurvePrivateKey) or key.curve.name not in _ALGORITHMS:
            raise ValueError("The key is not of an elliptic curve that requests are signed with")
        if certificates[0].public_key() != key.public_key():
            raise ValueError("The first certificate is not that of the key")
        return cls(key, certificates)

    @property
    def client_id(self) -> str:
        """Client id of the signer, from the hash of its certificate (OpenID4VP 1.0, 5.9.3)."""
        return f"x509_hash:{to_base64url(hashlib.sha256(self._encoded[0]).digest())}"

    def sign_request_object(self, request: Mapping[str, Any]) -> str:
        """Return a signed request object (RFC 9101)."""
        algorithm = _ALGORITHMS[self.key.curve.name]
        header = {
            "typ": "oauth-authz-req+jwt",
            "alg": algorithm,
            # Unlike other members of a JOSE header, x5c is plain Base64 (RFC 7515, 4.1.6).
            "x5c": [b64encode(each).decode() for each in self._encoded],
        }
        key = ECKey.import_key(self.key)
        return jws.serialize_compact(header, json.dumps(request), key, algorithms=[algorithm])

    def sign_apart(self, payload: bytes) -> list[object]:
        """Return a COSE_Sign1 structure over a detached payload."""
        chain = self._encoded[0] if len(self._encoded) == 1 else self._encoded
        return cose.make_sign1(self.key, None, payload, {cose.X5CHAIN: chain})

    @property
    def _encoded(self) -> list[bytes]:
        return [each.public_bytes(Encoding.DER) for each in self.certificates]
