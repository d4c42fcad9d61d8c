"""Products of the sandbox's authority: certificates, sealed licenses, and a list of issuers."""

import hashlib
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from typing import Any

import cbor2
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.x509.oid import NameOID, ObjectIdentifier

from mobile_license import cose
from mobile_license.device_response import DOCUMENT_TYPE, NAMESPACE
from mobile_license.issuer import DOCUMENT_SIGNER
from mobile_license.request_signer import RequestSigner
from mobile_license.trust import SANDBOX, SANDBOX_ORGANIZATION
from mobile_license.vical import LIST_SIGNER

Extension = tuple[x509.ExtensionType, bool]
"""An extension of a certificate, and True if it is critical."""

COUNTRY = "US"
STATE = "US-AZ"

_HASHES: Mapping[str, hashes.SHA256 | hashes.SHA384 | hashes.SHA512] = {
    "secp256r1": hashes.SHA256(),
    "secp384r1": hashes.SHA384(),
    "secp521r1": hashes.SHA512(),
}
SANDBOX_MARK = x509.UnrecognizedExtension(SANDBOX, b"\x05\x00")
# ISO/IEC 18013-5, B.1.7: may sign requests.
_READER = ObjectIdentifier("1.0.18013.5.1.6")


@dataclass(frozen=True, slots=True)
class Holder:
    """Holder of a license."""

    given_name: str
    family_name: str
    birth_date: date
    document_number: str


@dataclass(frozen=True, slots=True)
class Certified:
    """A private key with its certificate."""

    key: ec.EllipticCurvePrivateKey
    certificate: x509.Certificate

    @property
    def der(self) -> bytes:
        """The certificate's bytes."""
        return self.certificate.public_bytes(serialization.Encoding.DER)

    def to_pem(self) -> str:
        """Return key and certificate."""
        key = self.key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
        return (key + self.certificate.public_bytes(serialization.Encoding.PEM)).decode()

    @classmethod
    def from_pem(cls, text: str) -> "Certified":
        """Parse the output of `to_pem`."""
        key = serialization.load_pem_private_key(text.encode(), None)
        if not isinstance(key, ec.EllipticCurvePrivateKey):
            raise TypeError(type(key).__name__)
        return cls(key, x509.load_pem_x509_certificate(text.encode()))


@dataclass(frozen=True, slots=True)
class SealRecipe:
    """Recipe of a sealed license; the defaults make a good one."""

    # From now, when it was signed, is valid from and is valid until.
    days: tuple[float, float, float] = (-10, -10, 30)
    digest_algorithm: str = "SHA-256"
    # Instead of the holder's own, or beside them; None leaves one out.
    elements: Mapping[str, object] = field(default_factory=dict)
    # Members of the security object that are put in its place.
    changes: Mapping[str, object] = field(default_factory=dict)
    random_bytes: int = 32
    # Members of the header that is signed, beside the algorithm.
    protected: Mapping[int, object] = field(default_factory=dict)


def certify(
    common_name: str,
    issuer: Certified | None,
    now: datetime,
    days: tuple[float, float],
    extensions: Sequence[Extension],
    *,
    country: str = COUNTRY,
    state: str | None = STATE,
    curve: ec.EllipticCurve | None = None,
    certified_key: rsa.RSAPublicKey | None = None,
    signature_hash: hashes.SHA224 | hashes.SHA256 | None = None,
) -> Certified:
    """Return a new key with its certificate.

    Args:
        issuer: None for a certificate that is signed by itself.
        days: from now, between which it is valid.
        certified_key: stands in the certificate instead of the new one.
        signature_hash: if not the usual one of the issuer's curve.
    """
    key = ec.generate_private_key(curve or ec.SECP256R1())
    public_key = certified_key or key.public_key()
    attributes = {
        NameOID.COUNTRY_NAME: country,
        NameOID.STATE_OR_PROVINCE_NAME: state,
        NameOID.ORGANIZATION_NAME: SANDBOX_ORGANIZATION,
        NameOID.COMMON_NAME: common_name,
    }
    name = x509.Name([x509.NameAttribute(oid, value) for oid, value in attributes.items() if value])
    builder = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(issuer.certificate.subject if issuer else name)
        .public_key(public_key)
        .serial_number(x509.random_serial_number())
        .not_valid_before(now + timedelta(days=days[0]))
        .not_valid_after(now + timedelta(days=days[1]))
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(public_key), critical=False)
    )
    for extension, is_critical in extensions:
        builder = builder.add_extension(extension, critical=is_critical)
    signing_key = issuer.key if issuer else key
    return Certified(key, builder.sign(signing_key, signature_hash or _HASHES[signing_key.curve.name]))


def make_root(now: datetime, name: str = "Saguaro sandbox IACA") -> Certified:
    """Return a root certificate (B.1.2) of the sandbox."""
    extensions: list[Extension] = [
        (x509.BasicConstraints(ca=True, path_length=0), True),
        (make_usage(signs_certificates=True), True),
        (SANDBOX_MARK, True),
    ]
    return certify(name, None, now, (-30, 3650), extensions)


def make_document_signer(root: Certified, now: datetime, revocation_list: str | None = None) -> Certified:
    """Return the certificate that seals licenses (B.1.4), below a root.

    Args:
        revocation_list: address of the root's list of revoked certificates.
    """
    extensions = [*_list_uses(DOCUMENT_SIGNER), *list_revocation_points(revocation_list)]
    return certify("Saguaro sandbox document signer", root, now, (-20, 400), extensions)


def list_revocation_points(address: str | None) -> list[Extension]:
    """Return the extension that names a list of revoked certificates, if there is one."""
    if address is None:
        return []
    point = x509.DistributionPoint([x509.UniformResourceIdentifier(address)], None, None, None)
    return [(x509.CRLDistributionPoints([point]), False)]


