"""Terminal output: a line per request, a stack trace for failures, no personal data."""

import io
import json
import os
import sys
import threading
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from http import HTTPStatus
from typing import TextIO

from infrastructure.local.functions import FunctionFailed
from infrastructure.local.http import Request, Response, make_text_response
from infrastructure.local.http_server import Application

_QUIET_LEVELS = {"DEBUG", "INFO"}
_COLORS = {2: "32", 3: "36", 4: "33", 5: "31"}
_QUIET_SUFFIXES = (".js", ".css", ".woff2", ".svg", ".png", ".ico", ".webp", ".map", ".webmanifest")


class Console:
    """Writes to the terminal, one writer at a time."""

    def __init__(
        self, seconds: Callable[[], float] = time.perf_counter, output: TextIO | None = None
    ) -> None:
        """Use colors on a terminal, unless NO_COLOR is set.

        Args:
            seconds: a clock whose readings differ by how long a request took.
            output: by default the error output.
        """
        self._seconds = seconds
        self._lock = threading.Lock()
        self._output = output
        self._has_colors = (output or sys.stderr).isatty() and "NO_COLOR" not in os.environ

    def write_line(self, text: str) -> None:
        """Write a line; a closed terminal is not an error."""
        with self._lock, suppress(OSError):
            print(text, file=self._output or sys.stderr, flush=True)

    def report_failure(self, error: FunctionFailed) -> None:
        """Show why a function failed."""
        trace = error.trace.rstrip() or str(error)
        self.write_line(self._color("31", f"{error.function} failed") + f"\n{_indent(trace)}")

    def write_function_log(self, line: str) -> None:
        """Show relevant output of a function.

        A function writes JSON: a record for each request, which the line of the gateway repeats, and metrics.
        Those are left out; warnings, errors and anything that is no JSON are shown.
        """
        try:
            record = json.loads(line)
        except ValueError:
            self.write_line(f"         {line}")
            return
        if not isinstance(record, dict) or "_aws" in record or record.get("level") in _QUIET_LEVELS:
            return
        text = self._color("31", f"{record.get('service')}: {record.get('message')}")
        if trace := record.get("exception"):
            text += f"\n{_indent(str(trace))}"
        self.write_line(text)

    def add_log(self, application: Application) -> Application:
        """Return the same application with a line for each request; what it raises is answered with 500."""

        def answer(request: Request) -> Response:
            started = self._seconds()
            try:
                response = application(request)
            except Exception as error:
                self.report_failure(FunctionFailed("The local cloud", repr(error), _trace(error)))
                response = make_text_response(500, "The local cloud failed. Its terminal says why.")
            milliseconds = (self._seconds() - started) * 1000
            if response.status >= 400 or not request.path.endswith(_QUIET_SUFFIXES):
                self._write_request(request, response, milliseconds)
            return response

        return answer

    def _write_request(self, request: Request, response: Response, milliseconds: float) -> None:
        status = response.status
        shown = self._color(_COLORS.get(status // 100, "0"), str(status))
        reason = "" if status < 400 else f"  {_get_reason(status)}"
        function = f"  {response.function}" if response.function else ""
        # Never the query: it may hold a code or what somebody searched for.
        path = request.path.encode("unicode_escape").decode()
        clock = time.strftime("%H:%M:%S")
        self.write_line(
            f"{clock} {shown} {request.method:<6} {path}  {milliseconds:.0f} ms{function}{reason}"
        )

    def _color(self, color: str, text: str) -> str:
        return f"\x1b[{color}m{text}\x1b[0m" if self._has_colors else text


class FunctionLog(io.TextIOBase):
    """Standard output while functions run in this process: passes each line to the console."""

    def __init__(self, console: Console) -> None:
        self._console = console

    def write(self, text: str) -> int:
        for line in text.splitlines():
            if line.strip():
                self._console.write_function_log(line)
        return len(text)


def _get_reason(status: int) -> str:
    try:
        return HTTPStatus(status).phrase
    except ValueError:
        return ""


def _indent(text: str) -> str:
    return "\n".join(f"    {line}" for line in text.splitlines())


def _trace(error: Exception) -> str:
    return "".join(traceback.format_exception(error))
