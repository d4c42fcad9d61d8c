"""Read a caller's access from the users table: one DynamoDB read without an SDK.

Every signed-in call waits for the authorizer, and importing the SDK would take longer than everything else in
it (ADR 38). A throttled read is not repeated: the caller goes on without the answer.

Source: the Amazon DynamoDB developer guide, "DynamoDB low-level API", and the IAM user guide, "Create a
signed AWS API request".
"""

import hashlib
import hmac
import http.client
import json
import ssl
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import urlsplit

from domains.accounts.access import PortalAccess
from portal.settings import get_required

SECONDS = 1.0
"""Timeout of connecting, and of each read."""


class AccessUnknownError(Exception):
    """The table gave no answer. The text says why, without personal data."""


@dataclass(frozen=True, slots=True)
class Credentials:
    """AWS credentials for signing; Lambda's include a token."""

    key_id: str
    secret: str
    token: str


@dataclass(frozen=True, slots=True)
class TableAddress:
    """Address of a table: region, DynamoDB endpoint, and name."""

    region: str
    endpoint: str
    table: str


def parse_credentials(environment: Mapping[str, str]) -> Credentials:
    """Return the credentials in Lambda's variables, which outlast the sandbox.

    Raises SettingsError naming the missing variable.
    """
    return Credentials(
        get_required(environment, "AWS_ACCESS_KEY_ID"),
        get_required(environment, "AWS_SECRET_ACCESS_KEY"),
        environment.get("AWS_SESSION_TOKEN", ""),
    )


class AccessReader:
    """Reads a person's right to use the portal from the users table."""

    def __init__(self, place: TableAddress, credentials: Credentials, now: Callable[[], datetime]) -> None:
        """`now` gives the time in UTC."""
        self._place = place
        self._credentials = credentials
        self._now = now
        self._connection: http.client.HTTPConnection | None = None

    def get_access(self, user_id: str) -> PortalAccess:
        """Return the terms that a person accepted, and the sessions that were ended. Eventually consistent.

        Raises AccessUnknownError.
        """
        # Names as in `domains.accounts.account_table.ACCOUNT_ITEMS`, which would import the SDK.
        request = {
            "TableName": self._place.table,
            "Key": {"user_id": {"S": user_id}, "item": {"S": "access"}},
            "ProjectionExpression": "accepted_terms, ended_sessions, signed_out_before",
        }
        try:
            answer = json.loads(self._call("GetItem", request))
            item = answer.get("Item", {})
            return PortalAccess(
                accepted_terms=item.get("accepted_terms", {}).get("S", ""),
                ended_sessions=frozenset(item.get("ended_sessions", {}).get("SS", ())),
                signed_out_before=float(item.get("signed_out_before", {}).get("N", 0)),
            )
        except (ValueError, TypeError, AttributeError) as error:
            raise AccessUnknownError(type(error).__name__) from None

    def _call(self, operation: str, request: Mapping[str, Any]) -> bytes:
        body = json.dumps(request).encode()
        host = urlsplit(self._place.endpoint).netloc
        headers = sign_headers(body, host, operation, self._place.region, self._credentials, self._now())
        # A kept-alive connection may be closed, which shows only on use.
        attempts = 2 if self._connection else 1
        for attempt in range(1, attempts + 1):
            try:
                self._connection = self._connection or _connect(self._place.endpoint)
                self._connection.request("POST", "/", body, headers)
                response = self._connection.getresponse()
                answer = response.read()
                break
            except (http.client.HTTPException, OSError) as error:
                if self._connection:
                    self._connection.close()
                self._connection = None
                if attempt == attempts:
                    raise AccessUnknownError(type(error).__name__) from None
        if response.status != 200:
            raise AccessUnknownError(f"status {response.status}")
        return answer


def sign_headers(
    body: bytes, host: str, operation: str, region: str, credentials: Credentials, at: datetime
) -> dict[str, str]:
    """Return the headers of a DynamoDB call, signed with Signature Version 4.

    Args:
        operation: such as `GetItem`.
        at: time of signing, in UTC.
    """
    stamp, day = at.strftime("%Y%m%dT%H%M%SZ"), at.strftime("%Y%m%d")
    headers = {
        "content-type": "application/x-amz-json-1.0",
        "host": host,
        "x-amz-date": stamp,
        "x-amz-target": f"DynamoDB_20120810.{operation}",
    }
    if credentials.token:
        headers["x-amz-security-token"] = credentials.token
    names = ";".join(sorted(headers))
    lines = "".join(f"{name}:{headers[name]}\n" for name in sorted(headers))
    canonical = f"POST\n/\n\n{lines}\n{names}\n{hashlib.sha256(body).hexdigest()}"
    scope = f"{day}/{region}/dynamodb/aws4_request"
    to_sign = f"AWS4-HMAC-SHA256\n{stamp}\n{scope}\n{hashlib.sha256(canonical.encode()).hexdigest()}"
    key = f"AWS4{credentials.secret}".encode()
    for part in scope.split("/"):
        key = hmac.digest(key, part.encode(), "sha256")
    signature = hmac.digest(key, to_sign.encode(), "sha256").hex()
    headers["authorization"] = (
        f"AWS4-HMAC-SHA256 Credential={credentials.key_id}/{scope}, "
        f"SignedHeaders={names}, Signature={signature}"
    )
    return headers


def _connect(endpoint: str) -> http.client.HTTPConnection:
    address = urlsplit(endpoint)
    host = address.hostname or ""
    if address.scheme == "https":
        context = ssl.create_default_context()
        return http.client.HTTPSConnection(host, address.port, timeout=SECONDS, context=context)
    return http.client.HTTPConnection(host, address.port, timeout=SECONDS)
