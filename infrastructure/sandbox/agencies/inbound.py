"""An agency's calls to the portal, with the access token of its client."""

import hashlib
import json
import threading
import time
from collections.abc import Callable, Mapping
from datetime import UTC, date, datetime, timedelta
from http import HTTPStatus
from typing import Any

import requests

from infrastructure.sandbox.files import File
from infrastructure.sandbox.samples import Payment, Record

Portal = Callable[[str, str, Mapping[str, str], bytes], tuple[int, bytes]]
"""Answers a method, a path, headers and a body with a status and a body, as the portal does."""

_TIMEOUT_SECONDS = 10
_SECONDS_TO_SPARE = 30


class InboundFailed(Exception):
    """The identity provider or the portal did not take a call; the message is for a developer."""


class MessageIdReused(InboundFailed):
    """Another message was sent under the id."""


def call_over_http(origin: str) -> Portal:
    """Return the portal at an origin such as `http://localhost:8080`; it raises `InboundFailed`."""

    def call(method: str, path: str, headers: Mapping[str, str], body: bytes) -> tuple[int, bytes]:
        answer = _send(method, origin + path, headers=dict(headers), data=body)
        return answer.status_code, answer.content

    return call


class InboundClient:
    """Client of an agency for the portal's inbound API."""

    def __init__(self, identity_origin: str, agency_id: str, client_secret: str) -> None:
        """Prepare; the first call asks the identity provider for a token."""
        self._address = f"{identity_origin}/oauth2/token"
        self._client = (f"agency-{agency_id}", client_secret)
        self._scope = f"agency-inbound/{agency_id}"
        self._lock = threading.Lock()
        self._token = ""
        self._good_until = 0.0

    def post(self, portal: Portal, path: str, content: Mapping[str, Any]) -> Any:
        """Make a call to a path below `/api/agency-inbound/`. Raises InboundFailed."""
        return self._call(portal, "POST", path, json.dumps(content).encode())

    def fetch_document(self, portal: Portal, application_id: str, document_id: str) -> tuple[str, bytes]:
        """Return the state of an application's file, and its content if that is `ready`.

        Raises:
            InboundFailed: the portal or its bucket refused.
        """
        reported = self._call(portal, "GET", f"applications/{application_id}/documents/{document_id}")
        if reported["state"] != "ready":
            return str(reported["state"]), b""
        return "ready", _check("The file", _send("GET", reported["url"])).content

    def attach(self, portal: Portal, file: File) -> str:
        """Announce a file and upload it; return the id by which a message names it.

        Raises:
            InboundFailed: the announcement or the upload was refused.
        """
        announcement = {
            "name": file.name,
            "contentType": file.content_type,
            "size": len(file.content),
            "sha256": hashlib.sha256(file.content).hexdigest(),
        }
        announced = self.post(portal, "attachments", announcement)
        upload = announced["upload"]
        uploaded = _send(upload["method"], upload["url"], headers=upload["headers"], data=file.content)
        _check(f"The upload of {file.name}", uploaded)
        return str(announced["id"])

    def _call(self, portal: Portal, method: str, path: str, body: bytes = b"") -> Any:
        headers = {"Authorization": f"Bearer {self._get_access_token()}", "Content-Type": "application/json"}
        status, answer = portal(method, f"/api/agency-inbound/{path}", headers, body)
        if status != HTTPStatus.OK:
            failure = MessageIdReused if status == HTTPStatus.CONFLICT else InboundFailed
            raise failure(f"{path}: {status} {answer.decode(errors='replace')[:300]}")
        return json.loads(answer)

    def _get_access_token(self) -> str:
        with self._lock:
            if time.monotonic() >= self._good_until:
                form = {"grant_type": "client_credentials", "scope": self._scope}
                answer = _check(
                    "The token", _send("POST", self._address, auth=self._client, data=form)
                ).json()
                self._token = answer["access_token"]
                self._good_until = time.monotonic() + int(answer["expires_in"]) - _SECONDS_TO_SPARE
            return self._token


def make_transaction(record: Record, payment: Payment, today: date) -> dict[str, Any]:
    """Return a transaction as the portal takes it.

    It has no address of a receipt, which would have to be https.
    """
    occurred_on = today - timedelta(days=payment.days_ago)
    return {
        "agencyServiceId": record.service_id,
        "reference": record.reference,
        "transaction": {
            "id": payment.id,
            "occurredOn": occurred_on.isoformat(),
            "type": payment.type,
            "status": payment.status,
            "description": {"en": payment.en, "es": payment.es},
            "referenceNumber": payment.reference_number,
            "amount": payment.amount,
            "convenienceFee": payment.convenience_fee,
            "method": payment.method,
            "period": payment.period,
            "updatedAt": datetime.combine(occurred_on, datetime.min.time(), UTC).isoformat(),
        },
    }


def _send(method: str, url: str, **parts: Any) -> requests.Response:
    try:
        return requests.request(method, url, timeout=_TIMEOUT_SECONDS, **parts)
    except requests.RequestException as error:
        raise InboundFailed(f"{url} does not answer: {error}") from None


def _check(what: str, answer: requests.Response) -> requests.Response:
    if not answer.ok:
        raise InboundFailed(f"{what} was refused: {answer.status_code} {answer.text[:300]}")
    return answer
