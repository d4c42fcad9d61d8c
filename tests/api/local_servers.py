"""HTTP servers shared by tests, because starting and stopping them takes longer than a test."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.base import BaseHTTPMiddleware, RequestResponseEndpoint
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute
from starlette.types import ASGIApp, Receive, Scope, Send

from infrastructure.local.http_server import Application, make_asgi_app
from infrastructure.serving import Server

ENOUGH_SECONDS = 30

_idle: list["LocalServer"] = []
_REFUSAL = PlainTextResponse("No test uses this server.", 503)


class LocalServer:
    """Server on its own port that runs the application set by a test.

    Attributes:
        app: answers requests; may be set after the port is known.
    """

    def __init__(self) -> None:
        self.app: ASGIApp = _REFUSAL
        server = Server(0, self._answer)
        server.start()
        self.port = server.port

    def run(self, application: Application) -> None:
        """Set an application of the local cloud."""
        self.app = make_asgi_app(application)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self.app(scope, receive, send)


@contextmanager
def run_local_server() -> Iterator[LocalServer]:
    """Reserve a server for this test until the end of the block."""
    server = _idle.pop() if _idle else LocalServer()
    try:
        yield server
    finally:
        server.app = _REFUSAL
        _idle.append(server)


def make_recorded_app(routes: Sequence[BaseRoute], note: Callable[[Request, bytes], None]) -> ASGIApp:
    """Return an application that notes each request with its body."""

    async def record(request: Request, call_next: RequestResponseEndpoint) -> Response:
        note(request, await request.body())
        return await call_next(request)

    return Starlette(routes=routes, middleware=[Middleware(BaseHTTPMiddleware, dispatch=record)])
