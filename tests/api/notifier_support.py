"""Notifier over moto at any time, and the announcements that it sent."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email import message_from_string
from email.message import EmailMessage
from email.policy import SMTP
from functools import cached_property
from json import loads
from typing import Any
from unittest import mock

import boto3
from botocore.client import BaseClient
from botocore.exceptions import ClientError, ConnectTimeoutError, EndpointConnectionError, ReadTimeoutError
from moto.core import DEFAULT_ACCOUNT_ID
from moto.ses.models import RawMessage, ses_backends
from moto.sns.models import sns_backends
from moto.sqs.models import sqs_backends

from domains.accounts.account import (
    Channel,
    ContactAddress,
    ContactPreferences,
    EmailFrequency,
    QuietHours,
    Registration,
)
from domains.accounts.account_table import AccountRepository
from domains.deliveries.deliveries_table import DeliveriesTable
from domains.deliveries.delivery import NoticeDelivery
from domains.deliveries.dispatch import DispatchKey
from domains.deliveries.failures_queue import FailuresQueue
from domains.deliveries.outbound import Outbound
from domains.deliveries.unsubscribe_tokens import UnsubscribeTokens
from domains.messages.message import InboxMessage
from domains.messages.messages_table import MessagesTable
from functions.notifier.composer import Composer
from functions.notifier.service import NotifierService, NotifierSummary
from functions.profile.repository import ProfileRepository
from functions.users.repository import UsersRepository
from portal.secrets import RotatingSecret
from tests.api.messages_support import (
    ROSA,
    deliver,
)
from tests.api.support import (
    DELIVERIES_TABLE,
    FAILURES_QUEUE_URL,
    MESSAGES_TABLE,
    REGION,
    TELEMETRY,
    UNSUBSCRIBE_SECRET,
    USERS_TABLE,
    Person,
    act_as,
    invoke,
)

# 11:30 a.m. in Arizona: outside of quiet hours and after the daily email.
NOON = datetime(2026, 11, 21, 18, 30, tzinfo=UTC)
ORIGIN = "https://portal.example"
SENDER = "no-reply@portal.example"
NUMBER = "+16025550123"
PLENTY = 60_000
LONG_AGO = datetime(2026, 1, 1, tzinfo=UTC)


@dataclass
class Notifier:
    """Notifier service with its own clock, limited to the policy of the template.

    Attributes:
        summary: counts of all announcements.
    """

    now: datetime = NOON
    summary: NotifierSummary = field(default_factory=NotifierSummary)

    @cached_property
    def service(self) -> NotifierService:
        return NotifierService(
            clock=lambda: self.now,
            messages=MessagesTable(MESSAGES_TABLE),
            accounts=AccountRepository(USERS_TABLE),
            deliveries=DeliveriesTable(DELIVERIES_TABLE),
            outbound=Outbound(SENDER, "saguaro-dev"),
            failures=FailuresQueue(FAILURES_QUEUE_URL),
            composer=Composer(
                sender=SENDER, origin=ORIGIN, tokens=UnsubscribeTokens(RotatingSecret(UNSUBSCRIBE_SECRET))
            ),
            logger=TELEMETRY.logger,
        )

    def deliver(self, *messages: InboxMessage) -> None:
        """Store messages, and notify the handler like the stream does."""
        deliver(*messages)
        self.announce(*messages)

    def announce(self, *messages: InboxMessage) -> None:
        with act_as("notifier"):
            for message in messages:
                self.service.announce_message(message.user_id, message.id, self.summary)

    def run(self, after: timedelta = timedelta()) -> NotifierSummary:
        """Run the schedule after some time."""
        self.now += after
        with act_as("notifier"):
            return self.service.process_due_deliveries(lambda: PLENTY)

    def replay(self, message: InboxMessage, channel: Any = "email") -> str:
        with act_as("notifier"):
            return self.service.replay_delivery(
                DispatchKey(message.user_id, message.id, channel), self.summary
            )


def register(person: Person = ROSA, *, email: str | None = None) -> None:
    """Store a registration without preferences."""
    registration = Registration(
        legal_first_name="ROSA",
        legal_last_name="DELGADO",
        preferred_name=None,
        display_name="Rosa Delgado",
        date_of_birth=datetime(1988, 4, 2).date(),
        county_id="pima",
        language="en",
        email=person.email if email is None else email,
        registered_at=LONG_AGO,
    )
    assert UsersRepository(USERS_TABLE).create_registration(person.user_id, registration)


def save_preferences(
    person: Person = ROSA,
    *,
    language: Any = "en",
    email: str | None = ROSA.email,
    number: str | None = NUMBER,
    verified_at: datetime | None = LONG_AGO,
    frequency: EmailFrequency = "immediate",
    quiet: QuietHours | None = None,
    revision: int = 1,
    **channels: Any,
) -> None:
    """Save contact preferences: every notice by email, except for the given kinds."""
    kinds: dict[Any, tuple[Any, ...]] = dict.fromkeys(
        ("security", "accountActivity", "agencyMessages", "reminders", "news"), ("email",)
    )
    addresses: list[tuple[Channel, str | None]] = [("email", email), ("text", number)]
    preferences = ContactPreferences(
        language=language,
        addresses=tuple(
            ContactAddress(channel, address, verified_at)
            for channel, address in addresses
            if address is not None
        ),
        notices=kinds | {kind: tuple(chosen) for kind, chosen in channels.items()},
        saved_at=LONG_AGO,
        revision=revision,
        email_frequency=frequency,
        quiet_hours=quiet,
    )
    assert ProfileRepository(USERS_TABLE).save_contact_preferences(person.user_id, preferences)


def list_sent_mail() -> list[EmailMessage]:
    """List the emails that SES accepted, parsed."""
    return [message_from_string(raw, policy=SMTP) for raw in list_raw_mail()]


def list_raw_mail() -> list[str]:
    """List the emails that SES accepted, as MIME."""
    taken = ses_backends[DEFAULT_ACCOUNT_ID][REGION].sent_messages
    return [mail.raw_data for mail in taken if isinstance(mail, RawMessage)]


def get_text(mail: EmailMessage) -> str:
    """Return the plain text of an announcement."""
    return str(next(mail.iter_parts()).get_content())


def list_sent_texts() -> list[tuple[str, str]]:
    """List number and text of each text message that SNS accepted."""
    return list(sns_backends[DEFAULT_ACCOUNT_ID][REGION].sms_messages.values())


def get_mail_id(number: int = 0) -> str:
    """Return the SES id of an email."""
    return str(ses_backends[DEFAULT_ACCOUNT_ID][REGION].sent_messages[number].id)


def get_record(message: InboxMessage) -> list[NoticeDelivery]:
    """Return the delivery record of a message."""
    return DeliveriesTable(DELIVERIES_TABLE).list_for_message(message.user_id, message.id)


def list_steps(message: InboxMessage, channel: str = "email") -> list[tuple[str, str | None]]:
    """List the steps of a delivery: state and reason."""
    [delivery] = [each for each in get_record(message) if each.channel == channel]
    return [(step.state, step.reason) for step in delivery.steps]


def make_failures_queue() -> None:
    """Create an empty queue of failures."""
    sqs_backends[DEFAULT_ACCOUNT_ID][REGION].queues.clear()
    boto3.client("sqs").create_queue(QueueName="failures")


def take_failures() -> list[dict[str, Any]]:
    """Take and return all entries of the queue of failures."""
    answer = boto3.client("sqs").receive_message(QueueUrl=FAILURES_QUEUE_URL, MaxNumberOfMessages=10)
    return [loads(message["Body"]) for message in answer.get("Messages", [])]


@contextmanager
def fail_service(operation: str, error: BaseException, times: int | None = None) -> Iterator[list[str]]:
    """Make a service fail.

    Args:
        operation: such as `SendEmail`.
        error: raised instead of an answer.
        times: number of failures; None for all calls.

    Returns:
        One entry for each failure.
    """
    call = BaseClient._make_api_call
    failed: list[str] = []

    def sometimes(self: BaseClient, called: str, parameters: dict[str, Any]) -> Any:
        if called == operation and (times is None or len(failed) < times):
            failed.append(called)
            raise error
        return call(self, called, parameters)

    with mock.patch.object(BaseClient, "_make_api_call", sometimes):
        yield failed


def make_refusal(operation: str, code: str, status: int = 400) -> ClientError:
    """Return the error of a service that refuses a call."""
    answer: Any = {
        "Error": {"Code": code, "Message": f"about {ROSA.email}"},
        "ResponseMetadata": {"HTTPStatusCode": status},
    }
    return ClientError(answer, operation)


SES = "https://email.us-east-1.amazonaws.com"
THROTTLED = [
    make_refusal("SendEmail", "TooManyRequestsException", 429),
    make_refusal("SendEmail", "ThrottlingException"),
    make_refusal("SendEmail", "InternalServiceErrorException", 500),
    EndpointConnectionError(endpoint_url=SES),
    ConnectTimeoutError(endpoint_url=SES),
]
LOST = ReadTimeoutError(endpoint_url=SES)
REJECTED = make_refusal("SendEmail", "MessageRejected")


SECOND = timedelta(seconds=1)


DELIVERED, BOUNCED, COMPLAINED = (NOON + number * SECOND for number in (2, 3, 4))


def make_time(at: Any) -> Any:
    return at.strftime("%Y-%m-%dT%H:%M:%S.000Z")


def hear(*notifications: Any, at: Any = NOON) -> Any:
    """Send SNS notifications to the function."""
    records = [
        {"EventSource": "aws:sns", "Sns": {"Message": each, "Timestamp": make_time(at), "MessageId": "1"}}
        for each in notifications
    ]
    return invoke("deliveryevents", {"Records": records})


def make_reply(body: Any, number: Any = NUMBER, reply_id: str = "reply 1") -> str:
    """Return a text message to the portal in the form of the AWS End User Messaging SMS user guide."""
    return json.dumps(
        {
            "originationNumber": number,
            "destinationNumber": "+16025550100",
            "messageKeyword": "KEYWORD",
            "messageBody": body,
            "inboundMessageId": reply_id,
            "previousPublishedMessageId": "1",
        }
    )


def get_status(channel: Any = "email", address: Any = ROSA.email) -> Any:
    return DeliveriesTable(DELIVERIES_TABLE).get_address_status(channel, address)


def list_portal_messages(stored: Any, person: Any = ROSA) -> list[Any]:
    """List the types of the portal's messages to a person."""
    items = stored[MESSAGES_TABLE].scan()["Items"]
    own = [item for item in items if item["user_id"] == person.user_id]
    return sorted(item["type"] for item in own if item.get("by_folder", "").startswith("portal#"))


MORNING = NOON.replace(day=22, hour=14, minute=0)
"""7 a.m. on the next day in Arizona."""
