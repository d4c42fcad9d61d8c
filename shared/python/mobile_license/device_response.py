"""Verification of a wallet's `DeviceResponse` (ISO/IEC 18013-5, 8.3.2.1.2.2) by chapter 9.

A `VerifiedLicense` from here guarantees that a trusted issuer signed each element, that the issuer is
authorized for the state it names, that the license is valid now, and that the device it was issued to
presented it in this session. Copies, other pages, and replays are refused.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from hmac import compare_digest

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec

from mobile_license import cose
from mobile_license.cbor import (
    EMBEDDED,
    FULL_DATE,
    decode,
    decode_sealed,
    embed,
    encode,
    parse_content,
    parse_date_time,
    parse_list,
    parse_map,
    require_kind,
)
from mobile_license.clock import CLOCK_TOLERANCE
from mobile_license.issuer import get_signer_key, list_revocation_lists
from mobile_license.refusal import Refused
from mobile_license.trust import TrustedIssuer, TrustedIssuers

DOCUMENT_TYPE = "org.iso.18013.5.1.mDL"
NAMESPACE = "org.iso.18013.5.1"
# Requested elements; true declares to the owner that the portal retains data of it, a hash.
ELEMENTS = {
    "family_name": False,
    "given_name": False,
    "birth_date": False,
    "document_number": True,
    "issuing_jurisdiction": False,
}
MAX_BYTES = 65_536

_VERSION = "1.0"
_OK = 0
_MIN_RANDOM_BYTES = 16
_MAX_TEXT = 150
_DIGESTS = {"SHA-256": hashlib.sha256, "SHA-384": hashlib.sha384, "SHA-512": hashlib.sha512}


@dataclass(frozen=True, slots=True)
class VerifiedLicense:
    """Data of a verified license."""

    # Like the other four of `ELEMENTS`, an element by the standard's name. `repr` omits them, to keep them
    # out of logs. For people with one name, this or `given_name` is empty.
    family_name: str = field(repr=False)
    given_name: str = field(repr=False)
    birth_date: date = field(repr=False)
    document_number: str = field(repr=False)
    issuing_jurisdiction: str = field(repr=False)
    issuer_name: str  # name of the authority in the list of trusted issuers
    issuer_country: str  # ISO 3166-1
    issuer_state: str  # ISO 3166-2
    valid_until: datetime  # end of the issuer's signature, before the license's own expiration
    # Addresses of the issuer's list of revoked signers, or empty. See `TrustedIssuers.with_revoked`.
    revocation_lists: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _SecurityObject:
    """A `MobileSecurityObject` with a verified signature."""

    digest_algorithm: str
    value_digests: Mapping[object, object]
    device_key: ec.EllipticCurvePublicKey
    valid_until: datetime
    revocation_lists: tuple[str, ...]


def verify(
    device_response: bytes, session_transcript: bytes, trusted: TrustedIssuers, now: datetime
) -> VerifiedLicense:
    """Verify the answer of a wallet.

    Args:
        device_response: response as encoded by the wallet.
        session_transcript: terms of the session; see `mobile_license.transcripts`.
        now: moment with a time zone.

    Raises:
        Refused: the answer is not one valid license of a trusted issuer, presented by its device in this
            session. No input raises any other error.
    """
    if len(device_response) > MAX_BYTES:
        raise Refused("tooLarge")
    document = _get_only_document(parse_map(decode(device_response)))
    issuer_signed = parse_map(document.get("issuerSigned"))
    issuer, security_object = _verify_issuer_auth(issuer_signed.get("issuerAuth"), trusted, now)
    _verify_device_auth(
        parse_map(document.get("deviceSigned")), security_object.device_key, session_transcript
    )
    elements = _list_elements(parse_map(issuer_signed.get("nameSpaces")), security_object)
    if not issuer.state or elements["issuing_jurisdiction"] != issuer.state:
        raise Refused("issuerStateMismatch")
    family_name, given_name = _parse_names(elements)
    return VerifiedLicense(
        family_name=family_name,
        given_name=given_name,
        birth_date=_parse_full_date(elements["birth_date"]),
        document_number=_parse_text(elements["document_number"]),
        issuing_jurisdiction=issuer.state,
        issuer_name=issuer.name,
        issuer_country=issuer.country,
        issuer_state=issuer.state,
        valid_until=security_object.valid_until,
        revocation_lists=security_object.revocation_lists,
    )


def _get_only_document(response: Mapping[object, object]) -> Mapping[object, object]:
    if response.get("version") != _VERSION:
        raise Refused("wrongVersion")
    if require_kind(response.get("status"), int) != _OK:
        raise Refused("statusNotOk")
    documents = parse_list(response.get("documents", []))
    if not documents:
        raise Refused("documentMissing")
    if len(documents) > 1:
        raise Refused("severalDocuments")
    document = parse_map(documents[0])
    if document.get("docType") != DOCUMENT_TYPE:
        raise Refused("wrongDocumentType")
    return document


def _verify_issuer_auth(
    value: object, trusted: TrustedIssuers, now: datetime
) -> tuple[TrustedIssuer, _SecurityObject]:
    """Authenticate the issuer's data (9.1.2.4), and return the issuer and the security object."""
    sign1 = cose.read_sign1(value)
    issuer, certificate, key = get_signer_key(sign1.unprotected.get(cose.X5CHAIN), trusted, now)
    if sign1.payload is None:
        raise Refused("malformed")
    cose.verify(sign1, key, sign1.payload, "issuerSignature")
    payload = decode_sealed(sign1.payload)
    fields = parse_map(decode_sealed(parse_content(payload, EMBEDDED, bytes)))
    if fields.get("version") != _VERSION:
        raise Refused("wrongVersion")
    if fields.get("docType") != DOCUMENT_TYPE:
        raise Refused("wrongDocumentType")
    digest_algorithm = require_kind(fields.get("digestAlgorithm"), str)
    if digest_algorithm not in _DIGESTS:
        raise Refused("algorithmNotAllowed")
    return issuer, _SecurityObject(
        digest_algorithm=digest_algorithm,
        value_digests=parse_map(fields.get("valueDigests")),
        device_key=cose.read_key(parse_map(fields.get("deviceKeyInfo")).get("deviceKey")),
        valid_until=_get_valid_until(parse_map(fields.get("validityInfo")), certificate, now),
        revocation_lists=list_revocation_lists(certificate),
    )


