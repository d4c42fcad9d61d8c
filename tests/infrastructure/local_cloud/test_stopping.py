"""The process ends although a thread goes on."""

import os
import subprocess
import sys
from pathlib import Path

from infrastructure.settings import REPOSITORY
from tests.moved_clock import join_python_path

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


def test_running_function_does_not_block_the_exit(tmp_path: Path) -> None:
    done = run(AT_WORK_FOR_EVER, str(tmp_path / "none"))
    assert (done.returncode, done.stdout) == (0, "There is nothing to forget.\n")
