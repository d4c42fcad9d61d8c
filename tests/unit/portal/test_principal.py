"""The authorizer context of a caller, written and read back."""

from dataclasses import replace
from pathlib import Path

import pytest

from portal.principal import Caller, Principal, TokenHolder

ROOT = Path(__file__).parents[3]

STAFF = Principal(
    user_id="u1",
    email="pat@example.com",
    is_email_verified=True,
    name="Pat",
    roles=frozenset({"support", "admin"}),
    accepted_terms="2026-07-01",
    session_id="s1",
    signed_in_at=3.5,
    has_second_factor=True,
    staff_agency_id="adot-mvd",
)
RESIDENT = Principal(user_id="u2", email="", is_email_verified=False, name="", roles=frozenset())
PORTAL_STAFF = replace(STAFF, staff_agency_id=None)
REFUSED_STAFF = replace(RESIDENT, staff_fault="noReach")


@pytest.mark.parametrize(
    "caller",
    [
        Caller(STAFF, expires_at=7),
        Caller(PORTAL_STAFF, expires_at=7),
        Caller(REFUSED_STAFF, expires_at=7),
        Caller(RESIDENT, expires_at=7.5),
        Caller(agency_id="adot", expires_at=7),
        Caller(token_holder=TokenHolder("chat", "u1", {"conversationId": "c1"}), expires_at=7),
    ],
    ids=["staff of an agency", "staff of the portal", "refused staff", "resident", "agency", "token"],
)
@pytest.mark.parametrize("below", ["", "lambda"])
def test_caller_survives_serialization(caller: Caller, below: str) -> None:
    context = caller.to_authorizer_context()
    assert all(isinstance(value, str) for value in context.values())
    request_context = {"authorizer": {below: context} if below else context}
    assert Caller.from_request_context(request_context) == caller


def test_unknown_roles_are_ignored() -> None:
    context = {"userId": "u", "groups": "admin,root", "emailVerified": "false", "staffReach": "*"}
    principal = Caller.from_request_context({"authorizer": context}).principal
    assert principal is not None
    assert principal.roles == {"admin"}
    assert principal.is_email_verified is False


def test_context_without_reach_has_no_role() -> None:
    context = Caller(PORTAL_STAFF).to_authorizer_context()
    del context["staffReach"]
    principal = Caller.from_request_context({"authorizer": context}).principal
    assert principal is not None
    assert principal.roles == frozenset()


def test_widest_role_wins() -> None:
    assert (STAFF.staff_role, RESIDENT.staff_role) == ("admin", None)


@pytest.mark.parametrize("request_context", [{}, {"authorizer": None}, {"authorizer": {"principalId": "x"}}])
def test_missing_authorizer_gives_an_empty_caller(request_context: dict[str, object]) -> None:
    assert Caller.from_request_context(request_context) == Caller()


def test_context_keys_are_in_one_module() -> None:
    keys = ('"emailVerified"', '"acceptedTerms"', '"expiresAt"', '"sessionId"', '"secondFactor"')
    sources = [*(ROOT / "functions").rglob("*.py"), *(ROOT / "shared/python").rglob("*.py")]
    knowing = {path.name for path in sources if any(key in path.read_text("utf-8") for key in keys)}
    assert knowing == {"principal.py"}
