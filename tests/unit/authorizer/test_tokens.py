"""The rules for a pair of tokens. Every attack is tried on both tokens."""

import base64
import json
from collections.abc import Callable, Mapping
from enum import Enum
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from functions.authorizer.shapes import B2cShape, CognitoShape, EntraShape, Shape
from functions.authorizer.tokens import TokenVerifier
from portal.principal import ROLES, Principal, get_session_id, get_user_id
from portal.tokens.keys import SigningKeys
from portal.tokens.refusal import Reason, RefusedError
from tests.unit.authorizer import support
from tests.unit.authorizer.support import (
    B2C_ACCESS,
    B2C_ID,
    CLIENT,
    COGNITO_ACCESS,
    COGNITO_ID,
    ENTRA_ACCESS,
    ENTRA_CONTEXT,
    ENTRA_ID,
    ISSUER,
    KEY_ID,
    NOW,
    OTHER_SUBJECT,
    POLICY,
    SUBJECT,
    Clock,
    Issuer,
)

HEADER = {"alg": "RS256", "kid": KEY_ID, "typ": "JWT"}


class Marker(Enum):
    MISSING = "MISSING"


MISSING: Any = Marker.MISSING


class Bench:
    """A verifier and the means to make tokens for it.

    Attributes:
        groups: claim of the access token with the person's groups.
        methods: claim of the id token with the methods of the sign-in.
        second_factor: name in it of a sign-in by more than one factor.
        sign_in: claim that all tokens of one sign-in share.
    """

    def __init__(
        self,
        name: str,
        verifier: TokenVerifier,
        sign: support.Signer,
        access: Mapping[str, Any],
        identity: Mapping[str, Any],
        clock: Clock,
        issuer: Issuer,
    ) -> None:
        self.verifier = verifier
        self.sign = sign
        self.claims = {"access": access, "id": identity}
        self.groups, self.methods, self.second_factor, self.sign_in = {
            "cognito": ("cognito:groups", "custom:amr", "mfa", "origin_jti"),
            "b2c": ("groups", "amr", "mfa", "sid"),
            "entra": ("roles", "acrs", ENTRA_CONTEXT, "sid"),
        }[name]
        self.clock = clock
        self.issuer = issuer

    def token(self, kind: str, header: Any = HEADER, sign: Any = None, **changes: Any) -> str:
        claims = {k: v for k, v in {**self.claims[kind], **changes}.items() if v is not MISSING}
        return support.make_compact(header, claims, sign or self.sign)

    def pair(self, **changes: Any) -> dict[str, str]:
        """Both tokens with the same changes."""
        return {kind: self.token(kind, **changes) for kind in self.claims}

    def caller(self, **tokens: str) -> Principal:
        return self.verified(**tokens)[0]

    def verified(self, **tokens: str) -> tuple[Principal, float]:
        return self.verifier.caller(
            tokens.get("access", self.token("access")), tokens.get("id", self.token("id"))
        )

    def refusal(self, **tokens: str) -> Reason:
        with pytest.raises(RefusedError) as refused:
            self.caller(**tokens)
        return refused.value.reason


def make_bench(
    name: str,
    shape: Shape,
    access: Mapping[str, Any],
    identity: Mapping[str, Any],
    key: rsa.RSAPrivateKey,
    curve_key: ec.EllipticCurvePrivateKey,
) -> Bench:
    clock, issuer = (
        Clock(NOW),
        Issuer(support.make_key_set(support.make_rsa_jwk(key), support.make_ec_jwk(curve_key, "curve"))),
    )
    keys = SigningKeys(fetch=issuer, monotonic=lambda: clock.now, on_failed_refresh=lambda *_: None)
    verifier = TokenVerifier(issuer=ISSUER, shape=shape, keys=keys, now=clock)
    return Bench(name, verifier, support.make_rs256(key), access, identity, clock, issuer)


@pytest.fixture
def cognito(signing_key: rsa.RSAPrivateKey, curve_key: ec.EllipticCurvePrivateKey) -> Bench:
    return make_bench("cognito", CognitoShape(CLIENT), COGNITO_ACCESS, COGNITO_ID, signing_key, curve_key)


@pytest.fixture
def b2c(signing_key: rsa.RSAPrivateKey, curve_key: ec.EllipticCurvePrivateKey) -> Bench:
    shape = B2cShape(CLIENT, frozenset({POLICY}))
    return make_bench("b2c", shape, B2C_ACCESS, B2C_ID, signing_key, curve_key)


@pytest.fixture
def entra(signing_key: rsa.RSAPrivateKey, curve_key: ec.EllipticCurvePrivateKey) -> Bench:
    shape = EntraShape(CLIENT, ENTRA_CONTEXT)
    return make_bench("entra", shape, ENTRA_ACCESS, ENTRA_ID, signing_key, curve_key)


