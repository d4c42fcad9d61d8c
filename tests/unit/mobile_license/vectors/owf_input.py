"""Print the input of `make_owf.mjs`: keys and certificates of a new authority."""

import base64
import json

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding
from joserfc.jwk import ECKey

from tests.unit.mobile_license.certificates import make_document_signer, make_root
from tests.unit.mobile_license.sessions import NONCE, NOW, ORIGIN

if __name__ == "__main__":
    root = make_root(NOW)
    signer = make_document_signer(root, NOW)
    device_key = ec.generate_private_key(ec.SECP256R1())
    given = {
        "root": root.certificate.public_bytes(Encoding.PEM).decode(),
        "signerKey": ECKey.import_key(signer.key).as_dict(private=True),
        "signerCertificate": base64.b64encode(signer.der).decode(),
        "deviceKey": ECKey.import_key(device_key).as_dict(private=True),
        "signed": "2026-11-20T00:00:00Z",
        "validUntil": "2026-12-20T00:00:00Z",
        "origin": ORIGIN,
        "nonce": NONCE,
        "elements": {
            "family_name": "Delgado",
            "given_name": "Rosa",
            "birth_date": "1984-05-17",
            "document_number": "D00000001",
            "issuing_jurisdiction": "US-AZ",
        },
    }
    print(json.dumps(given))  # noqa: T201
