"""The rules for a pair of tokens of a person; `tests/unit/tokens` attacks each token of every kind."""

import json
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec, rsa

from portal.principal import ROLES, Principal, StaffRole, get_session_id, get_user_id
from portal.tokens.refusal import RefusalReason
from tests.cases import read_cases
from tests.unit.tokens import support
from tests.unit.tokens.benches import (
    PROVIDERS,
    Bench,
    either_token,
    for_b2c,
    for_cognito,
    for_entra,
    for_microsoft,
)
from tests.unit.tokens.support import CLIENT, ISSUER, MISSING, NOW, OTHER_SUBJECT, POLICY, SUBJECT

CASES = read_cases(__file__)


@pytest.fixture(params=PROVIDERS)
def bench(
    request: pytest.FixtureRequest, signing_key: rsa.RSAPrivateKey, curve_key: ec.EllipticCurvePrivateKey
) -> Bench:
    return Bench(request.param, signing_key, curve_key)


# Good tokens


@pytest.mark.parametrize(
    ("bench", "is_verified", "roles", "sign_in"),
    [
        ("cognito", True, {"support"}, "a0"),
        ("b2c", False, set(), str(NOW - 60)),
        ("entra", False, {"support"}, "s0"),
    ],
    indirect=["bench"],
)
def test_good_tokens_pass(bench: Bench, is_verified: bool, roles: set[StaffRole], sign_in: str) -> None:
    expected = Principal(
        user_id=get_user_id(ISSUER, SUBJECT),
        email="rosa@example.com",
        is_email_verified=is_verified,
        name="Rosa Delgado",
        roles=frozenset(roles),
        session_id=get_session_id(ISSUER, SUBJECT, sign_in),
        signed_in_at=NOW - 60,
    )
    assert bench.verified() == (expected, NOW + 3600)


@pytest.mark.parametrize(
    ("auth_time", "expected"), [(NOW - 500, NOW - 500), ("500", NOW - 60), (True, NOW - 60)], ids=str
)
def test_time_of_sign_in_survives_renewal(bench: Bench, auth_time: object, expected: float) -> None:
    assert bench.caller(**bench.pair(auth_time=auth_time)).signed_in_at == expected


@pytest.mark.parametrize("claim", [None, True, 1.5, ["a0"], {"id": "a0"}], ids=str)
def test_invalid_session_claim_is_ignored(bench: Bench, claim: object) -> None:
    changes = {bench.sign_in: claim}
    assert bench.caller(**bench.pair(**changes)).session_id == ""


@for_microsoft
def test_session_comes_from_sid(bench: Bench) -> None:
    caller = bench.caller(**bench.pair(sid="s1"))
    assert caller.session_id == get_session_id(ISSUER, SUBJECT, "s1")


@pytest.mark.parametrize("first", ["access", "id"])
def test_caller_expires_with_the_earlier_token(bench: Bench, first: str) -> None:
    assert bench.verified(**{first: bench.token(first, exp=NOW + 60)})[1] == NOW + 60


@for_b2c
@pytest.mark.parametrize("policy", [{"tfp": POLICY.upper()}, {"tfp": MISSING, "acr": POLICY.lower()}])
def test_b2c_policy_is_read_from_tfp_or_acr_in_any_case(bench: Bench, policy: dict[str, Any]) -> None:
    assert bench.caller(access=bench.token("access", **policy), id=bench.token("id", **policy))


# Claims of one provider


REQUIRED = [
    ("cognito", "access", "client_id", CLIENT, RefusalReason.AUDIENCE),
    ("cognito", "id", "aud", CLIENT, RefusalReason.AUDIENCE),
    ("cognito", "access", "token_use", "access", RefusalReason.TOKEN_USE),
    ("cognito", "id", "token_use", "id", RefusalReason.TOKEN_USE),
    *(
        (name, kind, "aud", CLIENT, RefusalReason.AUDIENCE)
        for name in ("b2c", "entra")
        for kind in ("access", "id")
    ),
    *((name, "access", "azp", CLIENT, RefusalReason.AUDIENCE) for name in ("b2c", "entra")),
    *(("entra", kind, "ver", "2.0", RefusalReason.TOKEN_USE) for kind in ("access", "id")),
]
"""Provider, kind of token, claim, its only valid value, and the reason of a refusal."""