def _get_valid_until(
    validity: Mapping[object, object], certificate: x509.Certificate, now: datetime
) -> datetime:
    signed = parse_date_time(validity.get("signed"))
    valid_from = parse_date_time(validity.get("validFrom"))
    valid_until = parse_date_time(validity.get("validUntil"))
    if not certificate.not_valid_before_utc <= signed <= certificate.not_valid_after_utc:
        raise Refused("signedOutsideIssuerValidity")
    if max(signed, valid_from) > now + CLOCK_TOLERANCE:
        raise Refused("notYetValid")
    if now > valid_until:
        raise Refused("expired")
    return valid_until


def _verify_device_auth(
    device_signed: Mapping[object, object], key: ec.EllipticCurvePublicKey, session_transcript: bytes
) -> None:
    """Authenticate the device (9.1.3.6). A `deviceMac` would need a reader key, which web pages lack."""
    name_spaces = device_signed.get("nameSpaces")
    parse_content(name_spaces, EMBEDDED, bytes)
    device_auth = parse_map(device_signed.get("deviceAuth"))
    if list(device_auth) != ["deviceSignature"]:
        raise Refused("deviceSignatureMissing")
    sign1 = cose.read_sign1(device_auth["deviceSignature"])
    # Other content here would be unsigned by the issuer.
    if sign1.payload is not None or sign1.unprotected:
        raise Refused("malformed")
    authentication = b"\x84" + encode("DeviceAuthentication") + session_transcript
    authentication += encode(DOCUMENT_TYPE) + encode(name_spaces)
    cose.verify(sign1, key, encode(embed(authentication)), "deviceSignature")


def _list_elements(
    name_spaces: Mapping[object, object], security_object: _SecurityObject
) -> Mapping[str, object]:
    """Return the requested elements, after verifying the digests of all received ones."""
    digest = _DIGESTS[security_object.digest_algorithm]
    elements: dict[str, object] = {}
    for name, items in name_spaces.items():
        if name not in security_object.value_digests:
            raise Refused("namespaceNotSealed")
        sealed = parse_map(security_object.value_digests[name])
        identifiers: set[str] = set()
        for item in parse_list(items):
            content = parse_content(item, EMBEDDED, bytes)
            fields = parse_map(decode_sealed(content))
            expected = sealed.get(require_kind(fields.get("digestID"), int))
            if expected is None or not compare_digest(
                digest(encode(item)).digest(), require_kind(expected, bytes)
            ):
                raise Refused("digestMismatch")
            if len(require_kind(fields.get("random"), bytes)) < _MIN_RANDOM_BYTES:
                raise Refused("malformed")
            identifier = require_kind(fields.get("elementIdentifier"), str)
            if identifier in identifiers:
                raise Refused("duplicateElement")
            identifiers.add(identifier)
            if name == NAMESPACE and identifier in ELEMENTS:
                elements[identifier] = fields.get("elementValue")
    if len(elements) < len(ELEMENTS):
        raise Refused("elementMissing")
    return elements


def _parse_names(elements: Mapping[str, object]) -> tuple[str, str]:
    """Return family and given name; one is blank for people with one name (6 CFR 37.17(a)).

    The issuer has to seal it as blank: a wallet may withhold elements.
    """
    texts = [require_kind(elements[name], str).strip() for name in ("family_name", "given_name")]
    family_name, given_name = (_parse_text(text) if text else "" for text in texts)
    if not family_name and not given_name:
        raise Refused("malformed")
    return family_name, given_name


def _parse_text(value: object) -> str:
    text = require_kind(value, str)
    if not text.strip() or len(text) > _MAX_TEXT:
        raise Refused("malformed")
    return text


def _parse_full_date(value: object) -> date:
    try:
        return date.fromisoformat(parse_content(value, FULL_DATE, str))
    except ValueError:
        raise Refused("malformed") from None
