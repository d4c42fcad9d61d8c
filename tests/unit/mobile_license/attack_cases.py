"""Answers of dishonest and of unusual wallets, by name, with what a verifier says to them."""

import hashlib
import os
from collections.abc import Callable, Mapping
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID

from infrastructure.sandbox.wallet.cases import CASES as SANDBOX_CASES
from infrastructure.sandbox.wallet.cases import Case, Response
from infrastructure.sandbox.wallet.issue import SealRecipe
from mobile_license.device_response import NAMESPACE
from tests.unit.mobile_license.certificates import make_root_with, make_signer_with

_VEHICLE = "org.iso.7367.1.mVRC"


def _get_document(response: Response) -> Response:
    document: Response = response["documents"][0]
    return document


def _get_issuer_auth(response: Response) -> list[Any]:
    issuer_auth: list[Any] = _get_document(response)["issuerSigned"]["issuerAuth"]
    return issuer_auth


def _get_items(response: Response) -> list[Any]:
    items: list[Any] = _get_document(response)["issuerSigned"]["nameSpaces"][NAMESPACE]
    return items


def _get_device_auth(response: Response) -> Response:
    device_auth: Response = _get_document(response)["deviceSigned"]["deviceAuth"]
    return device_auth


def _find_item(identifier: str, value: object, number: int = 0) -> Any:
    said = {
        "digestID": number,
        "random": os.urandom(32),
        "elementIdentifier": identifier,
        "elementValue": value,
    }
    return cbor2.CBORTag(24, cbor2.dumps(said))


def _change(**members: object) -> Callable[[Response], Response]:
    return lambda response: {**response, **members}


def _change_in_place(change: Callable[[Response], object]) -> Callable[[Response], Response]:
    def spoil(response: Response) -> Response:
        change(response)
        return response

    return spoil


def _swap_numbers(response: Response) -> None:
    """Give two elements each the other's digest."""
    first, second = (cbor2.loads(item.value) for item in _get_items(response)[:2])
    first["digestID"], second["digestID"] = second["digestID"], first["digestID"]
    _get_items(response)[:2] = [cbor2.CBORTag(24, cbor2.dumps(said)) for said in (first, second)]


def _swap_values(response: Response) -> None:
    first, second = (cbor2.loads(item.value) for item in _get_items(response)[:2])
    first["elementIdentifier"], second["elementIdentifier"] = (
        second["elementIdentifier"],
        first["elementIdentifier"],
    )
    _get_items(response)[:2] = [cbor2.CBORTag(24, cbor2.dumps(said)) for said in (first, second)]


def _add_digest(response: Response) -> None:
    """Add an element to the security object, which invalidates the signature."""
    issuer_auth = _get_issuer_auth(response)
    said = cbor2.loads(cbor2.loads(issuer_auth[2]).value)
    item = _find_item("family_name", "Mallory", 0)
    said["valueDigests"][NAMESPACE][0] = hashlib.sha256(cbor2.dumps(item)).digest()
    issuer_auth[2] = cbor2.dumps(cbor2.CBORTag(24, cbor2.dumps(said)))
    _get_items(response)[0] = item


def _change_algorithm(number: int | None) -> Callable[[Response], None]:
    def change(response: Response) -> None:
        _get_issuer_auth(response)[0] = cbor2.dumps({} if number is None else {1: number})

    return change


def _set(path: Callable[[Response], Any], key: Any, value: Any) -> Callable[[Response], Response]:
    def change(response: Response) -> None:
        path(response)[key] = value

    return _change_in_place(change)


def _remove(path: Callable[[Response], Any], key: Any) -> Callable[[Response], Response]:
    return _change_in_place(lambda response: path(response).pop(key))


def _flip(path: Callable[[Response], Any], key: Any) -> Callable[[Response], Response]:
    """Change one bit of some bytes."""

    def change(response: Response) -> None:
        value = path(response)[key]
        path(response)[key] = value[:-1] + bytes([value[-1] ^ 1])

    return _change_in_place(change)


def _remove_signature(response: Response) -> None:
    _get_issuer_auth(response)[3] = bytes(64)


def _lengthen(response: Response) -> None:
    """Prefix one of the two numbers of a signature with a zero."""
    signature = _get_issuer_auth(response)[3]
    _get_issuer_auth(response)[3] = signature[:32] + b"\x00" + signature[32:]


def _clear_device_signature(response: Response) -> None:
    _get_device_auth(response)["deviceSignature"][3] = bytes(64)


