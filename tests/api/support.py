"""Calls of the portal's functions like the gateway's: events of payload format 1.0."""

import base64
import importlib
import json
import os
import re
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Any, TypeVar
from urllib.parse import parse_qs, unquote, urlsplit

import pytest
from aws_lambda_powertools import Logger
from samtranslator.yaml_helper import yaml_parse

from domains.accounts.one_time_code import OneTimeCodes, make_random_code
from domains.accounts.one_time_codes_table import OneTimeCodesTable
from domains.accounts.sending_limits import SendingLimits
from domains.accounts.sign_ins_table import SignInsTable
from domains.assurance.enhanced_authentication import AuthenticationStatus
from domains.assurance.enhanced_authentication_table import STATUSES
from domains.chat.tokens import ChatTokens
from domains.messages.messages_table import MessagesTable
from domains.reference.data import get_terms_catalog, list_counties
from functions.users.repository import UsersRepository
from functions.users.routes import routes as users_routes
from functions.users.service import UserService
from portal.http import HttpSettings, create_app
from portal.mail import Mail, MailSettings
from portal.observability import Telemetry
from portal.principal import ROLES, Caller, Principal, get_session_id, get_user_id
from portal.routes import Endpoint
from portal.secrets import RotatingSecret
from portal.tables import Table
from portal.types import Clock, get_utc_now
from shared.contract.export import get_routes
from tests.api.call_budget import Column, check_request
from tests.api.calls import calling, record_request
from tests.api.examples import IS_RECORDING, record_example
from tests.lambda_context import Context

ROOT = Path(__file__).parents[2]
ISSUER = "https://identity.example"
ORIGIN_SECRET = "through-the-front-door"
REGION = "us-east-1"
USERS_TABLE = "users"
AGENCIES_TABLE = "agencies"
SUBSCRIPTIONS_TABLE = "subscriptions"
TRANSACTIONS_TABLE = "transactions"
RESERVATIONS_TABLE = "reservations"
MESSAGES_TABLE = "messages"
DELIVERIES_TABLE = "deliveries"
APPLICATIONS_TABLE = "applications"
BUSINESSES_TABLE = "businesses"
PLANS_TABLE = "plans"
AGENCY_ACCOUNTS_TABLE = "agencyaccounts"
AUTHENTICATION_TABLE = "authentication"
TRIES_TABLE = "tries"
DOCUMENT_SECRET = "keys the codes of documents"
ACCESS_LOG_TABLE = "accesslog"
ACCESS_LOG_BUCKET = "sealedlog"
ACCESS_LOG_KEY = "alias/accesslog"
ATTACHMENTS_BUCKET = "attachments"
PEOPLE_TOKENS_TABLE = "peopletokens"
CONVERSATIONS_TABLE = "conversations"
QUESTIONS_TABLE = "questions"
REPLIES_TABLE = "replies"
CHAT_SECRET = "signs chat tokens"
SENDING_SECRET = "keys hashes of destinations"
PEOPLE_TOKEN_KEYS = '{"current": "keys the tokens of people"}'
UNSUBSCRIBE_SECRET = "signs the links"
FAILURES_QUEUE_URL = "https://sqs.us-east-1.amazonaws.com/123456789012/failures"
NAMES_SNAPSHOT = Path(tempfile.gettempdir()) / f"saguaro-names-{os.getpid()}.sqlite"
TOKENS_EXPIRE_AT = 253402300799  # Last second of the year 9999.
TELEMETRY = Telemetry("tests", "Saguaro", Logger("tests"))
UNKNOWN_ID = "01jd0000000000000000000000"
"""Value of path parameters in calls of a template path."""

