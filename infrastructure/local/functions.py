"""Runs the handlers of Lambda functions in this process, as Lambda would.

Lambda gives one event at a time to a sandbox, and starts another sandbox when all are busy. A sandbox is a
thread here, with a handler of its own: a Chalice app holds the request that it is answering. The modules that
a handler is made of are shared. Events and answers go through JSON, as they do in Lambda.
"""

import ctypes
import importlib.util
import json
import queue
import sys
import threading
import time
import traceback
import uuid
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from infrastructure.local import function_threads
from infrastructure.local.stack import FunctionDefinition
from infrastructure.settings import REPOSITORY

MAX_PAYLOAD = 6 * 1024 * 1024
"""Size limit of an event or an answer. Source: quotas of Lambda, synchronous invocation payload."""

_LOOK_AGAIN_SECONDS = 0.05


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
    """The function did not answer within the caller's patience."""


class _Killed(BaseException):
    """Raised inside a handler that timed out; not caught by `except Exception`."""


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
    """Event and its outcome."""

    event: str
    finished: threading.Event = field(default_factory=threading.Event)
    sandbox: "_Sandbox | None" = None
    deadline: float | None = None
    answer: Any = None
    failure: FunctionFailed | None = None


@dataclass(eq=False, slots=True)
class _Sandbox:
    """A thread of a function, with its current event."""

    events: "queue.SimpleQueue[_Invocation]" = field(default_factory=queue.SimpleQueue)
    thread: threading.Thread | None = None
    running: _Invocation | None = None


Handler = Callable[[Any, Any], Any]

Log = Callable[[str, str], None]
"""Receives the name of a function and a line that it printed."""

_cold_start = threading.Lock()
"""Held while a handler is made. In Lambda nothing else runs in the process then, on which boto3's session,
which makes clients and is not thread-safe, relies."""


