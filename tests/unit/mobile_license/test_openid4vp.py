"""Requests of OpenID4VP 1.0, and forged or changed answers."""

import base64
import hashlib
import json
from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from cryptography.hazmat.primitives.serialization import Encoding
from joserfc import jwe, jws
from joserfc.jwk import ECKey

from infrastructure.sandbox.wallet.cases import HONEST
from infrastructure.sandbox.wallet.issue import load_request_signer
from infrastructure.sandbox.wallet.present import present, present_to_link
from infrastructure.sandbox.wallet.requests import NotAnswered
from mobile_license import openid4vp
from mobile_license.base64url import to_base64url
from mobile_license.device_response import verify
from mobile_license.keys import EphemeralKey
from mobile_license.refusal import RefusalCode, Refused
from tests.cases import read_cases
from tests.unit.mobile_license.sessions import (
    NONCE,
    NOW,
    ORIGIN,
    RESPONSE_URI,
    ROSA,
    STATE,
    WAYS,
    get_authority,
    get_trusted,
)

CASES = read_cases(__file__)

KEY = EphemeralKey.generate()
SIGNER = load_request_signer(get_authority().portal)
TOKEN = {"vp_token": {"mdl": [to_base64url(b"\xa0")]}}


def make_encrypted(
    payload: object = TOKEN,
    key: EphemeralKey = KEY,
    text: str | None = None,
    header: Mapping[str, str] | None = None,
) -> dict[str, str]:
    said = {"alg": "ECDH-ES", "enc": "A128GCM", **(header or {})}
    algorithms = [said["alg"], said["enc"], "DEF"]
    text = json.dumps(payload) if text is None else text
    return {"response": jwe.encrypt_compact(said, text, ECKey.import_key(key.public_jwk), algorithms)}


def get_refusal(data: object, key: EphemeralKey = KEY) -> RefusalCode:
    with pytest.raises(Refused) as refused:
        openid4vp.read_dc_api_response(data, key)
    return refused.value.code


