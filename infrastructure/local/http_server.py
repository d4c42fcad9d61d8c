"""The portal's HTTP server.

Not a WSGI server, because WSGI servers drop headers with an underscore, which `id_token` has, join repeated
headers, and decode the path.
"""

import sys
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import urlsplit

from infrastructure.local.messages import Request, Response, text_response
from infrastructure.local.settings import HOST

LARGEST_BODY = 10 * 1024 * 1024
"""What an HTTP API takes. Source: quotas of HTTP APIs, payload size 10 MB."""

_LARGEST_DISCARDED_BODY = 8 * LARGEST_BODY
_CHUNK = 64 * 1024
_IDLE_SECONDS = 75
_SECONDS_TO_STOP = 0.1
_SECONDS_TO_ANSWER = 5.0

Application = Callable[[Request], Response]


class _UnreadableRequest(Exception):
    """The request breaks the rules of HTTP/1.1."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = _IDLE_SECONDS
    wbufsize = -1
    disable_nagle_algorithm = True
    error_message_format = "%(code)d %(message)s\n"
    error_content_type = "text/plain; charset=utf-8"
    application: Application

    def _answer(self) -> None:
        try:
            response = self.application(self._request())
        except _UnreadableRequest as error:
            self.close_connection = True
            response = text_response(400, str(error))
        self._send(response)

    do_GET = do_HEAD = do_POST = do_PUT = do_PATCH = do_DELETE = do_OPTIONS = _answer  # noqa: N815

    def _request(self) -> Request:
        # Not self.path, in which http.server has already joined leading slashes.
        target = self.requestline.split()[1]
        if not target.startswith("/"):
            parts = urlsplit(target)
            target = f"{parts.path or '/'}?{parts.query}" if parts.query else parts.path or "/"
        path, _, query = target.partition("?")
        return Request(
            method=self.command,
            path=path,
            query=query,
            headers=tuple((name, value.strip()) for name, value in self.headers.items()),
            body=self._body(),
            viewer=self.client_address[0],
        )

    def _body(self) -> bytes | None:
        lengths = self.headers.get_all("Content-Length", [])
        encoding = self.headers.get("Transfer-Encoding")
        if encoding is not None:
            if lengths or encoding.strip().lower() != "chunked":
                raise _UnreadableRequest("This transfer encoding is not understood.")
            return self._chunked_body()
        if not lengths:
            return b""
        if len(set(lengths)) > 1 or not (lengths[0].isascii() and lengths[0].isdigit()):
            raise _UnreadableRequest("This content length is not understood.")
        length = int(lengths[0])
        if length > LARGEST_BODY:
            self._discard(length)
            return None
        body = self.rfile.read(length)
        if len(body) < length:
            raise _UnreadableRequest("The body ended early.")
        return body

    def _chunked_body(self) -> bytes | None:
        body = bytearray()
        while True:
            try:
                size = int(self.rfile.readline(_CHUNK).split(b";")[0], 16)
            except ValueError:
                raise _UnreadableRequest("This chunk is not understood.") from None
            if size == 0:
                while self.rfile.readline(_CHUNK).strip():
                    pass
                return bytes(body)
            if size < 0 or len(body) + size > LARGEST_BODY:
                self.close_connection = True
                return None
            body += self.rfile.read(size)
            self.rfile.readline(_CHUNK)

    def _discard(self, length: int) -> None:
        """Read a body that is refused, so that the client listens to the answer; within reason."""
        self.close_connection = True
        remaining = min(length, _LARGEST_DISCARDED_BODY)
        while remaining > 0:
            chunk = self.rfile.read(min(_CHUNK, remaining))
            if not chunk:
                return
            remaining -= len(chunk)

    def _send(self, response: Response) -> None:
        self.send_response_only(response.status)
        self.send_header("Date", self.date_time_string())
        has_body = response.status >= 200 and response.status not in (204, 304)
        for name, value in response.headers:
            if name.lower() not in ("content-length", "connection", "date", "transfer-encoding"):
                self.send_header(name, value.replace("\r", "").replace("\n", ""))
        if has_body:
            self.send_header("Content-Length", str(len(response.body)))
        if self.close_connection:
            self.send_header("Connection", "close")
        self.end_headers()
        if has_body and self.command != "HEAD":
            self.wfile.write(response.body)

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing: the portal writes its own line for each request."""


class HttpServer:
    """Serves an application with one thread for each connection."""

    def __init__(self, port: int, application: Application) -> None:
        """Take the port.

        Args:
            port: 0 takes any that is free; `port` says which.

        Raises:
            OSError: the port is taken.
        """
        self._application = application
        self._answering = 0
        self._answered = threading.Condition()
        handler = type("Handler", (_Handler,), {"application": staticmethod(self._answer)})
        self._server = _Server((HOST, port), handler)
        self.port: int = self._server.server_port

    def start(self) -> None:
        """Answer requests in threads of their own."""
        threading.Thread(
            target=self._server.serve_forever, args=(_SECONDS_TO_STOP,), name="portal", daemon=True
        ).start()

    def stop(self) -> None:
        """Take no more requests, and let those that were taken be answered, within reason."""
        self._server.shutdown()
        self._server.server_close()
        with self._answered:
            self._answered.wait_for(lambda: not self._answering, _SECONDS_TO_ANSWER)

    def _answer(self, request: Request) -> Response:
        with self._answered:
            self._answering += 1
        try:
            return self._application(request)
        finally:
            with self._answered:
                self._answering -= 1
                self._answered.notify_all()


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def handle_error(self, request: Any, client_address: Any) -> None:
        # A browser that goes away in the middle of an answer is no error.
        if not isinstance(sys.exception(), ConnectionError | TimeoutError):
            super().handle_error(request, client_address)
