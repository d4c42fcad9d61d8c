"""Faults of DynamoDB: failed calls, lost replies, throttling, and parallel calls in between."""

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from functools import partial
from threading import Lock
from typing import Any
from unittest import mock

import pytest
from botocore.awsrequest import AWSPreparedRequest
from botocore.exceptions import EndpointConnectionError, ReadTimeoutError
from moto.core.botocore_stubber import BotocoreStubber

from portal.items import Item
from portal.tables import Condition, Table

_MAX_CALLS = 60

CODE = "ProvisionedThroughputExceededException"
_REFUSAL = json.dumps({"__type": f"com.amazonaws.dynamodb.v20120810#{CODE}"})
_THROTTLED: tuple[int, dict[str, str], str] = (400, {}, _REFUSAL)
_MISSING: tuple[int, dict[str, str], str] = (
    400,
    {},
    json.dumps({"__type": "com.amazonaws.dynamodb.v20120810#ResourceNotFoundException"}),
)

Process = Callable[[], Any]
Handle = Callable[[int, bool, Process], Any]
"""Takes the position of a call, from 0, True for its first attempt, and its processing; returns the reply."""


class Killed(BaseException):
    """Simulated end of a sandbox, after which nothing runs."""


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
def intercept_calls(handle: Handle) -> Iterator[Calls]:
    """Let a function process each request to DynamoDB."""
    process = BotocoreStubber.process_request
    calls = Calls()

    def intercepted(self: BotocoreStubber, request: AWSPreparedRequest) -> Any:
        if not _get_header(request, "X-Amz-Target").startswith("DynamoDB"):
            return process(self, request)
        is_first = _get_header(request, "amz-sdk-request").startswith("attempt=1")
        return handle(calls.get_position(request), is_first, lambda: process(self, request))

    with (
        mock.patch.object(BotocoreStubber, "process_request", intercepted),
        # Skip the SDK's pause before a retry.
        mock.patch("botocore.endpoint.time.sleep", lambda _seconds: None),
    ):
        yield calls


@contextmanager
def hide_table(name: str) -> Iterator[list[str]]:
    """Refuse calls of one table as if it did not exist, and list their operations."""
    refused: list[str] = []
    process = BotocoreStubber.process_request

    def intercepted(self: BotocoreStubber, request: AWSPreparedRequest) -> Any:
        service, _, operation = _get_header(request, "X-Amz-Target").partition(".")
        if service.startswith("DynamoDB") and f'"TableName": "{name}"' in str(request.body):
            refused.append(operation)
            return _MISSING
        return process(self, request)

    with mock.patch.object(BotocoreStubber, "process_request", intercepted):
        yield refused


def lose_reply(place: int, *, also_again: bool) -> AbstractContextManager[Calls]:
    """Lose the reply of one call.

    Args:
        place: position of the call, from 0.
        also_again: lose the reply of the SDK's retry too, so that the call fails.
    """

    def handle(position: int, is_first: bool, process: Process) -> Any:
        reply = process()
        if position == place and (is_first or also_again):
            raise ReadTimeoutError(endpoint_url="dynamodb")
        return reply

    return intercept_calls(handle)


def fail_call(place: int) -> AbstractContextManager[Calls]:
    """Make one call fail, also when the SDK retries it, without a change."""

    def handle(position: int, _: bool, process: Process) -> Any:
        if position == place:
            raise EndpointConnectionError(endpoint_url="dynamodb")
        return process()

    return intercept_calls(handle)


def kill_at_call(place: int, *, is_after: bool) -> AbstractContextManager[Calls]:
    """End the function before or after one call."""

    def handle(position: int, _: bool, process: Process) -> Any:
        if position == place and not is_after:
            raise Killed
        reply = process()
        if position == place:
            raise Killed
        return reply

    return intercept_calls(handle)


def throttle_calls(every: int, beginning_with: int) -> AbstractContextManager[Calls]:
    """Refuse every nth call, also when the SDK retries it."""
    return intercept_calls(
        lambda position, _, process: _THROTTLED if position % every == beginning_with else process()
    )


def throttle_first_attempts() -> AbstractContextManager[Calls]:
    """Refuse each call once; the SDK retries it."""
    return intercept_calls(lambda _, is_first, process: _THROTTLED if is_first else process())


def run_before_call(place: int, other: Callable[[], object]) -> AbstractContextManager[Calls]:
    """Run a parallel call just before one call to DynamoDB."""

    def handle(position: int, is_first: bool, process: Process) -> Any:
        if position == place and is_first:
            other()
        return process()

    return intercept_calls(handle)


def disturb_each_call(
    disturb: Callable[[int], AbstractContextManager[Calls]], restore: Callable[[], None]
) -> Iterator[tuple[int, AbstractContextManager[None]]]:
    """Yield the position of each call with a block in which it is disturbed, until there is no such call.

    Args:
        disturb: makes the disturbance of the call at a position.
        restore: restores the state before the calls.
    """
    for place in range(_MAX_CALLS):
        restore()
        made: list[Calls] = []
        yield place, _disturbed(disturb(place), made)
        if place >= len(made[0].ids):
            assert place > 0
            return
    pytest.fail("There are more calls than are tried")


@contextmanager
def _disturbed(disturbance: AbstractContextManager[Calls], made: list[Calls]) -> Iterator[None]:
    with disturbance as calls:
        made.append(calls)
        yield


def show_stale_index(monkeypatch: pytest.MonkeyPatch, index: str, *entries: Item) -> None:
    """Make queries of an index return these entries, as before it is updated."""
    query = Table.query

    def query_stale(table: Table[Any], keys: Condition, **options: Any) -> Iterator[Item]:
        return iter(entries) if options.get("index") == index else query(table, keys, **options)

    monkeypatch.setattr(Table, "query", query_stale)


def let_others_write_first(
    monkeypatch: pytest.MonkeyPatch,
    repository: type[Any],
    writes: Iterable[str],
    others: Iterable[Callable[[], object]],
) -> None:
    """Run parallel calls in order, each just before a write of the call under test.

    Args:
        writes: methods of the repository that write.
        others: parallel calls; their own writes are not delayed.
    """
    waiting = iter(others)
    is_others_turn = False

    def overtaken(write: Callable[..., Any]) -> Callable[..., Any]:
        def late(*arguments: Any, **options: Any) -> Any:
            nonlocal is_others_turn
            if not is_others_turn and (other := next(waiting, None)):
                is_others_turn = True
                try:
                    other()
                finally:
                    is_others_turn = False
            return write(*arguments, **options)

        return late

    for name in writes:
        monkeypatch.setattr(repository, name, overtaken(getattr(repository, name)))


def _get_header(request: AWSPreparedRequest, name: str) -> str:
    value = request.headers.get(name, "")
    return value.decode() if isinstance(value, bytes) else str(value)


FAULTS: dict[str, Callable[[int], AbstractContextManager[Calls]]] = {
    "reply lost": partial(lose_reply, also_again=False),
    "reply lost also again": partial(lose_reply, also_again=True),
    "call failed": fail_call,
    "ended before call": partial(kill_at_call, is_after=False),
    "ended after call": partial(kill_at_call, is_after=True),
    "throttled": lambda _place: throttle_first_attempts(),
}
"""Disturbances of the call at a position; throttling concerns all calls."""

HIDDEN = ("reply lost", "throttled")
"""Faults that the SDK hides by its retries."""
