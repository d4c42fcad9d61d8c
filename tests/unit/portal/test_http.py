"""The app factory: the steps of every route before and after its view."""

import base64
import codecs
import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, Literal

import pytest
from aws_lambda_powertools import Logger
from botocore.exceptions import ClientError, EndpointConnectionError, ReadTimeoutError
from pydantic import Field, RootModel
from pynamodb.exceptions import GetError, TransactWriteError

from domains.assurance.enhanced_authentication import ASSURANCES, EID, AssuranceGate, Status
from portal.contract import Contract, RequestContract
from portal.errors import (
    Conflict,
    DomainError,
    Forbidden,
    InvalidRequest,
    NotFound,
    Problem,
    TooManyRequests,
    Unavailable,
)
from portal.http import HttpSettings, create_app
from portal.language import Text
from portal.observability import Telemetry
from portal.principal import Principal
from portal.routes import MAX_BODY_BYTES, Reply, Request, Routes, TextReply
from portal.secrets import RotatingSecret
from portal.types import Assurance, get_utc_now
from portal.validation import refuse_names_of_python

SECRET = "through-the-front-door"
TERMS = "in force"
NEVER = "253402300799"  # the last second of the year 9999
TEXT = Text(en="In English.", es="En español.")


class Thing(RequestContract):
    name: str
    count: int = 1
    shelf_number: int = 1


class Filter(RequestContract):
    limit: int = 10


class CaseHeaders(RequestContract):
    case_number: str = Field(alias="case-number", max_length=5)


class PlainText(RootModel[str]):
    pass


TELEMETRY = Telemetry("tests", "Test", Logger("tests"))


class Echo(Contract):
    heard: str
    from_whom: str


def make_settings(*origin_secrets: str) -> HttpSettings:
    return HttpSettings(origin_secrets=RotatingSecret(*origin_secrets))


@dataclass(frozen=True)
class Session:
    """A session with an assurance, or with a proof that a passkey stands for."""

    assurance: Assurance | Literal["passkey"]

    def get_status(self, _user_id: str, session_id: str) -> Status | None:
        types = {kind: type_id for type_id, kind in ASSURANCES.items()} | {"passkey": EID}
        if self.assurance not in types:
            return None
        passkey_id = "p1" if self.assurance == "passkey" else None
        return Status(session_id, types[self.assurance], get_utc_now(), "", passkey_id=passkey_id)


def has_accepted_terms(caller: Principal) -> bool:
    return caller.accepted_terms == TERMS


def make_routes() -> Routes:
    routes = Routes("things")

    @routes.endpoint("POST", "/api/things", summary="s", replies={201: Echo, 200: Echo}, input=Thing)
    def create(request: Request[Thing], service: Any) -> Echo:
        return Echo(heard=service(request.input.name), from_whom=request.principal.user_id)

    @routes.endpoint("GET", "/api/things", summary="s", replies={200: Echo}, input=Filter, public=True)
    def search(request: Request[Filter], _service: Any) -> Echo:
        return Echo(heard=str(request.input.limit), from_whom=str(request.caller))

    @routes.endpoint(
        "GET",
        "/api/lists",
        summary="s",
        replies={200: Echo},
        input=Filter,
        public=True,
        cache_control="public, max-age=60",
    )
    def read_list(request: Request[Filter], _service: Any) -> Echo:
        return Echo(heard=str(request.input.limit), from_whom=request.language)

    @routes.endpoint(
        "GET", "/api/things/{id}", summary="s", replies={200: Echo}, roles=frozenset({"support"})
    )
    def read(request: Request[None], _service: Any) -> Reply:
        return Reply(Echo(heard=request.path["id"], from_whom=request.language), 200)

    @routes.endpoint(
        "PUT", "/api/things", summary="s", replies={200: Echo}, input=Thing, idempotency_key=True
    )
    def replace(request: Request[Thing], _service: Any) -> Echo:
        return Echo(heard=request.idempotency_key, from_whom=request.principal.user_id)

    @routes.endpoint(
        "POST",
        "/api/links",
        summary="s",
        replies={200: Echo},
        input=Filter,
        input_from_query=True,
        public=True,
    )
    def follow(request: Request[Filter], _service: Any) -> Echo:
        return Echo(heard=str(request.input.limit), from_whom=str(request.caller))

    @routes.endpoint("GET", "/api/beforeterms", summary="s", replies={200: Echo}, before_terms=True)
    def read_before_terms(request: Request[None], _service: Any) -> Echo:
        return Echo(heard="a thing", from_whom=request.principal.user_id)

    @routes.endpoint("POST", "/api/forms", summary="s", replies={200: Echo}, input=Thing, form=True)
    def take_form(request: Request[Thing], _service: Any) -> Echo:
        return Echo(heard=request.input.name, from_whom=request.principal.name)

    @routes.endpoint(
        "GET",
        "/api/texts",
        summary="s",
        replies={200: PlainText},
        public=True,
        media_type="application/jwt",
    )
    def read_text(request: Request[None], _service: Any) -> PlainText:
        return PlainText("e30.e30.")

    @routes.endpoint("DELETE", "/api/things", summary="s", replies={200: Echo}, assurance="proof")
    def remove(request: Request[None], _service: Any) -> Echo:
        return Echo(heard="a thing", from_whom=request.principal.user_id)

    @routes.endpoint(
        "GET",
        "/api/cases",
        summary="s",
        replies={200: Echo},
        second_factor=True,
        headers=CaseHeaders,
    )
    def read_case(request: Request[None], _service: Any) -> Echo:
        return Echo(heard=request.headers.case_number, from_whom=request.principal.user_id)

    @routes.endpoint("POST", "/api/agencythings", summary="s", replies={200: Echo}, for_agencies=True)
    def deliver(request: Request[None], _service: Any) -> Echo:
        return Echo(heard="a thing", from_whom=request.agency_id)

    @routes.endpoint(
        "GET", "/api/thinglist", summary="s", replies={200: Echo}, alternatives={"text/csv": "A row a thing."}
    )
    def list_things(request: Request[None], _service: Any) -> Any:
        if request.media_type == "text/csv":
            return TextReply("thing\r\n", "things.csv", {"Link": "</more>"})
        return Echo(heard="thing", from_whom=request.principal.user_id)

    return routes


