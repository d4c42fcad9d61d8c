"""The signals that end the local cloud: SIGINT (Ctrl-C) and SIGTERM."""

import signal
import socket

_NUMBERS = (signal.SIGINT, signal.SIGTERM)


class StopSignals:
    """Waits for a signal in the main thread, and misses none.

    A wait for a lock or a queue would miss some signals: those that the system delivers to another thread,
    and those just before the wait. A byte in a socket stays there.
    """

    def __init__(self) -> None:
        """Handle the signals from now on."""
        self._noticed, self._notices = socket.socketpair()
        self._notices.setblocking(False)
        # The thread that gets the signal writes a byte; only the main thread runs handlers.
        signal.set_wakeup_fd(self._notices.fileno(), warn_on_full_buffer=False)
        for number in _NUMBERS:
            signal.signal(number, lambda *_: None)

    def wait(self) -> None:
        """Wait for a signal; return at once if one has come already."""
        self._noticed.recv(1)
