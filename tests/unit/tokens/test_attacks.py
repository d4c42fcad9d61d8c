"""Attacks on every kind of token that an issuer signs: of a person, access and id token, and of an agency.

Rules of one kind are in the tests of its authorizer.
"""

import base64
import json
from collections.abc import Callable
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from portal.tokens.refusal import RefusalReason
from tests.unit.tokens import support
from tests.unit.tokens.benches import KINDS, PROVIDERS, Bench, Target
from tests.unit.tokens.support import HEADER, ISSUER, KEY_ID, MISSING, NOW


@pytest.fixture(params=PROVIDERS)
def bench(
    request: pytest.FixtureRequest, signing_key: rsa.RSAPrivateKey, curve_key: ec.EllipticCurvePrivateKey
) -> Bench:
    return Bench(request.param, signing_key, curve_key)


@pytest.fixture(params=KINDS)
def target(request: pytest.FixtureRequest, bench: Bench) -> Target:
    return Target(bench, request.param)


def parametrize(cases: dict[str, Any]) -> Any:
    return pytest.mark.parametrize("value", cases.values(), ids=cases.keys())


# Good tokens


def test_good_token_passes_until_its_expiry(target: Target) -> None:
    token = target.token(exp=NOW + 1)
    assert target.expiry(token) == NOW + 1
    target.bench.clock.now = NOW + 1
    assert target.refusal(token) == RefusalReason.EXPIRED


def test_header_without_typ_passes(target: Target) -> None:
    assert target.expiry(target.token({"alg": "RS256", "kid": KEY_ID}))


def test_times_may_have_fractions_and_be_a_minute_ahead(target: Target) -> None:
    assert target.expiry(target.token(exp=NOW + 0.5, iat=NOW - 0.5)) == NOW + 0.5
    assert target.expiry(target.token(iat=NOW + 60, nbf=NOW + 60))


def test_token_of_exactly_the_maximum_size_passes(target: Target) -> None:
    empty = len(target.token(padding=""))
    # Three bytes of payload are four characters of token.
    fill = (8192 - empty) * 3 // 4
    tokens = [target.token(padding="x" * size) for size in range(fill - 4, fill + 5)]
    longest = max((token for token in tokens if len(token) <= 8192), key=len)
    assert len(longest) >= 8192 - 1
    assert target.expiry(longest)
    for token in ("A" * 8193, target.token(padding="x" * 8192)):
        assert target.refusal(token) == RefusalReason.TOO_LARGE


# Algorithms and signatures


@pytest.mark.parametrize(
    "algorithm", ["none", "None", "NONE", "nOnE", "", None, MISSING, 1, ["RS256"], "rs256"], ids=str
)
def test_algorithm_other_than_rs256_is_refused(target: Target, algorithm: Any) -> None:
    header = {**HEADER, "alg": algorithm}
    assert target.refusal(target.token(header)) == RefusalReason.ALGORITHM
    assert target.refusal(target.token(header, lambda _: b"")) == RefusalReason.MALFORMED


@pytest.mark.parametrize(
    ("encoding", "form"),
    [
        (encoding, form)
        for encoding in (Encoding.PEM, Encoding.DER)
        for form in (PublicFormat.SubjectPublicKeyInfo, PublicFormat.PKCS1)
    ],
    ids=["pem", "pem-pkcs1", "der", "der-pkcs1"],
)
def test_hs256_with_the_public_key_as_secret_is_refused(
    target: Target, encoding: Encoding, form: PublicFormat, signing_key: rsa.RSAPrivateKey
) -> None:
    sign = support.make_hs256(signing_key.public_key().public_bytes(encoding, form))
    assert target.refusal(target.token({**HEADER, "alg": "HS256"}, sign)) == RefusalReason.ALGORITHM
    assert target.refusal(target.token(sign=sign)) == RefusalReason.SIGNATURE


@pytest.mark.parametrize("algorithm", ["RS512", "PS256", "ES256"])
def test_other_asymmetric_algorithms_are_refused(
    target: Target,
    algorithm: str,
    signing_key: rsa.RSAPrivateKey,
    curve_key: ec.EllipticCurvePrivateKey,
) -> None:
    sign = {
        "RS512": support.make_rs512(signing_key),
        "PS256": support.make_ps256(signing_key),
        "ES256": support.make_es256(curve_key),
    }[algorithm]
    assert target.refusal(target.token({**HEADER, "alg": algorithm}, sign)) == RefusalReason.ALGORITHM
    assert target.refusal(target.token(sign=sign)) == RefusalReason.SIGNATURE


def test_elliptic_key_is_refused(target: Target, curve_key: ec.EllipticCurvePrivateKey) -> None:
    token = target.token({**HEADER, "kid": "curve"}, support.make_es256(curve_key))
    assert target.refusal(token) == RefusalReason.UNKNOWN_KEY


