"""Compares the search tokens of all people with the accounts, and repairs differences.

Only the ids and tokens of the tables are read here. The function `peopletokens` computes the right tokens,
because their keys never leave it. It reads account and tokens again, so that older data here do no harm.
"""

import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

from domains.accounts.account_table import REGISTRATION_KEY
from domains.people.people_table import PERSON_KEY
from infrastructure.operations.portals import NotTaken
from infrastructure.operations.reports import count

SEGMENTS = 8
FUNCTION = "PeopleTokensFunction"

_AT_ONCE = 50
# Tokens follow a change of an account after a moment, so a difference is checked again.
_LOOKS = 3
_PAUSE_SECONDS = 2.0

Invoke = Callable[[str, Mapping[str, Any]], Any]
"""Gives an event to a function of the portal, by its logical id."""

Seen = Mapping[str, Sequence[str]]
"""Observed tokens of people, by user id."""


@dataclass(frozen=True, slots=True, order=True)
class Difference:
    """Person whose tokens differ from those of the account."""

    user_id: str
    missing: int
    left_over: int

    def __str__(self) -> str:
        return f"{self.user_id}: {self.missing} missing, {self.left_over} left over"


@dataclass(slots=True)
class Figures:
    """Counts of the tables and faults of the tokens.

    Attributes:
        people: who is registered.
        tokens: of all people together.
    """

    people: int = count("people")
    tokens: int = count("tokens")
    differences: list[Difference] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class People:
    """The people of a portal and their tokens.

    Attributes:
        dynamodb: boto3's client.
    """

    dynamodb: Any
    users_table: str
    tokens_table: str
    invoke: Invoke
    pause: Callable[[float], None] = time.sleep

    def verify(self) -> Figures:
        """Compare all people; nothing is written.

        A difference counts only if it persists, because tokens follow a change after some seconds.

        Raises:
            ClientError: DynamoDB refused.
            NotTaken: the function failed.
        """
        with ThreadPoolExecutor(SEGMENTS) as pool:
            seen, figures = self._read(pool)
            for look in range(_LOOKS):
                if look and seen:
                    self.pause(_PAUSE_SECONDS)
                figures.differences = self._compare(pool, seen, is_repaired=False)
                seen = {each.user_id: seen[each.user_id] for each in figures.differences}
        return figures

    def rebuild(self) -> Figures:
        """Set everybody's tokens to those of the account. Idempotent.

        Returns:
            The figures, with the repaired differences.

        Raises:
            ClientError: DynamoDB refused.
            NotTaken: the function failed.
        """
        with ThreadPoolExecutor(SEGMENTS) as pool:
            seen, figures = self._read(pool)
            figures.differences = self._compare(pool, seen, is_repaired=True)
        return figures

    def _read(self, pool: ThreadPoolExecutor) -> tuple[dict[str, list[str]], Figures]:
        """Return the tokens of everybody who is registered or has any, and how many there are of both."""
        figures = Figures()
        seen: dict[str, list[str]] = defaultdict(list)
        for user_ids in pool.map(lambda segment: list(self._list_registered(segment)), range(SEGMENTS)):
            figures.people += len(user_ids)
            for user_id in user_ids:
                seen[user_id] = []
        for items in pool.map(lambda segment: list(self._list_tokens(segment)), range(SEGMENTS)):
            for user_id, token in items:
                # Includes people who have only a list of tokens.
                tokens = seen[user_id]
                if not token.startswith(PERSON_KEY):
                    tokens.append(token)
                    figures.tokens += 1
        return dict(seen), figures

    def _list_registered(self, segment: int) -> Iterator[str]:
        for item in self._scan(
            segment,
            self.users_table,
            ProjectionExpression="user_id",
            FilterExpression="#item = :registration",
            ExpressionAttributeNames={"#item": "item"},
            ExpressionAttributeValues={":registration": {"S": REGISTRATION_KEY}},
        ):
            yield item["user_id"]["S"]

    def _list_tokens(self, segment: int) -> Iterator[tuple[str, str]]:
        for item in self._scan(
            segment,
            self.tokens_table,
            ProjectionExpression="#token, user_id",
            ExpressionAttributeNames={"#token": "token"},
        ):
            yield item["user_id"]["S"], item["token"]["S"]

    def _scan(self, segment: int, table: str, **options: Any) -> Iterator[Mapping[str, Any]]:
        pages = self.dynamodb.get_paginator("scan").paginate(
            TableName=table, Segment=segment, TotalSegments=SEGMENTS, ConsistentRead=True, **options
        )
        for page in pages:
            yield from page["Items"]

    def _compare(self, pool: ThreadPoolExecutor, seen: Seen, *, is_repaired: bool) -> list[Difference]:
        user_ids = sorted(seen)
        portions = [user_ids[start : start + _AT_ONCE] for start in range(0, len(user_ids), _AT_ONCE)]

        def compare(portion: Sequence[str]) -> list[Difference]:
            return self._compare_portion({user_id: seen[user_id] for user_id in portion}, is_repaired)

        return sorted(each for found in pool.map(compare, portions) for each in found)

    def _compare_portion(self, seen: Seen, is_repaired: bool) -> list[Difference]:
        found: list[Difference] = []
        while seen:
            people = [{"userId": user_id, "tokens": tokens} for user_id, tokens in seen.items()]
            answer = self.invoke(FUNCTION, {"people": people, "repair": is_repaired})
            found += [
                Difference(each["userId"], each["missing"], each["leftOver"])
                for each in answer["differences"]
            ]
            rest = {user_id: seen[user_id] for user_id in answer["notCompared"]}
            if len(rest) == len(seen):
                raise NotTaken(f"{FUNCTION} had no time for anybody")
            seen = rest
        return found
