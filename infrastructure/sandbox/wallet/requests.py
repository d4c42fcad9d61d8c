"""Wallet's side of a request: reading it and sending the answer."""

import base64
import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

import cbor2
from cryptography import x509
from joserfc import jwe, jws
from joserfc.jwk import ECKey

from mobile_license import annex_c, cose, openid4vp, transcripts
from mobile_license.base64url import from_base64url, to_base64url
from mobile_license.keys import make_jwk_thumbprint
from mobile_license.refusal import Refused

_MAX_BYTES = 65_536


class NotAnswered(Exception):
    """The wallet does not answer the portal, or the portal refuses its answer; the message has the reason."""


@dataclass(frozen=True, slots=True)
class Session:
    """Parsed request."""

    elements: tuple[str, ...]  # the requested ones
    # Makes the session transcript; origin and nonce can be replaced.
    transcript: Callable[[str | None, str | None], bytes]
    # Makes the browser's result, or the form to post, from a device response.
    hand_over: Callable[[bytes], Any]
    # Address for the POST; None if the browser returns the response to the page.
    response_uri: str | None = None


def read_request(request: Mapping[str, Any], origin: str) -> Session:
    """Parse a request that a page passed to the browser: `protocol` and `data`.

    Raises:
        NotAnswered: see its docstring.
    """
    data = request["data"]
    match request["protocol"]:
        case openid4vp.UNSIGNED_PROTOCOL:
            return _read_openid4vp(data, origin)
        case openid4vp.SIGNED_PROTOCOL:
            said = _verify(data["request"])
            if origin not in said["expected_origins"]:
                raise NotAnswered("the request is for other pages")
            return _read_openid4vp(said, origin)
        case annex_c.PROTOCOL:
            return _read_annex_c(data, origin)
        case protocol:
            raise NotAnswered(f"the protocol {protocol} is not known")


def read_request_object(request_object: str, client_id: str) -> Session:
    """Parse the request object behind a link, which names a client.

    Raises:
        NotAnswered: see its docstring.
    """
    said = _verify(request_object)
    if said["client_id"] != client_id or said["response_mode"] != "direct_post.jwt":
        raise NotAnswered("link and request object do not fit")
    key = said["client_metadata"]["jwks"]["keys"][0]

    def transcript(response_uri: str | None, nonce: str | None) -> bytes:
        return transcripts.make_openid4vp_redirect(
            client_id, nonce or said["nonce"], make_jwk_thumbprint(key), response_uri or said["response_uri"]
        )

    def hand_over(device_response: bytes) -> str:
        answer = {**_make_vp_token(device_response), "state": said["state"]}
        return urlencode({"response": _encrypt(answer, key, said)})

    return Session(_list_elements(said), transcript, hand_over, said["response_uri"])


def _read_openid4vp(said: Mapping[str, Any], origin: str) -> Session:
    if said["response_mode"] != "dc_api.jwt":
        raise NotAnswered("the answer would not be encrypted")
    key = said["client_metadata"]["jwks"]["keys"][0]

    def transcript(other_origin: str | None, nonce: str | None) -> bytes:
        return transcripts.make_openid4vp_dc_api(
            other_origin or origin, nonce or said["nonce"], make_jwk_thumbprint(key)
        )

    def hand_over(device_response: bytes) -> dict[str, str]:
        return {"response": _encrypt(_make_vp_token(device_response), key, said)}

    return Session(_list_elements(said), transcript, hand_over)


def _read_annex_c(data: Mapping[str, Any], origin: str) -> Session:
    encryption_info = data["encryptionInfo"]
    _, parameters = cbor2.loads(from_base64url(encryption_info, _MAX_BYTES))
    key = cose.read_key(parameters["recipientPublicKey"])
    requested = cbor2.loads(from_base64url(data["deviceRequest"], _MAX_BYTES))
    document_request = requested["docRequests"][0]
    items_request = document_request["itemsRequest"]
    items = cbor2.loads(items_request.value)
    elements = tuple(name for members in items["nameSpaces"].values() for name in members)

    def transcript(other_origin: str | None, nonce: str | None) -> bytes:
        info = encryption_info if nonce is None else _replace_nonce(parameters, nonce)
        return transcripts.make_annex_c(info, other_origin or origin)

    if "readerAuth" in document_request:
        signed = annex_c.make_reader_authentication(transcript(None, None), items_request)
        _check_reader(document_request["readerAuth"], signed)

    def hand_over(device_response: bytes) -> dict[str, str]:
        encrypted = annex_c.make_suite().encrypt(device_response, key, info=transcript(None, None))
        length = 1 + 2 * ((key.key_size + 7) // 8)
        parts = {"enc": encrypted[:length], "cipherText": encrypted[length:]}
        return {"response": to_base64url(cbor2.dumps(["dcapi", parts]))}

    return Session(elements, transcript, hand_over)


def _check_reader(reader_auth: object, signed: bytes) -> None:
    sign1 = cose.read_sign1(reader_auth)
    certificate: Any = sign1.unprotected[cose.X5CHAIN]
    key: Any = x509.load_der_x509_certificate(certificate).public_key()
    try:
        cose.verify(sign1, key, signed, "otherRequest")
    except Refused:
        raise NotAnswered("the request was signed for another page") from None


def _replace_nonce(parameters: Mapping[str, Any], nonce: str) -> str:
    return to_base64url(cbor2.dumps(["dcapi", {**parameters, "nonce": nonce.encode()}]))


def _verify(request_object: str) -> Mapping[str, Any]:
    """Return the contents of a request object after verifying its signature."""
    header = json.loads(from_base64url(request_object.split(".")[0], _MAX_BYTES))
    if header["typ"] != "oauth-authz-req+jwt":
        raise NotAnswered("no request object")
    der = base64.b64decode(header["x5c"][0])
    key: Any = x509.load_der_x509_certificate(der).public_key()
    registry = jws.JWSRegistry(algorithms=["ES256", "ES384", "ES512"])
    # Certificates are in the header.
    registry.max_header_length = registry.max_payload_length = _MAX_BYTES
    token = jws.deserialize_compact(request_object, ECKey.import_key(key), registry=registry)
    said: Mapping[str, Any] = json.loads(token.payload)
    if said["client_id"] != f"x509_hash:{to_base64url(hashlib.sha256(der).digest())}":
        raise NotAnswered("somebody else signed the request")
    return said


def _list_elements(said: Mapping[str, Any]) -> tuple[str, ...]:
    (credential,) = said["dcql_query"]["credentials"]
    return tuple(claim["path"][1] for claim in credential["claims"])


def _make_vp_token(device_response: bytes) -> dict[str, Any]:
    return {"vp_token": {openid4vp.CREDENTIAL_ID: [to_base64url(device_response)]}}


def _encrypt(answer: Mapping[str, Any], key: dict[str, Any], said: Mapping[str, Any]) -> str:
    content_encryption = said["client_metadata"]["encrypted_response_enc_values_supported"][0]
    header = {"alg": "ECDH-ES", "enc": content_encryption, "kid": key["kid"]}
    return jwe.encrypt_compact(
        header, json.dumps(answer), ECKey.import_key(key), algorithms=["ECDH-ES", content_encryption]
    )