@pytest.mark.parametrize(("bench", "kind", "claim", "expected", "reason"), REQUIRED, indirect=["bench"])
def test_claim_with_another_value_is_refused(
    bench: Bench, kind: str, claim: str, expected: str, reason: RefusalReason
) -> None:
    for value in support.list_wrong_values(expected).values():
        assert bench.refusal(**{kind: bench.token(kind, **{claim: value})}) == reason, value


@for_cognito
def test_aud_and_client_id_do_not_replace_each_other(bench: Bench) -> None:
    access = bench.token("access", client_id=MISSING, aud=CLIENT)
    identity = bench.token("id", aud=MISSING, client_id=CLIENT)
    assert bench.refusal(access=access) == bench.refusal(id=identity) == RefusalReason.AUDIENCE


@for_b2c
@either_token
@pytest.mark.parametrize(
    "value", [MISSING, None, "", 1, True, [POLICY], "B2C_1_other", POLICY + " ", {POLICY: 1}], ids=repr
)
def test_wrong_b2c_policy_is_refused(bench: Bench, kind: str, value: Any) -> None:
    assert bench.refusal(**{kind: bench.token(kind, tfp=value)}) == RefusalReason.POLICY


@for_b2c
@either_token
def test_acr_does_not_replace_a_wrong_tfp(bench: Bench, kind: str) -> None:
    assert bench.refusal(**{kind: bench.token(kind, tfp="B2C_1_other", acr=POLICY)}) == RefusalReason.POLICY


@for_microsoft
@pytest.mark.parametrize("value", [MISSING, None, "", 1, ["portal.use"]], ids=repr)
def test_access_token_without_scopes_is_refused(bench: Bench, value: Any) -> None:
    assert bench.refusal(access=bench.token("access", scp=value)) == RefusalReason.TOKEN_USE


@for_microsoft
@pytest.mark.parametrize("claim", ["scp", "azp"])
def test_id_token_with_access_claim_is_refused(bench: Bench, claim: str) -> None:
    assert bench.refusal(id=bench.token("id", **{claim: CLIENT})) == RefusalReason.TOKEN_USE


@for_entra
@either_token
def test_token_of_another_entra_tenant_is_refused(bench: Bench, kind: str) -> None:
    """Microsoft signs the tokens of many tenants with the same keys."""
    tenant = "22222222-2222-3333-4444-555555555555"
    token = bench.token(kind, iss=f"https://{tenant}.ciamlogin.com/{tenant}/v2.0", tid=tenant)
    assert bench.refusal(**{kind: token}) == RefusalReason.ISSUER


@pytest.mark.parametrize("groups", ["admin", {"admin": 1}, [1], ["admin", None], 1, True], ids=repr)
def test_invalid_groups_are_refused(bench: Bench, groups: Any) -> None:
    token = bench.token("access", **{bench.groups: groups})
    assert bench.refusal(access=token) == RefusalReason.GROUPS


# The two tokens together


def test_id_token_as_bearer_is_refused(bench: Bench) -> None:
    assert bench.refusal(access=bench.token("id")) == RefusalReason.TOKEN_USE


def test_access_token_as_id_token_is_refused(bench: Bench) -> None:
    assert bench.refusal(id=bench.token("access")) == RefusalReason.TOKEN_USE


def test_swapped_tokens_are_refused(bench: Bench) -> None:
    assert bench.refusal(access=bench.token("id"), id=bench.token("access")) == RefusalReason.TOKEN_USE


@either_token
def test_tokens_of_two_people_are_refused(bench: Bench, kind: str) -> None:
    assert bench.refusal(**{kind: bench.token(kind, sub=OTHER_SUBJECT)}) == RefusalReason.SUBJECT_MISMATCH


@either_token
@pytest.mark.parametrize("claim", ["b0", "A0", "a0 ", "", None, MISSING, True, ["a0"]], ids=repr)
def test_tokens_of_two_sign_ins_are_refused(bench: Bench, kind: str, claim: Any) -> None:
    tokens = bench.pair(**{bench.sign_in: "a0"}) | {kind: bench.token(kind, **{bench.sign_in: claim})}
    assert bench.refusal(**tokens) == RefusalReason.SIGN_IN_MISMATCH


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


@for_entra
def test_entra_groups_claim_is_ignored(bench: Bench) -> None:
    assert bench.caller(access=bench.token("access", roles=MISSING, groups=["admin"])).roles == frozenset()


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