def make_raising(error: Any) -> Any:
    def service(_name: Any) -> None:
        raise error

    return service


def call(
    service: Any = str,
    *,
    method: str = "POST",
    resource: str = "/api/things",
    path: dict[str, str] | None = None,
    body: Any = None,
    headers: Any = None,
    groups: str = "",
    signed_in: bool = True,
    query: Any = None,
    encoded: bool = False,
    agency: str | None = None,
    terms: str = TERMS,
    expires_at: str = NEVER,
    assurance: Assurance | Literal["passkey"] = "none",
    second_factor: bool = False,
    context: dict[str, str] | None = None,
) -> tuple[int, Any, Any]:
    answer = get_answer(
        [(make_routes(), service)],
        method,
        resource,
        path,
        body,
        headers,
        groups,
        signed_in,
        query,
        encoded,
        agency,
        terms,
        expires_at,
        assurance,
        second_factor,
        context,
    )
    return answer["statusCode"], json.loads(answer["body"] or "null"), answer["headers"]


def get_answer(
    parts: Any,
    method: str,
    resource: str,
    path: dict[str, str] | None = None,
    body: Any = None,
    headers: Any = None,
    groups: str = "",
    signed_in: bool = True,
    query: Any = None,
    encoded: bool = False,
    agency: str | None = None,
    terms: str = TERMS,
    expires_at: str = NEVER,
    assurance: Assurance | Literal["passkey"] = "none",
    second_factor: bool = False,
    context: dict[str, str] | None = None,
) -> Any:
    app = create_app(
        *parts,
        settings=make_settings(SECRET, "old"),
        telemetry=TELEMETRY,
        is_open_to=has_accepted_terms,
        require_assurance=AssuranceGate(Session(assurance), {1, 2, 3}, get_utc_now).require,
    )
    authorizer = {
        "userId": "u1",
        "email": "pat@example.com",
        "name": "Pat",
        "groups": groups,
        "staffReach": "*",
    }
    if agency:
        authorizer = {"principalId": agency, "agencyId": agency}
    authorizer |= {"acceptedTerms": terms, "expiresAt": expires_at}
    authorizer["secondFactor"] = "true" if second_factor else "false"
    authorizer = context or authorizer
    event = {
        "headers": {"x-origin-verify": SECRET, "content-type": "application/json", **(headers or {})},
        "multiValueQueryStringParameters": query,
        "pathParameters": path,
        "stageVariables": None,
        "body": body,
        "isBase64Encoded": encoded,
        "requestContext": {
            "httpMethod": method,
            "resourcePath": resource,
            "requestId": "r-1",
            **({"authorizer": authorizer} if signed_in else {}),
        },
    }
    return app(event, None)


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
        require_assurance=gate.require,
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
    assert json.loads(app(event, None)["body"])["fromWhom"] == "u2"


