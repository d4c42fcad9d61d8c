"""Background loops continue after failures and report them."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from infrastructure.local import loops
from infrastructure.local.loops import run_until_stopped
from tests.infrastructure.local_cloud.fakes import ENOUGH_SECONDS


@contextmanager
def run_thread(turn: threading.Event, *failures: Exception) -> Iterator[threading.Thread]:
    """Run a thread whose turns raise the given errors first; the next turn sets `done`."""
    stopping, left = threading.Event(), list(failures)

    def take_turn() -> None:
        if left:
            raise left.pop(0)
        turn.set()
        stopping.wait(ENOUGH_SECONDS)

    thread = threading.Thread(target=run_until_stopped, args=(take_turn, stopping), name="test", daemon=True)
    thread.start()
    yield thread
    stopping.set()
    thread.join(ENOUGH_SECONDS)
    assert not thread.is_alive()


@pytest.fixture(autouse=True)
def hardly_a_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loops, "PAUSE_SECONDS", 0.01)


def test_failed_turn_is_reported_and_the_next_one_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    reported: list[threading.ExceptHookArgs] = []
    monkeypatch.setattr(threading, "excepthook", reported.append)
    failures = (ValueError("one"), RuntimeError("dictionary changed size during iteration"))
    done = threading.Event()

    with run_thread(done, *failures) as thread:
        assert done.wait(ENOUGH_SECONDS)

    assert [entry.exc_value for entry in reported] == list(failures)
    assert all(entry.exc_traceback and entry.thread is thread for entry in reported)


def test_loop_continues_when_reporting_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(_reported: threading.ExceptHookArgs) -> None:
        raise BrokenPipeError

    monkeypatch.setattr(threading, "excepthook", gone)
    done = threading.Event()

    with run_thread(done, ValueError("one"), ValueError("two")):
        assert done.wait(ENOUGH_SECONDS)


def test_stopped_loop_takes_no_further_turn() -> None:
    stopping = threading.Event()
    turns: list[int] = []

    def take_turn() -> None:
        turns.append(1)
        if len(turns) == 3:
            stopping.set()

    run_until_stopped(take_turn, stopping)

    assert len(turns) == 3
