"""A portal with any number of people, whose items are made when they are read."""

from collections.abc import Iterator, Mapping
from typing import Any

PAGE = 1_000
USERS, TOKENS = "users", "tokens"

Item = dict[str, Any]


class LazyPortal:
    """Stands in for DynamoDB and the function of tokens; keeps no person."""

    def __init__(self, people: int, tokens: int = 20) -> None:
        self._people = people
        self._tokens = tokens

    def get_paginator(self, _operation: str) -> Any:
        return self

    def paginate(self, **request: Any) -> Iterator[Mapping[str, Any]]:
        """Yield the pages of a segment, as a scan does."""
        items = self._make_users if request["TableName"] == USERS else self._make_tokens
        page: list[Item] = []
        for item in items(range(request["Segment"], self._people, request["TotalSegments"])):
            page.append(item)
            if len(page) == PAGE:
                yield {"Items": page}
                page = []
        yield {"Items": page}

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
