"""Verifiers of people and of agencies, each with the means to make tokens for it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec, rsa

from functions.agencyauthorizer import shapes as agency_shapes
from functions.agencyauthorizer.tokens import AgencyVerifier
from functions.authorizer.shapes import B2cShape, CognitoShape, EntraShape, TokenShape
from functions.authorizer.tokens import TokenVerifier
from portal.principal import Principal
from portal.tokens.keys import SigningKeys
from portal.tokens.refusal import RefusalReason, RefusedError
from tests.unit.tokens import support
from tests.unit.tokens.support import CLIENT, ENTRA_CONTEXT, HEADER, ISSUER, NOW, POLICY, PREFIX

PROVIDERS = ("cognito", "b2c", "entra")
KINDS = ("access", "id", "agency")
for_cognito = pytest.mark.parametrize("bench", ["cognito"], indirect=True)
for_b2c = pytest.mark.parametrize("bench", ["b2c"], indirect=True)
for_entra = pytest.mark.parametrize("bench", ["entra"], indirect=True)
for_microsoft = pytest.mark.parametrize("bench", ["b2c", "entra"], indirect=True)
either_token = pytest.mark.parametrize("kind", ["access", "id"])


class Bench:
    """Both verifiers of one identity provider.

    Attributes:
        claims: of good tokens by kind.
        groups: claim of the access token with the person's groups.
        methods: claim of the id token with the methods of the sign-in.
        second_factor: name in it of a sign-in by more than one factor.
        sign_in: claim that all tokens of one sign-in share.
    """

    def __init__(self, name: str, key: rsa.RSAPrivateKey, curve_key: ec.EllipticCurvePrivateKey) -> None:
        self.name = name
        self.claims = support.CLAIMS[name]
        self.sign = support.make_rs256(key)
        self.groups, self.methods, self.second_factor, self.sign_in = {
            "cognito": ("cognito:groups", "custom:amr", "mfa", "origin_jti"),
            "b2c": ("groups", "amr", "mfa", "sid"),
            "entra": ("roles", "acrs", ENTRA_CONTEXT, "sid"),
        }[name]
        self.clock = support.Clock(NOW)
        document = support.make_key_set(support.make_rsa_jwk(key), support.make_ec_jwk(curve_key, "curve"))
        self.issuer = support.Issuer(document)
        keys = SigningKeys(self.issuer, lambda: self.clock.now, lambda *_: None)
        shapes: Mapping[str, TokenShape] = {
            "cognito": CognitoShape(CLIENT),
            "b2c": B2cShape(CLIENT, frozenset({POLICY})),
            "entra": EntraShape(CLIENT, ENTRA_CONTEXT),
        }
        self._people = TokenVerifier(ISSUER, shapes[name], keys, self.clock)
        of_agencies: Mapping[str, agency_shapes.AgencyTokenShape] = {
            "cognito": agency_shapes.CognitoAgencyShape(CLIENT),
            "b2c": agency_shapes.B2cAgencyShape(CLIENT),
            "entra": agency_shapes.EntraAgencyShape(CLIENT),
        }
        self._agencies = AgencyVerifier(ISSUER, of_agencies[name], PREFIX, keys, self.clock)

    def token(self, kind: str, header: Any = HEADER, sign: Any = None, **changes: Any) -> str:
        return support.make_compact(header, {**self.claims[kind], **changes}, sign or self.sign)

    def pair(self, **changes: Any) -> dict[str, str]:
        """Both tokens of a person with the same changes."""
        return {kind: self.token(kind, **changes) for kind in ("access", "id")}

    def verified(self, **tokens: str) -> tuple[Principal, float]:
        """Return the person of two tokens, good ones if none are given, and their expiry."""
        return self._people.verify_caller(
            tokens.get("access", self.token("access")), tokens.get("id", self.token("id"))
        )

    def caller(self, **tokens: str) -> Principal:
        return self.verified(**tokens)[0]

    def agency(self, token: str) -> str:
        return self._agencies.verify_agency(token).agency_id

    def expiry(self, **tokens: str) -> float:
        """Return the expiry of tokens of the verifier that takes their kinds.

        Raises:
            RefusedError: one of them is refused.
        """
        if "agency" in tokens:
            return self._agencies.verify_agency(tokens["agency"]).expires_at
        return self.verified(**tokens)[1]

    def refusal(self, **tokens: str) -> RefusalReason:
        with pytest.raises(RefusedError) as refused:
            self.expiry(**tokens)
        return refused.value.reason


@dataclass(frozen=True)
class Target:
    """Attacked token of a call; a second token of the call is good."""

    bench: Bench
    kind: str

    def token(self, header: Any = HEADER, sign: support.Signer | None = None, **changes: Any) -> str:
        return self.bench.token(self.kind, header, sign, **changes)

    def refusal(self, token: str) -> RefusalReason:
        return self.bench.refusal(**{self.kind: token})

    def expiry(self, token: str) -> float:
        return self.bench.expiry(**{self.kind: token})