@pytest.mark.parametrize(
    ("body", "property_name"),
    [
        (None, ""),
        ("", ""),
        ("null", ""),
        ("[]", ""),
        ('"text"', ""),
        ("{", ""),
        ('{"name": "\\ud800"}', ""),
        ("{}", "name"),
        ('{"name": 1}', "name"),
        ('{"name": null}', "name"),
        ('{"name": "Ann", "count": "2"}', "count"),
        ('{"name": "Ann", "color": "red"}', "color"),
    ],
)
def test_invalid_body_is_reported_by_field(body: str | None, property_name: str) -> None:
    status, problems, _ = call(body=body)
    assert status == 400
    assert [problem["propertyName"] for problem in problems] == [property_name]
    assert problems[0]["applicationSection"] == "things"
    assert all(problems[0]["validationErrors"])


@pytest.mark.parametrize("body", ['{"name": "Ann"}', ' {"name": "Ann"}', '{"name": "\\ufeffAnn"}'])
def test_byte_order_mark_before_a_body_is_ignored(body: str) -> None:
    marked = base64.b64encode(codecs.BOM_UTF8 + body.encode()).decode()
    assert call(body=marked, encoded=True)[:2] == call(body=body)[:2]
    assert call(body=f"\ufeff{body}")[0] == 201


@pytest.mark.parametrize(
    "body", ["\ufeff", "\ufeff\ufeff{}", '{\ufeff"name": "Ann"}', '{"name": "Ann"}\ufeff']
)
def test_byte_order_mark_elsewhere_is_refused(body: str) -> None:
    assert call(body=body)[0] == 400


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


def test_problems_are_in_spanish() -> None:
    _, problems, headers = call(body="{}", headers={"accept-language": "es-MX,es;q=0.9,en;q=0.8"})
    assert problems[0]["validationErrors"] == ["Este dato es obligatorio."]
    assert headers["Content-Language"] == "es"


class Part(RequestContract):
    small_part: int = 1


class Whole(RequestContract):
    first_part: Part | None = None
    other_parts: tuple[Part, ...] = ()
    parts_by_name: Mapping[str, Part] = Field(default_factory=dict)


@pytest.mark.parametrize(
    ("sent", "names"),
    [
        ({"first_part": {}}, ["first_part"]),
        ({"firstPart": {"small_part": 2}}, ["firstPart.small_part"]),
        ({"otherParts": [{}, {"small_part": 2}]}, ["otherParts.1.small_part"]),
        ({"partsByName": {"a": {"small_part": 2}}}, ["partsByName.a.small_part"]),
        ({"first_part": {}, "other_parts": []}, ["first_part", "other_parts"]),
        ({"firstPart": {"smallPart": 2}, "otherParts": [{"smallPart": 3}], "partsByName": {"a": {}}}, []),
    ],
)
def test_python_field_names_are_unknown(sent: Any, names: list[str]) -> None:
    received = Whole.model_validate_json(json.dumps(sent), strict=True)
    found = []
    try:
        refuse_names_of_python(received, sent)
    except InvalidRequest as refused:
        found = [problem.property_name for problem in refused.problems]
    assert found == names


def test_python_field_name_is_reported() -> None:
    status, problems, _ = call(body='{"name": "Ann", "shelf_number": 2}')
    assert (status, [each["propertyName"] for each in problems]) == (400, ["shelf_number"])
    assert call(body='{"name": "Ann", "shelfNumber": 2}')[0] == 201


def test_flood_of_unknown_fields_gets_a_short_answer() -> None:
    body = json.dumps({"name": "Ann", **{"x" * 300 + str(number): 1 for number in range(500)}})
    status, problems, _ = call(body=body)
    assert status == 400
    assert len(problems) <= 50
    assert max(len(problem["propertyName"]) for problem in problems) <= 100


@pytest.mark.parametrize(
    "content_type", ["text/plain", "application/x-www-form-urlencoded", "", "application/jsonp"]
)
def test_other_media_types_than_json_are_refused(content_type: str) -> None:
    status, error, _ = call(body='{"name": "Ann"}', headers={"content-type": content_type})
    assert (status, error["code"]) == (415, "unsupportedMediaType")


