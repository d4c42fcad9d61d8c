"""DynamoDB that is too busy for every second call."""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from typing import Any
from unittest import mock

from botocore.client import BaseClient
from botocore.exceptions import ClientError


@contextmanager
def every_second_call_throttled(first_fails: bool = True) -> Iterator[None]:
    """Refuse every second call, beginning with the first or the second one."""
    call = BaseClient._make_api_call
    numbers = count(0 if first_fails else 1)

    def sometimes(self: BaseClient, operation: str, parameters: dict[str, Any]) -> Any:
        if next(numbers) % 2 == 0:
            error = {"Code": "ProvisionedThroughputExceededException", "Message": "Slow down"}
            raise ClientError({"Error": error, "ResponseMetadata": {"HTTPStatusCode": 400}}, operation)
        return call(self, operation, parameters)

    with mock.patch.object(BaseClient, "_make_api_call", sometimes):
        yield
