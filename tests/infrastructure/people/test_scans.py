"""Comparison of many people: bounded memory, throttling, and errors."""

import tracemalloc
from collections.abc import Mapping
from typing import Any

import pytest

from infrastructure.operations.people import tokens
from infrastructure.operations.people.scans import SEGMENTS, get_items, scan
from infrastructure.operations.people.tokens import Difference, Figures, People
from tests.infrastructure.people.lazy_portal import PAGE, TOKENS, USERS, LazyPortal

MEGABYTE = 2**20
FEW, MANY = 1_000, 10_000


def verify(portal: LazyPortal) -> Figures:
    return People(portal, USERS, TOKENS, portal.invoke, lambda _seconds: None).verify()


def measure_peak(people: int) -> int:
    portal = LazyPortal(people)
    tracemalloc.start()
    try:
        figures = verify(portal)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert (figures.people, figures.tokens, figures.differences) == (people, 20 * people, [])
    return peak


def test_memory_does_not_grow_with_the_number_of_people() -> None:
    # All tokens of that many people would take 30 MB.
    assert measure_peak(MANY) < measure_peak(FEW) + 10 * MEGABYTE


def test_people_with_unlisted_tokens_are_found_among_many() -> None:
    strays = [f"user-{number:036}" for number in (7, 1_907)]
    figures = verify(LazyPortal(2_000, strays=strays))
    assert figures.differences == [Difference(user_id, 0, 1) for user_id in strays]
    assert figures.is_complete


def test_verification_ends_when_too_many_people_differ(monkeypatch: pytest.MonkeyPatch) -> None:
    class Differing(LazyPortal):
        def invoke(self, _function: str, event: Mapping[str, Any]) -> Any:
            found = [{"userId": each["userId"], "missing": 1, "leftOver": 0} for each in event["people"]]
            return {"differences": found, "notCompared": []}

    monkeypatch.setattr(tokens, "_MAX_DIFFERING", 100)
    people = 2 * SEGMENTS * PAGE
    figures = verify(Differing(people, tokens=1))
    assert not figures.is_complete
    assert figures.people < people


def test_error_ends_the_scan() -> None:
    pages = []

    def fail(items: Any) -> bool:
        pages.append(items)
        raise ValueError("refused")

    with pytest.raises(ValueError, match="refused"):
        scan(LazyPortal(20 * PAGE), USERS, fail)
    assert len(pages) <= SEGMENTS


def test_unprocessed_keys_are_requested_again() -> None:
    keys = [{"user_id": {"S": f"{number}"}} for number in range(150)]
    pauses: list[float] = []

    class Throttled:
        """Processes ten keys in a call."""

        def batch_get_item(self, RequestItems: Mapping[str, Any]) -> Any:  # noqa: N803 -- AWS's name
            request = RequestItems[USERS]
            assert len(request["Keys"]) <= 100
            rest = {USERS: request | {"Keys": request["Keys"][10:]}} if request["Keys"][10:] else {}
            return {"Responses": {USERS: request["Keys"][:10]}, "UnprocessedKeys": rest}

    assert list(get_items(Throttled(), USERS, keys, pauses.append)) == keys
    assert len(pauses) == 9 + 4