@pytest.fixture(params=["b2c", "entra"])
def microsoft(request: pytest.FixtureRequest) -> Bench:
    return request.getfixturevalue(request.param)


@pytest.fixture(params=["cognito", "b2c", "entra"])
def bench(request: pytest.FixtureRequest) -> Bench:
    return request.getfixturevalue(request.param)


either_token = pytest.mark.parametrize("kind", ["access", "id"])


# Good tokens


def test_cognito_tokens_pass(cognito: Bench) -> None:
    assert cognito.verified() == (
        Principal(
            user_id=get_user_id(ISSUER, SUBJECT),
            email="rosa@example.com",
            is_email_verified=True,
            name="Rosa Delgado",
            roles=frozenset({"support"}),
            session_id=get_session_id(ISSUER, SUBJECT, "a0"),
        ),
        NOW + 3600,
    )


def test_b2c_tokens_pass(b2c: Bench) -> None:
    assert b2c.verified() == (
        Principal(
            user_id=get_user_id(ISSUER, SUBJECT),
            email="rosa@example.com",
            is_email_verified=False,
            name="Rosa Delgado",
            roles=frozenset(()),
            session_id=get_session_id(ISSUER, SUBJECT, str(NOW - 60)),
        ),
        NOW + 3600,
    )


def test_entra_tokens_pass(entra: Bench) -> None:
    assert entra.verified() == (
        Principal(
            user_id=get_user_id(ISSUER, SUBJECT),
            email="rosa@example.com",
            is_email_verified=False,
            name="Rosa Delgado",
            roles=frozenset({"support"}),
            session_id=get_session_id(ISSUER, SUBJECT, "s0"),
        ),
        NOW + 3600,
    )


@pytest.mark.parametrize("claim", [None, True, 1.5, ["a0"], {"id": "a0"}], ids=str)
def test_invalid_session_claim_is_ignored(bench: Bench, claim: object) -> None:
    changes = {bench.sign_in: claim}
    assert bench.caller(**bench.pair(**changes)).session_id == ""


def test_session_comes_from_sid(microsoft: Bench) -> None:
    caller = microsoft.caller(**microsoft.pair(sid="s1"))
    assert caller.session_id == get_session_id(ISSUER, SUBJECT, "s1")


@pytest.mark.parametrize("first", ["access", "id"])
def test_caller_expires_with_the_earlier_token(bench: Bench, first: str) -> None:
    assert bench.verified(**{first: bench.token(first, exp=NOW + 60)})[1] == NOW + 60


def test_header_without_typ_passes(bench: Bench) -> None:
    assert bench.caller(access=bench.token("access", header={"alg": "RS256", "kid": KEY_ID}))


def test_token_of_exactly_the_maximum_size_passes(bench: Bench) -> None:
    empty = len(bench.token("access", padding=""))
    # Three bytes of payload are four characters of token.
    fill = (8192 - empty) * 3 // 4
    tokens = [bench.token("access", padding="x" * size) for size in range(fill - 4, fill + 5)]
    longest = max((token for token in tokens if len(token) <= 8192), key=len)
    assert len(longest) >= 8192 - 1
    assert bench.caller(access=longest)


def test_cognito_token_may_carry_a_valid_nbf(cognito: Bench) -> None:
    assert cognito.caller(access=cognito.token("access", nbf=NOW - 1))


def test_times_may_have_fractions(bench: Bench) -> None:
    assert bench.caller(access=bench.token("access", exp=NOW + 0.5, iat=NOW - 0.5))


def test_issuer_clock_60_seconds_ahead_is_accepted(bench: Bench) -> None:
    assert bench.caller(access=bench.token("access", iat=NOW + 60, nbf=NOW + 60))


@pytest.mark.parametrize("policy", [{"tfp": POLICY.upper()}, {"tfp": MISSING, "acr": POLICY.lower()}])
def test_b2c_policy_is_read_from_tfp_or_acr_in_any_case(b2c: Bench, policy: dict[str, Any]) -> None:
    assert b2c.caller(access=b2c.token("access", **policy), id=b2c.token("id", **policy))


# Algorithms


@either_token
@pytest.mark.parametrize(
    "algorithm", ["none", "None", "NONE", "nOnE", "", None, MISSING, 1, ["RS256"], "rs256"]
)
def test_algorithm_other_than_rs256_is_refused(bench: Bench, kind: str, algorithm: Any) -> None:
    header = {k: v for k, v in {**HEADER, "alg": algorithm}.items() if v is not MISSING}
    assert bench.refusal(**{kind: bench.token(kind, header=header)}) == Reason.ALGORITHM


@either_token
@pytest.mark.parametrize("algorithm", ["none", "None", "NONE"])
def test_alg_none_without_signature_is_refused(bench: Bench, kind: str, algorithm: str) -> None:
    token = bench.token(kind, header={**HEADER, "alg": algorithm}, sign=lambda _: b"")
    assert bench.refusal(**{kind: token}) == Reason.MALFORMED


