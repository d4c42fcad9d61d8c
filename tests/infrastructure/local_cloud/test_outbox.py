"""Events after the sending of messages: answers by text message and clicks on "unsubscribe"."""

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest
from moto.ses.models import ses_backends
from moto.sns.models import sns_backends

from infrastructure.local.outbox import Outbox
from infrastructure.sandbox.identity_provider import NotPossible
from infrastructure.settings import ACCOUNT_ID, REGION

SENDER = "no-reply@portal.example"


class Portal(BaseHTTPRequestHandler):
    """A portal that records the requests of a mail program."""

    requests: list[tuple[str, str, str]] = []  # noqa: RUF012 -- one server at a time

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        self.requests.append((self.path, str(self.headers["Content-Type"]), body))
        self.send_response(204)
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture(autouse=True)
def moto() -> Iterator[None]:
    ses_backends[ACCOUNT_ID][REGION].verify_email_identity(SENDER)
    yield
    for backends in (sns_backends, ses_backends):
        backends[ACCOUNT_ID][REGION].reset()


@pytest.fixture
def portal() -> Iterator[str]:
    Portal.requests.clear()
    server = HTTPServer(("127.0.0.1", 0), Portal)
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def send_mail(*headers: str) -> None:
    lines = [f"From: {SENDER}", "To: rosa@example.com", "Subject: News", *headers, "", "Text"]
    ses_backends[ACCOUNT_ID][REGION].send_raw_email(SENDER, ["rosa@example.com"], "\r\n".join(lines))


def get_only_id(outbox: Outbox) -> str:
    (message,) = outbox.list_messages()
    return message.id


def test_unsubscribe_sends_a_one_click_request(portal: str) -> None:
    send_mail(
        f"List-Unsubscribe: <{portal}/api/profile/unsubscribe?token=a.b-c>",
        "List-Unsubscribe-Post: List-Unsubscribe=One-Click",
    )
    outbox = Outbox(SENDER, portal_origin=portal)

    assert outbox.unsubscribe(get_only_id(outbox)) == 204
    assert Portal.requests == [
        (
            "/api/profile/unsubscribe?token=a.b-c",
            "application/x-www-form-urlencoded",
            "List-Unsubscribe=One-Click",
        )
    ]


@pytest.mark.parametrize(
    "headers",
    [
        (),
        ("List-Unsubscribe: <{portal}/x>",),
        ("List-Unsubscribe: <mailto:x@example.com>", "List-Unsubscribe-Post: List-Unsubscribe=One-Click"),
        ("List-Unsubscribe: <{portal}.evil/x>", "List-Unsubscribe-Post: List-Unsubscribe=One-Click"),
    ],
)
def test_invalid_unsubscribe_header_is_not_followed(portal: str, headers: tuple[str, ...]) -> None:
    send_mail(*(header.format(portal=portal) for header in headers))
    outbox = Outbox(SENDER, portal_origin=portal)

    with pytest.raises(NotPossible):
        outbox.unsubscribe(get_only_id(outbox))
    assert Portal.requests == []


def test_answer_is_published_as_a_two_way_message() -> None:
    backend = sns_backends[ACCOUNT_ID][REGION]
    topic = backend.create_topic("replies")
    message_id = backend.publish("Hello", None, phone_number="+16025550123")
    outbox = Outbox(SENDER, replies_topic=topic.arn)

    outbox.answer(message_id, "ALTO ñ")

    (notification,) = topic.sent_notifications
    reported = json.loads(notification[1])
    assert reported.pop("inboundMessageId")
    assert reported == {
        "originationNumber": "+16025550123",
        "destinationNumber": "+16025550100",
        "messageKeyword": "KEYWORD_SAGUARO",
        "messageBody": "ALTO ñ",
        "previousPublishedMessageId": message_id,
    }
    with pytest.raises(NotPossible):
        outbox.answer("unknown", "STOP")


def test_impossible_event_is_refused() -> None:
    send_mail()
    outbox = Outbox(SENDER)

    for event in ("Bounce", "Open", ""):
        with pytest.raises(NotPossible):
            outbox.report(get_only_id(outbox), event)


def test_mail_built_by_ses_has_no_source() -> None:
    outbox = Outbox(SENDER)
    outbox.send("rosa@example.com", "Your code", "123456")

    (message,) = outbox.list_messages()
    assert (message.to, message.text, message.source, message.has_events) == (
        "rosa@example.com",
        "123456",
        "",
        False,
    )
    assert message.id
