"""The server passes on requests as they were sent, and sends answers as they are."""

import socket
from collections.abc import Iterator

import pytest

from infrastructure.local.http import Request, Response
from infrastructure.local.http_server import MAX_BODY, make_asgi_app
from infrastructure.serving import Server
from tests.infrastructure.local_cloud.fakes import ENOUGH_SECONDS


@pytest.fixture
def received() -> list[Request]:
    return []


@pytest.fixture
def server(received: list[Request]) -> Iterator[Server]:
    def answer(request: Request) -> Response:
        received.append(request)
        return Response(200, [("X-Answer", "yes"), ("Set-Cookie", "a"), ("Set-Cookie", "b")], b"hello")

    running = Server(0, make_asgi_app(answer))
    running.start()
    yield running
    running.stop()


def send(server: Server, data: bytes) -> bytes:
    """Send requests, ask for the end of the connection after the last, and return every answer."""
    requests, separator, end = data.rpartition(b"HTTP/1.1\r\n")
    with socket.create_connection(("127.0.0.1", server.port), timeout=ENOUGH_SECONDS) as connection:
        connection.sendall(requests + separator + b"Connection: close\r\n" + end)
        answer = b""
        while chunk := connection.recv(65_536):
            answer += chunk
    return answer


def test_request_is_read(server: Server, received: list[Request]) -> None:
    send(
        server,
        b"POST //a/%2e%2e/%C3%B1?q=%20&q HTTP/1.1\r\nHost: x\r\nid_token: t\r\n"
        b"X-Twice: 1\r\nx-twice: 2\r\nContent-Length: 4\r\n\r\nbody",
    )

    (request,) = received
    assert (request.method, request.path, request.query) == ("POST", "//a/%2e%2e/%C3%B1", "q=%20&q")
    assert request.header("id_token") == "t"
    assert [value for name, value in request.headers if name.lower() == "x-twice"] == ["1", "2"]
    assert request.body == b"body"
    assert request.viewer == "127.0.0.1"


@pytest.mark.parametrize("is_chunked", [False, True])
def test_oversized_body_is_not_kept(server: Server, received: list[Request], is_chunked: bool) -> None:
    size = MAX_BODY + 1
    if is_chunked:
        head, end = b"Transfer-Encoding: chunked\r\n\r\n%x\r\n" % size, b"\r\n0\r\n\r\n"
    else:
        head, end = b"Content-Length: %d\r\n\r\n" % size, b""
    answer = send(server, b"POST / HTTP/1.1\r\nHost: x\r\n" + head + b"x" * size + end)

    assert answer.startswith(b"HTTP/1.1 200 ")
    assert received[0].body is None


def test_header_value_cannot_add_a_header(received: list[Request]) -> None:
    server = Server(0, make_asgi_app(lambda _: Response(200, [("X-One", "1\r\nX-Two: 2")])))
    server.start()
    answer = send(server, b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
    server.stop()

    assert b"X-One: 1X-Two: 2\r\n" in answer
