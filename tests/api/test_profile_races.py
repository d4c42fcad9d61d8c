"""Parallel calls of one person, as from two tabs."""

import json
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from threading import Barrier
from typing import Any

import pytest

from domains.accounts.account_table import AccountRepository
from domains.deliveries.unsubscribe_tokens import UnsubscribeTokens, Unsubscription
from domains.reference.data import terms_catalog
from tests.api.profile_support import (
    ACCEPT,
    DECLINE,
    PREFERENCES,
    ROSA,
    UNSUBSCRIBE,
    make_preferences,
    register,
)
from tests.api.support import UNSUBSCRIBE_SECRET, Client, load_app, use_handler

pytestmark = pytest.mark.proof

CURRENT = terms_catalog().current.version


@pytest.fixture
def at_once(client: Client, monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[Any]]:
    """Return a function that makes two calls in two copies of the function, like two Lambda environments.

    Both read the account before either writes.
    """
    first = client.app_of("profile")
    monkeypatch.delitem(sys.modules, "functions.profile.app")
    second = load_app("profile")
    assert second is not first
    barrier = Barrier(2, timeout=10)
    get_account = AccountRepository.get_account
    arrived: set[object] = set()

    def read_together(repository: AccountRepository, user_id: str) -> Any:
        account = get_account(repository, user_id)
        if repository not in arrived:
            arrived.add(repository)
            barrier.wait()
        return account

    def run(*calls: Callable[[Client], Any]) -> list[Any]:
        monkeypatch.setattr(AccountRepository, "get_account", read_together)
        clients = [replace(client, app_of=use_handler(app)) for app in (first, second)]
        with ThreadPoolExecutor(2) as threads:
            running = [
                threads.submit(call, acting.acting_as(ROSA))
                for call, acting in zip(calls, clients, strict=True)
            ]
            return [answer.result() for answer in running]

    return run


def _list_decisions(table: Any) -> list[str]:
    items = sorted(table.scan()["Items"], key=lambda item: item["item"])
    return [json.loads(item["content"])["outcome"] for item in items if item["item"].startswith("terms#")]


def test_parallel_acceptances_are_stored_once(
    client: Client, table: Any, at_once: Callable[..., list[Any]]
) -> None:
    register(client)
    answers = at_once(*[lambda rosa: rosa.put(ACCEPT, {"version": CURRENT})] * 2)
    assert [answer.status for answer in answers] == [200, 200]
    assert answers[0].json == answers[1].json
    assert _list_decisions(table) == ["accepted"]


def test_parallel_acceptance_and_refusal_are_both_stored(
    client: Client, table: Any, at_once: Callable[..., list[Any]]
) -> None:
    register(client)
    answers = at_once(
        lambda rosa: rosa.put(ACCEPT, {"version": CURRENT}),
        lambda rosa: rosa.put(DECLINE, {"version": CURRENT}),
    )
    assert [answer.json["outcome"] for answer in answers] == ["accepted", "declined"]
    assert sorted(_list_decisions(table)) == ["accepted", "declined"]


def test_parallel_different_preferences_save_only_one(
    client: Client, at_once: Callable[..., list[Any]]
) -> None:
    register(client)
    answers = at_once(
        lambda rosa: rosa.put(PREFERENCES, make_preferences(language="en")),
        lambda rosa: rosa.put(PREFERENCES, make_preferences(language="es")),
    )
    saved, refused = sorted(answers, key=lambda answer: answer.status)
    assert (saved.status, refused.status) == (200, 409)
    assert refused.json["code"] == "preferencesChanged"
    assert client.acting_as(ROSA).get(PREFERENCES).json == saved.json


def test_parallel_equal_preferences_are_saved_once(
    client: Client, table: Any, at_once: Callable[..., list[Any]]
) -> None:
    register(client)
    answers = at_once(*[lambda rosa: rosa.put(PREFERENCES, make_preferences())] * 2)
    assert [answer.status for answer in answers] == [200, 200]
    assert answers[0].json == answers[1].json
    (stored,) = [item for item in table.scan()["Items"] if item["item"] == "contactpreferences"]
    assert stored["version"] == 1


def test_parallel_address_changes_send_one_message(
    client: Client, stored: Any, at_once: Callable[..., list[Any]]
) -> None:
    register(client).put(PREFERENCES, make_preferences())
    answers = at_once(
        lambda rosa: rosa.put(PREFERENCES, make_preferences(number="602-555-0123")),
        lambda rosa: rosa.put(PREFERENCES, make_preferences(number="602-555-0199")),
    )
    assert sorted(answer.status for answer in answers) == [200, 409]
    reported = [item for item in stored["messages"].scan()["Items"] if item["notice"] == "security"]
    assert len(reported) == 1
    saved = client.acting_as(ROSA).get(PREFERENCES).json["addresses"][1]["address"]
    assert saved[-4:] in reported[0]["body"]


def test_parallel_save_and_unsubscribe_lose_no_change(
    client: Client, at_once: Callable[..., list[Any]]
) -> None:
    register(client).put(PREFERENCES, make_preferences())
    wanted = Unsubscription(ROSA.user_id, "news", "email")
    link = f"{UNSUBSCRIBE}?token={UnsubscribeTokens(UNSUBSCRIBE_SECRET).issue(wanted)}"
    saved, stopped = at_once(
        lambda rosa: rosa.put(PREFERENCES, make_preferences(language="es")),
        lambda rosa: rosa.post(link),
    )
    assert stopped.status == 200
    after = client.acting_as(ROSA).get(PREFERENCES).json
    assert after["notices"][-1] == {"kind": "news", "channels": [], "isRequired": False}
    assert (saved.status, after["language"]) in {(200, "es"), (409, "en")}
