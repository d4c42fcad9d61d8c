"""Environment and log of each function, although all functions share one process.

A thread that belongs to a function sees the function's own environment variables, and what it prints
goes to the function's own log.
"""

import os
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, MutableMapping
from dataclasses import dataclass
from typing import Any, TextIO

_SEARCH_PATH = ("PATH", "PYTHONPATH", "HOME", "LANG", "TZ", "TMPDIR", "SSL_CERT_FILE")


class _Thread(threading.local):
    environment: MutableMapping[str, str] | None = None
    log: Callable[[str], None] | None = None
    unfinished_line: str = ""


_thread = _Thread()


@dataclass(frozen=True, slots=True, eq=False)
class _Environment(MutableMapping[str, str]):
    """Replacement of `os.environ`: in a function's thread, the function's variables and no others."""

    process: MutableMapping[str, str]

    def _get_current(self) -> MutableMapping[str, str]:
        return self.process if _thread.environment is None else _thread.environment

    def __getitem__(self, name: str) -> str:
        return self._get_current()[name]

    def __setitem__(self, name: str, value: str) -> None:
        self._get_current()[name] = value

    def __delitem__(self, name: str) -> None:
        del self._get_current()[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._get_current())

    def __len__(self) -> int:
        return len(self._get_current())

    def copy(self) -> dict[str, str]:
        """Return a plain dictionary, as `os.environ.copy()` gives."""
        return dict(self._get_current())


@dataclass(frozen=True, slots=True)
class _Output:
    """Replacement of `sys.stdout`: passes whole lines of a function's thread to its log."""

    terminal: TextIO

    def write(self, text: str) -> int:
        if _thread.log is None:
            return self.terminal.write(text)
        *lines, _thread.unfinished_line = (_thread.unfinished_line + text).split("\n")
        for line in lines:
            _thread.log(line)
        return len(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.terminal, name)


def install() -> None:
    """Make environment and output depend on the thread. Idempotent."""
    if not isinstance(os.environ, _Environment):
        os.environ = _Environment(os.environ)  # type: ignore[assignment]  # noqa: B003
    if not isinstance(sys.stdout, _Output):
        sys.stdout = _Output(sys.stdout)


def enter(environment: Mapping[str, str], log: Callable[[str], None]) -> None:
    """Bind the current thread to a function until the thread ends.

    Args:
        environment: the function's variables. What Lambda itself sets is taken from the process: the AWS
            SDK's variables and where programs are found.
        log: receives each line that the function prints.
    """
    process = os.environ
    inherited = {
        name: value for name, value in process.items() if name.startswith("AWS_") or name in _SEARCH_PATH
    }
    _thread.environment = {**inherited, **environment}
    _thread.log = log
