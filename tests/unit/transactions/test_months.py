"""The months of a summary."""

from datetime import UTC, datetime
from unittest.mock import Mock

import pytest

from functions.transactions.contract import SummaryQuery
from functions.transactions.repository import TransactionsPage
from functions.transactions.service import TransactionsService


@pytest.mark.parametrize(
    ("now", "first", "last"),
    [
        (datetime(2026, 12, 1, 6, 59, tzinfo=UTC), "2025-12", "2026-11"),
        (datetime(2026, 12, 1, 7, 0, tzinfo=UTC), "2026-01", "2026-12"),
        (datetime(2027, 1, 31, 23, 0, tzinfo=UTC), "2026-02", "2027-01"),
        (datetime(2028, 2, 29, 12, 0, tzinfo=UTC), "2027-03", "2028-02"),
    ],
)
def test_months_follow_arizona_time(now: datetime, first: str, last: str) -> None:
    repository = Mock()
    repository.list_transactions.return_value = TransactionsPage([], None, None)
    service = TransactionsService(
        clock=lambda: now, repository=repository, catalog=Mock(), page_tokens=Mock()
    )
    months = service.get_summary("rosa", SummaryQuery()).months
    assert [months[0].month, months[-1].month, len(months)] == [first, last, 12]
    assert repository.list_transactions.call_args.args[1].first.isoformat() == f"{first}-01"
