"""Compares the search tokens of all people with the accounts, and repairs differences.

The function `peopletokens` computes the right tokens, because their keys never leave it. It reads account,
list, and listed tokens of a person itself, so that older data here do no harm. It misses tokens that are on
no list; `find_suspects` finds the people who have them. Memory does not grow with the number of people.
"""

import threading
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

from domains.accounts.account_table import REGISTRATION_KEY
from infrastructure.operations.people.scans import SEGMENTS, Items, scan, split
from infrastructure.operations.people.suspects import Suspects, find_suspects
from infrastructure.operations.portals import NotTaken
from infrastructure.operations.reports import MAX_LISTED, count

FUNCTION = "PeopleTokensFunction"

_AT_ONCE = 50
# Tokens follow a change of an account after a moment, so a difference is checked again.
_LOOKS = 3
_PAUSE_SECONDS = 2.0
_MAX_DIFFERING = 20_000

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
        differences: the first ones.
        more: the number of differences that are not in the list.
        is_complete: False if too many people differ to compare everybody.
    """

    people: int = count("people")
    tokens: int = count("tokens")
    differences: list[Difference] = field(default_factory=list)
    more: int = 0
    is_complete: bool = True

    def add(self, found: Sequence[Difference]) -> None:
        """Count differences."""
        room = MAX_LISTED - len(self.differences)
        self.differences += found[:room]
        self.more += len(found[room:])


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
        suspects = self._find_suspects()
        figures = Figures(tokens=suspects.stored, is_complete=suspects.is_complete)
        differing = self._compare(suspects.tokens, is_repaired=False)

        def add(found: Sequence[Difference]) -> bool:
            differing.extend(found)
            if len(differing) >= _MAX_DIFFERING:
                figures.is_complete = False
            return figures.is_complete

        figures.people = self._compare_registered(suspects.tokens, add, is_repaired=False)
        for _ in range(1, _LOOKS):
            if not differing:
                break
            self.pause(_PAUSE_SECONDS)
            seen = {each.user_id: suspects.tokens.get(each.user_id, ()) for each in differing}
            differing = self._compare(seen, is_repaired=False)
        figures.add(differing)
        return figures

    def rebuild(self) -> Figures:
        """Set everybody's tokens to those of the account. Idempotent.

        Returns:
            The figures, with the repaired differences.

        Raises:
            ClientError: DynamoDB refused.
            NotTaken: the function failed.
        """
        figures = Figures()
        while True:
            suspects = self._find_suspects()
            figures.tokens, figures.is_complete = suspects.stored, suspects.is_complete
            repaired = self._compare(suspects.tokens, is_repaired=True)
            figures.add(repaired)
            if suspects.is_complete or not repaired:
                break

        def add(found: Sequence[Difference]) -> bool:
            figures.add(found)
            return True

        figures.people = self._compare_registered(suspects.tokens, add, is_repaired=True)
        figures.differences.sort()
        return figures

    def _find_suspects(self) -> Suspects:
        return find_suspects(self.dynamodb, self.users_table, self.tokens_table, self.pause)

    def _compare_registered(
        self, compared: Collection[str], add: Callable[[Sequence[Difference]], bool], *, is_repaired: bool
    ) -> int:
        """Compare everybody who is registered, page by page.

        Args:
            compared: user ids to leave out.
            add: takes differences, and returns False to end. Only one thread calls it at a time.

        Returns:
            The number of people, with those left out.
        """
        lock = threading.Lock()
        people = 0

        def compare_page(items: Items) -> bool:
            nonlocal people
            user_ids = [each["user_id"]["S"] for each in items]
            with lock:
                people += len(user_ids)
            for portion in split([each for each in user_ids if each not in compared], _AT_ONCE):
                found = self._compare_portion(dict.fromkeys(portion, ()), is_repaired)
                with lock:
                    if not add(found):
                        return False
            return True

        scan(
            self.dynamodb,
            self.users_table,
            compare_page,
            ProjectionExpression="user_id",
            FilterExpression="#item = :registration",
            ExpressionAttributeNames={"#item": "item"},
            ExpressionAttributeValues={":registration": {"S": REGISTRATION_KEY}},
        )
        return people

    def _compare(self, seen: Seen, *, is_repaired: bool) -> list[Difference]:
        """Compare a bounded number of people; return the differences in order."""

        def compare(portion: Sequence[str]) -> list[Difference]:
            return self._compare_portion({user_id: seen[user_id] for user_id in portion}, is_repaired)

        with ThreadPoolExecutor(SEGMENTS) as pool:
            portions = split(sorted(seen), _AT_ONCE)
            return sorted(each for found in pool.map(compare, portions) for each in found)

    def _compare_portion(self, seen: Seen, is_repaired: bool) -> list[Difference]:
        found: list[Difference] = []
        while seen:
            people = [{"userId": user_id, "tokens": list(tokens)} for user_id, tokens in seen.items()]
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