@either_token
@pytest.mark.parametrize("stated", ["HS256", "RS256"])
@pytest.mark.parametrize(
    ("encoding", "form"),
    [
        (Encoding.PEM, PublicFormat.SubjectPublicKeyInfo),
        (Encoding.PEM, PublicFormat.PKCS1),
        (Encoding.DER, PublicFormat.SubjectPublicKeyInfo),
        (Encoding.DER, PublicFormat.PKCS1),
    ],
    ids=["pem", "pem-pkcs1", "der", "der-pkcs1"],
)
def test_hs256_with_the_public_key_as_secret_is_refused(
    bench: Bench,
    kind: str,
    stated: str,
    encoding: Encoding,
    form: PublicFormat,
    signing_key: rsa.RSAPrivateKey,
) -> None:
    secret = signing_key.public_key().public_bytes(encoding, form)
    token = bench.token(kind, header={**HEADER, "alg": stated}, sign=support.make_hs256(secret))
    assert bench.refusal(**{kind: token}) == (Reason.ALGORITHM if stated == "HS256" else Reason.SIGNATURE)


@either_token
@pytest.mark.parametrize("stated", ["own", "RS256"])
@pytest.mark.parametrize("algorithm", ["RS512", "PS256", "ES256"])
def test_other_asymmetric_algorithms_are_refused(
    bench: Bench,
    kind: str,
    stated: str,
    algorithm: str,
    signing_key: rsa.RSAPrivateKey,
    curve_key: ec.EllipticCurvePrivateKey,
) -> None:
    sign = {
        "RS512": support.make_rs512(signing_key),
        "PS256": support.make_ps256(signing_key),
        "ES256": support.make_es256(curve_key),
    }[algorithm]
    header = {**HEADER, "alg": algorithm if stated == "own" else "RS256"}
    token = bench.token(kind, header=header, sign=sign)
    assert bench.refusal(**{kind: token}) == (Reason.ALGORITHM if stated == "own" else Reason.SIGNATURE)


@either_token
def test_elliptic_key_is_refused(bench: Bench, kind: str, curve_key: ec.EllipticCurvePrivateKey) -> None:
    token = bench.token(kind, header={**HEADER, "kid": "curve"}, sign=support.make_es256(curve_key))
    assert bench.refusal(**{kind: token}) == Reason.UNKNOWN_KEY


# Signatures


@either_token
def test_signature_of_another_key_is_refused(bench: Bench, kind: str, other_key: rsa.RSAPrivateKey) -> None:
    assert bench.refusal(**{kind: bench.token(kind, sign=support.make_rs256(other_key))}) == Reason.SIGNATURE


@either_token
@pytest.mark.parametrize("signature", [b"\0", b"\0" * 256, b"\xff" * 256], ids=["short", "zeros", "ones"])
def test_made_up_signature_is_refused(bench: Bench, kind: str, signature: bytes) -> None:
    assert bench.refusal(**{kind: bench.token(kind, sign=lambda _: signature)}) == Reason.SIGNATURE


@either_token
def test_changed_payload_is_refused(bench: Bench, kind: str) -> None:
    header, _, signature = bench.token(kind).split(".")
    payload = bench.token(kind, **{bench.groups: ["admin"]}).split(".")[1]
    assert bench.refusal(**{kind: f"{header}.{payload}.{signature}"}) == Reason.SIGNATURE


@either_token
def test_changed_header_is_refused(bench: Bench, kind: str) -> None:
    _, payload, signature = bench.token(kind).split(".")
    header = bench.token(kind, header={"alg": "RS256", "kid": KEY_ID}).split(".")[0]
    assert bench.refusal(**{kind: f"{header}.{payload}.{signature}"}) == Reason.SIGNATURE


# Headers


@either_token
@pytest.mark.parametrize("key_id", [MISSING, None, "", 1, True, ["key-1"], {"kid": "key-1"}])
def test_invalid_key_id_is_refused(bench: Bench, kind: str, key_id: Any) -> None:
    header = {k: v for k, v in {**HEADER, "kid": key_id}.items() if v is not MISSING}
    assert bench.refusal(**{kind: bench.token(kind, header=header)}) == Reason.KEY_ID


@either_token
@pytest.mark.parametrize("key_id", ["unknown", "KEY-1", "key-1 ", "../../key-1", "' or 1=1 --"])
def test_unknown_key_id_is_refused(bench: Bench, kind: str, key_id: str) -> None:
    assert bench.refusal(**{kind: bench.token(kind, header={**HEADER, "kid": key_id})}) == Reason.UNKNOWN_KEY


