"""Simulated device that creates and uses passkeys, correctly or with faults."""

import secrets
from dataclasses import dataclass, field
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from fido2.cose import ES256
from fido2.utils import websafe_decode, websafe_encode
from fido2.webauthn import (
    Aaguid,
    AttestationObject,
    AttestedCredentialData,
    AuthenticatorData,
    CollectedClientData,
)

from tests.api.authentication_support import PORTAL

_VERIFIED = AuthenticatorData.FLAG.UP | AuthenticatorData.FLAG.UV


@dataclass
class Device:
    """Phone or security key.

    Attributes:
        uses: value of the signature counter.
    """

    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    credential_id: bytes = field(default_factory=lambda: secrets.token_bytes(32))
    uses: int = 0

    def make(self, options: Any, origin: str = PORTAL, flags: AuthenticatorData.FLAG = _VERIFIED) -> Any:
        """Return the portal page's request for a new passkey."""
        public_key = ES256.from_cryptography_key(self.key.public_key())  # type: ignore[no-untyped-call]
        made = AttestedCredentialData.create(Aaguid.NONE, self.credential_id, public_key)
        data = AuthenticatorData.create(
            _hash(options["rp"]["id"]), flags | AuthenticatorData.FLAG.AT, self.uses, made
        )
        client_data = CollectedClientData.create(
            CollectedClientData.TYPE.CREATE, websafe_decode(options["challenge"]), origin
        )
        return {
            "id": websafe_encode(self.credential_id),
            "clientData": websafe_encode(client_data),
            "attestation": websafe_encode(AttestationObject.create("none", data, {})),
        }

    def touch(
        self,
        options: Any,
        origin: str = PORTAL,
        flags: AuthenticatorData.FLAG = _VERIFIED,
        cross_origin: bool = False,
    ) -> Any:
        """Return the portal page's request for an assertion."""
        self.uses += 1
        data = AuthenticatorData.create(_hash(options["rpId"]), flags, self.uses)
        client_data = CollectedClientData.create(
            CollectedClientData.TYPE.GET, websafe_decode(options["challenge"]), origin, cross_origin
        )
        signature = self.key.sign(bytes(data) + client_data.hash, ec.ECDSA(hashes.SHA256()))
        return {
            "id": websafe_encode(self.credential_id),
            "clientData": websafe_encode(client_data),
            "authenticatorData": websafe_encode(data),
            "signature": websafe_encode(signature),
        }


def _hash(host: str) -> bytes:
    digest = hashes.Hash(hashes.SHA256())
    digest.update(host.encode())
    return digest.finalize()
