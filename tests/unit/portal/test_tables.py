"""Batches of a table that DynamoDB processes in part."""

from collections.abc import Mapping
from typing import Any

import pytest

from portal import tables
from portal.items import PlainSchema
from portal.tables import Table

NAME = "things"
KEYS = [(str(number),) for number in range(130)]


class Throttled:
    """Processes at most 40 entries of a batch."""

    def __init__(self) -> None:
        self.sizes: list[int] = []
        self.deleted: list[str] = []

    def batch_get_item(self, RequestItems: Mapping[str, Any]) -> Any:  # noqa: N803 -- AWS's name
        request = RequestItems[NAME]
        keys = request["Keys"]
        self.sizes.append(len(keys))
        rest = {NAME: request | {"Keys": keys[40:]}} if keys[40:] else {}
        return {"Responses": {NAME: keys[:40]}, "UnprocessedKeys": rest}

    def batch_write_item(self, RequestItems: Mapping[str, Any]) -> Any:  # noqa: N803 -- AWS's name
        requests = RequestItems[NAME]
        self.sizes.append(len(requests))
        self.deleted += [each["DeleteRequest"]["Key"]["id"]["S"] for each in requests[:20]]
        return {"UnprocessedItems": {NAME: requests[20:]} if requests[20:] else {}}


@pytest.fixture
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Return the longest possible pauses that were made."""
    pauses: list[float] = []
    monkeypatch.setattr("portal.tables.time.sleep", pauses.append)
    monkeypatch.setattr("portal.tables.random.uniform", lambda _, longest: longest)
    return pauses


@pytest.fixture
def client(monkeypatch: pytest.MonkeyPatch) -> Throttled:
    client = Throttled()
    monkeypatch.setattr(tables, "get_client", lambda: client)
    return client


def test_unprocessed_keys_are_read_after_growing_pauses(client: Throttled, pauses: list[float]) -> None:
    items = Table(NAME, PlainSchema("id")).list_items(KEYS)
    assert sorted(int(item["id"]) for item in items) == [*range(130)]
    assert client.sizes == [100, 90, 50, 10]
    assert pauses == [0.05, 0.1, 0.2]


def test_unprocessed_deletes_are_sent_again(client: Throttled, pauses: list[float]) -> None:
    Table(NAME, PlainSchema("id")).delete_items(KEYS)
    assert sorted(map(int, client.deleted)) == [*range(130)]
    assert (max(client.sizes), max(pauses)) == (25, 1)
