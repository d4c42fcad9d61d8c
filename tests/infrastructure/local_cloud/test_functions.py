"""A function of the local cloud answers events with handlers of its own."""

import os
import sys
import threading
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from infrastructure.local.functions import Function, FunctionFailed
from infrastructure.local.stack import FunctionDefinition
from tests.infrastructure.local_cloud.fakes import ENOUGH_SECONDS, Stage, define_function


def test_parallel_events_get_a_handler_each() -> None:
    meeting = threading.Barrier(3)
    made: list[object] = []

    def create_handler(_environment: Mapping[str, str]) -> Any:
        own = object()
        made.append(own)

        def handler(event: Any, _context: Any) -> Any:
            # Passes only when three are here at once.
            meeting.wait(ENOUGH_SECONDS)
            return [event, id(own)]

        return handler

    function = Function(define_function("one", concurrency=3), create_handler)
    with ThreadPoolExecutor(9) as pool:
        answers = list(pool.map(function.invoke, range(9)))

    assert [event for event, _ in answers] == list(range(9))
    assert len(made) == len({own for _, own in answers}) == 3


def test_handler_gets_its_own_environment_and_the_credentials(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(os.environ, "OF_THE_PROCESS", "1")
    monkeypatch.setitem(os.environ, "AWS_REGION", "us-west-2")
    function = Function(
        define_function("one", environment={"TABLE": "one"}),
        lambda environment: lambda _event, _context: dict(environment),
    )
    environment = function.invoke({})
    assert (environment["TABLE"], environment["AWS_REGION"]) == ("one", "us-west-2")
    assert "OF_THE_PROCESS" not in environment


def test_failed_start_is_retried_with_the_next_event() -> None:
    attempts: list[int] = []

    def create_handler(_environment: Mapping[str, str]) -> Any:
        attempts.append(1)
        if len(attempts) < 3:
            raise RuntimeError("a missing setting")
        return lambda *_: "back"

    function = Function(define_function("one"), create_handler)
    for call in (function.warm_up, lambda: function.invoke({})):
        with pytest.raises(FunctionFailed, match="a missing setting"):
            call()
    assert function.invoke({}) == "back"


def test_missing_module_is_named() -> None:
    function = Function(FunctionDefinition("one", "arn", "missing_group.app.app", 3, 128, {}))
    with pytest.raises(FunctionFailed, match="missing_group"):
        function.warm_up()


def test_handler_gets_a_context(stage: Stage) -> None:
    def handler(_event: Any, context: Any) -> Any:
        return [context.function_name, context.aws_request_id, context.get_remaining_time_in_millis()]

    function = stage.function("one", handler, timeout=ENOUGH_SECONDS)
    (name, first, remaining), (_, second, _) = function.invoke({}), function.invoke({})

    assert name == "one"
    assert first != second
    assert 0 < remaining <= ENOUGH_SECONDS * 1_000


@pytest.mark.parametrize("answer", [{1}, b"bytes", object(), "x" * (6 * 1024 * 1024)])
def test_unserializable_or_oversized_answer_fails(stage: Stage, answer: Any) -> None:
    with pytest.raises(FunctionFailed):
        stage.function("one", lambda *_: answer).invoke({})


def test_exiting_function_fails_and_recovers(stage: Stage) -> None:
    function = stage.function("one", lambda event, _: sys.exit(1) if event["exit"] else "back", concurrency=1)
    with pytest.raises(FunctionFailed):
        function.invoke({"exit": True})
    assert function.invoke({"exit": False}) == "back"
