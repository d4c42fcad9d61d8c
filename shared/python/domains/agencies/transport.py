"""HTTP exchanges with agencies, limited in time, size, and targets."""

import codecs
import ssl
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from http.client import HTTPException
from socket import SHUT_RDWR
from threading import Event, Thread

from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.exceptions import HTTPError

from domains.agencies.network import NetworkRules, Target

CONNECT_SECONDS = 1.0
MAX_ANSWER_BYTES = 64 * 1024

# A TLS socket raises ValueError after another thread shuts it down.
_BROKEN_OFF = (HTTPError, HTTPException, OSError, ValueError)


class Unreachable(Exception):
    """The connection to the agency failed or broke."""


class Late(Exception):
    """The answer did not arrive in time."""


class TooLarge(Exception):
    """The answer exceeds the size limit."""


@dataclass(frozen=True, slots=True)
class HttpAnswer:
    """An answer of the agency; redirects are not followed."""

    status: int
    body: bytes

    @property
    def json_text(self) -> bytes:
        """The body without a byte order mark, which a reader of JSON may ignore (RFC 8259, section 8.1)."""
        return self.body.removeprefix(codecs.BOM_UTF8)


@dataclass(frozen=True)
class Transport:
    """Sends requests to agencies, each over a new connection."""

    rules: NetworkRules
    connect_seconds: float = CONNECT_SECONDS
    largest_answer_bytes: int = MAX_ANSWER_BYTES
    # Makes the TLS context, on the first call that needs it.
    make_tls: Callable[[], ssl.SSLContext] = ssl.create_default_context

    @cached_property
    def _tls(self) -> ssl.SSLContext:
        return self.make_tls()

    def exchange(
        self, method: str, url: str, headers: Mapping[str, str], body: bytes | None, seconds: float
    ) -> HttpAnswer:
        """Send a request and read its answer.

        Runs in a separate thread, the only way to limit the total time of a DNS lookup or of a slow sender.
        After the limit, the thread is abandoned.

        Args:
            seconds: limit for the whole exchange.

        Raises:
            NotAllowed: the rules forbid the target.
            Unreachable: the connection failed or broke.
            Late: the exchange took too long.
            TooLarge: the answer exceeds the size limit.
        """
        limit = self.largest_answer_bytes
        exchange = _Exchange(lambda: self._open_connection(url), method, headers, body, limit)
        thread = Thread(target=exchange.run, daemon=True)
        thread.start()
        if not exchange.is_done.wait(seconds):
            exchange.break_off()
            raise Late
        if exchange.failure is not None:
            raise exchange.failure
        return exchange.answer

    def _open_connection(self, url: str) -> tuple[Target, HTTPConnection]:
        target = self.rules.resolve_target(url)
        if target.scheme == "http":
            return target, HTTPConnection(target.address, target.port, timeout=self.connect_seconds)
        return target, HTTPSConnection(
            target.address,
            target.port,
            timeout=self.connect_seconds,
            ssl_context=self._tls,
            server_hostname=target.host,
            assert_hostname=target.host,
        )


class _Exchange:
    """A request and its answer, run in a thread."""

    def __init__(
        self,
        connect: Callable[[], tuple[Target, HTTPConnection]],
        method: str,
        headers: Mapping[str, str],
        body: bytes | None,
        largest_answer_bytes: int,
    ) -> None:
        self._connect = connect
        self._largest_answer_bytes = largest_answer_bytes
        self._method = method
        self._headers = headers
        self._body = body
        self._connection: HTTPConnection | None = None
        self._is_abandoned = False
        self.is_done = Event()
        self.failure: Exception | None = None
        self.answer: HttpAnswer

    def run(self) -> None:
        try:
            self.answer = self._exchange()
        except _BROKEN_OFF as error:
            self.failure = Unreachable(type(error).__name__)
        except Exception as error:
            # The waiting thread raises it again.
            self.failure = error
        finally:
            if self._connection is not None:
                self._connection.close()
            self.is_done.set()

    def break_off(self) -> None:
        """Close the connection, so that the thread ends."""
        self._is_abandoned = True
        socket = self._connection.sock if self._connection is not None else None
        if socket is not None:
            with suppress(OSError):
                socket.shutdown(SHUT_RDWR)

    def _exchange(self) -> HttpAnswer:
        target, connection = self._connect()
        self._connection = connection
        connection.connect()
        if self._is_abandoned:
            raise Unreachable
        # Reading has no separate limit; the whole exchange has one.
        connection.timeout = None
        connection.sock.settimeout(None)
        headers = {**self._headers, "Host": target.authority, "Connection": "close"}
        connection.request(self._method, target.path, body=self._body, headers=headers, preload_content=False)
        response = connection.getresponse()
        body = response.read(self._largest_answer_bytes + 1, decode_content=False)
        if len(body) > self._largest_answer_bytes:
            raise TooLarge
        if response.length_remaining:
            raise Unreachable("broken off")
        return HttpAnswer(response.status, body)
