"""Attacks on an agency's token: everything but a fresh token that one agency got for itself is refused."""

import base64
import json
from collections.abc import Mapping
from enum import Enum
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from functions.agencyauthorizer.shapes import B2cShape, CognitoShape, EntraShape
from functions.agencyauthorizer.tokens import AgencyVerifier
from functions.authorizer import shapes as portal_shapes
from functions.authorizer.tokens import TokenVerifier
from portal.principal import get_user_id
from portal.tokens.keys import SigningKeys
from portal.tokens.refusal import Reason, RefusedError
from tests.unit.agencyauthorizer.support import (
    AGENCY_CLIENT,
    B2C_AGENCY,
    COGNITO_AGENCY,
    ENTRA_AGENCY,
    PREFIX,
    SCOPE,
)
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
    POLICY,
    Clock,
    Issuer,
)

HEADER = {"alg": "RS256", "kid": KEY_ID, "typ": "JWT"}


class Marker(Enum):
    MISSING = "MISSING"


MISSING: Any = Marker.MISSING
PERSON = {
    "cognito": (COGNITO_ACCESS, COGNITO_ID),
    "b2c": (B2C_ACCESS, B2C_ID),
    "entra": (ENTRA_ACCESS, ENTRA_ID),
}


class Bench:
    """Both verifiers of one provider, and the means to make tokens for them."""

    def __init__(self, name: str, key: rsa.RSAPrivateKey) -> None:
        self.name = name
        self.claims = {"cognito": COGNITO_AGENCY, "b2c": B2C_AGENCY, "entra": ENTRA_AGENCY}[name]
        self.sign = support.make_rs256(key)
        self.clock = Clock(NOW)
        self.issuer = Issuer(support.make_key_set(support.make_rsa_jwk(key)))
        keys = SigningKeys(
            fetch=self.issuer, monotonic=lambda: self.clock.now, on_failed_refresh=lambda *_: None
        )
        shape: Any = {"cognito": CognitoShape, "b2c": B2cShape, "entra": EntraShape}[name](CLIENT)
        self.verifier = AgencyVerifier(ISSUER, shape, PREFIX, keys, self.clock)
        portal: Mapping[str, portal_shapes.Shape] = {
            "cognito": portal_shapes.CognitoShape(CLIENT),
            "b2c": portal_shapes.B2cShape(CLIENT, frozenset({POLICY})),
            "entra": portal_shapes.EntraShape(CLIENT, ENTRA_CONTEXT),
        }
        self.portal_verifier = TokenVerifier(ISSUER, portal[name], keys, self.clock)

    def token(
        self,
        header: Any = HEADER,
        sign: support.Signer | None = None,
        claims: Mapping[str, Any] | None = None,
        **changes: Any,
    ) -> str:
        payload = {**(self.claims if claims is None else claims), **changes}
        kept = {name: value for name, value in payload.items() if value is not MISSING}
        return support.make_compact(header, kept, sign or self.sign)

    def granting(self, *scopes: str) -> str:
        """Return a token with these scopes, where its provider puts them."""
        if self.name == "cognito":
            return self.token(scope=" ".join(scopes))
        return self.token(roles=list(scopes))

    def agency(self, token: str) -> str:
        return self.verifier.agency(token).agency_id

    def refusal(self, token: str) -> Reason:
        with pytest.raises(RefusedError) as refused:
            self.verifier.agency(token)
        return refused.value.reason


@pytest.fixture(params=["b2c", "entra"])
def microsoft(request: pytest.FixtureRequest, signing_key: rsa.RSAPrivateKey) -> Bench:
    return Bench(request.param, signing_key)


@pytest.fixture(params=["cognito", "b2c", "entra"])
def bench(request: pytest.FixtureRequest, signing_key: rsa.RSAPrivateKey) -> Bench:
    return Bench(request.param, signing_key)


@pytest.fixture
def cognito(signing_key: rsa.RSAPrivateKey) -> Bench:
    return Bench("cognito", signing_key)


@pytest.fixture
def b2c(signing_key: rsa.RSAPrivateKey) -> Bench:
    return Bench("b2c", signing_key)


