"""Requests of ISO/IEC TS 18013-7, Annex C, and forged or changed answers."""

import cbor2
import pytest

from infrastructure.sandbox.wallet.issue import load_request_signer
from infrastructure.sandbox.wallet.present import present
from infrastructure.sandbox.wallet.requests import NotAnswered
from mobile_license import annex_c, cose, transcripts
from mobile_license.base64url import from_base64url, to_base64url
from mobile_license.cbor import decode, parse_list, parse_map
from mobile_license.device_response import verify
from mobile_license.keys import EphemeralKey
from mobile_license.refusal import RefusalCode, Refused
from tests.unit.mobile_license.sessions import NONCE, NOW, ORIGIN, ROSA, get_authority, get_trusted

KEY = EphemeralKey.generate()
REQUEST = annex_c.make_request(NONCE.encode(), KEY)
TRANSCRIPT = transcripts.make_annex_c(REQUEST["encryptionInfo"], ORIGIN)


def make_answer(data: dict[str, str] = REQUEST, origin: str = ORIGIN) -> dict[str, str]:
    request = {"protocol": annex_c.PROTOCOL, "data": data}
    answer: dict[str, str] = present(request, origin, ROSA, get_authority(), NOW)["data"]
    return answer


def get_refusal(data: object, key: EphemeralKey = KEY, transcript: bytes = TRANSCRIPT) -> RefusalCode:
    with pytest.raises(Refused) as refused:
        annex_c.read_response(data, key, transcript)
    return refused.value.code


def make_response(parts: object) -> dict[str, str]:
    return {"response": to_base64url(cbor2.dumps(parts))}


def test_request_asks_for_five_elements_and_no_picture() -> None:
    said = parse_map(cbor2.loads(from_base64url(REQUEST["deviceRequest"], 10_000)))
    items = cbor2.loads(said["docRequests"][0]["itemsRequest"].value)  # type: ignore[index]
    assert items == {
        "docType": "org.iso.18013.5.1.mDL",
        "nameSpaces": {
            "org.iso.18013.5.1": {
                "family_name": False,
                "given_name": False,
                "birth_date": False,
                "document_number": True,
                "issuing_jurisdiction": False,
            }
        },
    }


def test_request_has_the_public_key_and_the_nonce() -> None:
    name, parameters = parse_list(decode(from_base64url(REQUEST["encryptionInfo"], 10_000)))
    assert name == "dcapi"
    assert parse_map(parameters)["nonce"] == NONCE.encode()
    assert cose.read_key(parse_map(parameters)["recipientPublicKey"]) == KEY.private_key.public_key()


def test_wallet_answers_a_signed_request() -> None:
    data = annex_c.make_signed_request(
        NONCE.encode(), KEY, ORIGIN, load_request_signer(get_authority().portal)
    )
    transcript = transcripts.make_annex_c(data["encryptionInfo"], ORIGIN)
    assert verify(annex_c.read_response(make_answer(data), KEY, transcript), transcript, get_trusted(), NOW)


def test_request_signature_covers_the_page() -> None:
    data = annex_c.make_signed_request(
        NONCE.encode(), KEY, ORIGIN, load_request_signer(get_authority().portal)
    )
    with pytest.raises(NotAnswered):
        make_answer(data, "https://evil.example")


def test_answer_is_decrypted() -> None:
    assert annex_c.read_response(make_answer(), KEY, TRANSCRIPT).startswith(b"\xa3")


def test_answer_for_another_key_is_refused() -> None:
    assert get_refusal(make_answer(), EphemeralKey.generate()) == "decryption"


def test_answer_to_another_page_is_refused() -> None:
    assert get_refusal(make_answer(origin="https://evil.example")) == "decryption"


def test_answer_to_another_nonce_is_refused() -> None:
    assert get_refusal(make_answer(annex_c.make_request(b"another nonce of 16", KEY))) == "decryption"


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (None, "malformed"),
        ({}, "malformed"),
        ({"response": 7}, "malformed"),
        ({"response": "A A"}, "malformed"),
        ({"response": "A" * 200_000}, "tooLarge"),
        (make_response({}), "malformed"),
        (make_response(["dcapi"]), "malformed"),
        (make_response(["other", {}]), "malformed"),
        (make_response(["dcapi", {}]), "malformed"),
        (make_response(["dcapi", {"enc": b"", "cipherText": b""}]), "malformed"),
        (make_response(["dcapi", {"enc": b"\x02" * 33, "cipherText": b""}]), "malformed"),
        (make_response(["dcapi", {"enc": b"\x04" + bytes(64), "cipherText": bytes(40)}]), "decryption"),
        (make_response(["dcapi", {"enc": b"\x04" + bytes(64), "cipherText": b""}]), "decryption"),
        (make_response(["dcapi", {"enc": "text", "cipherText": b""}]), "malformed"),
    ],
)
def test_malformed_answer_is_refused(data: object, code: RefusalCode) -> None:
    assert get_refusal(data) == code