def make_list_signer(root: Certified, now: datetime) -> Certified:
    """Return the certificate that signs a list of issuers (C.1.7.2), below a root."""
    return certify("Saguaro sandbox list signer", root, now, (-1, 400), _list_uses(LIST_SIGNER))


def make_request_signer(root: Certified, host: str, now: datetime) -> Certified:
    """Return the certificate with which a portal signs its requests (B.1.7), below a root."""
    alternative = x509.SubjectAlternativeName([x509.DNSName(host)])
    extensions: list[Extension] = [*_list_uses(_READER), (alternative, False)]
    return certify("Saguaro sandbox portal", root, now, (-1, 400), extensions)


def _list_uses(purpose: ObjectIdentifier) -> list[Extension]:
    return [(make_usage(digital_signature=True), True), (x509.ExtendedKeyUsage([purpose]), True)]


def load_request_signer(certified: Certified) -> RequestSigner:
    """Return a signer of a portal's requests with a certificate."""
    return RequestSigner(certified.key, [certified.certificate])


def make_revocation_list(root: Certified, serials: Sequence[int], now: datetime, days: float = 7) -> bytes:
    """Return the list of certificates that a root revoked, DER."""
    builder = (
        x509.CertificateRevocationListBuilder()
        .issuer_name(root.certificate.subject)
        .last_update(now - timedelta(days=8))
        .next_update(now + timedelta(days=days))
    )
    for serial in serials:
        entry = x509.RevokedCertificateBuilder().serial_number(serial).revocation_date(now).build()
        builder = builder.add_revoked_certificate(entry)
    return builder.sign(root.key, _HASHES[root.key.curve.name]).public_bytes(serialization.Encoding.DER)


def seal(
    signer: Certified,
    device_key: ec.EllipticCurvePublicKey,
    holder: Holder,
    now: datetime,
    recipe: SealRecipe | None = None,
) -> dict[str, Any]:
    """Return a license for a device: `IssuerSigned`, with every element."""
    recipe = recipe or SealRecipe()
    elements: dict[str, object] = {
        "family_name": holder.family_name,
        "given_name": holder.given_name,
        "birth_date": cbor2.CBORTag(1004, holder.birth_date.isoformat()),
        "document_number": holder.document_number,
        "issuing_country": COUNTRY,
        "issuing_jurisdiction": STATE,
        "age_over_21": True,
        **recipe.elements,
    }
    given = {identifier: value for identifier, value in elements.items() if value is not None}
    items = [
        make_sealed(
            {
                "digestID": number,
                "random": os.urandom(recipe.random_bytes),
                "elementIdentifier": identifier,
                "elementValue": value,
            }
        )
        for number, (identifier, value) in enumerate(given.items())
    ]
    algorithm = recipe.digest_algorithm.replace("-", "").lower()
    digests = {
        number: hashlib.new(algorithm, cbor2.dumps(item)).digest() for number, item in enumerate(items)
    }
    signed, valid_from, valid_until = (make_tdate(now + timedelta(days=days)) for days in recipe.days)
    security_object = {
        "version": "1.0",
        "digestAlgorithm": recipe.digest_algorithm,
        "valueDigests": {NAMESPACE: digests},
        "deviceKeyInfo": {"deviceKey": cose.write_key(device_key)},
        "docType": DOCUMENT_TYPE,
        "validityInfo": {"signed": signed, "validFrom": valid_from, "validUntil": valid_until},
        **recipe.changes,
    }
    payload = cbor2.dumps(make_sealed(security_object))
    return {
        "nameSpaces": {NAMESPACE: items},
        "issuerAuth": cose.make_sign1(
            signer.key, payload, payload, {cose.X5CHAIN: signer.der}, recipe.protected
        ),
    }


def make_vical(
    roots: Sequence[Certified],
    signer: Certified,
    now: datetime,
    issue_id: int | None = 1,
    document_type: str = DOCUMENT_TYPE,
) -> bytes:
    """Return a signed list of issuers (Annex C)."""
    infos = [
        {
            "certificate": root.der,
            "serialNumber": root.certificate.serial_number,
            "ski": x509.SubjectKeyIdentifier.from_public_key(root.key.public_key()).digest,
            "docType": [document_type],
            "issuingAuthority": SANDBOX_ORGANIZATION,
            "issuingCountry": COUNTRY,
            "stateOrProvinceName": STATE,
        }
        for root in roots
    ]
    said = {
        "version": "1.0",
        "vicalProvider": SANDBOX_ORGANIZATION,
        "date": make_tdate(now),
        "vicalIssueID": issue_id,
        "nextUpdate": make_tdate(now + timedelta(days=1)),
        "certificateInfos": infos,
    }
    payload = cbor2.dumps({name: value for name, value in said.items() if value is not None})
    return cbor2.dumps(cose.make_sign1(signer.key, payload, payload, {cose.X5CHAIN: signer.der}))


def make_tdate(moment: datetime) -> cbor2.CBORTag:
    """Return a time, to the second."""
    return cbor2.CBORTag(0, moment.strftime("%Y-%m-%dT%H:%M:%SZ"))


def make_sealed(value: object) -> cbor2.CBORTag:
    """Return the encoded bytes of a value as one value."""
    return cbor2.CBORTag(24, cbor2.dumps(value))


def make_usage(*, digital_signature: bool = False, signs_certificates: bool = False) -> x509.KeyUsage:
    """Return the extension that says for what a key may be used."""
    return x509.KeyUsage(
        digital_signature=digital_signature,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign=signs_certificates,
        crl_sign=signs_certificates,
        encipher_only=False,
        decipher_only=False,
    )