@either_token
@pytest.mark.parametrize(
    "parameter",
    [
        {"crit": ["exp"]},
        {"crit": []},
        {"jku": "https://evil.example/keys"},
        {"jwk": {"kty": "RSA"}},
        {"x5u": "https://evil.example/certificate"},
        {"x5c": ["MIIB"]},
        {"x5t": "thumbprint"},
        {"zip": "DEF"},
        {"b64": False},
        {"enc": "A256GCM"},
        {"cty": "JWT"},
        {"typ": "JWE"},
        {"typ": None},
        {"typ": ["JWT"]},
    ],
    ids=lambda parameter: json.dumps(parameter),
)
def test_header_with_extra_fields_is_refused(bench: Bench, kind: str, parameter: dict[str, Any]) -> None:
    assert bench.refusal(**{kind: bench.token(kind, header={**HEADER, **parameter})}) == Reason.HEADER


@either_token
def test_embedded_key_is_not_used(bench: Bench, kind: str, other_key: rsa.RSAPrivateKey) -> None:
    header = {**HEADER, "jwk": support.make_rsa_jwk(other_key)}
    assert (
        bench.refusal(**{kind: bench.token(kind, header=header, sign=support.make_rs256(other_key))})
        == Reason.HEADER
    )


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


@either_token
@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS.keys())
def test_noncompact_form_is_refused(bench: Bench, kind: str, form: Callable[[str], str]) -> None:
    assert bench.refusal(**{kind: form(bench.token(kind))}) == Reason.MALFORMED


@either_token
def test_alternate_signature_encoding_is_refused(bench: Bench, kind: str) -> None:
    """256 bytes end in a character with four unused bits, which lenient decoders ignore."""
    token = bench.token(kind)
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    variant = token[:-1] + alphabet[alphabet.index(token[-1]) + 1]
    decoded = [base64.urlsafe_b64decode(spelling.rpartition(".")[2] + "==") for spelling in (token, variant)]
    assert decoded[0] == decoded[1]
    assert bench.refusal(**{kind: variant}) == Reason.MALFORMED


@either_token
def test_token_over_eight_kilobytes_is_refused(bench: Bench, kind: str) -> None:
    assert bench.refusal(**{kind: bench.token(kind, padding="x" * 8192)}) == Reason.TOO_LARGE


@either_token
def test_token_over_the_size_limit_has_its_own_reason(bench: Bench, kind: str) -> None:
    assert bench.refusal(**{kind: "A" * (8193)}) == Reason.TOO_LARGE


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


@either_token
@pytest.mark.parametrize("content", NOT_OBJECTS.values(), ids=NOT_OBJECTS.keys())
def test_non_object_header_is_refused(bench: Bench, kind: str, content: bytes) -> None:
    assert bench.refusal(**{kind: support.make_compact(content, {}, bench.sign)}) == Reason.MALFORMED


@either_token
@pytest.mark.parametrize("content", NOT_OBJECTS.values(), ids=NOT_OBJECTS.keys())
def test_non_object_payload_is_refused(bench: Bench, kind: str, content: bytes) -> None:
    assert bench.refusal(**{kind: support.make_compact(HEADER, content, bench.sign)}) == Reason.MALFORMED


@either_token
def test_repeated_header_field_is_refused(bench: Bench, kind: str) -> None:
    header = f'{{"alg":"none","alg":"RS256","kid":"{KEY_ID}"}}'.encode()
    assert bench.refusal(**{kind: bench.token(kind, header=header)}) == Reason.MALFORMED


@either_token
@pytest.mark.parametrize("place", ["claims", "nested"])
def test_repeated_payload_field_is_refused(bench: Bench, kind: str, place: str) -> None:
    claims = json.dumps(bench.claims[kind])[:-1]
    again = '"sub":"somebody"' if place == "claims" else '"address":{"street":1,"street":2}'
    payload = f"{claims},{again}}}".encode()
    assert bench.refusal(**{kind: support.make_compact(HEADER, payload, bench.sign)}) == Reason.MALFORMED


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


@either_token
@pytest.mark.parametrize("value", BAD_TIMES.values(), ids=BAD_TIMES.keys())
@pytest.mark.parametrize(("claim", "reason"), [("exp", Reason.EXPIRY), ("iat", Reason.ISSUED_AT)])
def test_invalid_time_is_refused(bench: Bench, kind: str, claim: str, reason: Reason, value: Any) -> None:
    assert bench.refusal(**{kind: bench.token(kind, **{claim: value})}) == reason


@either_token
@pytest.mark.parametrize("value", BAD_TIMES.values(), ids=BAD_TIMES.keys())
def test_microsoft_tokens_require_a_usable_nbf(microsoft: Bench, kind: str, value: Any) -> None:
    assert microsoft.refusal(**{kind: microsoft.token(kind, nbf=value)}) == Reason.NOT_BEFORE


@either_token
@pytest.mark.parametrize(
    "value",
    [value for value in BAD_TIMES.values() if value is not MISSING],
    ids=[name for name in BAD_TIMES if name != "missing"],
)
def test_cognito_refuses_an_invalid_nbf(cognito: Bench, kind: str, value: Any) -> None:
    assert cognito.refusal(**{kind: cognito.token(kind, nbf=value)}) == Reason.NOT_BEFORE


