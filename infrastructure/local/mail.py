"""SES events of accepted mail: delivery, bounce, complaint.

SES publishes them to the event destinations of the mail's configuration set; a mail without one has no
events. Nothing leaves this machine, so every mail counts as delivered a moment later, unless it goes to an
address of SES's mailbox simulator, or the outbox chose another event.

Sources: the SES developer guide (Contents of event data that Amazon SES publishes to Amazon SNS; Using the
Amazon SES mailbox simulator manually).
"""

import copy
import email
import email.policy
import json
import threading
import uuid
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import UTC, datetime
from email.message import EmailMessage
from email.utils import getaddresses
from pathlib import Path
from typing import Any, Literal, get_args

from moto.ses.models import Message, RawMessage, ses_backends
from moto.sesv2.responses import SESV2Response
from moto.sns.models import sns_backends

from infrastructure.local.stack import Stack
from infrastructure.settings import ACCOUNT_ID, REGION

DESTINATION = "AWS::SES::ConfigurationSetEventDestination"
MailEvent = Literal["Send", "Delivery", "Bounce", "Complaint"]

_EVENTS: Sequence[MailEvent] = get_args(MailEvent)
_SUBJECT = "Amazon SES Email Event Notification"
_SIMULATOR = "simulator.amazonses.com"
_SIMULATED: dict[str, Sequence[MailEvent]] = {
    "bounce": ("Bounce",),
    "suppressionlist": ("Bounce",),
    "complaint": ("Delivery", "Complaint"),
}
_SECONDS_TO_DELIVERY = 1.0
_SEND = "send_email"
_DETAILS = json.loads(Path(__file__).with_name("mail_events.json").read_text(encoding="utf-8"))


class NoSuchEvent(LookupError):
    """The mail does not exist, or nobody gets such an event of it."""


@dataclass(frozen=True, slots=True)
class EventDestination:
    """A topic that is told of events of mails."""

    configuration_set: str  # name of the set with which the mails are sent
    topic: str
    events: frozenset[MailEvent]


def list_destinations(stack: Stack) -> list[EventDestination]:
    """Return the event destinations of a stack and of those nested in it."""
    found = []
    for owner, logical_id in stack.list_everywhere(DESTINATION):
        properties = owner.get_properties(logical_id)
        details = properties["EventDestination"]
        names = {name.lower() for name in details["MatchingEventTypes"]}
        events = frozenset(event for event in _EVENTS if event.lower() in names)
        topic = details["SnsDestination"]["TopicARN"]
        found.append(EventDestination(properties["ConfigurationSetName"], topic, events))
    return found


class MailEvents:
    """Tracks the configuration set of each mail, and publishes the mail's events to its destinations."""

    def __init__(
        self,
        destinations: Sequence[EventDestination],
        exclusively: Callable[[], AbstractContextManager[Any]],
        changed: Callable[[], None],
        seconds_to_delivery: float = _SECONDS_TO_DELIVERY,
    ) -> None:
        """Prepare; nothing is published yet.

        Args:
            exclusively: while its context lasts, nobody sends a mail or publishes an event of one.
            changed: called when something was noted about a mail, so that it is kept.
            seconds_to_delivery: between a mail and its outcome.
        """
        self._destinations = destinations
        self._exclusively = exclusively
        self._changed = changed
        self._seconds = seconds_to_delivery
        self._timers: set[threading.Timer] = set()
        self._original = SESV2Response.send_email

    def start(self) -> None:
        """Start, also with the mails that were pending at the last stop."""
        setattr(SESV2Response, _SEND, lambda response: self._send_email(response))
        for mail in list(ses_backends[ACCOUNT_ID][REGION].sent_messages):
            if "configuration_set" in vars(mail):
                self._wait_for_outcome(mail)

    def stop(self) -> None:
        """Stop; the remaining events are published after the next start."""
        setattr(SESV2Response, _SEND, self._original)
        for timer in list(self._timers):
            timer.cancel()

    def report(self, message_id: str, event: MailEvent) -> None:
        """Publish an event of a mail at once.

        Args:
            message_id: as SES gave it.

        Raises:
            NoSuchEvent: see its docstring.
        """
        mail = next((sent for sent in _list_sent() if sent.id == message_id), None)
        with self._exclusively():
            if mail is None or not self._publish(mail, event):
                raise NoSuchEvent(message_id)

    def _send_email(self, response: SESV2Response) -> Any:
        wanted = json.loads(response.body)
        name = wanted.get("ConfigurationSetName")
        answer = self._original(response)
        if name:
            message_id = json.loads(answer)["MessageId"]
            with self._exclusively():
                mail = next(sent for sent in _list_sent() if sent.id == message_id)
                tags = {tag["Name"]: [tag["Value"]] for tag in wanted.get("EmailTags", [])}
                vars(mail).update(configuration_set=name, tags=tags, events=[])
                self._publish(mail, "Send")
            self._wait_for_outcome(mail)
        return answer

    def _wait_for_outcome(self, mail: Message | RawMessage) -> None:
        def publish() -> None:
            self._timers.discard(timer)
            with self._exclusively():
                # The outbox may have reported an event of this mail already.
                if not {entry["event"] for entry in vars(mail)["events"]} - {"Send"}:
                    for event in _get_outcome(mail):
                        self._publish(mail, event)

        timer = threading.Timer(self._seconds, publish)
        timer.daemon = True
        self._timers.add(timer)
        timer.start()

    def _publish(self, mail: Message | RawMessage, event: MailEvent) -> bool:
        """Publish to the destinations that want the event; return whether there was one."""
        name = vars(mail).get("configuration_set")
        topics = [
            known.topic
            for known in self._destinations
            if known.configuration_set == name and event in known.events
        ]
        if not topics:
            return False
        now = datetime.now(UTC)
        content = json.dumps(_make_content(mail, event, now))
        for topic in topics:
            sns_backends[ACCOUNT_ID][REGION].publish(content, topic, subject=_SUBJECT)
        happened = {"event": event, "at": now.isoformat(timespec="seconds")}
        vars(mail)["events"] = [*vars(mail)["events"], happened]
        self._changed()
        return True


