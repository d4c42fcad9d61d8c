"""Requests as a portal makes them, the answers of the sandbox's wallet, and what the verifier says."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import cache
from typing import Any

from infrastructure.sandbox.wallet.authority import Authority
from infrastructure.sandbox.wallet.cases import HONEST, Case
from infrastructure.sandbox.wallet.issue import Holder, new_request_signer, new_root, request_signer
from infrastructure.sandbox.wallet.present import present, present_to_link
from mobile_license import annex_c, openid4vp, transcripts
from mobile_license.device_response import License, verify
from mobile_license.keys import EphemeralKey
from mobile_license.trust import TrustedIssuers, trusted_issuers

NOW = datetime(2026, 11, 23, 9, 0, tzinfo=UTC)
ORIGIN = "https://portal.example.gov"
NONCE = "n-0S6_WzA2Mj-n-0S6_WzA2Mj"
RESPONSE_URI = f"{ORIGIN}/api/authentication/attempts/1/wallet"
STATE = "1.of-this-attempt"
ROSA = Holder("Rosa", "Delgado", date(1984, 5, 17), "D00000001")


@cache
def authority() -> Authority:
    root = new_root(NOW)
    return Authority(root, new_request_signer(root, "portal.example.gov", NOW))


@cache
def trusted() -> TrustedIssuers:
    return trusted_issuers(authority().roots, "sandbox")


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


def _unsigned(key: EphemeralKey) -> Any:
    return {"protocol": openid4vp.UNSIGNED_PROTOCOL, "data": openid4vp.dc_api_request(NONCE, key)}


def _signed(key: EphemeralKey) -> Any:
    signer = request_signer(authority().portal)
    data = openid4vp.signed_dc_api_request(NONCE, key, [ORIGIN], signer, NOW)
    return {"protocol": openid4vp.SIGNED_PROTOCOL, "data": data}


def _annex_c(key: EphemeralKey) -> Any:
    return {"protocol": annex_c.PROTOCOL, "data": annex_c.request(NONCE.encode(), key)}


def _link(key: EphemeralKey) -> Any:
    signer = request_signer(authority().portal)
    return openid4vp.request_object(NONCE, STATE, RESPONSE_URI, key, signer, NOW)


def _to_page(request: Any, case: Case) -> Any:
    return present(request, ORIGIN, ROSA, authority(), NOW, case)["data"]


def _posted(request_object: str, case: Case) -> str:
    client_id = request_signer(authority().portal).client_id
    response_uri, form = present_to_link(request_object, client_id, ROSA, authority(), NOW, case)
    assert response_uri == RESPONSE_URI
    return form


def _dc_api_transcript(key: EphemeralKey) -> bytes:
    return transcripts.openid4vp_dc_api(ORIGIN, NONCE, key.thumbprint)


def _annex_c_transcript(key: EphemeralKey) -> bytes:
    return transcripts.annex_c(annex_c.encryption_info(NONCE.encode(), key), ORIGIN)


def _link_transcript(key: EphemeralKey) -> bytes:
    client_id = request_signer(authority().portal).client_id
    return transcripts.openid4vp_redirect(client_id, NONCE, key.thumbprint, RESPONSE_URI)


WAYS = {
    "unsigned": Way(_unsigned, _to_page, _dc_api_transcript, openid4vp.read_dc_api_response),
    "signed": Way(_signed, _to_page, _dc_api_transcript, openid4vp.read_dc_api_response),
    "annexC": Way(
        _annex_c,
        _to_page,
        _annex_c_transcript,
        lambda data, key: annex_c.read_response(data, key, _annex_c_transcript(key)),
    ),
    "link": Way(
        _link, _posted, _link_transcript, lambda form, key: openid4vp.read_direct_post(form, key, STATE)
    ),
}


def device_response(case: Case = HONEST) -> tuple[bytes, bytes]:
    """What a wallet encoded, and the transcript that goes with it."""
    way, key = WAYS["unsigned"], EphemeralKey.generate()
    return way.read(way.answer(way.ask(key), case), key), way.transcript(key)


def through(way: Way, case: Case = HONEST) -> License:
    """Everything, from the request to what the license says."""
    key = EphemeralKey.generate()
    answer = way.answer(way.ask(key), case)
    return verify(way.read(answer, key), way.transcript(key), trusted(), NOW)