@either_token
@pytest.mark.parametrize("expiry", [NOW, NOW - 1, NOW - 86400, 1])
def test_expired_token_is_refused(bench: Bench, kind: str, expiry: int) -> None:
    assert bench.refusal(**{kind: bench.token(kind, exp=expiry)}) == Reason.EXPIRED


@either_token
def test_token_expires_at_exp(bench: Bench, kind: str) -> None:
    token = bench.token(kind, exp=NOW + 1)
    assert bench.caller(**{kind: token})
    bench.clock.now = NOW + 1
    assert bench.refusal(**{kind: token}) == Reason.EXPIRED


@either_token
def test_token_issued_in_the_future_is_refused(bench: Bench, kind: str) -> None:
    assert bench.refusal(**{kind: bench.token(kind, iat=NOW + 61)}) == Reason.ISSUED_AT


@either_token
def test_token_before_nbf_is_refused(bench: Bench, kind: str) -> None:
    assert bench.refusal(**{kind: bench.token(kind, nbf=NOW + 61)}) == Reason.NOT_YET_VALID


NOT_THE_TEXT: dict[str, Any] = {
    "missing": MISSING,
    "null": None,
    "number": 1,
    "true": True,
    "empty": "",
    "other": "something-else",
}


def parametrize_wrong(expected: str) -> Any:
    """Return the ways in which a claim that must be `expected` can be wrong."""
    values = {
        **NOT_THE_TEXT,
        "list": [expected],
        "object": {expected: expected},
        "longer": expected + "/",
        "shorter": expected[:-1],
        "trailing space": expected + " ",
        "other case": expected.swapcase(),
    }
    return pytest.mark.parametrize("value", values.values(), ids=values.keys())


@either_token
@parametrize_wrong(ISSUER)
def test_wrong_issuer_is_refused(bench: Bench, kind: str, value: Any) -> None:
    assert bench.refusal(**{kind: bench.token(kind, iss=value)}) == Reason.ISSUER


@either_token
@pytest.mark.parametrize(
    "value", [MISSING, None, "", 1, True, ["a"], {}, "a\nb", "a\0", "é", "a" * 256, "\ud800"], ids=repr
)
def test_invalid_subject_is_refused(bench: Bench, kind: str, value: Any) -> None:
    assert bench.refusal(**{kind: bench.token(kind, sub=value)}) == Reason.SUBJECT


@parametrize_wrong(CLIENT)
def test_wrong_cognito_client_is_refused(cognito: Bench, value: Any) -> None:
    assert cognito.refusal(access=cognito.token("access", client_id=value)) == Reason.AUDIENCE


def test_aud_does_not_replace_client_id(cognito: Bench) -> None:
    token = cognito.token("access", client_id=MISSING, aud=CLIENT)
    assert cognito.refusal(access=token) == Reason.AUDIENCE


def test_client_id_does_not_replace_aud(cognito: Bench) -> None:
    assert cognito.refusal(id=cognito.token("id", aud=MISSING, client_id=CLIENT)) == Reason.AUDIENCE


@either_token
@parametrize_wrong(CLIENT)
def test_wrong_audience_is_refused(bench: Bench, kind: str, value: Any) -> None:
    claim = "client_id" if bench.claims[kind].get("token_use") == "access" else "aud"
    assert bench.refusal(**{kind: bench.token(kind, **{claim: value})}) == Reason.AUDIENCE


@parametrize_wrong(CLIENT)
def test_wrong_azp_is_refused(microsoft: Bench, value: Any) -> None:
    assert microsoft.refusal(access=microsoft.token("access", azp=value)) == Reason.AUDIENCE


@parametrize_wrong("access")
def test_wrong_use_of_cognito_access_token_is_refused(cognito: Bench, value: Any) -> None:
    assert cognito.refusal(access=cognito.token("access", token_use=value)) == Reason.TOKEN_USE


@parametrize_wrong("id")
def test_wrong_use_of_cognito_id_token_is_refused(cognito: Bench, value: Any) -> None:
    assert cognito.refusal(id=cognito.token("id", token_use=value)) == Reason.TOKEN_USE


@either_token
@pytest.mark.parametrize(
    "value", [MISSING, None, "", 1, True, [POLICY], "B2C_1_other", POLICY + " ", {POLICY: 1}], ids=repr
)
def test_wrong_b2c_policy_is_refused(b2c: Bench, kind: str, value: Any) -> None:
    assert b2c.refusal(**{kind: b2c.token(kind, tfp=value)}) == Reason.POLICY


@either_token
def test_acr_does_not_replace_a_wrong_tfp(b2c: Bench, kind: str) -> None:
    assert b2c.refusal(**{kind: b2c.token(kind, tfp="B2C_1_other", acr=POLICY)}) == Reason.POLICY


