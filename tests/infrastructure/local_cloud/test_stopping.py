"""`python -m infrastructure.local start` ends at a signal, whatever it is doing when the signal comes."""

import os
import subprocess
import sys

from infrastructure.local.settings import REPOSITORY
from tests.infrastructure.ports import free_port

# A local cloud that does nothing and is told to stop before each line that runs once it is ready.
SCRIPT = """
import signal, sys, types

class LocalCloud:
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
sys.modules["infrastructure.local.server"] = types.SimpleNamespace(LocalCloud=LocalCloud)
from infrastructure.local.__main__ import main
sys.exit(main(["start", "--port", sys.argv[1], "--data", sys.argv[2]]))
"""


def test_a_signal_that_comes_while_waiting_begins_ends_it(tmp_path):
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(free_port()), str(tmp_path)],
        cwd=REPOSITORY,
        env={**os.environ, "PYTHONPATH": f"{REPOSITORY}{os.pathsep}{REPOSITORY / 'shared/python'}"},
        capture_output=True,
        text=True,
        check=False,
        timeout=30,
    )
    assert (done.returncode, done.stderr) == (0, "Stopped; everything is saved.\n")
