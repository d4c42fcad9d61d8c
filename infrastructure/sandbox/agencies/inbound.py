"""An agency's calls to the portal, with the access token of its client."""

import base64
import hashlib
import json
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from http import HTTPStatus
from typing import Any
from urllib.parse import urlencode

from infrastructure.local.http import Request, Response
from infrastructure.sandbox.agencies.files import File
from infrastructure.sandbox.agencies.records import Payment, Record

Portal = Callable[[Request], Response]
"""Answers requests as the portal does."""

_TIMEOUT_SECONDS = 10
_SECONDS_TO_SPARE = 30


class InboundFailed(Exception):
    """The identity provider or the portal did not take a call; the message is for a developer."""


class MessageIdReused(InboundFailed):
    """Another message was sent under the id."""


@dataclass(frozen=True, slots=True)
class HttpPortal:
    """The portal at its address.

    Attributes:
        origin: such as `http://localhost:8080`.
    """

    origin: str

    def __call__(self, request: Request) -> Response:
        """Send a request.

        Raises:
            InboundFailed: nobody answers.
        """
        outgoing = urllib.request.Request(  # noqa: S310 -- the portal's own address
            self.origin + request.path, request.body or None, dict(request.headers), method=request.method
        )
        try:
            with urllib.request.urlopen(outgoing, timeout=_TIMEOUT_SECONDS) as answer:  # noqa: S310
                return Response(answer.status, body=answer.read())
        except urllib.error.HTTPError as error:
            return Response(error.code, body=error.read())
        except OSError as error:
            raise InboundFailed(f"The portal does not answer: {error}") from None


class InboundClient:
    """Client of an agency for the portal's inbound API."""

    def __init__(self, identity_origin: str, agency_id: str, client_secret: str) -> None:
        """Prepare; the first call asks for a token.

        Args:
            identity_origin: of the identity provider.
        """
        self._address = f"{identity_origin}/oauth2/token"
        self._client = (f"agency-{agency_id}", client_secret)
        self._scope = f"agency-inbound/{agency_id}"
        self._lock = threading.Lock()
        self._token = ""
        self._good_until = 0.0

    def post(self, portal: Portal, path: str, content: Mapping[str, Any]) -> Any:
        """Make a call to the portal.

        Args:
            path: below `/api/agency-inbound/`.

        Raises:
            InboundFailed: it was refused.
        """
        headers = (
            ("Authorization", f"Bearer {self._get_access_token()}"),
            ("Content-Type", "application/json"),
        )
        body = json.dumps(content).encode()
        response = portal(Request("POST", f"/api/agency-inbound/{path}", headers=headers, body=body))
        if response.status == HTTPStatus.CONFLICT:
            raise MessageIdReused(f"{path}: {response.body.decode(errors='replace')[:300]}")
        if response.status != HTTPStatus.OK:
            raise InboundFailed(f"{path}: {response.status} {response.body.decode(errors='replace')[:300]}")
        return json.loads(response.body)

    def fetch_document(self, portal: Portal, application_id: str, document_id: str) -> tuple[str, bytes]:
        """Fetch a file of an application.

        Returns:
            The state of the file, and its content if that is `ready`.

        Raises:
            InboundFailed: the portal or its bucket refused.
        """
        path = f"applications/{application_id}/documents/{document_id}"
        headers = (("Authorization", f"Bearer {self._get_access_token()}"),)
        response = portal(Request("GET", f"/api/agency-inbound/{path}", headers=headers))
        if response.status != HTTPStatus.OK:
            raise InboundFailed(f"{path}: {response.status} {response.body.decode(errors='replace')[:300]}")
        reported = json.loads(response.body)
        if reported["state"] != "ready":
            return str(reported["state"]), b""
        try:
            with urllib.request.urlopen(reported["url"], timeout=_TIMEOUT_SECONDS) as answer:  # noqa: S310
                return "ready", answer.read()
        except OSError as error:
            raise InboundFailed(f"The file was refused: {error}") from None

    def attach(self, portal: Portal, file: File) -> str:
        """Announce a file and upload it.

        Returns:
            The id by which a message names it.

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
        request = urllib.request.Request(  # noqa: S310 -- where the portal says
            upload["url"], file.content, upload["headers"], method=upload["method"]
        )
        try:
            with urllib.request.urlopen(request, timeout=_TIMEOUT_SECONDS):  # noqa: S310
                return str(announced["id"])
        except OSError as error:
            raise InboundFailed(f"The upload of {file.name} was refused: {error}") from None

    def _get_access_token(self) -> str:
        with self._lock:
            if time.monotonic() >= self._good_until:
                answer = self._ask_for_token()
                self._token = answer["access_token"]
                self._good_until = time.monotonic() + int(answer["expires_in"]) - _SECONDS_TO_SPARE
            return self._token

    def _ask_for_token(self) -> Any:
        credentials = base64.b64encode(":".join(self._client).encode()).decode()
        form = urlencode({"grant_type": "client_credentials", "scope": self._scope}).encode()
        request = urllib.request.Request(  # noqa: S310 -- the identity provider's own address
            self._address,
            form,
            {
                "Authorization": f"Basic {credentials}",
                "Content-Type": "application/x-www-form-urlencoded",
            },
        )
        try:
            with urllib.request.urlopen(request, timeout=_TIMEOUT_SECONDS) as answer:  # noqa: S310
                return json.load(answer)
        except urllib.error.HTTPError as error:
            raise InboundFailed(f"No token: {error.code} {error.read().decode(errors='replace')}") from None
        except OSError as error:
            raise InboundFailed(f"The identity provider does not answer: {error}") from None


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
