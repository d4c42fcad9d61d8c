"""The read of the users table without an SDK: its signature, and connections that were closed meanwhile."""

import json
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread
from typing import Any
from unittest import mock

import pytest
from botocore import auth
from botocore.awsrequest import AWSRequest
from botocore.credentials import Credentials as BotocoreCredentials

from functions.authorizer.access import (
    AccessReader,
    AccessUnknownError,
    Credentials,
    TableAddress,
    parse_credentials,
    sign_headers,
)
from portal.settings import SettingsError

AT = datetime(2026, 11, 22, 18, 30, 5, tzinfo=UTC)
HOST = "dynamodb.us-west-2.amazonaws.com"


@pytest.mark.parametrize("token", ["", "a/session+token=="])
def test_signature_matches_botocore(token: str) -> None:
    body = json.dumps({"TableName": "users", "Key": {"user_id": {"S": "señora"}}}).encode()
    own = sign_headers(body, HOST, "GetItem", "us-west-2", Credentials("AKID", "se/cret", token), AT)
    signed = {name: own[name] for name in ("content-type", "x-amz-target")}
    request = AWSRequest("POST", f"https://{HOST}/", data=body, headers=signed)
    signer = auth.SigV4Auth(BotocoreCredentials("AKID", "se/cret", token or None), "dynamodb", "us-west-2")
    with mock.patch.object(auth, "get_current_datetime", lambda *_: AT.replace(tzinfo=None)):
        signer.add_auth(request)
    assert own["authorization"] == request.headers["Authorization"]
    assert own["x-amz-date"] == request.headers["X-Amz-Date"]
    assert own.get("x-amz-security-token") == (token or None)


class Table(BaseHTTPRequestHandler):
    """Answers one call and closes the connection, without saying so, as a kept connection ends."""

    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        body = b'{"Item": {"accepted_terms": {"S": "2026-07-01"}}}'
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
        self.close_connection = True

    def log_message(self, *_: Any) -> None:
        """Keep the test's output clean."""


def make_reader(endpoint: str) -> AccessReader:
    return AccessReader(
        TableAddress("us-west-2", endpoint, "users"), Credentials("key", "secret", ""), lambda: AT
    )


def test_closed_connection_is_reopened() -> None:
    server = HTTPServer(("127.0.0.1", 0), Table)
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    reader = make_reader(f"http://127.0.0.1:{server.server_port}")
    try:
        assert [reader.get_access("rosa").accepted_terms for _ in range(3)] == ["2026-07-01"] * 3
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
    with pytest.raises(AccessUnknownError):
        reader.get_access("rosa")


@pytest.mark.parametrize("name", ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"])
def test_missing_credentials_are_named(name: str) -> None:
    environment = {"AWS_ACCESS_KEY_ID": "key", "AWS_SECRET_ACCESS_KEY": "secret"} | {name: ""}
    with pytest.raises(SettingsError, match=name):
        parse_credentials(environment)
