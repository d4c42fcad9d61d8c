"""Answers of SES and SNS and their absence, with the real clients against a socket."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any
from unittest import mock

import pytest

from domains.deliveries.outbound import NotSent, Outbound, OutcomeUnknown, TextMessages

ADDRESS = "rosa@example.com"
CREDENTIALS = {
    "AWS_ACCESS_KEY_ID": "testing",
    "AWS_SECRET_ACCESS_KEY": "testing",
    "AWS_DEFAULT_REGION": "us-east-1",
}


@contextmanager
def run_service(answer: Any) -> Iterator[list[Any]]:
    """Run a service with the given answer and yield the list of its requests."""
    requests = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            requests.append(self.rfile.read(int(self.headers["Content-Length"])))
            answer(self)

        def log_message(self, *_: Any) -> None:
            """Suppress the output."""

    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        with mock.patch.dict("os.environ", {**CREDENTIALS, "AWS_ENDPOINT_URL": get_address(server)}):
            yield requests
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def get_address(server: Any) -> str:
    return f"http://127.0.0.1:{server.server_port}"


def make_answer(status: Any, content: Any, **headers: Any) -> Any:
    def answer(handler: Any) -> None:
        body = json.dumps(content).encode()
        handler.send_response(status)
        for name, value in headers.items():
            handler.send_header(name.replace("_", "-"), value)
        handler.send_header("Content-Length", str(len(body)))
        handler.end_headers()
        handler.wfile.write(body)

    return answer


def hang_up(handler: Any) -> None:
    handler.close_connection = True
    handler.connection.close()


def send() -> Any:
    return Outbound("no-reply@portal.example", "set").send_email(
        ADDRESS, b"Subject: hello\r\n\r\nhello", "claim1"
    )


def test_ses_request_has_mime_address_and_configuration_set() -> None:
    with run_service(make_answer(200, {"MessageId": "ses-1"})) as requests:
        assert send() == "ses-1"
    [request] = [json.loads(request) for request in requests]
    assert request["ConfigurationSetName"] == "set"
    assert request["Destination"] == {"ToAddresses": [ADDRESS]}
    assert request["EmailTags"] == [{"Name": "claim", "Value": "claim1"}]
    assert request["FromEmailAddress"] == "no-reply@portal.example"
    assert set(request["Content"]) == {"Raw"}


@pytest.mark.parametrize(
    ("status", "code", "is_final"),
    [
        (429, "TooManyRequestsException", False),
        (400, "ThrottlingException", False),
        (400, "LimitExceededException", False),
        (400, "SendingPausedException", False),
        (404, "NotFoundException", False),
        (500, "InternalServiceErrorException", False),
        (503, "ServiceUnavailable", False),
        (400, "MessageRejected", True),
        (400, "BadRequestException", True),
    ],
)
def test_refusal_is_final_and_not_retried(status: int, code: str, is_final: bool) -> None:
    with (
        run_service(make_answer(status, {"message": f"about {ADDRESS}"}, x_amzn_ErrorType=code)) as requests,
        pytest.raises(NotSent) as raised,
    ):
        send()
    assert len(requests) == 1
    assert (raised.value.code, raised.value.is_final) == (code, is_final)
    assert ADDRESS not in str(raised.value)


def test_missing_answer_is_unknown_and_not_retried() -> None:
    with run_service(hang_up) as requests, pytest.raises(OutcomeUnknown):
        send()
    assert len(requests) == 1


def test_truncated_answer_is_unknown() -> None:
    def cut_off(handler: Any) -> None:
        handler.send_response(200)
        handler.send_header("Content-Length", "1000")
        handler.end_headers()
        handler.wfile.write(b'{"MessageId"')
        handler.close_connection = True

    with run_service(cut_off) as requests, pytest.raises(OutcomeUnknown):
        send()
    assert len(requests) == 1


@pytest.mark.parametrize("status", [502, 503, 504])
def test_intermediary_answer_is_unknown(status: int) -> None:
    def answer(handler: Any) -> None:
        content = b"<html>Gateway Timeout</html>"
        handler.send_response(status)
        handler.send_header("Content-Length", str(len(content)))
        handler.end_headers()
        handler.wfile.write(content)

    with run_service(answer) as requests, pytest.raises(OutcomeUnknown):
        send()
    assert len(requests) == 1


@pytest.mark.parametrize("content", [b"", b"null", b"<html>", b"{}", b"[]"])
def test_invalid_answer_is_unknown(content: bytes) -> None:
    def answer(handler: Any) -> None:
        handler.send_response(200)
        handler.send_header("Content-Length", str(len(content)))
        handler.end_headers()
        handler.wfile.write(content)

    with run_service(answer), pytest.raises(OutcomeUnknown):
        send()


def test_unreachable_service_is_not_sent() -> None:
    server = HTTPServer(("127.0.0.1", 0), BaseHTTPRequestHandler)
    server.server_close()
    with (
        mock.patch.dict("os.environ", {**CREDENTIALS, "AWS_ENDPOINT_URL": get_address(server)}),
        pytest.raises(NotSent) as raised,
    ):
        send()
    assert not raised.value.is_final


def test_sdk_refusal_is_final() -> None:
    with run_service(make_answer(200, {"MessageId": "ses-1"})) as requests, pytest.raises(NotSent) as raised:
        Outbound("no-reply@portal.example", "set").send_email(None, b"", "claim1")  # type: ignore[arg-type]
    assert requests == []
    assert raised.value.is_final


def test_text_message_is_sent_as_transactional() -> None:
    def answer(handler: Any) -> None:
        body = (
            b'<PublishResponse xmlns="http://sns.amazonaws.com/doc/2010-03-31/"><PublishResult>'
            b"<MessageId>sns-1</MessageId></PublishResult></PublishResponse>"
        )
        handler.send_response(200)
        handler.send_header("Content-Length", str(len(body)))
        handler.end_headers()
        handler.wfile.write(body)

    with run_service(answer) as requests:
        assert TextMessages().send_text_message("+16025550123", "hello") == "sns-1"
    assert b"Transactional" in requests[0]