@pytest.mark.parametrize("value", [MISSING, None, "", 1, ["portal.use"]], ids=repr)
def test_access_token_without_scopes_is_refused(microsoft: Bench, value: Any) -> None:
    assert microsoft.refusal(access=microsoft.token("access", scp=value)) == Reason.TOKEN_USE


@pytest.mark.parametrize("claim", ["scp", "azp"])
def test_id_token_with_access_claim_is_refused(microsoft: Bench, claim: str) -> None:
    assert microsoft.refusal(id=microsoft.token("id", **{claim: CLIENT})) == Reason.TOKEN_USE


@either_token
@pytest.mark.parametrize("value", [MISSING, None, "", "1.0", "2", 2.0, ["2.0"]], ids=repr)
def test_wrong_entra_version_is_refused(entra: Bench, kind: str, value: Any) -> None:
    assert entra.refusal(**{kind: entra.token(kind, ver=value)}) == Reason.TOKEN_USE


@either_token
def test_token_of_another_entra_tenant_is_refused(entra: Bench, kind: str) -> None:
    """Microsoft signs the tokens of many tenants with the same keys."""
    tenant = "22222222-2222-3333-4444-555555555555"
    token = entra.token(kind, iss=f"https://{tenant}.ciamlogin.com/{tenant}/v2.0", tid=tenant)
    assert entra.refusal(**{kind: token}) == Reason.ISSUER


@pytest.mark.parametrize("groups", ["admin", {"admin": 1}, [1], ["admin", None], 1, True], ids=repr)
def test_invalid_groups_are_refused(bench: Bench, groups: Any) -> None:
    token = bench.token("access", **{bench.groups: groups})
    assert bench.refusal(access=token) == Reason.GROUPS


# The two tokens together


def test_id_token_as_bearer_is_refused(bench: Bench) -> None:
    assert bench.refusal(access=bench.token("id")) == Reason.TOKEN_USE


def test_access_token_as_id_token_is_refused(bench: Bench) -> None:
    assert bench.refusal(id=bench.token("access")) == Reason.TOKEN_USE


def test_swapped_tokens_are_refused(bench: Bench) -> None:
    assert bench.refusal(access=bench.token("id"), id=bench.token("access")) == Reason.TOKEN_USE


@either_token
def test_tokens_of_two_people_are_refused(bench: Bench, kind: str) -> None:
    assert bench.refusal(**{kind: bench.token(kind, sub=OTHER_SUBJECT)}) == Reason.SUBJECT_MISMATCH


@either_token
@pytest.mark.parametrize("claim", ["b0", "A0", "a0 ", "", None, MISSING, True, ["a0"]], ids=repr)
def test_tokens_of_two_sign_ins_are_refused(bench: Bench, kind: str, claim: Any) -> None:
    tokens = bench.pair(**{bench.sign_in: "a0"}) | {kind: bench.token(kind, **{bench.sign_in: claim})}
    assert bench.refusal(**tokens) == Reason.SIGN_IN_MISMATCH


def test_tokens_without_sign_in_have_no_second_factor(bench: Bench) -> None:
    changes = {bench.sign_in: MISSING, bench.methods: ["pwd", bench.second_factor]}
    caller = bench.caller(**bench.pair(**changes))
    assert (caller.user_id, caller.has_second_factor) == (get_user_id(ISSUER, SUBJECT), False)


def test_id_token_groups_are_ignored(bench: Bench) -> None:
    access = bench.token("access", **{bench.groups: MISSING})
    identity = bench.token("id", **{bench.groups: ["admin"]})
    assert bench.caller(access=access, id=identity).roles == frozenset()


def test_groups_come_from_the_access_token(bench: Bench) -> None:
    access = bench.token("access", **{bench.groups: ["government", "portal-wide"]})
    assert bench.caller(access=access).roles == {"government"}


def test_entra_groups_claim_is_ignored(entra: Bench) -> None:
    assert entra.caller(access=entra.token("access", roles=MISSING, groups=["admin"])).roles == frozenset()


def get_rights(bench: Bench, *groups: str) -> tuple[set[str], str | None, str | None]:
    """Return roles, agency, and fault of a person in some groups."""
    caller = bench.caller(access=bench.token("access", **{bench.groups: list(groups)}))
    return set(caller.roles), caller.staff_agency_id, caller.staff_fault


def test_reach_comes_from_a_group(bench: Bench) -> None:
    assert get_rights(bench, "government", "agency-adot-mvd") == ({"government"}, "adot-mvd", None)
    assert get_rights(bench, "admin", "support", "portal-wide") == ({"admin", "support"}, None, None)


@pytest.mark.parametrize("role", ROLES)
def test_role_without_reach_grants_nothing(bench: Bench, role: str) -> None:
    assert get_rights(bench, role) == (set(), None, "noReach")


