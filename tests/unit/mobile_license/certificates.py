"""Certificates of other issuers than the sandbox, and faulty ones."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.x509.oid import ObjectIdentifier

from infrastructure.sandbox.wallet.issue import (
    COUNTRY,
    SANDBOX_MARK,
    STATE,
    Certified,
    Extension,
    certify,
    list_revocation_points,
    make_usage,
)
from mobile_license.issuer import DOCUMENT_SIGNER
from mobile_license.vical import LIST_SIGNER

_UNKNOWN = x509.UnrecognizedExtension(ObjectIdentifier("2.25.1"), b"\x05\x00")


@dataclass(frozen=True, slots=True)
class RootRecipe:
    """Recipe of a root; the defaults make one like the sandbox's own."""

    name: str = "Saguaro sandbox IACA"
    country: str = COUNTRY
    state: str | None = STATE
    is_sandbox: bool = True
    signs_certificates: bool = True
    unknown_extension: bool = False
    days: tuple[float, float] = (-30, 3650)
    curve: ec.EllipticCurve = field(default_factory=ec.SECP256R1)


@dataclass(frozen=True, slots=True)
class SignerRecipe:
    """Recipe of a document signer's certificate; the defaults make a good one.

    Attributes:
        purposes: extended key usage; None leaves the extension out.
        unknown_extension: adds an unknown critical one.
        is_rsa: puts in the public key of another kind of signature.
        hash: of the root's signature, if not the usual one of its curve.
        revocation_list: address of the root's list of revoked certificates.
    """

    country: str = COUNTRY
    state: str | None = STATE
    days: tuple[float, float] = (-20, 400)
    purposes: Sequence[ObjectIdentifier] | None = (DOCUMENT_SIGNER,)
    digital_signature: bool = True
    is_authority: bool = False
    signs_certificates: bool = False
    unknown_extension: bool = False
    is_rsa: bool = False
    hash: hashes.SHA224 | hashes.SHA256 | None = None
    revocation_list: str | None = None
    curve: ec.EllipticCurve = field(default_factory=ec.SECP256R1)


def make_root(now: datetime, recipe: RootRecipe | None = None) -> Certified:
    """Return a root certificate."""
    recipe = recipe or RootRecipe()
    signs = recipe.signs_certificates
    extensions: list[Extension] = [
        (x509.BasicConstraints(ca=True, path_length=0), True),
        (make_usage(digital_signature=not signs, signs_certificates=signs), True),
        *([(_UNKNOWN, True)] if recipe.unknown_extension else []),
        *([(SANDBOX_MARK, True)] if recipe.is_sandbox else []),
    ]
    place: dict[str, Any] = {"country": recipe.country, "state": recipe.state, "curve": recipe.curve}
    return certify(recipe.name, None, now, recipe.days, extensions, **place)


def make_root_with(**changes: Any) -> Callable[[datetime], Certified]:
    """Return what makes a root from a recipe."""
    return lambda now: make_root(now, RootRecipe(**changes))


def make_document_signer(root: Certified, now: datetime, recipe: SignerRecipe | None = None) -> Certified:
    """Return a certificate that seals licenses, below a root."""
    recipe = recipe or SignerRecipe()
    usage = make_usage(
        digital_signature=recipe.digital_signature, signs_certificates=recipe.signs_certificates
    )
    extensions: list[Extension] = [(usage, True)]
    if recipe.is_authority:
        extensions.append((x509.BasicConstraints(ca=True, path_length=None), True))
    if recipe.purposes is not None:
        extensions.append((x509.ExtendedKeyUsage(recipe.purposes), True))
    if recipe.unknown_extension:
        extensions.append((_UNKNOWN, True))
    return certify(
        "Saguaro sandbox document signer",
        root,
        now,
        recipe.days,
        [*extensions, *list_revocation_points(recipe.revocation_list)],
        country=recipe.country,
        state=recipe.state,
        curve=recipe.curve,
        certified_key=_make_rsa_key() if recipe.is_rsa else None,
        signature_hash=recipe.hash,
    )


def make_signer_with(**changes: Any) -> Callable[[Certified, datetime, str | None], Certified]:
    """Return what makes a document signer from a recipe."""
    return lambda root, now, revocation_list: make_document_signer(
        root, now, SignerRecipe(revocation_list=revocation_list, **changes)
    )


def make_list_signer(
    root: Certified,
    now: datetime,
    purpose: ObjectIdentifier | None = LIST_SIGNER,
    days: tuple[float, float] = (-1, 400),
    *,
    is_rsa: bool = False,
) -> Certified:
    """Return a certificate that signs a list of issuers, below a root."""
    extensions: list[Extension] = [(make_usage(digital_signature=True), True)]
    if purpose is not None:
        extensions.append((x509.ExtendedKeyUsage([purpose]), True))
    key = _make_rsa_key() if is_rsa else None
    return certify("Saguaro sandbox list signer", root, now, days, extensions, certified_key=key)


def _make_rsa_key() -> rsa.RSAPublicKey:
    return rsa.generate_private_key(public_exponent=65_537, key_size=2_048).public_key()
