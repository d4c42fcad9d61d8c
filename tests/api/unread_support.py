"""Both inboxes and the agencies that write to them, with a clock that moves only on request."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any
from unittest import mock

import boto3

from domains.agencies.manifest import Manifest
from domains.agencies.subscriptions import (
    Identity,
    PendingDisconnect,
    Subscription,
    derive_identity_id,
)
from domains.messages.message import get_agency_message_id
from functions.subscriptions.repository import SubscriptionsRepository
from infrastructure.operations.agencies.registry import Registry, register
from infrastructure.operations.comparison import Figures
from infrastructure.operations.verify_counts import verify
from tests.api import shared_setup
from tests.api.records_support import LICENSES, MANIFESTS, MVD, PARKS, PASSES, VEHICLES
from tests.api.support import (
    AGENCIES_TABLE,
    MESSAGES_TABLE,
    SUBSCRIPTIONS_TABLE,
    AgencyCaller,
    Answer,
    Client,
    Person,
    make_app,
    use_handler,
)
from tests.api.tables import get_tables

GROUPS = ("messages", "agencymessages", "agencyinbound")
SERVICES = {VEHICLES: MVD, LICENSES: MVD, PASSES: PARKS}
"""Agency of each service."""

TYPE = "NOTICE"
NOW = datetime(2026, 11, 21, 18, 0, tzinfo=UTC)
PORTAL = "/api/messages"
AGENCY = "/api/agency/messages"
INBOUND = "/api/agency-inbound"


@dataclass
class Clock:
    """Clock that moves only on request."""

    now: datetime = NOW

    def __call__(self) -> datetime:
        return self.now

    def passes(self, **amount: float) -> None:
        self.now += timedelta(**amount)


@dataclass(frozen=True, slots=True)
class Record:
    """Record of a service, which people connect with."""

    service_id: str
    reference: str

    @property
    def agency_id(self) -> str:
        return SERVICES[self.service_id]

    def get_identity_id(self, person: Person) -> str:
        return derive_identity_id(person.user_id, self.service_id, self.reference)

    def get_message_id(self, person: Person, own_id: str) -> str:
        """Return the id of a person's message about the record."""
        return get_agency_message_id(person.user_id, self.agency_id, own_id, self.get_identity_id(person))


@contextmanager
def use_clock(clock: Callable[[], datetime]) -> Iterator[None]:
    """Let the handlers of groups that are made within the block use this clock."""
    with ExitStack() as stack:
        for group in GROUPS:
            stack.enter_context(mock.patch(f"functions.{group}.wiring.get_utc_now", clock))
        yield


@cache
def make_manifests() -> tuple[Manifest, ...]:
    """Return two agencies with three services, each of which sends one type of message."""
    sent = {"code": TYPE, "name": {"en": "Notice", "es": "Aviso"}}
    changed = []
    for manifest in MANIFESTS:
        described = manifest.model_dump(mode="json", by_alias=True, exclude_none=True)
        for service in described["services"]:
            service["messageTypes"] = [sent]
        changed.append(Manifest.model_validate(described))
    return tuple(changed)


