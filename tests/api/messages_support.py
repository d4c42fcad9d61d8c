"""Messages in the table, and recorded DynamoDB calls."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any
from unittest import mock
from urllib.parse import urlencode

from botocore.client import BaseClient

from domains.accounts.terms_gate import make_terms_gate
from domains.deliveries.deliveries_table import DeliveriesTable
from domains.messages.attachments import AttachmentDownloads
from domains.messages.inbox import Mailbox
from domains.messages.inbox_table import InboxTable
from domains.messages.message import AgencyOrigin, Attachment, InboxMessage
from domains.messages.message_items import MESSAGE_SCHEMA
from domains.messages.messages_table import MessagesTable
from functions.messages.routes import routes
from functions.messages.service import MessagesService
from portal.http import HttpSettings, create_app
from portal.language import Text
from portal.page_tokens import PageTokens
from portal.secrets import RotatingSecret
from portal.tables import Table
from portal.types import Clock, derive_id
from tests.api.support import (
    DELIVERIES_TABLE,
    MESSAGES_TABLE,
    ORIGIN_SECRET,
    TELEMETRY,
    USERS_TABLE,
    Client,
    Person,
    act_as,
)

ROSA = Person(email="rosa@example.com", name="Rosa Delgado")
BEN = Person(email="ben@example.com", name="Ben Whitehorse")
SENT = datetime(2026, 11, 20, 16, 0, tzinfo=UTC)
VEHICLES, LICENSES, PASSES = "adot-mvd-vehicles", "adot-mvd-licences", "state-parks-passes"
# Equal to the value in `support`, so that tokens are valid for both clients.
PAGING_SECRET = "turns the pages"
TRUCK, TRAILER = "truck", "trailer"
MVD = Text(en="Motor Vehicle Division", es="División de Vehículos")
NAMES = {
    VEHICLES: ("adot-mvd", MVD, Text(en="Vehicle registration", es="Registro de vehículos")),
    LICENSES: ("adot-mvd", MVD, Text(en="Driver licence", es="Licencia de conducir")),
    PASSES: (
        "state-parks",
        Text(en="State Parks", es="Parques Estatales"),
        Text(en="Annual pass", es="Pase anual"),
    ),
}
FILE = Attachment("01jd0000000000000000000001", "kept/adot-mvd/1", "Títle.pdf", "application/pdf", 1234)


def make_portal_message(person: Person, name: str, **changed: Any) -> InboxMessage:
    """Return a message of the portal; `name` determines its id and texts."""
    message = InboxMessage(
        user_id=person.user_id,
        id=derive_id(person.user_id, name),
        sender=Text(en="Saguaro", es="Saguaro"),
        origin=None,
        type="welcome",
        notice="accountActivity",
        priority="normal",
        subject={"en": f"Subject {name}", "es": f"Asunto {name}"},
        preview={"en": f"Preview {name}", "es": f"Comienzo {name}"},
        body={"en": f"Body {name}", "es": f"Texto {name}"},
        body_format="plain",
        action=None,
        attachments=(),
        sent_at=SENT,
        received_at=SENT + timedelta(seconds=1),
        content_hash=derive_id(name),
    )
    return replace(message, **changed)


def make_agency_message(
    person: Person, name: str, service_id: str = VEHICLES, identity_id: str = TRUCK, **changed: Any
) -> InboxMessage:
    """Return a message of an agency about a record of a service."""
    agency_id, agency_name, service_name = NAMES[service_id]
    origin = AgencyOrigin(agency_id, agency_name, service_id, service_name, identity_id, f"The {identity_id}")
    given = {"sender": agency_name, "origin": origin, "type": "REMINDER", "notice": "agencyMessages"}
    return make_portal_message(person, f"{service_id} {identity_id} {name}", **(given | changed))


def deliver(*messages: InboxMessage) -> None:
    """Deliver new messages to their folders."""
    table = MessagesTable(MESSAGES_TABLE)
    for message in messages:
        assert table.add_message(message)


def keep(*messages: InboxMessage) -> None:
    """Store messages as given: read, unread or deleted at any time."""
    table = Table(MESSAGES_TABLE, MESSAGE_SCHEMA)
    for message in messages:
        table.put(message)


def get_stored_message(message: InboxMessage) -> InboxMessage | None:
    """Return the current state of a message, or None."""
    return MessagesTable(MESSAGES_TABLE).get_message(message.user_id, message.id)


@contextmanager
def record_dynamodb_calls() -> Iterator[list[dict[str, Any]]]:
    """Record every DynamoDB call, with its parameters and its `answer`."""
    made: list[dict[str, Any]] = []
    call = BaseClient._make_api_call

    def recorded(self: BaseClient, operation: str, parameters: dict[str, Any]) -> Any:
        answer = call(self, operation, parameters)
        if self.meta.service_model.service_name == "dynamodb":
            made.append({"operation": operation, "answer": answer} | parameters)
        return answer

    with mock.patch.object(BaseClient, "_make_api_call", recorded):
        yield made


@contextmanager
def run_meanwhile(
    operation: str, doing: Callable[[], object], *, before: bool = False, once: bool = True
) -> Iterator[None]:
    """Run an action before or after a DynamoDB operation, the first time only or each time."""
    call = BaseClient._make_api_call
    is_due = True

    def interrupted(self: BaseClient, name: str, parameters: dict[str, Any]) -> Any:
        nonlocal is_due
        if name != operation or not is_due:
            return call(self, name, parameters)
        is_due = False
        try:
            if before:
                do()
            answer = call(self, name, parameters)
            if not before:
                do()
        finally:
            is_due = not once
        return answer

    def do() -> None:
        with act_as(None):
            doing()

    with mock.patch.object(BaseClient, "_make_api_call", interrupted):
        yield


def make_messages_client(clock: Clock) -> Client:
    """Return a client of the messages function with another clock."""
    mailbox = Mailbox(
        clock=clock, table=InboxTable(MESSAGES_TABLE), page_tokens=PageTokens(RotatingSecret(PAGING_SECRET))
    )
    service = MessagesService(
        clock=clock,
        mailbox=mailbox,
        deliveries=DeliveriesTable(DELIVERIES_TABLE),
        downloads=AttachmentDownloads("attachments", "off"),
    )
    settings = HttpSettings(origin_secrets=RotatingSecret(ORIGIN_SECRET))
    app = create_app(
        (routes, service), settings=settings, telemetry=TELEMETRY, is_open_to=make_terms_gate(USERS_TABLE)
    )
    return Client(lambda _group: app)


INBOX = "/api/messages"


def make_path(path: str = INBOX, **query: Any) -> str:
    given = {name.removesuffix("_"): value for name, value in query.items() if value is not None}
    return f"{path}?{urlencode(given)}" if given else path


def patch(client: Client, message_id: str, mark: str) -> Any:
    return client.call("PATCH", f"{INBOX}/{message_id}/{mark}")
