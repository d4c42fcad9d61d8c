"""A messages table of any size, whose items are made when they are read."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from domains.messages.message import PORTAL_FOLDER
from domains.messages.message_items import FOLDER_KEY, make_folder_key

PAGE = 100
MESSAGES, UNREAD = 20, 5
"""Messages of a person, and how many of them are unread."""
SENT_AT = datetime(2026, 11, 21, 18, 0, tzinfo=UTC)
_SENT = "2026-11-21T18:00:00.000000+0000"

Item = Mapping[str, Any]


class LazyMessages:
    """Stands in for DynamoDB; keeps no message.

    Attributes:
        missing: user ids whose first message is not in the index.
    """

    def __init__(self, people: int, missing: Sequence[str] = ()) -> None:
        self._people = people
        self._missing = set(missing)

    def get_paginator(self, _operation: str) -> Any:
        return self

    def paginate(self, **request: Any) -> Iterator[Mapping[str, Any]]:
        """Yield the pages of a segment, as a scan does."""
        make = self._make_entries if "IndexName" in request else self._make_items
        page: list[Item] = []
        for number in range(request["Segment"], self._people, request["TotalSegments"]):
            for item in make(f"user-{number:021}"):
                page.append(item)
                if len(page) == PAGE:
                    yield {"Items": page}
                    page = []
        yield {"Items": page}

    def get_item(self, Key: Item, **_: Any) -> Any:  # noqa: N803 -- AWS's name
        items = self._make_items(Key["user_id"]["S"])
        return next(({"Item": each} for each in items if each["id"] == Key["id"]), {})

    def query(self, ExpressionAttributeValues: Item, **_: Any) -> Any:  # noqa: N803
        entries = self._make_entries(ExpressionAttributeValues[":user"]["S"])
        return {"Items": [each for each in entries if each["unread"] == ExpressionAttributeValues[":unread"]]}

    def _make_items(self, user_id: str) -> Iterator[Item]:
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

    def _make_entries(self, user_id: str) -> Iterator[Item]:
        for number, item in enumerate(self._make_items(user_id)):
            if "unread" in item and not (user_id in self._missing and number == 1):
                yield {name: item[name] for name in ("user_id", "id", "unread")}