@dataclass
class Inboxes:
    """Real handlers of both inboxes and of agencies."""

    client: Client
    clock: Clock = field(default_factory=Clock)

    @classmethod
    @contextmanager
    def opened(cls) -> Iterator["Inboxes"]:
        """Open handlers with their own clock and known agencies; the tables must exist."""
        clock = Clock()
        with use_clock(clock):
            inboxes = cls(Client(cache(make_app)), clock)
            inboxes.register_agencies()
            yield inboxes

    def register_agencies(self) -> None:
        registry = Registry(AGENCIES_TABLE, "/saguaro/dev/agencies/", None)
        for manifest in make_manifests():
            register(manifest, registry)

    def sandboxes(self, group: str, number: int) -> list["Inboxes"]:
        """Return more handlers, for parallel calls."""
        return [
            Inboxes(replace(self.client, app_of=use_handler(app)), self.clock)
            for app in (make_app(group) for _ in range(number))
        ]

    def of(self, person: Person) -> Client:
        return self.client.acting_as(person)

    def post(self, record: Record, own_id: str, sent_at: datetime | None = None) -> Answer:
        """Send an agency's message about a record."""
        agency = self.client.acting_as(AgencyCaller(record.agency_id))
        return agency.post(
            f"{INBOUND}/messages",
            {"agencyServiceId": record.service_id, "reference": record.reference}
            | {"message": self.message(own_id, sent_at)},
        )

    def post_batch(self, records: Sequence[Record], own_id: str, sent_at: datetime | None = None) -> Answer:
        """Send an agency's message about records of one service."""
        agency = self.client.acting_as(AgencyCaller(records[0].agency_id))
        return agency.post(
            f"{INBOUND}/messages/batch",
            {"agencyServiceId": records[0].service_id, "references": [each.reference for each in records]}
            | {"message": self.message(own_id, sent_at)},
        )

    def message(self, own_id: str, sent_at: datetime | None = None) -> dict[str, Any]:
        """Return an agency's message request; the same id gives the same content."""
        return {
            "id": own_id,
            "type": TYPE,
            "subject": {"en": f"Notice {own_id}"},
            "body": {"texts": {"en": f"This is notice {own_id}."}},
            "sentAt": (sent_at or NOW).isoformat().replace("+00:00", "Z"),
        }

    def revoke(self, record: Record) -> Answer:
        agency = self.client.acting_as(AgencyCaller(record.agency_id))
        return agency.post(
            f"{INBOUND}/revocations",
            {"agencyServiceId": record.service_id, "reference": record.reference},
        )

    def open(self, person: Person, message_id: str, identity_id: str) -> Answer:
        return self.of(person).get(f"{AGENCY}/{message_id}?userAgencySubscriptionId={identity_id}")

    def change_portal(self, person: Person, change: str, ids: Sequence[str], **more: Any) -> Answer:
        """Mark, delete or restore portal messages; restore works for both inboxes."""
        return self.of(person).post(f"{PORTAL}/{change}", {"ids": list(ids)} | more)

    def change_agency(
        self, person: Person, change: str, references: Sequence[tuple[str, str]], **more: Any
    ) -> Answer:
        """Mark or delete agency messages, named with their connections."""
        named = [
            {"messageId": message_id, "userAgencySubscriptionId": identity_id}
            for message_id, identity_id in references
        ]
        return self.of(person).post(f"{AGENCY}/{change}", {"messages": named} | more)

    def empty_bin(self, person: Person) -> Answer:
        return self.of(person).post(f"{PORTAL}/bin/empty", {})

    def verified(self) -> Figures:
        """Return the figures of `npm run verify-counts` after asserting that there are no differences."""
        figures = verify(_get_dynamodb(), MESSAGES_TABLE, segments=1)
        assert figures.differences == []
        return figures


def connect(person: Person, record: Record) -> None:
    """Connect a person with a record, again after a revocation or a disconnect."""
    repository = SubscriptionsRepository(SUBSCRIPTIONS_TABLE)
    identity = Identity(record.get_identity_id(person), record.reference, record.reference, "connected", NOW)
    before = repository.read_subscription(person.user_id, record.service_id)
    after = Subscription(
        f"card of {person.email}",
        record.service_id,
        NOW,
        dict(before.identities if before else {}) | {identity.id: identity},
        before.revision + 1 if before else 1,
    )
    pending = repository.read_disconnect(person.user_id, identity.id)
    assert repository.save_connection(person.user_id, after, identity, pending)


def disconnect(person: Person, record: Record) -> None:
    """End an existing connection."""
    repository = SubscriptionsRepository(SUBSCRIPTIONS_TABLE)
    before = repository.read_subscription(person.user_id, record.service_id)
    assert before is not None
    pending = PendingDisconnect(
        user_id=person.user_id,
        identity_id=record.get_identity_id(person),
        agency_id=record.agency_id,
        service_id=record.service_id,
        reference=record.reference,
        requested_at=NOW,
        due_at=NOW,
        tries=0,
        tried_at=NOW,
    )
    assert repository.save_disconnection(person.user_id, before, [pending])


def clear(*names: str) -> None:
    """Empty tables."""
    shared_setup.record_call("change")
    get_tables().clear(names)


def get_stored_messages() -> bytes:
    """Return the current content of the messages table, for `store_again`."""
    return get_tables().read([MESSAGES_TABLE])


def store_again(state: bytes) -> None:
    """Restore the messages table, which is faster than repeating the calls."""
    shared_setup.record_call("change")
    get_tables().restore(state)


def remove_expired_items(clock: Clock) -> list[tuple[str, str]]:
    """Remove expired items like DynamoDB does within a few days, and return their keys."""
    dynamodb, removed = _get_dynamodb(), []
    for item in dynamodb.scan(TableName=MESSAGES_TABLE)["Items"]:
        if "expires_at" in item and int(item["expires_at"]["N"]) < clock.now.timestamp():
            key = {name: item[name] for name in ("user_id", "id")}
            dynamodb.delete_item(TableName=MESSAGES_TABLE, Key=key)
            removed.append((key["user_id"]["S"], key["id"]["S"]))
    return removed


@cache
def _get_dynamodb() -> Any:
    return boto3.client("dynamodb")
