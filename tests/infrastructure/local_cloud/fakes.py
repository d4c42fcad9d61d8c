"""Small functions, and a gateway over them, for the tests of the local cloud."""

import json
import time
from collections.abc import Callable
from typing import Any

from infrastructure.local.functions import Function, FunctionFailed
from infrastructure.local.gateway import Gateway
from infrastructure.local.http import Request
from infrastructure.local.stack import FunctionDefinition

Handler = Callable[[Any, Any], Any]

ENOUGH_SECONDS = 30
"""For whatever must come to be; it is waited for no longer than it takes."""
PROCESS_SECONDS = 300
"""For a process that has to start: it imports, or makes the sample people, for many
seconds of a processor that others may want as well."""
ORIGIN_SECRET = "secret of this stack"


def define_function(
    name: str, *, timeout: int = 3, environment: dict[str, str] | None = None, concurrency: int = 16
) -> FunctionDefinition:
    arn = f"arn:aws:lambda:us-east-1:123456789012:function:{name}"
    return FunctionDefinition(name, arn, f"fake_{name}.handler", timeout, 128, environment or {}, concurrency)


class Stage:
    """An HTTP API whose functions are plain Python functions."""

    def __init__(self) -> None:
        self.failures: list[FunctionFailed] = []
        self.functions: dict[str, Function] = {}
        self.paths: dict[str, Any] = {}
        self.schemes: dict[str, Any] = {}

    def function(self, name: str, handler: Handler, **details: Any) -> Function:
        function = Function(define_function(name, **details), lambda _environment: handler)
        self.functions[function.definition.arn] = function
        return function

    def route(self, method: str, path: str, handler: Handler, *, auth: str = "NONE", **details: Any) -> None:
        name = f"{method}{path}".replace("/", "_").replace("{", "").replace("}", "")
        function = self.function(name, handler, **details)
        self.paths.setdefault(path, {})[method.lower()] = {
            "x-amazon-apigateway-integration": {
                "payloadFormatVersion": "1.0",
                "type": "aws_proxy",
                "uri": _make_uri(function),
            },
            "security": [{auth: []}],
        }

    def authorizer(
        self,
        handler: Handler,
        *,
        name: str = "Guard",
        headers: tuple[str, ...] = ("Authorization", "id_token"),
        seconds_kept: int = 300,
    ) -> None:
        self.schemes[name] = {
            "type": "apiKey",
            "name": "Unused",
            "in": "header",
            "x-amazon-apigateway-authorizer": {
                "type": "request",
                "identitySource": [f"$request.header.{header}" for header in headers],
                "authorizerPayloadFormatVersion": "1.0",
                "authorizerResultTtlInSeconds": seconds_kept,
                "authorizerUri": _make_uri(self.function(name, handler)),
            },
        }

    def gateway(self) -> Gateway:
        return Gateway(
            {"Body": {"paths": self.paths, "components": {"securitySchemes": self.schemes}}},
            self.functions,
            api_id="api",
            domain="api.example.com",
            failed=self.failures.append,
        )


def _make_uri(function: Function) -> str:
    return (
        f"arn:aws:apigateway:us-east-1:lambda:path/2015-03-31/functions/{function.definition.arn}/invocations"
    )


def echo(event: Any, _context: Any) -> Any:
    """Answers with its own event."""
    return {
        "statusCode": 200,
        "headers": {"Content-Type": "application/json"},
        "body": json.dumps(event),
    }


def get(path: str, *headers: tuple[str, str], query: str = "") -> Request:
    return Request("GET", path, query=query, headers=headers)


def wait_until(condition: Callable[[], Any], seconds: float = ENOUGH_SECONDS) -> Any:
    """Wait for a condition to hold and return its value.

    Args:
        seconds: the time limit.
    """
    deadline = time.monotonic() + seconds
    while not (found := condition()):
        assert time.monotonic() < deadline, f"It did not come to be within {seconds} s."
        time.sleep(0.01)
    return found