@pytest.mark.parametrize("content_type", ["Application/JSON", "application/json; charset=utf-8"])
def test_json_media_type_variants_are_accepted(content_type: str) -> None:
    assert call(body='{"name": "Ann"}', headers={"content-type": content_type})[0] == 201


def test_body_over_the_size_limit_is_refused() -> None:
    frame = len('{"name": ""}')
    assert call(body=json.dumps({"name": "x" * (MAX_BODY_BYTES - frame)}))[0] == 201
    status, error, _ = call(body=json.dumps({"name": "x" * (MAX_BODY_BYTES - frame + 1)}))
    assert (status, error["code"]) == (413, "bodyTooLarge")
    assert error["message"] == "The request is larger than 256 KB."
    assert error["parameters"] == {"kilobytes": 256}


def test_encoded_body_is_decoded_or_refused() -> None:
    body = base64.b64encode(b'{"name": "Ann"}').decode()
    assert call(body=body, encoded=True)[0] == 201
    assert call(body="%%%", encoded=True)[0] == 400


@pytest.mark.parametrize(
    ("content_type", "body", "encoded"),
    [
        ("application/x-www-form-urlencoded", "List-Unsubscribe=One-Click", False),
        ("multipart/form-data; boundary=x", base64.b64encode(b"--x\r\n\xff--x--").decode(), True),
        ("application/json", '{"limit": 4}', False),
        ("", None, False),
        ("text/plain", "x" * (MAX_BODY_BYTES + 1), False),
    ],
)
def test_query_only_write_ignores_the_body(content_type: str, body: str | None, encoded: bool) -> None:
    status, answer, _ = call(
        resource="/api/links",
        body=body,
        encoded=encoded,
        headers={"content-type": content_type},
        query={"limit": ["3"]},
        signed_in=False,
    )
    assert (status, answer["heard"]) == (200, "3")


def test_query_only_write_checks_the_query() -> None:
    status, problems, _ = call(resource="/api/links", query={"limit": ["many"]}, signed_in=False)
    assert (status, problems[0]["propertyName"]) == (400, "limit")


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


def test_query_is_validated_like_a_body() -> None:
    assert call(method="GET", query={"limit": ["3"]})[1]["heard"] == "3"
    status, problems, _ = call(method="GET", query={"limit": ["many"]})
    assert (status, problems[0]["propertyName"]) == (400, "limit")
    assert call(method="GET", query={"other": ["1"]})[0] == 400


def read_list(**asked: Any) -> tuple[Any, ...]:
    return call(method="GET", resource="/api/lists", **asked)


def test_cacheable_answer_has_an_etag() -> None:
    _, _, headers = read_list()
    assert headers["Cache-Control"] == "public, max-age=60"
    assert headers["Vary"] == "Accept-Language"
    assert headers["ETag"] == read_list()[2]["ETag"]
    assert headers["ETag"] != read_list(query={"limit": ["3"]})[2]["ETag"]
    assert headers["ETag"] != read_list(headers={"accept-language": "es"})[2]["ETag"]


@pytest.mark.parametrize("known", ["{tag}", "W/{tag}", '"other", {tag}', "*"])
def test_known_etag_answers_304(known: str) -> None:
    tag = read_list()[2]["ETag"]
    status, body, headers = read_list(headers={"if-none-match": known.format(tag=tag)})
    assert (status, body, headers["ETag"]) == (304, None, tag)
    assert headers["Cache-Control"] == "public, max-age=60"
    assert headers["Vary"] == "Accept-Language"


@pytest.mark.parametrize("known", ["", '"other"', 'W/"other"', "no tag", '"', "x" * 9000])
def test_unknown_etag_answers_200(known: str) -> None:
    status, body, _ = read_list(headers={"if-none-match": known})
    assert (status, body["heard"]) == (200, "10")


def test_error_and_private_answer_have_no_etag() -> None:
    status, _, headers = read_list(query={"limit": ["many"]}, headers={"if-none-match": "*"})
    assert (status, headers["Cache-Control"]) == (400, "no-store")
    assert "ETag" not in headers
    status, _, headers = call(method="GET", headers={"if-none-match": "*"})
    assert status == 200
    assert "ETag" not in headers


BASES = [(Forbidden, 403), (NotFound, 404), (Conflict, 409), (Unavailable, 503)]


