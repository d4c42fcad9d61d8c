"""Tables with any number of items, which are made when they are read, and the memory that reading takes."""

import tracemalloc
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from itertools import islice
from typing import Any

from domains.messages.message import PORTAL_FOLDER
from domains.messages.message_items import FOLDER_KEY, make_folder_key

PAGE = 100
USERS, TOKENS = "users", "tokens"
MESSAGES, UNREAD = 20, 5
"""Messages of a person, and how many of them are unread."""
SENT_AT = datetime(2026, 11, 21, 18, 0, tzinfo=UTC)
_SENT = "2026-11-21T18:00:00.000000+0000"

Item = Mapping[str, Any]


class LazyTable:
    """Stands in for the scans of DynamoDB; keeps no item."""

    def make_items(self, request: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
        """Yield the items of a scan."""
        raise NotImplementedError

    def get_paginator(self, _operation: str) -> Any:
        return self

    def paginate(self, **request: Any) -> Iterator[Mapping[str, Any]]:
        made = self.make_items(request)
        while page := list(islice(made, PAGE)):
            yield {"Items": page}


class LazyMessages(LazyTable):
    """Messages of people.

    Attributes:
        missing: user ids whose first message is not in the index.
    """

    def __init__(self, people: int, missing: Sequence[str] = ()) -> None:
        self._people = people
        self._missing = set(missing)

    def make_items(self, request: Mapping[str, Any]) -> Iterator[Item]:
        make = self._list_entries if "IndexName" in request else self._list_items
        for number in range(request["Segment"], self._people, request["TotalSegments"]):
            yield from make(f"user-{number:021}")

    def get_item(self, Key: Item, **_: Any) -> Any:  # noqa: N803 -- AWS's name
        items = self._list_items(Key["user_id"]["S"])
        return next(({"Item": each} for each in items if each["id"] == Key["id"]), {})

    def query(self, ExpressionAttributeValues: Item, **_: Any) -> Any:  # noqa: N803
        entries = self._list_entries(ExpressionAttributeValues[":user"]["S"])
        return {"Items": [each for each in entries if each["unread"] == ExpressionAttributeValues[":unread"]]}

    def _list_items(self, user_id: str) -> Iterator[Item]:
        yield {"user_id": {"S": user_id}, "id": {"S": f"{FOLDER_KEY}service"}}
        for number in range(MESSAGES):
            message_id = f"{user_id[5:]}-{number:032}"
            place = make_folder_key(PORTAL_FOLDER, SENT_AT, message_id)
            yield {
                "user_id": {"S": user_id},
                "id": {"S": message_id},
                "sent_at": {"S": _SENT},
                "by_folder": {"S": place},
                **({"unread": {"S": place}} if number < UNREAD else {}),
            }

    def _list_entries(self, user_id: str) -> Iterator[Item]:
        for number, item in enumerate(self._list_items(user_id)):
            if "unread" in item and not (user_id in self._missing and number == 1):
                yield {name: item[name] for name in ("user_id", "id", "unread")}


class LazyPortal(LazyTable):
    """Tables of people with their tokens, and the function of tokens."""

    def __init__(self, people: int, tokens: int = 20) -> None:
        self._people = people
        self._tokens = tokens

    def make_items(self, request: Mapping[str, Any]) -> Iterator[Item]:
        make = self._make_users if request["TableName"] == USERS else self._make_tokens
        yield from make(range(request["Segment"], self._people, request["TotalSegments"]))

    def _make_users(self, numbers: range) -> Iterator[Item]:
        for number in numbers:
            yield {"user_id": {"S": f"user-{number:036}"}}

    def _make_tokens(self, numbers: range) -> Iterator[Item]:
        for number in numbers:
            user_id = f"user-{number:036}"
            tokens = [f"{number:08}.{each:035}" for each in range(self._tokens)]
            yield {"token": {"S": f"person#{user_id}"}, "user_id": {"S": user_id}, "tokens": {"SS": tokens}}
            for token in tokens:
                yield {"token": {"S": token}, "user_id": {"S": user_id}}

    def batch_get_item(self, RequestItems: Mapping[str, Any]) -> Any:  # noqa: N803 -- AWS's name
        """Answer that everybody is registered."""
        return {"Responses": {table: each["Keys"] for table, each in RequestItems.items()}}

    def invoke(self, _function: str, event: Mapping[str, Any]) -> Any:
        """Answer that nobody differs."""
        return {"differences": [], "notCompared": []}


def measure_peak(run: Callable[[], object]) -> int:
    """Return the largest number of bytes that are held at once."""
    tracemalloc.start()
    try:
        run()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
