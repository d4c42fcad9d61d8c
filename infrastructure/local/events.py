"""Events and answers of an HTTP API with payload format 1.0.

Sources: the API Gateway developer guide (AWS Lambda proxy integrations and Lambda authorizers for HTTP
APIs), and captured events: those show the letter case of header names, the guide does not.
"""

import base64
import time
import uuid
from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qsl

from infrastructure.local.http import Request, Response
from infrastructure.settings import ACCOUNT_ID

_TEXT_TYPES = {"application/json", "application/javascript", "application/xml"}
_CAPITALISED = {
    name.lower(): name
    for name in (
        "Content-Length",
        "Content-Type",
        "Host",
        "User-Agent",
        "X-Amzn-Trace-Id",
        "X-Forwarded-For",
        "X-Forwarded-Port",
        "X-Forwarded-Proto",
    )
}


class InvalidAnswer(Exception):
    """A function answered with something that an HTTP API cannot turn into a response."""


def make_request_event(
    request: Request, resource: str, path_parameters: Mapping[str, str], *, api_id: str, domain: str
) -> dict[str, Any]:
    """Return the event of a request.

    Args:
        request: its body is not None.
        resource: the path of the route, with `{parameters}`.
        path_parameters: their values.
    """
    headers: dict[str, list[str]] = {}
    for name, value in request.headers:
        headers.setdefault(_CAPITALISED.get(name.lower(), name.lower()), []).append(value)
    query: dict[str, list[str]] = {}
    for name, value in parse_qsl(request.query, keep_blank_values=True):
        query.setdefault(name, []).append(value)
    is_text = _is_text(request.header("content-type"))
    body = request.body or b""
    now = time.time()
    return {
        "version": "1.0",
        "resource": resource,
        "path": request.path,
        "httpMethod": request.method,
        "headers": {name: values[-1] for name, values in headers.items()},
        "multiValueHeaders": headers,
        "queryStringParameters": {name: values[-1] for name, values in query.items()} or None,
        "multiValueQueryStringParameters": query or None,
        "requestContext": {
            "accountId": ACCOUNT_ID,
            "apiId": api_id,
            "authorizer": {"claims": None, "scopes": None},
            "domainName": domain,
            "domainPrefix": domain.partition(".")[0],
            "httpMethod": request.method,
            "identity": {"sourceIp": request.viewer, "userAgent": request.header("user-agent")},
            "path": request.path,
            "protocol": "HTTP/1.1",
            "requestId": str(uuid.uuid4()),
            "requestTime": time.strftime("%d/%b/%Y:%H:%M:%S +0000", time.gmtime(now)),
            "requestTimeEpoch": round(now * 1000),
            "resourceId": None,
            "resourcePath": resource,
            "stage": "$default",
        },
        "pathParameters": dict(path_parameters) or None,
        "stageVariables": None,
        "body": _parse_body(body, is_text) if body else None,
        "isBase64Encoded": bool(body) and not is_text,
    }


def make_authorizer_event(
    event: Mapping[str, Any], identity: tuple[str, ...], method_arn: str
) -> dict[str, Any]:
    """Return the event of a Lambda authorizer for the event of a request."""
    kept = (
        *("resource", "path", "httpMethod", "headers", "queryStringParameters"),
        *("pathParameters", "stageVariables", "requestContext"),
    )
    return {
        "version": "1.0",
        "type": "REQUEST",
        "methodArn": method_arn,
        "identitySource": ",".join(identity),
        "authorizationToken": ",".join(identity),
        **{name: event[name] for name in kept},
    }


def parse_response(answer: Any) -> Response:
    """Return the response that an answer of a function stands for.

    Raises:
        InvalidAnswer: see its docstring.
    """
    if not isinstance(answer, dict):
        raise InvalidAnswer("The answer is not an object.")
    body = answer.get("body")
    if not isinstance(body, str | None):
        raise InvalidAnswer("The body is not a string.")
    try:
        status = int(answer["statusCode"])
        content = base64.b64decode(body or "") if answer.get("isBase64Encoded") else (body or "").encode()
    except (KeyError, TypeError, ValueError) as error:
        raise InvalidAnswer(f"The answer cannot be read: {error!r}") from None
    several = {name: list(values) for name, values in (answer.get("multiValueHeaders") or {}).items()}
    repeated = {name.lower() for name in several}
    single = {
        name: [value] for name, value in (answer.get("headers") or {}).items() if name.lower() not in repeated
    }
    headers = [(name, str(value)) for name, values in (single | several).items() for value in values]
    response = Response(status, headers, content)
    if body and response.header("content-type") is None:
        response.headers.append(("Content-Type", "text/plain;charset=UTF-8"))
    return response


def _is_text(content_type: str | None) -> bool:
    # Tried out against AWS by others: text/* and these three are text; everything else, a missing content
    # type and form data too, arrives in base64.
    media_type = (content_type or "").partition(";")[0].strip().lower()
    return media_type.startswith("text/") or media_type in _TEXT_TYPES


def _parse_body(body: bytes, is_text: bool) -> str:
    return body.decode("utf-8", "replace") if is_text else base64.b64encode(body).decode()
