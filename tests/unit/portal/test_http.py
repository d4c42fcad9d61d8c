"""The app factory: access to a route, and what is logged of a call."""

import json
from typing import Any

import pytest

from domains.assurance.enhanced_authentication import AssuranceGate
from portal.http import create_app
from portal.routes import Request, Routes
from portal.types import get_utc_now
from tests.lambda_context import Context
from tests.unit.portal.http_support import (
    NEVER,
    SECRET,
    TELEMETRY,
    TERMS,
    Echo,
    Session,
    call,
    get_answer,
    has_accepted_terms,
    make_raising,
    make_routes,
    make_settings,
)


def test_view_answers_with_the_first_documented_status() -> None:
    status, body, headers = call(body='{"name": "Ann"}')
    assert (status, body) == (201, {"heard": "Ann", "fromWhom": "u1"})
    assert headers["Cache-Control"] == "no-store"
    assert headers["X-Request-Id"] == "r-1"
    assert headers["Content-Language"] == "en"


class TestAssurance:
    def test_session_with_assurance_is_accepted(self) -> None:
        status, body, _ = call(method="DELETE", assurance="proof")
        assert (status, body["heard"]) == (200, "a thing")

    @pytest.mark.parametrize("assurance", ["none", "signal"])
    def test_session_without_assurance_gets_the_types(self, assurance: Any) -> None:
        status, body, headers = call(method="DELETE", assurance=assurance)
        assert (status, body["code"]) == (403, "enhancedAuthenticationRequired")
        assert body["types"] == [1, 3]
        assert headers["Cache-Control"] == "no-store"

    def test_terms_are_checked_first(self) -> None:
        status, body, _ = call(method="DELETE", terms="")
        assert (status, body["code"]) == (403, "termsNotAccepted")

    def test_protected_group_requires_an_assurance_check(self) -> None:
        with pytest.raises(ValueError, match="DELETE /api/things needs to know what assurance"):
            create_app(
                (make_routes(), str),
                settings=make_settings(SECRET),
                telemetry=TELEMETRY,
                is_open_to=has_accepted_terms,
            )

    def test_contract_lists_the_error_on_protected_routes_only(self) -> None:
        asking = {
            endpoint.route
            for endpoint in make_routes()
            if any(error.code == "enhancedAuthenticationRequired" for error in endpoint.errors)
        }
        assert asking == {"DELETE /api/things"}


class TestSecondFactor:
    CASE = {"case-number": "C-1"}  # noqa: RUF012 -- never changed

    def test_sign_in_with_second_factor_is_accepted(self) -> None:
        status, body, _ = call(method="GET", resource="/api/cases", headers=self.CASE, second_factor=True)
        assert (status, body["heard"]) == (200, "C-1")

    @pytest.mark.parametrize("kind", ["none", "signal", "proof", "passkey"])
    def test_portal_proof_does_not_replace_the_second_factor(self, kind: Any) -> None:
        status, body, _ = call(method="GET", resource="/api/cases", headers=self.CASE, assurance=kind)
        assert (status, body["code"]) == (403, "secondFactorRequired")

    @pytest.mark.parametrize("headers", [{}, {"case-number": "too long"}])
    def test_missing_or_wrong_header_is_named(self, headers: Any) -> None:
        status, body, _ = call(method="GET", resource="/api/cases", headers=headers, second_factor=True)
        assert (status, [problem["propertyName"] for problem in body]) == (400, ["case-number"])

    def test_contract_lists_the_error_on_protected_routes_only(self) -> None:
        codes = {endpoint.route: {error.code for error in endpoint.errors} for endpoint in make_routes()}
        asking = {route for route, own in codes.items() if "secondFactorRequired" in own}
        assert asking == {"GET /api/cases"}


def test_authorizer_context_below_lambda_is_read() -> None:
    gate = AssuranceGate(Session("none"), {1, 2, 3}, get_utc_now)
    app = create_app(
        (make_routes(), str),
        settings=make_settings(SECRET),
        telemetry=TELEMETRY,
        is_open_to=has_accepted_terms,
        require_assurance=gate.require_assurance,
    )
    event = {
        "headers": {"x-origin-verify": SECRET, "Content-Type": "application/json"},
        "multiValueQueryStringParameters": None,
        "pathParameters": None,
        "stageVariables": None,
        "body": '{"name": "Ann"}',
        "requestContext": {
            "httpMethod": "POST",
            "resourcePath": "/api/things",
            "requestId": "r-1",
            "authorizer": {"lambda": {"userId": "u2", "acceptedTerms": TERMS, "expiresAt": NEVER}},
        },
    }
    assert json.loads(app(event, Context())["body"])["fromWhom"] == "u2"


@pytest.mark.parametrize("terms", ["", "of last year"])
def test_terms_are_checked_before_the_input(terms: str) -> None:
    for wrong in (
        {"method": "POST", "body": "{"},
        {"method": "POST", "body": "{}", "headers": {"content-type": "text/plain"}},
        {"method": "PUT", "body": '{"name": "Ann"}'},
        {"method": "GET", "resource": "/api/thinglist", "headers": {"accept": "image/png"}},
    ):
        status, error, _ = call(make_raising(AssertionError()), terms=terms, **wrong)
        assert (status, error["code"]) == (403, "termsNotAccepted")


def test_route_open_before_the_terms_skips_the_check() -> None:
    assert call(method="GET", resource="/api/beforeterms", terms="")[0] == 200


