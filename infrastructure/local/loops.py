"""Background threads that must run until they are stopped."""

import threading
from collections.abc import Callable
from contextlib import suppress

PAUSE_SECONDS = 1.0
"""Pause after a failed turn, so that a constant failure neither fills the terminal nor takes the
processor.
"""


def run_until_stopped(turn: Callable[[], None], stopping: threading.Event) -> None:
    """Call `turn` until told to stop.

    An exception is passed to `threading.excepthook`, and the next turn comes after a pause: nobody would
    notice a dead thread until something is lost.

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
    # A closed terminal must not end the thread.
    with suppress(Exception):
        threading.excepthook(threading.ExceptHookArgs(reported))
