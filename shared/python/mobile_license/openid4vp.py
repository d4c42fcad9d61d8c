"""Requests and answers of OpenID for Verifiable Presentations 1.0.

There are three flows: through the browser, unsigned (`openid4vp-v1-unsigned`) or signed
(`openid4vp-v1-signed`), and by a link or QR code, after which the wallet posts its answer. All answers are
encrypted for the key of their request.
"""

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from urllib.parse import parse_qsl, urlencode

from joserfc import jwe
from joserfc.errors import JoseError

from mobile_license import cose
from mobile_license.base64url import from_base64url
from mobile_license.device_response import DOCUMENT_TYPE, ELEMENTS, MAX_BYTES, NAMESPACE
from mobile_license.keys import EphemeralKey
from mobile_license.refusal import Refused
from mobile_license.request_signer import RequestSigner

UNSIGNED_PROTOCOL = "openid4vp-v1-unsigned"
SIGNED_PROTOCOL = "openid4vp-v1-signed"
CREDENTIAL_ID = "mdl"

_KEY_AGREEMENT = "ECDH-ES"
_CONTENT_ENCRYPTIONS = ("A128GCM", "A256GCM")
_MAX_JWE_CHARACTERS = 2 * MAX_BYTES
# OpenID4VP 1.0, section 5.8: any wallet may answer.
_AUDIENCE = "https://self-issued.me/v2"
LINK = "openid4vp://"
"""Scheme of links to wallets (OpenID4VP 1.0, 13.1.2)."""


def make_dc_api_request(nonce: str, key: EphemeralKey) -> dict[str, Any]:
    """Return the `data` for the browser's request with the protocol `openid4vp-v1-unsigned`."""
    return {"response_mode": "dc_api.jwt", **_make_parameters(nonce, key)}


def make_signed_dc_api_request(
    nonce: str, key: EphemeralKey, origins: Sequence[str], signer: RequestSigner, now: datetime
) -> dict[str, Any]:
    """Return the `data` for the browser's request with the protocol `openid4vp-v1-signed`.

    Args:
        origins: origins of the pages that may use the request.
    """
    request = {
        "client_id": signer.client_id,
        "expected_origins": list(origins),
        "aud": _AUDIENCE,
        "iat": int(now.timestamp()),
        **make_dc_api_request(nonce, key),
    }
    return {"request": signer.sign_request_object(request)}


def make_link(client_id: str, request_uri: str, wallet: str = LINK) -> str:
    """Return the address for a QR code or a link on the phone, which points the wallet to the request object.

    Args:
        wallet: URL scheme or address of the wallet.
    """
    return f"{wallet}?{urlencode({'client_id': client_id, 'request_uri': request_uri})}"


def make_request_object(
    nonce: str, state: str, response_uri: str, key: EphemeralKey, signer: RequestSigner, now: datetime
) -> str:
    """Return the request object behind a link, a JWT of the type `oauth-authz-req+jwt`.

    Args:
        state: value that the wallet returns with the answer.
        response_uri: address to which the wallet posts the answer.
    """
    return signer.sign_request_object(
        {
            "client_id": signer.client_id,
            "response_mode": "direct_post.jwt",
            "response_uri": response_uri,
            "state": state,
            "aud": _AUDIENCE,
            "iat": int(now.timestamp()),
            **_make_parameters(nonce, key),
        }
    )


def read_dc_api_response(data: object, key: EphemeralKey) -> bytes:
    """Return the device response in the browser's `data`, for either protocol.

    Raises:
        Refused: malformed, tooLarge, decryption, declined, walletError, or severalDocuments.
    """
    return _get_device_response(_decrypt_answer(data, key))


def read_direct_post(form: str, key: EphemeralKey, state: str) -> bytes:
    """Return the device response in a wallet's post (`direct_post.jwt`).

    Args:
        form: body as `application/x-www-form-urlencoded`.
        state: state of the request.

    Raises:
        Refused: see `read_direct_post_fields`.
    """
    if len(form) > 2 * _MAX_JWE_CHARACTERS:
        raise Refused("tooLarge")
    try:
        members = parse_qsl(form, keep_blank_values=True, strict_parsing=True, max_num_fields=10)
    except ValueError:
        raise Refused("malformed") from None
    data = dict(members)
    if len(data) != len(members):
        raise Refused("malformed")
    return read_direct_post_fields(data, key, state)


def read_direct_post_fields(fields: object, key: EphemeralKey, state: str) -> bytes:
    """Return the device response in the parsed form fields of a wallet's post.

    Raises:
        Refused: see `read_dc_api_response`; otherRequest, if `state` differs.
    """
    answer = _decrypt_answer(fields, key)
    if answer.get("state") != state:
        raise Refused("otherRequest")
    return _get_device_response(answer)


def _make_parameters(nonce: str, key: EphemeralKey) -> dict[str, Any]:
    algorithms = list(cose.ALGORITHMS)
    return {
        "response_type": "vp_token",
        "nonce": nonce,
        "dcql_query": {
            "credentials": [
                {
                    "id": CREDENTIAL_ID,
                    "format": "mso_mdoc",
                    "meta": {"doctype_value": DOCUMENT_TYPE},
                    "claims": [
                        {"path": [NAMESPACE, element], "intent_to_retain": is_kept}
                        for element, is_kept in ELEMENTS.items()
                    ],
                }
            ]
        },
        "client_metadata": {
            "jwks": {"keys": [key.public_jwk]},
            "encrypted_response_enc_values_supported": list(_CONTENT_ENCRYPTIONS),
            "vp_formats_supported": {
                "mso_mdoc": {"issuerauth_alg_values": algorithms, "deviceauth_alg_values": algorithms}
            },
        },
    }


def _decrypt_answer(data: object, key: EphemeralKey) -> Mapping[str, object]:
    """Decrypt the wallet's answer."""
    if not isinstance(data, dict):
        raise Refused("malformed")
    if "error" in data:
        raise Refused("declined" if data["error"] == "access_denied" else "walletError")
    response = data.get("response")
    if not isinstance(response, str):
        raise Refused("malformed")
    if len(response) > _MAX_JWE_CHARACTERS:
        raise Refused("tooLarge")
    registry = jwe.JWERegistry(algorithms=[_KEY_AGREEMENT, *_CONTENT_ENCRYPTIONS])
    registry.max_ciphertext_length = _MAX_JWE_CHARACTERS
    try:
        decrypted = jwe.decrypt_compact(response, key.jose, registry=registry)
        answer = json.loads(decrypted.plaintext or b"")
    # Both libraries raise various errors for malicious input.
    except (JoseError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise Refused("decryption") from None
    if not isinstance(answer, dict):
        raise Refused("malformed")
    if "error" in answer:
        raise Refused("declined" if answer["error"] == "access_denied" else "walletError")
    return answer


def _get_device_response(answer: Mapping[str, object]) -> bytes:
    vp_token = answer.get("vp_token")
    if not isinstance(vp_token, dict):
        raise Refused("malformed")
    presentations = vp_token.get(CREDENTIAL_ID)
    if not isinstance(presentations, list):
        raise Refused("malformed")
    if len(vp_token) != 1 or len(presentations) != 1:
        raise Refused("severalDocuments")
    return from_base64url(presentations[0], MAX_BYTES)
