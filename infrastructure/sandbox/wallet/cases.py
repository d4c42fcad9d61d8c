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
    """Recipe of a wallet's answer.

    Attributes:
        refusal: what a verifier answers; None where it accepts.
        holder: of the license, if not the person.
        make_root: of another authority, instead of the sandbox's own.
        make_signer: makes the signer from its root, the time, and the address of the root's revocations.
        is_for_other_origin: the device signed for another page.
        is_replayed: the device signed for another nonce.
        is_stolen: a device signs for which the license was not sealed.
        spoil: changes the finished answer.
        spoil_bytes: changes its bytes.
    """

    refusal: RefusalCode | None
    holder: Holder | None = None
    make_root: Callable[[datetime], Certified] | None = None
    make_signer: Callable[[Certified, datetime, str | None], Certified] = make_document_signer
    seal: SealRecipe = field(default_factory=SealRecipe)
    device_curve: ec.EllipticCurve = field(default_factory=ec.SECP256R1)
    is_for_other_origin: bool = False
    is_replayed: bool = False
    is_stolen: bool = False
    spoil: Callable[[Response], Any] | None = None
    spoil_bytes: Callable[[bytes], bytes] | None = None


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
