"""Settings of the identity provider: addresses, data folder, mail and time."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal, Protocol

Clock = Callable[[], datetime]
SendMail = Callable[[str, str, str], None]


@dataclass(frozen=True)
class MessageEvent:
    """An event of an email; `kind` is SES's word for it, such as Bounce."""

    kind: str
    at: datetime


@dataclass(frozen=True)
class Message:
    """Email or text message that left the local cloud, as the outbox shows it.

    `source` is the MIME message as it was given to SES, empty where SES made one from parts, as for codes;
    `headers` and `html` are what is in it. `has_events` says whether the portal is told what becomes of it;
    `unsubscribe` is the address for a click on "unsubscribe" in a mail program (RFC 8058), empty without one.
    """

    channel: Literal["email", "text"]
    to: str
    subject: str
    text: str
    sent_at: datetime
    id: str = ""
    html: str = ""
    headers: Sequence[tuple[str, str]] = ()
    source: str = ""
    events: Sequence[MessageEvent] = ()
    has_events: bool = False
    unsubscribe: str = ""


class NotPossible(LookupError):
    """The message does not exist, or the action is impossible for it."""


class OutboxActions(Protocol):
    """Actions on a sent message; each raises NotPossible."""

    def report(self, message_id: str, event: str) -> None:
        """Tell the portal that an email was delivered, bounced or complained about: SES's word for it."""

    def answer(self, message_id: str, text: str) -> None:
        """Answer a text message."""

    def unsubscribe(self, message_id: str) -> int:
        """Do what a mail program does after a click on "unsubscribe"; the status of the portal's answer."""


InvokeFunction = Callable[[str, Any], Any]
"""Gives an event to a function, by its logical id; raises LookupError for an unknown one."""


RunSchedule = Callable[[str], Any]
"""Runs what a schedule invokes, by the function's logical id; raises LookupError for an unknown one."""

ListMessages = Callable[[], Sequence[Message]]


def refuse_schedule(function: str) -> Any:
    """Refuse to run a schedule: a provider outside of a local cloud has none."""
    raise LookupError(function)


def get_now() -> datetime:
    """Return the current time, with its zone."""
    return datetime.now(UTC)


@dataclass(frozen=True)
class ProviderSettings:
    """Settings of a running provider.

    `issuer` is the name that its tokens carry, `origin` where it is reached; that and `portal_origin` have
    no trailing slash. `send_mail(to, subject, text)`
    delivers or raises; `list_messages()` gives every message the outbox may show, in any order;
    `outbox_actions` is what may happen to them, None for nothing; `clock()` gives an aware time and decides
    every expiry and lockout; `run_schedule` serves `/local/schedule`, `invoke_function` serves
    `/local/functions`, of which there are none without it.
    """

    issuer: str
    origin: str
    portal_origin: str
    client_id: str
    database: Path
    send_mail: SendMail
    list_messages: ListMessages
    clock: Clock = get_now
    run_schedule: RunSchedule = refuse_schedule
    invoke_function: InvokeFunction | None = None
    outbox_actions: OutboxActions | None = None
