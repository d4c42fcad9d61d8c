"""All emails and text messages of the local cloud, as given to SES and SNS."""

import http.client
import json
import re
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from email.message import EmailMessage
from typing import cast, get_args
from urllib.parse import urlsplit

import boto3
from moto.ses.models import Message as Mail
from moto.ses.models import RawMessage, ses_backends
from moto.sns.models import SMS, sns_backends

from infrastructure.local.mail import MailEvent, MailEvents, NoSuchEvent, list_addresses, parse_content
from infrastructure.sandbox.identity_provider import Message, MessageEvent, NotPossible
from infrastructure.settings import ACCOUNT_ID, REGION

_SERVICE_NUMBER = "+16025550100"
_ONE_CLICK = "List-Unsubscribe=One-Click"
_SECONDS_TO_ANSWER = 15


@dataclass(frozen=True, slots=True)
class _Content:
    """Contents of a MIME message."""

    subject: str
    text: str
    html: str
    headers: Sequence[tuple[str, str]]
    unsubscribe: str


class Outbox:
    """Sends the identity provider's mail the way the portal sends its own, shows both, and answers them."""

    def __init__(
        self,
        sender: str,
        events: MailEvents | None = None,
        replies_topic: str | None = None,
        portal_origin: str = "",
    ) -> None:
        """Send from an address that SES has verified.

        Args:
            events: tells what becomes of an email.
            replies_topic: ARN of the topic that is told of answers to text messages.
            portal_origin: the one host at which the outbox unsubscribes.
        """
        self._sender = sender
        self._events = events
        self._replies_topic = replies_topic
        self._portal_origin = portal_origin
        self._contents: dict[str, _Content] = {}

    def send(self, to: str, subject: str, text: str) -> None:
        boto3.client("ses").send_email(
            Source=self._sender,
            Destination={"ToAddresses": [to]},
            Message={"Subject": {"Data": subject}, "Body": {"Text": {"Data": text}}},
        )

    def list_messages(self) -> Sequence[Message]:
        """List all sent messages, oldest first."""
        mails = [self._mail(sent) for sent in list(ses_backends[ACCOUNT_ID][REGION].sent_messages)]
        texts = [
            Message("text", sent.phone_number, "", sent.message, _get_time(sent), id=sent.message_id)
            for sent in list(_list_texts().values())
        ]
        return sorted([*mails, *texts], key=lambda message: message.sent_at)

    def report(self, message_id: str, event: str) -> None:
        if self._events is None or event not in get_args(MailEvent):
            raise NotPossible(event)
        try:
            self._events.report(message_id, cast(MailEvent, event))
        except NoSuchEvent:
            raise NotPossible(message_id) from None

    def answer(self, message_id: str, text: str) -> None:
        """Implement `OutboxActions`. Source: End User Messaging SMS user guide, two-way messaging."""
        sent = _list_texts().get(message_id)
        if sent is None or self._replies_topic is None:
            raise NotPossible(message_id)
        reply = {
            "originationNumber": sent.phone_number,
            "destinationNumber": _SERVICE_NUMBER,
            "messageKeyword": "KEYWORD_SAGUARO",
            "messageBody": text,
            "inboundMessageId": str(uuid.uuid4()),
            "previousPublishedMessageId": message_id,
        }
        boto3.client("sns").publish(TopicArn=self._replies_topic, Message=json.dumps(reply))

    def unsubscribe(self, message_id: str) -> int:
        """Implement `OutboxActions`. Source: RFC 8058, section 3.2."""
        address = next((known.unsubscribe for known in self.list_messages() if known.id == message_id), "")
        if not address.startswith(f"{self._portal_origin}/") or not self._portal_origin:
            raise NotPossible(message_id)
        parts = urlsplit(address)
        connection = http.client.HTTPConnection(parts.netloc, timeout=_SECONDS_TO_ANSWER)
        try:
            headers = {"Content-Type": "application/x-www-form-urlencoded"}
            connection.request("POST", f"{parts.path}?{parts.query}", _ONE_CLICK, headers)
            return connection.getresponse().status
        finally:
            connection.close()

    def _mail(self, sent: Mail | RawMessage) -> Message:
        to = ", ".join(list_addresses(sent))
        kept = vars(sent)
        if not isinstance(sent, RawMessage):
            return Message("email", to, sent.subject, sent.body, _get_time(sent), id=sent.id)
        if sent.id not in self._contents:
            self._contents[sent.id] = _read_content(parse_content(sent))
        content = self._contents[sent.id]
        return Message(
            channel="email",
            to=to,
            subject=content.subject,
            text=content.text,
            sent_at=_get_time(sent),
            id=sent.id,
            html=content.html,
            headers=content.headers,
            source=sent.raw_data,
            events=[
                MessageEvent(entry["event"], datetime.fromisoformat(entry["at"]))
                for entry in kept.get("events", [])
            ],
            has_events="configuration_set" in kept,
            unsubscribe=content.unsubscribe,
        )


def _read_content(mail: EmailMessage) -> _Content:
    text, html = mail.get_body(("plain",)), mail.get_body(("html",))
    addresses = re.findall(r"<(https?://[^<>\s]+)>", str(mail.get("List-Unsubscribe", "")))
    is_one_click = str(mail.get("List-Unsubscribe-Post", "")).strip() == _ONE_CLICK
    return _Content(
        subject=str(mail["subject"]),
        text=text.get_content() if text else "",
        html=html.get_content() if html else "",
        headers=[(name, str(value)) for name, value in mail.items()],
        unsubscribe=addresses[0] if addresses and is_one_click else "",
    )


def _list_texts() -> dict[str, SMS]:
    texts: dict[str, SMS] = sns_backends[ACCOUNT_ID][REGION].sms_message_objects
    return texts


def _get_time(sent: object) -> datetime:
    """Return when a message was sent, as storage.py noted it."""
    return datetime.fromisoformat(getattr(sent, "sent_at", datetime.fromtimestamp(0, UTC).isoformat()))
