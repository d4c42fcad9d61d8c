"""Isolates the calls of moto's services from each other, as AWS does.

moto is not made for calls at the same time: who reads sees what a transaction undoes later, an item changes
while it is being answered with, a transaction undoes what others wrote meanwhile, and the row that is made
for an item asked for in vain may take the place of one that was just written.
"""

import functools
import threading
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from moto.core.responses import BaseResponse
from moto.dynamodb.responses import DynamoHandler
from moto.sesv2.responses import SESV2Response
from moto.sns.responses import SNSResponse
from moto.ssm.responses import SimpleSystemManagerResponse

# Queues have locks of their own, and who waits for a message must not keep others from sending one.
_HANDLERS: tuple[type[BaseResponse], ...] = (
    DynamoHandler,
    SESV2Response,
    SNSResponse,
    SimpleSystemManagerResponse,
)
_READS = frozenset(
    {
        *("BatchGetItem", "DescribeTable", "GetItem", "Query", "Scan", "TransactGetItems"),
        *("GetParameter", "GetParameters", "GetParametersByPath"),
    }
)
_CALL = "call_action"


class Isolation:
    """Switch that makes calls run one after the other."""

    def __init__(self, writing: AbstractContextManager[Any] | None = None) -> None:
        """Isolate nothing yet.

        Args:
            writing: entered around each call that writes; a lock is one that the same thread can take twice.
        """
        self._writing = writing or nullcontext()
        self._lock = threading.RLock()
        self._originals: list[tuple[type[BaseResponse], Callable[..., Any]]] = []

    def start(self) -> None:
        """Start: no call runs during another from now on."""
        for handler in _HANDLERS:
            original = getattr(handler, _CALL)
            self._originals.append((handler, original))
            setattr(handler, _CALL, self._isolate(original))

    def stop(self) -> None:
        """Leave moto as it was."""
        while self._originals:
            handler, original = self._originals.pop()
            setattr(handler, _CALL, original)

    def _isolate(self, call: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(call)
        def isolated(handler: BaseResponse) -> Any:
            # In this order: who only reads must not wait for what writers wait for.
            with nullcontext() if handler._get_action() in _READS else self._writing, self._lock:
                return call(handler)

        return isolated
