"""DynamoDB calls that succeed but whose replies are lost."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Lock
from typing import Any
from unittest import mock

from botocore.awsrequest import AWSPreparedRequest
from botocore.exceptions import ReadTimeoutError
from moto.core.botocore_stubber import BotocoreStubber


@dataclass(slots=True)
class Calls:
    """DynamoDB calls so far; retries of the SDK count as one call."""

    ids: list[str] = field(default_factory=list)
    lock: Lock = field(default_factory=Lock)

    def get_position(self, request: AWSPreparedRequest) -> int:
        call = _get_header(request, "amz-sdk-invocation-id")
        with self.lock:
            if call not in self.ids:
                self.ids.append(call)
            return self.ids.index(call)


@contextmanager
def lose_reply(place: int, *, also_again: bool) -> Iterator[Calls]:
    """Lose the reply of one call.

    Args:
        place: position of the call, from 0.
        also_again: lose the reply of the SDK's retry too, so that the call fails.
    """
    answer = BotocoreStubber.process_request
    calls = Calls()

    def sometimes(self: BotocoreStubber, request: AWSPreparedRequest) -> Any:
        done = answer(self, request)
        if not _get_header(request, "X-Amz-Target").startswith("DynamoDB"):
            return done
        is_first = _get_header(request, "amz-sdk-request").startswith("attempt=1")
        if calls.get_position(request) == place and (is_first or also_again):
            raise ReadTimeoutError(endpoint_url=request.url)
        return done

    with (
        mock.patch.object(BotocoreStubber, "process_request", sometimes),
        # Skip the SDK's pause before a retry.
        mock.patch("botocore.endpoint.time.sleep", lambda _seconds: None),
    ):
        yield calls


def _get_header(request: AWSPreparedRequest, name: str) -> str:
    value = request.headers.get(name, "")
    return value.decode() if isinstance(value, bytes) else str(value)
