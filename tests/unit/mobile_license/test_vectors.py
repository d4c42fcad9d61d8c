"""Examples of the standards, and an answer of an independent wallet."""

import base64
import hashlib
import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from mobile_license import annex_c, cose, transcripts
from mobile_license.base64url import from_base64url, to_base64url
from mobile_license.cbor import EMBEDDED, decode, decode_sealed, encode, parse_content, parse_list, parse_map
from mobile_license.device_response import verify
from mobile_license.keys import make_jwk_thumbprint
from mobile_license.refusal import ListRefused, Refused
from mobile_license.trust import make_trusted_issuers
from tests.unit.mobile_license.sessions import NOW

VECTORS = Path(__file__).parent / "vectors"

# OpenID4VP 1.0, B.2.6.
SPEC_KEY = {
    "kty": "EC",
    "crv": "P-256",
    "x": "DxiH5Q4Yx3UrukE2lWCErq8N8bqC9CHLLrAwLz5BmE0",
    "y": "XtLM4-3h5o3HUH0MHVJV0kyq0iBlrBwlh8qEDMZ4-Pc",
    "use": "enc",
    "alg": "ECDH-ES",
    "kid": "1",
}
SPEC_NONCE = "exc7gBkxjx1rdc9udRrveKvSsJIq80avlXeLHhGwqtA"

# ISO/IEC 18013-5:2021, D.4.1.2 and the root that its document signer stands under.
ANNEX_D = json.loads((VECTORS / "iso_18013_5_annex_d.json").read_text("utf-8"))
ANNEX_D_NOW = datetime(2020, 12, 1, tzinfo=UTC)

# The wallet was @owf/mdoc 0.6.0; `make_owf.mjs` made the answer.
OWF = json.loads((VECTORS / "owf.json").read_text("utf-8"))


def get_annex_d_document() -> tuple[object, object]:
    """Return the document of the example and its security object."""
    response = parse_map(decode(base64.b64decode(ANNEX_D["deviceResponse"])))
    issuer_signed = parse_map(parse_map(parse_list(response["documents"])[0])["issuerSigned"])
    payload = parse_list(issuer_signed["issuerAuth"])[2]
    assert isinstance(payload, bytes)
    return issuer_signed["nameSpaces"], decode_sealed(parse_content(decode_sealed(payload), EMBEDDED, bytes))


def test_openid4vp_redirect_transcript_matches() -> None:
    transcript = transcripts.make_openid4vp_redirect(
        "x509_san_dns:example.com", SPEC_NONCE, make_jwk_thumbprint(SPEC_KEY), "https://example.com/response"
    )
    assert transcript.hex() == (
        "83f6f682714f70656e494434565048616e646f7665725820048bc053c00442af9b8e"
        "ed494cefdd9d95240d254b046b11b68013722aad38ac"
    )


def test_openid4vp_dc_api_transcript_matches() -> None:
    transcript = transcripts.make_openid4vp_dc_api(
        "https://example.com", SPEC_NONCE, make_jwk_thumbprint(SPEC_KEY)
    )
    assert transcript.hex() == (
        "83f6f682764f70656e4944345650444341504948616e646f7665725820fbece366f4"
        "212f9762c74cfdbf83b8c69e371d5d68cea09cb4c48ca6daab761a"
    )


@pytest.mark.parametrize(
    ("info", "origin", "digest"),
    [
        # The example in the technical specification of EU age verification.
        (
            "gmVkY2FwaaJlbm9uY2VQtJvGiCZ0egQII8fQgu960HJyZWNpcGllbnRQdWJsaWNLZXmkAQIgASFYIMmliVBWgs8KKpAychO3"
            "py0Eqagows-CrraFX1rVOniXIlggIMvYr_x55AY4LKiWZLHBlQJmX1R9Y5BkUfnuSddAmyE",
            "https://verifier.ageverification.dev",
            "4a292708fcf38ad55a7969f1c97ead9decf7756b7e9d8cfee942fe9f31b8db0a",
        ),
        # A capture of Chrome on Android with a wallet, in the specification of SMART Health Check-in.
        (
            "gmVkY2FwaaJlbm9uY2VYIPYWYWk-rPkMTfljh2ux1_P-Q1kpwcDtsBKCkBS0IHWZcnJlY2lwaWVudFB1YmxpY0tleaQBAiAB"
            "IVgg8CaGEhavZJEXKE3i8NCRJi_EZvjca6GG2s486h_Pp4wiWCAB_jZsoAWB1obhVPxvg67w1eAJq9laeKTIc6EGF8yDvA",
            "http://127.0.0.1:3010",
            "5d373e34bbc5306ff28c944c2a1af663af3d503e179ed3ce9df0aa610a7ffe72",
        ),
    ],
)
def test_annex_c_transcript_matches_the_published_value(info: str, origin: str, digest: str) -> None:
    assert transcripts.make_annex_c(info, origin).hex() == f"83f6f6826564636170695820{digest}"
    name, parameters = parse_list(decode(from_base64url(info, 1_000)))
    key = cose.read_key(parse_map(parameters)["recipientPublicKey"])
    again = {"nonce": parse_map(parameters)["nonce"], "recipientPublicKey": cose.write_key(key)}
    assert to_base64url(encode([name, again])) == info


