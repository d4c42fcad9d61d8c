"""An agency's token names one agency and no person; `tests/unit/tokens` attacks it like every other token."""

from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec, rsa

from portal.principal import get_user_id
from portal.tokens.refusal import RefusalReason, RefusedError
from tests.unit.tokens.benches import (
    PROVIDERS,
    Bench,
    either_token,
    for_b2c,
    for_cognito,
    for_entra,
    for_microsoft,
)
from tests.unit.tokens.support import (
    AGENCY_CLIENT,
    CLIENT,
    ISSUER,
    MISSING,
    NOW,
    POLICY,
    PREFIX,
    SCOPE,
    SUBJECT,
)


class AgencyBench(Bench):
    """A bench whose tokens are those of an agency."""

    def agency_token(self, **changes: Any) -> str:
        return self.token("agency", **changes)

    def granting(self, *scopes: str) -> str:
        """Return a token with these scopes, where its provider puts them."""
        if self.name == "cognito":
            return self.agency_token(scope=" ".join(scopes))
        return self.agency_token(roles=list(scopes))

    def refused(self, token: str) -> RefusalReason:
        return self.refusal(agency=token)


@pytest.fixture(params=PROVIDERS)
def bench(
    request: pytest.FixtureRequest, signing_key: rsa.RSAPrivateKey, curve_key: ec.EllipticCurvePrivateKey
) -> AgencyBench:
    return AgencyBench(request.param, signing_key, curve_key)


# Good tokens


def test_agency_token_passes(bench: AgencyBench) -> None:
    assert bench.agency(bench.agency_token()) == "adot-mvd"


def test_unrelated_scopes_are_ignored(bench: AgencyBench) -> None:
    assert bench.agency(bench.granting("archive/read", SCOPE, "agency-outbound/azdor")) == "adot-mvd"


@pytest.mark.parametrize("agency_id", ["a", "azdor", "county-treasurers", "a1-2", "a" * 60])
def test_all_agency_id_forms_pass(bench: AgencyBench, agency_id: str) -> None:
    assert bench.agency(bench.granting(PREFIX + agency_id)) == agency_id


@for_b2c
def test_b2c_accepts_the_scp_claim(bench: AgencyBench) -> None:
    assert bench.agency(bench.agency_token(roles=MISSING, scp=f"{SCOPE} other")) == "adot-mvd"


@for_b2c
def test_version_1_token_uses_appid(bench: AgencyBench) -> None:
    assert (
        bench.agency(bench.agency_token(azp=MISSING, appid=AGENCY_CLIENT, ver="1.0", idtyp="app"))
        == "adot-mvd"
    )


# Scopes


@pytest.mark.parametrize(
    "scopes",
    [
        *([], [""], ["openid"], [PREFIX], ["agency-inbound"], ["adot-mvd"], ["x-agency-inbound/adot-mvd"]),
        *(["agency-inbound/adot-mvd/azdor"], ["agency-inbound/ADOT-MVD"], ["Agency-Inbound/adot-mvd"]),
        *(["agency-inbound/adot_mvd"], ["agency-inbound/-adot"], ["agency-inbound/adot-"]),
        *(["agency-inbound/adot--mvd"], ["agency-inbound/*"], ["agency-inbound/1adot"]),
        *(["agency-inbound/adot\n"], ["agency-inbound/ad\u043et"], ["agency-inbound/" + "a" * 61]),
        *([SCOPE, "agency-inbound/azdor"], [SCOPE, SCOPE], [SCOPE, PREFIX]),
    ],
)
def test_zero_or_several_agencies_are_refused(bench: AgencyBench, scopes: list[str]) -> None:
    assert bench.refused(bench.granting(*scopes)) is RefusalReason.SCOPE


@for_cognito
@pytest.mark.parametrize("scope", [MISSING, None, [SCOPE], {"a": SCOPE}, 1, True, f"x\t{SCOPE}"])
def test_invalid_cognito_scope_is_refused(bench: AgencyBench, scope: Any) -> None:
    assert bench.refused(bench.agency_token(scope=scope)) is RefusalReason.SCOPE


@for_microsoft
@pytest.mark.parametrize("roles", [MISSING, None, SCOPE, {"a": SCOPE}, [1], [[SCOPE]], [SCOPE, None]])
def test_invalid_roles_are_refused(bench: AgencyBench, roles: Any) -> None:
    assert bench.refused(bench.agency_token(roles=roles)) is RefusalReason.SCOPE


@for_b2c
@pytest.mark.parametrize("scp", [None, [SCOPE], 1, "agency-inbound/azdor", SCOPE])
def test_invalid_scp_beside_roles_is_refused(bench: AgencyBench, scp: Any) -> None:
    assert bench.refused(bench.agency_token(scp=scp)) is RefusalReason.SCOPE