# Values from other resources, or of parameters without a usable default. Test agencies run on this machine.
_RESOLVED = {
    "ORIGIN_SECRETS": json.dumps({"current": ORIGIN_SECRET}),
    "USERS_TABLE": USERS_TABLE,
    "AGENCIES_TABLE": AGENCIES_TABLE,
    "SUBSCRIPTIONS_TABLE": SUBSCRIPTIONS_TABLE,
    "TRANSACTIONS_TABLE": TRANSACTIONS_TABLE,
    "RESERVATIONS_TABLE": RESERVATIONS_TABLE,
    "MESSAGES_TABLE": MESSAGES_TABLE,
    "DELIVERIES_TABLE": DELIVERIES_TABLE,
    "APPLICATIONS_TABLE": APPLICATIONS_TABLE,
    "BUSINESSES_TABLE": BUSINESSES_TABLE,
    "PLANS_TABLE": PLANS_TABLE,
    "AGENCY_ACCOUNTS_TABLE": AGENCY_ACCOUNTS_TABLE,
    "AUTHENTICATION_TABLE": AUTHENTICATION_TABLE,
    "TRIES_TABLE": TRIES_TABLE,
    "ACCESS_LOG_TABLE": ACCESS_LOG_TABLE,
    "ACCESS_LOG_BUCKET": ACCESS_LOG_BUCKET,
    "ACCESS_LOG_KEY": ACCESS_LOG_KEY,
    "ACCESS_LOG_FORMER_KEY": "",
    "PEOPLE_TOKENS_TABLE": PEOPLE_TOKENS_TABLE,
    "CONVERSATIONS_TABLE": CONVERSATIONS_TABLE,
    "QUESTIONS_TABLE": QUESTIONS_TABLE,
    "REPLIES_TABLE": REPLIES_TABLE,
    "CHAT_SECRET": json.dumps({"current": CHAT_SECRET}),
    "SENDING_SECRET": json.dumps({"current": SENDING_SECRET}),
    "CHAT_KEY_PARAMETER": "/saguaro/dev/chat/directline",
    "PEOPLE_TOKEN_KEYS": PEOPLE_TOKEN_KEYS,
    "UNSUBSCRIBE_SECRET": json.dumps({"current": UNSUBSCRIBE_SECRET}),
    "ATTACHMENTS_BUCKET": ATTACHMENTS_BUCKET,
    "MAIL_CONFIGURATION_SET": "saguaro-dev",
    "FAILURES_QUEUE_URL": FAILURES_QUEUE_URL,
    "AGENCY_NETWORK": "any",
    "AGENCY_CREDENTIALS_PREFIX": "/saguaro/dev/agencies/",
    "NAMES_SNAPSHOT": str(NAMES_SNAPSHOT),
    "PAGING_SECRET": json.dumps({"current": "turns the pages"}),
    "DOCUMENT_SECRET": json.dumps({"current": DOCUMENT_SECRET}),
    "POWERTOOLS_METRICS_NAMESPACE": "Saguaro/test",
    "PORTAL_ORIGIN": "https://portal.example.gov",
    "MID_TRUST_LIST_SIGNERS_PARAMETER": "/saguaro/dev/mid/roots",
    "MID_ISSUERS": "government",
    "MID_SIGNER_PARAMETER": "",
    "FACE_CAMERA_ROLE": "arn:aws:iam::123456789012:role/saguaro-dev-camera",
    "CREDIT_BUREAU_KEY_PARAMETER": "/saguaro/dev/creditbureau/key",
    "SECURITY_CLIENT_ID": "portal-web",
    "SECURITY_AUTHORITY": ISSUER,
    "SECURITY_REDIRECT_URL": "https://portal.example/signin-callback",
    "SECURITY_POST_LOGOUT_REDIRECT_URI": "https://portal.example/",
    "SECURITY_SECOND_FACTOR_ACR_VALUES": "",
    "SECURITY_SECOND_FACTOR_CLAIMS": "",
}


@dataclass(frozen=True, slots=True)
class TemplateRoute:
    """Event of template.yaml."""

    method: str
    path: str
    group: str
    authorizer: str

    @property
    def is_public(self) -> bool:
        return self.authorizer == "NONE"

    @property
    def key(self) -> str:
        return f"{self.method} {self.path}"

    def get_parameters(self, path: str) -> dict[str, str] | None:
        """Return the path parameters if the path matches this route, else None."""
        if path == self.path:
            return dict.fromkeys(re.findall(r"{(\w+)}", path), UNKNOWN_ID)
        pattern = re.sub(r"{(\w+)}", r"(?P<\1>[^/]+)", self.path)
        found = re.fullmatch(pattern, path)
        return {name: unquote(value) for name, value in found.groupdict().items()} if found else None


