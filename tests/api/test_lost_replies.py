"""Lost DynamoDB replies at each table's conditional writes."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

import pytest
from pynamodb.exceptions import PutError

from domains.agencies.breaker import BreakerState
from domains.agencies.breaker_table import BreakerTable
from domains.messages.messages_table import MessagesTable
from domains.messages.portal_notices import welcome
from tests.api.lost_replies import lose_reply
from tests.api.support import AGENCIES_TABLE, MESSAGES_TABLE

pytestmark = pytest.mark.proof

NOW = datetime(2026, 11, 21, 18, 0, tzinfo=UTC)


def test_write_without_reply_raises_error(stored: Mapping[str, Any]) -> None:
    with lose_reply(0, also_again=True), pytest.raises(PutError, match="Read timeout"):
        MessagesTable(MESSAGES_TABLE).add(welcome("a" * 26, NOW))
    assert stored[MESSAGES_TABLE].scan()["Count"] == 1


def test_breaker_write_with_lost_reply_succeeds(stored: Mapping[str, Any]) -> None:
    state = BreakerState(failed_at=(NOW,), opened_at=None, probe_until=None, revision=1)
    with lose_reply(0, also_again=True) as calls:
        assert BreakerTable(AGENCIES_TABLE).write("test-agency", state)
    assert len(calls.ids) == 1
