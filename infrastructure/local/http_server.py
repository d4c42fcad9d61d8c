"""The portal's HTTP server: uvicorn, with an application that answers in threads.

Not a WSGI server, because WSGI servers drop headers with an underscore, which `id_token` has, join repeated
headers, and decode the path.
"""

import asyncio
import socket
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import uvicorn

from infrastructure.local.http import Request, Response
from infrastructure.settings import HOST

if TYPE_CHECKING:
    from uvicorn._types import ASGIReceiveCallable, ASGISendCallable, HTTPScope

MAX_BODY = 10 * 1024 * 1024
"""Size limit of a request body. Source: quotas of HTTP APIs, payload size 10 MB."""

_THREADS = 256
_IDLE_SECONDS = 75
_SECONDS_TO_ANSWER = 5
_SET_BY_THE_SERVER = ("content-length", "connection", "date", "transfer-encoding")

Application = Callable[[Request], Response]


class HttpServer:
    """Serves an application, which is called in many threads at once."""

    def __init__(self, port: int, application: Application) -> None:
        """Bind the port.

        Args:
            port: 0 takes any free one; see the attribute `port`.

        Raises:
            OSError: the port is taken.
        """
        self._application = application
        self._socket = socket.create_server((HOST, port), backlog=128)
        # Connections inherit it. asyncio sets it only for sockets created with the protocol number of TCP.
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.port: int = self._socket.getsockname()[1]
        self._threads = ThreadPoolExecutor(_THREADS, f"portal {self.port}")
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
            target=self._server.run, args=([self._socket],), name="portal", daemon=True
        )

    def start(self) -> None:
        """Answer requests in threads of their own."""
        self._thread.start()

    def stop(self) -> None:
        """Take no more requests, and wait briefly for the current ones."""
        self._server.should_exit = True
        if self._thread.ident is not None:
            self._thread.join(2 * _SECONDS_TO_ANSWER)
        self._socket.close()
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _answer(
        self, scope: "HTTPScope", receive: "ASGIReceiveCallable", send: "ASGISendCallable"
    ) -> None:
        try:
            body = await _read_body(receive)
        except ConnectionError:
            return
        request = _read_request(scope, body)
        loop = asyncio.get_running_loop()
        try:
            response = await loop.run_in_executor(self._threads, self._application, request)
        except ConnectionError:
            # A sandbox agency that is switched to `refused` ends the connection without an answer.
            cycle: Any = send
            cycle.__self__.transport.abort()
            await asyncio.sleep(0)
            return
        has_body = response.status >= 200 and response.status not in (204, 304)
        headers = [
            (name.encode("latin-1"), value.replace("\r", "").replace("\n", "").strip().encode("latin-1"))
            for name, value in response.headers
            if name.lower() not in _SET_BY_THE_SERVER
        ]
        if has_body:
            headers.append((b"Content-Length", str(len(response.body)).encode()))
        await send({"type": "http.response.start", "status": response.status, "headers": headers})
        await send({"type": "http.response.body", "body": response.body if has_body else b""})


def _read_request(scope: "HTTPScope", body: bytes | None) -> Request:
    path = scope["raw_path"].decode("latin-1")
    client = scope["client"]
    return Request(
        method=scope["method"],
        path=path if path.startswith("/") else urlsplit(path).path or "/",
        query=scope["query_string"].decode("latin-1"),
        headers=tuple((name.decode("latin-1"), value.decode("latin-1")) for name, value in scope["headers"]),
        body=body,
        viewer=client[0] if client else "",
    )


async def _read_body(receive: "ASGIReceiveCallable") -> bytes | None:
    """Read a body to its end; None when it is larger than `MAX_BODY`.

    The rest of a large one is read as well, so that the client listens to the answer.

    Raises:
        ConnectionError: the client went away.
    """
    body = bytearray()
    length = 0
    while True:
        message = await receive()
        if message["type"] != "http.request":
            raise ConnectionError
        length += len(message["body"])
        if length <= MAX_BODY:
            body += message["body"]
        if not message["more_body"]:
            return bytes(body) if length <= MAX_BODY else None