@dataclass(frozen=True, slots=True)
class Person:
    """Person as known to the identity provider.

    Attributes:
        accepted_terms: version that the authorizer found in the users table.
        session: id of the sign-in.
        second_factor: True if the sign-in used one.
    """

    email: str = "nora@example.com"
    email_verified: bool = True
    name: str = "Nora Token"
    groups: tuple[str, ...] = ()
    subject: str = ""
    accepted_terms: str = get_terms_catalog().current.version
    session: str = "session-1"
    signed_in_at: float = 0
    second_factor: bool = False
    agency_id: str | None = None

    @property
    def user_id(self) -> str:
        return get_user_id(ISSUER, self._subject)

    @property
    def _subject(self) -> str:
        return self.subject or f"subject of {self.email}"

    @property
    def session_id(self) -> str:
        return get_session_id(ISSUER, self._subject, self.session)

    @property
    def principal(self) -> Principal:
        """Principal as a function sees it."""
        return Principal(
            user_id=self.user_id,
            email=self.email,
            is_email_verified=self.email_verified,
            name=self.name,
            roles=frozenset(role for role in ROLES if role in self.groups),
            accepted_terms=self.accepted_terms,
            session_id=self.session_id,
            signed_in_at=self.signed_in_at,
            has_second_factor=self.second_factor,
            staff_agency_id=self.agency_id,
        )

    def authorizer_context(self) -> dict[str, str]:
        """Return the context that the authorizer passes for this person."""
        return {
            "principalId": self.user_id,
            **Caller(self.principal, expires_at=TOKENS_EXPIRE_AT).to_authorizer_context(),
        }


@dataclass(frozen=True, slots=True)
class AgencyCaller:
    """Server of an agency as known to the identity provider."""

    agency_id: str

    def authorizer_context(self) -> dict[str, str]:
        """Return the context that the agencies' authorizer passes."""
        return {
            "principalId": self.agency_id,
            **Caller(agency_id=self.agency_id, expires_at=TOKENS_EXPIRE_AT).to_authorizer_context(),
        }


@dataclass(frozen=True, slots=True)
class ChatCaller:
    """Chat token that the portal issued."""

    token: str

    def authorizer_context(self) -> dict[str, str]:
        """Return the context that the chat authorizer passes."""
        session, expires_at = ChatTokens(RotatingSecret(CHAT_SECRET)).parse_token(self.token)
        return {
            "principalId": session.user_id,
            **Caller(token_holder=session.to_token_holder(), expires_at=expires_at).to_authorizer_context(),
        }


Service = TypeVar("Service")

Actor = Person | AgencyCaller | ChatCaller


@dataclass(frozen=True, slots=True)
class Answer:
    """Answer of a function as the gateway returns it; header names are in lower case."""

    status: int
    headers: Mapping[str, str]
    text: str

    @property
    def json(self) -> Any:
        return json.loads(self.text)

    def problems(self) -> dict[str, list[str]]:
        """Return the messages of a validation error by property."""
        assert self.status == 400, (self.status, self.text)
        return {problem["propertyName"]: problem["validationErrors"] for problem in self.json}


@dataclass(frozen=True, slots=True)
class Client:
    """Client that calls the functions as a person, an agency, or without authentication.

    Attributes:
        app_of: returns the handler of a group.
        headers: sent with every request.
        budget: column of the budget of DynamoDB calls that requests must keep to.
    """

    app_of: Callable[[str], Any]
    person: Actor | None = None
    headers: Mapping[str, str] = field(
        default_factory=lambda: {"x-origin-verify": ORIGIN_SECRET, "content-type": "application/json"}
    )
    budget: Column = "largest"

    def acting_as(self, person: Actor | None) -> "Client":
        """Return the same client with another actor."""
        return replace(self, person=person)

    def sending(self, **headers: str | None) -> "Client":
        """Return the same client with other headers, `_` for `-`; None removes a header."""
        changed = dict(self.headers) | {name.replace("_", "-"): value for name, value in headers.items()}
        return replace(self, headers={name: value for name, value in changed.items() if value is not None})

    def get(self, path: str) -> Answer:
        return self.call("GET", path)

    def post(self, path: str, body: object = None) -> Answer:
        return self.call("POST", path, body)

    def put(self, path: str, body: object = None) -> Answer:
        return self.call("PUT", path, body)

    def delete(self, path: str) -> Answer:
        return self.call("DELETE", path)

    def call(self, method: str, path: str, body: object = None) -> Answer:
        """Call a route of the template.

        Args:
            path: with its query; parameters in braces are replaced by `UNKNOWN_ID`.
            body: text and bytes are sent unchanged, None sends nothing, everything else is sent as JSON.
        """
        address = urlsplit(path)
        route, parameters = _find_route(method, address.path)
        event = self._event(route, body) | {
            "path": address.path,
            "pathParameters": parameters or None,
            "multiValueQueryStringParameters": parse_qs(address.query, keep_blank_values=True) or None,
        }
        with act_as(route.group), record_request() as calls:
            answer = self.app_of(route.group)(event, Context())
        headers = {name.lower(): str(value) for name, value in answer["headers"].items()}
        received = Answer(answer["statusCode"], headers, answer["body"])
        check_declared(route, received)
        if IS_RECORDING and received.status < 300 and self.headers.get("accept-language", "en") == "en":
            record_example(_list_endpoints(route.group)[route.key], body, received.status, received.text)
        if not calls.is_disturbed and (received.status < 400 or self.budget == "none"):
            check_request(route.key, self.budget, calls)
        return received

    def _event(self, route: TemplateRoute, body: object) -> dict[str, Any]:
        if body is not None and not isinstance(body, str | bytes):
            body = json.dumps(body)
        context: dict[str, Any] = {
            "httpMethod": route.method,
            "path": route.path,
            "requestId": "request-1",
            "resourcePath": route.path,
            "stage": "$default",
            "authorizer": self.person.authorizer_context() if self.person else {},
        }
        return {
            "version": "1.0",
            "resource": route.path,
            "path": route.path,
            "httpMethod": route.method,
            "headers": dict(self.headers),
            "multiValueHeaders": {name: [value] for name, value in self.headers.items()},
            "queryStringParameters": None,
            "multiValueQueryStringParameters": None,
            "pathParameters": None,
            "stageVariables": None,
            "requestContext": context,
            "body": base64.b64encode(body).decode() if isinstance(body, bytes) else body,
            "isBase64Encoded": isinstance(body, bytes),
        }


