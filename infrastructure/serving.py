"""Serving of ASGI applications on this machine."""

import asyncio
import socket
import threading
from typing import Any

import uvicorn
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from infrastructure.settings import HOST

_IDLE_SECONDS = 75
_SECONDS_TO_ANSWER = 5
_ABORT = "abort"


class Server:
    """Runs an ASGI application with uvicorn in a thread."""

    def __init__(self, port: int, app: ASGIApp) -> None:
        """Bind the port.

        Args:
            port: 0 takes any free one; see the attribute `port`.

        Raises:
            OSError: the port is taken.
        """
        self._app = app
        self._socket = socket.create_server((HOST, port), backlog=128)
        # Connections inherit it. asyncio sets it only for sockets created with the protocol number of TCP.
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.port: int = self._socket.getsockname()[1]
        self._server = uvicorn.Server(
            uvicorn.Config(
                self._answer,
                http="h11",
                ws="none",
                loop="asyncio",
                lifespan="off",
                interface="asgi3",
                log_config=None,
                log_level="error",
                access_log=False,
                proxy_headers=False,
                server_header=False,
                timeout_keep_alive=_IDLE_SECONDS,
                timeout_graceful_shutdown=_SECONDS_TO_ANSWER,
            )
        )
        self._thread = threading.Thread(
            target=self._server.run, args=([self._socket],), name=f"port {self.port}", daemon=True
        )

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """Take no more requests, and wait briefly for the current ones."""
        self._server.should_exit = True
        if self._thread.ident is not None:
            self._thread.join(2 * _SECONDS_TO_ANSWER)
        self._socket.close()

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        cycle: Any = send
        scope[_ABORT] = cycle.__self__.transport.abort
        await self._app(scope, receive, send)


class NoAnswer(Response):
    """Closes the connection without an answer; only below `Server`."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG002
        """Close the connection."""
        scope[_ABORT]()
        await asyncio.sleep(0)