@pytest.fixture
def entra(signing_key: rsa.RSAPrivateKey) -> Bench:
    return Bench("entra", signing_key)


# Good tokens


def test_agency_token_passes(bench: Bench) -> None:
    assert bench.agency(bench.token()) == "adot-mvd"


def test_unrelated_scopes_are_ignored(bench: Bench) -> None:
    assert bench.agency(bench.granting("archive/read", SCOPE, "agency-outbound/azdor")) == "adot-mvd"


@pytest.mark.parametrize("agency_id", ["a", "azdor", "county-treasurers", "a1-2", "a" * 60])
def test_all_agency_id_forms_pass(bench: Bench, agency_id: str) -> None:
    assert bench.agency(bench.granting(PREFIX + agency_id)) == agency_id


def test_b2c_accepts_the_scp_claim(b2c: Bench) -> None:
    assert b2c.agency(b2c.token(roles=MISSING, scp=f"{SCOPE} other")) == "adot-mvd"


def test_version_1_token_uses_appid(b2c: Bench) -> None:
    assert b2c.agency(b2c.token(azp=MISSING, appid=AGENCY_CLIENT, ver="1.0", idtyp="app")) == "adot-mvd"


# Scopes


@pytest.mark.parametrize(
    "scopes",
    [
        [],
        [""],
        ["openid"],
        [PREFIX],
        ["agency-inbound"],
        ["adot-mvd"],
        ["agency-inbound/adot-mvd/azdor"],
        ["agency-inbound/ADOT-MVD"],
        ["Agency-Inbound/adot-mvd"],
        ["agency-inbound/adot_mvd"],
        ["agency-inbound/-adot"],
        ["agency-inbound/adot-"],
        ["agency-inbound/adot--mvd"],
        ["agency-inbound/*"],
        ["agency-inbound/1adot"],
        ["agency-inbound/adot\n"],
        ["agency-inbound/adоt"],  # a Cyrillic o
        ["agency-inbound/" + "a" * 61],
        ["x-agency-inbound/adot-mvd"],
        [SCOPE, "agency-inbound/azdor"],
        [SCOPE, SCOPE],
        [SCOPE, PREFIX],
    ],
)
def test_zero_or_several_agencies_are_refused(bench: Bench, scopes: list[str]) -> None:
    assert bench.refusal(bench.granting(*scopes)) is Reason.SCOPE


@pytest.mark.parametrize("scope", [MISSING, None, [SCOPE], {"a": SCOPE}, 1, True, f"x\t{SCOPE}"])
def test_invalid_cognito_scope_is_refused(cognito: Bench, scope: Any) -> None:
    assert cognito.refusal(cognito.token(scope=scope)) is Reason.SCOPE


@pytest.mark.parametrize("roles", [MISSING, None, SCOPE, {"a": SCOPE}, [1], [[SCOPE]], [SCOPE, None]])
def test_invalid_roles_are_refused(microsoft: Bench, roles: Any) -> None:
    assert microsoft.refusal(microsoft.token(roles=roles)) is Reason.SCOPE


@pytest.mark.parametrize("scp", [None, [SCOPE], 1, "agency-inbound/azdor", SCOPE])
def test_invalid_scp_beside_roles_is_refused(b2c: Bench, scp: Any) -> None:
    assert b2c.refusal(b2c.token(scp=scp)) is Reason.SCOPE


@pytest.mark.parametrize("scp", [None, "", "portal.use", SCOPE, [SCOPE]])
@pytest.mark.parametrize("roles", [MISSING, [SCOPE]])
def test_entra_token_with_scp_is_refused(entra: Bench, scp: Any, roles: Any) -> None:
    assert entra.refusal(entra.token(scp=scp, roles=roles)) is Reason.CLIENT


@pytest.mark.parametrize("version", [MISSING, None, "1.0", 2.0, ["2.0"]])
def test_wrong_entra_version_is_refused(entra: Bench, version: Any) -> None:
    assert entra.refusal(entra.token(ver=version)) is Reason.TOKEN_USE


def test_entra_token_needs_no_idtyp(entra: Bench) -> None:
    assert entra.agency(entra.token(idtyp=MISSING)) == "adot-mvd"


