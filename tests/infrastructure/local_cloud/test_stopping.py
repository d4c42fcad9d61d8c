"""`python -m infrastructure.demo start` ends at a signal at any time."""

import os
import subprocess
import sys
from pathlib import Path

from infrastructure.settings import REPOSITORY
from tests.infrastructure.ports import find_free_port
from tests.moved_clock import join_python_path

# A local cloud without work that gets a stop signal before each line after it is ready.
SCRIPT = """
import signal, sys, types

class DemoPortal:
    def __init__(self, *_): pass
    def start(self, _began): sys.settrace(interrupted)
    def stop(self): sys.settrace(None)

def interrupted(frame, event, _argument):
    if event == "line" and not is_handled[0]:
        is_handled[0] = True
        signal.raise_signal(signal.SIGTERM)
        is_handled[0] = False
    frame.f_trace = interrupted
    return interrupted

is_handled = [False]
sys.modules["infrastructure.demo.portal"] = types.SimpleNamespace(DemoPortal=DemoPortal)
from infrastructure.demo.__main__ import main
sys.exit(main(["start", "--port", sys.argv[1], "--data", sys.argv[2]]))
"""

# The main thread waits, and the signal is given to another one.
TAKEN_BY_ANOTHER_THREAD = """
import os, signal, sys, threading
from infrastructure.local.stop_signals import StopSignals

def take():
    while sys._current_frames()[threading.main_thread().ident].f_code.co_name != "wait":
        os.sched_yield()
    # Each call lets the main thread go on, which has only to begin to wait.
    for _ in range(1_000):
        os.sched_yield()
    signal.pthread_kill(threading.get_ident(), signal.SIGTERM)
    threading.Event().wait()

stopping = StopSignals()
threading.Thread(target=take, daemon=True).start()
stopping.wait()
"""

# A function is at work in a pool of threads, and never ends.
AT_WORK_FOR_EVER = """
import concurrent.futures, runpy, sys, threading
concurrent.futures.ThreadPoolExecutor(1).submit(threading.Event().wait)
sys.argv[:] = ["local", "reset", "--data", sys.argv[1]]
runpy.run_module("infrastructure.demo", run_name="__main__", alter_sys=True)
"""


def run(script: str, *parameters: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", script, *parameters],
        cwd=REPOSITORY,
        env={**os.environ, "PYTHONPATH": join_python_path(REPOSITORY, REPOSITORY / "shared/python")},
        capture_output=True,
        text=True,
        check=False,
        timeout=5,
    )


def test_signal_at_the_start_of_waiting_stops_the_process(tmp_path: Path) -> None:
    done = run(SCRIPT, str(find_free_port()), str(tmp_path))
    assert (done.returncode, done.stderr) == (0, "Stopped; everything is saved.\n")


def test_signal_in_another_thread_stops_the_process() -> None:
    assert run(TAKEN_BY_ANOTHER_THREAD).returncode == 0


def test_running_function_does_not_block_the_exit(tmp_path: Path) -> None:
    done = run(AT_WORK_FOR_EVER, str(tmp_path / "none"))
    assert (done.returncode, done.stdout) == (0, "There is nothing to forget.\n")
