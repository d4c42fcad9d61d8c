"""The document signer's certificate (ISO/IEC 18013-5, B.1.4), and its issuer."""

from datetime import datetime

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ObjectIdentifier

from mobile_license.cbor import require_kind
from mobile_license.clock import CLOCK_TOLERANCE
from mobile_license.refusal import Refused
from mobile_license.trust import (
    BAD_CERTIFICATE,
    TrustedIssuer,
    TrustedIssuers,
    get_country_and_state,
    get_ec_key,
    has_unknown_critical_extension,
)

# id-mdl-kp-mdlDS: may sign mobile security objects.
DOCUMENT_SIGNER = ObjectIdentifier("1.0.18013.5.1.2")

_HASHES = (hashes.SHA256, hashes.SHA384, hashes.SHA512)


def get_signer_key(
    x5chain: object, trusted: TrustedIssuers, now: datetime
) -> tuple[TrustedIssuer, x509.Certificate, ec.EllipticCurvePublicKey]:
    """Return the certificate that signed, with its issuer and key.

    Args:
        x5chain: header of this name: the document signer's certificate, without its root.

    Raises:
        Refused: malformed, algorithmNotAllowed, or a code that begins with `issuer`.
    """
    if isinstance(x5chain, list) and len(x5chain) == 1:
        x5chain = x5chain[0]
    try:
        certificate = x509.load_der_x509_certificate(require_kind(x5chain, bytes))
        issuer = trusted.get_issuer(certificate)
        if issuer is None:
            raise Refused("issuerUnknown")
        _check_validity(issuer.certificate, now)
        _check_validity(certificate, now)
        if certificate.serial_number in issuer.revoked:
            raise Refused("issuerRevoked")
        _check_usage(certificate)
        _check_place(certificate, issuer)
        key = get_ec_key(certificate)
        hashed_with = certificate.signature_hash_algorithm
    except BAD_CERTIFICATE:
        raise Refused("malformed") from None
    if not isinstance(hashed_with, _HASHES):
        raise Refused("algorithmNotAllowed")
    return issuer, certificate, key


def list_revocation_lists(certificate: x509.Certificate) -> tuple[str, ...]:
    """Return the addresses of the issuer's revocation list (B.1.4); empty without one.

    Raises:
        Refused: malformed.
    """
    try:
        points = certificate.extensions.get_extension_for_class(x509.CRLDistributionPoints).value
    except x509.ExtensionNotFound:
        return ()
    except BAD_CERTIFICATE:
        raise Refused("malformed") from None
    names = [name for point in points for name in point.full_name or ()]
    return tuple(each.value for each in names if isinstance(each, x509.UniformResourceIdentifier))


def _check_validity(certificate: x509.Certificate, now: datetime) -> None:
    if certificate.not_valid_before_utc > now + CLOCK_TOLERANCE:
        raise Refused("issuerNotYetValid")
    if now > certificate.not_valid_after_utc:
        raise Refused("issuerExpired")


def _check_usage(certificate: x509.Certificate) -> None:
    extensions = certificate.extensions
    if has_unknown_critical_extension(certificate):
        raise Refused("issuerCriticalExtension")
    try:
        usage = extensions.get_extension_for_class(x509.KeyUsage).value
        purposes = extensions.get_extension_for_class(x509.ExtendedKeyUsage).value
    except x509.ExtensionNotFound:
        raise Refused("issuerKeyUsage") from None
    if not usage.digital_signature or usage.key_cert_sign or list(purposes) != [DOCUMENT_SIGNER]:
        raise Refused("issuerKeyUsage")
    try:
        is_authority = extensions.get_extension_for_class(x509.BasicConstraints).value.ca
    except x509.ExtensionNotFound:
        return
    if is_authority:
        raise Refused("issuerKeyUsage")


def _check_place(certificate: x509.Certificate, issuer: TrustedIssuer) -> None:
    country, state = get_country_and_state(certificate.subject)
    if country != issuer.country or (state or issuer.state) != issuer.state:
        raise Refused("issuerStateMismatch")
