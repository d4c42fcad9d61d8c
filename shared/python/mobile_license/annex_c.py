"""Requests and answers of ISO/IEC TS 18013-7, Annex C, the protocol `org-iso-mdoc` of browsers.

The answer is encrypted by HPKE (RFC 9180) for the key of its request, with the session transcript as `info`:
an answer to another page cannot be decrypted.
"""

from collections.abc import Mapping

import cbor2
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives import hpke

from mobile_license import cose, transcripts
from mobile_license.base64url import from_base64url, to_base64url
from mobile_license.cbor import decode, embed, encode, parse_list, parse_map, require_kind
from mobile_license.device_response import DOCUMENT_TYPE, ELEMENTS, MAX_BYTES, NAMESPACE
from mobile_license.keys import EphemeralKey
from mobile_license.refusal import Refused
from mobile_license.request_signer import RequestSigner

PROTOCOL = "org-iso-mdoc"

_NAME = "dcapi"
_ENCAPSULATED_KEY_BYTES = 65
# Envelope of the device response: a name, an encapsulated key and a tag.
_MAX_AROUND_BYTES = 512


def make_suite() -> hpke.Suite:
    """Return the HPKE suite of Annex C."""
    return hpke.Suite(hpke.KEM.P256, hpke.KDF.HKDF_SHA256, hpke.AEAD.AES_128_GCM)


def make_encryption_info(nonce: bytes, key: EphemeralKey) -> str:
    """Return the `EncryptionInfo` of a request, which is part of the transcript."""
    public_key = cose.write_key(key.private_key.public_key())
    return to_base64url(encode([_NAME, {"nonce": nonce, "recipientPublicKey": public_key}]))


def make_request(nonce: bytes, key: EphemeralKey) -> dict[str, str]:
    """Return the `data` for the browser's request with this protocol.

    Args:
        nonce: at least 16 bytes.
    """
    return _make_device_request(make_encryption_info(nonce, key), {"itemsRequest": _make_items_request()})


def make_signed_request(
    nonce: bytes, key: EphemeralKey, origin: str, signer: RequestSigner
) -> dict[str, str]:
    """Return the `data` with reader authentication (ISO/IEC 18013-5, 9.1.4), which some wallets require.

    Args:
        nonce: at least 16 bytes.
        origin: origin of the requesting page.
    """
    info = make_encryption_info(nonce, key)
    signed = make_reader_authentication(transcripts.make_annex_c(info, origin), _make_items_request())
    return _make_device_request(
        info, {"itemsRequest": _make_items_request(), "readerAuth": signer.sign_apart(signed)}
    )


def make_reader_authentication(session_transcript: bytes, items_request: cbor2.CBORTag) -> bytes:
    """Return the bytes that a reader signs."""
    structure = b"\x83" + encode("ReaderAuthentication") + session_transcript + encode(items_request)
    return encode(embed(structure))


def read_response(data: object, key: EphemeralKey, session_transcript: bytes) -> bytes:
    """Return the device response in the browser's `data`.

    Raises:
        Refused: malformed, tooLarge, or decryption if the key or transcript differs.
    """
    if not isinstance(data, Mapping):
        raise Refused("malformed")
    parts = parse_list(decode(from_base64url(data.get("response"), MAX_BYTES + _MAX_AROUND_BYTES)))
    if len(parts) != 2 or parts[0] != _NAME:
        raise Refused("malformed")
    encrypted = parse_map(parts[1])
    encapsulated_key = require_kind(encrypted.get("enc"), bytes)
    cipher_text = require_kind(encrypted.get("cipherText"), bytes)
    if len(encapsulated_key) != _ENCAPSULATED_KEY_BYTES:
        raise Refused("malformed")
    try:
        return make_suite().decrypt(encapsulated_key + cipher_text, key.private_key, info=session_transcript)
    except (InvalidTag, ValueError):
        raise Refused("decryption") from None


def _make_items_request() -> cbor2.CBORTag:
    return embed(encode({"docType": DOCUMENT_TYPE, "nameSpaces": {NAMESPACE: ELEMENTS}}))


def _make_device_request(info: str, document_request: Mapping[str, object]) -> dict[str, str]:
    device_request = encode({"version": "1.0", "docRequests": [document_request]})
    return {"deviceRequest": to_base64url(device_request), "encryptionInfo": info}
