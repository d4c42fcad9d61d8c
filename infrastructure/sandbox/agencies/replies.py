"""The replies to an agency of the sandbox, and its answers."""

import hashlib
import threading
from collections.abc import Callable
from datetime import datetime
from typing import Any

from domains.agencies import protocol
from domains.agencies.manifest import Manifest, Service

_REFERENCE_LENGTH = 8
_SUBJECTS = {"en": "Answer to your message", "es": "Respuesta a su mensaje"}
_BODIES = {
    "en": "You wrote: “{text}”\n\nThis is a sample answer; a real agency takes longer.",
    "es": "Usted escribió: «{text}»\n\nUn empleado del entorno de pruebas responde en segundos; una agencia "
    "real tarda más.",
}


class Replies:
    """The replies to one agency, in memory."""

    def __init__(self, manifest: Manifest, on_new: Callable[[protocol.ReplyRequest], None]) -> None:
        """Call `on_new` once for each reply."""
        self._agency_id = manifest.agency.id
        self._on_new = on_new
        self._received: dict[str, protocol.ReplyRequest] = {}
        self._lock = threading.Lock()

    def list_replies(self) -> list[protocol.ReplyRequest]:
        """Return all replies, oldest first."""
        return list(self._received.values())

    def receive(self, request: protocol.ReplyRequest) -> protocol.ReplyAnswer:
        """Take a reply. Idempotent for the same id."""
        with self._lock:
            is_new = self._received.setdefault(request.reply_id, request) is request
        if is_new:
            self._on_new(request)
        # Derived from the id, so that it is the same after a restart.
        number = hashlib.sha256(request.reply_id.encode()).hexdigest()[:_REFERENCE_LENGTH].upper()
        return protocol.ReplyAnswer(received=True, reference=f"{self._agency_id.upper()}-{number}")


def make_answer(request: protocol.ReplyRequest, service: Service, now: datetime) -> dict[str, Any]:
    """Return a message that answers a reply, as the portal takes it.

    Raises:
        StopIteration: the service takes no replies.
    """
    language = request.language
    kind = next(each for each in service.message_types if each.accepts_replies)
    return {
        "id": f"answer-{request.reply_id}",
        "type": kind.code,
        "subject": {language: _SUBJECTS[language]},
        "body": {"format": "plain", "texts": {language: _BODIES[language].format(text=request.text)}},
        "sentAt": now.isoformat(),
        "inReplyTo": request.reply_id,
    }
