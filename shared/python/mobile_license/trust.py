"""Trusted issuers of licenses."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Literal

from cryptography import x509
from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtensionOID, NameOID, ObjectIdentifier

from mobile_license.refusal import ListRefused

# A critical extension of all sandbox roots. Other verifiers do not know it and must therefore refuse the
# certificate (RFC 5280, section 4.2). The arc 2.25 is for UUIDs.
SANDBOX = ObjectIdentifier("2.25.125196490187453974687869148720176787187")
SANDBOX_ORGANIZATION = "Saguaro sandbox, not a government issuer"

IssuerKind = Literal["government", "sandbox"]

# Errors besides ValueError that reading a certificate can raise.
BAD_CERTIFICATE = (
    ValueError,
    TypeError,
    UnsupportedAlgorithm,
    x509.InvalidVersion,
    x509.DuplicateExtension,
    x509.UnsupportedGeneralNameType,
)

_SUPPORTED_EXTENSIONS = frozenset(
    {ExtensionOID.BASIC_CONSTRAINTS, ExtensionOID.KEY_USAGE, ExtensionOID.EXTENDED_KEY_USAGE}
)


@dataclass(frozen=True, slots=True)
class TrustedIssuer:
    """An issuing authority with its root certificate (IACA, ISO/IEC 18013-5 Annex B.1.2)."""

    certificate: x509.Certificate
    name: str  # name of the authority
    country: str  # ISO 3166-1, as "US"
    state: str  # ISO 3166-2, as "US-AZ"; empty for an authority of a whole country
    revoked: frozenset[int] = frozenset()  # serial numbers of revoked certificates


@dataclass(frozen=True, slots=True)
class TrustedIssuers:
    """The issuers that a verifier trusts.

    All of them are governments, or all are sandboxes. A list of governments refuses every root with a
    sandbox's mark.

    Raises:
        ListRefused: sandbox, if a root is of the other kind; malformed, if a root is unusable.
    """

    issuers: tuple[TrustedIssuer, ...]
    kind: IssuerKind = "government"
    _by_name: dict[bytes, tuple[TrustedIssuer, ...]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        by_name: dict[bytes, tuple[TrustedIssuer, ...]] = {}
        for issuer in self.issuers:
            check_root(issuer.certificate, self.kind)
            name = issuer.certificate.subject.public_bytes()
            by_name[name] = (*by_name.get(name, ()), issuer)
        object.__setattr__(self, "_by_name", by_name)

    def get_issuer(self, certificate: x509.Certificate) -> TrustedIssuer | None:
        """Find the trusted issuer of a certificate, or None."""
        for issuer in self._by_name.get(certificate.issuer.public_bytes(), ()):
            try:
                certificate.verify_directly_issued_by(issuer.certificate)
            except (InvalidSignature, *BAD_CERTIFICATE):
                continue
            return issuer
        return None

    def with_revoked(self, revocation_list: bytes, now: datetime) -> "TrustedIssuers":
        """Return the issuers with the revocations of one of them.

        Args:
            revocation_list: a certificate revocation list (RFC 5280, section 5), DER.

        Raises:
            ListRefused: malformed; signerUnknown, if no issuer here signed it; signerExpired, if its
                successor is overdue.
        """
        try:
            revoked = x509.load_der_x509_crl(revocation_list)
            issuers = self._by_name.get(revoked.issuer.public_bytes(), ())
            serials = frozenset(entry.serial_number for entry in revoked)
            next_update = revoked.next_update_utc
            signers = [
                issuer for issuer in issuers if revoked.is_signature_valid(get_ec_key(issuer.certificate))
            ]
        except BAD_CERTIFICATE:
            raise ListRefused("malformed") from None
        if not signers:
            raise ListRefused("signerUnknown")
        if next_update is None or next_update < now:
            raise ListRefused("signerExpired")
        issuers_now = tuple(
            replace(issuer, revoked=serials) if issuer in signers else issuer for issuer in self.issuers
        )
        return TrustedIssuers(issuers_now, self.kind)


def check_root(certificate: x509.Certificate, kind: IssuerKind) -> None:
    """Check that a certificate can be a root of a kind of issuers.

    Raises:
        ListRefused: sandbox, for the other kind; malformed, if it may not sign certificates or has an unknown
            critical extension.
    """
    supported = {*_SUPPORTED_EXTENSIONS, SANDBOX} if kind == "sandbox" else _SUPPORTED_EXTENSIONS
    try:
        critical = {extension.oid for extension in certificate.extensions if extension.critical}
        constraints = certificate.extensions.get_extension_for_class(x509.BasicConstraints).value
        usage = certificate.extensions.get_extension_for_class(x509.KeyUsage).value
        is_authority = constraints.ca and usage.key_cert_sign
        get_ec_key(certificate)
        is_sandbox = any(extension.oid == SANDBOX for extension in certificate.extensions)
    except (x509.ExtensionNotFound, *BAD_CERTIFICATE):
        raise ListRefused("malformed") from None
    if is_sandbox != (kind == "sandbox"):
        raise ListRefused("sandbox")
    if not is_authority or not critical <= supported:
        raise ListRefused("malformed")


def get_ec_key(certificate: x509.Certificate) -> ec.EllipticCurvePublicKey:
    """Return the elliptic curve key of a certificate.

    Raises:
        TypeError: the key is of another kind.
    """
    key = certificate.public_key()
    if not isinstance(key, ec.EllipticCurvePublicKey):
        raise TypeError(type(key).__name__)
    return key


def has_unknown_critical_extension(certificate: x509.Certificate) -> bool:
    """Tell if a certificate has an unknown critical extension."""
    return any(each.critical and each.oid not in _SUPPORTED_EXTENSIONS for each in certificate.extensions)


def get_country_and_state(name: x509.Name) -> tuple[str, str]:
    """Return country and state of a subject, by ISO 3166: ("US", "US-AZ"); empty if missing."""
    country = _get_attribute(name, NameOID.COUNTRY_NAME).upper()
    return country, make_full_state(country, _get_attribute(name, NameOID.STATE_OR_PROVINCE_NAME))


def make_full_state(country: str, state: str) -> str:
    """Return a state with its country: "AZ" and "US-AZ" become "US-AZ"."""
    state = state.upper()
    return f"{country}-{state}" if state and not state.startswith(f"{country}-") else state


def make_trusted_issuer(certificate: x509.Certificate, state: str = "") -> TrustedIssuer:
    """Return an issuer from its root certificate.

    Args:
        state: state to use if the certificate has none.

    Raises:
        ValueError: its subject cannot be read.
    """
    country, own_state = get_country_and_state(certificate.subject)
    names = (NameOID.ORGANIZATION_NAME, NameOID.COMMON_NAME)
    name = next(filter(None, (_get_attribute(certificate.subject, each) for each in names)), "")
    return TrustedIssuer(certificate, name, country, own_state or make_full_state(country, state))


def make_trusted_issuers(
    roots: Iterable[x509.Certificate], kind: IssuerKind = "government"
) -> TrustedIssuers:
    """Return issuers from their root certificates.

    Raises:
        ListRefused: see `TrustedIssuers`.
        ValueError: see `make_trusted_issuer`.
    """
    return TrustedIssuers(tuple(make_trusted_issuer(root) for root in roots), kind)


def _get_attribute(name: x509.Name, oid: ObjectIdentifier) -> str:
    attributes = name.get_attributes_for_oid(oid)
    return str(attributes[0].value) if len(attributes) == 1 else ""