def check_declared(route: TemplateRoute, answer: Answer) -> None:
    """Fail if an answer is missing in the route's declaration and so in the contract."""
    endpoint = _list_endpoints(route.group)[route.key]
    if answer.status < 400:
        declared = {*endpoint.replies, 304} if endpoint.is_kept else {*endpoint.replies}
        assert answer.status in declared, f"{route.key} does not declare {answer.status}"
    elif answer.status == 400:
        assert endpoint.takes_input, f"{route.key} takes nothing that could be a bad request"
    else:
        code = answer.json["code"]
        errors = {(error.status, error.code) for error in endpoint.errors}
        assert (answer.status, code) in errors, f"{route.key} does not declare {answer.status} {code}"


@cache
def _list_endpoints(group: str) -> Mapping[str, Endpoint]:
    return {endpoint.route: endpoint for endpoint in get_routes(group)}


def use_handler(app: Any) -> Callable[[str], Any]:
    """Return an `app_of` that returns the same handler for every group."""
    return lambda _group: app


@cache
def load_template() -> dict[str, Any]:
    """Return the parsed template.yaml."""
    parsed: dict[str, Any] = yaml_parse((ROOT / "template.yaml").read_text(encoding="utf-8"))
    return parsed


@cache
def list_template_routes() -> tuple[TemplateRoute, ...]:
    """List every route of the template."""
    return tuple(
        TemplateRoute(
            method=event["Properties"]["Method"].upper(),
            path=event["Properties"]["Path"],
            group=get_group(logical_id),
            authorizer=event["Properties"].get("Auth", {}).get("Authorizer", "PortalAuthorizer"),
        )
        for logical_id, function in get_template_functions().items()
        for event in function["Properties"].get("Events", {}).values()
        if event["Type"] == "HttpApi"
    )


@cache
def get_table_definitions() -> dict[str, dict[str, Any]]:
    """Return the CreateTable arguments of each table of infrastructure/stacks/data.yaml, by table name."""
    data = yaml_parse((ROOT / "infrastructure/stacks/data.yaml").read_text(encoding="utf-8"))
    indexes = ("GlobalSecondaryIndexes", "LocalSecondaryIndexes")
    taken = ("AttributeDefinitions", "KeySchema", "BillingMode", *indexes)
    found = {}
    for logical_id, resource in data["Resources"].items():
        name = get_table_name(logical_id)
        described = resource["Properties"]
        found[name] = {"TableName": name} | {each: described[each] for each in taken if each in described}
    return found


def get_table_name(logical_id: str) -> str:
    """Return the name that a table of infrastructure/stacks/data.yaml has in the tests."""
    return logical_id.removesuffix("Table").lower()


