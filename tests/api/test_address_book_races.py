"""Address book in two windows of one person, and with a throttled table."""

import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from threading import Barrier
from typing import Any
from unittest import mock

import pytest
from botocore.exceptions import ReadTimeoutError

from functions.profile.address_book import AddressBook
from functions.profile.repository import ProfileRepository
from tests.api.address_book_support import (
    BOOK,
    HOME,
    add_address,
    add_numbered_address,
    list_primary_ids,
    make_address,
)
from tests.api.profile_support import register
from tests.api.support import Answer, Client, load_app, use_handler
from tests.api.throttling import throttle_calls, throttle_every_second_request

pytestmark = pytest.mark.proof

ROUNDS = 5
AtOnce = Callable[..., list[Answer]]


@pytest.fixture
def rosa(client: Client) -> Client:
    """Return the client of Rosa, who is registered."""
    return register(client)


@pytest.fixture
def at_once(rosa: Client, monkeypatch: pytest.MonkeyPatch) -> AtOnce:
    """Return a function that makes two calls in two copies; both read the book before either writes."""
    functions = [rosa.app_of("profile")]
    monkeypatch.delitem(sys.modules, "functions.profile.app")
    functions.append(load_app("profile"))
    read = ProfileRepository.get_address_book

    def run(*calls: Callable[[Client], Answer]) -> list[Answer]:
        barrier = Barrier(2, timeout=10)
        arrived: set[object] = set()

        def read_together(repository: ProfileRepository, user_id: str) -> Any:
            book = read(repository, user_id)
            if repository not in arrived:
                arrived.add(repository)
                barrier.wait()
            return book

        with monkeypatch.context() as patch, ThreadPoolExecutor(2) as threads:
            patch.setattr(ProfileRepository, "get_address_book", read_together)
            running = [
                threads.submit(call, replace(rosa, app_of=use_handler(app)))
                for call, app in zip(calls, functions, strict=True)
            ]
            return [answer.result() for answer in running]

    return run


@pytest.mark.parametrize("_round", range(ROUNDS))
def test_parallel_primary_changes_leave_one_primary(rosa: Client, at_once: AtOnce, _round: int) -> None:
    _, second, third = (add_numbered_address(rosa, number) for number in range(3))
    answers = at_once(
        lambda window: window.put(f"{BOOK}/{second}/primary", {}),
        lambda window: window.put(f"{BOOK}/{third}/primary", {}),
    )
    assert [answer.status for answer in answers] == [200, 200]
    assert len(list_primary_ids(rosa)) == 1
    assert list_primary_ids(rosa)[0] in (second, third)


@pytest.mark.parametrize("_round", range(ROUNDS))
def test_parallel_adds_with_same_key_add_one_address(rosa: Client, at_once: AtOnce, _round: int) -> None:
    answers = at_once(*[lambda window: add_address(window, "the-same-key")] * 2)
    assert sorted(answer.status for answer in answers) == [200, 201]
    assert answers[0].json == answers[1].json
    assert rosa.get(BOOK).json["items"] == [answers[0].json]


def test_parallel_different_adds_with_same_key_add_one(rosa: Client, at_once: AtOnce) -> None:
    answers = at_once(
        lambda window: add_address(window, "the-same-key", city="Mesa"),
        lambda window: add_address(window, "the-same-key", city="Yuma"),
    )
    assert sorted(answer.status for answer in answers) == [201, 409]
    assert len(rosa.get(BOOK).json["items"]) == 1


def test_parallel_first_addresses_are_both_stored(rosa: Client, at_once: AtOnce) -> None:
    answers = at_once(
        lambda window: add_address(window, "the-first"), lambda window: add_address(window, "the-other")
    )
    assert [answer.status for answer in answers] == [201, 201]
    assert len(rosa.get(BOOK).json["items"]) == 2
    assert len(list_primary_ids(rosa)) == 1


def test_parallel_change_and_removal_remove_address(rosa: Client, at_once: AtOnce) -> None:
    first, second = add_numbered_address(rosa, 1), add_numbered_address(rosa, 2)
    changed, removed = at_once(
        lambda window: window.put(f"{BOOK}/{first}", make_address(city="Mesa")),
        lambda window: window.delete(f"{BOOK}/{first}"),
    )
    assert changed.status in (200, 404)
    assert removed.status == 200
    assert [each["id"] for each in rosa.get(BOOK).json["items"]] == [second]
    assert list_primary_ids(rosa) == [second]


def test_parallel_adds_do_not_exceed_fifty(rosa: Client, at_once: AtOnce) -> None:
    for number in range(49):
        add_numbered_address(rosa, number)
    answers = at_once(
        lambda window: add_address(window, "the-fiftieth"), lambda window: add_address(window, "another-one")
    )
    assert sorted(answer.status for answer in answers) == [201, 409]
    assert len(rosa.get(BOOK).json["items"]) == 50


def test_throttled_table_is_retried(rosa: Client) -> None:
    with throttle_every_second_request():
        first, second = add_numbered_address(rosa, 1), add_numbered_address(rosa, 2)
        assert rosa.put(f"{BOOK}/{second}/primary", {}).status == 200
        assert rosa.delete(f"{BOOK}/{second}").status == 200
    assert list_primary_ids(rosa) == [first]


@pytest.mark.parametrize("beginning_with", [0, 1, 2])
def test_repeated_requests_after_throttling_apply_once(rosa: Client, beginning_with: int) -> None:
    first = add_numbered_address(rosa, 1)
    with throttle_calls(3, beginning_with):
        second = _repeat_until_answered(lambda: add_address(rosa, "the-second")).json["id"]
        _repeat_until_answered(lambda: rosa.put(f"{BOOK}/{second}/primary", {}))
        _repeat_until_answered(lambda: rosa.put(f"{BOOK}/{first}", HOME | {"city": "Mesa"}))
        _repeat_until_answered(lambda: rosa.delete(f"{BOOK}/{second}"))
    (left,) = rosa.get(BOOK).json["items"]
    assert (left["id"], left["city"], left["isPrimary"]) == (first, "Mesa", True)


def test_repeat_after_lost_reply_returns_address(rosa: Client) -> None:
    save = ProfileRepository.save_address_book

    def saved_without_an_answer(repository: ProfileRepository, user_id: str, book: AddressBook) -> bool:
        assert save(repository, user_id, book)
        raise ReadTimeoutError(endpoint_url="dynamodb")

    with mock.patch.object(ProfileRepository, "save_address_book", saved_without_an_answer):
        assert add_address(rosa, "the-same-key").status == 503
    again = add_address(rosa, "the-same-key")
    assert again.status == 200
    assert rosa.get(BOOK).json["items"] == [again.json]


def _repeat_until_answered(call: Callable[[], Answer]) -> Answer:
    """Repeat a call until it succeeds, as a person would."""
    for _ in range(4):
        answer = call()
        if answer.status < 500:
            return answer
    raise AssertionError(answer.text)
