"""Hands the calls of DynamoDB to moto without a look for the service whose they are.

moto tries the addresses of all its services for each call, and makes a request of a web server of it.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from botocore.awsrequest import AWSPreparedRequest
from moto.core.botocore_stubber import BotocoreStubber
from moto.dynamodb.responses import DynamoHandler
from werkzeug.datastructures import Headers, MultiDict

from tests.api import beginnings

Process = Callable[[BotocoreStubber, AWSPreparedRequest], Any]


@dataclass(slots=True)
class _Request:
    """What moto looks at of a request of DynamoDB."""

    raw_url: str
    headers: Headers
    data: bytes
    method: str = "POST"
    path: str = "/"
    raw_path: str = "/"
    content_encoding: str | None = None
    from_wsgi_server: bool = False
    environ: dict[str, str] = field(default_factory=dict)
    form: MultiDict[str, str] = field(default_factory=MultiDict)
    files: MultiDict[str, Any] = field(default_factory=MultiDict)
    values: MultiDict[str, str] = field(default_factory=MultiDict)

    @property
    def content_type(self) -> str:
        return self.headers["Content-Type"]


def straight(process: Process) -> Process:
    """moto's way of processing requests, but for those of DynamoDB."""

    def processed(self: BotocoreStubber, request: AWSPreparedRequest) -> Any:
        headers = Headers(
            [
                (name, value.decode() if isinstance(value, bytes) else value)
                for name, value in request.headers.items()
            ]
        )
        service, _, operation = headers.get("X-Amz-Target", "").partition(".")
        beginnings.called(operation)
        if not service.startswith("DynamoDB_"):
            return process(self, request)
        headers.setdefault("Host", urlsplit(request.url).netloc)
        return DynamoHandler.dispatch(_Request(request.url, headers, request.body))

    return processed
