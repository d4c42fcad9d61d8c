"""A function runs as in a Lambda sandbox."""

import os
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from infrastructure.local import function_threads
from infrastructure.local.functions import Function, FunctionFailed
from infrastructure.local.stack import FunctionDefinition
from tests.infrastructure.local_cloud.fakes import ENOUGH_SECONDS, Stage, wait_until


def test_sandbox_handles_one_event_at_a_time(stage: Stage) -> None:
    running: list[int] = []
    seen: set[tuple[int, int]] = set()

    def handler(event: Any, _context: Any) -> Any:
        running.append(event)
        if len(seen) == 0:
            wait_until(lambda: len(limited._waiting) == 7)
        seen.add((len(running), threading.get_ident()))
        running.pop()
        return event

    limited = stage.function("one", handler, concurrency=1)
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(limited.invoke, range(1, 21)))

    assert answers == list(range(1, 21))
    assert len(seen) == 1
    assert next(iter(seen))[0] == 1


def test_concurrent_events_have_their_own_sandbox(stage: Stage) -> None:
    meeting = threading.Barrier(3)

    def handler(event: Any, _context: Any) -> Any:
        # Passes only when three are here at once.
        meeting.wait(ENOUGH_SECONDS)
        return [event, threading.get_ident()]

    function = stage.function("one", handler, concurrency=3, timeout=ENOUGH_SECONDS)
    with ThreadPoolExecutor(9) as pool:
        answers = list(pool.map(function.invoke, range(9)))

    assert [event for event, _ in answers] == list(range(9))
    assert len({thread for _, thread in answers}) == 3


def test_hanging_event_does_not_block_others(stage: Stage) -> None:
    release = threading.Event()

    def handler(event: Any, _context: Any) -> Any:
        if event == "hang":
            release.wait(ENOUGH_SECONDS)
        return event

    function = stage.function("one", handler, timeout=ENOUGH_SECONDS)
    with ThreadPoolExecutor(1) as pool:
        hanging = pool.submit(function.invoke, "hang")
        assert [function.invoke(event) for event in ("a", "b", "c")] == ["a", "b", "c"]
        assert not hanging.done()
        release.set()
        assert hanging.result() == "hang"


def test_last_idle_sandbox_is_reused_first(stage: Stage) -> None:
    meeting, is_last = threading.Barrier(2), threading.Event()
    last: list[int] = []

    def handler(event: Any, _context: Any) -> Any:
        if event != "alone":
            meeting.wait(ENOUGH_SECONDS)
        if event == "long":
            is_last.wait(ENOUGH_SECONDS)
            last.append(threading.get_ident())
        return threading.get_ident()

    function = stage.function("one", handler, timeout=ENOUGH_SECONDS)
    with ThreadPoolExecutor(2) as pool:
        long, short = (pool.submit(function.invoke, event) for event in ("long", "short"))
        threads = {short.result()}
        is_last.set()
        threads.add(long.result())

    alone = {function.invoke("alone") for _ in range(10)}
    assert len(threads) == 2
    assert alone == {last[-1]}


