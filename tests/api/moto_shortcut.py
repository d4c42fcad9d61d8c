"""Direct path for DynamoDB calls to moto, without a lookup of the service.

moto tries the addresses of all its services for each call, builds a web request, and converts it back.
"""

import json
from collections.abc import Callable
from typing import Any

from botocore.awsrequest import AWSPreparedRequest
from moto.core import DEFAULT_ACCOUNT_ID
from moto.core.botocore_stubber import BotocoreStubber
from moto.dynamodb.responses import DynamoHandler

from tests.api.support import REGION

Process = Callable[[BotocoreStubber, AWSPreparedRequest], Any]

_SERVICE = "DynamoDB_20120810"
_OPERATIONS = frozenset(
    {
        *("BatchGetItem", "BatchWriteItem", "DeleteItem", "GetItem", "PutItem", "Query", "Scan"),
        *("TransactGetItems", "TransactWriteItems", "UpdateItem"),
    }
)


def shorten_processing(process: Process) -> Process:
    """Shortened request processing of moto for calls that read or write items."""

    def processed(self: BotocoreStubber, request: AWSPreparedRequest) -> Any:
        target = get_target(request)
        service, _, operation = target.partition(".")
        if service != _SERVICE or operation not in _OPERATIONS or _has_bytes(request.body):
            return process(self, request)
        return _answer(target, request.body)

    return processed


def get_target(request: AWSPreparedRequest) -> str:
    """Return the service and operation that a request names, such as `DynamoDB_20120810.GetItem`."""
    target = request.headers.get("X-Amz-Target", "")
    return target.decode() if isinstance(target, bytes) else str(target)


def _has_bytes(body: bytes) -> bool:
    # Values are sent as text; moto converts them with its model of the service.
    return b'"B":' in body or b'"BS":' in body


def _answer(target: str, body: bytes) -> Any:
    handler = DynamoHandler()
    handler.headers = {"X-Amz-Target": target, "Content-Type": "application/x-amz-json-1.0"}
    handler.response_headers = {}
    handler.querystring = {}
    handler.region = REGION
    handler.current_account = DEFAULT_ACCOUNT_ID
    handler.params = json.loads(body)
    return handler.call_action()
