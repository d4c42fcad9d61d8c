"""The server reads requests as they were sent, and refuses what is no HTTP."""

import http.client
import socket
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from infrastructure.local.http_server import LARGEST_BODY, HttpServer
from infrastructure.local.messages import Request, Response
from tests.infrastructure.local_cloud.fakes import ENOUGH_SECONDS


@pytest.fixture
def received() -> list[Request]:
    return []


@pytest.fixture
def server(received: list[Request]) -> Iterator[HttpServer]:
    def answer(request: Request) -> Response:
        received.append(request)
        return Response(200, [("X-Answer", "yes"), ("Set-Cookie", "a"), ("Set-Cookie", "b")], b"hello")

    running = HttpServer(0, answer)
    running.start()
    yield running
    running.stop()


def send(server: HttpServer, data: bytes) -> bytes:
    with socket.create_connection(("127.0.0.1", server.port), timeout=ENOUGH_SECONDS) as connection:
        connection.sendall(data)
        connection.shutdown(socket.SHUT_WR)
        answer = b""
        while chunk := connection.recv(65_536):
            answer += chunk
    return answer


def test_reads_what_was_sent(server: HttpServer, received: list[Request]) -> None:
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


def test_reads_an_absolute_target(server: HttpServer, received: list[Request]) -> None:
    send(server, b"GET http://other.example/path?q=1 HTTP/1.1\r\nHost: x\r\n\r\n")

    assert (received[0].path, received[0].query) == ("/path", "q=1")


def test_keeps_the_connection(server: HttpServer, received: list[Request]) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=ENOUGH_SECONDS)
    for number in range(3):
        connection.request("POST", f"/{number}", body=b"x")
        answer = connection.getresponse()
        assert answer.read() == b"hello"
        assert answer.headers.get_all("Set-Cookie") == ["a", "b"]
    connection.close()

    assert [request.path for request in received] == ["/0", "/1", "/2"]


def test_head_has_no_body(server: HttpServer) -> None:
    answer = send(server, b"HEAD / HTTP/1.1\r\nHost: x\r\n\r\n")

    assert answer.endswith(b"\r\n\r\n")
    assert b"Content-Length: 5" in answer


def test_reads_a_chunked_body(server: HttpServer, received: list[Request]) -> None:
    send(
        server,
        b"PUT / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
        b"3;note=x\r\nabc\r\n2\r\nde\r\n0\r\nTrailer: x\r\n\r\n"
        b"GET /next HTTP/1.1\r\nHost: x\r\n\r\n",
    )

    assert [(request.path, request.body) for request in received] == [("/", b"abcde"), ("/next", b"")]


@pytest.mark.parametrize(
    "headers",
    [
        b"Content-Length: -1",
        b"Content-Length: 1a",
        b"Content-Length: 4\r\nContent-Length: 5",
        b"Content-Length: 4\r\nTransfer-Encoding: chunked",
        b"Transfer-Encoding: gzip",
        b"Content-Length: 400",
    ],
)
def test_what_is_no_http_is_400_and_ends_the_connection(
    server: HttpServer, received: list[Request], headers: bytes
) -> None:
    answer = send(server, b"POST / HTTP/1.1\r\nHost: x\r\n" + headers + b"\r\n\r\nbody")

    assert answer.startswith(b"HTTP/1.1 400 ")
    assert b"Connection: close" in answer
    assert received == []


@pytest.mark.parametrize("is_chunked", [False, True])
def test_a_body_that_is_too_large_is_not_kept(
    server: HttpServer, received: list[Request], is_chunked: bool
) -> None:
    size = LARGEST_BODY + 1
    if is_chunked:
        head = b"Transfer-Encoding: chunked\r\n\r\n%x\r\n" % size
    else:
        head = b"Content-Length: %d\r\n\r\n" % size
    connection = socket.create_connection(("127.0.0.1", server.port), timeout=ENOUGH_SECONDS)
    connection.sendall(b"POST / HTTP/1.1\r\nHost: x\r\n" + head)
    if not is_chunked:
        connection.sendall(b"x" * size)
    answer = connection.recv(65_536)
    connection.close()

    assert answer.startswith(b"HTTP/1.1 200 ")
    assert received[0].body is None


def test_a_stop_waits_for_the_answers_of_what_was_taken() -> None:
    taken, release = threading.Event(), threading.Event()

    def answer(_request: Request) -> Response:
        taken.set()
        release.wait(ENOUGH_SECONDS)
        return Response(200, [], b"late")

    server = HttpServer(0, answer)
    server.start()
    with ThreadPoolExecutor(2) as pool:
        sent = pool.submit(send, server, b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        assert taken.wait(ENOUGH_SECONDS)
        stopping = pool.submit(server.stop)
        with pytest.raises(TimeoutError):
            stopping.result(0.3)
        release.set()
        stopping.result(ENOUGH_SECONDS)

        assert sent.result(ENOUGH_SECONDS).endswith(b"late")


def test_a_header_cannot_smuggle_another(received: list[Request]) -> None:
    server = HttpServer(0, lambda _: Response(200, [("X-One", "1\r\nX-Two: 2")]))
    server.start()
    answer = send(server, b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
    server.stop()

    assert b"X-One: 1X-Two: 2\r\n" in answer
