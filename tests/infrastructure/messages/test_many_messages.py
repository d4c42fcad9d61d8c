"""`npm run verify-counts` with many messages: memory, and differences among them."""

import pytest

from infrastructure.operations import comparison
from infrastructure.operations.verify_counts import verify
from tests.infrastructure.lazy_tables import MESSAGES, UNREAD, LazyMessages, measure_peak

FEW, MANY = 500, 2_000


@pytest.fixture(autouse=True)
def _use_few_buckets(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make memory that grows stand out against that of the buckets, and let keys share them."""
    monkeypatch.setattr(comparison, "BUCKETS", 2**10)


def verify_correct(people: int) -> None:
    # In one thread, so that the pages held at once do not depend on chance.
    figures = verify(LazyMessages(people), "messages", segments=1)
    assert figures.counts["messages"] == people * MESSAGES
    assert (figures.counts["unread, of the portal"], figures.differences) == (people * UNREAD, [])


def test_memory_does_not_grow_with_the_number_of_messages() -> None:
    verify_correct(8)  # what Python keeps after a first run
    assert measure_peak(lambda: verify_correct(MANY)) < 1.5 * measure_peak(lambda: verify_correct(FEW))


def test_messages_missing_in_the_index_are_found_among_many() -> None:
    missing = [f"user-{number:021}" for number in (7, 1_907)]
    figures = verify(LazyMessages(2_000, missing), "messages")
    assert [each.where.split()[0] for each in figures.differences] == missing
    assert {each.fault for each in figures.differences} == {"it is unread, and the index does not have it"}


def test_differences_above_the_limit_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(comparison, "MAX_KEPT", 10)
    missing = [f"user-{number:021}" for number in range(25)]
    figures = verify(LazyMessages(100, missing), "messages")
    assert (len(figures.differences), figures.more) == (10, 15)
