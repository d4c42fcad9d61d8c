"""Runs the handlers of Lambda functions in this process, as Lambda would.

A function has one thread: Lambda gives one event at a time to a sandbox, a Chalice app is not thread-safe,
and PynamoDB keeps a client for each thread. Events and answers go through JSON, as they do in Lambda.
"""

import ctypes
import importlib
import json
import queue
import sys
import threading
import time
import traceback
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from infrastructure.local import sandbox
from infrastructure.local.settings import REPOSITORY
from infrastructure.local.stack import FunctionDefinition

LARGEST_PAYLOAD = 6 * 1024 * 1024
"""Of an event or an answer. Source: quotas of Lambda, synchronous invocation payload."""


class FunctionFailed(Exception):
    """The handler raised, timed out, could not be imported, or answered with something that is not JSON."""

    def __init__(self, function: str, message: str, trace: str = "") -> None:
        """Describe it.

        Args:
            message: what the exception said, as Lambda puts it into `errorMessage`.
            trace: the stack trace, empty without one.
        """
        super().__init__(message)
        self.function = function
        self.trace = trace


class NoAnswerYet(Exception):
    """The caller's patience ended before the function answered."""


class _Killed(BaseException):
    """Raised inside a handler whose time is over; no `except Exception` stops it."""


@dataclass(slots=True)
class _Context:
    """The second argument of a handler."""

    function_name: str
    invoked_function_arn: str
    memory_limit_in_mb: int
    aws_request_id: str
    deadline: float
    function_version: str = "$LATEST"
    log_stream_name: str = "local"
    identity: None = None
    client_context: None = None

    @property
    def log_group_name(self) -> str:
        return f"/aws/lambda/{self.function_name}"

    def get_remaining_time_in_millis(self) -> int:
        return max(0, round((self.deadline - time.monotonic()) * 1000))


@dataclass(slots=True)
class _Invocation:
    event: str
    finished: threading.Event = field(default_factory=threading.Event)
    answer: Any = None
    failure: FunctionFailed | None = None


Log = Callable[[str, str], None]
"""Receives the name of a function and a line that it printed."""


class Function:
    """One Lambda function."""

    def __init__(self, definition: FunctionDefinition, log: Log) -> None:
        """Prepare; the handler is imported with the first event, or by `warm_up`."""
        self.definition = definition
        self._log = log
        self._invocations: queue.SimpleQueue[_Invocation | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._lock = threading.Lock()
        self._running: _Invocation | None = None
        self._deadline = 0.0

    def warm_up(self) -> None:
        """Import the handler.

        Raises:
            FunctionFailed: it cannot be imported.
        """
        self._wait(self._enqueue("null"), None)

    def invoke(self, event: object, patience: float | None = None) -> Any:
        """Give an event to the handler and return its answer.

        Args:
            event: anything that JSON can carry.
            patience: how long to wait for the answer, in seconds; the handler goes on regardless.

        Raises:
            FunctionFailed: see there.
            NoAnswerYet: see there.
        """
        text = json.dumps(event)
        if len(text) > LARGEST_PAYLOAD:
            raise FunctionFailed(self.definition.name, "The event is larger than Lambda takes (6 MB).")
        return self._wait(self._enqueue(text), patience)

    def _enqueue(self, text: str) -> _Invocation:
        invocation = _Invocation(text)
        with self._lock:
            if self._thread is None:
                self._start_thread()
            self._invocations.put(invocation)
        return invocation

    def _start_thread(self) -> None:
        self._thread = threading.Thread(
            target=self._work, args=(self._invocations,), name=self.definition.name, daemon=True
        )
        self._thread.start()

    def _wait(self, invocation: _Invocation, patience: float | None) -> Any:
        give_up = None if patience is None else time.monotonic() + patience
        while not invocation.finished.is_set():
            now = time.monotonic()
            if give_up is not None and now >= give_up:
                raise NoAnswerYet
            limits = [give_up] if give_up is not None else []
            if self._running is invocation:
                if now >= self._deadline:
                    self._kill(invocation)
                    continue
                limits.append(self._deadline)
            # Which invocation runs is seen only by looking again.
            invocation.finished.wait(min([limit - now for limit in limits] + [0.05]))
        if invocation.failure:
            raise invocation.failure
        return invocation.answer

    def _kill(self, invocation: _Invocation) -> None:
        """End a sandbox whose time is over; the next event gets a new one, with a cold start."""
        with self._lock:
            if self._running is not invocation or self._thread is None:
                return
            ctypes.pythonapi.PyThreadState_SetAsyncExc(
                ctypes.c_ulong(self._thread.ident or 0), ctypes.py_object(_Killed)
            )
            waiting, self._invocations = self._invocations, queue.SimpleQueue()
            while not waiting.empty():
                self._invocations.put(waiting.get())
            waiting.put(None)
            self._running = None
            self._forget_modules()
            self._start_thread()
            invocation.failure = self._failed(f"Task timed out after {self.definition.timeout}.00 seconds")
            invocation.finished.set()

    def _work(self, invocations: "queue.SimpleQueue[_Invocation | None]") -> None:
        definition = self.definition
        sandbox.enter(
            {
                **definition.environment,
                "AWS_LAMBDA_FUNCTION_NAME": definition.name,
                "AWS_LAMBDA_FUNCTION_MEMORY_SIZE": str(definition.memory),
                "LAMBDA_TASK_ROOT": str(REPOSITORY),
            },
            lambda line: self._log(definition.name, line),
        )
        handler: Callable[[Any, Any], Any] | None = None
        try:
            while (invocation := invocations.get()) is not None:
                try:
                    if handler is None:
                        handler = self._import()
                    self._run(handler, invocation)
                except (Exception, SystemExit) as error:
                    # "Unauthorized" of an authorizer is an answer and not a fault, hence no trace here.
                    invocation.failure = self._failed(str(error), traceback.format_exc())
                self._running = None
                invocation.finished.set()
        except _Killed:
            return

    def _run(self, handler: Callable[[Any, Any], Any], invocation: _Invocation) -> None:
        event = json.loads(invocation.event)
        if event is None:
            return
        definition = self.definition
        self._deadline = time.monotonic() + definition.timeout
        self._running = invocation
        context = _Context(
            function_name=definition.name,
            invoked_function_arn=definition.arn,
            memory_limit_in_mb=definition.memory,
            aws_request_id=str(uuid.uuid4()),
            deadline=self._deadline,
        )
        answer = json.dumps(handler(event, context))
        if len(answer) > LARGEST_PAYLOAD:
            raise ValueError("The answer is larger than Lambda gives (6 MB).")
        invocation.answer = json.loads(answer)

    def _import(self) -> Callable[[Any, Any], Any]:
        module, _, name = self.definition.handler.rpartition(".")
        handler: Callable[[Any, Any], Any] = getattr(importlib.import_module(module), name)
        return handler

    def _forget_modules(self) -> None:
        package = self.definition.handler.rpartition(".")[0].rpartition(".")[0]
        for name in [name for name in sys.modules if package and f"{name}.".startswith(f"{package}.")]:
            del sys.modules[name]

    def _failed(self, message: str, trace: str = "") -> FunctionFailed:
        return FunctionFailed(self.definition.name, message, trace)


def use_layer(repository: Path = REPOSITORY) -> None:
    """Put the functions and the layer on the import path, as /var/task and /opt/python are in Lambda."""
    for folder in (repository / "shared" / "python", repository):
        if str(folder) not in sys.path:
            sys.path.insert(0, str(folder))