UNKNOWN_GROUPS = CASES["unknown groups"]


@for_cognito
@pytest.mark.parametrize("group", UNKNOWN_GROUPS, ids=ascii)
@pytest.mark.parametrize(
    "more",
    [(), ("agency-adot-mvd",), ("portal-wide",)],
    ids=["alone", "beside an agency", "beside portal-wide"],
)
def test_unknown_group_removes_all_roles(bench: Bench, group: str, more: tuple[str, ...]) -> None:
    assert get_rights(bench, *ROLES, *more, group) == (set(), None, "unknownGroup")


def test_groups_without_role_are_no_fault(bench: Bench) -> None:
    for groups in ((), ("agency-adot-mvd",), ("portal-wide",), ("library-card",)):
        assert get_rights(bench, *groups) == (set(), None, None)


def test_misspelled_role_is_a_fault(bench: Bench) -> None:
    assert get_rights(bench, "suport", "agency-adot-mvd") == (set(), None, "unknownGroup")


@pytest.mark.parametrize("reaches", [("agency-adot-mvd", "agency-azroc"), ("agency-adot-mvd", "portal-wide")])
def test_two_reaches_remove_all_roles(bench: Bench, reaches: tuple[str, ...]) -> None:
    assert get_rights(bench, "admin", *reaches) == (set(), None, "severalReaches")


def test_group_of_another_provider_is_known_in_cognito_alone(bench: Bench) -> None:
    """Cognito puts people of another provider into a group that begins with the pool's id."""
    pool = ISSUER.rpartition("/")[2]
    found = get_rights(bench, "support", "portal-wide", f"{pool}_StateDirectory")
    is_known = bench.name == "cognito"
    assert found == (({"support"}, None, None) if is_known else (set(), None, "unknownGroup"))


WITH_SECOND_FACTOR: list[Any] = [
    ["pwd", "otp", "mfa"],
    *("pwd mfa", "pwd,mfa", "pwd, mfa", "mfa", "[pwd, mfa]", '["pwd","mfa"]'),
]
WITHOUT_SECOND_FACTOR: list[Any] = [
    *(["pwd"], ["x-mfa-y"], ["MFA"], {"mfa": 1}, True, MISSING, ""),
    *("xmfa", "x-mfa-y", "no-mfa", "mfa.off", "pwd;mfa", "pwd MFA", '["no mfa here"]', '["x-mfa-y"]'),
    *('"mfa"', '{"mfa":1}', '[["mfa"]]', "[" * 3000),
]


@pytest.mark.parametrize(
    ("claim", "expected"),
    [(claim, True) for claim in WITH_SECOND_FACTOR] + [(claim, False) for claim in WITHOUT_SECOND_FACTOR],
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


@for_cognito
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
def test_other_cognito_claims_are_no_second_factor(bench: Bench, claims: dict[str, Any]) -> None:
    assert not bench.caller(id=bench.token("id", **claims)).has_second_factor


@for_entra
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
def test_other_entra_claims_are_no_second_factor(bench: Bench, claims: dict[str, Any]) -> None:
    assert not bench.caller(id=bench.token("id", **claims)).has_second_factor


# Details of the person


@pytest.mark.parametrize("claim", [True, "true", False, "false", MISSING, 1, "True"], ids=repr)
def test_address_is_verified_only_by_its_claim(bench: Bench, claim: Any) -> None:
    is_verified = claim is True or claim == "true"
    assert bench.caller(id=bench.token("id", email_verified=claim)).is_email_verified is is_verified


@for_cognito
@pytest.mark.parametrize(
    "value",
    [
        *(MISSING, None, 1, ["a@example.com", "b@example.com"], "nobody", "a b@example.com"),
        *("a@example.com\r\nBcc: c@example.com", "a\0@example.com", "a\ud800@example.com"),
        "a" * 250 + "@example.com",
    ],
    ids=repr,
)
def test_unusable_address_is_dropped(bench: Bench, value: Any) -> None:
    caller = bench.caller(id=bench.token("id", email=value))
    assert (caller.email, caller.is_email_verified) == ("", False)


@for_b2c
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
def test_b2c_address_is_the_first_in_the_list(bench: Bench, claims: dict[str, Any], address: str) -> None:
    assert bench.caller(id=bench.token("id", **claims)).email == address


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
