"""Requests and answers of OpenID for Verifiable Presentations 1.0.

Three ways: through the browser without a signature (`openid4vp-v1-unsigned`) and with one
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
# OpenID4VP 1.0, section 5.8: the wallet is whichever answers.
_AUDIENCE = "https://self-issued.me/v2"
LINK = "openid4vp://"
"""Scheme of links to wallets (OpenID4VP 1.0, 13.1.2)."""


def make_dc_api_request(nonce: str, key: EphemeralKey) -> dict[str, Any]:
    """Return the `data` that the page hands the browser for the protocol `openid4vp-v1-unsigned`."""
    return {"response_mode": "dc_api.jwt", **_request(nonce, key)}


def make_signed_dc_api_request(
    nonce: str, key: EphemeralKey, origins: Sequence[str], signer: RequestSigner, now: datetime
) -> dict[str, Any]:
    """Return the `data` that the page hands the browser for the protocol `openid4vp-v1-signed`.

    Args:
        origins: of the pages that may ask with it.
    """
    request = {
        "client_id": signer.client_id,
        "expected_origins": list(origins),
        "aud": _AUDIENCE,
        "iat": int(now.timestamp()),
        **make_dc_api_request(nonce, key),
    }
    return {"request": signer.sign_request_object(request)}


def link(client_id: str, request_uri: str, wallet: str = LINK) -> str:
    """Address in a QR code or in a link on the phone; the wallet fetches the request object from there.

    Args:
        wallet: what the wallet listens to.
    """
    return f"{wallet}?{urlencode({'client_id': client_id, 'request_uri': request_uri})}"


def request_object(
    nonce: str, state: str, response_uri: str, key: EphemeralKey, signer: RequestSigner, now: datetime
) -> str:
    """Return the request object behind a link, a JWT of the type `oauth-authz-req+jwt`.

    Args:
        state: comes back with the answer.
        response_uri: where the wallet posts it.
    """
    return signer.sign_request_object(
        {
            "client_id": signer.client_id,
            "response_mode": "direct_post.jwt",
            "response_uri": response_uri,
            "state": state,
            "aud": _AUDIENCE,
            "iat": int(now.timestamp()),
            **_request(nonce, key),
        }
    )


def read_dc_api_response(data: object, key: EphemeralKey) -> bytes:
    """Return the device response in what the browser gives as `data`, for either protocol.

    Raises:
        Refused: malformed, tooLarge, decryption, declined, walletError or severalDocuments.
    """
    return _get_device_response(_answer(data, key))


def read_direct_post(form: str, key: EphemeralKey, state: str) -> bytes:
    """Return the device response in what a wallet posts (`direct_post.jwt`).

    Args:
        form: the body, `application/x-www-form-urlencoded`.
        state: of the request.

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
    """Return the same from the fields of the form, for who has read it already.

    Raises:
        Refused: see `read_dc_api_response`; otherRequest, when it carries another `state`.
    """
    answer = _answer(fields, key)
    if answer.get("state") != state:
        raise Refused("otherRequest")
    return _get_device_response(answer)


def _request(nonce: str, key: EphemeralKey) -> dict[str, Any]:
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


def _answer(data: object, key: EphemeralKey) -> Mapping[str, object]:
    """Read the answer that the wallet encrypted."""
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
    # Both libraries raise plain errors for what only an attacker would send.
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
