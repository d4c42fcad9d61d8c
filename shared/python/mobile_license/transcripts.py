"""Session transcripts, `SessionTranscript` (ISO/IEC 18013-5, 9.1.5.1), which the device signs.

Verifier and wallet each build the transcript from their own knowledge. For another request or page, the
transcripts differ and the signature fails.
"""

import hashlib

from mobile_license.cbor import encode


def make_openid4vp_redirect(
    client_id: str, nonce: str, jwk_thumbprint: bytes | None, response_uri: str
) -> bytes:
    """Build the session transcript of a request by link or QR code (OpenID4VP 1.0, B.2.6.1).

    Args:
        client_id: client id with its prefix.
        jwk_thumbprint: SHA-256 (RFC 7638) of the key for the encryption of the answer, or None.
    """
    return _make_transcript("OpenID4VPHandover", [client_id, nonce, jwk_thumbprint, response_uri])


def make_openid4vp_dc_api(origin: str, nonce: str, jwk_thumbprint: bytes | None) -> bytes:
    """Build the session transcript of a request through the browser (OpenID4VP 1.0, B.2.6.2), signed or not.

    Args:
        origin: origin of the requesting page, such as "https://example.com".
        jwk_thumbprint: see `make_openid4vp_redirect`.
    """
    return _make_transcript("OpenID4VPDCAPIHandover", [origin, nonce, jwk_thumbprint])


def make_annex_c(encryption_info: str, origin: str) -> bytes:
    """Build the session transcript of a request through the browser by ISO/IEC TS 18013-7, Annex C.

    Args:
        encryption_info: value as sent, in base64url.
        origin: see `make_openid4vp_dc_api`.
    """
    return _make_transcript("dcapi", [encryption_info, origin])


def _make_transcript(handover: str, info: list[str | bytes | None]) -> bytes:
    return encode([None, None, [handover, hashlib.sha256(encode(info)).digest()]])
