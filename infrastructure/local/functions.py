"""Runs the handlers of Lambda functions in this process.

A handler answers one event at a time, as a sandbox of Lambda does, because a Chalice app holds the request
that it is answering; parallel events each get a handler. Events and answers go through JSON, as in Lambda.
"""

import importlib
import json
import os
import sys
import threading
import time
import traceback
import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from infrastructure.local.stack import FunctionDefinition
from infrastructure.settings import REPOSITORY

MAX_PAYLOAD = 6 * 1024 * 1024
"""Size limit of an event or an answer. Source: quotas of Lambda, synchronous invocation payload."""

Handler = Callable[[Any, Any], Any]
CreateHandler = Callable[[Mapping[str, str]], Handler]

_cold_start = threading.Lock()
"""Held while a handler is made: boto3's session, which makes clients, is not thread-safe."""


class FunctionFailed(Exception):
    """The handler raised, could not be made, or answered with something that is not JSON."""

    def __init__(self, function: str, message: str, trace: str = "") -> None:
        """Describe it.

        Args:
            message: what the exception said, as Lambda puts it into `errorMessage`.
            trace: the stack trace, empty without one.
        """
        super().__init__(message)
        self.function = function
        self.trace = trace


@dataclass(slots=True)
class _Context:
    """The second argument of a handler."""

    function_name: str
    invoked_function_arn: str
    memory_limit_in_mb: int
    aws_request_id: str
    deadline: float

    def get_remaining_time_in_millis(self) -> int:
        return max(0, round((self.deadline - time.monotonic()) * 1000))


class Function:
    """Lambda function that runs in this process."""

    def __init__(self, definition: FunctionDefinition, create_handler: CreateHandler | None = None) -> None:
        """Prepare; the first handler is made with the first event, or by `warm_up`.

        Args:
            create_handler: makes handlers; by default the wiring of the function's group does.
        """
        self.definition = definition
        self._create_handler = create_handler
        self._slots = threading.BoundedSemaphore(definition.concurrency)
        self._idle: list[Handler] = []

    def warm_up(self) -> None:
        """Make a handler.

        Raises:
            FunctionFailed: it cannot be made.
        """
        try:
            self._idle.append(self._make_handler())
        except Exception as error:
            raise self._make_failure(error) from error

    def invoke(self, event: object) -> Any:
        """Give an event to a handler and return its answer.

        While every handler is busy, the event waits. Lambda would refuse it.

        Args:
            event: anything that JSON can carry.

        Raises:
            FunctionFailed: see its docstring.
        """
        text = json.dumps(event)
        if len(text) > MAX_PAYLOAD:
            raise FunctionFailed(self.definition.name, "The event is larger than Lambda takes (6 MB).")
        with self._slots:
            try:
                handler = self._idle.pop() if self._idle else self._make_handler()
                try:
                    answer = json.dumps(handler(json.loads(text), self._make_context()))
                finally:
                    self._idle.append(handler)
                if len(answer) > MAX_PAYLOAD:
                    raise ValueError("The answer is larger than Lambda gives (6 MB).")
            except (Exception, SystemExit) as error:
                raise self._make_failure(error) from error
        return json.loads(answer)

    def _make_handler(self) -> Handler:
        definition = self.definition
        with _cold_start:
            create = self._create_handler or _find_create_handler(definition.handler)
            credentials = {name: value for name, value in os.environ.items() if name.startswith("AWS_")}
            return create({**credentials, **definition.environment})

    def _make_context(self) -> _Context:
        definition = self.definition
        return _Context(
            function_name=definition.name,
            invoked_function_arn=definition.arn,
            memory_limit_in_mb=definition.memory,
            aws_request_id=str(uuid.uuid4()),
            deadline=time.monotonic() + definition.timeout,
        )

    def _make_failure(self, error: BaseException) -> FunctionFailed:
        # "Unauthorized" of an authorizer is an answer; the gateway shows no trace for it.
        return FunctionFailed(self.definition.name, str(error), traceback.format_exc())


def _find_create_handler(path: str) -> CreateHandler:
    """Return what makes the handler at a path such as `functions.users.app.app`."""
    group = path.removesuffix("." + path.rpartition(".")[2]).removesuffix(".app")
    create: CreateHandler = importlib.import_module(f"{group}.wiring").create_handler
    return create


def use_layer(repository: Path = REPOSITORY) -> None:
    """Put the functions and the layer on the import path, as /var/task and /opt/python are in Lambda."""
    for folder in (repository / "shared" / "python", repository):
        if str(folder) not in sys.path:
            sys.path.insert(0, str(folder))
