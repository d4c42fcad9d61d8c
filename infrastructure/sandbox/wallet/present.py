"""A wallet, which answers each request with a license newly sealed by the sandbox's authority."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec

from infrastructure.sandbox.wallet.authority import Authority
from infrastructure.sandbox.wallet.cases import HONEST, Case
from infrastructure.sandbox.wallet.issue import Certified, Holder, make_sealed, seal
from infrastructure.sandbox.wallet.requests import Session, read_request, read_request_object
from mobile_license import cose
from mobile_license.cbor import decode_sealed, parse_map
from mobile_license.device_response import DOCUMENT_TYPE

_OTHER_ORIGIN = "https://portal.example.net"
_OTHER_NONCE = "a-nonce-that-was-used-before"


def present(
    request: Mapping[str, Any],
    origin: str,
    holder: Holder,
    authority: Authority,
    now: datetime,
    case: Case = HONEST,
) -> dict[str, Any]:
    """Answer a request that a page passed to the browser: `protocol` and `data`, as is the answer.

    Raises:
        NotAnswered: a wallet refuses the request.
    """
    session = read_request(request, origin)
    return {"protocol": request["protocol"], "data": _answer(session, holder, authority, now, case)}


def present_to_link(
    request_object: str,
    client_id: str,
    holder: Holder,
    authority: Authority,
    now: datetime,
    case: Case = HONEST,
) -> tuple[str, str]:
    """Answer the request behind a link or a QR code: the address for the POST, and the form.

    Raises:
        NotAnswered: a wallet refuses the request.
    """
    session = read_request_object(request_object, client_id)
    return str(session.response_uri), _answer(session, holder, authority, now, case)


def _answer(session: Session, holder: Holder, authority: Authority, now: datetime, case: Case) -> Any:
    response = make_device_response(
        session, holder, authority.root, now, case, revocation_list=authority.revocation_list
    )
    return session.hand_over(response)


def make_device_response(
    session: Session,
    holder: Holder,
    root: Certified,
    now: datetime,
    case: Case = HONEST,
    signer: Certified | None = None,
    revocation_list: str | None = None,
) -> bytes:
    """Return the `DeviceResponse` to a request, with the elements that it asks for.

    Args:
        signer: of the license; None makes one below the root.
        revocation_list: address that a new signer's certificate names.
    """
    if case.make_root is not None:
        root = case.make_root(now)
    signer = signer or case.make_signer(root, now, revocation_list)
    device_key = ec.generate_private_key(case.device_curve)
    issuer_signed = seal(signer, device_key.public_key(), case.holder or holder, now, case.seal)
    issuer_signed["nameSpaces"] = {
        name: [
            item
            for item in items
            if parse_map(decode_sealed(item.value))["elementIdentifier"] in session.elements
        ]
        for name, items in issuer_signed["nameSpaces"].items()
    }
    transcript = session.transcript(
        _OTHER_ORIGIN if case.is_for_other_origin else None, _OTHER_NONCE if case.is_replayed else None
    )
    presenting_key = ec.generate_private_key(case.device_curve) if case.is_stolen else device_key
    response = {
        "version": "1.0",
        "documents": [
            {
                "docType": DOCUMENT_TYPE,
                "issuerSigned": issuer_signed,
                "deviceSigned": _sign_device(presenting_key, transcript),
            }
        ],
        "status": 0,
    }
    if case.spoil is not None:
        response = case.spoil(response)
    encoded = cbor2.dumps(response)
    return encoded if case.spoil_bytes is None else case.spoil_bytes(encoded)


def _sign_device(key: ec.EllipticCurvePrivateKey, transcript: bytes) -> dict[str, Any]:
    name_spaces = make_sealed({})
    authentication = b"\x84" + cbor2.dumps("DeviceAuthentication") + transcript
    authentication += cbor2.dumps(DOCUMENT_TYPE) + cbor2.dumps(name_spaces)
    signed = cbor2.dumps(cbor2.CBORTag(24, authentication))
    return {
        "nameSpaces": name_spaces,
        "deviceAuth": {"deviceSignature": cose.make_sign1(key, None, signed, {})},
    }