# People's tokens


@pytest.mark.parametrize("kind", [0, 1])
def test_person_token_is_refused(bench: Bench, kind: int) -> None:
    expected = {
        "cognito": (Reason.CLIENT, Reason.TOKEN_USE),
        "b2c": (Reason.CLIENT, Reason.CLIENT),
        "entra": (Reason.CLIENT, Reason.CLIENT),
    }
    assert bench.refusal(bench.token(claims=PERSON[bench.name][kind])) is expected[bench.name][kind]


@pytest.mark.parametrize("kind", [0, 1])
def test_person_token_with_agency_scope_is_refused(bench: Bench, kind: int) -> None:
    changes = {"scope": SCOPE} if bench.name == "cognito" else {"scp": SCOPE, "roles": [SCOPE]}
    token = bench.token(claims=PERSON[bench.name][kind], **changes)
    assert bench.refusal(token) in (Reason.CLIENT, Reason.TOKEN_USE, Reason.SCOPE)


@pytest.mark.parametrize(
    "changes",
    [
        {"username": AGENCY_CLIENT},
        {"cognito:groups": ["admin"]},
        {"cognito:username": "rosa"},
        {"sub": "5f0c2a34-7d3e-4f52-9a51-0d9a6d6f4e11"},
        {"client_id": CLIENT},
        {"client_id": CLIENT, "sub": CLIENT},
        {"client_id": MISSING},
        {"client_id": None},
        {"client_id": [AGENCY_CLIENT]},
    ],
)
def test_cognito_token_with_user_claims_is_refused(cognito: Bench, changes: dict[str, Any]) -> None:
    assert cognito.refusal(cognito.token(**changes)) is Reason.CLIENT


@pytest.mark.parametrize("use", [MISSING, "id", "Access", "", None, ["access"]])
def test_wrong_cognito_token_use_is_refused(cognito: Bench, use: Any) -> None:
    assert cognito.refusal(cognito.token(token_use=use)) is Reason.TOKEN_USE


@pytest.mark.parametrize(
    "changes",
    [
        {"azp": CLIENT},
        {"azp": MISSING},
        {"azp": ""},
        {"azp": None, "appid": AGENCY_CLIENT},
        {"azp": [AGENCY_CLIENT]},
        {"idtyp": "user"},
        {"idtyp": None},
        {"auth_time": NOW - 60},
        {"emails": ["rosa@example.com"]},
        {"email": "rosa@example.com"},
        {"name": "Rosa Delgado"},
        {"given_name": "Rosa"},
        {"family_name": "Delgado"},
        {"preferred_username": "rosa"},
        {"upn": "rosa@example.com"},
        {"unique_name": "rosa"},
    ],
)
def test_token_of_a_user_is_refused(microsoft: Bench, changes: dict[str, Any]) -> None:
    assert microsoft.refusal(microsoft.token(**changes)) is Reason.CLIENT


@pytest.mark.parametrize("audience", [MISSING, None, "other", [CLIENT], AGENCY_CLIENT])
def test_wrong_audience_is_refused(microsoft: Bench, audience: Any) -> None:
    assert microsoft.refusal(microsoft.token(aud=audience)) is Reason.AUDIENCE


# An agency's token at the portal's authorizer


def test_agency_token_is_no_person_token(bench: Bench) -> None:
    person = [bench.token(claims=claims) for claims in PERSON[bench.name]]
    principal, _ = bench.portal_verifier.caller(*person)
    assert principal.user_id == get_user_id(ISSUER, PERSON[bench.name][0]["sub"])
    agency = bench.token()
    for pair in ((agency, agency), (agency, person[1]), (person[0], agency)):
        with pytest.raises(RefusedError):
            bench.portal_verifier.caller(*pair)


def test_agency_token_with_person_subject_is_refused(bench: Bench) -> None:
    access, identity = PERSON[bench.name]
    token = bench.token(sub=access["sub"], scp="portal.use", tfp=POLICY)
    with pytest.raises(RefusedError) as refused:
        bench.portal_verifier.caller(token, bench.token(claims=identity))
    assert refused.value.reason is Reason.AUDIENCE


# Signature, key and header


