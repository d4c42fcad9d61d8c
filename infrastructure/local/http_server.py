"""Applications of the local cloud as ASGI applications, which answer in threads.

Not WSGI, because WSGI servers drop headers with an underscore, which `id_token` has, join repeated headers,
and decode the path.
"""

from collections.abc import Callable
from urllib.parse import urlsplit

import anyio.to_thread
from starlette.types import ASGIApp, Receive, Scope, Send

from infrastructure.local.http import Request, Response
from infrastructure.serving import NoAnswer

MAX_BODY = 10 * 1024 * 1024
"""Size limit of a request body. Source: quotas of HTTP APIs, payload size 10 MB."""

_THREADS = 256
_SET_BY_THE_SERVER = ("content-length", "connection", "date", "transfer-encoding")

Application = Callable[[Request], Response]


def make_asgi_app(application: Application) -> ASGIApp:
    """Return an ASGI application that calls another in many threads at once."""
    limiter = anyio.CapacityLimiter(_THREADS)

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        try:
            request = _read_request(scope, await _read_body(receive))
        except ConnectionError:
            return
        try:
            response = await anyio.to_thread.run_sync(
                application, request, abandon_on_cancel=True, limiter=limiter
            )
        except ConnectionError:
            # A sandbox agency that is switched to `refused` ends the connection without an answer.
            await NoAnswer()(scope, receive, send)
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

    return answer


def _read_request(scope: Scope, body: bytes | None) -> Request:
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


async def _read_body(receive: Receive) -> bytes | None:
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
