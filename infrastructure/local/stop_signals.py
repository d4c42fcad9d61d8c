"""The signals that end the local cloud: Ctrl-C, and what ends a process politely."""

import signal
import socket

_NUMBERS = (signal.SIGINT, signal.SIGTERM)


class StopSignals:
    """Waits for a signal in the main thread, and misses none.

    A lock or a queue would miss one: who waits for it is woken neither by a signal that the system gives to
    another thread, nor by one that comes just before the wait, after the interpreter has last looked for
    signals. What is written into a socket stays there.
    """

    def __init__(self) -> None:
        """Take the signals from now on, in place of what they did before."""
        self._noticed, self._notices = socket.socketpair()
        self._notices.setblocking(False)
        # Whichever thread a signal comes to writes a byte; only the main thread runs handlers.
        signal.set_wakeup_fd(self._notices.fileno(), warn_on_full_buffer=False)
        for number in _NUMBERS:
            signal.signal(number, lambda *_: None)

    def wait(self) -> None:
        """Return once a signal has come, however long ago."""
        self._noticed.recv(1)
