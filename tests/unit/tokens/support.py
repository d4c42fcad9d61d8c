"""Makes keys, key sets and tokens by hand, the bad ones too, which a library would refuse to make."""

import base64
import hashlib
import hmac
import json
from collections.abc import Callable, Mapping
from enum import Enum
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, padding, rsa
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

NOW = 1_795_000_000
ISSUER = "https://identity.example.com/pool"
CLIENT = "portal-web"
POLICY = "B2C_1_sign_up_sign_in"
SUBJECT = "5f0c2a34-7d3e-4f52-9a51-0d9a6d6f4e11"
OTHER_SUBJECT = "11111111-2222-3333-4444-555555555555"
KEY_ID = "key-1"
HEADER = {"alg": "RS256", "kid": KEY_ID, "typ": "JWT"}
ENTRA_CONTEXT = "c1"
TENANT = "11111111-2222-3333-4444-555555555555"
PREFIX = "agency-inbound/"
SCOPE = "agency-inbound/adot-mvd"
AGENCY_CLIENT = "1example23456789"

Claims = Mapping[str, Any]
Signer = Callable[[bytes], bytes]


class Marker(Enum):
    MISSING = "MISSING"


MISSING: Any = Marker.MISSING
"""Value of a claim or header parameter that is left out."""

TIMES: Claims = {"iat": NOW - 60, "exp": NOW + 3600}
PERSON: Claims = {"iss": ISSUER, "sub": SUBJECT, "auth_time": NOW - 60, **TIMES}
COGNITO_ACCESS: Claims = {
    **PERSON,
    "client_id": CLIENT,
    "token_use": "access",
    "scope": "openid email profile",
    "username": SUBJECT,
    "cognito:groups": ["support", "portal-wide"],
    "jti": "a1",
    "origin_jti": "a0",
}
COGNITO_ID: Claims = {
    **PERSON,
    "aud": CLIENT,
    "token_use": "id",
    "email": "Rosa@Example.com",
    "email_verified": True,
    "given_name": "Rosa",
    "family_name": "Delgado",
    "origin_jti": "a0",
}
COGNITO_AGENCY: Claims = {
    **PERSON,
    "sub": AGENCY_CLIENT,
    "client_id": AGENCY_CLIENT,
    "token_use": "access",
    "scope": SCOPE,
    "jti": "a1",
    "version": 2,
}
MICROSOFT: Claims = {"iss": ISSUER, "sub": SUBJECT, "aud": CLIENT, "nbf": NOW - 60, **TIMES}
B2C_ACCESS: Claims = {**MICROSOFT, "azp": CLIENT, "scp": "portal.use", "tfp": POLICY, "ver": "1.0"}
B2C_ID: Claims = {
    **MICROSOFT,
    "tfp": POLICY,
    "name": "Rosa Delgado",
    "emails": ["rosa@example.com"],
    "ver": "1.0",
    "auth_time": NOW - 60,
}
ENTRA_PERSON: Claims = {
    **MICROSOFT,
    "roles": ["support", "portal-wide"],
    "name": "Rosa Delgado",
    "oid": "8f0f5d3a-0000-4000-8000-000000000002",
    "tid": TENANT,
    "sid": "s0",
    "ver": "2.0",
}
ENTRA_ACCESS: Claims = {**ENTRA_PERSON, "azp": CLIENT, "azpacr": "0", "scp": "portal.use", "uti": "u1"}
ENTRA_ID: Claims = {
    **ENTRA_PERSON,
    "email": "Rosa@Example.com",
    "preferred_username": "rosa@example.com",
    "uti": "u2",
}
B2C_AGENCY: Claims = {
    **MICROSOFT,
    "sub": "8f0f5d3a-0000-4000-8000-000000000001",
    "oid": "8f0f5d3a-0000-4000-8000-000000000001",
    "azp": AGENCY_CLIENT,
    "azpacr": "1",
    "roles": [SCOPE],
    "tid": TENANT,
    "ver": "2.0",
}
ENTRA_AGENCY: Claims = {**B2C_AGENCY, "idtyp": "app"}
CLAIMS: Mapping[str, Mapping[str, Claims]] = {
    "cognito": {"access": COGNITO_ACCESS, "id": COGNITO_ID, "agency": COGNITO_AGENCY},
    "b2c": {"access": B2C_ACCESS, "id": B2C_ID, "agency": B2C_AGENCY},
    "entra": {"access": ENTRA_ACCESS, "id": ENTRA_ID, "agency": ENTRA_AGENCY},
}
"""Claims of good tokens by identity provider and kind."""


