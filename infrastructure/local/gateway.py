"""An HTTP API of API Gateway: routes, authorizers, limits and refusals, read from the transformed template.

Sources: the API Gateway developer guide (HTTP APIs: routes, Lambda authorizers, quotas). An HTTP API's own
answers have one field, `message`.
"""

import fnmatch
import re
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote

from infrastructure.local.errors import CannotStart
from infrastructure.local.events import (
    InvalidAnswer,
    make_authorizer_event,
    make_request_event,
    parse_response,
)
from infrastructure.local.functions import Function, FunctionFailed
from infrastructure.local.http import Request, Response, make_json_response
from infrastructure.settings import ACCOUNT_ID, REGION

MAX_HEADERS = 10_240
_ANY_METHOD = "x-amazon-apigateway-any-method"
_CACHE_ENTRIES = 10_000

Failed = Callable[[FunctionFailed], None]
"""Told of each failure of a function, for the log."""


@dataclass(frozen=True, slots=True)
class _Authorizer:
    function: Function
    identity_headers: tuple[str, ...]
    seconds_kept: float


@dataclass(frozen=True, slots=True)
class _Route:
    method: str
    path: str
    segments: tuple[str, ...]
    function: Function
    authorizer: str | None

    def match(self, segments: tuple[str, ...]) -> dict[str, str] | None:
        """Return the path parameters, or None where the path is not this route's."""
        if len(segments) != len(self.segments):
            return None
        parameters = {}
        for pattern, segment in zip(self.segments, segments, strict=True):
            if pattern.startswith("{") and segment:
                parameters[pattern[1:-1]] = unquote(segment)
            elif pattern != unquote(segment):
                return None
        return parameters


class UnsupportedApi(CannotStart):
    """The template uses a feature of HTTP APIs that this gateway does not support."""


class _Refused(Exception):
    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.response = make_json_response(status, {"message": message})


