"""Events of SES for mails with a configuration set."""

import json
import threading
from collections.abc import Callable, Iterator
from email.message import EmailMessage
from pathlib import Path
from queue import SimpleQueue
from typing import Any, cast

import boto3
import pytest
from botocore.exceptions import ClientError
from moto.ses.models import ses_backends
from moto.sns.models import SNSBackend, sns_backends

from infrastructure.local.aws import LocalAws
from infrastructure.local.mail import MailEvents, NoSuchEvent, UnsupportedDestination, list_destinations
from infrastructure.local.outbox import Outbox
from infrastructure.local.stack import Stack
from infrastructure.local.storage import Storage
from infrastructure.settings import ACCOUNT_ID, REGION, LocalSettings
from infrastructure.stacks.transform import transform
from tests.infrastructure.local_cloud.fakes import ENOUGH_SECONDS, Reports, wait_until
from tests.infrastructure.ports import find_free_port

SETTINGS = LocalSettings(port=find_free_port())
HOURS_SECONDS = 36_000
SENDER = "no-reply@portal.example"
TOPIC = "arn:aws:sns:us-east-1:123456789012:portal-Events"
RESOURCES: dict[str, Any] = {
    "Events": {"Type": "AWS::SNS::Topic"},
    "Set": {"Type": "AWS::SES::ConfigurationSet", "Properties": {"Name": "saguaro-dev"}},
}
DETAILS: dict[str, Any] = {
    "MatchingEventTypes": ["delivery", "bounce", "complaint", "reject"],
    "SnsDestination": {"TopicARN": {"Ref": "Events"}},
}


def make_stack(folder: Path, details: dict[str, Any], **changes: Any) -> Stack:
    properties = {
        "ConfigurationSetName": {"Ref": "Set"},
        "EventDestination": {**DETAILS, **details},
        **changes,
    }
    destination = {"Type": "AWS::SES::ConfigurationSetEventDestination", "Properties": properties}
    template = folder / "template.yaml"
    template.write_text(json.dumps({"Resources": {**RESOURCES, "Destination": destination}}))
    stack = Stack(template, {}, LocalAws(SETTINGS, Storage(folder / "state.json")), transform)
    stack.create()
    return stack


@pytest.fixture(autouse=True)
def moto() -> Iterator[None]:
    yield
    for backends in (sns_backends, ses_backends):
        backends[ACCOUNT_ID][REGION].reset()


@pytest.fixture
def endpoint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Yield the emulated services, as a function reaches them."""
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.setenv(name, "test")
    aws = LocalAws(SETTINGS, Storage(tmp_path / "other.json"))
    aws.start()
    aws.verify_sender(SENDER)
    yield
    aws.stop()


@pytest.fixture
def events(endpoint: None, tmp_path: Path) -> Iterator[Callable[[], MailEvents]]:
    stack = make_stack(tmp_path, {})
    started: list[MailEvents] = []
    lock = AwaitedLock()

    def start() -> MailEvents:
        events = MailEvents(list_destinations(stack), lambda: lock, lambda: None, seconds_to_delivery=0.05)
        events._due = WatchedQueue()
        events.start()
        started.append(events)
        return events

    yield start
    for running in started:
        running.stop()


def make_mime(to: str) -> EmailMessage:
    mail = EmailMessage()
    mail["From"] = f"Saguaro <{SENDER}>"
    mail["To"] = to
    mail["Subject"] = "Aviso: ñandú"
    mail["List-Unsubscribe"] = (
        f"<mailto:no@example.com>, <{SETTINGS.portal_origin}/api/profile/unsubscribe?token=t>"
    )
    mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    mail.set_content("Hay un mensaje 🌵\n")
    mail.add_alternative("<h1>Hay un mensaje 🌵</h1>", subtype="html")
    return mail


def send(to: str = "rosa@example.com", configuration_set: str | None = "saguaro-dev") -> str:
    client = boto3.session.Session(region_name=REGION).client("sesv2", endpoint_url=SETTINGS.aws_endpoint)
    named = {"ConfigurationSetName": configuration_set} if configuration_set else {}
    content = {"Raw": {"Data": make_mime(to).as_bytes()}}
    answer = client.send_email(
        FromEmailAddress=SENDER,
        Destination={"ToAddresses": [to]},
        Content=content,
        EmailTags=[{"Name": "claim", "Value": "1"}],
        **named,
    )
    message_id: str = answer["MessageId"]
    return message_id


def list_events() -> list[dict[str, Any]]:
    return [json.loads(sent[1]) for sent in sns_backends[ACCOUNT_ID][REGION].topics[TOPIC].sent_notifications]


class AwaitedLock:
    """A lock that records the threads that request it."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self.awaited_by: set[int | None] = set()

    def __enter__(self) -> None:
        self.awaited_by.add(threading.current_thread().ident)
        self._lock.acquire()

    def __exit__(self, *_: object) -> None:
        self._lock.release()


