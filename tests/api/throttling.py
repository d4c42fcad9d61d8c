"""DynamoDB that throttles some calls."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from typing import Any
from unittest import mock

from botocore.client import BaseClient
from botocore.exceptions import ClientError
from moto.dynamodb.responses import DynamoHandler

CODE = "ProvisionedThroughputExceededException"


@contextmanager
def throttle_every_second_request() -> Iterator[None]:
    """Refuse every second request to DynamoDB; the SDK retries refused ones."""
    answer = DynamoHandler.call_action
    numbers = count()

    def sometimes(self: DynamoHandler) -> Any:
        if next(numbers) % 2 == 0:
            return 400, {}, json.dumps({"__type": f"com.amazonaws.dynamodb.v20120810#{CODE}"})
        return answer(self)

    with mock.patch.object(DynamoHandler, "call_action", sometimes):
        yield


@contextmanager
def throttle_calls(every: int, beginning_with: int) -> Iterator[None]:
    """Make every nth call fail permanently, as after the SDK's retries."""
    call = BaseClient._make_api_call
    numbers = count()

    def sometimes(self: BaseClient, operation: str, parameters: dict[str, Any]) -> Any:
        if next(numbers) % every == beginning_with:
            error = {"Code": CODE, "Message": "Slow down"}
            raise ClientError({"Error": error, "ResponseMetadata": {"HTTPStatusCode": 400}}, operation)
        return call(self, operation, parameters)

    with mock.patch.object(BaseClient, "_make_api_call", sometimes):
        yield