UNKNOWN_GROUPS = [
    "agency",
    "agency-",
    "agency-ADOT-MVD",
    "agency-Adot",
    "Agency-adot-mvd",
    "AGENCY-adot-mvd",
    "agency_adot-mvd",
    "agency:adot-mvd",
    "agency/adot-mvd",
    "agency adot-mvd",
    "agencyadot",
    "agency-adot-mvd ",
    " agency-adot-mvd",
    "\tagency-adot-mvd",
    "agency-adot-mvd\n",
    "agency-adot_mvd",
    "agency-adot--mvd",
    "agency-adot-",
    "agency--adot",
    "agency-1adot",
    "agency-a b",
    "agency-adót",
    "agéncy-adot-mvd",
    "agency\u2010adot-mvd",
    "ａｇｅｎｃｙ-adot-mvd",
    "\u200bagency-adot-mvd",
    "/agency-adot-mvd",
    "a\u00adgency-adot-mvd",
    "agncy-adot-mvd",
    "ageny-adot-mvd",
    "agencies-adot-mvd",
    "agencia-adot-mvd",
    "the-agency-adot-mvd",
    "adot-mvd",
    "\u0430gency-adot-mvd",
    "\u0430\u0433\u0435\u043d\u0446\u0438\u044f-adot-mvd",
    "Portal-wide",
    "portal-wide ",
    "portalwide",
    "portal_wide",
    "travel-agency",
    "Support",
    "administrators",
    "",
    "*",
]


@pytest.mark.parametrize("group", UNKNOWN_GROUPS, ids=ascii)
@pytest.mark.parametrize(
    "more",
    [(), ("agency-adot-mvd",), ("portal-wide",)],
    ids=["alone", "beside an agency", "beside portal-wide"],
)
def test_unknown_group_removes_all_roles(cognito: Bench, group: str, more: tuple[str, ...]) -> None:
    assert get_rights(cognito, *ROLES, *more, group) == (set(), None, "unknownGroup")


def test_groups_without_role_are_no_fault(bench: Bench) -> None:
    for groups in ((), ("agency-adot-mvd",), ("portal-wide",), ("library-card",)):
        assert get_rights(bench, *groups) == (set(), None, None)


def test_misspelled_role_is_a_fault(bench: Bench) -> None:
    assert get_rights(bench, "suport", "agency-adot-mvd") == (set(), None, "unknownGroup")


@pytest.mark.parametrize("reaches", [("agency-adot-mvd", "agency-azroc"), ("agency-adot-mvd", "portal-wide")])
def test_two_reaches_remove_all_roles(bench: Bench, reaches: tuple[str, ...]) -> None:
    assert get_rights(bench, "admin", *reaches) == (set(), None, "severalReaches")


def test_cognito_group_of_another_provider_is_known(cognito: Bench, b2c: Bench) -> None:
    """Cognito puts people of another provider into a group that begins with the pool's id."""
    pool = ISSUER.rpartition("/")[2]
    groups = ("support", "portal-wide", f"{pool}_StateDirectory")
    assert get_rights(cognito, *groups) == ({"support"}, None, None)
    assert get_rights(b2c, *groups) == (set(), None, "unknownGroup")


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        (["pwd", "otp", "mfa"], True),
        ("pwd mfa", True),
        ("pwd,mfa", True),
        ("pwd, mfa", True),
        ("mfa", True),
        ("[pwd, mfa]", True),
        ('["pwd","mfa"]', True),
        (["pwd"], False),
        ("", False),
        ("xmfa", False),
        ("x-mfa-y", False),
        ("no-mfa", False),
        ("mfa.off", False),
        ("pwd;mfa", False),
        ("pwd MFA", False),
        ('["no mfa here"]', False),
        ('["x-mfa-y"]', False),
        ('"mfa"', False),
        ('{"mfa":1}', False),
        ('[["mfa"]]', False),
        ("[" * 3000, False),
        (["x-mfa-y"], False),
        (["MFA"], False),
        ({"mfa": 1}, False),
        (True, False),
        (MISSING, False),
    ],
    ids=str,
)
def test_second_factor_comes_from_the_id_token(bench: Bench, claim: object, expected: bool) -> None:
    tokens = bench.pair(sid="s1")
    if claim is not MISSING:
        claim = json.loads(json.dumps(claim).replace("mfa", bench.second_factor))
    changes = {"sid": "s1", bench.methods: claim}
    identity, access = (bench.token(kind, **changes) for kind in ("id", "access"))
    assert bench.caller(**tokens | {"id": identity}).has_second_factor is expected
    assert bench.caller(**tokens | {"access": access}).has_second_factor is False


