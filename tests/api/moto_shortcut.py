"""Direct path for DynamoDB calls to moto, without a lookup of the service, and with plain answers.

moto tries the addresses of all its services for each call, builds a web request, and converts it back. It
asks for each value of an answer the ten types that it could have.
"""

import json
from collections.abc import Callable, Mapping
from typing import Any

from botocore.awsrequest import AWSPreparedRequest
from moto.core import DEFAULT_ACCOUNT_ID
from moto.core.botocore_stubber import BotocoreStubber
from moto.core.responses import ActionResult
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
        if service != _SERVICE or operation not in _OPERATIONS:
            return process(self, request)
        if b'"B":' in request.body or b'"BS":' in request.body:
            # Values are sent as text; moto converts them with its model of the service.
            return process(self, request)
        return _answer(target, request.body)

    return processed


def get_target(request: AWSPreparedRequest) -> str:
    """Return the service and operation that a request names, such as `DynamoDB_20120810.GetItem`."""
    target = request.headers.get("X-Amz-Target", "")
    return target.decode() if isinstance(target, bytes) else str(target)


def _answer(target: str, body: bytes) -> Any:
    handler = _PlainHandler()
    handler.headers = {"X-Amz-Target": target, "Content-Type": "application/x-amz-json-1.0"}
    handler.response_headers = {}
    handler.querystring = {}
    handler.region = REGION
    handler.current_account = DEFAULT_ACCOUNT_ID
    handler.params = json.loads(body)
    return handler.call_action()


class _PlainHandler(DynamoHandler):
    """Sends an answer as moto made it where its names and values are those of the SDK."""

    def serialized(self, action_result: ActionResult) -> Any:
        answer = _make_plain_answer(action_result.result)
        if answer is None:
            return super().serialized(action_result)
        headers = {"Content-Type": "application/x-amz-json-1.0", **self.response_headers}
        return 200, headers, json.dumps(answer)


def _make_plain_answer(result: Any) -> dict[str, Any] | None:
    """Return the answer as it is sent; None if moto has to make it."""
    if type(result) is not dict:
        return None
    answer = {}
    items: list[Any]
    for name, value in result.items():
        # The SDK knows no member of the second name.
        if value is None or name == "ConsumedCapacityUnits":
            continue
        match name, value:
            case ("Count" | "ScannedCount" | "ConsumedCapacity" | "ItemCollectionMetrics", _):
                items = []
            case ("UnprocessedItems" | "UnprocessedKeys", _) if not value:
                items = []
            case ("Item" | "Attributes" | "LastEvaluatedKey", dict()):
                items = [value]
            case ("Items", list()):
                items = value
            case ("Responses", dict()):
                items = [item for each in value.values() for item in each]
            case _:
                return None
        if not all(_is_plain_item(item) for item in items):
            return None
        answer[name] = value
    return answer


def _is_plain_item(attributes: Mapping[str, Any]) -> bool:
    return all(map(_is_plain_value, attributes.values()))


def _is_plain_value(value: Any) -> bool:
    if type(value) is not dict or len(value) != 1:
        return False
    ((kind, content),) = value.items()
    match kind, content:
        case ("S" | "N", str()) | ("BOOL" | "NULL", bool()):
            return True
        case ("M", dict()):
            return _is_plain_item(content)
        case ("L", list()):
            return all(map(_is_plain_value, content))
    return False