@for_entra
@pytest.mark.parametrize("scp", [None, "", "portal.use", SCOPE, [SCOPE]])
@pytest.mark.parametrize("roles", [MISSING, [SCOPE]])
def test_entra_token_with_scp_is_refused(bench: AgencyBench, scp: Any, roles: Any) -> None:
    assert bench.refused(bench.agency_token(scp=scp, roles=roles)) is RefusalReason.CLIENT


@for_entra
@pytest.mark.parametrize("version", [MISSING, None, "1.0", 2.0, ["2.0"]])
def test_wrong_entra_version_is_refused(bench: AgencyBench, version: Any) -> None:
    assert bench.refused(bench.agency_token(ver=version)) is RefusalReason.TOKEN_USE


@for_entra
def test_entra_token_needs_no_idtyp(bench: AgencyBench) -> None:
    assert bench.agency(bench.agency_token(idtyp=MISSING)) == "adot-mvd"


# People's tokens


@either_token
def test_person_token_is_refused(bench: AgencyBench, kind: str) -> None:
    reason = RefusalReason.TOKEN_USE if (bench.name, kind) == ("cognito", "id") else RefusalReason.CLIENT
    assert bench.refused(bench.token(kind)) is reason


@either_token
def test_person_token_with_agency_scope_is_refused(bench: AgencyBench, kind: str) -> None:
    changes = {"scope": SCOPE} if bench.name == "cognito" else {"scp": SCOPE, "roles": [SCOPE]}
    token = bench.token(kind, **changes)
    assert bench.refused(token) in (RefusalReason.CLIENT, RefusalReason.TOKEN_USE, RefusalReason.SCOPE)


@for_cognito
@pytest.mark.parametrize(
    "changes",
    [
        *({"username": AGENCY_CLIENT}, {"cognito:groups": ["admin"]}, {"cognito:username": "rosa"}),
        *({"sub": SUBJECT}, {"client_id": CLIENT}, {"client_id": CLIENT, "sub": CLIENT}),
        *({"client_id": MISSING}, {"client_id": None}, {"client_id": [AGENCY_CLIENT]}),
    ],
)
def test_cognito_token_with_user_claims_is_refused(bench: AgencyBench, changes: dict[str, Any]) -> None:
    assert bench.refused(bench.agency_token(**changes)) is RefusalReason.CLIENT


@for_cognito
@pytest.mark.parametrize("use", [MISSING, "id", "Access", "", None, ["access"]])
def test_wrong_cognito_token_use_is_refused(bench: AgencyBench, use: Any) -> None:
    assert bench.refused(bench.agency_token(token_use=use)) is RefusalReason.TOKEN_USE


@for_microsoft
@pytest.mark.parametrize(
    "changes",
    [
        *({"azp": CLIENT}, {"azp": MISSING}, {"azp": ""}, {"azp": None, "appid": AGENCY_CLIENT}),
        *({"azp": [AGENCY_CLIENT]}, {"idtyp": "user"}, {"idtyp": None}, {"auth_time": NOW - 60}),
        *({"emails": ["rosa@example.com"]}, {"email": "rosa@example.com"}, {"name": "Rosa Delgado"}),
        *({"given_name": "Rosa"}, {"family_name": "Delgado"}, {"preferred_username": "rosa"}),
        *({"upn": "rosa@example.com"}, {"unique_name": "rosa"}),
    ],
)
def test_token_of_a_user_is_refused(bench: AgencyBench, changes: dict[str, Any]) -> None:
    assert bench.refused(bench.agency_token(**changes)) is RefusalReason.CLIENT


@for_microsoft
@pytest.mark.parametrize("audience", [MISSING, None, "other", [CLIENT], AGENCY_CLIENT])
def test_wrong_audience_is_refused(bench: AgencyBench, audience: Any) -> None:
    assert bench.refused(bench.agency_token(aud=audience)) is RefusalReason.AUDIENCE


# An agency's token at the portal's authorizer


def test_agency_token_is_no_person_token(bench: AgencyBench) -> None:
    assert bench.caller().user_id == get_user_id(ISSUER, SUBJECT)
    agency = bench.agency_token()
    for tokens in ({"access": agency, "id": agency}, {"access": agency}, {"id": agency}):
        with pytest.raises(RefusedError):
            bench.caller(**tokens)


def test_agency_token_with_person_subject_is_refused(bench: AgencyBench) -> None:
    token = bench.agency_token(sub=SUBJECT, scp="portal.use", tfp=POLICY)
    assert bench.refusal(access=token) is RefusalReason.AUDIENCE