@pytest.mark.parametrize(
    "claims",
    [
        {"amr": ["pwd", "mfa"]},
        {"custom:amr": ["pwd"], "amr": ["pwd", "mfa"]},
        {"custom:AMR": ["pwd", "mfa"]},
        {"custom:second_factor_since": "0"},
        {"acr": "mfa", "cognito:amr": ["mfa"], "second_factor": True},
    ],
    ids=str,
)
def test_other_cognito_claims_are_no_second_factor(cognito: Bench, claims: dict[str, Any]) -> None:
    assert not cognito.caller(id=cognito.token("id", **claims)).has_second_factor


@pytest.mark.parametrize(
    "claims",
    [
        {"amr": ["pwd", "mfa"]},
        {"acr": "c1"},
        {"acrs": ["c2", "c10", "c11", "C1"]},
        {"acrs": ["mfa"]},
    ],
    ids=str,
)
def test_other_entra_claims_are_no_second_factor(entra: Bench, claims: dict[str, Any]) -> None:
    assert not entra.caller(id=entra.token("id", **claims)).has_second_factor


# Details of the person


@pytest.mark.parametrize(
    ("claim", "verified"),
    [
        (True, True),
        ("true", True),
        (False, False),
        ("false", False),
        (MISSING, False),
        (1, False),
        ("True", False),
    ],
)
def test_address_is_verified_only_by_its_claim(bench: Bench, claim: Any, verified: bool) -> None:
    assert bench.caller(id=bench.token("id", email_verified=claim)).is_email_verified is verified


@pytest.mark.parametrize(
    "value",
    [
        MISSING,
        None,
        1,
        ["a@example.com", "b@example.com"],
        "nobody",
        "a b@example.com",
        "a@example.com\r\nBcc: c@example.com",
        "a\0@example.com",
        "a\ud800@example.com",
        "a" * 250 + "@example.com",
    ],
    ids=repr,
)
def test_unusable_address_is_dropped(cognito: Bench, value: Any) -> None:
    caller = cognito.caller(id=cognito.token("id", email=value))
    assert (caller.email, caller.is_email_verified) == ("", False)


@pytest.mark.parametrize(
    ("claims", "address"),
    [
        ({"emails": ["First@example.com", "second@example.com"]}, "first@example.com"),
        ({"emails": MISSING, "email": "Only@example.com"}, "only@example.com"),
        ({"emails": [], "email": "only@example.com"}, "only@example.com"),
        ({"emails": "only@example.com"}, ""),
        ({"emails": [1]}, ""),
        ({"emails": MISSING}, ""),
    ],
)
def test_b2c_address_is_the_first_in_the_list(b2c: Bench, claims: dict[str, Any], address: str) -> None:
    assert b2c.caller(id=b2c.token("id", **claims)).email == address


@pytest.mark.parametrize(
    ("claims", "name"),
    [
        ({"name": "Rosa María Delgado"}, "Rosa María Delgado"),
        ({"name": "  Rosa \n Delgado "}, "Rosa Delgado"),
        ({"name": "Rosa", "given_name": "Other", "family_name": "Person"}, "Rosa"),
        ({"name": MISSING, "given_name": "Rosa", "family_name": MISSING}, "Rosa"),
        ({"name": MISSING, "given_name": MISSING, "family_name": "Delgado"}, "Delgado"),
        ({"name": MISSING, "given_name": MISSING, "family_name": MISSING}, ""),
        ({"name": 1, "given_name": "Rosa", "family_name": ["Delgado"]}, "Rosa"),
        ({"name": "Rosa\u202eogledaD", "given_name": MISSING, "family_name": MISSING}, ""),
        ({"name": "Rosa\ud800", "given_name": MISSING, "family_name": MISSING}, ""),
        ({"name": "x" * 500}, "x" * 200),
    ],
)
def test_name_is_the_full_name_or_joined_parts(bench: Bench, claims: dict[str, Any], name: str) -> None:
    assert bench.caller(id=bench.token("id", **claims)).name == name


# Keys


def test_random_key_ids_are_fetched_once(bench: Bench) -> None:
    for number in range(1000):
        token = bench.token(
            "access", header={**HEADER, "kid": f"random-{number}"}, sign=lambda _: b"\1" * 256
        )
        assert bench.refusal(access=token) == Reason.UNKNOWN_KEY
    assert bench.issuer.reads == 1


def test_new_signing_key_is_used_after_the_cool_down(bench: Bench, other_key: rsa.RSAPrivateKey) -> None:
    assert bench.caller()
    bench.issuer.document = support.make_key_set(support.make_rsa_jwk(other_key, "key-2"))
    header, sign = {**HEADER, "kid": "key-2"}, support.make_rs256(other_key)
    tokens = {kind: bench.token(kind, header=header, sign=sign) for kind in ("access", "id")}
    assert bench.refusal(**tokens) == Reason.UNKNOWN_KEY
    bench.clock.now += 30
    assert bench.caller(**tokens)
    assert bench.refusal() == Reason.UNKNOWN_KEY
    assert bench.issuer.reads == 2
