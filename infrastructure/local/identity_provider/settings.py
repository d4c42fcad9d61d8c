"""What the identity provider is told from outside: addresses, where it keeps its data, mail and time."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

Clock = Callable[[], datetime]
SendMail = Callable[[str, str, str], None]


@dataclass(frozen=True)
class Message:
    """One e-mail or text message that left the local cloud, as the outbox shows it."""

    channel: Literal["email", "text"]
    to: str
    subject: str
    text: str
    sent_at: datetime


RunSchedule = Callable[[str], Any]
"""Runs what a schedule invokes, by the function's logical id; raises LookupError for an unknown one."""

ListMessages = Callable[[], Sequence[Message]]


def no_schedule(function: str) -> Any:
    """For a provider outside of a local cloud, which has nothing to run."""
    raise LookupError(function)


def utc_now() -> datetime:
    """The present moment, with its zone."""
    return datetime.now(UTC)


@dataclass(frozen=True)
class ProviderSettings:
    """Everything that differs between one running provider and another.

    `issuer` and `portal_origin` are origins without a trailing slash. `send_mail(to, subject, text)`
    delivers or raises; `list_messages()` gives every message the outbox may show, in any order;
    `clock()` gives an aware time and decides every expiry and lockout; `run_schedule` serves
    `/local/schedule`.
    """

    issuer: str
    portal_origin: str
    client_id: str
    database: Path
    send_mail: SendMail
    list_messages: ListMessages
    clock: Clock = utc_now
    run_schedule: RunSchedule = no_schedule
