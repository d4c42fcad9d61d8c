"""Routes of every kind, and calls of them as the gateway makes them."""

import json
from dataclasses import dataclass
from typing import Any, Literal

from aws_lambda_powertools import Logger
from pydantic import Field, RootModel

from domains.assurance.enhanced_authentication import ASSURANCES, EID, AssuranceGate, AuthenticationStatus
from portal.audiences import AGENCIES, PUBLIC, People
from portal.contract import Contract, RequestContract
from portal.http import HttpSettings, create_app
from portal.language import Text
from portal.observability import Telemetry
from portal.principal import Principal
from portal.routes import FORM, Body, HttpReply, Query, Request, Routes, TextFileReply
from portal.secrets import RotatingSecret
from portal.types import Assurance, get_utc_now
from tests.lambda_context import Context

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

    def get_status(self, _user_id: str, session_id: str) -> AuthenticationStatus | None:
        types = {kind: type_id for type_id, kind in ASSURANCES.items()} | {"passkey": EID}
        if self.assurance not in types:
            return None
        passkey_id = "p1" if self.assurance == "passkey" else None
        return AuthenticationStatus(
            session_id, types[self.assurance], get_utc_now(), "", passkey_id=passkey_id
        )


def has_accepted_terms(caller: Principal) -> bool:
    return caller.accepted_terms == TERMS


def make_routes() -> Routes:
    routes = Routes("things")

    @routes.endpoint("POST", "/api/things", summary="s", replies={201: Echo, 200: Echo}, input=Thing)
    def create(request: Request[Thing], service: Any) -> Echo:
        return Echo(heard=service(request.input.name), from_whom=request.principal.user_id)

    @routes.endpoint("GET", "/api/things", summary="s", replies={200: Echo}, input=Filter, audience=PUBLIC)
    def search(request: Request[Filter], _service: Any) -> Echo:
        return Echo(heard=str(request.input.limit), from_whom=str(request.caller))

    @routes.endpoint(
        "GET",
        "/api/lists",
        summary="s",
        replies={200: Echo},
        input=Filter,
        audience=PUBLIC,
        cache_control="public, max-age=60",
    )
    def read_list(request: Request[Filter], _service: Any) -> Echo:
        return Echo(heard=str(request.input.limit), from_whom=request.language)

    @routes.endpoint(
        "GET",
        "/api/things/{id}",
        summary="s",
        replies={200: Echo},
        audience=People(roles=frozenset({"support"})),
    )
    def read(request: Request[None], _service: Any) -> HttpReply:
        return HttpReply(Echo(heard=request.path["id"], from_whom=request.language), 200)

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
        audience=PUBLIC,
        input=Query(Filter),
    )
    def follow(request: Request[Filter], _service: Any) -> Echo:
        return Echo(heard=str(request.input.limit), from_whom=str(request.caller))

    @routes.endpoint(
        "GET", "/api/beforeterms", summary="s", replies={200: Echo}, audience=People(before_terms=True)
    )
    def read_before_terms(request: Request[None], _service: Any) -> Echo:
        return Echo(heard="a thing", from_whom=request.principal.user_id)

    @routes.endpoint(
        "POST", "/api/forms", summary="s", replies={200: Echo}, input=Body(Thing, media_type=FORM)
    )
    def take_form(request: Request[Thing], _service: Any) -> Echo:
        return Echo(heard=request.input.name, from_whom=request.principal.name)

    @routes.endpoint(
        "GET",
        "/api/texts",
        summary="s",
        replies={200: PlainText},
        audience=PUBLIC,
        media_type="application/jwt",
    )
    def read_text(request: Request[None], _service: Any) -> PlainText:
        return PlainText("e30.e30.")

    @routes.endpoint(
        "DELETE", "/api/things", summary="s", replies={200: Echo}, audience=People(assurance="proof")
    )
    def remove(request: Request[None], _service: Any) -> Echo:
        return Echo(heard="a thing", from_whom=request.principal.user_id)

    @routes.endpoint(
        "GET",
        "/api/cases",
        summary="s",
        replies={200: Echo},
        audience=People(second_factor=True),
        headers=CaseHeaders,
    )
    def read_case(request: Request[None], _service: Any) -> Echo:
        return Echo(heard=request.headers.case_number, from_whom=request.principal.user_id)

    @routes.endpoint("POST", "/api/agencythings", summary="s", replies={200: Echo}, audience=AGENCIES)
    def deliver(request: Request[None], _service: Any) -> Echo:
        return Echo(heard="a thing", from_whom=request.agency_id)

    @routes.endpoint(
        "GET", "/api/thinglist", summary="s", replies={200: Echo}, alternatives={"text/csv": "A row a thing."}
    )
    def list_things(request: Request[None], _service: Any) -> Any:
        if request.media_type == "text/csv":
            return TextFileReply("thing\r\n", "things.csv", {"Link": "</more>"})
        return Echo(heard="thing", from_whom=request.principal.user_id)

    return routes


def make_raising(error: Any) -> Any:
    def service(_name: Any) -> None:
        raise error

    return service


def call(service: Any = str, **asked: Any) -> tuple[int, Any, Any]:
    """Return status, body, and headers of the answer to a call."""
    answer = get_answer([(make_routes(), service)], **asked)
    return answer["statusCode"], json.loads(answer["body"] or "null"), answer["headers"]


def get_answer(
    parts: Any,
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
) -> Any:
    app = create_app(
        *parts,
        settings=make_settings(SECRET, "old"),
        telemetry=TELEMETRY,
        is_open_to=has_accepted_terms,
        require_assurance=AssuranceGate(Session(assurance), {1, 2, 3}, get_utc_now).require_assurance,
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
    return app(event, Context())
