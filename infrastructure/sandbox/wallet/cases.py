"""Faults of a sandbox wallet that its page and `npm run wallet` offer, by name."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec

from infrastructure.sandbox.wallet.issue import (
    Certified,
    Holder,
    SealRecipe,
    make_document_signer,
    make_root,
    make_sealed,
)
from mobile_license.device_response import NAMESPACE
from mobile_license.refusal import RefusalCode

Response = dict[str, Any]

_SOMEBODY_ELSE = Holder("Somebody", "Else", date(1950, 1, 1), "X0000001")


@dataclass(frozen=True, slots=True)
class Case:
    """Recipe of a wallet's answer."""

    refusal: RefusalCode | None  # what a verifier answers; None where it accepts
    holder: Holder | None = None  # of the license, if not the person
    # Of another authority, instead of the sandbox's own.
    make_root: Callable[[datetime], Certified] | None = None
    # Makes the signer from its root, the time, and the address of the root's revocations.
    make_signer: Callable[[Certified, datetime, str | None], Certified] = make_document_signer
    seal: SealRecipe = field(default_factory=SealRecipe)
    device_curve: ec.EllipticCurve = field(default_factory=ec.SECP256R1)
    is_for_other_origin: bool = False  # the device signed for another page
    is_replayed: bool = False  # the device signed for another nonce
    is_stolen: bool = False  # a device signs for which the license was not sealed
    spoil: Callable[[Response], Any] | None = None  # changes the finished answer
    spoil_bytes: Callable[[bytes], bytes] | None = None  # changes its bytes


def _tamper(response: Response) -> Response:
    """Change the value of the first element, which the issuer has sealed."""
    items = response["documents"][0]["issuerSigned"]["nameSpaces"][NAMESPACE]
    items[0] = make_sealed({**cbor2.loads(items[0].value), "elementValue": "Mallory"})
    return response


HONEST = Case(None)
CASES: Mapping[str, Case] = {
    "honest": HONEST,
    "tampered": Case("digestMismatch", spoil=_tamper),
    "otherOrigin": Case("deviceSignature", is_for_other_origin=True),
    "replay": Case("deviceSignature", is_replayed=True),
    "stolen": Case("deviceSignature", is_stolen=True),
    "expired": Case("expired", seal=SealRecipe(days=(-10, -10, -0.1))),
    "notYetValid": Case("notYetValid", seal=SealRecipe(days=(-10, 1, 30))),
    "unknownIssuer": Case("issuerUnknown", make_root=make_root),
    # Refused by a portal although the license is valid.
    "wrongPerson": Case(None, holder=_SOMEBODY_ELSE),
}