@pytest.mark.parametrize(("base", "status"), BASES)
def test_error_has_status_and_language(base: type[DomainError], status: int) -> None:
    error = type("Declared", (base,), {"code": "c", "text": TEXT})
    answered, body, headers = call(
        make_raising(error), body='{"name": "Ann"}', headers={"accept-language": "es"}
    )
    wordings = {"en": "In English.", "es": "En español."}
    expected = {
        "code": "c",
        "message": "En español.",
        "wordings": wordings,
        "requestId": "r-1",
        "parameters": {},
    }
    assert (answered, body) == (status, expected)
    assert ("Retry-After" in headers) is (status == 503)


class Taken(Conflict):
    code = "taken"
    text = Text(
        en="{holder} has {the_name} until {until}, {cents:,} cents a day.",
        es="{holder} tiene {the_name} hasta el {until}, {cents:,} centavos al día.",
    )


@pytest.mark.parametrize(
    ("language", "message", "holder"),
    [
        ("en", "The State has Ann until March 31, 2027, 1,200 cents a day.", "The State"),
        ("es", "El Estado tiene Ann hasta el 31 de marzo de 2027, 1,200 centavos al día.", "El Estado"),
    ],
)
def test_parameters_fill_the_message_and_the_body(language: str, message: str, holder: str) -> None:
    error = Taken(
        holder=Text(en="The State", es="El Estado"), the_name="Ann", until=date(2027, 3, 31), cents=1200
    )
    _, body, _ = call(make_raising(error), body='{"name": "Ann"}', headers={"accept-language": language})
    assert body["message"] == message
    assert body["parameters"] == {"holder": holder, "theName": "Ann", "until": "2027-03-31", "cents": 1200}


@pytest.mark.parametrize("parameters", [{}, {"holder": "x"}, {"email": "pat@example.com"}])
def test_error_with_wrong_parameters_is_refused(
    parameters: dict[str, str],
) -> None:
    with pytest.raises(TypeError, match="taken"):
        Taken(**parameters)


class Waiting(TooManyRequests):
    code = "waiting"
    text = TEXT


def test_waiting_time_is_in_retry_after() -> None:
    status, body, headers = call(make_raising(Waiting(retry_after_seconds=60)), body='{"name": "Ann"}')
    assert (status, body["code"], body["parameters"]) == (429, "waiting", {})
    assert headers["Retry-After"] == "60"


def make_client_error(code: str, status: int = 400, *reasons: str) -> ClientError:
    answer: Any = {
        "Error": {"Code": code, "Message": "x"},
        "ResponseMetadata": {"HTTPStatusCode": status},
        "CancellationReasons": [{"Code": reason} for reason in reasons],
    }
    return ClientError(answer, "GetItem")


@pytest.mark.parametrize(
    "error",
    [
        GetError("x", cause=make_client_error("ProvisionedThroughputExceededException")),
        TransactWriteError(
            "x", cause=make_client_error("TransactionCanceledException", 400, "None", "ThrottlingError")
        ),
        GetError("x", cause=ReadTimeoutError(endpoint_url="x")),
        EndpointConnectionError(endpoint_url="x"),
        make_client_error("SlowDown", 503),
        make_client_error("InternalError", 500),
    ],
)
def test_temporary_aws_failure_is_retryable(error: Exception) -> None:
    status, body, headers = call(make_raising(error), body='{"name": "Ann"}')
    assert (status, body["code"], headers["Retry-After"]) == (503, "storageUnavailable", "5")


@pytest.mark.parametrize(
    "error",
    [
        GetError("x", cause=make_client_error("AccessDeniedException")),
        make_client_error("ValidationException"),
        TransactWriteError(
            "x", cause=make_client_error("TransactionCanceledException", 400, "ValidationError")
        ),
    ],
)
def test_programming_error_is_not_retryable(error: Exception) -> None:
    status, body, headers = call(make_raising(error), body='{"name": "Ann"}')
    assert (status, body["code"]) == (500, "internalError")
    assert "Retry-After" not in headers


def test_service_problems_look_like_contract_problems() -> None:
    service = make_raising(InvalidRequest(Problem("name", TEXT), Problem("name", TEXT)))
    status, problems, _ = call(service, body='{"name": "Ann"}')
    assert status == 400
    assert problems == [
        {
            "applicationSection": "things",
            "propertyName": "name",
            "validationErrors": ["In English."] * 2,
            "wordings": {"en": ["In English."] * 2, "es": ["En español."] * 2},
        }
    ]


