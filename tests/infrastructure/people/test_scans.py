"""Comparison of many people: bounded memory, throttling, and errors."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pytest

from infrastructure.operations import people as command
from infrastructure.operations.comparison import SEGMENTS, Figures, Item, scan
from infrastructure.operations.people import People
from tests.infrastructure.lazy_tables import PAGE, TOKENS, USERS, LazyPortal, measure_peak

MEGABYTE = 2**20
FEW, MANY = 1_000, 10_000


def verify(portal: LazyPortal) -> Figures:
    return People(portal, USERS, TOKENS, portal.invoke, lambda _seconds: None).verify()


def verify_correct(people: int) -> None:
    figures = verify(LazyPortal(people))
    counted = figures.counts["people"], figures.counts["tokens"]
    assert (counted, figures.differences) == ((people, 20 * people), [])


def test_memory_does_not_grow_with_the_number_of_people() -> None:
    # All tokens of that many people would take 30 MB.
    most = measure_peak(lambda: verify_correct(FEW)) + 10 * MEGABYTE
    assert measure_peak(lambda: verify_correct(MANY)) < most


def test_verification_ends_when_too_many_people_differ(monkeypatch: pytest.MonkeyPatch) -> None:
    class Differing(LazyPortal):
        def invoke(self, _function: str, event: Mapping[str, Any]) -> Any:
            found = [{"userId": each["userId"], "missing": 1, "leftOver": 0} for each in event["people"]]
            return {"differences": found, "notCompared": []}

    monkeypatch.setattr(command, "MAX_SUSPECTS", 100)
    people = 2 * SEGMENTS * PAGE
    figures = verify(Differing(people, tokens=1))
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