def test_sandboxes_share_all_modules_except_the_handler(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    package = tmp_path / "sample_group"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "service.py").write_text("import threading\nMEETING = threading.Barrier(2)\nRUNS = []\n")
    (package / "app.py").write_text(
        "from sample_group import service\n"
        "service.RUNS.append(__name__)\n"
        "OWN = object()\n"
        "def app(event, context):\n"
        "    if event: service.MEETING.wait(30)\n"
        "    return [id(OWN), id(service), len(service.RUNS)]\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    definition = FunctionDefinition("one", "arn", "sample_group.app.app", ENOUGH_SECONDS, 128, {})
    function = Function(definition, lambda *_: None)
    function.warm_up()

    with ThreadPoolExecutor(2) as pool:
        first, second = pool.map(function.invoke, (1, 1))
    again = function.invoke(0)
    del sys.modules["sample_group"]
    del sys.modules["sample_group.service"]

    assert first[0] != second[0]
    assert first[1] == second[1]
    assert again[0] in (first[0], second[0])
    assert again[2] == 2
    assert "sample_group.app" not in sys.modules


def test_failed_import_is_retried_with_the_next_event(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    (tmp_path / "sample_app.py").write_text("raise RuntimeError('a missing setting')")
    function = Function(FunctionDefinition("one", "arn", "sample_app.app", 3, 128, {}), lambda *_: None)

    for call in (function.warm_up, lambda: function.invoke({})):
        with pytest.raises(FunctionFailed, match="a missing setting"):
            call()
    # Another length than before, because the cache of compiled files looks at time and length.
    (tmp_path / "sample_app.py").write_text("def app(event, context): return 'back'")
    assert function.invoke({}) == "back"


def test_missing_module_is_named() -> None:
    function = Function(FunctionDefinition("one", "arn", "missing_app.app", 3, 128, {}), lambda *_: None)

    with pytest.raises(FunctionFailed, match="missing_app"):
        function.warm_up()


def test_function_sees_only_its_own_environment(
    stage: Stage, process: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OF_THE_PROCESS", "1")
    monkeypatch.setenv("AWS_ENDPOINT_URL", "http://127.0.0.1:1")
    function_threads.install()

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


def test_output_goes_to_the_function_log(
    stage: Stage, process: None, capsys: pytest.CaptureFixture[str]
) -> None:
    function_threads.install()

    def handler(_event: Any, _context: Any) -> None:
        sys.stdout.write("half a li")
        sys.stdout.write("ne\nanother\n")

    stage.function("one", handler).invoke({})
    sys.stdout.write("of the process")

    assert stage.printed == [("one", "half a line"), ("one", "another")]
    assert capsys.readouterr().out == "of the process"


def test_handler_gets_a_context(stage: Stage) -> None:
    def handler(_event: Any, context: Any) -> Any:
        return [context.function_name, context.aws_request_id, context.get_remaining_time_in_millis()]

    function = stage.function("one", handler, timeout=ENOUGH_SECONDS)
    (name, first, remaining), (_, second, _) = function.invoke({}), function.invoke({})

    assert name == "one"
    assert first != second
    assert 0 < remaining <= ENOUGH_SECONDS * 1_000


def test_events_and_answers_are_copies(stage: Stage) -> None:
    event: dict[str, Any] = {"list": [1]}

    def handler(given: Any, _context: Any) -> Any:
        given["list"].append(2)
        return given

    assert stage.function("one", handler).invoke(event) == {"list": [1, 2]}
    assert event == {"list": [1]}


@pytest.mark.parametrize("answer", [{1}, b"bytes", object(), "x" * (6 * 1024 * 1024)])
def test_unserializable_or_oversized_answer_fails(stage: Stage, answer: Any) -> None:
    with pytest.raises(FunctionFailed):
        stage.function("one", lambda *_: answer).invoke({})


def test_exiting_function_fails_and_recovers(stage: Stage) -> None:
    function = stage.function("one", lambda event, _: sys.exit(1) if event["exit"] else "back")

    with pytest.raises(FunctionFailed):
        function.invoke({"exit": True})
    assert function.invoke({"exit": False}) == "back"


def test_events_behind_a_killed_event_are_answered(stage: Stage) -> None:
    never = threading.Event()

    def handler(event: Any, _context: Any) -> Any:
        while event == "forever":
            never.wait(0.01)
        return event

    function = stage.function("one", handler, timeout=1, concurrency=1)
    with ThreadPoolExecutor(3) as pool:
        stuck = pool.submit(function.invoke, "forever")
        wait_until(lambda: function._sandboxes == 1)
        waiting = [pool.submit(function.invoke, "a"), pool.submit(function.invoke, "b")]

        with pytest.raises(FunctionFailed, match="timed out"):
            stuck.result()
        assert [future.result() for future in waiting] == ["a", "b"]


def test_killed_sandbox_makes_room_for_another(stage: Stage) -> None:
    threads: list[int] = []
    release = threading.Event()

    def handler(event: Any, _context: Any) -> Any:
        threads.append(threading.get_ident())
        if event == "late":
            # Cannot be interrupted, as a call into the operating system cannot.
            release.wait(ENOUGH_SECONDS)
        return event

    function = stage.function("one", handler, timeout=1, concurrency=2)
    with ThreadPoolExecutor(2) as pool:
        late = pool.submit(function.invoke, "late")
        wait_until(lambda: threads)
        assert function.invoke("a") == "a"
        with pytest.raises(FunctionFailed, match="timed out"):
            late.result()
        assert list(pool.map(function.invoke, ("b", "c"))) == ["b", "c"]
        killed = next(thread for thread in threading.enumerate() if thread.ident == threads[0])
    release.set()
    killed.join(ENOUGH_SECONDS)
    assert not killed.is_alive()
    assert {function.invoke(event) for event in ("d", "e")} == {"d", "e"}


def test_any_exception_of_a_handler_is_a_failure(stage: Stage) -> None:
    class Odd(BaseException):
        pass

    def handler(event: Any, _context: Any) -> Any:
        if event == "odd":
            raise Odd("neither an error nor an exit")
        return event

    function = stage.function("one", handler, timeout=ENOUGH_SECONDS, concurrency=1)

    with pytest.raises(FunctionFailed, match="neither an error nor an exit"):
        function.invoke("odd")
    assert function.invoke("a") == "a"


def test_thousand_concurrent_events_are_answered_once(stage: Stage) -> None:
    function = stage.function("one", lambda event, _: event)

    with ThreadPoolExecutor(32) as pool:
        assert list(pool.map(function.invoke, range(1_000))) == list(range(1_000))
