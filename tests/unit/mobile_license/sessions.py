"""Requests of a portal, answers of the sandbox wallet, and results of the verifier."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import cache
from typing import Any

from infrastructure.sandbox.wallet.authority import Authority
from infrastructure.sandbox.wallet.cases import HONEST, Case
from infrastructure.sandbox.wallet.issue import Holder, load_request_signer, make_request_signer
from infrastructure.sandbox.wallet.present import present, present_to_link
from mobile_license import annex_c, openid4vp, transcripts
from mobile_license.device_response import VerifiedLicense, verify
from mobile_license.keys import EphemeralKey
from mobile_license.trust import TrustedIssuers, make_trusted_issuers
from tests.unit.mobile_license.certificates import make_root

NOW = datetime(2026, 11, 23, 9, 0, tzinfo=UTC)
ORIGIN = "https://portal.example.gov"
NONCE = "n-0S6_WzA2Mj-n-0S6_WzA2Mj"
RESPONSE_URI = f"{ORIGIN}/api/authentication/attempts/1/wallet"
STATE = "1.of-this-attempt"
ROSA = Holder("Rosa", "Delgado", date(1984, 5, 17), "D00000001")


@cache
def get_authority() -> Authority:
    root = make_root(NOW)
    return Authority(root, make_request_signer(root, "portal.example.gov", NOW))


@cache
def get_trusted() -> TrustedIssuers:
    return make_trusted_issuers(get_authority().roots, "sandbox")


@dataclass(frozen=True, slots=True)
class Way:
    """One way from the portal to a wallet and back.

    Attributes:
        ask: makes the request.
        answer: the wallet's, to a request.
        read: the device response in an answer.
    """

    ask: Callable[[EphemeralKey], Any]
    answer: Callable[[Any, Case], Any]
    transcript: Callable[[EphemeralKey], bytes]
    read: Callable[[Any, EphemeralKey], bytes]


def _ask_unsigned(key: EphemeralKey) -> Any:
    return {"protocol": openid4vp.UNSIGNED_PROTOCOL, "data": openid4vp.make_dc_api_request(NONCE, key)}


def _ask_signed(key: EphemeralKey) -> Any:
    signer = load_request_signer(get_authority().portal)
    data = openid4vp.make_signed_dc_api_request(NONCE, key, [ORIGIN], signer, NOW)
    return {"protocol": openid4vp.SIGNED_PROTOCOL, "data": data}


def _ask_annex_c(key: EphemeralKey) -> Any:
    return {"protocol": annex_c.PROTOCOL, "data": annex_c.make_request(NONCE.encode(), key)}


def _ask_link(key: EphemeralKey) -> Any:
    signer = load_request_signer(get_authority().portal)
    return openid4vp.make_request_object(NONCE, STATE, RESPONSE_URI, key, signer, NOW)


def _answer_page(request: Any, case: Case) -> Any:
    return present(request, ORIGIN, ROSA, get_authority(), NOW, case)["data"]


def _post_answer(request_object: str, case: Case) -> str:
    client_id = load_request_signer(get_authority().portal).client_id
    response_uri, form = present_to_link(request_object, client_id, ROSA, get_authority(), NOW, case)
    assert response_uri == RESPONSE_URI
    return form


def _make_dc_api_transcript(key: EphemeralKey) -> bytes:
    return transcripts.make_openid4vp_dc_api(ORIGIN, NONCE, key.thumbprint)


def _make_annex_c_transcript(key: EphemeralKey) -> bytes:
    return transcripts.make_annex_c(annex_c.make_encryption_info(NONCE.encode(), key), ORIGIN)


def _make_link_transcript(key: EphemeralKey) -> bytes:
    client_id = load_request_signer(get_authority().portal).client_id
    return transcripts.make_openid4vp_redirect(client_id, NONCE, key.thumbprint, RESPONSE_URI)


WAYS = {
    "unsigned": Way(_ask_unsigned, _answer_page, _make_dc_api_transcript, openid4vp.read_dc_api_response),
    "signed": Way(_ask_signed, _answer_page, _make_dc_api_transcript, openid4vp.read_dc_api_response),
    "annexC": Way(
        _ask_annex_c,
        _answer_page,
        _make_annex_c_transcript,
        lambda data, key: annex_c.read_response(data, key, _make_annex_c_transcript(key)),
    ),
    "link": Way(
        _ask_link,
        _post_answer,
        _make_link_transcript,
        lambda form, key: openid4vp.read_direct_post(form, key, STATE),
    ),
}


def make_device_response(case: Case = HONEST) -> tuple[bytes, bytes]:
    """Return the response that a wallet encoded and its transcript."""
    way, key = WAYS["unsigned"], EphemeralKey.generate()
    return way.read(way.answer(way.ask(key), case), key), way.transcript(key)


def run_exchange(way: Way, case: Case = HONEST) -> VerifiedLicense:
    """Run the whole exchange, from the request to the license."""
    key = EphemeralKey.generate()
    answer = way.answer(way.ask(key), case)
    return verify(way.read(answer, key), way.transcript(key), get_trusted(), NOW)