def encode_base64url(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def make_compact(header: Any, payload: Any, sign: Signer) -> str:
    """Return a token of the given parts; bytes are used unchanged, missing members left out."""
    parts = [
        part
        if isinstance(part, bytes)
        else json.dumps({name: value for name, value in part.items() if value is not MISSING}).encode()
        for part in (header, payload)
    ]
    signing_input = ".".join(encode_base64url(part) for part in parts)
    return f"{signing_input}.{encode_base64url(sign(signing_input.encode()))}"


def make_rs256(key: rsa.RSAPrivateKey) -> Signer:
    return lambda data: key.sign(data, padding.PKCS1v15(), hashes.SHA256())


def make_rs512(key: rsa.RSAPrivateKey) -> Signer:
    return lambda data: key.sign(data, padding.PKCS1v15(), hashes.SHA512())


def make_ps256(key: rsa.RSAPrivateKey) -> Signer:
    pss = padding.PSS(padding.MGF1(hashes.SHA256()), padding.PSS.DIGEST_LENGTH)
    return lambda data: key.sign(data, pss, hashes.SHA256())


def make_es256(key: ec.EllipticCurvePrivateKey) -> Signer:
    def sign(data: bytes) -> bytes:
        r, s = decode_dss_signature(key.sign(data, ec.ECDSA(hashes.SHA256())))
        return r.to_bytes(32, "big") + s.to_bytes(32, "big")

    return sign


def make_hs256(secret: bytes) -> Signer:
    return lambda data: hmac.new(secret, data, hashlib.sha256).digest()


def make_rsa_jwk(key: rsa.RSAPrivateKey, key_id: str = KEY_ID, **changes: Any) -> dict[str, Any]:
    """Return the public key as the issuer publishes it."""
    numbers = key.public_key().public_numbers()
    return {
        "kty": "RSA",
        "use": "sig",
        "alg": "RS256",
        "kid": key_id,
        "n": encode_base64url(numbers.n.to_bytes((numbers.n.bit_length() + 7) // 8, "big")),
        "e": encode_base64url(numbers.e.to_bytes(3, "big")),
        **changes,
    }


def make_ec_jwk(key: ec.EllipticCurvePrivateKey, key_id: str) -> dict[str, Any]:
    numbers = key.public_key().public_numbers()
    return {
        "kty": "EC",
        "use": "sig",
        "alg": "ES256",
        "crv": "P-256",
        "kid": key_id,
        "x": encode_base64url(numbers.x.to_bytes(32, "big")),
        "y": encode_base64url(numbers.y.to_bytes(32, "big")),
    }


def make_key_set(*keys: dict[str, Any]) -> bytes:
    return json.dumps({"keys": keys}).encode()


def list_wrong_values(expected: str) -> dict[str, Any]:
    """Return the ways in which a claim that must be `expected` can be wrong, by their names."""
    values = {
        "missing": MISSING,
        "null": None,
        "number": 1,
        "true": True,
        "empty": "",
        "other": "something-else",
        "list": [expected],
        "object": {expected: expected},
        "longer": expected + "/",
        "shorter": expected[:-1],
        "trailing space": expected + " ",
        "other case": expected.swapcase(),
    }
    return {name: value for name, value in values.items() if value != expected}


class Clock:
    """A clock that the test moves."""

    def __init__(self, now: float) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now


class Issuer:
    """An issuer's key document, with a count of how often it was read. `document` may be an exception."""

    def __init__(self, document: bytes | Exception) -> None:
        self.document = document
        self.reads = 0

    def __call__(self) -> bytes:
        self.reads += 1
        if isinstance(self.document, Exception):
            raise self.document
        return self.document