class Gateway:
    """Answers requests as the HTTP API of a template would."""

    def __init__(
        self,
        properties: Mapping[str, Any],
        functions: Mapping[str, Function],
        *,
        api_id: str,
        domain: str,
        failed: Failed,
    ) -> None:
        """Read the API.

        Args:
            properties: of the resource `AWS::ApiGatewayV2::Api`, resolved.
            functions: by ARN.
            api_id: name of the API in ARNs.
            domain: its host name, as functions see it.
            failed: see `Failed`.
        """
        body = properties["Body"]
        self._api_id = api_id
        self._domain = domain
        self._failed = failed
        self._functions = functions
        schemes = body.get("components", {}).get("securitySchemes", {})
        self._authorizers = {name: self._read_authorizer(name, scheme) for name, scheme in schemes.items()}
        self._routes = [
            self._read_route(path, method, operation)
            for path, operations in body["paths"].items()
            for method, operation in operations.items()
            if isinstance(operation, dict)
        ]
        self._kept: dict[tuple[str, ...], tuple[float, Any]] = {}
        self._kept_lock = threading.Lock()

    def __call__(self, request: Request) -> Response:
        response, function = self._answer(request)
        response.function = function
        return response

    def _answer(self, request: Request) -> tuple[Response, str]:
        function = ""
        try:
            if _count_header_bytes(request) > MAX_HEADERS:
                raise _Refused(431, "Request Header Fields Too Large")
            route, parameters = self._find(request)
            if request.body is None:
                raise _Refused(413, "Request Entity Too Large")
            event = make_request_event(
                request, route.path, parameters, api_id=self._api_id, domain=self._domain
            )
            if route.authorizer:
                event["requestContext"]["authorizer"] = self._authorize(route.authorizer, request, event)
            function = route.function.definition.name
            answer = route.function.invoke(event)
            response = parse_response(answer)
            response.headers.append(("apigw-requestid", event["requestContext"]["requestId"]))
            return response, function
        except _Refused as refused:
            return refused.response, function
        except FunctionFailed as error:
            self._failed(error)
        except InvalidAnswer as error:
            self._failed(FunctionFailed(function, str(error)))
        return make_json_response(500, {"message": "Internal Server Error"}), function

    def _find(self, request: Request) -> tuple[_Route, dict[str, str]]:
        segments = tuple(request.path.split("/"))
        matches = [
            (route, parameters)
            for route in self._routes
            if route.method in (request.method, _ANY_METHOD)
            and (parameters := route.match(segments)) is not None
        ]
        if not matches:
            raise _Refused(404, "Not Found")
        # The most specific route: a literal segment is preferred to a parameter, a method to any method.
        return min(matches, key=lambda match: (len(match[1]), match[0].method == _ANY_METHOD))

    def _authorize(self, name: str, request: Request, event: Mapping[str, Any]) -> dict[str, Any]:
        authorizer = self._authorizers[name]
        identity = tuple(request.header(header) or "" for header in authorizer.identity_headers)
        if not all(identity):
            raise _Refused(401, "Unauthorized")
        method_arn = (
            f"arn:aws:execute-api:{REGION}:{ACCOUNT_ID}:{self._api_id}/$default"
            f"/{request.method}{request.path}"
        )
        key = (name, *identity)
        answer = self._get_remembered(key)
        if answer is None:
            answer = self._ask(authorizer, make_authorizer_event(event, identity, method_arn))
            self._remember(key, answer, authorizer.seconds_kept)
        statements = answer["policyDocument"]["Statement"]
        effects = {
            statement["Effect"] for statement in statements if _is_covered(statement["Resource"], method_arn)
        }
        if effects != {"Allow"}:
            raise _Refused(403, "Forbidden")
        return {"principalId": answer.get("principalId"), **(answer.get("context") or {})}

    def _ask(self, authorizer: _Authorizer, event: Mapping[str, Any]) -> Any:
        try:
            answer = authorizer.function.invoke(event)
        except FunctionFailed as error:
            if str(error) == "Unauthorized":
                raise _Refused(401, "Unauthorized") from None
            self._failed(error)
            raise _Refused(500, "Internal Server Error") from None
        if not _is_policy(answer):
            self._failed(FunctionFailed(authorizer.function.definition.name, "The answer is no policy."))
            raise _Refused(500, "Internal Server Error")
        return answer

    def _get_remembered(self, key: tuple[str, ...]) -> Any:
        with self._kept_lock:
            until, answer = self._kept.get(key, (0.0, None))
        return answer if time.monotonic() < until else None

    def _remember(self, key: tuple[str, ...], answer: Any, seconds: float) -> None:
        now = time.monotonic()
        with self._kept_lock:
            if len(self._kept) >= _CACHE_ENTRIES:
                self._kept = {known: entry for known, entry in self._kept.items() if entry[0] > now}
            self._kept[key] = (now + seconds, answer)

    def _read_route(self, path: str, method: str, operation: Mapping[str, Any]) -> _Route:
        integration = operation["x-amazon-apigateway-integration"]
        if str(integration.get("payloadFormatVersion")) != "1.0":
            raise UnsupportedApi(f"{method} {path}: only payload format 1.0 is known")
        if "+}" in path:
            raise UnsupportedApi(f"{path}: greedy parameters are not known")
        names = [name for requirement in operation.get("security", []) for name in requirement]
        authorizers = [name for name in names if name in self._authorizers]
        return _Route(
            method=_ANY_METHOD if method == _ANY_METHOD else method.upper(),
            path=path,
            segments=tuple(path.split("/")),
            function=self._find_function(integration["uri"]),
            authorizer=authorizers[0] if authorizers else None,
        )

    def _read_authorizer(self, name: str, scheme: Mapping[str, Any]) -> _Authorizer:
        details = scheme["x-amazon-apigateway-authorizer"]
        version = str(details.get("authorizerPayloadFormatVersion"))
        if details.get("type") != "request" or version != "1.0" or details.get("enableSimpleResponses"):
            raise UnsupportedApi(f"{name}: only request authorizers that answer with a policy are known")
        source_list = details["identitySource"]
        sources = source_list if isinstance(source_list, list) else re.split(r"\s*,\s*", source_list)
        prefix = "$request.header."
        if unknown := [source for source in sources if not source.startswith(prefix)]:
            raise UnsupportedApi(f"{name}: unknown identity source {unknown}")
        return _Authorizer(
            function=self._find_function(details["authorizerUri"]),
            identity_headers=tuple(source.removeprefix(prefix) for source in sources),
            seconds_kept=float(details.get("authorizerResultTtlInSeconds", 0)),
        )

    def _find_function(self, uri: str) -> Function:
        arn = re.fullmatch(r".*/functions/(.+)/invocations", uri)
        if arn is None or arn[1] not in self._functions:
            raise UnsupportedApi(f"{uri} leads to no function of this stack")
        return self._functions[arn[1]]


def _count_header_bytes(request: Request) -> int:
    line = len(request.method) + len(request.path) + len(request.query)
    return line + sum(len(name) + len(value) for name, value in request.headers)


def _is_policy(answer: Any) -> bool:
    if not isinstance(answer, dict) or not isinstance(answer.get("policyDocument"), dict):
        return False
    statements = answer["policyDocument"].get("Statement")
    if not isinstance(statements, list) or not all(
        {"Effect", "Resource"} <= set(entry) for entry in statements
    ):
        return False
    # A context of an authorizer is flat: strings, numbers and booleans.
    context = answer.get("context") or {}
    return not any(isinstance(value, dict | list) for value in context.values())


def _is_covered(resource: str | list[str], arn: str) -> bool:
    resources = [resource] if isinstance(resource, str) else resource
    # In a policy only * and ? are wildcards; fnmatch would also interpret square brackets.
    return any(fnmatch.fnmatchcase(arn, pattern.replace("[", "[[]")) for pattern in resources)