def test_hpke_opens_the_rfc_9180_example() -> None:
    """RFC 9180, A.3.1. The library takes no associated data, so the text is sealed with the RFC's key."""
    recipient = ec.derive_private_key(
        0xF3CE7FDAE57E1A310D87F1EBBDE6F328BE0A99CDBCADF4D6589CF29DE4B8FFD2, ec.SECP256R1()
    )
    encapsulated_key = bytes.fromhex(
        "04a92719c6195d5085104f469a8b9814d5838ff72b60501e2c4466e5e67b325"
        "ac98536d7b61a1af4b78e5b7f951c0900be863c403ce65c9bfcb9382657222d18c4"
    )
    key, nonce = bytes.fromhex("868c066ef58aae6dc589b6cfdd18f97e"), bytes.fromhex("4e0bc5018beba4bf004cca59")
    plaintext = b"Beauty is truth, truth beauty"
    assert AESGCM(key).encrypt(nonce, plaintext, b"Count-0").hex() == (
        "5ad590bb8baa577f8619db35a36311226a896e7342a6d836d8b7bcd2f20b6c7f9076ac232e3ab2523f39513434"
    )
    sealed = encapsulated_key + AESGCM(key).encrypt(nonce, plaintext, None)
    assert annex_c.make_suite().decrypt(sealed, recipient, info=b"Ode on a Grecian Urn") == plaintext


def test_annex_d_is_refused_for_its_mac_only() -> None:
    """The device authenticates with a MAC, which only a nearby reader can check; the issuer is valid."""
    root = x509.load_der_x509_certificate(base64.b64decode(ANNEX_D["root"]))
    with pytest.raises(Refused) as refused:
        verify(
            base64.b64decode(ANNEX_D["deviceResponse"]),
            encode([None, None, None]),
            make_trusted_issuers([root]),
            ANNEX_D_NOW,
        )
    assert refused.value.code == "deviceSignatureMissing"


def test_annex_d_digests_cover_the_received_bytes() -> None:
    name_spaces, security_object = get_annex_d_document()
    digests = parse_map(parse_map(security_object)["valueDigests"])
    number = 0
    for name, items in parse_map(name_spaces).items():
        for item in parse_list(items):
            said = parse_map(decode_sealed(parse_content(item, EMBEDDED, bytes)))
            assert parse_map(digests[name])[said["digestID"]] == hashlib.sha256(encode(item)).digest()
            number += 1
    assert number == 6


def test_annex_d_issuer_is_not_a_sandbox() -> None:
    root = x509.load_der_x509_certificate(base64.b64decode(ANNEX_D["root"]))
    with pytest.raises(ListRefused) as refused:
        make_trusted_issuers([root], "sandbox")
    assert refused.value.code == "sandbox"


def test_answer_of_another_wallet_is_accepted() -> None:
    transcript = transcripts.make_openid4vp_dc_api(OWF["origin"], OWF["nonce"], None)
    assert transcript.hex() == OWF["sessionTranscript"]
    root = x509.load_pem_x509_certificate(OWF["root"].encode())
    license_ = verify(
        base64.b64decode(OWF["deviceResponse"]), transcript, make_trusted_issuers([root], "sandbox"), NOW
    )
    assert (license_.given_name, license_.family_name) == ("Rosa", "Delgado")
