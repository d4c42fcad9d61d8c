"""DynamoDB at another address, as `npm test -- --dynamodb URL api` uses it."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from botocore.awsrequest import AWSPreparedRequest
from botocore.credentials import ReadOnlyCredentials
from botocore.exceptions import EndpointConnectionError
from moto.core.botocore_stubber import BotocoreStubber

from infrastructure.local.http import Request, Response, make_json_response
from tests.api.dynamodb_endpoint import PREFIX, Endpoint, MissingCredentials, NotUsable, make_endpoint
from tests.api.local_servers import run_local_server
from tests.api.support import MESSAGES_TABLE, USERS_TABLE

KEY = {"user_id": {"S": "u"}, "item": {"S": "i"}}
CREDENTIALS = ReadOnlyCredentials("AKIDEXAMPLE", "secret", "a session")


@dataclass
class Server:
    """A DynamoDB that answers what the test sets."""

    url: str = ""
    answer: dict[str, Any] = field(default_factory=dict)
    received: list[Request] = field(default_factory=list)

    def __call__(self, request: Request) -> Response:
        if request.method == "GET":
            return Response(404)
        self.received.append(request)
        return make_json_response(200, self.answer)

    def make_endpoint(self) -> Endpoint:
        return Endpoint(self.url, CREDENTIALS, "us-west-2")

    def ask(self, operation: str, body: Any, endpoint: Endpoint | None = None) -> tuple[Any, Any]:
        """Send a request; returns what the server got and what the SDK gets."""
        endpoint = endpoint or self.make_endpoint()
        sent = json.dumps(body).encode()
        headers = {"X-Amz-Target": f"DynamoDB_20120810.{operation}".encode()}
        request = AWSPreparedRequest(
            "POST", "https://dynamodb.us-east-1.amazonaws.com/", headers, sent, False
        )
        _, _, content = endpoint.forward_requests(refuse)(BotocoreStubber(), request)
        return json.loads(self.received[-1].body or b""), json.loads(content)


def refuse(_stubber: BotocoreStubber, _request: AWSPreparedRequest) -> Any:
    raise AssertionError("The request got to moto.")


@pytest.fixture
def server() -> Iterator[Server]:
    with run_local_server() as local:
        server = Server(f"http://127.0.0.1:{local.port}")
        local.run(server)
        yield server


@pytest.mark.parametrize(
    "operation, body",
    [
        ("GetItem", {"TableName": USERS_TABLE, "Key": KEY}),
        ("BatchGetItem", {"RequestItems": {USERS_TABLE: {"Keys": [KEY]}}}),
        ("BatchWriteItem", {"RequestItems": {USERS_TABLE: [{"DeleteRequest": {"Key": KEY}}]}}),
        ("TransactWriteItems", {"TransactItems": [{"Put": {"TableName": USERS_TABLE, "Item": KEY}}]}),
        ("TransactGetItems", {"TransactItems": [{"Get": {"TableName": USERS_TABLE, "Key": KEY}}]}),
        ("DeleteTable", {"TableName": USERS_TABLE}),
    ],
)
def test_tables_have_names_of_this_run_in_each_operation(server: Server, operation: str, body: Any) -> None:
    received, _ = server.ask(operation, body)
    text = json.dumps(received)
    name = text[text.index(PREFIX) :].partition('"')[0]
    assert name.endswith(f"-{USERS_TABLE}")
    assert text.replace(name, USERS_TABLE) == json.dumps(body)


def test_another_run_has_other_names(server: Server) -> None:
    first, second = (server.ask("DeleteTable", {"TableName": USERS_TABLE})[0] for _ in range(2))
    assert first != second


def test_answer_has_names_of_template(server: Server) -> None:
    endpoint = server.make_endpoint()
    body = {"RequestItems": {USERS_TABLE: {"Keys": [KEY]}, MESSAGES_TABLE: {"Keys": [KEY]}}}
    received, _ = server.ask("BatchGetItem", body, endpoint)
    users, messages = received["RequestItems"]

    server.answer = {
        "Responses": {users: [KEY]},
        "UnprocessedKeys": {messages: {"Keys": [KEY]}},
        "ConsumedCapacity": [{"TableName": users, "CapacityUnits": 1}],
    }
    _, answer = server.ask("BatchGetItem", body, endpoint)
    assert answer == {
        "Responses": {USERS_TABLE: [KEY]},
        "UnprocessedKeys": {MESSAGES_TABLE: {"Keys": [KEY]}},
        "ConsumedCapacity": [{"TableName": USERS_TABLE, "CapacityUnits": 1}],
    }


def test_request_is_signed_at_real_time(server: Server) -> None:
    with time_machine.travel(datetime(2031, 1, 1, tzinfo=UTC)):
        server.ask("GetItem", {"TableName": USERS_TABLE, "Key": KEY})
    request = server.received[-1]
    signed_at = datetime.strptime(request.header("X-Amz-Date") or "", "%Y%m%dT%H%M%SZ").replace(tzinfo=UTC)
    real = time_machine.escape_hatch.datetime.datetime.now(UTC)
    assert abs(real - signed_at) < timedelta(minutes=2)
    day = f"{signed_at:%Y%m%d}"
    assert f"Credential=AKIDEXAMPLE/{day}/us-west-2/dynamodb/aws4_request" in (
        request.header("Authorization") or ""
    )
    assert request.header("X-Amz-Security-Token") == "a session"


def test_refused_credentials_are_reported(server: Server) -> None:
    server.answer = {"__type": "com.amazon.coral.service#UnrecognizedClientException"}
    with pytest.raises(NotUsable, match=r"127\.0\.0\.1:\d+ answers 200: .*UnrecognizedClientException"):
        server.make_endpoint().check()


def test_address_that_does_not_answer_fails() -> None:
    with pytest.raises(EndpointConnectionError):
        make_endpoint("http://127.0.0.1:9")


def test_address_of_aws_needs_credentials(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_PROFILE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("AWS_EC2_METADATA_DISABLED", "true")
    monkeypatch.setenv("AWS_SHARED_CREDENTIALS_FILE", "/nonexistent")
    monkeypatch.setenv("AWS_CONFIG_FILE", "/nonexistent")
    with pytest.raises(MissingCredentials):
        make_endpoint("https://dynamodb.us-east-1.amazonaws.com")
