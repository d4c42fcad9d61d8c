"""Lists of trusted issuers as AAMVA publishes them: VICAL (ISO/IEC 18013-5, Annex C).

Only the signed document is stored, and it is verified again at each reading.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

import cbor2
from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ObjectIdentifier

from mobile_license import cose
from mobile_license.cbor import decode_sealed, parse_date_time, parse_list, parse_map, require_kind
from mobile_license.clock import CLOCK_TOLERANCE
from mobile_license.device_response import DOCUMENT_TYPE
from mobile_license.refusal import ListRefused, Refused
from mobile_license.trust import (
    BAD_CERTIFICATE,
    SANDBOX,
    IssuerKind,
    TrustedIssuer,
    TrustedIssuers,
    check_root,
    get_ec_key,
    has_unknown_critical_extension,
    make_trusted_issuer,
)

# id-mdl-kp-mdlVICAL: may sign such lists.
LIST_SIGNER = ObjectIdentifier("1.0.18013.5.1.8")
MAX_BYTES = 4_194_304

_MAX_CHAIN = 4
_COSE_SIGN1 = 18


@dataclass(frozen=True, slots=True)
class Vical:
    """A list with a verified signature."""

    provider: str
    date: datetime
    issue_id: int | None  # increasing number, or None
    next_update: datetime | None  # planned time of the next list
    trusted: TrustedIssuers
    left_out: int  # number of license issuers with an unusable root

    def is_older_than(self, other: "Vical") -> bool:
        if self.date != other.date or self.issue_id is None or other.issue_id is None:
            return self.date < other.date
        return self.issue_id < other.issue_id


def read_vical(
    document: bytes,
    signer_roots: Sequence[x509.Certificate],
    now: datetime,
    kind: IssuerKind = "government",
    current: Vical | None = None,
) -> Vical:
    """Verify a list and extract the issuers of driver's licenses.

    A list past its `next_update` is valid, because the last good list stays in use.

    Args:
        signer_roots: permitted roots of the list's signer.
        kind: kind of issuers; see `TrustedIssuers`.
        current: list in use; older ones are refused.

    Raises:
        ListRefused: it is malformed, not signed under a permitted root, older, or of the other kind.
    """
    if len(document) > MAX_BYTES:
        raise ListRefused("tooLarge")
    try:
        vical = _read(document, signer_roots, now, kind)
    except Refused as error:
        raise ListRefused("signature" if error.code == "issuerSignature" else "malformed") from None
    if current is not None and vical.is_older_than(current):
        raise ListRefused("older")
    return vical


def _read(
    document: bytes, signer_roots: Sequence[x509.Certificate], now: datetime, kind: IssuerKind
) -> Vical:
    decoded = decode_sealed(document)
    if isinstance(decoded, cbor2.CBORTag) and decoded.tag == _COSE_SIGN1:
        decoded = decoded.value
    sign1 = cose.read_sign1(decoded)
    key = _get_signer_key(sign1.unprotected.get(cose.X5CHAIN), signer_roots, now, kind)
    if sign1.payload is None:
        raise Refused("malformed")
    cose.verify(sign1, key, sign1.payload, "issuerSignature")
    fields = parse_map(decode_sealed(sign1.payload))
    issue_id, next_update = fields.get("vicalIssueID"), fields.get("nextUpdate")
    issuers: list[TrustedIssuer] = []
    left_out = 0
    for each in parse_list(fields.get("certificateInfos")):
        info = parse_map(each)
        if DOCUMENT_TYPE not in parse_list(info.get("docType")):
            continue
        issuer = _parse_issuer(info, kind)
        if issuer is None:
            left_out += 1
        else:
            issuers.append(issuer)
    if not issuers:
        raise ListRefused("noIssuer")
    return Vical(
        provider=require_kind(fields.get("vicalProvider"), str),
        date=parse_date_time(fields.get("date")),
        issue_id=None if issue_id is None else require_kind(issue_id, int),
        next_update=None if next_update is None else parse_date_time(next_update),
        trusted=TrustedIssuers(tuple(issuers), kind),
        left_out=left_out,
    )


def _parse_issuer(info: Mapping[object, object], kind: IssuerKind) -> TrustedIssuer | None:
    """Return an issuer of the list; None if its root is unusable.

    Raises:
        ListRefused: sandbox, if a list of governments contains one.
    """
    try:
        root = x509.load_der_x509_certificate(require_kind(info.get("certificate"), bytes))
        check_root(root, kind)
        return make_trusted_issuer(root, str(info.get("stateOrProvinceName", "")))
    except ListRefused as error:
        if error.code == "sandbox":
            raise
        return None
    except BAD_CERTIFICATE:
        return None


def _get_signer_key(
    x5chain: object, roots: Sequence[x509.Certificate], now: datetime, kind: IssuerKind
) -> ec.EllipticCurvePublicKey:
    """Return the key of the list's signer, after verifying its chain to one of the roots."""
    encoded = parse_list(x5chain) if isinstance(x5chain, list) else [x5chain]
    if not 0 < len(encoded) <= _MAX_CHAIN:
        raise Refused("malformed")
    try:
        chain = [x509.load_der_x509_certificate(require_kind(each, bytes)) for each in encoded]
        path = _find_path(chain, roots)
        signer, root = path[0], path[-1]
        for certificate in path:
            valid_from = certificate.not_valid_before_utc - CLOCK_TOLERANCE
            if not valid_from <= now <= certificate.not_valid_after_utc:
                raise ListRefused("signerExpired")
        purposes = list(signer.extensions.get_extension_for_class(x509.ExtendedKeyUsage).value)
        key = get_ec_key(signer)
        is_sandbox = any(extension.oid == SANDBOX for extension in root.extensions)
    except x509.ExtensionNotFound:
        raise ListRefused("signerKeyUsage") from None
    except BAD_CERTIFICATE:
        raise Refused("malformed") from None
    if purposes != [LIST_SIGNER] or has_unknown_critical_extension(signer):
        raise ListRefused("signerKeyUsage")
    if is_sandbox != (kind == "sandbox"):
        raise ListRefused("sandbox")
    return key


def _find_path(
    chain: Sequence[x509.Certificate], roots: Sequence[x509.Certificate]
) -> list[x509.Certificate]:
    """Return the certificates from the signer's to a root.

    Raises:
        ListRefused: signerUnknown, if the chain is broken or ends at none of the roots.
    """
    for length, certificate in enumerate(chain, start=1):
        for root in roots:
            if _is_issued_by(certificate, root):
                return [*chain[:length], root]
        if length == len(chain) or not _is_issued_by(certificate, chain[length]):
            break
    raise ListRefused("signerUnknown")


def _is_issued_by(certificate: x509.Certificate, issuer: x509.Certificate) -> bool:
    try:
        certificate.verify_directly_issued_by(issuer)
        return issuer.extensions.get_extension_for_class(x509.BasicConstraints).value.ca
    except (InvalidSignature, x509.ExtensionNotFound, *BAD_CERTIFICATE):
        return False