class WatchedQueue(SimpleQueue[Any]):
    """The queue of mails with pending events, which shows when all of them are handled."""

    def __init__(self) -> None:
        self.puts = self.gets = 0

    def put(self, item: Any, block: bool = True, timeout: float | None = None) -> None:
        self.puts += 1
        super().put(item, block, timeout)

    def get(self, block: bool = True, timeout: float | None = None) -> Any:
        # A consumer that asks for the next item has handled the previous one.
        self.gets += 1
        return super().get(block, timeout)

    @property
    def is_done(self) -> bool:
        return self.gets > self.puts


def wait_for(count: int, running: MailEvents) -> list[dict[str, Any]]:
    """Return the events once no more follow."""
    wait_until(lambda: cast(WatchedQueue, running._due).is_done)
    assert len(list_events()) == count
    return list_events()


def test_mail_is_delivered_after_a_delay(events: Callable[[], MailEvents]) -> None:
    running = events()
    message_id = send()
    (event,) = wait_for(1, running)

    assert event["eventType"] == "Delivery"
    assert event["delivery"]["recipients"] == ["rosa@example.com"]
    mail = event["mail"]
    assert (mail["messageId"], mail["source"]) == (message_id, SENDER)
    assert mail["destination"] == ["rosa@example.com"]
    assert mail["commonHeaders"]["subject"] == "Aviso: ñandú"
    assert mail["tags"]["ses:configuration-set"] == ["saguaro-dev"]
    assert mail["tags"]["claim"] == ["1"]


@pytest.mark.parametrize(
    ("address", "kinds"),
    [
        ("bounce@simulator.amazonses.com", ["Bounce"]),
        ("bounce+label@simulator.amazonses.com", ["Bounce"]),
        ("complaint@simulator.amazonses.com", ["Delivery", "Complaint"]),
        ("success@simulator.amazonses.com", ["Delivery"]),
        ("bounce@example.com", ["Delivery"]),
    ],
)
def test_simulator_addresses_behave_as_in_ses(
    events: Callable[[], MailEvents], address: str, kinds: list[str]
) -> None:
    running = events()
    send(address)
    found = wait_for(len(kinds), running)

    assert [event["eventType"] for event in found] == kinds
    if kinds == ["Bounce"]:
        assert found[0]["bounce"]["bounceType"] == "Permanent"
        assert found[0]["bounce"]["bouncedRecipients"][0]["emailAddress"] == address


def test_mail_without_a_configuration_set_has_no_events(events: Callable[[], MailEvents]) -> None:
    running = events()
    message_id = send(configuration_set=None)

    wait_for(0, running)
    with pytest.raises(NoSuchEvent):
        running.report(message_id, "Bounce")


def test_unknown_configuration_set_is_refused(
    events: Callable[[], MailEvents],
) -> None:
    events()
    with pytest.raises(ClientError, match="NotFoundException"):
        send(configuration_set="saguaro-prod")

    assert Outbox(SENDER).list_messages() == []


