"""A batch of 500 records: each for itself, several at once, and answered in time."""

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from threading import Event, Lock
from typing import cast

import pytest
from aws_lambda_powertools import Logger

from domains.agencies.catalog import Catalog, CatalogEntry
from domains.agencies.subscriptions import Identity
from domains.agencies.subscriptions_table import SubscriptionsTable
from domains.agencies.transactions_table import TransactionsTable
from domains.messages.attachments import AttachmentDownloads, AttachmentUploads
from domains.messages.message import InboxMessage
from domains.messages.messages_table import MessagesTable
from domains.replies.replies_table import RepliesTable
from functions.agencyinbound.contract import MessageBatchRequest
from functions.agencyinbound.service import AgencyInboundService
from tests.unit.agencyinbound.support import MANIFEST

NOW = datetime(2026, 11, 21, 18, 0, tzinfo=UTC)
REFERENCES = [f"vehicle-{number}" for number in range(500)]
MESSAGE = {
    "id": "notice-1",
    "type": "REMINDER",
    "subject": {"en": "Renew"},
    "body": {"texts": {"en": "Renew."}},
    "sentAt": NOW.isoformat(),
}


def make_batch(references: list[str]) -> MessageBatchRequest:
    return MessageBatchRequest.model_validate(
        {"agencyServiceId": "mvd-vehicles", "references": references, "message": MESSAGE}
    )


@dataclass
class Tables:
    """Tables in which each person has the record of their name; the first calls wait for each other.

    Attributes:
        seconds: that each call takes on the clock.
        now: of the clock.
        most_at_once: calls that were under way at the same time.
        are_several: set once five calls were under way.
    """

    seconds: float = 0
    now: float = 0
    messages: dict[tuple[str, str], InboxMessage] = field(default_factory=dict)
    under_way: int = 0
    most_at_once: int = 0
    are_several: Event = field(default_factory=Event)
    lock: Lock = field(default_factory=Lock)

    def _call(self) -> None:
        with self.lock:
            self.under_way += 1
            self.most_at_once = max(self.most_at_once, self.under_way)
            self.now += self.seconds
            if self.under_way == 5:
                self.are_several.set()
        self.are_several.wait(5)
        with self.lock:
            self.under_way -= 1

    def list_connected_people(self, _service_id: str, reference: str) -> dict[str, Identity]:
        self._call()
        self._call()
        identity = Identity(reference, reference, "A vehicle", "connected", NOW)
        return {f"holder of {reference}": identity}

    def add_message(self, message: InboxMessage) -> bool:
        self._call()
        return self.messages.setdefault((message.user_id, message.id), message) is message

    def get_received_hash(self, user_id: str, message_id: str) -> str | None:
        self._call()
        received = self.messages.get((user_id, message_id))
        return received.content_hash if received else None


class OneAgency:
    """A catalog of one agency."""

    def list_entries(self) -> list[CatalogEntry]:
        return [CatalogEntry("mvd", MANIFEST.model_dump_json(by_alias=True), "1", "[]")]


def make_service(tables: Tables) -> AgencyInboundService:
    return AgencyInboundService(
        clock=lambda: NOW + timedelta(minutes=1),
        monotonic=lambda: tables.now,
        subscriptions=cast(SubscriptionsTable, tables),
        transactions=cast(TransactionsTable, None),
        messages=cast(MessagesTable, tables),
        replies=cast(RepliesTable, None),
        uploads=cast(AttachmentUploads, None),
        downloads=cast(AttachmentDownloads, None),
        catalog=Catalog(OneAgency(), lambda: tables.now),
        logger=Logger(),
    )


def test_batch_of_500_is_sent_in_parallel() -> None:
    tables = Tables()
    inbound = make_service(tables)
    assert inbound.post_message_batch("mvd", make_batch(REFERENCES)) == ["delivered"] * 500
    assert len(tables.messages) == 500
    assert tables.are_several.is_set()
    assert tables.most_at_once <= 10
    assert inbound.post_message_batch("mvd", make_batch(REFERENCES[:20])) == ["unchanged"] * 20


def test_slow_tables_fail_the_rest_of_the_batch(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("functions.agencyinbound.service._BATCH_SECONDS", 2)
    tables = Tables(seconds=0.05)
    inbound = make_service(tables)
    reported = inbound.post_message_batch("mvd", make_batch(REFERENCES))
    assert tables.now < 4, "all of them would take 75 seconds"
    assert set(reported) == {"delivered", "failed"}
    assert reported.count("delivered") == len(tables.messages)