class Function:
    """Lambda function that runs in this process."""

    def __init__(self, definition: FunctionDefinition, log: Log) -> None:
        """Prepare; the first handler is made with the first event, or by `warm_up`."""
        self.definition = definition
        self._log = log
        self._lock = threading.Lock()
        self._sandboxes = 0
        self._idle: list[_Sandbox] = []
        self._waiting: deque[_Invocation] = deque()

    def warm_up(self) -> None:
        """Make the handler of a sandbox.

        Raises:
            FunctionFailed: it cannot be imported.
        """
        self._wait_for(self._begin("null"), None)

    def invoke(self, event: object, patience: float | None = None) -> Any:
        """Give an event to a handler and return its answer.

        While every sandbox is busy, the event waits. Lambda would refuse it; the caller of an HTTP API would
        have to call again.

        Args:
            event: anything that JSON can carry.
            patience: how long to wait for the answer, in seconds; the handler goes on regardless.

        Raises:
            FunctionFailed: see its docstring.
            NoAnswerYet: see its docstring.
        """
        text = json.dumps(event)
        if len(text) > MAX_PAYLOAD:
            raise FunctionFailed(self.definition.name, "The event is larger than Lambda takes (6 MB).")
        return self._wait_for(self._begin(text), patience)

    def _begin(self, text: str) -> _Invocation:
        invocation = _Invocation(text)
        with self._lock:
            if self._idle:
                self._idle.pop().events.put(invocation)
            elif self._sandboxes < self.definition.concurrency:
                self._start_sandbox(invocation)
            else:
                self._waiting.append(invocation)
        return invocation

    def _start_sandbox(self, first: _Invocation) -> None:
        self._sandboxes += 1
        own = _Sandbox()
        own.events.put(first)
        own.thread = threading.Thread(target=self._work, args=(own,), name=self.definition.name, daemon=True)
        own.thread.start()

    def _wait_for(self, invocation: _Invocation, patience: float | None) -> Any:
        give_up = None if patience is None else time.monotonic() + patience
        while not invocation.finished.is_set():
            now = time.monotonic()
            if give_up is not None and now >= give_up:
                raise NoAnswerYet
            until = invocation.deadline
            if until is not None and now >= until:
                self._kill(invocation)
            if until is None or now >= until:
                # Check again whether it began to run, or ended just before the kill.
                until = now + _LOOK_AGAIN_SECONDS
            invocation.finished.wait((until if give_up is None else min(until, give_up)) - now)
        if invocation.failure:
            raise invocation.failure
        return invocation.answer

    def _kill(self, invocation: _Invocation) -> None:
        """End a sandbox that timed out; a new one, with a cold start, replaces it when needed."""
        with self._lock:
            killed = invocation.sandbox
            if killed is None or killed.running is not invocation or killed.thread is None:
                return
            killed.running = None
            ctypes.pythonapi.PyThreadState_SetAsyncExc(
                ctypes.c_ulong(killed.thread.ident or 0), ctypes.py_object(_Killed)
            )
            self._sandboxes -= 1
            if self._waiting:
                self._start_sandbox(self._waiting.popleft())
            invocation.failure = self._make_failure(
                f"Task timed out after {self.definition.timeout}.00 seconds"
            )
            invocation.finished.set()

    def _work(self, own: _Sandbox) -> None:
        handler: Handler | None = None
        with suppress(_Killed):
            while True:
                invocation = own.events.get()
                own.running, invocation.sandbox = invocation, own
                answer, failure = None, None
                try:
                    if handler is None:
                        with _cold_start:
                            self._enter_sandbox()
                            handler = self._import()
                    answer = self._run(handler, invocation)
                except _Killed:
                    return
                # Every exception, because the caller would otherwise wait forever for this thread.
                except BaseException as error:
                    # "Unauthorized" of an authorizer is an answer and not a fault, hence no trace here.
                    failure = self._make_failure(str(error), traceback.format_exc())
                if not self._finish(own, invocation, answer, failure):
                    return

    def _enter_sandbox(self) -> None:
        definition = self.definition
        function_threads.enter(
            {
                **definition.environment,
                "AWS_LAMBDA_FUNCTION_NAME": definition.name,
                "AWS_LAMBDA_FUNCTION_MEMORY_SIZE": str(definition.memory),
                "LAMBDA_TASK_ROOT": str(REPOSITORY),
            },
            lambda line: self._log(definition.name, line),
        )

    def _finish(
        self, own: _Sandbox, invocation: _Invocation, answer: Any, failure: FunctionFailed | None
    ) -> bool:
        """Hand over the result of an event; return False for a killed sandbox."""
        with self._lock:
            if own.running is not invocation:
                return False
            own.running = None
            if self._waiting:
                own.events.put(self._waiting.popleft())
            else:
                self._idle.append(own)
        invocation.answer, invocation.failure = answer, failure
        invocation.finished.set()
        return True

    def _run(self, handler: Handler, invocation: _Invocation) -> Any:
        event = json.loads(invocation.event)
        if event is None:
            return None
        definition = self.definition
        deadline = time.monotonic() + definition.timeout
        context = _Context(
            function_name=definition.name,
            invoked_function_arn=definition.arn,
            memory_limit_in_mb=definition.memory,
            aws_request_id=str(uuid.uuid4()),
            deadline=deadline,
        )
        invocation.deadline = deadline
        answer = json.dumps(handler(event, context))
        if len(answer) > MAX_PAYLOAD:
            raise ValueError("The answer is larger than Lambda gives (6 MB).")
        return json.loads(answer)

    def _import(self) -> Handler:
        """Return a handler for one sandbox alone: its module is run again and kept out of `sys.modules`."""
        name, _, attribute = self.definition.handler.rpartition(".")
        specification = importlib.util.find_spec(name)
        if specification is None or specification.loader is None:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        module = importlib.util.module_from_spec(specification)
        specification.loader.exec_module(module)
        handler: Handler = getattr(module, attribute)
        return handler

    def _make_failure(self, message: str, trace: str = "") -> FunctionFailed:
        return FunctionFailed(self.definition.name, message, trace)


def use_layer(repository: Path = REPOSITORY) -> None:
    """Put the functions and the layer on the import path, as /var/task and /opt/python are in Lambda."""
    for folder in (repository / "shared" / "python", repository):
        if str(folder) not in sys.path:
            sys.path.insert(0, str(folder))
