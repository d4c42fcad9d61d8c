"""COSE_Sign1 and COSE_Key (RFC 9052, RFC 9053) with ECDSA, as far as ISO/IEC 18013-5 needs them."""

from collections.abc import Mapping
from dataclasses import dataclass

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, utils

from mobile_license.cbor import decode_sealed, encode, parse_list, parse_map, require_kind
from mobile_license.refusal import RefusalCode, Refused

X5CHAIN = 33

_ALG = 1
_CRIT = 2
_KEY_TYPE, _CURVE, _X, _Y = 1, -1, -2, -3
_EC2 = 2
_CURVES: Mapping[object, ec.EllipticCurve] = {1: ec.SECP256R1(), 2: ec.SECP384R1(), 3: ec.SECP521R1()}
_CURVE_IDS = {curve.name: number for number, curve in _CURVES.items()}


@dataclass(frozen=True, slots=True)
class _Algorithm:
    curve: ec.EllipticCurve
    hash: hashes.HashAlgorithm
    number_length: int


_P256 = _Algorithm(ec.SECP256R1(), hashes.SHA256(), 32)
_P384 = _Algorithm(ec.SECP384R1(), hashes.SHA384(), 48)
_P521 = _Algorithm(ec.SECP521R1(), hashes.SHA512(), 66)
# ES256, ES384, and ES512, and their names with curves (RFC 9864): ESP256, ESP384, ESP512.
_ALGORITHMS: Mapping[object, _Algorithm] = {
    -7: _P256,
    -35: _P384,
    -36: _P521,
    -9: _P256,
    -51: _P384,
    -52: _P521,
}
ALGORITHMS = (-7, -35, -36, -9, -51, -52)


@dataclass(frozen=True, slots=True)
class Sign1:
    """A COSE_Sign1 structure."""

    protected: bytes  # signed header, as received
    unprotected: Mapping[object, object]  # unsigned header
    payload: bytes | None  # payload; None if detached
    signature: bytes


def read_sign1(value: object) -> Sign1:
    """Parse a decoded COSE_Sign1, without verification.

    Raises:
        Refused: malformed.
    """
    parts = parse_list(value)
    if len(parts) != 4:
        raise Refused("malformed")
    protected, unprotected, payload, signature = parts
    return Sign1(
        require_kind(protected, bytes),
        parse_map(unprotected),
        None if payload is None else require_kind(payload, bytes),
        require_kind(signature, bytes),
    )


def verify(sign1: Sign1, key: ec.EllipticCurvePublicKey, payload: bytes, otherwise: RefusalCode) -> None:
    """Verify the signature over a payload.

    Args:
        otherwise: reason to give for a wrong signature.

    Raises:
        Refused: algorithmNotAllowed, malformed, or `otherwise`.
    """
    header = parse_map(decode_sealed(sign1.protected)) if sign1.protected else {}
    algorithm = _ALGORITHMS.get(header.get(_ALG)) if type(header.get(_ALG)) is int else None
    if algorithm is None or _ALG in sign1.unprotected:
        raise Refused("algorithmNotAllowed")
    if _CRIT in header:
        raise Refused("malformed")
    if key.curve.name != algorithm.curve.name:
        raise Refused("algorithmNotAllowed")
    length = algorithm.number_length
    if len(sign1.signature) != 2 * length:
        raise Refused(otherwise)
    r = int.from_bytes(sign1.signature[:length], "big")
    s = int.from_bytes(sign1.signature[length:], "big")
    signed = encode(["Signature1", sign1.protected, b"", payload])
    try:
        key.verify(utils.encode_dss_signature(r, s), signed, ec.ECDSA(algorithm.hash))
    except InvalidSignature:
        raise Refused(otherwise) from None


def make_sign1(
    key: ec.EllipticCurvePrivateKey,
    payload: bytes | None,
    signed: bytes,
    unprotected: Mapping[int, object],
    protected: Mapping[int, object] | None = None,
) -> list[object]:
    """Return a COSE_Sign1 structure before encoding.

    Args:
        payload: payload in the structure; None if detached.
        signed: payload to sign, embedded or detached.
        protected: content of the signed header besides the algorithm.
    """
    number = next(number for number, each in _ALGORITHMS.items() if each.curve.name == key.curve.name)
    algorithm = _ALGORITHMS[number]
    header = encode({_ALG: number, **(protected or {})})
    signature = key.sign(encode(["Signature1", header, b"", signed]), ec.ECDSA(algorithm.hash))
    numbers = utils.decode_dss_signature(signature)
    raw = b"".join(each.to_bytes(algorithm.number_length, "big") for each in numbers)
    return [header, dict(unprotected), payload, raw]


def read_key(value: object) -> ec.EllipticCurvePublicKey:
    """Return the public key in a COSE_Key.

    Raises:
        Refused: malformed, also for a point off the curve; algorithmNotAllowed for another curve.
    """
    key = parse_map(value)
    curve = _CURVES.get(key.get(_CURVE)) if type(key.get(_CURVE)) is int else None
    if key.get(_KEY_TYPE) != _EC2 or curve is None:
        raise Refused("algorithmNotAllowed")
    x, y = require_kind(key.get(_X), bytes), require_kind(key.get(_Y), bytes)
    numbers = ec.EllipticCurvePublicNumbers(int.from_bytes(x, "big"), int.from_bytes(y, "big"), curve)
    try:
        return numbers.public_key()
    except ValueError:
        raise Refused("malformed") from None


def write_key(key: ec.EllipticCurvePublicKey) -> Mapping[object, object]:
    """Return a public key as a COSE_Key."""
    numbers = key.public_numbers()
    length = (key.key_size + 7) // 8
    return {
        _KEY_TYPE: _EC2,
        _CURVE: _CURVE_IDS[key.curve.name],
        _X: numbers.x.to_bytes(length, "big"),
        _Y: numbers.y.to_bytes(length, "big"),
    }