def test_signature_of_another_key_is_refused(target: Target, other_key: rsa.RSAPrivateKey) -> None:
    sign = support.make_rs256(other_key)
    assert target.refusal(target.token(sign=sign)) == RefusalReason.SIGNATURE
    embedded = {**HEADER, "jwk": support.make_rsa_jwk(other_key)}
    assert target.refusal(target.token(embedded, sign)) == RefusalReason.HEADER


@pytest.mark.parametrize("signature", [b"\0", b"\0" * 256, b"\xff" * 256], ids=["short", "zeros", "ones"])
def test_made_up_signature_is_refused(target: Target, signature: bytes) -> None:
    assert target.refusal(target.token(sign=lambda _: signature)) == RefusalReason.SIGNATURE


def test_changed_header_and_payload_are_refused(target: Target) -> None:
    header, payload, signature = target.token().split(".")
    other_header = target.token({"alg": "RS256", "kid": KEY_ID}).split(".")[0]
    other_payload = target.token(jti="another").split(".")[1]
    for forged in (f"{other_header}.{payload}.{signature}", f"{header}.{other_payload}.{signature}"):
        assert target.refusal(forged) == RefusalReason.SIGNATURE


# Headers


@pytest.mark.parametrize("key_id", [MISSING, None, "", 1, True, ["key-1"], {"kid": "key-1"}], ids=str)
def test_invalid_key_id_is_refused(target: Target, key_id: Any) -> None:
    assert target.refusal(target.token({**HEADER, "kid": key_id})) == RefusalReason.KEY_ID


@pytest.mark.parametrize("key_id", ["unknown", "KEY-1", "key-1 ", "../../key-1", "' or 1=1 --"])
def test_unknown_key_id_is_refused(target: Target, key_id: str) -> None:
    assert target.refusal(target.token({**HEADER, "kid": key_id})) == RefusalReason.UNKNOWN_KEY


@pytest.mark.parametrize(
    "parameter",
    [
        *({"crit": ["exp"]}, {"crit": []}, {"zip": "DEF"}, {"b64": False}, {"enc": "A256GCM"}),
        *({"jku": "https://evil.example/keys"}, {"jwk": {"kty": "RSA"}}, {"cty": "JWT"}),
        *({"x5u": "https://evil.example/certificate"}, {"x5c": ["MIIB"]}, {"x5t": "thumbprint"}),
        *({"typ": "JWE"}, {"typ": None}, {"typ": ["JWT"]}),
    ],
    ids=json.dumps,
)
def test_header_with_extra_fields_is_refused(target: Target, parameter: dict[str, Any]) -> None:
    assert target.refusal(target.token({**HEADER, **parameter})) == RefusalReason.HEADER


# Form

FORMS: dict[str, Callable[[str], str]] = {
    "empty": lambda token: token[:0],
    "one part": lambda token: token.split(".")[0],
    "two parts": lambda token: token.rpartition(".")[0],
    "four parts": lambda token: token + ".AAAA",
    "five parts": lambda token: token + ".AAAA.AAAA",
    "empty header": lambda token: "." + token.partition(".")[2],
    "empty payload": lambda token: ".".join([token.split(".")[0], "", token.split(".")[2]]),
    "empty signature": lambda token: token.rpartition(".")[0] + ".",
    "padding at the end": lambda token: token + "==",
    "padding in the header": lambda token: token.replace(".", "=.", 1),
    "padding in the payload": lambda token: "=.".join(token.rsplit(".", 1)),
    "line feed at the end": lambda token: token + "\n",
    "carriage return at the end": lambda token: token + "\r\n",
    "line feed inside": lambda token: token[:40] + "\n" + token[40:],
    "folded line": lambda token: token[:40] + "\r\n " + token[40:],
    "space in front": lambda token: " " + token,
    "space at the end": lambda token: token + " ",
    "tab inside": lambda token: token[:40] + "\t" + token[40:],
    "zero byte": lambda token: token + "\0",
    "standard alphabet": lambda token: token[:-1] + "+",
    "slash": lambda token: token[:-1] + "/",
    "letters outside ASCII": lambda token: token + "é",
    "full-width dot": lambda token: token.replace(".", "．"),
    "list of two": lambda token: token + "," + token,
    "JSON serialisation": lambda token: json.dumps({"payload": token}),
    "impossible length": lambda token: token + "A" * ((1 - len(token.rpartition(".")[2])) % 4),
}


@parametrize(FORMS)
def test_noncompact_form_is_refused(target: Target, value: Callable[[str], str]) -> None:
    assert target.refusal(value(target.token())) == RefusalReason.MALFORMED


