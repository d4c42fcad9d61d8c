"""A stand-in for the portal that agencies call, its identity provider and its bucket."""

import hashlib
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from functions.agencyinbound.contract import AttachmentRequest, MessageBatchRequest, MessagePostRequest


@dataclass
class Portal:
    """Takes what the contract takes, and an upload that is what was announced."""

    origin: str = ""
    messages: list[MessagePostRequest] = field(default_factory=list)
    batches: list[MessageBatchRequest] = field(default_factory=list)
    uploads: dict[str, AttachmentRequest] = field(default_factory=dict)
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
        number = path.removeprefix("/bucket/")
        assert headers["x-amz-meta-sha256"] == hashlib.sha256(body).hexdigest()
        assert (len(body), headers["Content-Type"]) == (
            self.uploads[number].size,
            self.uploads[number].content_type,
        )
        return 200, {}


@contextmanager
def standing_portal() -> Iterator[Portal]:
    """The stand-in, listening until the block ends."""
    standing = Portal()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            status, content = standing.answer(self.path, self.headers, body)
            answer = json.dumps(content).encode()
            self.send_response(status)
            self.send_header("Content-Length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)

        do_PUT = do_POST  # noqa: N815 -- the name that the server asks for

        def log_message(self, *_: object) -> None:
            """Tests keep their output."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    standing.origin = f"http://localhost:{server.server_port}"
    yield standing
    server.shutdown()
    server.server_close()
