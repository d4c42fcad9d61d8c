"""Comparisons of tables of any size: bounded memory, limits of the reports, throttling, and errors."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import pytest

from infrastructure.operations import comparison, verify_counts
from infrastructure.operations import people as people_command
from infrastructure.operations.access_log import verify_log
from infrastructure.operations.comparison import SEGMENTS, Figures, Item, scan
from infrastructure.operations.people import People
from tests.infrastructure.access_log.lazy_log import ACCESSED_AT, LazyLog
from tests.infrastructure.lazy_tables import (
    MESSAGES,
    PAGE,
    TOKENS,
    UNREAD,
    USERS,
    LazyMessages,
    LazyPortal,
    measure_peak,
)

MEGABYTE = 2**20


@pytest.fixture
def few_buckets(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make memory that grows stand out against that of the buckets, and let keys share them."""
    monkeypatch.setattr(comparison, "BUCKETS", 2**10)


def verify_lazy_log(log: LazyLog) -> Figures:
    return verify_log.verify(log, "lines", log, "sealed", ACCESSED_AT)


def verify_people(portal: LazyPortal) -> Figures:
    return People(portal, USERS, TOKENS, portal.invoke, lambda _seconds: None).verify()


def verify_correct_log(accesses: int) -> None:
    figures = verify_lazy_log(LazyLog(accesses))
    assert (figures.counts["lines"], figures.counts["sealed"]) == (2 * accesses, 2 * accesses)
    assert (figures.counts["staff members"], figures.differences) == (1, [])


def verify_correct_messages(people: int) -> None:
    # In one thread, so that the pages held at once do not depend on chance.
    figures = verify_counts.verify(LazyMessages(people), "messages", segments=1)
    assert figures.counts["messages"] == people * MESSAGES
    assert (figures.counts["unread, of the portal"], figures.differences) == (people * UNREAD, [])


def verify_correct_people(people: int) -> None:
    figures = verify_people(LazyPortal(people))
    counted = figures.counts["people"], figures.counts["tokens"]
    assert (counted, figures.differences) == ((people, 20 * people), [])


@pytest.mark.usefixtures("few_buckets")
@pytest.mark.parametrize(
    ("verify", "few", "many"), [(verify_correct_log, 1_500, 6_000), (verify_correct_messages, 500, 2_000)]
)
def test_memory_does_not_grow_with_the_number_of_items(
    verify: Callable[[int], None], few: int, many: int
) -> None:
    verify(10)  # what Python keeps after a first run
    assert measure_peak(lambda: verify(many)) < 1.5 * measure_peak(lambda: verify(few))


def test_memory_does_not_grow_with_the_number_of_people() -> None:
    # All tokens of that many people would take 30 MB.
    most = measure_peak(lambda: verify_correct_people(1_000)) + 10 * MEGABYTE
    assert measure_peak(lambda: verify_correct_people(10_000)) < most


@pytest.mark.usefixtures("few_buckets")
def test_places_above_the_limit_are_not_compared_and_the_report_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    log = LazyLog(50)
    log.list_leaves_only()
    monkeypatch.setattr(verify_log, "MAX_SUSPECTS", 10)
    differences = verify_lazy_log(log).differences
    assert len(differences) == 11
    assert "from place 10 on, differences are not listed: there are too many" in [
        each.fault for each in differences
    ]


@pytest.mark.usefixtures("few_buckets")
def test_messages_missing_in_the_index_are_found_among_many() -> None:
    missing = [f"user-{number:021}" for number in (7, 1_907)]
    figures = verify_counts.verify(LazyMessages(2_000, missing), "messages")
    assert [each.where.split()[0] for each in figures.differences] == missing
    assert {each.fault for each in figures.differences} == {"it is unread, and the index does not have it"}


@pytest.mark.usefixtures("few_buckets")
def test_differences_above_the_limit_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(comparison, "MAX_KEPT", 10)
    missing = [f"user-{number:021}" for number in range(25)]
    figures = verify_counts.verify(LazyMessages(100, missing), "messages")
    assert (len(figures.differences), figures.more) == (10, 15)


def test_verification_ends_when_too_many_people_differ(monkeypatch: pytest.MonkeyPatch) -> None:
    class Differing(LazyPortal):
        def invoke(self, _function: str, event: Mapping[str, Any]) -> Any:
            found = [{"userId": each["userId"], "missing": 1, "leftOver": 0} for each in event["people"]]
            return {"differences": found, "notCompared": []}

    monkeypatch.setattr(people_command, "MAX_SUSPECTS", 100)
    people = 2 * SEGMENTS * PAGE
    figures = verify_people(Differing(people, tokens=1))
    assert not figures.is_complete
    assert figures.counts["people"] < people


def test_error_ends_the_scan() -> None:
    pages = []

    def fail(items: Iterator[Sequence[Item]]) -> None:
        pages.append(next(items))
        raise ValueError("refused")

    with pytest.raises(ValueError, match="refused"):
        scan(LazyPortal(20 * PAGE), USERS, fail)
    assert len(pages) <= SEGMENTS


def test_unprocessed_keys_are_requested_again() -> None:
    pauses: list[float] = []

    class Throttled(LazyPortal):
        """Processes ten keys in a call."""

        def batch_get_item(self, RequestItems: Mapping[str, Any]) -> Any:  # noqa: N803 -- AWS's name
            request = RequestItems[USERS]
            assert len(request["Keys"]) <= 100
            rest = {USERS: request | {"Keys": request["Keys"][10:]}} if request["Keys"][10:] else {}
            return {"Responses": {USERS: request["Keys"][:10]}, "UnprocessedKeys": rest}

    portal = Throttled(8 * 40, tokens=1)
    figures = People(portal, USERS, TOKENS, portal.invoke, pauses.append).verify()
    assert (figures.differences, len(pauses)) == ([], 8 * 3)
