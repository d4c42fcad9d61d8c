"""HTTP servers shared by tests, because starting and stopping them takes longer than a test."""

from collections.abc import Iterator
from contextlib import contextmanager

from infrastructure.local.http import Request, Response, make_text_response
from infrastructure.local.http_server import Application, make_asgi_app
from infrastructure.serving import Server

_idle: list["LocalServer"] = []


def _refuse(_request: Request) -> Response:
    return make_text_response(503, "No test uses this server.")


class LocalServer:
    """Server on its own port that runs the application set by a test.

    Attributes:
        application: answers requests; may be set after the port is known.
    """

    def __init__(self) -> None:
        self.application: Application = _refuse
        server = Server(0, make_asgi_app(lambda request: self.application(request)))
        server.start()
        self.port = server.port


@contextmanager
def run_local_server() -> Iterator[LocalServer]:
    """Reserve a server for this test until the end of the block."""
    server = _idle.pop() if _idle else LocalServer()
    try:
        yield server
    finally:
        server.application = _refuse
        _idle.append(server)
