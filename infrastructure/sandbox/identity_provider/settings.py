"""Settings of the identity provider: addresses, data folder, mail and time."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

Clock = Callable[[], datetime]


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


@dataclass(frozen=True)
class ProviderSettings:
    """Settings of a running provider.

    `issuer` is the name that its tokens carry, `origin` where it is reached; that and `portal_origin` have
    no trailing slash. `send_mail(to, subject, text)` delivers or raises; `list_messages()` gives every
    message the outbox may show, in any order. `run_schedule(function)` and `invoke_function(function, event)`
    take a function's logical id and raise LookupError for an unknown one. `outbox_actions` has what `events`,
    `answers` and `unsubscribe` do with a message's id and words (the event or the answer); each may raise
    NotPossible, and the last returns the portal's status. `clock()` gives an aware time and decides every
    expiry.
    """

    issuer: str
    origin: str
    portal_origin: str
    client_id: str
    database: Path
    send_mail: Callable[[str, str, str], None]
    list_messages: Callable[[], Sequence[Message]]
    outbox_actions: Mapping[str, Callable[[str, str], int | None]]
    run_schedule: Callable[[str], Any]
    invoke_function: Callable[[str, Any], Any]
    clock: Clock = lambda: datetime.now(UTC)
