"""Isolates the calls of moto's services from each other, as AWS does.

moto does not support concurrent calls: reads see uncommitted changes, items change while they are sent, a
rollback reverts writes of others, and the empty row that a read adds for a missing item may replace one
that was just written.
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

# Queues have their own locks, and a call that waits for a message must not block one that sends it.
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
        """Prepare; nothing is isolated yet.

        Args:
            writing: entered around each call that writes; a lock is one that the same thread can take twice.
        """
        self._writing = writing or nullcontext()
        self._lock = threading.RLock()
        self._originals: list[tuple[type[BaseResponse], Callable[..., Any]]] = []

    def start(self) -> None:
        """Run calls one after the other from now on."""
        for handler in _HANDLERS:
            original = getattr(handler, _CALL)
            self._originals.append((handler, original))
            setattr(handler, _CALL, self._isolate(original))

    def stop(self) -> None:
        """Restore moto."""
        while self._originals:
            handler, original = self._originals.pop()
            setattr(handler, _CALL, original)

    def _isolate(self, call: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(call)
        def isolated(handler: BaseResponse) -> Any:
            # In this order, because reads must not wait for the lock of writers.
            with nullcontext() if handler._get_action() in _READS else self._writing, self._lock:
                return call(handler)

        return isolated
