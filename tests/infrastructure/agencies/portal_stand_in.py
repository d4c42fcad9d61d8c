"""A stand-in for the portal that agencies call, its identity provider and its bucket."""

import hashlib
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from functions.agencyinbound.contract import (
    ApplicationStatusRequest,
    AttachmentRequest,
    MessageBatchRequest,
    MessagePostRequest,
)

_APPLICATIONS = "/api/agency-inbound/applications/"


@dataclass
class Portal:
    """A portal that accepts valid requests of the contract, and uploads that match their announcement."""

    origin: str = ""
    messages: list[MessagePostRequest] = field(default_factory=list)
    batches: list[MessageBatchRequest] = field(default_factory=list)
    uploads: dict[str, AttachmentRequest] = field(default_factory=dict)
    statuses: dict[str, list[ApplicationStatusRequest]] = field(default_factory=dict)
    documents: dict[str, bytes] = field(default_factory=dict)
    document_state: str = "ready"
    outcome: str = "delivered"
    status: int = 200

    def answer(self, path: str, headers: Any, body: bytes) -> tuple[int, Any]:
        match path:
            case "/oauth2/token":
                return 200, {"access_token": "token", "expires_in": 900}
            case "/api/agency-inbound/attachments":
                announced = AttachmentRequest.model_validate_json(body)
                self.uploads[str(len(self.uploads))] = announced
                number = str(len(self.uploads) - 1)
                sent = {"Content-Type": announced.content_type, "x-amz-meta-sha256": announced.sha256}
                upload = {"method": "PUT", "url": f"{self.origin}/bucket/{number}", "headers": sent}
                return 200, {"id": number, "upload": upload, "expiresAt": "2026-11-21T00:00:00Z"}
            case "/api/agency-inbound/messages":
                self.messages.append(MessagePostRequest.model_validate_json(body))
                return self.status, {"outcome": self.outcome, "code": "messageIdReused"}
            case "/api/agency-inbound/messages/batch":
                batch = MessageBatchRequest.model_validate_json(body)
                self.batches.append(batch)
                results = [{"reference": each, "outcome": self.outcome} for each in batch.references]
                return 200, {"results": results}
        if path.startswith(_APPLICATIONS) and path.endswith("/status"):
            application_id = path.removeprefix(_APPLICATIONS).removesuffix("/status")
            reported = ApplicationStatusRequest.model_validate_json(body)
            self.statuses.setdefault(application_id, []).append(reported)
            return self.status, {"outcome": "stored", "code": "applicationDecided"}
        number = path.removeprefix("/bucket/")
        assert headers["x-amz-meta-sha256"] == hashlib.sha256(body).hexdigest()
        assert (len(body), headers["Content-Type"]) == (
            self.uploads[number].size,
            self.uploads[number].content_type,
        )
        return 200, {}

    def get_document(self, path: str, headers: Any) -> tuple[int, bytes]:
        """Return a file of an application with its address in the portal."""
        if path.startswith("/documents/"):
            return 200, self.documents[path.removeprefix("/documents/")]
        document_id = path.rpartition("/")[2]
        if headers["Authorization"] != "Bearer token" or document_id not in self.documents:
            return 404, b'{"code": "documentNotFound"}'
        url = f"{self.origin}/documents/{document_id}" if self.document_state == "ready" else None
        return 200, json.dumps({"state": self.document_state, "url": url, "expiresAt": None}).encode()


@contextmanager
def run_portal() -> Iterator[Portal]:
    """Yield the stand-in, listening until the block ends."""
    standing = Portal()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            status, content = standing.answer(self.path, self.headers, body)
            self._send(status, json.dumps(content).encode())

        def do_GET(self) -> None:
            self._send(*standing.get_document(self.path, self.headers))

        def _send(self, status: int, answer: bytes) -> None:
            self.send_response(status)
            self.send_header("Content-Length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)

        do_PUT = do_POST  # noqa: N815 -- the name that the server asks for

        def log_message(self, *_: object) -> None:
            """Print nothing, to keep the output of tests."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    standing.origin = f"http://localhost:{server.server_port}"
    yield standing
    server.shutdown()
    server.server_close()
