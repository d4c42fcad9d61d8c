"""Threads that work beside the requests and must not end before they are told to."""

import threading
from collections.abc import Callable
from contextlib import suppress

PAUSE_SECONDS = 1.0
"""Pause after a failed turn, so that a constant failure neither fills the terminal nor takes the
processor.
"""


def run_until_stopped(turn: Callable[[], None], stopping: threading.Event) -> None:
    """Take turns until told to stop.

    A turn that raises is told to `threading.excepthook`, as the end of a thread would be, and the next one
    comes after a pause: a thread that has ended is missed by nobody until something is lost.

    Args:
        turn: does what is to be done now, or waits for it; returns when it is told to stop.
        stopping: set when no further turn is to be taken.
    """
    while not stopping.is_set():
        try:
            turn()
        except Exception as error:
            _tell(error)
            stopping.wait(PAUSE_SECONDS)


def _tell(error: Exception) -> None:
    reported = (type(error), error, error.__traceback__, threading.current_thread())
    # A terminal that is gone must not end what goes on without one.
    with suppress(Exception):
        threading.excepthook(threading.ExceptHookArgs(reported))