def read_request_object(jwt: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """Verify the signature of a request object and return its header and claims."""
    registry = jws.JWSRegistry(algorithms=["ES256"])
    registry.max_header_length = registry.max_payload_length = 10_000
    key = ECKey.import_key(get_authority().portal.key.public_key())
    token = jws.deserialize_compact(jwt, key, registry=registry)
    return dict(token.headers()), json.loads(token.payload)


def test_request_asks_for_five_elements_and_no_picture() -> None:
    (credential,) = openid4vp.make_dc_api_request(NONCE, KEY)["dcql_query"]["credentials"]
    assert credential["meta"] == {"doctype_value": "org.iso.18013.5.1.mDL"}
    assert [(claim["path"][1], claim["intent_to_retain"]) for claim in credential["claims"]] == [
        ("family_name", False),
        ("given_name", False),
        ("birth_date", False),
        ("document_number", True),
        ("issuing_jurisdiction", False),
    ]


def test_request_has_no_private_key() -> None:
    (key,) = openid4vp.make_dc_api_request(NONCE, KEY)["client_metadata"]["jwks"]["keys"]
    assert "d" not in key
    assert (key["alg"], key["use"], key["kid"]) == ("ECDH-ES", "enc", KEY.public_jwk["kid"])


def test_signed_request_has_signer_and_origins() -> None:
    data = openid4vp.make_signed_dc_api_request(NONCE, KEY, [ORIGIN], SIGNER, NOW)
    header, said = read_request_object(data["request"])
    certificate = get_authority().portal.certificate.public_bytes(Encoding.DER)
    assert header["typ"] == "oauth-authz-req+jwt"
    assert base64.b64decode(header["x5c"][0]) == certificate
    assert said["client_id"] == f"x509_hash:{to_base64url(hashlib.sha256(certificate).digest())}"
    assert said["expected_origins"] == [ORIGIN]
    assert (said["response_type"], said["response_mode"]) == ("vp_token", "dc_api.jwt")


def test_link_leads_to_the_request_object() -> None:
    link = urlsplit(openid4vp.make_link(SIGNER.client_id, f"{ORIGIN}/request"))
    assert link.scheme == "openid4vp"
    assert parse_qs(link.query) == {"client_id": [SIGNER.client_id], "request_uri": [f"{ORIGIN}/request"]}


def test_link_request_object_has_the_response_address() -> None:
    _, said = read_request_object(openid4vp.make_request_object(NONCE, STATE, RESPONSE_URI, KEY, SIGNER, NOW))
    assert (said["response_mode"], said["response_uri"], said["state"]) == (
        "direct_post.jwt",
        RESPONSE_URI,
        STATE,
    )


def test_key_survives_serialization() -> None:
    again = EphemeralKey.from_json(KEY.to_json())
    assert openid4vp.read_dc_api_response(make_encrypted(), again) == b"\xa0"
    assert again.thumbprint == KEY.thumbprint


def test_wallet_refuses_a_signed_request_for_another_page() -> None:
    data = openid4vp.make_signed_dc_api_request(NONCE, KEY, [ORIGIN], SIGNER, NOW)
    request = {"protocol": openid4vp.SIGNED_PROTOCOL, "data": data}
    with pytest.raises(NotAnswered):
        present(request, "https://evil.example", ROSA, get_authority(), NOW)


def test_wallet_refuses_a_link_to_another_verifier() -> None:
    jwt = openid4vp.make_request_object(NONCE, STATE, RESPONSE_URI, KEY, SIGNER, NOW)
    with pytest.raises(NotAnswered):
        present_to_link(jwt, "x509_hash:other", ROSA, get_authority(), NOW)


@pytest.mark.parametrize(
    "header",
    [
        {"enc": "A128GCM"},
        {"enc": "A256GCM"},
        # Optional headers of wallets (RFC 7518, 4.6.1).
        {"kid": KEY.public_jwk["kid"], "typ": "JWT", "cty": "json", "apu": "QWxpY2U", "apv": "Qm9i"},
    ],
)
def test_answer_is_decrypted(header: dict[str, str]) -> None:
    assert openid4vp.read_dc_api_response(make_encrypted(header=header), KEY) == b"\xa0"


@pytest.mark.parametrize(
    "header",
    [
        {"alg": "ECDH-ES+A128KW"},
        {"enc": "A128CBC-HS256"},
        {"enc": "A192GCM"},
        {"zip": "DEF"},
    ],
)
def test_answer_with_other_encryption_is_refused(header: dict[str, str]) -> None:
    assert get_refusal(make_encrypted(header=header)) == "decryption"


def test_answer_for_another_key_is_refused() -> None:
    assert get_refusal(make_encrypted(key=EphemeralKey.generate())) == "decryption"


def test_answer_to_another_attempt_is_refused() -> None:
    """A holder of both keys can encrypt the answer again, but the device signed for the first key."""
    way, answered, current = WAYS["unsigned"], EphemeralKey.generate(), EphemeralKey.generate()
    device_response = way.read(way.answer(way.ask(answered), HONEST), answered)
    with pytest.raises(Refused) as refused:
        verify(device_response, way.transcript(current), get_trusted(), NOW)
    assert refused.value.code == "deviceSignature"


@pytest.mark.parametrize(
    ("data", "code"),
    [
        *CASES["malformed_answer_is_refused"],
        ({"response": "A" * 140_000}, "tooLarge"),
        ({"vp_token": TOKEN["vp_token"]}, "malformed"),
    ],
)
def test_malformed_answer_is_refused(data: object, code: RefusalCode) -> None:
    assert get_refusal(data) == code


@pytest.mark.parametrize(("payload", "code"), CASES["malformed_token_is_refused"])
def test_malformed_token_is_refused(payload: object, code: RefusalCode) -> None:
    assert get_refusal(make_encrypted(payload)) == code


@pytest.mark.parametrize("text", ["", "no json", "[" * 50_000, '{"vp_token":NaN}'])
def test_non_json_token_is_refused(text: str) -> None:
    assert get_refusal(make_encrypted(text=text)) in ("decryption", "malformed")


def get_post_refusal(form: str) -> RefusalCode:
    with pytest.raises(Refused) as refused:
        openid4vp.read_direct_post(form, KEY, STATE)
    return refused.value.code


def test_posted_answer_is_read() -> None:
    form = urlencode(make_encrypted({**TOKEN, "state": STATE}))
    assert openid4vp.read_direct_post(form, KEY, STATE) == b"\xa0"


@pytest.mark.parametrize(
    ("form", "code"),
    [
        (urlencode(make_encrypted({**TOKEN, "state": "another"})), "otherRequest"),
        (urlencode(make_encrypted(TOKEN)), "otherRequest"),
        (urlencode({**make_encrypted(TOKEN), "state": STATE}), "otherRequest"),
        ("", "malformed"),
        ("response", "malformed"),
        ("response=a&response=b", "malformed"),
        ("&".join(f"m{number}=1" for number in range(20)), "malformed"),
        ("response=" + "A" * 300_000, "tooLarge"),
        ("another=" + "A" * 300_000, "tooLarge"),
        (urlencode({"error": "access_denied", "state": STATE}), "declined"),
    ],
)
def test_malformed_posted_answer_is_refused(form: str, code: RefusalCode) -> None:
    assert get_post_refusal(form) == code
