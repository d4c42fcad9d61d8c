"""HTTP requests and responses, as sent over the wire."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

Headers = tuple[tuple[str, str], ...]


def find_header(headers: Headers, name: str) -> str | None:
    """Return the last value of a header, whatever the case of its name; None without one."""
    return next((value for key, value in reversed(headers) if key.lower() == name.lower()), None)


@dataclass(frozen=True, slots=True)
class Request:
    """A request."""

    method: str
    path: str  # as it was sent: neither decoded nor tidied
    query: str = ""  # what follows the question mark, as it was sent
    headers: Headers = ()  # in order, repeated ones too, as WSGI could not give them
    body: bytes | None = b""  # None when it is longer than the server reads
    viewer: str = "127.0.0.1"  # address of the client

    def header(self, name: str) -> str | None:
        return find_header(self.headers, name)

    def replace_path(self, path: str) -> "Request":
        """Return the same request for another path."""
        return replace(self, path=path)


@dataclass(slots=True)
class Response:
    """A response."""

    status: int
    headers: list[tuple[str, str]] = field(default_factory=list)
    body: bytes = b""
    function: str = ""  # the Lambda function that answered, for the log; empty without one

    def header(self, name: str) -> str | None:
        return find_header(tuple(self.headers), name)

    def set_header(self, name: str, value: str) -> None:
        """Replace all headers of a name with one."""
        self.remove_header(name)
        self.headers.append((name, value))

    def remove_header(self, name: str) -> None:
        """Remove all headers of a name."""
        self.headers = [(key, value) for key, value in self.headers if key.lower() != name.lower()]


def make_json_response(status: int, content: Mapping[str, object]) -> Response:
    """Return a response with a JSON body."""
    return Response(status, [("Content-Type", "application/json")], json.dumps(content).encode())


def make_text_response(status: int, text: str) -> Response:
    """Return a response with one line of plain text."""
    return Response(status, [("Content-Type", "text/plain; charset=utf-8")], f"{text}\n".encode())
