"""HTTP servers for tests, which are reused because starting and stopping one takes longer than a test."""

from collections.abc import Iterator
from contextlib import contextmanager

from infrastructure.local.http import Request, Response, text_response
from infrastructure.local.http_server import Application, HttpServer

_idle: list["LocalServer"] = []


def _refuse(_request: Request) -> Response:
    return text_response(503, "No test uses this server.")


class LocalServer:
    """Answers at a port of its own with whatever a test sets.

    Attributes:
        application: answers; it may be set once the port is known.
    """

    def __init__(self) -> None:
        self.application: Application = _refuse
        server = HttpServer(0, lambda request: self.application(request))
        server.start()
        self.port = server.port


@contextmanager
def local_server() -> Iterator[LocalServer]:
    """A server that no other test uses until the end of the block."""
    server = _idle.pop() if _idle else LocalServer()
    try:
        yield server
    finally:
        server.application = _refuse
        _idle.append(server)