def test_reported_event_replaces_the_delivery(events: Callable[[], MailEvents]) -> None:
    running = events()
    running._seconds = HOURS_SECONDS
    message_id = send()
    running.report(message_id, "Bounce")
    (mail,) = ses_backends[ACCOUNT_ID][REGION].sent_messages
    running._tell(mail)

    assert [event["eventType"] for event in list_events()] == ["Bounce"]
    running.report(message_id, "Complaint")
    assert [event["eventType"] for event in list_events()] == ["Bounce", "Complaint"]


def test_concurrent_report_prevents_the_delivery(
    events: Callable[[], MailEvents], monkeypatch: pytest.MonkeyPatch
) -> None:
    running = events()
    running._seconds = HOURS_SECONDS
    message_id = send()
    (mail,) = ses_backends[ACCOUNT_ID][REGION].sent_messages
    publish, meanwhile = SNSBackend.publish, threading.Thread(target=running._tell, args=(mail,))
    lock = cast(AwaitedLock, running._exclusively())

    def publish_slowly(*arguments: Any, **named: Any) -> Any:
        if meanwhile.ident is None:
            meanwhile.start()
            # A thread that does not wait reports a delivery and ends.
            wait_until(lambda: meanwhile.ident in lock.awaited_by or not meanwhile.is_alive())
        return publish(*arguments, **named)

    monkeypatch.setattr(SNSBackend, "publish", publish_slowly)
    running.report(message_id, "Bounce")
    meanwhile.join(ENOUGH_SECONDS)

    assert [event["eventType"] for event in list_events()] == ["Bounce"]


def test_failed_event_is_retried_without_blocking(
    events: Callable[[], MailEvents], monkeypatch: pytest.MonkeyPatch, thread_reports: Reports
) -> None:
    publish, failures = SNSBackend.publish, [RuntimeError("not now")]

    def fail_once(*arguments: Any, **named: Any) -> Any:
        if failures:
            raise failures.pop()
        return publish(*arguments, **named)

    monkeypatch.setattr(SNSBackend, "publish", fail_once)
    running = events()
    first, second = send(), send()

    assert {event["mail"]["messageId"] for event in wait_for(2, running)} == {first, second}
    assert [str(error) for error in thread_reports.errors] == ["not now"]


def test_pending_event_is_sent_after_a_restart(
    events: Callable[[], MailEvents],
) -> None:
    running = events()
    running._seconds = HOURS_SECONDS
    send()
    running.stop()
    assert list_events() == []

    assert [event["eventType"] for event in wait_for(1, events())] == ["Delivery"]
    wait_for(1, events())


def test_outbox_has_the_complete_mail(events: Callable[[], MailEvents]) -> None:
    running = events()
    outbox = Outbox(SENDER, running, portal_origin=SETTINGS.portal_origin)
    message_id = send()
    wait_for(1, running)

    (message,) = outbox.list_messages()
    assert (message.id, message.to, message.subject) == (message_id, "rosa@example.com", "Aviso: ñandú")
    assert message.text == "Hay un mensaje 🌵\n"
    assert message.html == "<h1>Hay un mensaje 🌵</h1>\n"
    assert ("List-Unsubscribe-Post", "List-Unsubscribe=One-Click") in message.headers
    assert "Content-Type: multipart/alternative" in message.source
    assert message.unsubscribe == f"{SETTINGS.portal_origin}/api/profile/unsubscribe?token=t"
    assert [event.kind for event in message.events] == ["Delivery"]
    assert message.has_events


@pytest.mark.parametrize(
    ("details", "changes"),
    [
        ({"MatchingEventTypes": ["delivery", "open"]}, {}),
        ({"CloudWatchDestination": {"DimensionConfigurations": []}}, {}),
        ({}, {"ConfigurationSetName": "other"}),
        ({}, {"Other": "x"}),
    ],
)
def test_unsupported_destination_stops_the_start(
    tmp_path: Path, details: dict[str, Any], changes: dict[str, Any]
) -> None:
    stack = make_stack(tmp_path, details, **changes)

    with pytest.raises(UnsupportedDestination):
        list_destinations(stack)


def test_disabled_destination_is_left_out(tmp_path: Path) -> None:
    assert list_destinations(make_stack(tmp_path, {"Enabled": False})) == []