def test_alternate_signature_encoding_is_refused(target: Target) -> None:
    """256 bytes end in a character with four unused bits, which lenient decoders ignore."""
    token = target.token()
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    variant = token[:-1] + alphabet[alphabet.index(token[-1]) + 1]
    decoded = [base64.urlsafe_b64decode(spelling.rpartition(".")[2] + "==") for spelling in (token, variant)]
    assert decoded[0] == decoded[1]
    assert target.refusal(variant) == RefusalReason.MALFORMED


NOT_OBJECTS = {
    "nothing": b" ",
    "not JSON": b"alg: RS256",
    "list": b"[]",
    "text": b'"RS256"',
    "number": b"1",
    "null": b"null",
    "not UTF-8": b'{"alg":"RS256\xff"}',
    "UTF-16": '{"alg":"RS256"}'.encode("utf-16"),
    "endless digits": b'{"exp":' + b"9" * 5000 + b"}",
    "deep nesting": b"[" * 5000,
}


@parametrize(NOT_OBJECTS)
def test_header_or_payload_that_is_no_object_is_refused(target: Target, value: bytes) -> None:
    sign = target.bench.sign
    for token in (support.make_compact(value, {}, sign), support.make_compact(HEADER, value, sign)):
        assert target.refusal(token) == RefusalReason.MALFORMED


@pytest.mark.parametrize("again", ['"sub":"somebody"', '"address":{"street":1,"street":2}'])
def test_repeated_field_is_refused(target: Target, again: str) -> None:
    header = f'{{"alg":"none","alg":"RS256","kid":"{KEY_ID}"}}'.encode()
    assert target.refusal(target.token(header)) == RefusalReason.MALFORMED
    payload = f"{json.dumps(target.bench.claims[target.kind])[:-1]},{again}}}".encode()
    assert target.refusal(support.make_compact(HEADER, payload, target.bench.sign)) == RefusalReason.MALFORMED


# Claims

BAD_TIMES: dict[str, Any] = {
    "missing": MISSING,
    "null": None,
    "true": True,
    "text": str(NOW),
    "list": [NOW],
    "NaN": float("nan"),
    "infinite": float("inf"),
    "minus infinite": float("-inf"),
    "huge": 10**400,
    "milliseconds": NOW * 1000,
    "zero": 0,
    "negative": -NOW,
}


@parametrize(BAD_TIMES)
def test_invalid_time_is_refused(target: Target, value: Any) -> None:
    assert target.refusal(target.token(exp=value)) == RefusalReason.EXPIRY
    assert target.refusal(target.token(iat=value)) == RefusalReason.ISSUED_AT
    if value is MISSING and target.bench.name == "cognito":
        assert target.expiry(target.token(nbf=value))
    else:
        assert target.refusal(target.token(nbf=value)) == RefusalReason.NOT_BEFORE


@pytest.mark.parametrize("expiry", [NOW, NOW - 1, NOW - 86400, 1])
def test_expired_token_is_refused(target: Target, expiry: int) -> None:
    assert target.refusal(target.token(exp=expiry)) == RefusalReason.EXPIRED


def test_token_of_the_future_is_refused(target: Target) -> None:
    assert target.refusal(target.token(iat=NOW + 61)) == RefusalReason.ISSUED_AT
    assert target.refusal(target.token(nbf=NOW + 61)) == RefusalReason.NOT_YET_VALID


@parametrize(support.list_wrong_values(ISSUER))
def test_wrong_issuer_is_refused(target: Target, value: Any) -> None:
    assert target.refusal(target.token(iss=value)) == RefusalReason.ISSUER


@pytest.mark.parametrize(
    "value", [MISSING, None, "", 1, True, ["a"], {}, "a\nb", "a\0", "é", "a" * 256, "\ud800"], ids=repr
)
def test_invalid_subject_is_refused(target: Target, value: Any) -> None:
    assert target.refusal(target.token(sub=value)) == RefusalReason.SUBJECT


# Keys


def test_random_key_ids_are_fetched_once(target: Target) -> None:
    for number in range(200):
        token = target.token({**HEADER, "kid": f"random-{number}"}, lambda _: b"\1" * 256)
        assert target.refusal(token) == RefusalReason.UNKNOWN_KEY
    assert target.bench.issuer.reads == 1


def test_new_signing_key_is_used_after_the_cool_down(target: Target, other_key: rsa.RSAPrivateKey) -> None:
    bench = target.bench
    assert target.expiry(target.token())
    bench.issuer.document = support.make_key_set(support.make_rsa_jwk(other_key, "key-2"))
    header, sign = {**HEADER, "kid": "key-2"}, support.make_rs256(other_key)
    kinds = ("agency",) if target.kind == "agency" else ("access", "id")
    tokens = {kind: bench.token(kind, header, sign) for kind in kinds}
    assert bench.refusal(**tokens) == RefusalReason.UNKNOWN_KEY
    bench.clock.now += 30
    assert bench.expiry(**tokens)
    assert target.refusal(target.token()) == RefusalReason.UNKNOWN_KEY
    assert bench.issuer.reads == 2