def list_addresses(mail: Message | RawMessage) -> list[str]:
    """List the recipients of a mail once each: moto adds those of the headers to those of the envelope."""
    destinations = mail.destinations
    written: Iterable[str] = (
        [address for addresses in destinations.values() for address in addresses]
        if isinstance(destinations, dict)
        else destinations
    )
    return list(dict.fromkeys(address for _, address in getaddresses(list(written)) if address))


def parse_content(mail: RawMessage) -> EmailMessage:
    """Return a mail as it was given to SES, parsed."""
    content = mail.raw_data.encode()
    return email.message_from_bytes(content, policy=email.policy.default)


def _list_sent() -> Iterable[Message | RawMessage]:
    """List the sent mails, newest first."""
    mails: list[Message | RawMessage] = ses_backends[ACCOUNT_ID][REGION].sent_messages
    return reversed(list(mails))


def _get_outcome(mail: Message | RawMessage) -> Sequence[MailEvent]:
    for address in list_addresses(mail):
        name, _, host = address.lower().partition("@")
        if host == _SIMULATOR:
            return _SIMULATED.get(name.partition("+")[0], ("Delivery",))
    return ("Delivery",)


def _make_content(mail: Message | RawMessage, event: MailEvent, now: datetime) -> dict[str, Any]:
    recipients = list_addresses(mail)
    headers = (
        [{"name": name, "value": str(value)} for name, value in parse_content(mail).items()]
        if isinstance(mail, RawMessage)
        else [{"name": "From", "value": mail.source}, {"name": "Subject", "value": mail.subject}]
    )
    by_name = {header["name"].lower(): header["value"] for header in headers}
    sent_at = datetime.fromisoformat(vars(mail).get("sent_at", now.isoformat()))
    name = vars(mail)["configuration_set"]
    return {
        "eventType": event,
        "mail": {
            "timestamp": _format_time(sent_at),
            "source": mail.source,
            "sourceArn": f"arn:aws:ses:{REGION}:{ACCOUNT_ID}:identity/{mail.source}",
            "sendingAccountId": ACCOUNT_ID,
            "messageId": mail.id,
            "destination": recipients,
            "headersTruncated": False,
            "headers": headers,
            "commonHeaders": {
                "from": [by_name.get("from", mail.source)],
                "to": recipients,
                "messageId": mail.id,
                "subject": by_name.get("subject", ""),
            },
            "tags": {
                "ses:configuration-set": [name],
                "ses:operation": ["SendEmail"],
                **vars(mail).get("tags", {}),
            },
        },
        event.lower(): _make_details(event, recipients, now),
    }


def _make_details(event: MailEvent, recipients: Sequence[str], now: datetime) -> dict[str, Any]:
    """Fill the fields of an event in mail_events.json that depend on the mail."""
    details: dict[str, Any] = copy.deepcopy(_DETAILS[event])
    for key, entries in details.items():
        if entries == []:
            details[key] = recipients
        elif isinstance(entries, list):
            details[key] = [{**entries[0], "emailAddress": address} for address in recipients]
    times = dict.fromkeys(details.keys() & {"timestamp", "arrivalDate"}, _format_time(now))
    return {**details, **times, **({"feedbackId": str(uuid.uuid4())} if "feedbackId" in details else {})}


def _format_time(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%f")[:-3] + "Z"