@pytest.mark.parametrize(
    "algorithm", ["none", "None", "HS256", "RS512", "PS256", "ES256", "", None, ["RS256"]]
)
def test_algorithm_other_than_rs256_is_refused(bench: Bench, algorithm: Any) -> None:
    assert bench.refusal(bench.token({**HEADER, "alg": algorithm})) is Reason.ALGORITHM


def test_alg_none_without_signature_is_refused(bench: Bench) -> None:
    token = bench.token({**HEADER, "alg": "none"}).rpartition(".")[0] + "."
    assert bench.refusal(token) is Reason.MALFORMED


def test_hs256_with_the_public_key_as_secret_is_refused(bench: Bench, signing_key: rsa.RSAPrivateKey) -> None:
    secret = signing_key.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
    sign = support.make_hs256(secret)
    assert bench.refusal(bench.token({**HEADER, "alg": "HS256"}, sign)) is Reason.ALGORITHM
    assert bench.refusal(bench.token(HEADER, sign)) is Reason.SIGNATURE


def test_signature_of_another_key_is_refused(bench: Bench, other_key: rsa.RSAPrivateKey) -> None:
    assert bench.refusal(bench.token(sign=support.make_rs256(other_key))) is Reason.SIGNATURE


def test_embedded_key_is_not_used(bench: Bench, other_key: rsa.RSAPrivateKey) -> None:
    sign = support.make_rs256(other_key)
    for more in (
        {"jwk": support.make_rsa_jwk(other_key)},
        {"jku": "https://evil.example/keys"},
        {"crit": ["exp"]},
    ):
        assert bench.refusal(bench.token({**HEADER, **more}, sign)) is Reason.HEADER


def test_unknown_key_is_refused(bench: Bench) -> None:
    assert bench.refusal(bench.token({**HEADER, "kid": "another"})) is Reason.UNKNOWN_KEY


def test_changed_scope_is_refused(bench: Bench) -> None:
    header, payload, signature = bench.token().split(".")
    claims = base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4)).replace(b"adot-mvd", b"azdor")
    forged = f"{header}.{support.encode_base64url(claims)}.{signature}"
    assert json.loads(claims)["iss"] == ISSUER
    assert bench.refusal(forged) is Reason.SIGNATURE


def test_token_over_eight_kilobytes_is_refused(bench: Bench) -> None:
    assert bench.refusal(bench.token(more="x" * 9_000)) is Reason.TOO_LARGE


def test_repeated_claim_is_refused(bench: Bench) -> None:
    text = json.dumps(dict(bench.claims))
    twice = f'{text[:-1]}, "scope": "{SCOPE}", "scope": "{SCOPE}"}}'
    assert bench.refusal(support.make_compact(HEADER, twice.encode(), bench.sign)) is Reason.MALFORMED


@pytest.mark.parametrize("token", ["", "a.b.c", "a.b", "…", "a.b.c.d", "bearer x"])
def test_malformed_token_is_refused(bench: Bench, token: str) -> None:
    assert bench.refusal(token) is Reason.MALFORMED


# Time and issuer


def test_expired_token_is_refused(bench: Bench) -> None:
    token = bench.token()
    bench.clock.now = NOW + 3_600
    assert bench.refusal(token) is Reason.EXPIRED


def test_token_issued_in_the_future_is_refused(bench: Bench) -> None:
    assert bench.refusal(bench.token(iat=NOW + 61)) is Reason.ISSUED_AT


def test_token_before_nbf_is_refused(bench: Bench) -> None:
    assert bench.refusal(bench.token(nbf=NOW + 61)) is Reason.NOT_YET_VALID


def test_microsoft_tokens_require_nbf(microsoft: Bench) -> None:
    assert microsoft.refusal(microsoft.token(nbf=MISSING)) is Reason.NOT_BEFORE


@pytest.mark.parametrize(
    "issuer", [MISSING, "https://identity.example.com/other", f"{ISSUER}/", None, [ISSUER]]
)
def test_wrong_issuer_is_refused(bench: Bench, issuer: Any) -> None:
    assert bench.refusal(bench.token(iss=issuer)) is Reason.ISSUER
