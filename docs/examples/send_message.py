"""A message from the library, with a file: `python send_message.py [FILE.pdf]`.

The client comes from the variables AGENCY_CLIENT_ID and AGENCY_CLIENT_SECRET; PORTAL and ISSUER say where the
portal and its identity provider are.
"""

import base64
import hashlib
import json
import os
import sys
import urllib.request
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

PORTAL = os.environ.get("PORTAL", "http://localhost:8080")
ISSUER = os.environ.get("ISSUER", "http://localhost:8081")


def send(method: str, url: str, body: bytes, headers: dict[str, str]) -> Any:
    """Return the JSON of the answer; None where there is none."""
    request = urllib.request.Request(url, body, headers, method=method)
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.loads(answer.read() or b"null")


def access_token() -> str:
    """Client credentials (RFC 6749, 4.4)."""
    client = f"{os.environ['AGENCY_CLIENT_ID']}:{os.environ['AGENCY_CLIENT_SECRET']}"
    form = urlencode({"grant_type": "client_credentials", "scope": "agency-inbound/town-library"})
    headers = {
        "Authorization": f"Basic {base64.b64encode(client.encode()).decode()}",
        "Content-Type": "application/x-www-form-urlencoded",
    }
    return str(send("POST", f"{ISSUER}/oauth2/token", form.encode(), headers)["access_token"])


class Portal:
    """The portal's calls for agencies."""

    def __init__(self) -> None:
        self._headers = {"Authorization": f"Bearer {access_token()}", "Content-Type": "application/json"}

    def post(self, path: str, content: dict[str, Any]) -> Any:
        url = f"{PORTAL}/api/agency-inbound/{path}"
        return send("POST", url, json.dumps(content).encode(), self._headers)

    def upload(self, file: Path) -> str:
        """Announce a PDF and send it to where the portal says."""
        content = file.read_bytes()
        announcement = {
            "name": file.name,
            "contentType": "application/pdf",
            "size": len(content),
            "sha256": hashlib.sha256(content).hexdigest(),
        }
        announced = self.post("attachments", announcement)
        upload = announced["upload"]
        urllib.request.urlopen(
            urllib.request.Request(upload["url"], content, upload["headers"], method=upload["method"]),
            timeout=30,
        ).close()
        return str(announced["id"])


if __name__ == "__main__":
    portal = Portal()
    now = datetime.now(UTC)
    message = {
        "id": f"loan-due-card-7-{now:%Y-%m-%dT%H:%M:%S}",
        "type": "LOAN_DUE",
        "subject": {"en": "A book is due", "es": "Un libro vence"},
        "body": {"texts": {"en": "Return it or renew it.", "es": "Devuélvalo o renuévelo."}},
        "action": {
            "label": {"en": "Renew loans", "es": "Renovar préstamos"},
            "url": "http://localhost:8090/renew",
        },
        "attachments": [{"id": portal.upload(Path(name))} for name in sys.argv[1:]],
        "sentAt": now.isoformat(),
    }
    record = {"agencyServiceId": "town-library-card", "reference": "card-7"}
    print(portal.post("messages", record | {"message": message})["outcome"])
