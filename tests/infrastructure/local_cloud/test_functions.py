"""A function runs as in a Lambda sandbox."""

import os
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from infrastructure.local import sandbox
from infrastructure.local.functions import FunctionFailed
from tests.infrastructure.local_cloud.fakes import Stage


def test_takes_one_event_at_a_time_on_one_thread(stage: Stage) -> None:
    running: list[int] = []
    seen: set[tuple[int, int]] = set()

    def handler(event: Any, _context: Any) -> Any:
        running.append(event)
        seen.add((len(running), threading.get_ident()))
        time.sleep(0.005)
        running.pop()
        return event

    function = stage.function("one", handler)
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(function.invoke, range(1, 21)))

    assert answers == list(range(1, 21))
    assert len(seen) == 1
    assert next(iter(seen))[0] == 1


def test_sees_its_own_environment_and_no_other(
    stage: Stage, process: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OF_THE_PROCESS", "1")
    monkeypatch.setenv("AWS_ENDPOINT_URL", "http://127.0.0.1:1")
    sandbox.install()

    def handler(_event: Any, _context: Any) -> Any:
        return dict(os.environ)

    one = stage.function("one", handler, environment={"TABLE": "one"}).invoke({})
    two = stage.function("two", handler, environment={"TABLE": "two"}).invoke({})

    assert (one["TABLE"], two["TABLE"]) == ("one", "two")
    assert one["AWS_LAMBDA_FUNCTION_NAME"] == "one"
    assert one["AWS_ENDPOINT_URL"] == "http://127.0.0.1:1"
    assert "OF_THE_PROCESS" not in one
    assert "TABLE" not in os.environ
    assert os.environ["OF_THE_PROCESS"] == "1"


def test_what_it_prints_goes_to_its_log(
    stage: Stage, process: None, capsys: pytest.CaptureFixture[str]
) -> None:
    sandbox.install()

    def handler(_event: Any, _context: Any) -> None:
        sys.stdout.write("half a li")
        sys.stdout.write("ne\nanother\n")

    stage.function("one", handler).invoke({})
    sys.stdout.write("of the process")

    assert stage.printed == [("one", "half a line"), ("one", "another")]
    assert capsys.readouterr().out == "of the process"


def test_gives_the_handler_a_context(stage: Stage) -> None:
    def handler(_event: Any, context: Any) -> Any:
        return [context.function_name, context.aws_request_id, context.get_remaining_time_in_millis()]

    function = stage.function("one", handler, timeout=3)
    (name, first, remaining), (_, second, _) = function.invoke({}), function.invoke({})

    assert name == "one"
    assert first != second
    assert 2_000 < remaining <= 3_000


def test_events_and_answers_are_copies(stage: Stage) -> None:
    event: dict[str, Any] = {"list": [1]}

    def handler(given: Any, _context: Any) -> Any:
        given["list"].append(2)
        return given

    assert stage.function("one", handler).invoke(event) == {"list": [1, 2]}
    assert event == {"list": [1]}


@pytest.mark.parametrize("answer", [{1}, b"bytes", object(), "x" * (6 * 1024 * 1024)])
def test_an_answer_that_lambda_would_not_take_fails(stage: Stage, answer: Any) -> None:
    with pytest.raises(FunctionFailed):
        stage.function("one", lambda *_: answer).invoke({})


def test_a_function_that_leaves_the_interpreter_fails_and_comes_back(stage: Stage) -> None:
    function = stage.function("one", lambda event, _: sys.exit(1) if event["exit"] else "back")

    with pytest.raises(FunctionFailed):
        function.invoke({"exit": True})
    assert function.invoke({"exit": False}) == "back"


def test_what_waits_behind_a_killed_event_is_answered(stage: Stage) -> None:
    def handler(event: Any, _context: Any) -> Any:
        while event == "forever":
            time.sleep(0.01)
        return event

    function = stage.function("one", handler, timeout=1)
    with ThreadPoolExecutor(3) as pool:
        stuck = pool.submit(function.invoke, "forever")
        time.sleep(0.1)
        waiting = [pool.submit(function.invoke, "a"), pool.submit(function.invoke, "b")]

        with pytest.raises(FunctionFailed, match="timed out"):
            stuck.result()
        assert [future.result() for future in waiting] == ["a", "b"]