def test_public_and_agency_routes_skip_the_terms() -> None:
    assert call(method="GET", resource="/api/lists", signed_in=False)[0] == 200
    assert call(resource="/api/agencythings", agency="adot-mvd", terms="")[0] == 200


def test_app_without_a_terms_check_is_refused() -> None:
    with pytest.raises(ValueError, match="POST /api/things needs to know who accepted the terms"):
        create_app((make_routes(), str), settings=make_settings(SECRET), telemetry=TELEMETRY)


def test_parts_of_a_group_have_their_own_service() -> None:
    more = Routes("things")

    @more.endpoint("GET", "/api/morethings", summary="s", replies={200: Echo})
    def read_more(_request: Request[None], service: Any) -> Echo:
        return Echo(heard=service(), from_whom="")

    parts = ((make_routes(), str.upper), (more, lambda: "more"))
    assert (
        json.loads(get_answer(parts, "POST", "/api/things", body='{"name": "Ann"}')["body"])["heard"] == "ANN"
    )
    assert json.loads(get_answer(parts, "GET", "/api/morethings")["body"])["heard"] == "more"


def test_parts_of_two_groups_are_refused() -> None:
    with pytest.raises(ValueError, match="others, things"):
        create_app(
            (Routes("things"), str),
            (Routes("others"), str),
            settings=make_settings(SECRET),
            telemetry=TELEMETRY,
        )


@pytest.mark.parametrize("expires_at", ["", "0", "1700000000", "1700000000.5"])
def test_expired_token_is_refused_despite_gateway_cache(expires_at: str) -> None:
    calls: list[dict[str, Any]] = [{}, {"resource": "/api/agencythings", "agency": "adot-mvd"}]
    for calling in calls:
        status, error, _ = call(make_raising(AssertionError()), expires_at=expires_at, **calling)
        assert (status, error["code"]) == (401, "notSignedIn")


def test_unsigned_call_is_refused() -> None:
    status, error, _ = call(body='{"name": "Ann"}', signed_in=False)
    assert (status, error["code"], error["requestId"]) == (401, "notSignedIn", "r-1")


@pytest.mark.parametrize("secret", ["", "wrong", SECRET[:-1], SECRET + "x", '{"current": "new"}'])
def test_wrong_origin_secret_is_refused_on_public_routes(
    secret: str,
) -> None:
    status, error, _ = call(method="GET", signed_in=False, headers={"x-origin-verify": secret})
    assert (status, error["code"]) == (403, "forbidden")


def test_both_origin_secrets_are_accepted_during_rotation() -> None:
    assert call(method="GET", headers={"x-origin-verify": "old"})[0] == 200


def test_empty_origin_secret_is_refused() -> None:
    assert not make_settings("new", "").is_origin_secret("")


def test_route_requires_its_role() -> None:
    read: dict[str, Any] = {"method": "GET", "resource": "/api/things/{id}", "path": {"id": "7"}}
    assert call(**read, groups="support,unknown")[:2] == (200, {"heard": "7", "fromWhom": "en"})
    status, error, _ = call(**read, groups="government")
    assert (status, error["code"]) == (403, "noAccess")


def test_refused_staff_groups_are_named_as_the_reason() -> None:
    context = {"userId": "u1", "staffFault": "noReach", "acceptedTerms": TERMS, "expiresAt": NEVER}
    status, error, _ = call(method="GET", resource="/api/things/{id}", path={"id": "7"}, context=context)
    assert (status, error["code"]) == (403, "staffGroupsRefused")


def test_log_line_and_metric_have_no_personal_data(
    caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level("INFO")
    call(body='{"name": "Ann Secret"}')
    logged = [vars(record) for record in caplog.records if record.message == "request"]
    metrics = [line for line in capsys.readouterr().out.splitlines() if "_aws" in line]
    assert len(logged) == len(metrics) == 1
    assert (logged[0]["subject"], logged[0]["route"], logged[0]["status"]) == ("u1", "POST /api/things", 201)
    everything = str(logged) + str(metrics)
    assert "Secret" not in everything
    assert "pat@example.com" not in everything


class TestAgencies:
    def test_agency_reaches_agency_routes(self) -> None:
        status, body, _ = call(resource="/api/agencythings", agency="adot-mvd")
        assert (status, body["fromWhom"]) == (200, "adot-mvd")

    def test_person_cannot_reach_agency_routes(self) -> None:
        status, error, _ = call(resource="/api/agencythings", groups="admin")
        assert (status, error["code"]) == (401, "notSignedIn")

    def test_unsigned_call_cannot_reach_agency_routes(self) -> None:
        assert call(resource="/api/agencythings", signed_in=False)[0] == 401

    @pytest.mark.parametrize(
        ("method", "resource"),
        [("POST", "/api/things"), ("GET", "/api/things/{id}"), ("GET", "/api/thinglist")],
    )
    def test_agency_cannot_reach_person_routes(self, method: str, resource: str) -> None:
        body = '{"name": "Ann"}' if method == "POST" else None
        status, error, _ = call(
            method=method, resource=resource, path={"id": "1"}, body=body, agency="adot-mvd"
        )
        assert (status, error["code"]) == (401, "notSignedIn")

    def test_only_agency_routes_have_a_calling_agency(self) -> None:
        with pytest.raises(LookupError):
            _ = Request(None, {}, "en", None).agency_id