def _make_validity(**moments: str) -> SealRecipe:
    return SealRecipe(
        changes={"validityInfo": {name: cbor2.CBORTag(0, moment) for name, moment in moments.items()}}
    )


CASES: Mapping[str, Case] = {
    **SANDBOX_CASES,
    # attacks of the comparison of libraries
    "namespaceNeverSealed": Case(
        "namespaceNotSealed",
        spoil=_change_in_place(
            lambda response: _get_document(response)["issuerSigned"]["nameSpaces"].update(
                {"org.iso.18013.5.1.aamva": [_find_item("resident_state", "AZ")]}
            )
        ),
    ),
    "noDeviceSignature": Case(
        "deviceSignatureMissing",
        spoil=_change_in_place(lambda response: _get_device_auth(response).clear()),
    ),
    "signerExpired": Case("issuerExpired", make_signer=make_signer_with(days=(-400, -1))),
    "noKeyUsage": Case("issuerKeyUsage", make_signer=make_signer_with(purposes=None)),
    "otherDocType": Case("wrongDocumentType", seal=SealRecipe(changes={"docType": _VEHICLE})),
    "status10": Case("statusNotOk", spoil=_change(status=10)),
    "twoDocuments": Case(
        "severalDocuments",
        spoil=lambda response: {**response, "documents": [*response["documents"], *response["documents"]]},
    ),
    "otherAlgorithm": Case("algorithmNotAllowed", spoil=_change_in_place(_change_algorithm(-8))),
    "cut": Case("malformed", spoil_bytes=lambda encoded: encoded[:-40]),
    "emptyMap": Case("wrongVersion", spoil_bytes=lambda _: b"\xa0"),
    "deep": Case("tooDeep", spoil_bytes=lambda _: b"\x81" * 5_000 + b"\x01"),
    "hugeArray": Case("malformed", spoil_bytes=lambda _: b"\x9b\x7f" + b"\xff" * 7),
    # the form
    "empty": Case("malformed", spoil_bytes=lambda _: b""),
    "noCbor": Case("malformed", spoil_bytes=lambda _: b"\xff\xff\xff"),
    "hugeBytes": Case("malformed", spoil_bytes=lambda _: b"\x5b\x7f" + b"\xff" * 7),
    "tooLarge": Case("tooLarge", spoil_bytes=lambda encoded: encoded + bytes(65_536)),
    "trailingBytes": Case("malformed", spoil_bytes=lambda encoded: encoded + b"\x00"),
    "indefiniteLength": Case("malformed", spoil_bytes=lambda encoded: b"\xbf" + encoded[1:] + b"\xff"),
    "longerForm": Case("malformed", spoil_bytes=lambda encoded: b"\xb8\x03" + encoded[1:]),
    "keyTwice": Case(
        "malformed", spoil_bytes=lambda encoded: b"\xa4" + encoded[1:] + cbor2.dumps("status") + b"\x00"
    ),
    "circle": Case("malformed", spoil_bytes=lambda _: b"\xd8\x1c\x81\xd8\x1d\x00"),
    "responseIsNoMap": Case("malformed", spoil=lambda response: [response]),
    "documentsIsMap": Case("malformed", spoil=_change(documents={})),
    "noDocument": Case("documentMissing", spoil=_change(documents=[])),
    "otherVersion": Case("wrongVersion", spoil=_change(version="2.0")),
    "statusIsFalse": Case("malformed", spoil=_change(status=False)),
    "outerDocType": Case("wrongDocumentType", spoil=_set(_get_document, "docType", _VEHICLE)),
    "noIssuerSigned": Case("malformed", spoil=_remove(_get_document, "issuerSigned")),
    "noDeviceSigned": Case("malformed", spoil=_remove(_get_document, "deviceSigned")),
    # issuer
    "governmentRootUnknown": Case("issuerUnknown", make_root=make_root_with(is_sandbox=False)),
    "rootOfOtherState": Case("issuerUnknown", make_root=make_root_with(state="US-NV")),
    "signerNotYetValid": Case("issuerNotYetValid", make_signer=make_signer_with(days=(1, 400))),
    "signerForServers": Case(
        "issuerKeyUsage", make_signer=make_signer_with(purposes=(ExtendedKeyUsageOID.SERVER_AUTH,))
    ),
    "signerForAnything": Case(
        "issuerKeyUsage", make_signer=make_signer_with(purposes=(ExtendedKeyUsageOID.ANY_EXTENDED_KEY_USAGE,))
    ),
    "signerMaySignNothing": Case("issuerKeyUsage", make_signer=make_signer_with(digital_signature=False)),
    "signerIsAuthority": Case("issuerKeyUsage", make_signer=make_signer_with(is_authority=True)),
    "signerSignsCertificates": Case("issuerKeyUsage", make_signer=make_signer_with(signs_certificates=True)),
    "signerWithRsa": Case("malformed", make_signer=make_signer_with(is_rsa=True)),
    "signerWithWeakHash": Case("algorithmNotAllowed", make_signer=make_signer_with(hash=hashes.SHA224())),
    "signerWithUnknownExtension": Case(
        "issuerCriticalExtension", make_signer=make_signer_with(unknown_extension=True)
    ),
    "signerOfOtherState": Case("issuerStateMismatch", make_signer=make_signer_with(state="US-NV")),
    "signerOfOtherCountry": Case(
        "issuerStateMismatch", make_signer=make_signer_with(country="MX", state=None)
    ),
    "licenseOfOtherState": Case(
        "issuerStateMismatch", seal=SealRecipe(elements={"issuing_jurisdiction": "US-NV"})
    ),
    "signedBeforeSigner": Case("signedOutsideIssuerValidity", seal=SealRecipe(days=(-25, -10, 30))),
    "noCertificate": Case("malformed", spoil=_set(_get_issuer_auth, 1, {})),
    "certificateIsText": Case("malformed", spoil=_set(_get_issuer_auth, 1, {33: "certificate"})),
    "certificateIsGarbage": Case("malformed", spoil=_set(_get_issuer_auth, 1, {33: b"\x30\x03\x02\x01\x00"})),
    "noSignatureOfIssuer": Case("issuerSignature", spoil=_set(_get_issuer_auth, 3, b"")),
    "zeroSignatureOfIssuer": Case("issuerSignature", spoil=_change_in_place(_remove_signature)),
    "changedSignatureOfIssuer": Case("issuerSignature", spoil=_flip(_get_issuer_auth, 3)),
    "longerSignatureOfIssuer": Case("issuerSignature", spoil=_change_in_place(_lengthen)),
    "payloadElsewhere": Case("malformed", spoil=_set(_get_issuer_auth, 2, None)),
    "criticalHeader": Case("malformed", seal=SealRecipe(protected={2: [99], 99: b""})),
    "algorithmMissing": Case("algorithmNotAllowed", spoil=_change_in_place(_change_algorithm(None))),
    "algorithmOfOtherCurve": Case("algorithmNotAllowed", spoil=_change_in_place(_change_algorithm(-35))),
    "algorithmIsMac": Case("algorithmNotAllowed", spoil=_change_in_place(_change_algorithm(5))),
    # contents
    "sealedByOneself": Case("issuerSignature", spoil=_change_in_place(_add_digest)),
    "numbersSwapped": Case("digestMismatch", spoil=_change_in_place(_swap_numbers)),
    "namesSwapped": Case("digestMismatch", spoil=_change_in_place(_swap_values)),
    "elementNeverSealed": Case(
        "digestMismatch",
        spoil=_change_in_place(
            lambda response: _get_items(response).append(_find_item("age_over_65", True, 99))
        ),
    ),
    "elementTwice": Case(
        "duplicateElement",
        spoil=_change_in_place(lambda response: _get_items(response).append(_get_items(response)[0])),
    ),
    "elementWithheld": Case(
        "elementMissing", spoil=_change_in_place(lambda response: _get_items(response).pop(0))
    ),
    "elementInOtherNamespace": Case(
        "namespaceNotSealed",
        spoil=_change_in_place(
            lambda response: _get_document(response)["issuerSigned"]["nameSpaces"].update(
                {"org.iso.18013.5.1.US": [_get_items(response).pop(0)]}
            )
        ),
    ),
    "noNamespaces": Case(
        "elementMissing", spoil=_set(lambda r: _get_document(r)["issuerSigned"], "nameSpaces", {})
    ),
    "itemWithoutTag": Case(
        "malformed",
        spoil=_change_in_place(lambda response: _get_items(response).append(_get_items(response)[0].value)),
    ),
    "shortRandom": Case("malformed", seal=SealRecipe(random_bytes=8)),
    "weakDigests": Case("algorithmNotAllowed", seal=SealRecipe(changes={"digestAlgorithm": "MD5"})),
    "digestAlgorithmIsArray": Case("malformed", seal=SealRecipe(changes={"digestAlgorithm": []})),
    "otherVersionSealed": Case("wrongVersion", seal=SealRecipe(changes={"version": "2.0"})),
    "noDigests": Case("namespaceNotSealed", seal=SealRecipe(changes={"valueDigests": {}})),
    "noValidity": Case("malformed", seal=SealRecipe(changes={"validityInfo": {}})),
    "momentsWithoutZone": Case(
        "malformed",
        seal=_make_validity(signed="2026-01-01T00:00:00", validFrom="2026-01-01", validUntil="2099-01-01"),
    ),
    "momentIsNone": Case("malformed", seal=_make_validity(signed="yesterday")),
    "momentsAreText": Case("malformed", seal=SealRecipe(changes={"validityInfo": {"signed": "2026-01-01"}})),
    "validBeforeSigned": Case("notYetValid", seal=SealRecipe(days=(0.1, -10, 30))),
    "nameIsNumber": Case("malformed", seal=SealRecipe(elements={"family_name": 7})),
    "nameIsEmpty": Case("malformed", seal=SealRecipe(elements={"given_name": " ", "family_name": ""})),
    "nameIsLong": Case("malformed", seal=SealRecipe(elements={"given_name": "a" * 151})),
    "birthDateIsText": Case("malformed", seal=SealRecipe(elements={"birth_date": "1984-05-17"})),
    "birthDateIsNoDay": Case(
        "malformed", seal=SealRecipe(elements={"birth_date": cbor2.CBORTag(1004, "1984-02-30")})
    ),
    # presenter
    "deviceMac": Case(
        "deviceSignatureMissing",
        spoil=_change_in_place(
            lambda response: _get_device_auth(response).update(
                deviceMac=_get_device_auth(response).pop("deviceSignature")
            )
        ),
    ),
    "deviceMacBeside": Case(
        "deviceSignatureMissing",
        spoil=_change_in_place(
            lambda response: _get_device_auth(response).update(deviceMac=[b"", {}, None, bytes(32)])
        ),
    ),
    "zeroDeviceSignature": Case("deviceSignature", spoil=_change_in_place(_clear_device_signature)),
    "changedDeviceSignature": Case(
        "deviceSignature", spoil=_flip(lambda r: _get_device_auth(r)["deviceSignature"], 3)
    ),
    "deviceSignaturePayload": Case(
        "malformed", spoil=_set(lambda r: _get_device_auth(r)["deviceSignature"], 2, b"something else")
    ),
    "deviceHeaderAdded": Case(
        "malformed", spoil=_set(lambda r: _get_device_auth(r)["deviceSignature"], 1, {4: b"a key"})
    ),
    "deviceElementsAdded": Case(
        "deviceSignature",
        spoil=_set(
            lambda r: _get_document(r)["deviceSigned"],
            "nameSpaces",
            cbor2.CBORTag(24, cbor2.dumps({NAMESPACE: {"family_name": "Mallory"}})),
        ),
    ),
    "deviceKeyOffCurve": Case(
        "malformed",
        seal=SealRecipe(
            changes={"deviceKeyInfo": {"deviceKey": {1: 2, -1: 1, -2: bytes(32), -3: bytes(32)}}}
        ),
    ),
    "deviceKeyIsSymmetric": Case(
        "algorithmNotAllowed",
        seal=SealRecipe(changes={"deviceKeyInfo": {"deviceKey": {1: 4, -1: bytes(32)}}}),
    ),
    "noDeviceKey": Case("malformed", seal=SealRecipe(changes={"deviceKeyInfo": {}})),
    # must be accepted
    "p384": Case(
        None,
        make_signer=make_signer_with(curve=ec.SECP384R1()),
        device_curve=ec.SECP384R1(),
        seal=SealRecipe(digest_algorithm="SHA-384"),
    ),
    "p521": Case(
        None,
        make_signer=make_signer_with(curve=ec.SECP521R1()),
        device_curve=ec.SECP521R1(),
        seal=SealRecipe(digest_algorithm="SHA-512"),
    ),
    "oneName": Case(None, seal=SealRecipe(elements={"given_name": ""})),
    "signerWithoutState": Case(None, make_signer=make_signer_with(state=None)),
    "chainOfOne": Case(
        None,
        spoil=_change_in_place(
            lambda response: _get_issuer_auth(response)[1].update({33: [_get_issuer_auth(response)[1][33]]})
        ),
    ),
}
