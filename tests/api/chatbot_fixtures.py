"""A person at noon, who may talk to the assistant."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
import time_machine

from tests.api.records_support import register_agencies
from tests.api.support import (
    Client,
    Person,
)

ROSA = Person("rosa@example.com", name="Rosa Delgado")


BEN = Person("ben@example.com")


DIRECT_LINE = "/api/chatbot/directline"


NOON = datetime(2026, 11, 23, 19, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _noon() -> Iterator[None]:
    with time_machine.travel(NOON):
        yield


@pytest.fixture
def rosa(client: Client, table: Any) -> Client:
    register_agencies()
    for person in (ROSA, BEN):
        item = {"user_id": person.user_id, "item": "access", "accepted_terms": person.accepted_terms}
        table.put_item(Item=item)
    return client.acting_as(ROSA)