def save_status(user_id: str, status: AuthenticationStatus) -> None:
    """Store a successful enhanced authentication for a session."""
    Table(AUTHENTICATION_TABLE, STATUSES).put(status, user_id=user_id)


_loading = Lock()
_apps: dict[str, Any] = {}


def make_app(group: str, **changed: str) -> Any:
    """Make a handler of a group with the environment of the template, as in another sandbox.

    Args:
        changed: variables with other values, by name.
    """
    function = next(
        function for name, function in get_template_functions().items() if get_group(name) == group
    )
    module = importlib.import_module(f"functions.{group}.wiring")
    return module.create_handler(_get_environment(function) | changed)


def load_app(group: str) -> Any:
    """Return the handler of a group that the tests share."""
    with _loading:
        if group not in _apps:
            _apps[group] = make_app(group)
        return _apps[group]


def find_service(group: str, kind: type[Service]) -> Service:
    """Return a service of the handler that the tests share."""
    views = [view for methods in load_app(group).routes.values() for view in methods.values()]
    services = {id(each): each for each in (view.view_function.__self__._service for view in views)}
    (service,) = [each for each in services.values() if isinstance(each, kind)]
    return service


def renew_apps(monkeypatch: pytest.MonkeyPatch, *groups: str) -> None:
    """Use new handlers of groups until the test ends: with empty caches, and with what the test patched."""
    for group in groups:
        monkeypatch.setitem(_apps, group, make_app(group))


def forget_current_holds() -> None:
    """Let the functions read the list of held names again, because the tables were emptied."""
    for group in ("businessnames", "businessapplications"):
        _apps.pop(group, None)


@contextmanager
def act_as(group: str | None) -> Iterator[None]:
    """Limit the calls of AWS to what the template allows a group; None does not limit them."""
    token = calling.set(group)
    try:
        yield
    finally:
        calling.reset(token)


def invoke(group: str, event: Mapping[str, Any], context: Context | None = None) -> Any:
    """Call a function that is not called through the gateway, with the permissions of the template."""
    with act_as(group):
        return load_app(group)(event, context or Context())


def make_users_app(clock: Clock = get_utc_now, repository: UsersRepository | None = None) -> Any:
    """Return another handler of the users group, as in a second sandbox, with its own clock or table."""
    service = UserService(
        clock=clock,
        new_code=make_random_code,
        repository=repository or UsersRepository(USERS_TABLE),
        sign_ins=SignInsTable(USERS_TABLE),
        codes=OneTimeCodes(OneTimeCodesTable(USERS_TABLE)),
        limits=SendingLimits(USERS_TABLE, RotatingSecret(SENDING_SECRET)),
        inbox=MessagesTable(MESSAGES_TABLE),
        mail=get_mail(),
        terms_version=get_terms_catalog().current.version,
        county_ids={county.id for county in list_counties()},
    )
    settings = HttpSettings(origin_secrets=RotatingSecret(ORIGIN_SECRET))
    return create_app((users_routes, service), settings=settings, telemetry=TELEMETRY)


@cache
def get_mail() -> Mail:
    return Mail(MailSettings(mail_sender="no-reply@portal.example", mail_configuration_set="saguaro-dev"))


def get_template_functions() -> dict[str, Any]:
    """Return the functions of the template by logical id."""
    resources = load_template()["Resources"].items()
    return {name: item for name, item in resources if item["Type"] == "AWS::Serverless::Function"}


def _find_route(method: str, path: str) -> tuple[TemplateRoute, dict[str, str]]:
    """Return the route that a gateway selects: routes without parameters take precedence."""
    candidates = [route for route in list_template_routes() if route.method == method]
    for route in sorted(candidates, key=lambda route: route.path.count("{")):
        parameters = route.get_parameters(path)
        if parameters is not None:
            return route, parameters
    raise LookupError(f"No event of the template is {method} {path}")


def get_group(logical_id: str) -> str:
    """Return the endpoint group of a function."""
    return logical_id.removesuffix("Function").lower()


def _get_environment(function: Mapping[str, Any]) -> dict[str, str]:
    variables = load_template()["Globals"]["Function"]["Environment"]["Variables"]
    variables = variables | function["Properties"]["Environment"]["Variables"]
    return {
        name: _RESOLVED[name] if name in _RESOLVED else _get_default(value)
        for name, value in variables.items()
    }


def _get_default(value: Any) -> str:
    if isinstance(value, dict):
        value = load_template()["Parameters"][value["Ref"]]["Default"]
    return str(value)