def test_unexpected_error_shows_only_the_request_id(caplog: pytest.LogCaptureFixture) -> None:
    status, body, _ = call(make_raising(RuntimeError("the database password is x")), body='{"name": "Ann"}')
    assert (status, body["code"], body["requestId"]) == (500, "internalError", "r-1")
    assert "password" not in json.dumps(body)
    assert "RuntimeError" in caplog.text
    [logged] = [vars(record) for record in caplog.records if record.message == "unhandled"]
    assert logged["request_id"] == "r-1"


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


class TestIdempotencyKey:
    def put(self, *key: Any) -> tuple[Any, ...]:
        headers = {"Idempotency-Key": key[0]} if key else {}
        return call(method="PUT", body='{"name": "Ann"}', headers=headers)

    @pytest.mark.parametrize("key", ["a" * 8, "A1-" * 21 + "z", "0f0d8e9e-4a0f-4b52-9f2f-1d6a3c3c9b11"])
    def test_view_receives_the_key(self, key: str) -> None:
        status, body, _ = self.put(key)
        assert (status, body["heard"]) == (200, key)

    @pytest.mark.parametrize("key", [(), ("",), ("a" * 7,), ("a" * 65,), ("with space",), ("ñandúñandú",)])
    def test_missing_or_malformed_key_is_refused(self, key: tuple[Any, ...]) -> None:
        status, problems, _ = self.put(*key)
        assert status == 400
        assert [problem["propertyName"] for problem in problems] == ["Idempotency-Key"]


class TestForms:
    def send(self, body: str, content_type: str = "application/x-www-form-urlencoded") -> tuple[int, Any]:
        status, answer, _ = call(resource="/api/forms", body=body, headers={"content-type": content_type})
        return status, answer

    def test_form_is_read(self) -> None:
        status, answer = self.send("name=Ann+%C3%91", "application/x-www-form-urlencoded; charset=utf-8")
        assert (status, answer["heard"]) == (200, "Ann Ñ")

    @pytest.mark.parametrize(
        "body", ["name=Ann&name=Bob", "name", "&".join(f"f{n}=1" for n in range(21)), "name=\udcff"]
    )
    def test_repeated_field_or_invalid_form_is_refused(self, body: str) -> None:
        status, problems = self.send(body)
        assert (status, problems[0]["propertyName"]) == (400, "")

    def test_form_fields_are_checked(self) -> None:
        status, problems = self.send("surname=Ann")
        assert (status, {each["propertyName"] for each in problems}) == (400, {"name", "surname"})

    def test_json_instead_of_a_form_is_refused(self) -> None:
        status, error = self.send('{"name": "Ann"}', "application/json")
        expected = "Send the body with the header Content-Type: application/x-www-form-urlencoded."
        assert (status, error["message"]) == (415, expected)


def test_text_model_uses_the_endpoint_media_type() -> None:
    answer = get_answer([(make_routes(), str)], "GET", "/api/texts")
    assert (answer["body"], answer["headers"]["Content-Type"]) == ("e30.e30.", "application/jwt")


class TestAlternatives:
    def get(self, accept: Any) -> tuple[Any, ...]:
        headers = {} if accept is None else {"accept": accept}
        answer = get_answer([(make_routes(), str)], "GET", "/api/thinglist", headers=headers)
        return answer["statusCode"], answer["headers"], answer["body"]

    def test_file_is_sent_when_preferred(self) -> None:
        status, headers, body = self.get("text/csv, application/json;q=0.5")
        assert (status, body) == (200, "thing\r\n")
        assert headers["Content-Type"] == "text/csv; charset=utf-8"
        assert headers["Content-Disposition"] == 'attachment; filename="things.csv"'
        assert headers["Cache-Control"] == "no-store"
        assert headers["Link"] == "</more>"
        assert headers["Vary"] == "Accept"

    @pytest.mark.parametrize("accept", [None, "*/*", "application/json", "text/csv;q=0.1, */*"])
    def test_json_is_the_default(self, accept: str | None) -> None:
        status, headers, body = self.get(accept)
        assert (status, json.loads(body)["heard"]) == (200, "thing")
        assert headers["Content-Type"] == "application/json"
        assert headers["Vary"] == "Accept"

    def test_unsupported_media_type_is_refused(self) -> None:
        status, _, body = self.get("application/pdf")
        assert (status, json.loads(body)["code"]) == (406, "notAcceptable")

    def test_json_only_endpoint_ignores_accept(self) -> None:
        assert call(method="GET", headers={"accept": "application/pdf"})[0] == 200
